//! Tables too small for a problem: every judgement ends, and none is wrong.

use tsume::composition::rules::Profile;
use tsume::composition::verdict::{Judgement, Verdict};
use tsume::search::StopReason;
use tsume::{Config, Options, Problem, Solver};

/// The nodes after which a search ends for each entry that the tables have room for, with the
/// allowance for the last visits.
const NODES_PER_ENTRY: u64 = 2100;

/// The bytes of an entry.
const ENTRY: u64 = 32;

fn verdict(judgement: &Judgement) -> Verdict {
    judgement.verdict(Profile::Standard)
}

/// `first-10` needs some megabytes; with 1 MiB it once did not end.
#[test]
#[ignore = "takes 5 s"]
fn a_judgement_ends_without_any_limit() {
    let first_steps = include_str!("../../../../problems/first-steps.sfen");
    let problems = first_steps.lines().filter(|it| it.contains(" b "));
    let problems: Vec<Problem> = problems
        .map(|it| Problem::from_sfen(it).unwrap_or_else(|error| panic!("{it}: {error}")))
        .collect();
    assert_eq!(problems.len(), 12);
    let mut solver = Solver::new(Config::new().hash_bytes(64 << 20));
    let answers: Vec<_> = problems
        .iter()
        .map(|it| verdict(&solver.check(it, &Options::new()).unwrap()))
        .collect();
    let (mut judged, mut open) = (0, 0);
    for hash_bytes in [1 << 14, 1 << 15] {
        let mut solver = Solver::new(Config::new().hash_bytes(hash_bytes));
        for (problem, &right) in problems.iter().zip(&answers) {
            let judgement = solver.check(problem, &Options::new()).unwrap();
            let most = hash_bytes as u64 / ENTRY * NODES_PER_ENTRY;
            let nodes = judgement.composed.strict.stats.nodes;
            assert!(nodes <= most, "{problem}: {nodes} nodes");
            if verdict(&judgement) == right {
                judged += 1;
            } else {
                let stopped = judgement.stopped;
                assert_eq!(stopped, Some(StopReason::Memory), "{problem}");
                open += 1;
            }
        }
    }
    assert!(judged > 10 && open > 0, "{judged} judged, {open} open");
}
