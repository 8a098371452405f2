//! Reads problems in any format as records, for `convert` and `show`.

use crate::answer::errors::of_record;
use crate::answer::illegal::not_playable;
use crate::cli::diagnostics::Form;
use crate::cli::exit::Exit;
use crate::cli::inputs::{ReadArgs, SideArgs};
use crate::cli::lang::no_problem;
use crate::composition::{DefenderHandRule, Goal, Problem};
use crate::guard::guarded;
use crate::input::source_record::{has_more, is_row, jkf_record, of_line};
use crate::input::{Fields, Ids, Kifu, Origin, Record as Input, Source, Unreadable};
use crate::judge::intake::bad_line;
use crate::judge::{Complaint, MessageLevel, named_goal, unknown_goal};
use crate::notation::record::{End, Places, Record, illegal_moves};
use crate::notation::sfen;
use crate::shogi::Setup;
use crate::shogi::setup::SetupProblem;
use anyhow::bail;
use serde_json::{Map, Value};

/// A problem with its name, ready to be written or shown.
pub(super) struct Sheet {
    pub id: String,
    pub record: Record,
    /// The goal that the input names, else a mate.
    pub goal: Goal,
    /// Whether everything in the input could be read.
    pub complete: bool,
    /// Whether the input has fields that cannot be headers, because they are neither texts nor numbers.
    pub has_more: bool,
    /// The other fields of a JSON object or a row of a table, unchanged.
    pub others: Map<String, Value>,
}

/// Calls `take` with the sheet of every problem. `take` returns `false` for a sheet it could not use.
///
/// # Errors
/// If `take` fails, or if there is no problem.
pub(super) fn each_sheet(
    read: &ReadArgs,
    sources: Vec<Source>,
    notes: DiagramNotes,
    mut take: impl FnMut(&Sheet) -> anyhow::Result<bool>,
) -> anyhow::Result<Exit> {
    let ids = Ids::new();
    let sides = read.sides;
    let mut sheets = Sheets { sides, ids, notes };
    let mut exit = Exit::Success;
    let mut any_taken = false;
    for input in read.records(sources) {
        let origin = input.as_ref().ok().map(|it| it.origin.clone());
        let made = guarded(|| sheets.make(input));
        let Some(sheet) = made.unwrap_or_else(|message| {
            let origin = origin.unwrap_or_else(|| Origin::new("", None));
            Form::Full.complain(&origin, "", &Complaint::of_panic(&message));
            None
        }) else {
            exit = exit.max(Exit::Unread);
            continue;
        };
        let is_taken = take(&sheet)?;
        any_taken |= is_taken;
        if !is_taken {
            exit = Exit::Failure;
        } else if !sheet.complete {
            exit = exit.max(Exit::Unread);
        }
    }
    if !any_taken && exit == Exit::Success {
        bail!(no_problem());
    }
    Ok(exit)
}

/// The conventions in the reading of a diagram that are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiagramNotes {
    /// The side to move, if it is not written.
    Turn,
    /// Also that the defender holds all other pieces, if the record gives that side no hand.
    TurnAndHand,
}

/// Makes sheets of the input.
struct Sheets {
    sides: SideArgs,
    ids: Ids,
    notes: DiagramNotes,
}

impl Sheets {
    /// Returns the notes on the reading of a diagram.
    fn diagram_notes(&self, goal: Goal, kifu: &Kifu) -> Vec<Complaint> {
        let is_hand_noted = self.notes == DiagramNotes::TurnAndHand
            && self.sides.defender_hand == DefenderHandRule::Auto;
        match self.problem(&kifu.record.setup, goal) {
            Ok(problem) if is_hand_noted => Complaint::of_diagram(&kifu.places, &problem),
            _ => Complaint::of_turn(&kifu.places).into_iter().collect(),
        }
    }

    /// Makes the sheet of a record; `None` if it cannot be read, which is reported.
    fn make(&mut self, input: Result<Input, Unreadable>) -> Option<Sheet> {
        let Input {
            origin,
            text,
            fields,
            kifu,
        } = match input {
            Ok(input) => input,
            Err(error) => {
                Form::Full.unreadable(&error);
                return None;
            }
        };
        let text = match text {
            Ok(text) => text,
            Err(bad) => {
                let (_, text, complaint) = bad_line(bad);
                Form::Full.complain(&origin, &text, &complaint);
                return None;
            }
        };
        match kifu {
            Some(kifu) => Some(self.of_kifu(*kifu, fields.as_ref(), &origin, &text)),
            None => self.of_sfen(fields, &origin, &text),
        }
    }

    /// Makes the sheet of a record of moves.
    fn of_kifu(
        &mut self,
        kifu: Kifu,
        fields: Option<&Fields>,
        origin: &Origin,
        text: &str,
    ) -> Sheet {
        tell_illegal(origin, text, &kifu.record, &kifu.places);
        let left_out = Complaint::of_places(&kifu.places);
        Form::Full.complain_all(origin, text, &left_out);
        Form::Full.complain_all(origin, text, Complaint::of_taken(&kifu.places));
        let goal = goal(named_goal(None, Some(&kifu.record), fields), origin, text);
        Form::Full.complain_all(origin, text, self.diagram_notes(goal, &kifu));
        Sheet {
            id: (self.ids).assign(fields.and_then(|it| it.id.as_deref()), origin),
            goal,
            complete: left_out.is_empty(),
            record: kifu.record,
            has_more: false,
            others: Map::new(),
        }
    }

