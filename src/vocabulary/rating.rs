//! The words for the parts of a rating.

words! {
    /// What adds to a rating, or takes away from it.
    RatingPart {
        /// Plies of the solution.
        Plies = "plies", "plies", "手数";
        /// Legal checks at the attacker's turns.
        Checks = "checks", "checks", "王手";
        /// Checks that fail: 1 for one that a single reply refutes at once, more if it takes longer, less if
        /// several replies do.
        Tries = "tries", "tempting tries", "紛れ";
        /// Moves of the attacker that do not come to mind first.
        Surprises = "surprises", "surprising moves", "意外な手";
        /// Legal replies at the defender's turns.
        Replies = "replies", "replies", "応手";
        /// Other replies after which the attacker does not mate at once. Interpositions on the same square are one.
        Variations = "variations", "variations to read", "変化";
        /// Plies of the longest of them, from the reply on; those beyond 6 are not told apart.
        LongestVariation = "longest_variation", "longest variation", "最長の変化";
        /// Sacrifices.
        Sacrifices = "sacrifices", "sacrifices", "捨駒";
        /// Different moves of the attacker, by piece, drop and sacrifice.
        Variety = "variety", "different moves", "手の種類";
        /// Pieces on the board and in hand.
        Economy = "economy", "pieces in use", "使用駒";
        /// Pieces of the attacker on the board at the mate.
        FinalPosition = "final_position", "pieces at the mate", "詰上りの攻駒";
        /// Themes, such as an unpromoted piece, a moved interposition or a returning king.
        Themes = "themes", "themes", "趣向";
        /// Captures by the attacker.
        Captures = "captures", "captures", "駒取り";
        /// Moves of the attacker that repeat the step of the move before with the same piece (追い手).
        Chase = "chase", "steps repeated", "追い手";
        /// Promoted pieces of the attacker at the start.
        Promoted = "promoted", "promoted at the start", "初形の成駒";
        /// Findings that are minor or worse.
        Blemishes = "blemishes", "findings", "キズ";
    }
}
