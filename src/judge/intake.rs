//! Makes a named problem of a record, or complaints about it.

use super::author::{self, first_unplayable};
use super::complaint::Complaint;
use super::goal::{odd_goal, own_goal};
pub use super::refused::{Refusal, Refused};
use crate::answer::RowError;
use crate::answer::errors::{of_bad_line, of_help, of_reason};
use crate::composition::{AttackerRule, Author, DefenderHandRule, Goal, Problem};
use crate::guard::guarded;
use crate::input::source_record::of_line;
use crate::input::{BadLine, Fields, Ids, Kifu, Origin, Record, Unreadable};
use crate::notation::Help;
use crate::notation::moves::MoveErrorKind;
use crate::notation::record;
use crate::notation::sfen::{self, Opcode, SfenError, SfenErrorKind, SfenRecord, Spans};
use crate::notation::usi;
use crate::said::Said;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Move};
use crate::vocabulary::ErrorKind;
use serde_json::{Map, Value};

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
    /// The question about it.
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

    /// Adds what the text says besides, of which the row gives back the headers.
    #[must_use]
    pub fn with_opcodes(mut self, opcodes: Vec<Opcode>) -> Self {
        self.record.tail.extend(opcodes);
        self.source_record = Box::new(of_opcodes(&self.record, &self.problem, None));
        self
    }

    /// Says that the author's line breaks off where it ends: what followed could not be read.
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

    /// Returns what its row gives back of the record: its other fields, or else its headers. The id and the length
    /// have keys of their own.
    #[must_use]
    pub fn given_back(&self) -> Option<Map<String, Value>> {
        if let Some(fields) = self.other_fields().filter(|it| !it.is_empty()) {
            return Some(fields.clone());
        }
        let mut given = Map::new();
        for (key, value) in &self.source_record.headers {
            if ![
                record::headers::ID,
                record::headers::PLIES,
                record::headers::GOAL,
            ]
            .contains(&&**key)
            {
                given
                    .entry(key)
                    .or_insert_with(|| Value::from(value.as_str()));
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
}

/// Reads the records of a run, one after another.
#[derive(Debug)]
pub struct Intake {
    attacker: AttackerRule,
    defender_hand: DefenderHandRule,
    /// The goal of the run. Without one, each record may name its own.
    goal: Option<Goal>,
    /// The ids of the run, if they have to differ.
    ids: Option<Ids>,
}

impl Intake {
    /// Begins a run.
    #[must_use]
    pub fn new(attacker: AttackerRule, defender_hand: DefenderHandRule) -> Self {
        Self {
            attacker,
            defender_hand,
            goal: None,
            ids: Some(Ids::new()),
        }
    }

    /// Sets the goal of all problems, whatever they name themselves.
    #[must_use]
    pub const fn with_goal(mut self, goal: Option<Goal>) -> Self {
        self.goal = goal;
        self
    }

    /// Begins a run that keeps ids as they are, even if they repeat.
    #[must_use]
    pub fn echoing(attacker: AttackerRule, defender_hand: DefenderHandRule) -> Self {
        Self {
            ids: None,
            ..Self::new(attacker, defender_hand)
        }
    }

    fn assign(&mut self, given: Option<&str>, origin: &Origin) -> String {
        match &mut self.ids {
            Some(ids) => ids.assign(given, origin),
            // The sender expects exactly this id.
            None => match given {
                Some(given) if !given.is_empty() => given.to_owned(),
                _ => origin.to_string(),
            },
        }
    }

    /// Returns the problem of a record.
    ///
    /// # Errors
    /// The reasons why there is none.
    /// A record on which the program fails is refused as well.
    pub fn read(
        &mut self,
        record: Result<Record, Unreadable>,
    ) -> Result<ParsedProblem, Box<Refused>> {
        let record = record.map_err(|error| {
            let origin = Origin::new(error.name.as_str(), None);
            Box::new(Refused {
                id: self.assign(None, &origin),
                error: RowError::new(ErrorKind::Io, of_reason(&error.reason), None),
                reason: Refusal::Unreadable(error),
                fields: None,
            })
        })?;
        let origin = record.origin.clone();
        let named = record.fields.as_ref().and_then(|it| it.id.clone());
        guarded(|| self.problem_of(record)).unwrap_or_else(|message| {
            let failed = BadLine::Failed { message };
            let (error, text, complaint) = bad_line(failed);
            Err(Box::new(Refused {
                id: self.assign(named.as_deref(), &origin),
                error,
                fields: None,
                reason: Refusal::Record {
                    origin,
                    text,
                    complaints: vec![complaint],
                },
            }))
        })
    }

    fn problem_of(&mut self, record: Record) -> Result<ParsedProblem, Box<Refused>> {
        let Record {
            origin,
            text,
            fields,
            mut kifu,
        } = record;
        if let (Some(kifu), Some(Goal::Threatmate)) = (&mut kifu, self.goal) {
            leave_turn(kifu);
        }
        let named = fields.as_ref().and_then(|it| it.id.clone());
        let (text, read) = match text {
            Ok(text) => {
                let read = self.understand(&text, kifu.as_deref(), fields.as_ref());
                (text, read)
            }
            Err(bad) => {
                let (error, text, complaint) = bad_line(bad);
                (text, Err(Objection::new(error, None, vec![complaint])))
            }
        };
        match read {
            Ok(it) => Ok(ParsedProblem {
                id: self.assign(named.as_deref().or(it.record.opcode("id")), &origin),
                source_record: Box::new(match kifu {
                    Some(kifu) => kifu.record,
                    None => of_opcodes(&it.record, &it.problem, fields.as_ref()),
                }),
                left_out: it.left_out,
                record: it.record,
                problem: it.problem,
                goal: it.goal,
                fields,
                origin,
                text,
            }),
            Err(it) => {
                let mut refused = Box::new(Refused {
                    id: self.assign(named.as_deref().or(it.id.as_deref()), &origin),
                    error: it.error,
                    fields,
                    reason: Refusal::Record {
                        origin,
                        text,
                        complaints: it.complaints,
                    },
                });
                refused.locate();
                Err(refused)
            }
        }
    }

    /// Reads diagram, line and goal.
    fn parse(
        &self,
        text: &str,
        kifu: Option<&Kifu>,
        fields: Option<&Fields>,
    ) -> Result<(SfenRecord, Problem, NamedGoal), Box<Objection>> {
        let record = match kifu {
            Some(kifu) => record::problem(&kifu.record, &kifu.places),
            None => sfen::parse_leniently(text)
                .map_err(|errors| Objection::of_sfen(errors, sfen::opcode_behind(text, "id")))?,
        };
        let goal = self.goal_of(&record, kifu, fields);
        let asked = goal.as_ref().copied().unwrap_or_default();
        match Problem::for_goal(
            asked,
            record.setup.clone(),
            self.attacker,
            self.defender_hand,
        ) {
            Ok(problem) => Ok((record, problem, goal)),
            Err(reasons) => {
                let errors = reasons.iter().map(|it| {
                    let error = record.locate(it);
                    // The side to move decides nothing if another rule does.
                    let is_of_attacker = matches!(
                        it,
                        SetupProblem::NoDefenderKing { .. }
                            | SetupProblem::DefenderNotInCheck { .. }
                    );
                    if is_of_attacker && asked == Goal::Brinkmate {
                        error.with_help(Help::DefenderToMove)
                    } else if is_of_attacker && self.attacker != AttackerRule::Auto {
                        error.with_help(Help::AttackerIsGiven)
                    } else if is_of_attacker && asked == Goal::Threatmate {
                        error.with_help(Help::SideToMoveDefends)
                    } else {
                        error
                    }
                });
                let errors = errors.collect();
                Err(Objection::of_sfen(
                    errors,
                    record.opcode("id").map(str::to_owned),
                ))
            }
        }
    }

    /// Returns the problem that a text describes.
    fn understand(
        &self,
        text: &str,
        kifu: Option<&Kifu>,
        fields: Option<&Fields>,
    ) -> Result<Understood, Box<Objection>> {
        let (record, problem, goal) = self.parse(text, kifu, fields)?;
        let mut left_out = match kifu {
            Some(kifu) => Complaint::of_places(&kifu.places),
            None => record.broken.iter().map(Complaint::of_rest).collect(),
        };
        left_out.extend(kifu.iter().flat_map(|it| Complaint::of_taken(&it.places)));
        match (kifu, self.defender_hand) {
            (Some(kifu), DefenderHandRule::Auto) => {
                left_out.extend(Complaint::of_diagram(&kifu.places, &problem));
            }
            (Some(kifu), _) => left_out.extend(Complaint::of_turn(&kifu.places)),
            (None, _) => {}
        }
        let id = record.opcode("id").map(str::to_owned);
        let goal = match goal {
            Ok(goal) => goal,
            Err(word) => {
                let message = odd_goal(&word);
                if self.ids.is_none() {
                    // A request for an unknown goal must not be answered as one for a mate.
                    return Err(Objection::of(Complaint::error(message), id));
                }
                left_out.push(Complaint::warning(message));
                Goal::Mate
            }
        };
        if let Some(handicap) = record::handicap_of(&record.setup) {
            let complaint = Complaint::of_game(handicap).at(record.spans.board.clone());
            return Err(Objection::of(complaint, id));
        }
        Ok(Understood {
            record,
            problem,
            goal,
            left_out,
        })
    }
}

/// Makes it Black's turn where no side to move is written: a threat is made to the side to move.
fn leave_turn(kifu: &mut Kifu) {
    if kifu.places.is_turn_deduced && kifu.record.tree.is_empty() {
        kifu.places.is_turn_deduced = false;
        kifu.record.setup.turn = Color::Black;
    }
}

/// The meaning of a text.
struct Understood {
    record: SfenRecord,
    problem: Problem,
    goal: Goal,
    left_out: Vec<Complaint>,
}

/// Why a text is no problem.
struct Objection {
    error: RowError,
    /// The id in the text, if it can be read at all.
    id: Option<String>,
    complaints: Vec<Complaint>,
}

impl Objection {
    fn new(error: RowError, id: Option<String>, complaints: Vec<Complaint>) -> Box<Self> {
        Box::new(Self {
            error,
            id,
            complaints,
        })
    }

    fn of(complaint: Complaint, id: Option<String>) -> Box<Self> {
        let (message, span) = (complaint.message.clone(), complaint.span.clone());
        let error = RowError::new(ErrorKind::Record, message, span);
        Self::new(error, id, vec![complaint])
    }

    fn of_sfen(errors: Vec<SfenError>, id: Option<String>) -> Box<Self> {
        let complaints = errors.iter().map(|it| Complaint::of_sfen(it, false));
        let complaints = complaints.collect();
        let first = errors.into_iter().next();
        Self::new(
            first.expect("a refusal has a reason").into(),
            id,
            complaints,
        )
    }
}

impl Intake {
    /// Returns the goal of a record: that of the run, or the one that the record names itself.
    fn goal_of(
        &self,
        record: &SfenRecord,
        kifu: Option<&Kifu>,
        fields: Option<&Fields>,
    ) -> NamedGoal {
        if let Some(goal) = self.goal {
            return Ok(goal);
        }
        let moves = kifu.map(|it| &it.record);
        let own = own_goal(Some(record), moves, fields).transpose()?;
        Ok(own.unwrap_or_default())
    }
}

/// Makes a record of an SFEN line. Opcodes and fields without a KIF header are left out, because
/// they are meant for programs.
fn of_opcodes(parsed: &SfenRecord, problem: &Problem, fields: Option<&Fields>) -> record::Record {
    let mut source = of_line(parsed, problem.setup().clone(), fields);
    let is_record = fields.is_some_and(|it| it.others.contains_key("jkf"));
    source
        .headers
        .retain(|(key, _)| is_record || !key.is_ascii());
    source
}

/// The goal of a record, or the word that names none.
type NamedGoal = Result<Goal, String>;

impl ParsedProblem {
    /// Returns the first move of the line that cannot be read or played.
    #[must_use]
    pub fn broken_line(&self) -> Option<SfenError> {
        self.illegal_move().or_else(|| self.record.broken.clone())
    }

    fn illegal_move(&self) -> Option<SfenError> {
        let record = &self.record;
        let (at, reason) = first_unplayable(&self.problem, self.goal, &record.moves)?;
        Some(record.error_at(at, reason))
    }

    /// Returns the length in the record, and complaints about its other fields. These do not keep
    /// the problem from being solved.
    #[must_use]
    pub fn expected_plies(&self) -> (Option<u32>, Vec<Complaint>) {
        let (record, problem) = (&self.record, &self.problem);
        let fields = self.fields.as_ref();
        let mut expected_plies = fields.and_then(|it| it.expected_plies);
        let mut warnings = self.left_out.clone();
        if let Some(text) = fields.and_then(|it| it.odd_plies.as_ref()) {
            warnings.push(Complaint::warning(both!(
                "the expected length `{text}` is not a number of plies",
                "手数「{text}」が数字でない"
            )));
        }
        if let Some(error) = self.illegal_move() {
            warnings.push(Complaint::of_sfen(&error, true));
        }
        if let Some(opcode) = record.tail.iter().find(|opcode| opcode.key == "plies") {
            expected_plies = opcode.value.parse().ok();
            if expected_plies.is_none() {
                let message = both!(
                    "the expected length is not a number of plies",
                    "手数が数字でない"
                );
                warnings.push(Complaint::warning(message).at(opcode.span.clone()));
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
            warnings.push(Complaint::warning(impossible(plies, problem)));
        }
        (expected_plies, warnings)
    }
}

/// Returns the complaint about a length that no mate from this position has.
fn impossible(plies: u32, problem: &Problem) -> Said {
    let [english, japanese] = if problem.attacker_to_move() {
        ["odd", "奇数"]
    } else {
        ["even", "偶数"]
    };
    both!(
        "no mate takes {plies} plies from here: the number is {english}; it is ignored",
        "ここから{plies}手で詰むことはない（手数は{japanese}になる）ので、無視する"
    )
}

/// Returns the error of a line that is not text or not a record, its text as far as it can be
/// shown, and the complaint.
#[must_use]
pub fn bad_line(bad: BadLine) -> (RowError, String, Complaint) {
    let message = of_bad_line(&bad);
    let mut help = None;
    let (kind, line, span) = match bad {
        BadLine::NotUtf8 { lossy, span } => (ErrorKind::Utf8, lossy, Some(span)),
        BadLine::TooLong => (ErrorKind::LineTooLong, String::new(), None),
        BadLine::Kifu { text, error } => {
            help = error.help.map(of_help);
            (ErrorKind::Record, text, Some(error.span))
        }
        BadLine::OpenQuote { text, at } => {
            help = Some(both!(
                "a quotation mark inside a quoted text is doubled: `\"a \"\"b\"\"\"`",
                "文字としての引用符は二つ重ねる：\"a \"\"b\"\"\""
            ));
            (ErrorKind::Record, text, Some(at..at + 1))
        }
        BadLine::NoPosition { text, game } => {
            help = game.is_none().then(|| {
                both!(
                    "open it there, and copy the position as SFEN or KIF",
                    "リンク先を開き、局面をSFENかKIFでコピーする"
                )
            });
            let span = 0..text.len();
            (ErrorKind::Record, text, Some(span))
        }
        BadLine::NoHand { name, value } | BadLine::Contradiction { name, value, .. } => {
            let begin = name.len() + 2;
            let span = begin..begin + value.len();
            (ErrorKind::Record, format!("{name}: {value}"), Some(span))
        }
        BadLine::NoRow { text, .. } => (ErrorKind::Record, text, None),
        BadLine::NoObject { text, at } => (ErrorKind::Record, text, at.map(|at| at..at + 1)),
        BadLine::NoSfen => {
            help = Some(both!(
                "`--field position=NAME` says which field has the position",
                "--field で、どの項目が局面かを指定できる"
            ));
            (ErrorKind::Record, String::new(), None)
        }
        BadLine::Failed { message } => {
            help = Complaint::of_panic(&message).help;
            (ErrorKind::Internal, String::new(), None)
        }
    };
    let complaint = Complaint::error(message.clone())
        .at(span.clone())
        .with_help(help);
    (RowError::new(kind, message, span), line, complaint)
}
