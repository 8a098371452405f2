//! A call at work: it ends when it is told to, and tells how far it has come.

use super::arguments::Arguments;
use super::bounds::Bounds;
use super::folder::Folder;
use super::trouble::Trouble;
use crate::report::{Lang, amount};
use crate::search::{Progress, Stopwatch};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Between two messages about the progress, there is this time at least.
const PAUSE: Duration = Duration::from_millis(500);

/// An answer: the text, and the same for programs.
#[derive(Debug)]
pub(super) struct Answer {
    pub text: String,
    pub structured: Value,
}

/// The width of texts, in columns.
pub(super) const WIDTH: usize = 80;

/// The longest text of an answer, in bytes. The longest known mates take a sixth of it.
const LONGEST: usize = 100_000;

/// The largest structured answer, in bytes.
const LARGEST: usize = 4 << 20;

impl Answer {
    /// Makes sure that a client can take an answer: a text that is too long is cut, and says so.
    ///
    /// # Errors
    /// If the answer for programs is too large. It cannot be cut.
    pub fn bounded(mut self, lang: Lang) -> Result<Self, Trouble> {
        let size = self.structured.to_string().len();
        if size > LARGEST {
            return Err(Trouble::new(both!(
                "the answer has {size} bytes, and may have {LARGEST} at most: give or ask for less",
                "答えが{size}バイトになり、上限の{LARGEST}バイトを超える：渡すものか求めるものを減らす"
            )));
        }
        if self.text.len() > LONGEST {
            let end = self.text.floor_char_boundary(LONGEST);
            let end = self.text[..end].rfind('\n').unwrap_or(end);
            let more = self.text[end..].trim().lines().count();
            self.text.truncate(end);
            self.text += &both!(
                lang,
                "\n\n{more} more lines are left out of this text; the structured answer has everything.",
                "\n\nこの文章からは残り{more}行を省略した。structured content には全部ある。"
            );
        }
        Ok(self)
    }
}

/// The progress of a call.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The time since it began, in seconds.
    pub seconds: f64,
    pub message: String,
}

/// A call at work.
pub(super) struct Call<'a> {
    pub arguments: Arguments<'a>,
    pub bounds: &'a Bounds,
    /// The folder whose collections may be read.
    pub folder: Option<&'a Folder>,
    pub lang: Lang,
    /// Set once the call has to end.
    pub stop: Arc<AtomicBool>,
    pub teller: Teller<'a>,
}

impl Call<'_> {
    /// Makes sure that the call may go on: it was not stopped, and the time is not over. Searches have limits of
    /// their own.
    ///
    /// # Errors
    /// If it has to end.
    pub fn goes_on(&self) -> Result<(), Trouble> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Trouble::stopped());
        }
        if self.teller.watch.elapsed() < self.bounds.time {
            return Ok(());
        }
        Err(Trouble::new([
            "the time of the server for one call is over: give less to read",
            "一つの要求に使える時間が過ぎた：読む量を減らす",
        ]))
    }

    /// Tells how many nodes a search has seen.
    pub fn progress(&self, progress: &Progress) {
        let lang = self.lang;
        self.teller.tell(|| {
            let nodes = amount(progress.stats.nodes, lang);
            match progress.bound() {
                Some(plies) => both!(
                    lang,
                    "{nodes} nodes, mate in {plies} or fewer",
                    "{nodes}ノード、{plies}手以内の詰みあり"
                ),
                None => both!(lang, "{nodes} nodes", "{nodes}ノード"),
            }
        });
    }

    /// Returns the text of an argument that holds problems.
    ///
    /// # Errors
    /// If it is missing, or larger than the bound.
    pub fn problems(&self, name: &str) -> Result<&str, Trouble> {
        let text = self.arguments.needed(name)?;
        self.within(name, text)
    }

    /// Returns a text, if it is not too large.
    ///
    /// # Errors
    /// If it is larger than the bound.
    pub fn within<'t>(&self, name: &str, text: &'t str) -> Result<&'t str, Trouble> {
        let (size, most) = (text.len(), self.bounds.input_bytes);
        if size <= most {
            return Ok(text);
        }
        Err(Trouble::argument(
            name,
            both!(
                "the text has {size} bytes, and may have {most} at most",
                "文字列が{size}バイトあり、上限の{most}バイトを超える"
            ),
        ))
    }
}

/// Tells the progress of a call, not too often.
pub(super) struct Teller<'a> {
    watch: Stopwatch,
    last: Mutex<Duration>,
    /// `None` if nobody wants to know.
    tell: Option<&'a (dyn Fn(Step) + Sync)>,
}

impl<'a> Teller<'a> {
    pub fn new(tell: Option<&'a (dyn Fn(Step) + Sync)>) -> Self {
        Self {
            watch: Stopwatch::start(),
            last: Mutex::new(Duration::ZERO),
            tell,
        }
    }

    /// Tells a message, unless another one was told just now.
    pub fn tell(&self, message: impl FnOnce() -> String) {
        let Some(tell) = self.tell else {
            return;
        };
        let now = self.watch.elapsed();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_sub(*last) < PAUSE {
            return;
        }
        *last = now;
        drop(last);
        tell(Step {
            seconds: now.as_secs_f64(),
            message: message(),
        });
    }
}
