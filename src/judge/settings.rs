//! The settings for judging many problems.

use super::certificates::CertificateFolder;
use crate::answer::rules;
use crate::question::Question;
use crate::search::SearchConfig;
use std::sync::Arc;

/// The settings for judging many problems.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The configuration of the solvers.
    pub config: SearchConfig,
    /// The question about each problem.
    pub question: Question,
    /// The folder for certificates.
    pub folder: Option<Arc<dyn CertificateFolder>>,
    /// Other options on which the rows depend, as they are written in rows.
    pub options: Vec<String>,
}

impl Settings {
    /// Returns the name of the rules.
    #[must_use]
    pub fn rules(&self) -> String {
        rules(self.question.rules, self.question.interpositions)
    }

    /// Returns the same settings with the limits multiplied by `times`.
    #[must_use]
    pub fn times(&self, times: u32) -> Self {
        Self {
            question: self.question.times(times),
            ..self.clone()
        }
    }

    /// Returns the limits for one problem and the other options, as they are written in rows.
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
