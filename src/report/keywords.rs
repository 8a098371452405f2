//! Closed lists of words in rows: each is an enum that is written as its word.

use crate::composition::Goal;
use crate::search::StopReason;

/// Makes an enum that is written as its word, in `snake_case`.
macro_rules! keywords {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the word for programs.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        /// Writes the word for programs.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

keywords! {
    /// Whether the work on a problem was completed.
    Status {
        /// The verdict and, for a mate, the composed length are proven (or any mate was asked for).
        Done = "done",
        /// A limit was reached: every claim is true, what is missing is unknown.
        Limit = "limit",
        /// The problem could not be read.
        Error = "error",
    }
}

keywords! {
    /// The answer to "is it mate?".
    Verdict {
        /// The attacker mates by force. A judged composition has one of the next three instead.
        Mate = "mate",
        /// 完全作: a mate, and nothing worse than minor findings.
        Sound = "sound",
        /// 完全作（キズあり）: a mate with a blemish, and no fatal finding.
        Blemished = "blemished",
        /// 不完全作: a mate with a fatal finding.
        Flawed = "flawed",
        /// It is proven that the attacker cannot mate.
        NoMate = "no_mate",
        /// 必至: every defence is mated, or the attacker forces this.
        Brinkmate = "brinkmate",
        /// 詰めろ: the defender would be mated after a pass, but some defence holds.
        Threatmate = "threatmate",
        /// There is neither a mate nor a brinkmate, at all or within the plies that were looked at.
        NoBrinkmate = "no_brinkmate",
        /// The defender would not be mated after a pass.
        NoThreat = "no_threat",
        /// Neither a mate nor no mate was proven within the limits.
        Unknown = "unknown",
        /// The problem could not be read.
        Error = "error",
    }
}

keywords! {
    /// The question about a position.
    #[derive(Default)]
    RowGoal {
        /// 詰: a mate by continuous checks.
        #[default]
        Mate = "mate",
        /// 必至: a position in which every defence is mated.
        Brinkmate = "brinkmate",
        /// 詰めろ: whether the defender, who is to move, would be mated after a pass.
        Threatmate = "threatmate",
    }
}

impl RowGoal {
    /// Returns whether it is a mate, which rows of earlier versions do not say.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self == Self::Mate
    }
}

impl From<RowGoal> for Goal {
    fn from(goal: RowGoal) -> Self {
        match goal {
            RowGoal::Mate => Self::Mate,
            RowGoal::Brinkmate => Self::Brinkmate,
            RowGoal::Threatmate => Self::Threatmate,
        }
    }
}

impl From<Goal> for RowGoal {
    fn from(goal: Goal) -> Self {
        match goal {
            Goal::Mate => Self::Mate,
            Goal::Brinkmate => Self::Brinkmate,
            Goal::Threatmate => Self::Threatmate,
        }
    }
}

keywords! {
    /// The limit that ended a search, or left something open.
    Limit {
        /// Wall-clock time.
        Time = "time",
        /// Search nodes.
        Nodes = "nodes",
        /// The tables or the path were full.
        Memory = "memory",
        /// The run was interrupted.
        Interrupt = "interrupt",
        /// The verdict was settled: alternatives that could not change it got few nodes.
        Settled = "settled",
    }
}

impl From<StopReason> for Limit {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Time => Self::Time,
            StopReason::Nodes => Self::Nodes,
            StopReason::Memory => Self::Memory,
            StopReason::Interrupt => Self::Interrupt,
        }
    }
}

impl Limit {
    /// Returns the limit of the search that it is.
    #[must_use]
    pub const fn stop_reason(self) -> Option<StopReason> {
        match self {
            Self::Time => Some(StopReason::Time),
            Self::Nodes => Some(StopReason::Nodes),
            Self::Memory => Some(StopReason::Memory),
            Self::Interrupt => Some(StopReason::Interrupt),
            Self::Settled => None,
        }
    }
}

keywords! {
    /// The grade of a finding under the rules.
    RowGrade {
        /// The composition fails.
        Fatal = "fatal",
        /// The composition has a blemish (キズ).
        Blemish = "blemish",
        /// A small dual.
        Minor = "minor",
        /// Worth mentioning, without weight.
        Remark = "remark",
    }
}

keywords! {
    /// A claim of the input that is compared with the answer.
    Compared {
        /// The verdict.
        Verdict = "verdict",
        /// The length.
        Plies = "plies",
        /// The author's line.
        Line = "line",
    }
}

keywords! {
    /// The kind of an error.
    ErrorKind {
        /// The SFEN is malformed.
        Sfen = "sfen",
        /// The position is not a legal problem.
        Illegal = "illegal",
        /// The input is not text.
        Utf8 = "utf8",
        /// The line is longer than 1 MiB.
        LineTooLong = "line_too_long",
        /// A JSON object or a row of a table has no problem.
        Record = "record",
        /// The input could not be read.
        Io = "io",
        /// The moves to try cannot be played.
        Try = "try",
        /// The program failed, or an answer could not be proven and was withdrawn.
        Internal = "internal",
    }
}

