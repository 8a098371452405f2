//! From a record to a problem with a name, or to what is wrong with it.

use super::diagnostics::{Complaint, complain, complain_briefly, unreadable, unreadable_briefly};
use super::sheet::of_line;
use super::solve::failed;
use crate::composition::{AttackerRule, DefenderHandRule, Problem};
use crate::input::{BadLine, Fields, Ids, Kifu, Origin, Record, Unreadable};
use crate::notation::record;
use crate::notation::sfen::{self, SfenError, SfenErrorKind, SfenRecord};
use crate::report::errors::{of_bad_line, of_help, of_reason, of_sfen};
use crate::report::{Entry, RowError, Said};

/// A record with a legal problem in it.
pub(super) struct ParsedProblem {
    pub id: String,
    pub origin: Origin,
    pub text: String,
    pub record: SfenRecord,
    pub problem: Problem,
    /// What the record says beside the problem, if it has several fields.
    pub fields: Option<Fields>,
    /// The same as a record of moves: headers, line, comments.
    pub source_record: Box<record::Record>,
}

/// What could not be read as a problem.
pub(super) struct Refused {
    id: String,
    error: RowError,
    reason: Reason,
    fields: Option<Fields>,
}

enum Reason {
    Unreadable(Unreadable),
    Line {
        origin: Origin,
        text: String,
        complaints: Vec<Complaint>,
    },
}

impl Refused {
    /// What the record is called.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Says to people what is wrong first, in one line.
    pub fn complain_briefly(&self) {
        match &self.reason {
            Reason::Unreadable(error) => unreadable_briefly(error),
            Reason::Line {
                origin,
                text,
                complaints,
            } => {
                for complaint in complaints.iter().take(1) {
                    complain_briefly(origin, text, complaint);
                }
            }
        }
    }

    /// Says to people what is wrong.
    pub fn complain(&self) {
        match &self.reason {
            Reason::Unreadable(error) => unreadable(error),
            Reason::Line {
                origin,
                text,
                complaints,
            } => {
                for complaint in complaints {
                    complain(origin, text, complaint);
                }
            }
        }
    }

    /// The row in place of an answer.
    pub fn entry(&self) -> Entry {
        let mut entry = failed(self.id.clone(), self.error.clone());
        entry
            .row
            .hand_through(self.fields.as_ref().map(|it| &it.others));
        entry
    }
}

/// Reads the records of a run, one after the other.
pub(super) struct Reading {
    attacker: AttackerRule,
    defender_hand: DefenderHandRule,
    /// The ids of the run, if each is to be another.
    ids: Option<Ids>,
}

impl Reading {
    /// Nothing is read yet.
    pub fn new(attacker: AttackerRule, defender_hand: DefenderHandRule) -> Self {
        Self {
            attacker,
            defender_hand,
            ids: Some(Ids::new()),
        }
    }

    /// Leaves ids as they are, whether or not one comes again.
    pub fn echoing(attacker: AttackerRule, defender_hand: DefenderHandRule) -> Self {
        Self {
            ids: None,
            ..Self::new(attacker, defender_hand)
        }
    }

    fn assign(&mut self, given: Option<&str>, origin: &Origin) -> String {
        match &mut self.ids {
            Some(ids) => ids.assign(given, origin),
            // Whoever sent it looks for just that.
            None => match given {
                Some(given) if !given.is_empty() => given.to_owned(),
                _ => origin.to_string(),
            },
        }
    }

    /// The problem of a record, or why there is none.
    pub fn read(
        &mut self,
        record: Result<Record, Unreadable>,
    ) -> Result<ParsedProblem, Box<Refused>> {
        let Record {
            origin,
            text,
            fields,
            kifu,
        } = record.map_err(|error| {
            let origin = Origin::new(error.name.as_str(), None);
            Box::new(Refused {
                id: self.assign(None, &origin),
                error: RowError::new("io", of_reason(&error.reason), None),
                reason: Reason::Unreadable(error),
                fields: None,
            })
        })?;
        let named = fields.as_ref().and_then(|fields| fields.id.as_deref());
        let text = text.map_err(|bad| {
            let (error, text, complaint) = bad_line(bad);
            Box::new(Refused {
                id: self.assign(named, &origin),
                error,
                fields: fields.clone(),
                reason: Reason::Line {
                    origin: origin.clone(),
                    text,
                    complaints: vec![complaint],
                },
            })
        })?;
        match parse(&text, kifu.as_deref(), self.attacker, self.defender_hand) {
            Ok((record, problem)) => Ok(ParsedProblem {
                id: self.assign(named.or(record.opcode("id")), &origin),
                source_record: Box::new(match kifu {
                    Some(kifu) => kifu.record,
                    None => of_opcodes(&record, &problem, fields.as_ref()),
                }),
                fields,
                origin,
                text,
                record,
                problem,
            }),
            Err((given, errors)) => {
                let complaints = errors.iter().map(|it| complaint(it, false)).collect();
                let first = errors.into_iter().next();
                Err(Box::new(Refused {
                    id: self.assign(named.or(given.as_deref()), &origin),
                    fields,
                    error: first.expect("a refusal has a reason").into(),
                    reason: Reason::Line {
                        origin,
                        text,
                        complaints,
                    },
                }))
            }
        }
    }
}

