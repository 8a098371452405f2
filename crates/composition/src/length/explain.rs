//! Explains which interpositions in the main line are futile: which capture proves it, and how long
//! the mate is then. It also marks the grey classes, on which opinions differ.
//!
//! The capture that proves an interposition futile is its explanation: with the captured piece out
//! of the game, the mate is not longer than without the interposition (Lₖ₋₁ in the terms of
//! `futile`). An effective interposition is explained only if it would be futile with the grey
//! classes ([`Interpositions::Broad`]).

use crate::length::futile::{
    Allowance, Capture, Interpositions, by_square, captures_of, checker_of,
};
use crate::length::line::Reader;
use crate::length::reading::Reading;
use crate::search::Search;
use crate::shogi::{Color, Hand, Move, Position, Square};

/// The explanations of the interpositions in a main line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanations {
    /// The futile interpositions, and the effective ones of the grey classes, in the order of the
    /// line.
    pub interpositions: Vec<Explanation>,
    /// Interpositions not decided within the limits: ply and move.
    pub open: Vec<(u32, Move)>,
    /// The answer if the grey classes are futile as well.
    pub broad: BroadAnswer,
}

/// An interposition and the capture that decides about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// Which ply of the line the interposition is, from 1.
    pub ply: u32,
    /// The interposition.
    pub mv: Move,
    /// Whether it is futile. If not, it is of a grey class.
    pub futile: bool,
    /// The capture with check.
    pub capture: Move,
    /// Whether the piece that gave check captures (X); otherwise another piece does (XY).
    pub by_checker: bool,
    /// Plies from the capture to the mate, with the captured piece out of the game.
    pub plies_after: u32,
    /// Plies of the mate without this interposition and those farther from the king (Lₖ₋₁).
    pub plies_without: u32,
    /// The grey class, if opinions differ.
    pub grey: Option<Grey>,
}

/// Interpositions on which opinions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grey {
    /// The capture by the checking piece leaves a reply that was not there before, though the mate
    /// is not longer. The interposition is futile all the same.
    NewReply,
    /// 間接両王手: another piece captures with mate at once, but by a double check.
    DoubleCheck,
    /// Another piece captures with mate at once, but a third piece gives the check.
    DiscoveredCheck,
    /// Another piece captures, and the mate takes longer or replaces one that does.
    OtherPiece,
}

/// The answer at [`Interpositions::Broad`], beside that at [`Interpositions::Standard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadAnswer {
    /// Not asked for, because the level is not the usual one.
    NotAsked,
    /// A limit was reached first.
    Unknown,
    /// The length and the leftover.
    Known {
        /// Composed length.
        plies: u32,
        /// The attacker's hand at the mate.
        leftover: Hand,
    },
}

impl Explanations {
    /// Returns the answer with the grey classes futile, if it differs from this main line.
    #[must_use]
    pub fn other_answer(&self, main: &Reading) -> Option<(u32, Hand)> {
        match self.broad {
            BroadAnswer::Known { plies, leftover }
                if plies != main.line.len() as u32 || leftover.total() != main.leftover.total() =>
            {
                Some((plies, leftover))
            }
            _ => None,
        }
    }
}

/// Explains the interpositions along a main line from the current position.
pub(crate) fn main_line(
    search: &mut Search<'_, '_>,
    reader: &Reader,
    line: &[Move],
) -> Explanations {
    let mut found = Explanations {
        interpositions: Vec::new(),
        open: Vec::new(),
        broad: BroadAnswer::NotAsked,
    };
    explain_line(search, reader.interpositions, line, 1, &mut found);
    found
}

/// Explains the interpositions of a line from the current position, whose first move is `ply`.
fn explain_line(
    search: &mut Search<'_, '_>,
    level: Interpositions,
    line: &[Move],
    ply: u32,
    found: &mut Explanations,
) {
    if search.position().turn() == Color::White {
        explain_turn(search, level, line.len() as u32, ply, found);
    }
    if let Some((&mv, rest)) = line.split_first() {
        search.after(mv, |search| {
            explain_line(search, level, rest, ply + 1, found);
        });
    }
}