    /// Makes the sheet of an SFEN with its moves; `None` if it cannot be read, which is reported.
    fn of_sfen(&mut self, fields: Option<Fields>, origin: &Origin, text: &str) -> Option<Sheet> {
        let parsed = match sfen::parse_leniently(text) {
            Ok(parsed) => parsed,
            Err(errors) => {
                let complaints = errors
                    .iter()
                    .map(|it| Complaint::of_sfen(it, MessageLevel::Error));
                Form::Full.complain_all(origin, text, complaints);
                return None;
            }
        };
        let own = named_goal(Some(&parsed), None, fields.as_ref());
        let goal = goal(own, origin, text);
        self.tell_too_many(origin, text, &parsed, goal);
        let given = fields.as_ref().and_then(|it| it.id.as_deref());
        let id = self.ids.assign(given.or(parsed.opcode("id")), origin);
        let setup = self.with_defender_hand(&parsed.setup, goal);
        let record = of_line(&parsed, setup, fields.as_ref());
        let has_all_moves = check_moves(origin, text, &parsed, &record);
        let mut places = Places::default();
        places.moves.push(0..0);
        places.moves.extend(parsed.spans.moves.iter().cloned());
        if record.tree.main_line().len() == record.tree.len() - 1 {
            tell_illegal(origin, text, &record, &places);
        }
        let jkf_error = fields.as_ref().and_then(|it| jkf_record(it)?.err());
        if let Some(reason) = &jkf_error {
            let complaint = Complaint::error(of_record(&reason.kind).map(|lang, reason| {
                both!(
                    lang,
                    "`jkf` is left out: {reason}",
                    "jkf の項目：{reason}（省略する）"
                )
            }));
            Form::Full.complain(origin, text, &complaint);
        }
        Some(Sheet {
            id,
            record,
            goal,
            complete: has_all_moves && jkf_error.is_none(),
            has_more: fields.as_ref().is_some_and(has_more),
            others: match fields {
                Some(fields) if !is_row(&fields) => fields.others,
                _ => Map::new(),
            },
        })
    }

    /// Reports more pieces of a kind than a set has. Such a diagram is written all the same.
    fn tell_too_many(&self, origin: &Origin, text: &str, parsed: &sfen::SfenRecord, goal: Goal) {
        let problem = self.problem(&parsed.setup, goal);
        for reason in problem.err().into_iter().flatten() {
            if let SetupProblem::TooMany { .. } = reason {
                let complaint = Complaint::of_sfen(&parsed.locate(&reason), MessageLevel::Warning);
                Form::Full.complain(origin, text, &complaint);
            }
        }
    }

    /// Returns the diagram with the hand that the defender has by convention, so that its drops can
    /// be played.
    fn with_defender_hand(&self, setup: &Setup, goal: Goal) -> Setup {
        let problem = self.problem(setup, goal);
        problem.map_or_else(|_| setup.clone(), |it| it.setup().clone())
    }

    fn problem(&self, setup: &Setup, goal: Goal) -> Result<Problem, Vec<SetupProblem>> {
        let SideArgs {
            attacker,
            defender_hand,
        } = self.sides;
        Problem::for_goal(goal, setup.clone(), attacker, defender_hand)
    }
}

/// Returns the goal that a record names, and reports a word that names none.
fn goal(own: Option<Result<Goal, String>>, origin: &Origin, text: &str) -> Goal {
    match own {
        Some(Ok(goal)) => goal,
        Some(Err(word)) => {
            Form::Full.complain(origin, text, &Complaint::warning(unknown_goal(&word)));
            Goal::Mate
        }
        None => Goal::Mate,
    }
}

/// Reports the first move that cannot be read or played. Returns whether all can.
fn check_moves(origin: &Origin, text: &str, parsed: &sfen::SfenRecord, record: &Record) -> bool {
    let played = record.tree.main_line().len();
    let broken = parsed.left_out_after(played);
    let complaint = broken.as_ref().map(Complaint::of_broken_line);
    Form::Full.complain_all(origin, text, &complaint);
    complaint.is_none()
}

/// Reports the first illegal move of each line, unless the line ends there with 反則. The moves are kept.
fn tell_illegal(origin: &Origin, text: &str, record: &Record, places: &Places) {
    let complaints = illegal_moves(record)
        .into_iter()
        .filter_map(|(id, reason)| {
            let node = record.tree.node(id);
            let span = places
                .moves
                .get(id)
                .filter(|_| node.end != Some(End::IllegalMove))?;
            let message = not_playable(reason).map(|lang, reason| {
                both!(lang, "this move is illegal: {reason}", "反則手：{reason}")
            });
            Some(Complaint::warning(message).at(span.clone()))
        });
    Form::Full.complain_all(origin, text, complaints);
}
