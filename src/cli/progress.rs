//! The progress of a long search: one line on standard error, only on a terminal.

use super::draw_target::{columns, progress_bar};
use super::lang::spoken;
use crate::answer::printable;
use crate::report::amount;
use crate::search::{Progress, Stage};
use crate::vocabulary::Lang;
use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of the spinner before the line.
const AROUND: usize = 2;

/// Columns between two parts.
const GAP: usize = 2;

/// A search that ends sooner than this gets no line.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows the progress of a search; the line is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Meter {
    enabled: bool,
    name: Option<String>,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl Meter {
    /// Makes a line for the search of this problem, if progress is wanted and standard error is a
    /// terminal.
    pub fn new(wanted: bool, name: Option<&str>) -> Self {
        Self {
            enabled: wanted && std::io::stderr().is_terminal(),
            name: name.map(|it| printable(it).into_owned()),
            since: Instant::now(),
            bar: None,
        }
    }

    /// Shows the latest progress.
    pub fn show(&mut self, progress: &Progress) {
        let elapsed = self.since.elapsed();
        if !self.enabled || elapsed < PATIENCE {
            return;
        }
        let parts = parts(self.name.as_deref(), progress, elapsed);
        let message = fitting(&parts, columns().saturating_sub(AROUND));
        let bar = (self.bar).get_or_insert_with(|| progress_bar("{spinner} {msg}"));
        bar.set_message(message);
        bar.tick();
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn parts(name: Option<&str>, progress: &Progress, elapsed: Duration) -> Vec<String> {
    let stats = &progress.stats;
    let seconds = elapsed.as_secs();
    let clock = match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes:02}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    let per_second = stats.nodes as f64 / elapsed.as_secs_f64();
    let lang = spoken();
    let what = match name {
        Some(name) => both!(lang, "searching {name}", "探索中 {name}"),
        None => both!(lang, "searching", "探索中"),
    };
    let mut parts = vec![what, clock];
    parts.extend(known(progress, lang));
    let (nodes, rate) = (amount(stats.nodes, lang), amount(per_second as u64, lang));
    let (depth, percent) = (stats.depth, stats.hashfull / 10);
    parts.extend(lang.of([
        [
            format!("{nodes} nodes"),
            format!("{rate} nodes/s"),
            format!("depth {depth}"),
            format!("table {percent} %"),
        ],
        [
            format!("{nodes}ノード"),
            format!("毎秒{rate}ノード"),
            format!("深さ{depth}手"),
            format!("置換表{percent}%"),
        ],
    ]));
    parts
}

/// Returns the parts that fit into `width` columns, from the first on. The first part, which may be
/// a long name, is cut to leave room for the next two.
fn fitting(parts: &[String], width: usize) -> String {
    let Some((first, others)) = parts.split_first() else {
        return String::new();
    };
    let next: usize = others.iter().take(2).map(|it| GAP + it.width()).sum();
    let mut line = cut(first, width.saturating_sub(next));
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
    let mut used = 0;
    let fits = |sign: &char| {
        used += sign.width().unwrap_or(0);
        used <= width
    };
    text.chars().take_while(fits).collect()
}

/// Returns the results so far, and the current stage.
fn known(progress: &Progress, lang: Lang) -> Option<String> {
    let (length, doing) = match progress.stage {
        Stage::Length => {
            let plies = progress.mate_at_most?;
            return Some(both!(
                lang,
                "mate in at most {plies} plies, looking for a shorter one",
                "{plies}手以内で詰み、より短い詰みを探索中"
            ));
        }
        Stage::Certificate => {
            return Some(both!(lang, "making a certificate", "証明書を作成中"));
        }
        Stage::MainLine(plies) => (
            plies,
            [
                "reading its line".to_owned(),
                "本手順を読み出し中".to_owned(),
            ],
        ),
        Stage::StrictLength(plies) => (
            plies,
            [
                "looking for the strict length".to_owned(),
                "無駄合も数えた手数を探索中".to_owned(),
            ],
        ),
        Stage::OtherChecks {
            plies,
            decided,
            all,
        } => (
            plies,
            [
                format!("other checks: {decided} of {all} decided"),
                format!("他の王手 {all}通りのうち{decided}通りを検討済み"),
            ],
        ),
        Stage::IdlePieces {
            plies,
            looked_at,
            all,
        } => (
            plies,
            [
                format!("idle pieces: {looked_at} of {all} looked at"),
                format!("無駄駒 {all}枚のうち{looked_at}枚を検討済み"),
            ],
        ),
    };
    let doing = lang.of(doing);
    Some(both!(
        lang,
        "shortest mate: {length} plies, {doing}",
        "最短{length}手、{doing}"
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
