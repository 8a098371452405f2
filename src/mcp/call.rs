//! A call at work: its arguments, its bounds, its progress and its answer.

use super::arguments::Arguments;
use super::bounds::Bounds;
use super::folder::Folder;
use super::trouble::Trouble;
use crate::report::amount;
use crate::search::{Progress, Stopwatch};
use crate::vocabulary::Lang;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The least time between two messages about the progress.
const PAUSE: Duration = Duration::from_millis(500);

/// An answer: a text for people, and a value for programs.
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
    /// Bounds the size of the answer for the client. A text that is too long is cut, and says so.
    ///
    /// # Errors
    /// If the value for programs is too large, because that cannot be cut.
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
    /// The time since the call began, in seconds.
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
    /// The flag that is set when the call has to end.
    pub stop: Arc<AtomicBool>,
    pub teller: Teller<'a>,
}

impl Call<'_> {
    /// Checks that the call was not stopped and that its time is not over. Work other than a search
    /// calls this again and again; a search has limits of its own.
    ///
    /// # Errors
    /// If the call has to end.
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

    /// Tells the number of nodes of a search, and the length of a mate that it has found.
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

    /// Returns the text, unless it is too large. `name` is its argument.
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

/// Tells the progress of a call, at most once in each [`PAUSE`].
pub(super) struct Teller<'a> {
    watch: Stopwatch,
    last: Mutex<Duration>,
    /// `None` if the client did not ask for it.
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

    /// Tells a message, unless the last one was told less than [`PAUSE`] ago.
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
