//! Progress on standard error, only on a terminal: a line for one search, and one for other work.

use super::lang::message_lang;
use crate::answer::printable;
use crate::report::amount;
use crate::search::{Progress, Stage};
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of the spinner before the line.
const SPINNER_COLUMNS: usize = 2;

/// Columns between two parts of the line.
const GAP: usize = 2;

/// A search that ends sooner than this gets no line.
const DELAY: Duration = Duration::from_secs(1);

/// The most times that progress is drawn in a second.
const MAX_HERTZ: u8 = 20;

/// Returns lines of progress, which disappear when they are dropped. `None` if they are not wanted, or if
/// standard error is no terminal.
pub(super) fn progress_bar(wanted: bool, template: &str) -> Option<ProgressBar> {
    (wanted && io::stderr().is_terminal()).then(|| {
        ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(MAX_HERTZ))
            .with_style(style(template))
            .with_finish(ProgressFinish::AndClear)
    })
}

/// Returns the style of this template.
pub(super) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is a constant and well-formed")
}

/// Returns the columns of standard error.
pub(super) fn columns() -> usize {
    Term::stderr().size().1.into()
}

/// A line for work whose steps may take long.
pub(super) struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// Makes a line, if progress is wanted and standard error is a terminal.
    pub fn new(wanted: bool) -> Self {
        let bar = progress_bar(wanted, "{spinner} {wide_msg}");
        if let Some(bar) = &bar {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self(bar)
    }

    /// Shows this text.
    pub fn show(&self, text: impl FnOnce() -> String) {
        if let Some(bar) = &self.0 {
            bar.set_message(text());
        }
    }

    /// Writes something while the line is hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// Shows the progress of a search; the line is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Meter {
    wanted: bool,
    name: Option<String>,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Meter {
    /// Makes a line for the search of this problem, if progress is wanted and standard error is a
    /// terminal.
    pub fn new(wanted: bool, name: Option<&str>) -> Self {
        Self {
            wanted: wanted && io::stderr().is_terminal(),
            name: name.map(|it| printable(it).into_owned()),
            started: Instant::now(),
            bar: None,
        }
    }

    /// Shows the latest progress.
    pub fn show(&mut self, progress: &Progress) {
        let elapsed = self.started.elapsed();
        if !self.wanted || elapsed < DELAY {
            return;
        }
        if self.bar.is_none() {
            self.bar = progress_bar(true, "{spinner} {msg}");
        }
        if let Some(bar) = &self.bar {
            let parts = parts(self.name.as_deref(), progress, elapsed);
            bar.set_message(fitting(&parts, columns().saturating_sub(SPINNER_COLUMNS)));
            bar.tick();
        }
    }
}

/// Returns the parts of the line, the most important first.
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn parts(name: Option<&str>, progress: &Progress, elapsed: Duration) -> Vec<String> {
    let stats = &progress.stats;
    let seconds = elapsed.as_secs();
    let clock = match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes:02}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    let lang = message_lang();
    let what = match name {
        Some(name) => say!("searching {name}", "探索中 {name}"),
        None => say!("searching", "探索中"),
    };
    let mut parts = vec![what, clock];
    parts.extend(result_and_stage(progress));
    let rate = amount((stats.nodes as f64 / elapsed.as_secs_f64()) as u64, lang);
    let nodes = amount(stats.nodes, lang);
    let (depth, percent) = (stats.depth, stats.hashfull / 10);
    parts.extend([
        say!("{nodes} nodes", "{nodes}ノード"),
        say!("{rate} nodes/s", "毎秒{rate}ノード"),
        say!("depth {depth}", "深さ{depth}手"),
        say!("table {percent} %", "置換表{percent}%"),
    ]);
    parts
}

