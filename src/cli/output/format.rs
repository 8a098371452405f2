//! The formats of answers, and how they look.

use super::naming::FileFormat;
use crate::notation::{FileType, record};
use crate::report::Page;
use clap::ValueEnum;

/// `--format` of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// Text for people.
    Text,
    /// One JSON array.
    Json,
    /// One JSON object on one line for each problem, written at once.
    Jsonl,
    /// A comma-separated table with a header: the fields with a single value.
    Csv,
    /// A KIF record for each problem: the main line, the longest variations and the findings.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// The same in KI2.
    Ki2,
    /// The main line in CSA.
    Csa,
    /// The same as in KIF, in JSON Kifu Format.
    Jkf,
    /// A picture of each diagram in the style of magazines.
    Svg,
    /// One page for a browser: diagrams, lines to step through, findings.
    Html,
}

/// The needs and contents of a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatTraits {
    /// A file of it grows row by row, and rows in it can be replaced.
    pub grows: bool,
    /// A file of it is useless without its end.
    pub needs_end: bool,
    /// It shows variations that nobody asked for.
    pub shows_variations: bool,
    /// It shows the answers of `--explain` and `--try`.
    pub shows_questions: bool,
    /// It shows the whole judgement of each problem, also of one whose position came before.
    pub needs_judgements: bool,
}

impl RowFormat {
    /// Returns what the format needs and shows.
    pub const fn traits(self) -> FormatTraits {
        let usual = FormatTraits {
            grows: false,
            needs_end: false,
            shows_variations: false,
            shows_questions: true,
            needs_judgements: false,
        };
        match self {
            Self::Text => usual,
            // A table has no place for the answers to questions, but other output may have.
            Self::Jsonl | Self::Csv => FormatTraits {
                grows: true,
                ..usual
            },
            Self::Json => FormatTraits {
                needs_end: true,
                ..usual
            },
            Self::Html => FormatTraits {
                needs_end: true,
                shows_variations: true,
                ..usual
            },
            Self::Kif | Self::Kifu | Self::Ki2 | Self::Csa | Self::Jkf => FormatTraits {
                shows_variations: !matches!(self, Self::Csa),
                shows_questions: false,
                needs_judgements: true,
                ..usual
            },
            Self::Svg => FormatTraits {
                shows_questions: false,
                ..usual
            },
        }
    }

    /// Returns the page that it writes for each problem, if it does.
    pub const fn page(self) -> Option<Page> {
        Some(match self {
            Self::Kif | Self::Kifu => Page::Record(record::Format::Kif),
            Self::Ki2 => Page::Record(record::Format::Ki2),
            Self::Csa => Page::Record(record::Format::Csa),
            Self::Jkf => Page::Record(record::Format::Jkf),
            Self::Svg => Page::Picture,
            Self::Text | Self::Json | Self::Jsonl | Self::Csv | Self::Html => return None,
        })
    }
}

impl FileFormat for RowFormat {
    const FILES: &'static [(Self, FileType)] = &[
        (Self::Text, FileType::Text),
        (Self::Json, FileType::Json),
        (Self::Jsonl, FileType::Jsonl),
        (Self::Csv, FileType::Csv),
        (Self::Kif, FileType::Kif),
        (Self::Kifu, FileType::Kifu),
        (Self::Ki2, FileType::Ki2),
        (Self::Ki2, FileType::Ki2u),
        (Self::Csa, FileType::Csa),
        (Self::Jkf, FileType::Jkf),
        (Self::Svg, FileType::Svg),
        (Self::Html, FileType::Html),
    ];
}

/// `--layout`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LayoutChoice {
    /// A list of cards with diagrams, lines and findings
    #[default]
    Cards,
    /// The same, with small diagrams at first; a click opens a card
    Gallery,
    /// Pages to print: contents, diagrams, solutions behind them
    Book,
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

impl ColorWhen {
    /// Sets when to use colour, for answers and diagnostics alike.
    pub fn set(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}
