//! The words for the parts of a rating.

words! {
    /// The things that add to a rating, or take away from it.
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
        /// Pieces without a part in the line or in the mate.
        Passive = "passive", "pieces without a part", "働かない駒";
        /// A mate away from the edge of the board.
        OffEdge = "off_edge", "mate off the edge", "端でない詰上り";
        /// Themes, such as an unpromoted piece, a moved interposition or a returning king.
        Themes = "themes", "themes", "テーマ";
        /// Captures by the attacker.
        Captures = "captures", "captures", "駒取り";
        /// Moves of the attacker that repeat the step of the move before with the same piece (追い手).
        Chase = "chase", "steps repeated", "追い手";
        /// Moves at the end that come by themselves: steps of the king after the last sacrifice, a mate by the piece
        /// that moved last.
        Tail = "tail", "moves that come by themselves", "収束の追い手";
        /// Turns of the defender with another reply to read, or at which the king walks to a free square.
        Choices = "choices", "turns with a choice", "選択の応手";
        /// Replies by another piece of the board than the king.
        Defenders = "defenders", "replies by other pieces", "玉以外の応手";
        /// Checks that come to mind before the first move. Those that come to mind alike count half.
        SoonerChecks = "sooner_checks", "checks tried sooner", "初手より先に浮かぶ王手";
        /// Pieces in the attacker's hand at the start.
        Hand = "hand", "pieces in hand", "持駒";
        /// Promoted pieces at the start.
        Promoted = "promoted", "promoted at the start", "初形の成駒";
        /// Findings that are minor or worse.
        Blemishes = "blemishes", "defects and minor findings", "欠点";
    }
}
