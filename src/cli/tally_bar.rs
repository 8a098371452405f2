//! The progress of a run over many problems: two lines on standard error, only on a terminal.

use super::lang::{localized, message_lang};
use super::progress::{columns, cut, progress_bar, style};
use crate::answer::{Tally, printable};
use crate::batch::pool::{CurrentItem, Intake};
use crate::input::Extent;
use crate::report::seconds;
use indicatif::ProgressBar;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// The time before the first drawing, and between two drawings.
const DRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Columns before the text of the second line.
const INDENT: usize = 2;

/// The number of problems of the input, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProblemCount {
    /// The number; `None` if the length of the input is not known.
    all: Option<usize>,
    /// Whether the number is estimated from the bytes read so far.
    is_estimated: bool,
}

impl ProblemCount {
    /// Returns the number, or an estimate.
    pub fn new(intake: Intake, extent: &Extent) -> Self {
        if intake.complete {
            return Self {
                all: Some(intake.read),
                is_estimated: false,
            };
        }
        let to_come = extent.to_come(intake.read);
        Self {
            all: to_come.map(|it| it + intake.read),
            is_estimated: true,
        }
    }

    /// Returns the template of the lines: a bar if there is a number.
    fn template(self, name: &str) -> String {
        let count = match (self.all, self.is_estimated) {
            (None, _) => "{pos}".to_owned(),
            (_, true) => {
                let position = localized(["{pos} of about {len}", "{pos}/約{len}"]);
                format!("{{bar:32}}  {position}")
            }
            (_, false) => "{bar:32}  {pos}/{len}".to_owned(),
        };
        format!("  {name}  {count}  {{msg}}\n  {{prefix}}")
    }
}

/// Shows how many problems are done; the lines are removed when this is dropped.
pub(super) struct TallyBar {
    bar: Option<ProgressBar>,
    current: Vec<CurrentItem>,
    name: &'static str,
    started: Instant,
    done: usize,
    last_drawn: Instant,
    /// The number of problems when the lines were drawn. It decides their template.
    number: ProblemCount,
}

impl TallyBar {
    /// Makes lines for the problems of these workers, if progress is wanted and standard error is a
    /// terminal.
    pub fn new(name: &'static str, wanted: bool, current: Vec<CurrentItem>) -> Self {
        let number = ProblemCount::default();
        Self {
            bar: progress_bar(wanted, &number.template(name)),
            current,
            name,
            started: Instant::now(),
            done: 0,
            last_drawn: Instant::now(),
            number,
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

    /// Shows the latest counts, unless the last drawing was just before.
    pub fn show(&mut self, counts: impl FnOnce() -> String, number: ProblemCount) {
        let Some(bar) = &self.bar else { return };
        if self.last_drawn.elapsed() < DRAW_INTERVAL {
            return;
        }
        self.last_drawn = Instant::now();
        let template = number.template(self.name);
        if template != self.number.template(self.name) {
            bar.set_style(style(&template).progress_chars("━╸ "));
        }
        self.number = number;
        if let Some(all) = number.all {
            bar.set_length(all as u64);
        }
        let elapsed = self.started.elapsed();
        let done = self.done;
        let left = number.all.map(|all| all.saturating_sub(done));
        let current = self.current.iter().filter_map(|it| {
            let item = it.lock().unwrap_or_else(PoisonError::into_inner);
            item.clone()
        });
        let longest = current
            .min_by_key(|&(_, started)| started)
            .map(|(id, started)| (printable(&id).into_owned(), started.elapsed()));
        bar.set_position(done as u64);
        bar.set_message(pace(done, left, elapsed));
        let counts = counts() + &longest_in_words(longest);
        bar.set_prefix(cut(&counts, columns().saturating_sub(INDENT)));
        bar.tick();
    }
}

/// Returns the problems done in a second, and the time that the others will take.
#[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
fn pace(done: usize, left: Option<usize>, elapsed: Duration) -> String {
    if done == 0 {
        return String::new();
    }
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    let digits = usize::from(rate < 100.0);
    let mut text = say!("{rate:.digits$}/s", "毎秒{rate:.digits$}題");
    if let Some(left) = left {
        let left = whole_seconds((left as f64 / rate).ceil() as u64);
        text += &say!("  about {left} left", "  残り約{left}");
    }
    text
}

/// Returns the counts of a run that judges problems. `waiting` are those for the second pass.
pub(super) fn counts(tally: &Tally, waiting: usize) -> String {
    let Tally {
        sound,
        blemished,
        flawed,
        no_mate,
        unknown,
        errors,
        ..
    } = tally;
    let good = sound + blemished + tally.brinkmate + tally.threatmate;
    let mut text = say!(
        "○ {good}  × {flawed}  no mate {no_mate}  ? {unknown}",
        "○ {good}  × {flawed}  不詰 {no_mate}  不明 {unknown}"
    );
    let without = tally.no_brinkmate + tally.no_threat;
    if without > 0 {
        text += &say!(
            "  no brinkmate or threat {without}",
            "  必至・詰めろなし {without}"
        );
    }
    if *errors > 0 {
        text += &say!("  errors {errors}", "  エラー {errors}");
    }
    if waiting > 0 {
        text += &say!("  to judge again {waiting}", "  再検討待ち {waiting}");
    }
    text
}

/// Returns the current problem that has taken longest, if it has taken a second or more.
fn longest_in_words(longest: Option<(String, Duration)>) -> String {
    match longest {
        Some((id, elapsed)) if elapsed >= Duration::from_secs(1) => {
            let elapsed = whole_seconds(elapsed.as_secs());
            say!("  longest: {id} {elapsed}", "  最長：{id} {elapsed}")
        }
        _ => String::new(),
    }
}

/// Returns a time in words, without the tenths of a second that [`seconds`] writes for short times.
fn whole_seconds(time_seconds: u64) -> String {
    match time_seconds {
        short @ 0..10 => say!("{short} s", "{short}秒"),
        long => seconds(Duration::from_secs(long), message_lang()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_bar_as_soon_as_a_number_can_be_estimated() {
        let (read, extent) = (3, Extent::default());
        let intake = |complete| Intake { read, complete };
        let number = |complete| ProblemCount::new(intake(complete), &extent);
        assert_eq!(number(false).template("x"), "  x  {pos}  {msg}\n  {prefix}");
        let about = ProblemCount {
            all: Some(40),
            is_estimated: true,
        };
        let about = about.template("x");
        assert!(about.contains("{bar:32}  {pos} of about {len}"), "{about}");
        let all = number(true).template("x");
        assert!(all.contains("{bar:32}  {pos}/{len}"), "{all}");
    }

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
        assert_eq!(counts(&tally, 0), "○ 96  × 41  no mate 4  ? 7");
        let longest = |time| longest_in_words(Some(("x".to_owned(), time)));
        let text = counts(&tally, 2) + &longest(minute);
        assert!(text.contains("again 2  longest: x 50"), "{text}");
        let second = Duration::from_millis(1900);
        let text = counts(&tally, 0) + &longest(second);
        assert!(text.ends_with("longest: x 1 s"), "{text}");
    }
}
