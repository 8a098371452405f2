//! Reads the question of a request: rules, further questions and limits.

use super::bench::Workbench;
use super::board::fields;
use super::fault::Fault;
use super::work::Work;
use crate::composition::rules::Profile;
use crate::composition::{Interpositions, Questions};
use crate::judge::Question;
use crate::search::Limits;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// The most levels of variations.
const MAX_LEVELS: u32 = 3;

/// The rules of a judgement in a request, further questions, and limits.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Options {
    rules: Profile,
    interpositions: Interpositions,
    idle_pieces: bool,
    /// Levels of variations in the row.
    variations: u32,
    /// Whether to explain the interpositions in the main line.
    explain: bool,
    /// Whether to decide every alternative, even after the verdict is settled.
    all: bool,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    threads: Option<usize>,
}

impl Workbench {
    /// Returns the question that a request asks, and the number of threads of its search.
    pub(super) fn question(
        &self,
        request: &Value,
        work: &Work<'_>,
    ) -> Result<(Question, usize), Fault> {
        let asked: Options = fields(request)?;
        // A limit of nodes alone is not combined with one of time.
        let default_time = asked.nodes.is_none().then_some(self.resources.time);
        let question = Question {
            rules: asked.rules,
            interpositions: asked.interpositions,
            nodes_per_alternative: asked.all.then_some(u64::MAX),
            idle_pieces: asked.idle_pieces,
            further: Questions {
                variations: asked.variations.min(MAX_LEVELS),
                explain: asked.explain,
                ..Questions::default()
            },
            limits: Limits {
                nodes: asked.nodes,
                time: asked.time_ms.map(Duration::from_millis).or(default_time),
                stop: Some(work.flag()),
            },
            ..Question::default()
        };
        let max_threads = self.resources.threads.max(1);
        Ok((question, asked.threads.unwrap_or(1).clamp(1, max_threads)))
    }
}
