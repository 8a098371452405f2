//! The sign of life of a long search: one line on standard error, on a terminal only.

use crate::report::amount;
use crate::search::{Progress, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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
    bar: Option<ProgressBar>,
}

impl Meter {
    /// A line for the search of this problem, if progress is wanted and somebody can see it.
    pub fn new(wanted: bool, name: Option<&str>) -> Self {
        Self {
            enabled: wanted && std::io::stderr().is_terminal(),
            name: name.map(str::to_owned),
            since: Instant::now(),
            bar: None,
        }
    }

    /// Shows the latest news.
    pub fn show(&mut self, progress: &Progress) {
        let elapsed = self.since.elapsed();
        if !self.enabled || elapsed < PATIENCE {
            return;
        }
        let message = message(self.name.as_deref(), progress, elapsed);
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
    let what = match name {
        Some(name) => format!("searching {name}"),
        None => "searching".to_owned(),
    };
    let cost = format!(
        "{} nodes  {} nodes/s  depth {}  table {} %",
        amount(stats.nodes),
        amount(per_second as u64),
        stats.depth,
        stats.hashfull / 10,
    );
    // What a narrow terminal has no room for is the end.
    let parts = [Some(what), Some(clock), known(progress), Some(cost)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("  ")
}

/// What is known so far, and what is being found out.
fn known(progress: &Progress) -> Option<String> {
    let shortest = |plies| format!("shortest mate: {plies} plies");
    Some(match progress.stage {
        Stage::Length => {
            let plies = progress.mate_at_most?;
            format!("mate found: at most {plies} plies, looking for a shorter one")
        }
        Stage::MainLine(plies) => format!("{}, reading its line", shortest(plies)),
        Stage::StrictLength(plies) => {
            format!("{}, looking for the strict length", shortest(plies))
        }
        Stage::OtherChecks {
            plies,
            decided,
            all,
        } => format!(
            "{}, other checks: {decided} of {all} decided",
            shortest(plies)
        ),
        Stage::IdlePieces {
            plies,
            decided,
            all,
        } => format!(
            "{}, idle pieces: {decided} of {all} decided",
            shortest(plies)
        ),
        Stage::Certificate => "making a certificate".to_owned(),
    })
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
            stage: Stage::Length,
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
        let start =
            "searching x  1:10:00  mate found: at most 1549 plies, looking for a shorter one  31";
        assert!(text.starts_with(start), "{text}");
        for (stage, now) in [
            (Stage::MainLine(41), "reading its line"),
            (Stage::StrictLength(41), "looking for the strict length"),
            (
                Stage::OtherChecks {
                    plies: 41,
                    decided: 12,
                    all: 40,
                },
                "other checks: 12 of 40 decided",
            ),
            (
                Stage::IdlePieces {
                    plies: 41,
                    decided: 0,
                    all: 9,
                },
                "idle pieces: 0 of 9 decided",
            ),
        ] {
            progress.stage = stage;
            let text = message(None, &progress, time);
            let start = format!("searching  00:42  shortest mate: 41 plies, {now}  31");
            assert!(text.starts_with(&start), "{text}");
        }
    }
}