/// What a line says, as a record. Opcodes and fields that KIF has no header for are for programs: in
/// a record they would say nothing to anybody.
fn of_opcodes(parsed: &SfenRecord, problem: &Problem, fields: Option<&Fields>) -> record::Record {
    let mut told = of_line(parsed, problem.setup().clone(), fields);
    let is_record = fields.is_some_and(|it| it.others.contains_key("jkf"));
    told.headers.retain(|(key, _)| is_record || !key.is_ascii());
    told
}

/// A refusal: the id the record gives, if it can be read at all, and every reason.
type Refusal = (Option<String>, Vec<SfenError>);

fn parse(
    text: &str,
    kifu: Option<&Kifu>,
    attacker: AttackerRule,
    defender_hand: DefenderHandRule,
) -> Result<(SfenRecord, Problem), Refusal> {
    let record = match kifu {
        Some(kifu) => record::problem(&kifu.record, &kifu.places),
        None => {
            sfen::parse_all(text).map_err(|errors| (sfen::opcode_behind(text, "id"), errors))?
        }
    };
    match Problem::new(record.setup.clone(), attacker, defender_hand) {
        Ok(problem) => Ok((record, problem)),
        Err(reasons) => {
            let errors = reasons.iter().map(|it| record.locate(it)).collect();
            Err((record.opcode("id").map(str::to_owned), errors))
        }
    }
}

/// The length that the record gives, and what it says beside the diagram and says wrongly. That does
/// not stop the problem from being solved.
pub(super) fn warnings(
    record: &SfenRecord,
    problem: &Problem,
    fields: Option<&Fields>,
) -> (Option<u32>, Vec<Complaint>) {
    let mut expected_plies = fields.and_then(|it| it.expected_plies);
    let mut warnings = Vec::new();
    if let Some(text) = fields.and_then(|it| it.odd_plies.as_ref()) {
        warnings.push(Complaint {
            harmless: true,
            message: Said::new(
                format!("the expected length `{text}` is not a number of plies"),
                format!("手数「{text}」が数字でない"),
            ),
            span: None,
            help: None,
        });
    }
    if let Err(error) = record.check_line(problem.setup(), problem.attacker()) {
        warnings.push(complaint(&error, true));
    }
    if let Some(opcode) = record.tail.iter().find(|opcode| opcode.key == "plies") {
        expected_plies = opcode.value.parse().ok();
        if expected_plies.is_none() {
            warnings.push(Complaint {
                harmless: true,
                message: Said::new(
                    "the expected length is not a number of plies",
                    "手数が数字でない",
                ),
                span: Some(opcode.span.clone()),
                help: None,
            });
        }
    }
    (expected_plies, warnings)
}

pub(super) fn complaint(error: &SfenError, harmless: bool) -> Complaint {
    Complaint {
        harmless,
        message: of_sfen(&error.kind),
        span: Some(error.span.clone()),
        help: error.help.map(of_help),
    }
}

pub(super) fn bad_line(bad: BadLine) -> (RowError, String, Complaint) {
    let message = of_bad_line(&bad);
    let mut help = None;
    let (kind, line, span) = match bad {
        BadLine::NotUtf8 { lossy, span } => ("utf8", lossy, Some(span)),
        BadLine::TooLong => ("line_too_long", String::new(), None),
        BadLine::Kifu { text, error } => {
            help = error.help.map(of_help);
            ("record", text, Some(error.span))
        }
        BadLine::OpenQuote { text, at } => {
            help = Some(Said::new(
                "a mark that belongs to the text is doubled inside others: `\"a \"\"b\"\"\"`",
                "文字としての引用符は二つ重ねる：\"a \"\"b\"\"\"",
            ));
            ("record", text, Some(at..at + 1))
        }
        BadLine::NoRow { text, .. } => ("record", text, None),
        BadLine::NoObject | BadLine::NoSfen => ("record", String::new(), None),
    };
    let complaint = Complaint {
        harmless: false,
        message: message.clone(),
        span: span.clone(),
        help,
    };
    (RowError::new(kind, message, span), line, complaint)
}

impl From<SfenError> for RowError {
    fn from(error: SfenError) -> Self {
        let kind = match error.kind {
            SfenErrorKind::Problem(_) => "illegal",
            _ => "sfen",
        };
        Self::new(kind, of_sfen(&error.kind), Some(error.span))
    }
}
