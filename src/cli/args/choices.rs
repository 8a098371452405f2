//! The words an option can be.

use crate::composition::rules::Profile;
use crate::composition::{AttackerRule, DefenderHandRule, Interpositions};
use crate::input::ReadAs;
use crate::notation::record;
use crate::report::{Lang, Notation};
use clap::ValueEnum;

/// `--interpositions`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InterpositionsChoice {
    /// None: the strict game, where every legal interposition counts
    Off,
    /// Only those that merely put off the mate: without them it is mate, and taking the piece is
    /// mate at once
    Terminal,
    /// Those the checking piece takes when the taken piece, unused, leaves the mate no longer than
    /// without the interposition; and, where without it it is mate, those another piece takes with
    /// mate at once
    #[default]
    Standard,
    /// Those that any piece takes with check when the taken piece, unused, leaves the mate no
    /// longer than without the interposition
    Broad,
}

impl From<InterpositionsChoice> for Interpositions {
    fn from(choice: InterpositionsChoice) -> Self {
        match choice {
            InterpositionsChoice::Off => Self::Off,
            InterpositionsChoice::Terminal => Self::Terminal,
            InterpositionsChoice::Standard => Self::Standard,
            InterpositionsChoice::Broad => Self::Broad,
        }
    }
}

/// `--rules`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RulesChoice {
    /// Fully unique (完全限定): transpositions and detours are fatal, duals are blemishes.
    Strict,
    /// The practice of magazines: transpositions and detours are blemishes, duals are minor.
    #[default]
    Standard,
    /// For practice, as on スマホ詰パラ: a longer variation is a blemish, too.
    Lenient,
}

impl From<RulesChoice> for Profile {
    fn from(choice: RulesChoice) -> Self {
        match choice {
            RulesChoice::Strict => Self::Strict,
            RulesChoice::Standard => Self::Standard,
            RulesChoice::Lenient => Self::Lenient,
        }
    }
}

/// `--attacker`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AttackerChoice {
    /// The side to move, unless it is in check and its opponent has no king.
    #[default]
    Auto,
    /// Black (先手).
    Black,
    /// White (後手).
    White,
}

impl From<AttackerChoice> for AttackerRule {
    fn from(choice: AttackerChoice) -> Self {
        match choice {
            AttackerChoice::Auto => Self::Auto,
            AttackerChoice::Black => Self::Black,
            AttackerChoice::White => Self::White,
        }
    }
}

/// `--defender-hand`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum HandChoice {
    /// The rest when nothing is given, else what is given.
    #[default]
    Auto,
    /// What is given, nothing else.
    Given,
    /// Every piece that is neither on the board nor in the attacker's hand.
    Rest,
}

impl From<HandChoice> for DefenderHandRule {
    fn from(choice: HandChoice) -> Self {
        match choice {
            HandChoice::Auto => Self::Auto,
            HandChoice::Given => Self::Given,
            HandChoice::Rest => Self::Rest,
        }
    }
}

/// `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// One SFEN or JSON object a line.
    Sfen,
    /// KIF, in CP932 or UTF-8.
    #[value(alias = "kifu")]
    Kif,
    /// KI2, in CP932 or UTF-8.
    Ki2,
    /// CSA.
    Csa,
    /// JSON Kifu Format.
    Jkf,
}

impl From<InputFormat> for ReadAs {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Sfen => Self::Lines,
            InputFormat::Kif => Self::Kifu(record::Format::Kif),
            InputFormat::Ki2 => Self::Kifu(record::Format::Ki2),
            InputFormat::Csa => Self::Kifu(record::Format::Csa),
            InputFormat::Jkf => Self::Kifu(record::Format::Jkf),
        }
    }
}

/// `--to` of `convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One SFEN a line, with its line of moves and opcodes behind it.
    Sfen,
    /// KIF, in CP932 where it goes to a file.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// KI2, in CP932 where it goes to a file.
    Ki2,
    /// CSA.
    Csa,
    /// JSON Kifu Format.
    Jkf,
    /// One JSON object a line.
    Jsonl,
    /// A table with the columns `id`, `sfen` and one for each header of tsume records.
    Csv,
}

/// `--encoding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingChoice {
    /// UTF-8.
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// CP932, the `Shift_JIS` of Windows.
    #[value(alias = "shift_jis", alias = "sjis")]
    Cp932,
}

impl From<EncodingChoice> for record::Encoding {
    fn from(choice: EncodingChoice) -> Self {
        match choice {
            EncodingChoice::Utf8 => Self::Utf8,
            EncodingChoice::Cp932 => Self::Cp932,
        }
    }
}

/// `--format` of `verify`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON array.
    Json,
    /// One JSON object a line, as soon as it is known.
    Jsonl,
}

/// `--format` of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// For people.
    Text,
    /// One JSON array.
    Json,
    /// One JSON object a line, as soon as it is known.
    Jsonl,
    /// The flat fields, comma-separated, with a header.
    Csv,
    /// A KIF record for each problem: the main line, the longest variations, and what is found.
    Kif,
    /// One page to look at: diagrams, lines to step through, what is found.
    Html,
}

/// `--lang`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LangChoice {
    /// English, with the terms of the art in Japanese.
    En,
    /// Japanese.
    Ja,
}

impl From<LangChoice> for Lang {
    fn from(choice: LangChoice) -> Self {
        match choice {
            LangChoice::En => Self::English,
            LangChoice::Ja => Self::Japanese,
        }
    }
}

/// `--proof-format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// Packed and compressed.
    #[default]
    Binary,
    /// One JSON object a line.
    Json,
}

/// `--notation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum NotationChoice {
    /// ▲３四飛成
    #[default]
    Japanese,
    /// R-3d+
    Western,
    /// 3a3d+
    Usi,
}

impl From<NotationChoice> for Notation {
    fn from(choice: NotationChoice) -> Self {
        match choice {
            NotationChoice::Japanese => Self::Japanese,
            NotationChoice::Western => Self::Western,
            NotationChoice::Usi => Self::Usi,
        }
    }
}

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
