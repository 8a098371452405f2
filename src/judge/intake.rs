//! Makes a problem with an id of a record, or complaints about it.

pub use super::bad_line::bad_line;
use super::complaint::{Complaint, MessageLevel};
use super::goal::{named_goal, unknown_goal};
use super::parsed::{ParsedProblem, of_opcodes};
pub use super::refused::{Refusal, Refused};
use crate::answer::RowError;
use crate::answer::errors::of_reason;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::guard::guarded;
use crate::input::{BadLine, Fields, Ids, Kifu, Origin, Record, Unreadable};
use crate::notation::Help;
use crate::notation::record;
use crate::notation::sfen::{self, SfenError, SfenRecord};
use crate::shogi::Color;
use crate::shogi::setup::SetupProblem;
use crate::vocabulary::ErrorKind;

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

    /// Sets the goal of all problems, in place of the goals that their records name.
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

    /// Returns the id of the next record: the given one, or one made of the origin.
    fn assign(&mut self, given: Option<&str>, origin: &Origin) -> String {
        match &mut self.ids {
            Some(ids) => ids.assign(given, origin),
            // The sender of a request expects exactly this id.
            None => match given {
                Some(given) if !given.is_empty() => given.to_owned(),
                _ => origin.to_string(),
            },
        }
    }

    /// Returns the problem of a record.
    ///
    /// # Errors
    /// The reasons why there is none. A record that makes the program panic is refused as well.
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
            let (error, text, complaint) = bad_line(BadLine::Failed { message });
            let objection = Objection::new(error, named, vec![complaint]);
            Err(self.refused(origin, text, None, *objection))
        })
    }

    fn problem_of(&mut self, mut record: Record) -> Result<ParsedProblem, Box<Refused>> {
        if let (Some(kifu), Some(Goal::Threatmate)) = (&mut record.kifu, self.goal) {
            let_black_move(kifu);
        }
        let text = std::mem::replace(&mut record.text, Ok(String::new()));
        let (text, understood) = match text {
            Ok(text) => {
                let understood = self.understand(&text, &record);
                (text, understood)
            }
            Err(bad) => {
                let (error, text, complaint) = bad_line(bad);
                (text, Err(Objection::new(error, None, vec![complaint])))
            }
        };
        let Record {
            origin,
            fields,
            kifu,
            ..
        } = record;
        let Understood {
            line,
            problem,
            goal,
            complaints,
        } = match understood {
            Ok(understood) => understood,
            Err(objection) => return Err(self.refused(origin, text, fields, *objection)),
        };
        let named = fields.as_ref().and_then(|it| it.id.as_deref());
        Ok(ParsedProblem {
            id: self.assign(named.or(line.opcode("id")), &origin),
            source_record: Box::new(match kifu {
                Some(kifu) => kifu.record,
                None => of_opcodes(&line, &problem, fields.as_ref()),
            }),
            left_out: complaints,
            record: line,
            problem,
            goal,
            fields,
            origin,
            text,
        })
    }

    fn refused(
        &mut self,
        origin: Origin,
        text: String,
        fields: Option<Fields>,
        objection: Objection,
    ) -> Box<Refused> {
        let named = fields.as_ref().and_then(|it| it.id.as_deref());
        let mut refused = Box::new(Refused {
            id: self.assign(named.or(objection.id.as_deref()), &origin),
            error: objection.error,
            fields,
            reason: Refusal::Record {
                origin,
                text,
                complaints: objection.complaints,
            },
        });
        refused.locate();
        refused
    }

    /// Returns the problem that the text of a record describes.
    fn understand(&self, text: &str, record: &Record) -> Result<Understood, Box<Objection>> {
        let kifu = record.kifu.as_deref();
        let line = match kifu {
            Some(kifu) => record::problem(&kifu.record, &kifu.places),
            None => sfen::parse_leniently(text)
                .map_err(|errors| Objection::of_sfen(errors, sfen::opcode_after(text, "id")))?,
        };
        let id = line.opcode("id").map(str::to_owned);
        let goal = self.goal_of(&line, record);
        let goal_or_mate = goal.as_ref().copied().unwrap_or_default();
        let setup = line.setup.clone();
        let problem = Problem::for_goal(goal_or_mate, setup, self.attacker, self.defender_hand);
        let problem = problem.map_err(|reasons| {
            let errors = reasons
                .iter()
                .map(|it| self.illegal(&line, it, goal_or_mate));
            Objection::of_sfen(errors.collect(), id.clone())
        })?;
        let mut complaints = match kifu {
            Some(kifu) => Complaint::of_places(&kifu.places),
            None => line.broken.iter().map(Complaint::of_broken_line).collect(),
        };
        if let Some(Kifu { places, .. }) = kifu {
            complaints.extend(Complaint::of_taken(places));
            match self.defender_hand {
                DefenderHandRule::Auto => {
                    complaints.extend(Complaint::of_diagram(places, &problem));
                }
                _ => complaints.extend(Complaint::of_turn(places)),
            }
        }
        let goal = match goal {
            Ok(goal) => goal,
            Err(word) => {
                let message = unknown_goal(&word);
                if self.ids.is_none() {
                    // A request for an unknown goal must not be answered as one for a mate.
                    return Err(Objection::of(Complaint::error(message), id));
                }
                complaints.push(Complaint::warning(message));
                Goal::Mate
            }
        };
        if let Some(handicap) = record::handicap_of(&line.setup) {
            let complaint = Complaint::of_game(handicap).at(line.spans.board.clone());
            return Err(Objection::of(complaint, id));
        }
        Ok(Understood {
            line,
            problem,
            goal,
            complaints,
        })
    }

    /// Returns the error for a reason why a diagram is no problem of this goal. Its help names what made one
    /// side the attacker.
    fn illegal(&self, line: &SfenRecord, reason: &SetupProblem, goal: Goal) -> SfenError {
        let error = line.locate(reason);
        let depends_on_attacker = matches!(
            reason,
            SetupProblem::NoDefenderKing { .. } | SetupProblem::DefenderNotInCheck { .. }
        );
        match goal {
            _ if !depends_on_attacker => error,
            Goal::Brinkmate => error.with_help(Help::DefenderToMove),
            _ if self.attacker != AttackerRule::Auto => error.with_help(Help::AttackerIsGiven),
            Goal::Threatmate => error.with_help(Help::SideToMoveDefends),
            Goal::Mate => error,
        }
    }

    /// Returns the goal of the run, or else the one that the record names. A word that names no goal is the
    /// error.
    fn goal_of(&self, line: &SfenRecord, record: &Record) -> Result<Goal, String> {
        if let Some(goal) = self.goal {
            return Ok(goal);
        }
        let moves = record.kifu.as_ref().map(|it| &it.record);
        let own = named_goal(Some(line), moves, record.fields.as_ref()).transpose()?;
        Ok(own.unwrap_or_default())
    }
}

/// Gives Black the move if the record names no side. In a threatmate the side to move is the defender, so it
/// does not follow from the only king.
fn let_black_move(kifu: &mut Kifu) {
    if kifu.places.is_turn_deduced && kifu.record.tree.is_empty() {
        kifu.places.is_turn_deduced = false;
        kifu.record.setup.turn = Color::Black;
    }
}

/// The meaning of a text.
struct Understood {
    line: SfenRecord,
    problem: Problem,
    goal: Goal,
    complaints: Vec<Complaint>,
}

/// The reasons why a text is no problem. [`Intake`] makes a [`Refused`] record of them.
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
        let complaints = errors
            .iter()
            .map(|it| Complaint::of_sfen(it, MessageLevel::Error));
        let complaints = complaints.collect();
        let first = errors.into_iter().next();
        Self::new(
            first.expect("a refusal has a reason").into(),
            id,
            complaints,
        )
    }
}
