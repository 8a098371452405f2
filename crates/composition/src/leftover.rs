//! The leftover pieces of the main line (駒余り), and whether a longer variation (変長) is the
//! cause.
//!
//! Today the defender lasts as long as possible, whatever is left over. By the old convention the
//! defender prefers a line without leftover to any longer line with leftover. A composer who
//! followed it has a line of fewer plies than the main line. If the defender can force such a line,
//! the flaw is the longer variation; if not, it is the leftover itself.

use super::futile::Interpositions;
use super::line;
use crate::search::Search;
use crate::shogi::{Color, Move, Position};
use rustc_hash::FxHashMap;

/// A line without leftover: its length, and its first move.
type Empty = Option<(u32, Option<Move>)>;

/// Looks for the longest line without leftover.
#[derive(Debug)]
pub(super) struct OldConvention {
    interpositions: Interpositions,
    known: FxHashMap<line::Name, Empty>,
    /// The moves of the main line. Of several checks that are equally good by the old order, the
    /// main line's is taken.
    main: FxHashMap<line::Name, Move>,
}

impl OldConvention {
    /// Begins beside a main line of this position.
    pub(super) fn beside(
        main: &[Move],
        position: &Position,
        interpositions: Interpositions,
    ) -> Self {
        let names = line::names_along(position, main).into_iter();
        Self {
            interpositions,
            known: FxHashMap::default(),
            main: names.zip(main.iter().copied()).collect(),
        }
    }

    /// Returns the longest line without leftover that the defender can force against the shortest
    /// attack. The current position is mate in exactly `plies`. Empty if there is none.
    pub(super) fn line(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Vec<Move>> {
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

    fn value(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Empty> {
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

    /// Of his shortest mates, the attacker takes one with leftover, if there is one.
    fn attack(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Empty> {
        let mut best: Empty = None;
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

    fn defence(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Empty> {
        let mut best: Empty = None;
        for mv in line::in_order(search.position()) {
            if self.interpositions.sets_aside(search, mv, plies)? {
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
