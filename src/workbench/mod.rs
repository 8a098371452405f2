//! The workbench: answers JSON calls from a page for composers.
//!
//! [`Workbench::call`] answers at once or after a short search. [`Workbench::stream`] sends events until
//! the work ends. Both can be stopped from outside. Nothing here uses a network, files or a terminal,
//! so that a server and a browser can answer the same calls.
//!
//! | call | question |
//! |---|---|
//! | `about` | what this engine can do |
//! | `read` | the problems of a text or a file in any format |
//! | `files` | the problems of the files that the engine was started with |
//! | `position` | a diagram, legal or not, and the moves after a line |
//! | `notation` | lines in all notations |
//! | `node` | whether there is a mate after a line, and why interpositions count or not |
//! | `write` | the problem in a format |
//! | `compare` | what changed from one version to another |
//! | `similar` | similar works in the files |
//! | `row` | the row of a problem that was read, as `validate` writes it |
//! | `report` | rows as a table or a page |
//! | `judge` (a stream) | the judgement of a composition, or the answer for another goal |
//! | `repair` (a stream) | the changes that make a composition sound |
//! | `extend` (a stream) | the sound problems two plies longer that lead into a problem |
//! | `compose` (a stream) | sound problems, composed with the wishes of the request |

mod bench;
mod board;
mod comparing;
mod composing;
mod fault;
mod json;
mod judging;
mod likeness;
mod listed;
mod node;
mod position;
mod question;
mod reading;
mod remembered;
mod repairing;
mod solvers;
mod table;
mod work;
mod writing;

pub use bench::{Resources, Workbench};
pub use board::lang_of;
pub use composing::Wishes;
pub use fault::{Fault, FaultKind};
pub use reading::{Shelf, ShelvedRecord};
pub use work::Work;

use crate::answer::kinds;
use crate::composition::Goal;
use crate::judge::guarded;
use crate::report::term_named;
use crate::vocabulary::{Interpositions, Lang, Rules};
use board::fields;
use serde_json::{Map, Value, json};

/// The names of the calls that are answered at once or after a short search.
pub const CALLS: [&str; 11] = [
    "about", "read", "files", "position", "notation", "node", "write", "compare", "similar", "row",
    "report",
];

/// The names of the calls that send events.
pub const STREAMS: [&str; 4] = ["judge", "repair", "extend", "compose"];

impl Workbench {
    /// Answers a call.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn call(&self, name: &str, request: &Value, work: &Work<'_>) -> Result<Value, Fault> {
        let lang = lang_of(request);
        let answer = guarded(|| match name {
            "about" => Ok(self.about()),
            "read" => reading::answer(request, work, lang),
            "files" => reading::files(&self.shelf, request, lang),
            "position" => position::answer(request, lang),
            "notation" => node::notation(request),
            "node" => node::answer(self, request, work, lang),
            "write" => writing::answer(self, request, work, lang),
            "compare" => comparing::answer(request, lang),
            "similar" => likeness::answer(self, request, lang),
            "row" => table::row(self, request, work),
            "report" => table::report(request, lang),
            name => Err(unknown(name)),
        });
        answer.unwrap_or_else(|reason| Err(Fault::internal(&reason)))
    }

    /// Does the work of a stream. The event `started` says that the request is understood. The last event is `done`,
    /// with the reason.
    ///
    /// # Errors
    /// If the request is not understood, or if the program fails on the way.
    pub fn stream(&self, name: &str, request: &Value, work: &Work<'_>) -> Result<(), Fault> {
        let lang = lang_of(request);
        let result = guarded(|| match name {
            "judge" => judging::stream(self, request, work, lang),
            "repair" => repairing::stream(self, request, false, work, lang),
            "extend" => repairing::stream(self, request, true, work, lang),
            "compose" => {
                let limits = self.question(request, work)?.0.limits;
                self.compose(&fields(request)?, limits, work, lang)
            }
            name => Err(unknown(name)),
        });
        result.unwrap_or_else(|reason| Err(Fault::internal(&reason)))
    }

    /// Answers `about`.
    fn about(&self) -> Value {
        let time = u64::try_from(self.resources.time.as_millis()).unwrap_or(u64::MAX);
        let mut names = Map::new();
        for it in Interpositions::ALL {
            let name = json!({"en": it.english(), "ja": it.term()});
            names.insert(it.word().to_owned(), name);
        }
        let kinds = kinds().map(|it| {
            let name =
                json!({"en": term_named(it, Lang::English), "ja": term_named(it, Lang::Japanese)});
            (it.to_owned(), name)
        });
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "languages": Lang::ALL,
            "png": cfg!(feature = "png"),
            "threads": self.resources.threads,
            "limits": {"time_ms": time, "hash_bytes": self.resources.hash_bytes},
            "public": self.resources.public,
            "files": self.names,
            "problems": self.shelf.len(),
            "collection": !self.index.is_empty(),
            "goals": Goal::ALL,
            "rules": default_first(Rules::ALL.iter().copied()),
            "interpositions": default_first(Interpositions::ALL.iter().rev().copied()),
            "names": {"interpositions": names, "kinds": Value::Object(kinds.collect())},
            "clock": crate::search::has_clock(),
        })
    }
}

fn unknown(name: &str) -> Fault {
    let name = name.escape_debug().to_string();
    let message = both!("there is no call `{name}`", "「{name}」という要求はない");
    Fault::new(FaultKind::NotFound, message)
}

/// Returns the words of a list as a page offers them: the default first, then the others in their order.
fn default_first<T: Default + PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_by_key(|it| *it != T::default());
    all
}
