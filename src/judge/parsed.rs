//! A problem with its id, and the other contents of its record.

use super::author::{self, first_unplayable};
use super::complaint::{Complaint, MessageLevel};
use crate::composition::{Author, Goal, Problem};
use crate::input::source_record::of_line;
use crate::input::{Fields, Origin};
use crate::notation::moves::MoveErrorKind;
use crate::notation::record::{self, headers};
use crate::notation::sfen::{Opcode, SfenError, SfenErrorKind, SfenRecord, Spans};
use crate::notation::usi;
use crate::shogi::Move;
use serde_json::{Map, Value};

says! {
    malformed_length(text): "the expected length `{text}` is not a number of plies", "手数「{text}」が数字でない";
    malformed_opcode(): "the expected length is not a number of plies", "手数が数字でない";
    impossible(plies, number): "no mate takes {plies} plies from here: the number is {number}; it is ignored",
        "ここから{plies}手で詰むことはない（手数は{number}になる）ので、無視する";
    odd(): "odd", "奇数";
    even(): "even", "偶数";
}

/// A record with a legal problem in it.
#[derive(Clone, Debug)]
pub struct ParsedProblem {
    /// The name in the run.
    pub id: String,
    /// The origin of the record.
    pub origin: Origin,
    /// The text of the record; spans are places in it.
    pub text: String,
    /// Diagram, line and opcodes as they were read.
    pub record: SfenRecord,
    /// The problem that the diagram stands for.
    pub problem: Problem,
    /// The goal of the problem.
    pub goal: Goal,
    /// The other fields of the record, if it has several.
    pub fields: Option<Fields>,
    /// The same as a record of moves: headers, line, comments.
    pub source_record: Box<record::Record>,
    /// The complaints about parts of the record that were left out or read as something else.
    pub left_out: Vec<Complaint>,
}

impl ParsedProblem {
    /// Makes a problem that is not from a record.
    #[must_use]
    pub fn new(id: impl Into<String>, problem: Problem) -> Self {
        let id = id.into();
        let setup = problem.setup().clone();
        Self {
            origin: Origin::new(&*id, None),
            text: String::new(),
            record: SfenRecord {
                setup: setup.clone(),
                move_number: None,
                moves: Vec::new(),
                broken: None,
                tail: Vec::new(),
                spans: Spans::default(),
            },
            source_record: Box::new(record::Record::new(setup)),
            left_out: Vec::new(),
            fields: None,
            goal: Goal::Mate,
            id,
            problem,
        }
    }

    /// Adds the author's line and length.
    #[must_use]
    pub fn with_author(mut self, line: Vec<Move>, plies: Option<u32>) -> Self {
        self.record.moves = line;
        let plies = plies.map(|it| Opcode::new("plies".to_owned(), it.to_string(), 0..0));
        self.record.tail.extend(plies);
        self
    }

    /// Adds opcodes. The row gives those back that are headers of records.
    #[must_use]
    pub fn with_opcodes(mut self, opcodes: Vec<Opcode>) -> Self {
        self.record.tail.extend(opcodes);
        self.source_record = Box::new(of_opcodes(&self.record, &self.problem, None));
        self
    }

    /// Marks the author's line as broken off at its end, because the next move could not be read.
    #[must_use]
    pub fn with_broken_line(mut self) -> Self {
        let kind = SfenErrorKind::Move(MoveErrorKind::NoMove);
        self.record.broken.get_or_insert(SfenError::new(kind, 0..0));
        self
    }

    /// Returns the fields of the record that do not describe the problem.
    #[must_use]
    pub fn other_fields(&self) -> Option<&Map<String, Value>> {
        self.fields.as_ref().map(|it| &it.others)
    }

