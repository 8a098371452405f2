//! Questions, rules and limits, as the package passes them on: one dictionary, whose values it has
//! checked.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tsume::composition::{Author, Questions};
use tsume::judge::{Question, Settings, Task};
use tsume::search::{Limits, SearchConfig};
use tsume::vocabulary::Lang;
use tsume::vocabulary::{Goal, Interpositions, Rules, Word, words};

/// The arguments of a call. Those that a call does not have are left out.
#[derive(Debug, FromPyObject)]
pub struct Asked {
    #[pyo3(item, default)]
    time: Option<f64>,
    #[pyo3(item, default)]
    nodes: Option<u64>,
    #[pyo3(item, default)]
    goal: Option<String>,
    #[pyo3(item, default)]
    within: Option<u32>,
    #[pyo3(item, default)]
    first: bool,
    #[pyo3(item)]
    interpositions: String,
    #[pyo3(item, default)]
    variations: u32,
    #[pyo3(item, default)]
    explain: bool,
    #[pyo3(item, default = "standard".to_owned())]
    rules: String,
    #[pyo3(item, default)]
    nodes_per_alternative: Option<u64>,
    #[pyo3(item, default)]
    idle_pieces: bool,
    #[pyo3(item, default)]
    attributes: bool,
    #[pyo3(item, default)]
    stats: bool,
    #[pyo3(item, default)]
    verify: bool,
}

/// Makes the exception for a value that is wrong.
pub fn invalid(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns one of the two languages.
pub fn language(japanese: bool) -> Lang {
    if japanese {
        Lang::Japanese
    } else {
        Lang::English
    }
}

/// Returns the value with this word. The error lists all words.
pub fn chosen<T: Word>(what: &str, word: &str) -> PyResult<T> {
    let found = T::ALL.iter().copied().find(|it| it.word() == word);
    found.ok_or_else(|| {
        let all: Vec<_> = words::<T>().collect();
        PyValueError::new_err(format!("{what} is one of {}, not {word:?}", all.join(", ")))
    })
}

/// Returns the goal of this name, which may be Japanese.
pub fn goal_named(name: &str) -> PyResult<Goal> {
    Goal::named(name).map_or_else(|| chosen("a goal", name), Ok)
}

/// Refuses tables whose size in bytes, for all jobs, the system cannot provide. A lack of them would
/// otherwise end the interpreter.
pub fn refuse_impossible(hash_bytes: usize, jobs: usize) -> PyResult<()> {
    let in_all = SearchConfig {
        hash_bytes: hash_bytes.saturating_mul(jobs),
        ..SearchConfig::default()
    };
    (in_all.available()).map_err(|why| PyValueError::new_err(format!("hash: {why}")))
}

impl Asked {
    /// Returns whether a line of the strict game is enough to solve a problem, as in the command
    /// line.
    pub fn needs_no_main_line(&self) -> bool {
        let is_mate = self.goal.as_deref().is_none_or(|it| it == "mate");
        is_mate && self.interpositions == "off" && self.variations == 0 && !self.explain
    }

    /// Returns the question of these arguments, whose work `stop` can end.
    pub fn question(&self, task: Task, stop: &Arc<AtomicBool>) -> PyResult<Question> {
        Ok(Question {
            task,
            goal: self.goal.as_deref().map(goal_named).transpose()?,
            rules: self.rules()?,
            interpositions: self.interpositions()?,
            within: self.within,
            first: self.first,
            author: Author::default(),
            further: Questions {
                variations: self.variations,
                explain: self.explain,
                ..Questions::default()
            },
            nodes_per_alternative: self.nodes_per_alternative,
            idle_pieces: self.idle_pieces,
            attributes: self.attributes,
            limits: Limits {
                nodes: self.nodes,
                time: self.time()?,
                stop: Some(Arc::clone(stop)),
            },
            stats: self.stats,
            verify: self.verify,
            ..Question::default()
        })
    }

    /// Returns the settings for judging many problems, which `stop` can end.
    pub fn settings(&self, hash_bytes: usize, stop: &Arc<AtomicBool>) -> PyResult<Settings> {
        let verify = self.verify.then(|| "verify".to_owned());
        Ok(Settings {
            config: SearchConfig {
                hash_bytes,
                ..SearchConfig::default()
            },
            question: self.question(Task::Check, stop)?,
            folder: None,
            options: verify.into_iter().collect(),
        })
    }

    fn time(&self) -> PyResult<Option<Duration>> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        time.map_err(|_| PyValueError::new_err("time is not a positive number of seconds"))
    }

    fn interpositions(&self) -> PyResult<Interpositions> {
        chosen("interpositions", &self.interpositions)
    }

    fn rules(&self) -> PyResult<Rules> {
        chosen("rules", &self.rules)
    }
}
