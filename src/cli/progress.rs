//! The sign of life of a long search: one line on standard error, on a terminal only.

use crate::report::amount;
use crate::search::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A search that is over before this is not worth a line.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows how one search goes on; the line is gone when this is dropped.
#[derive(Debug)]
pub(super) struct Meter {
    enabled: bool,
    name: Option<String>,
    since: Instant,
    /// The shortest mate heard of.
    mate_at_most: Option<u32>,
    bar: Option<ProgressBar>,
}

impl Meter {
    /// A line for the search of this problem, if progress is wanted and somebody can see it.
    pub fn new(wanted: bool, name: Option<&str>) -> Self {
        Self {
            enabled: wanted && std::io::stderr().is_terminal(),
            name: name.map(str::to_owned),
            since: Instant::now(),
            mate_at_most: None,
            bar: None,
        }
    }

    /// Shows the latest news.
    pub fn show(&mut self, progress: &Progress) {
        // The search for the strict length, which comes last, begins with a longer mate again.
        let known = self.mate_at_most.into_iter().chain(progress.mate_at_most);
        self.mate_at_most = known.min();
        let elapsed = self.since.elapsed();
        if !self.enabled || elapsed < PATIENCE {
            return;
        }
        let progress = Progress {
            mate_at_most: self.mate_at_most,
            ..progress.clone()
        };
        let message = message(self.name.as_deref(), &progress, elapsed);
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}")
                .expect("the template is a constant and well-formed");
            let target = ProgressDrawTarget::stderr();
            ProgressBar::with_draw_target(None, target).with_style(style)
        });
        bar.set_message(message);
        bar.tick();
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn message(name: Option<&str>, progress: &Progress, elapsed: Duration) -> String {
    let stats = &progress.stats;
    let seconds = elapsed.as_secs();
    let clock = match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes:02}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    let per_second = stats.nodes as f64 / elapsed.as_secs_f64();
    let mut text = format!(
        "searching{}{}  {clock}  {} nodes  {} nodes/s  depth {}  table {} %",
        if name.is_some() { " " } else { "" },
        name.unwrap_or_default(),
        amount(stats.nodes),
        amount(per_second as u64),
        stats.depth,
        stats.hashfull / 10,
    );
    if let Some((decided, all)) = progress.others {
        let found = format!("  length known, other checks: {decided} of {all} decided");
        write!(text, "{found}").expect("writing to a string cannot fail");
    } else if let Some(plies) = progress.mate_at_most {
        let found = format!("  mate found: at most {plies} plies, looking for a shorter one");
        write!(text, "{found}").expect("writing to a string cannot fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Stats;

    #[test]
    fn the_line_says_what_is_known_so_far() {
        let mut progress = Progress {
            stats: Stats {
                nodes: 31_200_000,
                expansions: 0,
                depth: 61,
                hashfull: 612,
            },
            mate_at_most: None,
            others: None,
            line: Vec::new(),
            path: Vec::new(),
        };
        let time = Duration::from_secs(42);
        assert_eq!(
            message(None, &progress, time),
            "searching  00:42  31.20 M nodes  742,857 nodes/s  depth 61  table 61 %"
        );
        progress.mate_at_most = Some(1549);
        let text = message(Some("x"), &progress, time * 100);
        assert!(text.starts_with("searching x  1:10:00  "), "{text}");
        assert!(
            text.ends_with("at most 1549 plies, looking for a shorter one"),
            "{text}"
        );
        progress.others = Some((12, 40));
        let text = message(None, &progress, time);
        assert!(
            text.ends_with("  length known, other checks: 12 of 40 decided"),
            "{text}"
        );
    }
}
