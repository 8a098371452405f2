//! Tests that searches end: at limits, and at the greatest depth.

use super::answer::{Progress, StopReason};
use super::dfpn::{PLIES_MAX, Search};
use super::games::{InterpositionState, Referee};
use super::numbers::Plies;
use super::repetition::path::DEPTH_MAX;
use super::session::Session;
use super::tuning::NODES_PER_CLOCK_CHECK;
use super::{Limits, SearchConfig, Solver, Switches};
use crate::notation::sfen;
use crate::shogi::{Key, Move, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// A problem in which all interpositions after the first check are futile.
const FUTILE: &str = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";

fn with_session<T: Send>(
    diagram: &str,
    limits: &Limits,
    work: impl FnOnce(&mut Session<'_>) -> T + Send,
) -> T {
    with_switches(diagram, Switches::default(), limits, work)
}

fn with_switches<T: Send>(
    diagram: &str,
    switches: Switches,
    limits: &Limits,
    work: impl FnOnce(&mut Session<'_>) -> T + Send,
) -> T {
    let setup = sfen::parse(diagram).unwrap().setup;
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 32 << 20,
        switches,
        ..SearchConfig::default()
    });
    let position = Position::new(&setup);
    solver.session(&position, limits, &mut |_: &Progress| {}, work)
}

/// No mate, and no end of the search within the limits of these tests.
const ENDLESS: &str = "7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1";

/// Searches up to the limit of nodes, and then once more without it.
fn search_beyond_node_limit(limits: &Limits, before_second: impl FnOnce() + Send) -> SecondSearch {
    with_session(ENDLESS, limits, |session| {
        let search = |session: &mut Session<'_>| {
            session.strict(|search| search.run(Plies::new(99)));
            session.stopped()
        };
        search(session);
        let nodes_before = session.stats().nodes;
        let ended_by = session.without_node_limit(|session| {
            before_second();
            search(session)
        });
        SecondSearch {
            ended_by,
            nodes: session.stats().nodes - nodes_before,
            session_ended_by: session.stopped(),
        }
    })
}

struct SecondSearch {
    ended_by: Option<StopReason>,
    nodes: u64,
    session_ended_by: Option<StopReason>,
}

#[test]
fn a_search_without_node_limit_still_ends_when_interrupted_and_in_time() {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        nodes: Some(1_000),
        stop: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    let second = search_beyond_node_limit(&limits, || stop.store(true, Ordering::Relaxed));
    assert_eq!(second.ended_by, Some(StopReason::Interrupt));
    assert_eq!(second.session_ended_by, Some(StopReason::Nodes));
    assert!(
        second.nodes <= 2 * NODES_PER_CLOCK_CHECK,
        "{}",
        second.nodes
    );
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        ..limits
    };
    stop.store(false, Ordering::Relaxed);
    let second = search_beyond_node_limit(&limits, || ());
    assert_eq!(second.ended_by, Some(StopReason::Time));
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
            .map(|_| InterpositionState::Effective)
    }

    fn is_futile(&self, _: &mut Search<'_, '_>, _: Move, _: u8, _: u32) -> Option<bool> {
        None
    }

    fn salt(&self) -> Key {
        Key::of(77)
    }
}

#[test]
fn searches_inside_searches_without_end_are_ended() {
    let endless = Endless(AtomicUsize::new(0));
    let reason = with_session(FUTILE, &Limits::default(), |session| {
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

/// 将棋図巧 3, in which many lines lead to one position.
const ZUKO_3: &str =
    "2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7 b GS2N2Pg2sn2l5p 1";

/// Marks of double counts change the order of work, and nothing else would change the nodes.
#[test]
fn moves_that_lead_to_one_position_are_marked() {
    let nodes = |after| {
        let switches = Switches {
            double_counts_after: after,
            ..Switches::default()
        };
        with_switches(ZUKO_3, switches, &Limits::default(), |session| {
            let value = session.strict(|search| search.run(Plies::UNLIMITED));
            assert!(value.is_settled());
            session.stats().nodes
        })
    };
    assert_ne!(nodes(0), nodes(u64::MAX));
}