/// Explains the interpositions at a defender's turn that is mated in exactly `plies`.
fn explain_turn(
    search: &mut Search<'_, '_>,
    level: Interpositions,
    plies: u32,
    ply: u32,
    found: &mut Explanations,
) {
    if level == Interpositions::Off {
        return;
    }
    let groups = by_square(search.position(), search.position().evasions());
    for (k, moves) in groups.into_iter().enumerate().skip(1) {
        let without = level.length_before(search, k as u8, plies);
        for mv in moves {
            let explained = without.and_then(|without| judge(search, level, ply, mv, without));
            match explained {
                Some(all) => found.interpositions.extend(all.last().copied()),
                None => found.open.push((ply, mv)),
            }
        }
    }
}

/// Returns an explanation for every capture that shows an interposition to be futile or grey, the best last.
/// The mate without the interposition takes `without` plies. Empty for an interposition that is clearly
/// effective, `None` if a limit was reached.
fn judge(
    search: &mut Search<'_, '_>,
    level: Interpositions,
    ply: u32,
    mv: Move,
    without: u32,
) -> Option<Vec<Explanation>> {
    let mut explanations: Vec<Explanation> = Vec::new();
    for capture in captures_of(search.position(), mv) {
        let (after, checker) = search.after(mv, |search| {
            search.after(capture.mv, |search| {
                search.without_piece(capture.taken, |search| {
                    Some(if search.mate_within(without)?.is_no() {
                        (None, checker_of(search.position()))
                    } else {
                        let plies = search.shortest_mate(without)?;
                        (Some(plies), checker_of(search.position()))
                    })
                })
            })
        })?;
        let Some(plies_after) = after else { continue };
        let grey = grey_class(search, mv, capture, checker, plies_after, without);
        let futile = match level.allowance(capture) {
            Allowance::AsLong => true,
            Allowance::AtOnce => without == 0 && plies_after == 0,
            Allowance::Nothing => false,
        };
        // A capture by X that does not prove it futile is no grey class: the level accepts only mates at
        // once.
        if !futile && matches!(grey, None | Some(Grey::NewReply)) {
            continue;
        }
        explanations.push(Explanation {
            ply,
            mv,
            futile,
            capture: capture.mv,
            by_checker: capture.by_checker,
            plies_after,
            plies_without: without,
            grey,
        });
    }
    // The sort is stable, so that among equals the captures by the checking piece come last.
    explanations.reverse();
    explanations.sort_by_key(|it| match (it.futile, it.grey) {
        (false, _) => 0,
        (true, Some(Grey::NewReply)) => 2,
        (true, Some(_)) => 1,
        (true, None) => 3,
    });
    Some(explanations)
}

/// Returns the grey class of an interposition with this capture, after which the mate is not longer.
/// `checker` is the piece that gives check after the capture, if it is only one.
fn grey_class(
    search: &Search<'_, '_>,
    mv: Move,
    capture: Capture,
    checker: Option<Square>,
    after: u32,
    without: u32,
) -> Option<Grey> {
    if capture.by_checker {
        let position = search.position();
        let before = quiet_replies(position);
        let mut later = position.clone();
        later.make(mv);
        later.make(capture.mv);
        later.set_hand(Color::Black, later.hand(Color::Black).remove(capture.taken));
        let new = (quiet_replies(&later).iter()).any(|reply| !before.contains(reply));
        return new.then_some(Grey::NewReply);
    }
    if (after, without) != (0, 0) {
        return Some(Grey::OtherPiece);
    }
    match checker {
        None => Some(Grey::DoubleCheck),
        Some(_) if capture.alone => None,
        Some(_) => Some(Grey::DiscoveredCheck),
    }
}

/// Returns the origin and destination of the defender's replies that are not interpositions.
fn quiet_replies(position: &Position) -> Vec<(Option<Square>, Square)> {
    let groups = by_square(position, position.evasions());
    groups[0].iter().map(|mv| (mv.from(), mv.to())).collect()
}
