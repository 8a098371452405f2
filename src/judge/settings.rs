//! The solver, limits and rules for judging problems.

use super::certificates::CertificateFolder;
use crate::composition::Interpositions;
use crate::composition::rules::Profile;
use crate::report::rules;
use crate::search::{Limits, Progress, SearchConfig, Solver};
use std::sync::Arc;

/// The solver, limits and rules for one problem.
pub struct JudgeContext<'a> {
    /// The solver with its tables.
    pub solver: &'a mut Solver,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    /// Whether the row has statistics of the search.
    pub stats: bool,
    /// Receives the progress of the search.
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
}

impl std::fmt::Debug for JudgeContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JudgeContext")
            .field("limits", self.limits)
            .field("interpositions", &self.interpositions)
            .finish_non_exhaustive()
    }
}

/// How compositions are judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checks {
    /// The rules that decide which findings are fatal.
    pub profile: Profile,
    /// Search nodes for each other check, if they are limited.
    pub nodes_per_alternative: Option<u64>,
    /// Whether to look for idle pieces (無駄駒).
    pub idle_pieces: bool,
    /// Whether the row has attributes.
    pub attributes: bool,
    /// How many levels of variations the output shows even if they are not asked for.
    pub variations: u32,
}

/// The settings for judging many problems.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The configuration of the solvers.
    pub config: SearchConfig,
    /// The limits of each problem.
    pub limits: Limits,
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    /// How compositions are judged.
    pub checks: Checks,
    /// The plies of the longest brinkmate to look for, if it was given.
    pub within: Option<u32>,
    /// Whether rows have statistics of the search.
    pub stats: bool,
    /// The folder for certificates.
    pub folder: Option<Arc<dyn CertificateFolder>>,
    /// Whether certificates are checked before an answer is given.
    pub verify: bool,
    /// Other options on which the rows depend, in words.
    pub options: Vec<String>,
}

impl Settings {
    /// Returns the name of the rules.
    #[must_use]
    pub fn rules(&self) -> String {
        rules(self.checks.profile, self.interpositions)
    }

    /// Returns the same settings with `times` times the limits.
    #[must_use]
    pub fn times(&self, times: u32) -> Self {
        let mut more = self.clone();
        let multiply = |nodes: u64| nodes.saturating_mul(times.into());
        more.limits.nodes = more.limits.nodes.map(multiply);
        more.limits.time = more.limits.time.map(|time| time.saturating_mul(times));
        let alternative = &mut more.checks.nodes_per_alternative;
        *alternative = alternative.map(multiply);
        more
    }

    /// Returns the limits of a problem as they are in rows, with the other options.
    #[must_use]
    pub fn limits_in_words(&self) -> String {
        let mut parts = Vec::new();
        if let Some(time) = self.limits.time {
            let time = humantime::format_duration(time).to_string();
            parts.push(format!("time={}", time.replace(' ', "")));
        }
        parts.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        let alternative = self.checks.nodes_per_alternative;
        parts.extend(alternative.map(|nodes| format!("nodes-per-alternative={nodes}")));
        let hash = self.config.hash_bytes;
        parts.push(if hash.is_multiple_of(1 << 20) {
            format!("hash={}MiB", hash >> 20)
        } else {
            format!("hash={hash}")
        });
        parts.extend(self.within.map(|plies| format!("within={plies}")));
        if self.checks.idle_pieces {
            parts.push("idle-pieces".to_owned());
        }
        if self.checks.attributes {
            parts.push("attributes".to_owned());
        }
        parts.extend(self.options.iter().cloned());
        parts.join(" ")
    }
}
