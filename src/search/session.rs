//! One problem under way: its position, its limits, and the games it is searched in one after
//! another, with the tables kept between the questions.

use super::answer::{Stats, StopReason};
use super::forbidden::{Forbidden, ForbiddenPositions};
use super::limits::{Limits, Reporter, Watch};
use super::solver::{Solver, Switches};
use super::table::Table;
use super::variant::{Referee, Search, Variant};
use crate::shogi::Position;

/// A problem under way.
pub(crate) struct Session<'a> {
    solver: &'a mut Solver,
    position: Position,
    watch: Watch<'a>,
    stats: Stats,
    mate_at_most: Option<u32>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        solver: &'a mut Solver,
        position: &Position,
        limits: &Limits,
        observer: Reporter<'a>,
    ) -> Self {
        Self {
            solver,
            position: position.clone(),
            watch: Watch::new(limits, observer),
            stats: Stats::default(),
            mate_at_most: None,
        }
    }

    /// What everything so far has cost.
    pub(crate) const fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether a shortest mate is asked for, or any.
    pub(crate) const fn shortest(&self) -> bool {
        self.solver.config.shortest
    }

    /// Whether the solver has memory for games in which some replies do not count.
    pub(crate) const fn has_variants(&self) -> bool {
        self.solver.variant.is_some()
    }

    /// The limit that was hit, if one was.
    pub(crate) const fn stopped(&self) -> Option<StopReason> {
        self.watch.reason()
    }

    /// From here on questions may cost so many nodes and no more. Returns what was allowed before,
    /// for [`Session::widen`].
    pub(crate) fn narrow(&mut self, nodes: u64) -> u64 {
        self.watch.narrow(self.stats.nodes.saturating_add(nodes))
    }

    /// Takes [`Session::narrow`] back: a question that ended for want of those nodes has not ended
    /// the session.
    pub(crate) fn widen(&mut self, outer: u64) {
        self.watch.widen(outer, self.stats.nodes);
    }

    /// The position of the problem.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Works on another position for a while, with the same pieces in all: what the tables know of
    /// one holds for the other.
    pub(crate) fn elsewhere<T>(
        &mut self,
        position: &Position,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let here = std::mem::replace(&mut self.position, position.clone());
        let result = work(self);
        self.position = here;
        result
    }

    /// Searches in the strict game.
    pub(crate) fn strict<T>(&mut self, ask: impl FnOnce(&mut Search<'_, '_>) -> T) -> T {
        let switches = self.solver.config.switches;
        let search = Search::new(
            &mut self.position,
            &mut self.solver.table,
            &mut self.solver.conditional,
            &mut self.watch,
            switches,
        );
        carry(search, &mut self.stats, &mut self.mate_at_most, ask)
    }

    /// Searches in the game this referee watches over.
    ///
    /// # Panics
    /// When the solver was made without memory for such games.
    pub(crate) fn variant<T>(
        &mut self,
        referee: &dyn Referee,
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        self.other_game(
            |search, strict| {
                search.salt = referee.salt();
                search.variant = Some(Variant {
                    strict,
                    referee,
                    vanished: 0,
                });
            },
            ask,
        )
    }

    /// Searches in the strict game in which the attacker may not come to these positions.
    ///
    /// # Panics
    /// When the solver was made without memory for such games.
    pub(crate) fn forbidding<T>(
        &mut self,
        positions: &ForbiddenPositions,
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        self.other_game(
            |search, strict| {
                search.salt = positions.salt();
                search.forbidden = Some(Forbidden { strict, positions });
            },
            ask,
        )
    }

    /// Searches in a game with a table of its own, beside that of the strict game.
    fn other_game<'s, T>(
        &'s mut self,
        set_up: impl FnOnce(&mut Search<'s, 'a>, &'s mut Table),
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        let (table, conditional) = self
            .solver
            .variant
            .as_mut()
            .expect("the solver has memory for other games");
        // A hand that is more does not do what one that is less does where replies do not count
        // or positions are barred.
        let switches = Switches {
            dominance: false,
            ..self.solver.config.switches
        };
        let mut search = Search::new(
            &mut self.position,
            table,
            conditional,
            &mut self.watch,
            switches,
        );
        set_up(&mut search, &mut self.solver.table);
        carry(search, &mut self.stats, &mut self.mate_at_most, ask)
    }
}

/// Runs one search of several, whose costs add up.
fn carry<T>(
    mut search: Search<'_, '_>,
    stats: &mut Stats,
    mate_at_most: &mut Option<u32>,
    ask: impl FnOnce(&mut Search<'_, '_>) -> T,
) -> T {
    (search.stats, search.mate_at_most) = (*stats, *mate_at_most);
    let result = ask(&mut search);
    let progress = search.progress();
    (*stats, *mate_at_most) = (progress.stats, progress.mate_at_most);
    result
}
