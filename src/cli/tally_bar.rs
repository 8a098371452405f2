//! The progress of a run over many problems: two lines on standard error, only on a terminal.

use super::lang::{said, spoken};
use crate::batch::pool::Intake;
use crate::report::{Tally, printable, seconds};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The current problem of a worker, and when it began.
pub(super) type CurrentProblem = Arc<Mutex<Option<(String, Instant)>>>;

/// The time before the first drawing, and between two drawings.
const EVERY: Duration = Duration::from_millis(200);

/// Shows how many problems are done; the lines are removed when this is dropped.
pub(super) struct TallyBar {
    bar: Option<ProgressBar>,
    desks: Vec<CurrentProblem>,
    name: &'static str,
    started: Instant,
    done: usize,
    drawn: Instant,
    complete: bool,
}

impl TallyBar {
    /// Makes lines for the problems of these workers, if progress is wanted and standard error is a
    /// terminal.
    pub fn new(name: &'static str, wanted: bool, desks: Vec<CurrentProblem>) -> Self {
        let bar = (wanted && std::io::stderr().is_terminal()).then(|| {
            let target = ProgressDrawTarget::stderr();
            let style = style(&format!("  {name}  {{pos}}  {{msg}}\n  {{prefix}}"));
            ProgressBar::with_draw_target(None, target).with_style(style)
        });
        Self {
            bar,
            desks,
            name,
            started: Instant::now(),
            done: 0,
            drawn: Instant::now(),
            complete: false,
        }
    }

    /// Writes something while the lines are hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Counts a finished problem.
    pub const fn done(&mut self) {
        self.done += 1;
    }

    /// Shows the latest counts.
    pub fn show(&mut self, tally: &Tally, waiting: usize, intake: Intake) {
        let Some(bar) = &self.bar else { return };
        if self.drawn.elapsed() < EVERY {
            return;
        }
        self.drawn = Instant::now();
        if intake.complete && !self.complete {
            self.complete = true;
            bar.set_length(intake.read as u64);
            let name = self.name;
            let template = format!("  {name}  {{bar:32}}  {{pos}}/{{len}}  {{msg}}\n  {{prefix}}");
            bar.set_style(style(&template).progress_chars("━╸ "));
        }
        let elapsed = self.started.elapsed();
        let done = self.done;
        let left = intake.complete.then(|| intake.read.saturating_sub(done));
        let desks = self.desks.iter().filter_map(|desk| {
            let desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            desk.clone()
        });
        let longest = desks
            .min_by_key(|&(_, since)| since)
            .map(|(id, since)| (printable(&id).into_owned(), since.elapsed()));
        bar.set_position(done as u64);
        bar.set_message(pace(done, left, elapsed));
        bar.set_prefix(counts(tally, waiting, longest));
        bar.tick();
    }
}

impl Drop for TallyBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is a constant and well-formed")
}

#[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
fn pace(done: usize, left: Option<usize>, elapsed: Duration) -> String {
    if done == 0 {
        return String::new();
    }
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    let digits = usize::from(rate < 100.0);
    let mut text = said([
        format!("{rate:.digits$}/s"),
        format!("毎秒{rate:.digits$}題"),
    ]);
    if let Some(left) = left {
        let left = whole_seconds((left as f64 / rate).ceil() as u64);
        text += &said([format!("  about {left} left"), format!("  残り約{left}")]);
    }
    text
}

fn counts(tally: &Tally, waiting: usize, longest: Option<(String, Duration)>) -> String {
    let Tally {
        sound,
        blemished,
        flawed,
        no_mate,
        unknown,
        errors,
        ..
    } = tally;
    let good = sound + blemished;
    let mut text = said([
        format!("○ {good}  × {flawed}  no mate {no_mate}  ? {unknown}"),
        format!("○ {good}  × {flawed}  不詰 {no_mate}  不明 {unknown}"),
    ]);
    if *errors > 0 {
        text += &said([format!("  errors {errors}"), format!("  エラー {errors}")]);
    }
    if waiting > 0 {
        text += &said([
            format!("  to judge again {waiting}"),
            format!("  再検討待ち {waiting}"),
        ]);
    }
    match longest {
        Some((id, since)) if since >= Duration::from_secs(1) => {
            let since = whole_seconds(since.as_secs());
            text + &said([
                format!("  longest: {id} {since}"),
                format!("  最長：{id} {since}"),
            ])
        }
        _ => text,
    }
}

/// Returns a time without the tenths of a second that [`seconds`] writes for short times, which
/// would be too exact here.
fn whole_seconds(time: u64) -> String {
    match time {
        few @ 0..10 => said([format!("{few} s"), format!("{few}秒")]),
        more => seconds(Duration::from_secs(more), spoken()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_say_how_far_it_is() {
        let tally = Tally {
            sound: 96,
            flawed: 41,
            no_mate: 4,
            unknown: 7,
            ..Tally::default()
        };
        let minute = Duration::from_secs(50);
        assert_eq!(pace(148, None, minute), "3.0/s");
        let text = pace(148, Some(52), minute);
        assert_eq!(text, "3.0/s  about 18 s left");
        assert_eq!(pace(0, Some(52), minute), "");
        assert_eq!(pace(100, Some(9), minute), "2.0/s  about 5 s left");
        let text = pace(10, Some(1000), minute);
        assert_eq!(text, "0.2/s  about 1 h 23 min left");
        assert_eq!(counts(&tally, 0, None), "○ 96  × 41  no mate 4  ? 7");
        let text = counts(&tally, 2, Some(("x".to_owned(), minute)));
        assert!(text.contains("again 2  longest: x 50"), "{text}");
        let second = Duration::from_millis(1900);
        let text = counts(&tally, 0, Some(("x".to_owned(), second)));
        assert!(text.ends_with("longest: x 1 s"), "{text}");
    }
}
