//! Tests how deep the stack is that a search needs.

use tsume::composition::{AttackerRule, DefenderHandRule, Interpositions, Problem};
use tsume::notation::sfen;
use tsume::search::session::Session;
use tsume::search::{Limits, PLIES_MAX, Progress, STACK_BYTES, SearchConfig, Solver};
use tsume::shogi::Position;

/// 図巧 100 (1755), 611 plies.
const LONG: &str = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

fn with_session<T: Send>(diagram: &str, nodes: u64, work: impl FnOnce(&mut Session<'_>) -> T + Send) -> T {
    let setup = sfen::parse(diagram).unwrap().setup;
    let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap();
    let mut solver = Solver::new(SearchConfig { hash_bytes: 32 << 20, ..SearchConfig::default() });
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let position = Position::new(problem.normalised());
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
                search.any_mate();
            });
            session.variant(&Interpositions::Standard, |search| {
                search.mate_within(601);
            });
            session.stats().depth as usize
        })
    });
    assert!(depth >= PLIES_MAX / PART, "{depth} plies");
}
