//! `tsume show`: diagrams and lines, without any search.
//!
//! - `args`: the options
//! - `pages`: formats of text
//! - `pictures`: SVG and PNG

mod args;
mod pages;
mod pictures;

pub(super) use args::ShowArgs;

use super::sheet::{DiagramNotes, Sheet, each_sheet};
use crate::answer::illegal::not_legal;
use crate::cli::diagnostics::{failure, warning};
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::lang::{localized, message_lang};
use crate::composition::{Goal, Problem};
use crate::input::Source;
use crate::notation::record::Record;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Move};
use args::ShowFormat;

impl ShowArgs {
    /// Shows everything.
    ///
    /// # Errors
    /// If the options do not fit together, or nothing can be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.file.color.set();
        let format = self.file.format(self.format)?.unwrap_or_default();
        let inputs = Inputs::find(&self.inputs, false)?;
        match format {
            ShowFormat::Svg | ShowFormat::Png => pictures::run(self, format, inputs),
            ShowFormat::Text | ShowFormat::Bod | ShowFormat::Sfen => {
                pages::run(self, format, inputs)
            }
        }
    }
}

/// Returns the message that the line of a record cannot be played.
fn unplayable(id: &str) -> String {
    say!("{id}: the line cannot be played", "{id}：手順を指せない")
}

/// A problem to show.
struct Shown<'a> {
    pub id: &'a str,
    pub goal: Goal,
    pub record: &'a Record,
    /// The whole line of the record.
    pub line: Vec<Move>,
    /// The number of moves of the line that are played before the diagram.
    pub ply: usize,
    pub attacker: Color,
}

/// Calls `make` with every problem and `take` with the result. If `make` fails, reports it and goes on.
///
/// # Errors
/// If `take` fails, or if there is no problem.
fn for_each_problem<T>(
    args: &ShowArgs,
    sources: Vec<Source>,
    make: impl Fn(&Shown) -> anyhow::Result<T>,
    mut take: impl FnMut(&str, T) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    each_sheet(&args.read, sources, DiagramNotes::TurnAndHand, |sheet| {
        let made = shown(args, sheet).and_then(|it| make(&it));
        made.map_or_else(
            |error| {
                failure(&error);
                Ok(false)
            },
            |it| take(&sheet.id, it).map(|()| true),
        )
    })
}

/// Takes from a sheet what is to be shown. Reports faults of the diagram.
fn shown<'a>(args: &ShowArgs, sheet: &'a Sheet) -> anyhow::Result<Shown<'a>> {
    let record = &sheet.record;
    let line = record.tree.main_line();
    let ply = match args.ply {
        usize::MAX => line.len(),
        ply => ply,
    };
    if ply > line.len() {
        let plies = line.len();
        let id = &sheet.id;
        refuse!(
            "{id}: no ply {ply}, the line has {plies} moves",
            "{id}：{ply}手目はない（手順は{plies}手）"
        );
    }
    let problem = Problem::for_goal(
        sheet.goal,
        record.setup.clone(),
        args.read.sides.attacker,
        args.read.sides.defender_hand,
    );
    if let Err(faults) = &problem {
        tell_faults(&sheet.id, faults);
    }
    Ok(Shown {
        id: &sheet.id,
        goal: sheet.goal,
        record,
        line,
        ply,
        attacker: problem.map_or(Color::Black, |it| it.attacker()),
    })
}

/// Reports what is impossible on a board; the diagram is shown all the same. A defender to move without check is
/// possible there, although it is no problem.
fn tell_faults(id: &str, faults: &[SetupProblem]) {
    let reasons = faults
        .iter()
        .filter(|it| !matches!(it, SetupProblem::DefenderNotInCheck { .. }))
        .map(|it| not_legal(it).in_lang(message_lang()).to_owned());
    let reasons = reasons.collect::<Vec<_>>().join(localized(["; ", "、"]));
    if !reasons.is_empty() {
        warning(&say!(
            "{id}: {reasons}: the diagram is shown as it is, and the hands as they are given",
            "{id}：{reasons}（図と持駒は書かれているとおりに示す）"
        ));
    }
}
