//! The one schema of answers: every format is a view of a [`Row`].
//!
//! Keys are API: every change to them is in the change log. Every key is always there, so that a
//! reader that takes its columns from the first rows misses nothing. A key without a value is
//! `null` or an empty list.

use super::brinkmate::BrinkmateRow;
use super::finding::{Finding, RowAttribute, Undecided};
use super::proof::Certified;
use super::row_error::RowError;
use super::row_json;
use super::similar::SimilarRow;
use super::study::{self, ExplanationRow, RefutationRow, TryRow, TurnRow};
use super::tool::TOOL;
use super::unwritten::{Unwritten, milliseconds};
use crate::composition::rating::Rating;
use crate::composition::rules::Profile;
use crate::composition::{Author, Composed, Interpositions, Questions};
use crate::input::{Origin, TableRow};
use crate::notation::usi;
use crate::said::Said;
use crate::search::{Answer, Exactness, Stats, StopReason};
use crate::vocabulary::{Compared, Goal, Limit, Status, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The answer about one problem.
///
/// Rows of other versions can be read: what such a row lacks is null, empty or 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Row {
    /// The id in the file, or `file:line`; unique within a run.
    pub id: String,
    /// The file in which the problem stands. Null for an argument and for standard input.
    pub file: Option<String>,
    /// The line of the file or of standard input in which the problem stands or begins, counted
    /// from 1. Null for an argument.
    pub line: Option<usize>,
    /// The number of the problem in its file or in standard input, counted from 1. Null for an
    /// argument.
    pub record: Option<usize>,
    /// The problem in canonical form: sides as given, hands in the order RBGSNLP, the defender's
    /// hand filled in. Null if the input is not a problem.
    pub sfen: Option<String>,
    /// Whether the work on this problem was completed.
    pub status: Status,
    /// The answer.
    pub verdict: Verdict,
    /// The goal: `mate`, `brinkmate` (必至) or `threatmate` (詰めろ).
    #[serde(default)]
    pub goal: Goal,
    /// The composed length (手数) in plies: the shortest attack against the longest defence,
    /// without the interpositions that are futile by [`Row::rules`]. Of a brinkmate, the plies up to
    /// the move that completes it. Null if there is no mate, or if a shorter one is not excluded.
    pub plies: Option<u32>,
    /// The strict length in plies: the shortest attack against the longest defence, with every
    /// legal interposition. Never less than the composed length. Null if there is no mate, or if a
    /// shorter one is not excluded.
    pub plies_strict: Option<u32>,
    /// A proven upper bound of the composed length, if the length is not proven. Null otherwise.
    pub plies_at_most: Option<u32>,
    /// The attacker's hand at the end of the main line, as in an SFEN (`"GP"`); `""` if it is empty.
    /// Null if the main line was not worked out.
    pub leftover: Option<String>,
    /// The main line (本手順) in USI notation, sides as given. If it was not worked out, a line of
    /// the strict game; a note of the kind `line` then says so. Empty if there is neither.
    #[serde(default)]
    pub solution: Vec<String>,
    /// Every other defence along the main line (変化). Null unless asked for, and without a main
    /// line.
    pub variations: Option<Vec<TurnRow>>,
    /// Why interpositions in the main line are futile, and which might be. Null unless asked for,
    /// and without a main line.
    pub explanations: Option<Vec<ExplanationRow>>,
    /// The outcome of each line of moves that was tried (紛れ). Null unless asked for.
    pub tries: Option<Vec<TryRow>>,
    /// The best defence against the hardest try. Null unless there is no mate.
    pub refutation: Option<RefutationRow>,
    /// The threat and the defences of a brinkmate (必至) or a threat (詰めろ). Null unless this is the
    /// goal, and the answer is not a plain mate.
    pub brinkmate: Option<BrinkmateRow>,
    /// The length in the input.
    pub expected_plies: Option<u32>,
    /// The line in the input, as far as it can be played, in USI notation. Null if there is none,
    /// or if the composition was not judged.
    pub author_line: Option<Vec<String>>,
    /// Whether the line in the input continues with moves that cannot be played.
    #[serde(default)]
    pub author_line_broken: bool,
    /// The verdict in the input. Null if there is none, or if it was not compared.
    pub expected_verdict: Option<Verdict>,
    /// The claims of the input that are proven to be wrong: `verdict`, `plies`, `line` (the
    /// author's line is not the main line). Null if they were not compared.
    pub unexpected: Option<Vec<Compared>>,
    /// The id of an earlier problem with the same position, perhaps mirrored or with colours
    /// exchanged. Verdict and lengths are then those of the earlier problem, [`Row::nodes`] is 0,
    /// and line and defects are only in its row. This problem was judged all the same if the author
    /// gives something else, or if the program failed on the earlier one. Null if there is none.
    pub duplicate_of: Option<String>,
    /// The kinds of the earlier problem's findings that hold for this one, too. They are not
    /// written, because their lines are in the earlier row.
    #[serde(skip)]
    pub found_before: Vec<Cow<'static, str>>,
    /// Fatal findings under [`Row::rules`]. `solve` does not look for any.
    #[serde(default)]
    pub defects: Vec<Finding>,
    /// Blemishes under [`Row::rules`]. `solve` does not look for any.
    #[serde(default)]
    pub blemishes: Vec<Finding>,
    /// Minor findings and remarks about a judged composition, and notes on how the problem was read
    /// and on the line.
    #[serde(default)]
    pub notes: Vec<Finding>,
    /// Undecided moves and questions that could be a blemish or worse: checks that were neither refuted
    /// nor judged, replies that may make an equal variation, and questions about the whole. Empty with
    /// the verdict `sound`, never empty with `unknown`. Null if the composition was not judged.
    pub unresolved: Option<Vec<Undecided>>,
    /// The attributes of the composition, with a number if something is counted. Null unless asked
    /// for.
    pub attributes: Option<Vec<RowAttribute>>,
    /// How hard the composition is to solve and how much there is to like. Null unless the attributes were asked for.
    #[serde(default)]
    pub rating: Option<Rating>,
    /// Similar works (類似作) in the collections that it was compared with, the most similar first.
    /// Null unless asked for.
    pub similar: Option<Vec<SimilarRow>>,
    /// The limit that was reached. With the status `done` it left open only the strict length, the
    /// main line, further questions, or alternatives that cannot change the verdict.
    pub limit: Option<Limit>,
    /// The error of the input or of the program. Null unless the status is `error`.
    pub error: Option<RowError>,
    /// The certificates of the answer. Null unless asked for.
    pub certificates: Option<Vec<Certified>>,
    /// The grounds of the verdict of `check` beside the certificates, or which part of an
    /// answer they do not cover, in words. Null without certificates.
    pub not_certified: Option<Vec<Said>>,
    /// Search nodes: moves made by the search.
    #[serde(default)]
    pub nodes: u64,
    /// Statistics of the search. Null unless asked for.
    pub stats: Option<RowStats>,
    /// The other fields of the record, unchanged, or the headers of a record of moves. Null if there were none.
    pub input: Option<Map<String, Value>>,
    /// The row of the table in which the problem stands, which is given back in CSV alone.
    #[serde(skip)]
    pub own: Option<Arc<TableRow>>,
    /// The program and its version.
    pub tool: Cow<'static, str>,
    /// The rules of the answer: `standard`, or the differences from it. `unique`, `strict` and `lenient` are
    /// other profiles for judging a composition ([`Profile`]). With `interpositions=terminal` fewer
    /// interpositions are futile ([`Interpositions`]), with `interpositions=broad` more, and with
    /// `interpositions=off` none: every legal one counts.
    pub rules: String,
    /// The limits of the problem, and the options on which the row depends, such as `time=1m
    /// hash=64MiB attributes`. Null unless it was judged by `validate` or `worker`.
    pub limits: Option<String>,
    /// Wall-clock time, in milliseconds: the only field that differs between two runs.
    #[serde(default)]
    pub elapsed_ms: u64,
    /// The parts that are not written. A row that is read lacks them.
    #[serde(skip)]
    pub unwritten: Unwritten,
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RowStats {
    /// Positions whose moves were generated and looked up.
    pub expansions: u64,
    /// The longest line looked at, in plies.
    pub depth: u32,
    /// Share of the table in use, in thousandths.
    pub hashfull: u32,
}

impl Row {
    /// Returns the row as a JSON object, in one line.
    ///
    /// # Panics
    /// Never: every field of a row can be written.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a row is plain data")
    }

    /// Reads a row from a JSON object. Every row is read here, because another instance of the derived reader
    /// takes long to compile.
    ///
    /// # Errors
    /// If the text is no row.
    pub(crate) fn of_json(text: &[u8]) -> serde_json::Result<Self> {
        row_json::read(text)
    }

    /// Returns the reason why a row cannot be read, without the place in its text.
    pub(crate) fn reason(error: &serde_json::Error) -> String {
        let message = error.to_string();
        let reason = message.split(" at line ").next();
        reason.unwrap_or_default().to_owned()
    }

    /// The value of [`Row::rules`] for the default rules.
    pub const USUAL_RULES: &str = "standard";

    /// Makes the row of a search. The fields that the search does not know (notes, expected length
    /// and the like) are still empty.
    #[must_use]
    pub fn of_composed(id: String, sfen: String, found: &Composed) -> Self {
        let mut row = Self::about(id, sfen);
        let stopped = match found.answer {
            Answer::Mate { .. } => {
                row.verdict = Verdict::Mate;
                row.take_length(found.answer)
            }
            Answer::NoMate => {
                row.verdict = Verdict::NoMate;
                None
            }
            Answer::Unknown(reason) => Some(reason),
        };
        if stopped.is_some() {
            row.status = Status::Limit;
        }
        let mut strict_stopped = None;
        if let Answer::Mate { plies, exactness } = found.strict.answer {
            match exactness {
                Exactness::Shortest => row.plies_strict = Some(plies),
                Exactness::AtMost(reason) => strict_stopped = reason,
            }
        }
        row.limit = stopped.or(strict_stopped).map(Limit::from);
        row
    }

    /// Sets the length of a mate, or its bound. Returns the limit that kept the length from being proven.
    pub(super) fn take_length(&mut self, answer: Answer) -> Option<StopReason> {
        let Answer::Mate { plies, exactness } = answer else {
            return None;
        };
        match exactness {
            Exactness::Shortest => {
                self.plies = Some(plies);
                None
            }
            Exactness::AtMost(reason) => {
                self.plies_at_most = Some(plies);
                reason
            }
        }
    }

    /// Adds the nodes and the time of a search, and the interpositions that were futile in it.
    pub fn add_search(&mut self, stats: Stats, elapsed: Duration, interpositions: Interpositions) {
        self.rules = rules(Profile::default(), interpositions);
        self.nodes = stats.nodes;
        self.elapsed_ms = milliseconds(elapsed);
        self.unwritten.elapsed = elapsed;
    }

    /// Adds the answers to further questions about the problem.
    pub fn add_study(&mut self, found: &Composed, questions: &Questions) {
        let study = &found.study;
        let turns = study.variations.as_deref().map(study::turn_rows);
        let asks_variations = questions.variations > 0;
        self.variations = if asks_variations { turns.clone() } else { None };
        self.unwritten.turns = turns;
        self.unwritten.asks_variations = asks_variations;
        self.unwritten.asks_explanations = questions.explain;
        self.unwritten.is_incomplete = !study.is_complete(questions);
        let explanations = study.explanations.as_ref();
        self.explanations = explanations.map(study::explanation_rows);
        let attempts = questions.attempts.iter().zip(&study.attempts);
        let tries: Vec<_> = attempts
            .map(|(attempt, outcome)| study::try_row(attempt, outcome))
            .collect();
        self.tries = (!tries.is_empty()).then_some(tries);
        self.refutation = study.refutation.as_ref().map(study::refutation_row);
        if let (Some(explanations), Some(reading)) = (&study.explanations, &found.reading) {
            self.notes.extend(Finding::grey(explanations, reading));
        }
        let unread = self.plies.is_some() && found.reading.is_none();
        if unread || self.unwritten.is_incomplete {
            self.limit = self.limit.or(study.stopped.map(Limit::from));
        }
    }

    /// Makes the row of an input that could not be read.
    #[must_use]
    pub fn of_error(id: String, error: RowError) -> Self {
        let mut row = Self::empty(id, Status::Error, Verdict::Error);
        row.error = Some(error);
        row
    }

    /// Makes the row of a problem without an answer.
    #[must_use]
    pub fn about(id: String, sfen: String) -> Self {
        let mut row = Self::empty(id, Status::Done, Verdict::Unknown);
        row.sfen = Some(sfen);
        row
    }

    /// Adds the author's line and length.
    pub fn add_author(&mut self, author: &Author) {
        let line = usi::write_moves(&author.line);
        self.expected_plies = author.plies;
        self.author_line = (!line.is_empty() || author.broken).then_some(line);
        self.author_line_broken = author.broken;
    }

    /// Returns whether the goal is proven to be out of reach: there is no mate, or no brinkmate within
    /// the plies in the input.
    #[must_use]
    pub fn is_proven_absent(&self) -> bool {
        match self.verdict {
            Verdict::NoMate => true,
            Verdict::NoBrinkmate => {
                let wanted = self.expected_plies;
                let covers = |within| wanted.is_none_or(|it| it <= within);
                let brinkmate = self.brinkmate.as_ref();
                brinkmate.is_some_and(|it| it.none_within.is_none_or(covers))
            }
            _ => false,
        }
    }

    /// Sets the main line, and the attacker's hand at its end, as [`Row::leftover`] has it. Whatever else a row
    /// tells about its line is set here.
    pub fn set_solution(&mut self, solution: Vec<String>, leftover: Option<String>) {
        self.solution = solution;
        self.leftover = leftover;
    }

    /// Returns whether the line has another length than the proven one. The author's line may have one.
    #[must_use]
    pub fn has_line_of_other_length(&self) -> bool {
        self.plies
            .is_some_and(|plies| plies as usize != self.solution.len())
    }

    /// Returns whether the line is longer than the length or its bound: one of the strict game, or
    /// the author's.
    #[must_use]
    pub fn is_line_longer(&self) -> bool {
        let bound = self.plies.or(self.plies_at_most);
        bound.is_some_and(|plies| self.solution.len() > plies as usize)
    }

    /// Returns the kinds of all findings, here or in an earlier problem with the same position.
    pub fn finding_kinds(&self) -> impl Iterator<Item = &str> {
        let here = self
            .defects
            .iter()
            .chain(&self.blemishes)
            .chain(&self.notes);
        let before = self.found_before.iter();
        here.map(|it| &*it.kind).chain(before.map(|it| &**it))
    }

    /// Adds the file, line and number of the problem, and its row of a table.
    pub fn set_origin(&mut self, origin: &Origin) {
        self.file = origin.file().map(str::to_owned);
        self.line = origin.line_there();
        self.record = origin.record;
        self.own.clone_from(&origin.row);
    }

    /// Adds the other fields of the record, or its headers.
    pub fn set_input_fields(&mut self, others: Option<Map<String, Value>>) {
        self.input = others.filter(|it| !it.is_empty());
    }

    pub(crate) fn empty(id: String, status: Status, verdict: Verdict) -> Self {
        Self {
            id,
            status,
            verdict,
            tool: Cow::Borrowed(TOOL),
            rules: rules(Profile::default(), Interpositions::default()),
            ..Self::default()
        }
    }
}

/// Returns the name of the rules of a profile with these futile interpositions ([`Row::rules`]).
#[must_use]
pub fn rules(profile: Profile, interpositions: Interpositions) -> String {
    let profile = (profile != Profile::Standard).then(|| profile.to_string());
    let is_usual = interpositions == Interpositions::Standard;
    let interpositions = (!is_usual).then(|| format!("interpositions={interpositions}"));
    let parts: Vec<_> = profile.into_iter().chain(interpositions).collect();
    if parts.is_empty() {
        return Row::USUAL_RULES.to_owned();
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests;
