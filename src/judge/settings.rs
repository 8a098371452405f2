//! The solver and the question for judging problems.

use super::certificates::CertificateFolder;
use crate::composition::event::Listener;
use crate::question::Question;
use crate::report::rules;
use crate::search::{Progress, SearchConfig, Solver};
use std::sync::Arc;

/// The solver and the question for one problem.
pub struct JudgeContext<'a> {
    /// The solver with its tables.
    pub solver: &'a mut Solver,
    /// The question.
    pub question: &'a Question,
    /// Receives the progress of the search.
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
    /// Receives what becomes known while a mate is judged.
    pub listener: Listener<'a>,
}

impl std::fmt::Debug for JudgeContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JudgeContext")
            .field("question", self.question)
            .finish_non_exhaustive()
    }
}

/// The settings for judging many problems.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The configuration of the solvers.
    pub config: SearchConfig,
    /// The question about each problem.
    pub question: Question,
    /// The folder for certificates.
    pub folder: Option<Arc<dyn CertificateFolder>>,
    /// Other options on which the rows depend, in words.
    pub options: Vec<String>,
}

impl Settings {
    /// Returns the name of the rules.
    #[must_use]
    pub fn rules(&self) -> String {
        rules(self.question.rules, self.question.interpositions)
    }

    /// Returns the same settings with `times` times the limits.
    #[must_use]
    pub fn times(&self, times: u32) -> Self {
        Self {
            question: self.question.times(times),
            ..self.clone()
        }
    }

    /// Returns the limits of a problem as they are in rows, with the other options.
    #[must_use]
    pub fn limits_in_words(&self) -> String {
        let mut parts = Vec::new();
        if let Some(time) = self.question.limits.time {
            let time = humantime::format_duration(time).to_string();
            parts.push(format!("time={}", time.replace(' ', "")));
        }
        parts.extend(
            self.question
                .limits
                .nodes
                .map(|nodes| format!("nodes={nodes}")),
        );
        let alternative = self.question.nodes_per_alternative;
        parts.extend(alternative.map(|nodes| format!("nodes-per-alternative={nodes}")));
        let hash = self.config.hash_bytes;
        parts.push(if hash.is_multiple_of(1 << 20) {
            format!("hash={}MiB", hash >> 20)
        } else {
            format!("hash={hash}")
        });
        parts.extend(self.question.within.map(|plies| format!("within={plies}")));
        if self.question.idle_pieces {
            parts.push("idle-pieces".to_owned());
        }
        if self.question.attributes {
            parts.push("attributes".to_owned());
        }
        parts.extend(self.options.iter().cloned());
        parts.join(" ")
    }
}
