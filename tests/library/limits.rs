//! What comes of limits, and of more memory or threads than there are.

use tsume::composition::Goal;
use tsume::search::StopReason;
use tsume::{Cancel, Options, Problem, Solver, Uncertified};

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
        assert_eq!(solver.certify_brinkmate(&mate, &options), limit);
        assert_eq!(solver.certify_brinkmate(&threat, &options), limit);
    }
    let mut solver = Solver::default();
    assert!(!solver.certify(&mate, &Options::new()).unwrap().is_empty());
    let plain = solver.certify_brinkmate(&mate, &Options::new());
    assert_eq!(plain, Ok(Vec::new()), "a mate is certified as such");
}
