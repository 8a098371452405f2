//! However deep a search goes, it ends.

use super::answer::{Progress, StopReason};
use super::dfpn::{PLIES_MAX, Search};
use super::games::{InterpositionState, Referee};
use super::numbers::Plies;
use super::repetition::path::DEPTH_MAX;
use super::session::Session;
use super::{Limits, SearchConfig, Solver};
use crate::notation::sfen;
use crate::shogi::{Key, Move, Position};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether the interpositions behind the first check count has to be judged.
const FUTILE: &str = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";

fn with_session<T: Send>(
    diagram: &str,
    nodes: u64,
    work: impl FnOnce(&mut Session<'_>) -> T + Send,
) -> T {
    let setup = sfen::parse(diagram).unwrap().setup;
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 32 << 20,
        ..SearchConfig::default()
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let position = Position::new(&setup);
    solver.session(&position, &limits, &mut |_: &Progress| {}, work)
}

/// Half of the plies may be the search's own, half those of searches inside it.
const _: () = assert!(PLIES_MAX >= 2 * DEPTH_MAX);

/// Asks its own question again, in a search inside the search, without end.
struct Endless(AtomicUsize);

impl Referee for Endless {
    fn at_first_sight(
        &self,
        search: &mut Search<'_, '_>,
        _: Move,
        budget: u32,
    ) -> Option<InterpositionState> {
        self.0.fetch_add(1, Ordering::Relaxed);
        search
            .mate_within(budget)
            .map(|_| InterpositionState::Counts)
    }

    fn is_void(&self, _: &mut Search<'_, '_>, _: Move, _: u8, _: u32) -> Option<bool> {
        None
    }

    fn salt(&self) -> Key {
        Key::of(77)
    }
}

#[test]
fn searches_inside_searches_without_end_are_ended() {
    let endless = Endless(AtomicUsize::new(0));
    let reason = with_session(FUTILE, u64::MAX, |session| {
        session.variant(&endless, |search| {
            let value = search.run(Plies::new(1));
            assert!(!value.is_settled());
        });
        session.stopped()
    });
    assert_eq!(reason, Some(StopReason::Memory));
    let asked = endless.0.load(Ordering::Relaxed);
    assert!(asked > 100, "{asked}");
}
