//! However deep a search goes, its stack is deep enough.

use super::answer::{Progress, StopReason};
use super::dfpn::{PLIES_MAX, Search};
use super::games::{InterpositionState, Referee};
use super::numbers::Plies;
use super::repetition::path::DEPTH_MAX;
use super::session::Session;
use super::threads::stack::STACK_BYTES;
use super::{Limits, SearchConfig, Solver};
use crate::composition::{AttackerRule, DefenderHandRule, Interpositions, Problem};
use crate::notation::sfen;
use crate::shogi::{Key, Move, Position};
use std::sync::atomic::{AtomicUsize, Ordering};

/// 図巧 100 (1755), 611 plies.
const LONG: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
/// Whether the interpositions behind the first check count has to be judged.
const FUTILE: &str = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";

fn with_session<T: Send>(
    diagram: &str,
    nodes: u64,
    work: impl FnOnce(&mut Session<'_>) -> T + Send,
) -> T {
    let setup = sfen::parse(diagram).unwrap().setup;
    let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap();
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 32 << 20,
        ..SearchConfig::default()
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let position = Position::new(problem.setup());
    solver.session(&position, &limits, &mut |_: &Progress| {}, work)
}

/// Calls a function on a stack of this many bytes.
fn on_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// A part of the stack is used for the same part of the plies, with as much to spare. A stack
/// overflow would end the process.
#[test]
fn a_part_of_the_plies_takes_no_more_than_its_part_of_the_stack() {
    const PART: usize = 32;
    let depth = with_session(LONG, 1_000_000, |session| {
        on_stack(STACK_BYTES / PART / 2, || {
            session.strict(|search| {
                search.run(Plies::UNLIMITED);
            });
            session.variant(&Interpositions::Standard, |search| {
                search.run(Plies::new(601));
            });
            session.stats().depth as usize
        })
    });
    assert!(depth >= PLIES_MAX / PART, "{depth} plies");
    const { assert!(PLIES_MAX >= 2 * DEPTH_MAX) };
}

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
