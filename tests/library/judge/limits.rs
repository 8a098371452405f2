//! What comes of limits, and of more memory or threads than there are.

use tsume::composition::Goal;
use tsume::search::{StopReason, Unavailable};
use tsume::{Cancel, Config, Options, Problem, Solver, Uncertified};

#[test]
fn a_limit_before_any_answer_is_an_error_of_certificates() {
    let mate: Problem = "6R2/9/9/8k/6B2/9/9/9/9 b - 1".parse().unwrap();
    let threat = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
    let threat = Problem::from_sfen_for(Goal::Threatmate, threat).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    for (options, reason) in [
        (Options::new().nodes(1), StopReason::Nodes),
        (Options::new().cancel(&cancel), StopReason::Interrupt),
    ] {
        let (mut solver, limit) = (Solver::default(), Err(Uncertified::Limit(reason)));
        assert_eq!(solver.certify(&mate, &options), limit);
        assert_eq!(solver.certify(&threat, &options), limit);
        let options = options.goal(Goal::Brinkmate);
        assert_eq!(solver.certify(&mate, &options), limit);
    }
    let mut solver = Solver::default();
    assert!(!solver.certify(&mate, &Options::new()).unwrap().is_empty());
    let plain = solver.certify(&mate, &Options::new().goal(Goal::Brinkmate));
    assert_eq!(plain, Ok(Vec::new()), "a mate is certified as such");
}

#[test]
fn more_memory_or_threads_than_there_are_can_be_refused() {
    let asked = Config::new().hash_bytes(usize::MAX);
    let refused = Solver::try_new(asked).unwrap_err();
    assert!(matches!(refused, Unavailable::Memory { asked, available }
        if asked == usize::MAX && available < asked));
    let refused = Solver::try_new(Config::new().threads(usize::MAX)).unwrap_err();
    assert!(matches!(
        refused,
        Unavailable::Threads {
            asked: usize::MAX,
            ..
        }
    ));
    let config = Config::new().hash_bytes(1 << 20).threads(2);
    let mut solver = Solver::try_new(config).unwrap();
    let mate: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
    let solution = solver.solve(&mate, &Options::new()).unwrap();
    assert_eq!(solution.plies(), Some(1));
}
