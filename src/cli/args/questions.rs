//! Questions that may be asked of a problem beside the answer, by `tsume solve` and `tsume check`.

use super::values::{TryMoves, moves};
use clap::Args;

/// Options that ask for more than the usual answer.
#[derive(Args, Clone, Debug, Default)]
pub struct QuestionArgs {
    /// Show every other defence along the main line (変化), so many levels deep
    ///
    /// 1: what else the defender can play at each turn of the main line, each with its length, what
    /// it leaves over, and its line. 2: also at each turn of those lines; and so on. Lengths are
    /// counted from the start.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    #[arg(help_heading = "Questions")]
    pub variations: Option<u32>,

    /// Explain which interpositions on the main line are futile (無駄合), and why
    ///
    /// Cases in which usage is divided are marked, and it is said whether the answer would be another
    /// if they were futile, too.
    #[arg(long, help_heading = "Questions")]
    pub explain: bool,

    /// Try these moves (紛れ) from the start, the last one the attacker's
    ///
    /// In USI, in Japanese or as in KIF: '3a3d+ 1d1e 3d1d', '▲３四飛成△１五玉▲１四龍', '34飛成(31)'.
    /// Says whether they mate, with length and line, or how the defender gets away.
    #[arg(long = "try", value_name = "MOVES", value_parser = moves)]
    #[arg(help_heading = "Questions")]
    pub attempt: Option<TryMoves>,
}

impl QuestionArgs {
    /// Whether anything is asked.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.variations.is_some() || self.explain || self.attempt.is_some()
    }
}