/// Returns the parts that fit into `width` columns, from the first on. The first part, which may be
/// a long name, is cut to leave room for the next two.
fn fitting(parts: &[String], width: usize) -> String {
    let Some((first, others)) = parts.split_first() else {
        return String::new();
    };
    let next_two: usize = others.iter().take(2).map(|it| GAP + it.width()).sum();
    let mut line = cut(first, width.saturating_sub(next_two));
    for part in others {
        let gap = if line.is_empty() { 0 } else { GAP };
        if line.width() + gap + part.width() > width {
            break;
        }
        line.extend(std::iter::repeat_n(' ', gap));
        line += part;
    }
    line
}

/// Cuts a text to `width` columns.
pub(super) fn cut(text: &str, width: usize) -> String {
    let mut used_columns = 0;
    let fits = |c: &char| {
        used_columns += c.width().unwrap_or(0);
        used_columns <= width
    };
    text.chars().take_while(fits).collect()
}

/// Returns the result so far, and the current stage.
fn result_and_stage(progress: &Progress) -> Option<String> {
    let (plies, activity) = match progress.stage {
        Stage::Length => {
            let plies = progress.mate_at_most?;
            return Some(say!(
                "mate in at most {plies} plies, looking for a shorter one",
                "{plies}手以内で詰み、より短い詰みを探索中"
            ));
        }
        Stage::Certificate => return Some(say!("making a certificate", "証明書を作成中")),
        Stage::MainLine(plies) => (plies, say!("reading its line", "本手順を読み出し中")),
        Stage::StrictLength(plies) => (
            plies,
            say!(
                "looking for the strict length",
                "無駄合も数えた手数を探索中"
            ),
        ),
        Stage::OtherChecks {
            plies,
            decided,
            all,
        } => (
            plies,
            say!(
                "other checks: {decided} of {all} decided",
                "他の王手 {all}通りのうち{decided}通りを検討済み"
            ),
        ),
        Stage::IdlePieces {
            plies,
            looked_at,
            all,
        } => (
            plies,
            say!(
                "idle pieces: {looked_at} of {all} looked at",
                "無駄駒 {all}枚のうち{looked_at}枚を検討済み"
            ),
        ),
    };
    Some(say!(
        "shortest mate: {plies} plies, {activity}",
        "最短{plies}手、{activity}"
    ))
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
                depth: 61,
                hashfull: 612,
                ..Stats::default()
            },
            mate_at_most: None,
            stage: Stage::Length,
            line: Vec::new(),
            path: Vec::new(),
        };
        let time = Duration::from_secs(42);
        let within = |width, name, progress: &Progress, time| {
            let line = fitting(&parts(name, progress, time), width);
            assert!(line.width() <= width, "{line}");
            line
        };
        let message = |name, progress: &Progress, time| within(200, name, progress, time);
        assert_eq!(
            message(None, &progress, time),
            "searching  00:42  31.20 M nodes  742,857 nodes/s  depth 61  table 61 %"
        );
        progress.mate_at_most = Some(1549);
        let text = message(Some("x"), &progress, time * 100);
        let start =
            "searching x  1:10:00  mate in at most 1549 plies, looking for a shorter one  31";
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
                    looked_at: 0,
                    all: 9,
                },
                "idle pieces: 0 of 9 looked at",
            ),
        ] {
            progress.stage = stage;
            let text = message(None, &progress, time);
            let start = format!("searching  00:42  shortest mate: 41 plies, {now}  31");
            assert!(text.starts_with(&start), "{text}");
        }
        // Whole parts are left out, and a long name is cut before the others are.
        progress.stage = Stage::MainLine(41);
        let text = within(60, None, &progress, time);
        assert_eq!(
            text,
            "searching  00:42  shortest mate: 41 plies, reading its line"
        );
        let name = "詰将棋".repeat(9);
        let text = within(64, Some(&name), &progress, time);
        assert_eq!(
            text,
            "searching 詰将  00:42  shortest mate: 41 plies, reading its line"
        );
        assert_eq!(within(20, Some("x"), &progress, time), "00:42");
        assert_eq!(within(0, None, &progress, time), "");
    }
}
