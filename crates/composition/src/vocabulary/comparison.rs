//! The words of comparisons: of two versions of a problem, and of similar works.

words! {
    /// The result of a comparison of two versions.
    Outcome {
        /// Nothing changed.
        Same = "same", "the same", "変化なし";
        /// Something got better, and nothing worse.
        Better = "better", "better", "改善";
        /// Something got worse.
        Worse = "worse", "worse", "悪化";
        /// Something changed that is neither better nor worse.
        Changed = "changed", "changed", "変更";
        /// Nothing is known to be worse, but limits leave it open.
        Unknown = "unknown", "unknown", "優劣不明";
        /// The problem is only in the old version.
        OnlyOld = "only_old", "only in old", "旧のみ";
        /// The problem is only in the new version.
        OnlyNew = "only_new", "only in new", "新のみ";
    }
}

words! {
    /// A part of an answer that is compared: a key of rows, or the findings.
    Aspect {
        /// The diagram.
        Sfen = "sfen", "diagram", "図";
        /// The goal: the versions answer different questions.
        Goal = "goal", "goal", "目的";
        /// The verdict.
        Verdict = "verdict", "verdict", "判定";
        /// The composed length.
        Plies = "plies", "length", "手数";
        /// The bound of a length that is not proven.
        PliesAtMost = "plies_at_most", "bound of the length", "手数の上限";
        /// The pieces left over.
        Leftover = "leftover", "leftover", "駒余り";
        /// The line.
        Solution = "solution", "line", "手順";
        /// The findings.
        Findings = "findings", "findings", "指摘";
        /// The claims of the input that are proven to be wrong.
        Unexpected = "unexpected", "claims of the input", "入力との一致";
        /// The rules.
        Rules = "rules", "rules", "基準";
        /// The error of the input.
        Error = "error", "error", "エラー";
    }
}

words! {
    /// A change of a diagram.
    ChangeKind {
        /// A piece stands on another square.
        Moved = "moved";
        /// Another piece stands on a square.
        Replaced = "replaced";
        /// A piece was taken away.
        Removed = "removed";
        /// A piece was added.
        Added = "added";
        /// A side holds another number of pieces of a kind.
        Hand = "hand";
        /// The other side is to move.
        Turn = "turn";
    }
}

words! {
    /// How a piece differs.
    SimilarChangeKind {
        /// The work does not have it.
        Removed = "removed";
        /// The work has it in addition.
        Added = "added";
        /// It has another place.
        Moved = "moved";
        /// Another piece is on its square.
        Replaced = "replaced";
    }
}
