//! The leftover pieces of the main line (駒余り), and their cause: the choice of the last move
//! (最終手駒余り), or a longer variation (変長).
//!
//! If several last moves mate, the attacker plays one that leaves something over. An author may have meant
//! another. So if another last move leaves nothing, only the choice of the last move is at fault.
//!
//! Today the defender lasts as long as possible, whatever is left over. By the old convention the
//! defender prefers a line without leftover to any longer line with leftover. A line composed by it
//! has fewer plies than the main line. If the defender can force such a line, the flaw is the longer
//! variation; if not, it is the leftover itself.

use crate::finding::verdict::{Detail, Finding, Kind, Length};
use crate::length::futile::Interpositions;
use crate::length::inquiry::Inquiry;
use crate::length::line;
use crate::length::reading::Reading;
use crate::search::Search;
use crate::shogi::{Color, Move, Position};
use rustc_hash::FxHashMap;

/// Returns the finding that the judged line leaves pieces over, if it does. The first `fixed` moves of the
/// line are the author's. A cause is looked for only if the line is best play.
pub(crate) fn finding(
    inquiry: &mut Inquiry<'_, '_>,
    reading: &Reading,
    fixed: usize,
    is_best: bool,
) -> Option<Finding> {
    let Reading { line, leftover } = reading;
    if leftover.is_empty() {
        return None;
    }
    let plies = line.len() as u32;
    let mut finding = Finding {
        line: line.clone(),
        length: Some(Length::Exactly(plies)),
        detail: Detail::Leaves(*leftover),
        ..Finding::new(Kind::Leftover, &[])
    };
    if !is_best {
        return Some(finding);
    }
    let kept = &line[..fixed.min(line.len() - 1)];
    let with_another_last_move = inquiry.with_another_last_move(kept);
    let mut set_cause = |kind: Kind, cause: &[Move]| {
        let pairs = line.iter().zip(cause);
        let common = pairs.take_while(|(a, b)| a == b).count();
        finding.kind = kind;
        finding.severity = kind.severity();
        finding.length = Some(Length::Exactly(cause.len() as u32));
        finding.before = cause[..common].to_vec();
        finding.line = cause[common..].to_vec();
    };
    if let Some(rest) = with_another_last_move {
        set_cause(Kind::LastMoveLeftover, &[kept, &rest].concat());
        return Some(finding);
    }
    let interpositions = inquiry.interpositions();
    let mut convention = OldConvention::beside(line, &inquiry.root, interpositions);
    match (inquiry.session).variant(&interpositions, |search| convention.line(search, plies)) {
        None => {
            finding.severity = Kind::LongerVariation.severity();
            finding.detail = Detail::LeavesPerhapsLonger(*leftover);
        }
        Some(shorter) if shorter.is_empty() => {}
        Some(shorter) => set_cause(Kind::LongerVariation, &shorter),
    }
    Some(finding)
}

/// A line without leftover, if there is one: its length, and its first move.
type CleanLine = Option<(u32, Option<Move>)>;

/// Looks for the longest line without leftover.
#[derive(Debug)]
struct OldConvention {
    interpositions: Interpositions,
    known: FxHashMap<line::Name, CleanLine>,
    /// The moves of the main line. Of several checks that are equally good by the old order, the
    /// main line's is taken.
    main: FxHashMap<line::Name, Move>,
}

impl OldConvention {
    /// Begins with a main line of this position, to which others are compared.
    fn beside(main: &[Move], position: &Position, interpositions: Interpositions) -> Self {
        let names = line::names_along(position, main).into_iter();
        Self {
            interpositions,
            known: FxHashMap::default(),
            main: names.zip(main.iter().copied()).collect(),
        }
    }

    /// Returns the longest line without leftover that the defender can force against the shortest
    /// attack. The current position is mate in exactly `plies`. Empty if there is none.
    fn line(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Vec<Move>> {
        if self.value(search, plies)?.is_none() {
            return Some(Vec::new());
        }
        let mut position = search.position().clone();
        let mut line = Vec::new();
        while let Some(&Some((_, Some(mv)))) = self.known.get(&line::name(&position)) {
            position.make(mv);
            line.push(mv);
        }
        Some(line)
    }

    /// Returns the line without leftover from the current position, which is mate in exactly `plies`. The outer
    /// `None` means that a limit was reached.
    fn value(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<CleanLine> {
        let name = line::name(search.position());
        if let Some(&known) = self.known.get(&name) {
            return Some(known);
        }
        if search.is_stopped() {
            return None;
        }
        let value = if plies == 0 {
            search
                .position()
                .hand(Color::Black)
                .is_empty()
                .then_some((0, None))
        } else if search.position().turn() == Color::Black {
            self.attack(search, plies)?
        } else {
            self.defence(search, plies)?
        };
        self.known.insert(name, value);
        Some(value)
    }

    /// The attacker takes a shortest mate with leftover, if there is one.
    fn attack(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<CleanLine> {
        let mut best: CleanLine = None;
        let main = self.main.get(&line::name(search.position())).copied();
        for mv in line::in_order(search.position()) {
            if !self.interpositions.is_optimal(search, mv, plies)? {
                continue;
            }
            let after = search.after(mv, |search| self.value(search, plies - 1))?;
            let Some((rest, _)) = after else {
                return Some(None);
            };
            let is_main = Some(mv) == main;
            if best.is_none_or(|(known, _)| rest + 1 < known + u32::from(is_main)) {
                best = Some((rest + 1, Some(mv)));
            }
        }
        Some(best)
    }

    /// The defender takes the longest line without leftover.
    fn defence(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<CleanLine> {
        let mut best: CleanLine = None;
        for mv in line::in_order(search.position()) {
            if self.interpositions.is_futile_reply(search, mv, plies)? {
                continue;
            }
            let after = search.after(mv, |search| {
                let length = search.shortest_mate(plies - 1)?;
                self.value(search, length)
            })?;
            if let Some((rest, _)) = after
                && best.is_none_or(|(known, _)| rest + 1 > known)
            {
                best = Some((rest + 1, Some(mv)));
            }
        }
        Some(best)
    }
}