keywords! {
    /// Why a refutation ends.
    LineEnd {
        /// No check is left.
        NoCheck = "no_check",
        /// A position came back.
        Repetition = "repetition",
        /// Checks are left, and the line was cut.
        ChecksLeft = "checks_left",
    }
}

keywords! {
    /// The piece that captures an interposed one.
    Taker {
        /// The piece that gave check.
        Checker = "checker",
        /// Another piece.
        Other = "other",
    }
}

keywords! {
    /// A class of interpositions on which opinions differ.
    GreyClass {
        /// The defender gets a reply that was not there before.
        NewReply = "new_reply",
        /// The check is a double one.
        DoubleCheck = "double_check",
        /// The check is a discovered one.
        DiscoveredCheck = "discovered_check",
        /// Another piece than the checking one captures.
        OtherPiece = "other_piece",
    }
}

keywords! {
    /// The side that attacks.
    Side {
        /// Black (先手).
        Black = "black",
        /// White (後手).
        White = "white",
    }
}

keywords! {
    /// The kind of an error of a certificate or its file.
    ProofErrorKind {
        /// The certificate does not prove its claim.
        Rejected = "rejected",
        /// The file is damaged.
        Malformed = "malformed",
        /// The file cannot be read.
        Io = "io",
        /// A limit of time or memory was reached, or the check was interrupted.
        Limit = "limit",
    }
}

keywords! {
    /// A claim that certificates do not prove of a problem.
    MissingClaim {
        /// That there is a mate, or that there is none.
        Answer = "answer",
        /// The composed length.
        Length = "length",
        /// The length that the problem states: another one is proven, or there is no mate.
        ExpectedPlies = "expected_plies",
        /// That, along one line of best play, a single check can mate at each turn of the attacker but the last.
        OneSolution = "one_solution",
        /// Anything: the record is not a problem.
        Problem = "problem",
    }
}

keywords! {
    /// The kind of a note that is not about the composition.
    NoteKind {
        /// The defender holds all pieces that are nowhere else.
        DefenderHandFilledIn = "defender_hand_filled_in",
        /// Some of the 40 pieces are missing.
        PiecesMissing = "pieces_missing",
        /// The side to move is in check, and is taken for the attacker.
        AttackerInCheck = "attacker_in_check",
        /// An earlier problem has the same position.
        Duplicate = "duplicate",
        /// The line is one of the strict game.
        Line = "line",
        /// The line is the author's, and best play has another length.
        AuthorsLine = "authors_line",
        /// Interpositions on which opinions differ change the answer.
        Grey = "grey_interposition",
        /// A field of the record is odd.
        Record = "record",
    }
}

keywords! {
    /// A question about a whole composition, which was not decided within the limits.
    QuestionKind {
        /// Whether there is a solution.
        Solution = "solution",
        /// Whether there is a shorter solution.
        Length = "length",
        /// The line of best play.
        Line = "line",
        /// Whether the length in the input counts futile interpositions.
        StatedLength = "stated_length",
        /// Whether a shorter line leaves nothing over.
        Leftover = "leftover",
        /// The answer with all grey interpositions futile.
        GreyInterpositions = "grey_interpositions",
        /// Whether a piece is idle.
        IdlePiece = "idle_piece",
    }
}

keywords! {
    /// The result of a comparison of two versions.
    Outcome {
        /// Nothing changed.
        Same = "same",
        /// Something got better, and nothing worse.
        Better = "better",
        /// Something got worse.
        Worse = "worse",
        /// Something changed that is neither better nor worse.
        Changed = "changed",
        /// Nothing is known to be worse, but limits leave it open.
        Unknown = "unknown",
        /// The problem is only in the old version.
        OnlyOld = "only_old",
        /// The problem is only in the new version.
        OnlyNew = "only_new",
    }
}

keywords! {
    /// A part of an answer that is compared.
    Aspect {
        /// The diagram.
        Diagram = "diagram",
        /// The goal: the versions answer different questions.
        Goal = "goal",
        /// The verdict.
        Verdict = "verdict",
        /// The composed length, or its bound.
        Length = "length",
        /// The pieces left over.
        Leftover = "leftover",
        /// The line.
        Line = "line",
        /// The findings.
        Findings = "findings",
        /// The claims of the input that are proven to be wrong.
        Claims = "claims",
        /// The rules.
        Rules = "rules",
        /// The error of the input.
        Error = "error",
    }
}

keywords! {
    /// A change of a diagram.
    ChangeKind {
        /// A piece stands on another square.
        Moved = "moved",
        /// Another piece stands on a square.
        Replaced = "replaced",
        /// A piece was taken away.
        Removed = "removed",
        /// A piece was added.
        Added = "added",
        /// A side holds another number of pieces of a kind.
        Hand = "hand",
        /// The other side is to move.
        Turn = "turn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_as_its_word() {
        for &error in ErrorKind::ALL {
            let text = serde_json::to_string(&error).unwrap();
            assert_eq!(text, format!("\"{}\"", error.word()));
            assert_eq!(serde_json::from_str::<ErrorKind>(&text).unwrap(), error);
        }
    }
}
