//! The words of findings and notes.

words! {
    /// The severity of a finding, independent of the rules.
    Severity {
        /// Worth mentioning, no flaw at all.
        Info = "info";
        /// Another move or line that custom allows, such as another last move.
        Tolerated = "tolerated";
        /// A choice that makes no difference to the composition, such as a dual of promotion.
        Minor = "minor";
        /// A flaw that magazines print with the composition, and that does not matter for practice.
        Light = "light";
        /// A flaw that magazines print with the composition (キズ), such as a transposition.
        Heavy = "heavy";
        /// A defence that lasts longer than the line that the composition is known by, such as 変長.
        Grave = "grave";
        /// The composition is not what its author meant: no mate, another mate, or leftover pieces.
        Fatal = "fatal";
    }
}

words! {
    /// The grade of a finding under the rules.
    Grade {
        // The gravest is listed first, and is the greatest.
        /// The composition fails.
        Fatal(3) = "fatal";
        /// The composition has a blemish (キズ).
        Blemish(2) = "blemish";
        /// A small dual.
        Minor(1) = "minor";
        /// Worth mentioning, without weight.
        Remark(0) = "remark";
    }
}

words! {
    /// The kind of a note that is not about the composition.
    NoteKind {
        /// The defender holds all pieces that are nowhere else.
        DefenderHandFilledIn = "defender_hand_filled_in";
        /// Some of the 40 pieces are missing.
        PiecesMissing = "pieces_missing";
        /// The side to move is in check, and is taken for the attacker.
        AttackerInCheck = "attacker_in_check";
        /// An earlier problem has the same position.
        Duplicate = "duplicate";
        /// The line is one of the strict game.
        Line = "line";
        /// The line is the author's, and best play has another length.
        AuthorsLine = "authors_line";
        /// Interpositions on which opinions differ change the answer.
        Grey = "grey_interposition";
        /// A field of the record is odd.
        Record = "record";
    }
}

words! {
    /// A question about a whole composition, which was not decided within the limits.
    QuestionKind {
        /// Whether there is a solution.
        Solution = "solution", "whether it can be solved", "解けるか";
        /// Whether there is a shorter solution.
        Length = "length", "whether there is a shorter solution", "より短い解があるか";
        /// The line of best play.
        Line = "line", "which line is best play", "どの手順が最善か";
        /// Whether the length in the input counts futile interpositions.
        StatedLength = "stated_length", "whether the length in the input counts futile interpositions", "入力の手数が無駄合も数えた手数か";
        /// Whether a shorter line leaves nothing over.
        Leftover = "leftover", "whether a shorter line leaves nothing over", "より短く駒の余らない手順があるか";
        /// The answer with all grey interpositions futile.
        GreyInterpositions = "grey_interpositions", "the answer if all grey interpositions are futile", "解釈の分かれる合駒をすべて無駄合とみなした場合の答え";
        /// Whether a piece is idle.
        IdlePiece = "idle_piece", "whether a piece is idle", "無駄駒があるか";
    }
}