    /// Returns the parts of the record that the row gives back: its other fields, or else its headers. Id, length
    /// and goal are left out, since they have keys of their own.
    #[must_use]
    pub fn given_back(&self) -> Option<Map<String, Value>> {
        if let Some(fields) = self.other_fields().filter(|it| !it.is_empty()) {
            return Some(fields.clone());
        }
        let mut given = Map::new();
        for (key, value) in &self.source_record.headers {
            if ![headers::ID, headers::PLIES, headers::GOAL].contains(&&**key) {
                let value = || Value::from(value.as_str());
                given.entry(key).or_insert_with(value);
            }
        }
        Some(given)
    }

    /// Returns the main line that the record gives: the author's line, or else the field `solution` of a row.
    #[must_use]
    pub fn known_line(&self) -> Vec<Move> {
        let author = self.author().0;
        if !author.broken && !author.line.is_empty() {
            return author.line;
        }
        let solution = self
            .other_fields()
            .and_then(|it| it.get("solution")?.as_array());
        let moves = solution.into_iter().flatten().map(Value::as_str);
        let moves: Option<_> = moves.map(|it| usi::parse_move(it?).ok()).collect();
        moves.unwrap_or_default()
    }

    /// Returns the author's solution in the record as far as it can be played, and complaints about
    /// it.
    #[must_use]
    pub fn author(&self) -> (Author, Vec<Complaint>) {
        let (expected, mut complaints) = self.expected_plies();
        let (record, problem) = (&self.record, &self.problem);
        let (author, warning) = author::of(record, &self.text, problem, self.goal, expected);
        complaints.extend(warning);
        (author, complaints)
    }

    /// Returns the first move of the line that cannot be read or played.
    #[must_use]
    pub fn broken_line(&self) -> Option<SfenError> {
        self.illegal_move().or_else(|| self.record.broken.clone())
    }

    /// Returns the first move of the line that is against the rules.
    fn illegal_move(&self) -> Option<SfenError> {
        let record = &self.record;
        let (index, reason) = first_unplayable(&self.problem, self.goal, &record.moves)?;
        Some(record.error_at(index, reason))
    }

    /// Returns the length that the record states, in plies, and the complaints about the record. The
    /// problem can be solved in spite of them.
    #[must_use]
    pub fn expected_plies(&self) -> (Option<u32>, Vec<Complaint>) {
        let (record, problem) = (&self.record, &self.problem);
        let fields = self.fields.as_ref();
        let mut expected_plies = fields.and_then(|it| it.expected_plies);
        let mut warnings = self.left_out.clone();
        if let Some(text) = fields.and_then(|it| it.odd_plies.as_ref()) {
            warnings.push(Complaint::warning(malformed_length(&**text)));
        }
        if let Some(error) = self.illegal_move() {
            warnings.push(Complaint::of_sfen(&error, MessageLevel::Warning));
        }
        if let Some(opcode) = record.tail.iter().find(|opcode| opcode.key == "plies") {
            expected_plies = opcode.value.parse().ok();
            if expected_plies.is_none() {
                warnings.push(Complaint::warning(malformed_opcode()).at(opcode.span.clone()));
            }
        }
        if self.goal == Goal::Threatmate {
            // A threat has no length.
            expected_plies = None;
        }
        if let Some(plies) = expected_plies
            && !problem.can_take(plies)
        {
            expected_plies = None;
            let number = if problem.attacker_to_move() {
                odd()
            } else {
                even()
            };
            warnings.push(Complaint::warning(impossible(plies, number)));
        }
        (expected_plies, warnings)
    }
}

/// Makes a record of moves of an SFEN line. Opcodes and fields without a KIF header are left out,
/// because they are meant for programs. Fields of JKF stay.
pub(super) fn of_opcodes(
    parsed: &SfenRecord,
    problem: &Problem,
    fields: Option<&Fields>,
) -> record::Record {
    let mut source = of_line(parsed, problem.setup().clone(), fields);
    let is_record = fields.is_some_and(|it| it.others.contains_key("jkf"));
    source
        .headers
        .retain(|(key, _)| is_record || !key.is_ascii());
    source
}
