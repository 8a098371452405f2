//! A call under way: its server, its bounds, its progress and its answer.

use super::arguments::Arguments;
use crate::input::AllowedFolder;
use crate::report::amount;
use crate::said::Said;
use crate::search::{Limits, Progress, Stopwatch};
use crate::vocabulary::Lang;
use crate::workbench::Fault;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// A server of tools.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// The bounds of every call.
    pub bounds: Bounds,
    /// The folder whose collections may be read.
    pub folder: Option<AllowedFolder>,
    /// The language of answers to calls that do not name one.
    pub lang: Lang,
}

/// The bounds of a server. They hold for every call, also if it gives no limits.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most time of a call.
    pub time: Duration,
    /// The most search nodes of a call.
    pub nodes: u64,
    /// The memory for the tables of a search, in bytes.
    pub hash_bytes: usize,
    /// The most calls at the same time.
    pub jobs: usize,
    /// The largest text of a problem or a collection, in bytes.
    pub input_bytes: usize,
    /// The most results of a call: problems, similar works.
    pub results: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            nodes: 100_000_000,
            hash_bytes: 64 << 20,
            jobs: 2,
            input_bytes: 1 << 20,
            results: 100,
        }
    }
}

impl Bounds {
    /// Returns the most time of a call, in milliseconds.
    pub(super) fn time_ms(&self) -> u64 {
        u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX)
    }
}

/// The answer to a call, or why there is none.
pub(super) type Answered = Result<CallToolResult, Said>;

/// The time of a call that gives no limit. Many clients give up after a minute.
const DEFAULT_TIME: Duration = Duration::from_secs(20);

/// The number of problems that are composed if a call gives no number.
pub(super) const DEFAULT_RESULTS: usize = 3;

/// The width of texts, in columns.
pub(super) const WIDTH: usize = 80;

/// The longest text of an answer. The texts of the longest known mates have a sixth of this size.
const MAX_TEXT_BYTES: usize = 100_000;

/// The largest structured answer.
const MAX_JSON_BYTES: usize = 4 << 20;

/// Makes an answer of a text for people and a value for programs, both of bounded size. A text that is too long is
/// cut, and says so.
///
/// # Errors
/// If the value for programs is too large, because that cannot be cut.
pub(super) fn answer(mut text: String, structured: &impl Serialize, lang: Lang) -> Answered {
    let json = serde_json::to_string(structured).map_err(|error| internal_error(&error))?;
    let size = json.len();
    if size > MAX_JSON_BYTES {
        return Err(too_long(size, MAX_JSON_BYTES));
    }
    if text.len() > MAX_TEXT_BYTES {
        let end = text.floor_char_boundary(MAX_TEXT_BYTES);
        let end = text[..end].rfind('\n').unwrap_or(end);
        let more = text[end..].trim().lines().count();
        text.truncate(end);
        text += left_out(more).in_lang(lang);
    }
    let mut answer = CallToolResult::success(vec![ContentBlock::text(text)]);
    answer.structured_content =
        serde_json::from_str(&json).map_err(|error| internal_error(&error))?;
    Ok(answer)
}

/// Returns the error that the program failed, and why.
pub(super) fn internal_error(reason: &impl ToString) -> Said {
    Fault::internal(&reason.to_string()).message
}

says! {
    too_long(size, most): "the answer has {size} bytes, and may have {most} at most: give or ask for less",
        "答えが{size}バイトになり、上限の{most}バイトを超える：渡すものか求めるものを減らす";
    left_out(more): "\n\n{more} more lines are left out of this text; the structured answer has everything.",
        "\n\nこの文章からは残り{more}行を省略した。structured content には全部ある。";
    stopped(): "the call was stopped", "要求は止められた";
    late(): "the time of the server for one call is over: give less to read",
        "一つの要求に使える時間が過ぎた：読む量を減らす";
    searched(nodes): "{nodes} nodes", "{nodes}ノード";
    mates(nodes, plies): "{nodes} nodes, mate in {plies} or fewer", "{nodes}ノード、{plies}手以内の詰みあり";
}

/// Returns the error that a call was stopped.
pub(super) fn stopped_error() -> Said {
    stopped()
}

/// A call under way.
pub(super) struct Call<'a> {
    pub server: &'a Server,
    /// The arguments as they were given, without null.
    pub given: Value,
    pub lang: Lang,
    /// The flag that is set when the call has to end.
    pub stop: Arc<AtomicBool>,
    /// The time since the beginning of the work.
    pub stopwatch: Stopwatch,
    /// Takes the latest message about the progress.
    pub progress: watch::Sender<String>,
}

impl Call<'_> {
    /// Checks that the call was not stopped and that its time is not over. Work without a search has to call this
    /// often. A search has limits of its own.
    ///
    /// # Errors
    /// If the call has to end.
    pub fn check_running(&self) -> Result<(), Said> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(stopped_error());
        }
        if self.stopwatch.elapsed() < self.server.bounds.time {
            return Ok(());
        }
        Err(late())
    }

    /// Returns the limits of the search of a call: the given ones, else the defaults.
    pub fn limits(&self, given: &Arguments) -> Limits {
        let bounds = &self.server.bounds;
        let time = match (given.time_ms, given.nodes) {
            (Some(time), _) => Duration::from_millis(time),
            // Only the number of nodes limits the search, so that the answer is the same on every machine.
            (None, Some(_)) => bounds.time,
            (None, None) => bounds.time.min(DEFAULT_TIME),
        };
        Limits {
            nodes: Some(given.nodes.unwrap_or(bounds.nodes)),
            time: Some(time),
            stop: Some(Arc::clone(&self.stop)),
        }
    }

    /// Reports the nodes of a search, and the length of a mate that it has found.
    pub fn report_progress(&self, progress: &Progress) {
        let lang = self.lang;
        let nodes = amount(progress.stats.nodes, lang);
        self.tell(&match progress.bound() {
            Some(plies) => mates(nodes, plies),
            None => searched(nodes),
        });
    }

    /// Tells the progress, if somebody wants to know it.
    pub fn tell(&self, progress: &Said) {
        self.progress
            .send_replace(progress.in_lang(self.lang).to_owned());
    }
}
