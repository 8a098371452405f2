//! The formats of answers, and how they look.

use super::naming::FileFormat;
use crate::notation::FileType;
use crate::report::RowFormat;
use clap::ValueEnum;

impl FileFormat for RowFormat {
    const FILES: &'static [(Self, FileType)] = Self::FILES;
}

/// `--layout`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LayoutChoice {
    /// A list of cards with diagrams, lines and findings
    #[default]
    Cards,
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
