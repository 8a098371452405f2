//! The words of answers and of errors.

words! {
    /// Whether the work on a problem was completed.
    #[derive(Default)]
    Status {
        /// The verdict and, for a mate, the composed length are proven (or any mate was asked for).
        #[default]
        Done = "done";
        /// A limit was reached: every claim is true, what is missing is unknown.
        Limit = "limit";
        /// The problem could not be read.
        Error = "error";
    }
}

words! {
    /// The answer to "is it mate?".
    #[derive(Default)]
    Verdict {
        /// The attacker mates by force. A judged composition has one of the next three instead.
        Mate = "mate", "mate", "詰";
        /// 完全作: a mate, and nothing worse than minor findings.
        Sound = "sound", "sound", "完全作";
        /// 完全作（キズあり）: a mate with a blemish, and no fatal finding.
        Blemished = "blemished", "blemished", "完全作（キズあり）";
        /// 不完全作: a mate with a fatal finding.
        Flawed = "flawed", "flawed", "不完全作";
        /// It is proven that the attacker cannot mate.
        NoMate = "no_mate", "no mate", "不詰";
        /// 必至: every defence is mated, or the attacker forces this.
        Brinkmate = "brinkmate", "brinkmate", "必至";
        /// 詰めろ: the defender would be mated after a pass, but some defence holds.
        Threatmate = "threatmate", "threatmate", "詰めろ";
        /// There is neither a mate nor a brinkmate, at all or within the plies that were looked at.
        NoBrinkmate = "no_brinkmate", "no brinkmate", "必至なし";
        /// The defender would not be mated after a pass.
        NoThreat = "no_threat", "no threat", "詰めろでない";
        /// Neither a mate nor no mate was proven within the limits.
        #[default]
        Unknown = "unknown", "unknown", "不明";
        /// The problem could not be read.
        Error = "error", "error", "誤り";
    }
}

words! {
    /// The limit that ended a search, or left something open.
    Limit {
        /// Wall-clock time.
        Time = "time", "limit: time", "時間切れ";
        /// Search nodes.
        Nodes = "nodes", "limit: nodes", "探索量の上限";
        /// The tables or the path were full.
        Memory = "memory", "limit: memory", "メモリの上限";
        /// The run was interrupted.
        Interrupt = "interrupt", "interrupted", "中断";
        /// The verdict was settled: alternatives that could not change it got few nodes.
        Settled = "settled", "verdict settled", "判定が確定";
    }
}

words! {
    /// A claim of the input that is compared with the answer.
    Compared {
        /// The verdict.
        Verdict = "verdict", "verdict", "判定";
        /// The length.
        Plies = "plies", "length", "手数";
        /// The author's line.
        Line = "line", "line", "手順";
    }
}

words! {
    /// The kind of an error.
    ErrorKind {
        /// The SFEN is malformed.
        Sfen = "sfen";
        /// The position is not a legal problem.
        Illegal = "illegal";
        /// The input is not text.
        Utf8 = "utf8";
        /// The line is longer than 1 MiB.
        LineTooLong = "line_too_long";
        /// A JSON object or a row of a table has no problem.
        Record = "record";
        /// The input could not be read.
        Io = "io";
        /// The moves to try cannot be played.
        Try = "try";
        /// The program failed, or an answer could not be proven and was withdrawn.
        Internal = "internal";
    }
}

words! {
    /// Why a refutation ends.
    LineEnd {
        /// No check is left.
        NoCheck = "no_check", "no check is left", "王手が続かない";
        /// A position came back.
        Repetition = "repetition", "a position comes back: perpetual check", "同一局面に戻る（連続王手の千日手）";
        /// Checks are left, and the line was cut.
        ChecksLeft = "checks_left", "checks are left, none of which mates", "王手は続くが、どれも詰まない";
    }
}

words! {
    /// The piece that captures an interposed one.
    Taker {
        /// The piece that gave check.
        Checker = "checker", "the checking piece takes", "王手した駒で取って";
        /// Another piece.
        Other = "other", "another piece takes", "別の駒で取って";
    }
}

words! {
    /// A class of interpositions on which opinions differ.
    GreyClass {
        /// The defender gets a reply that was not there before.
        NewReply = "new_reply", "it leaves a reply that was not there before", "以前になかった応手が生じる";
        /// The check is a double one.
        DoubleCheck = "double_check", "it takes with double check by another piece (間接両王手)", "間接両王手で取る";
        /// The check is a discovered one.
        DiscoveredCheck = "discovered_check", "the check is a third piece's", "王手するのは第三の駒";
        /// Another piece than the checking one captures.
        OtherPiece = "other_piece", "it is not the checking piece that takes", "取るのは王手した駒でない";
    }
}

words! {
    /// The side that attacks.
    Side {
        /// Black (先手).
        Black = "black";
        /// White (後手).
        White = "white";
    }
}

words! {
    /// The part of the work that a running search is at.
    StageWord {
        /// Whether there is a mate, and its length.
        Length = "length";
        /// The main line and further questions.
        MainLine = "main_line";
        /// The strict length.
        StrictLength = "strict_length";
        /// The other checks of a composition that is judged.
        OtherChecks = "other_checks";
        /// A judgement without one piece after another.
        IdlePieces = "idle_pieces";
        /// A certificate, which is read from the tables.
        Certificate = "certificate";
    }
}
