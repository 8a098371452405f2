//! The claims of certificates about brinkmates, and their bounds.

use tsume::certificate::{Certificate, Claim};
use tsume::composition::Problem;
use tsume::composition::certify::certify_after;
use tsume::composition::{AttackerRule, DefenderHandRule, Goal};
use tsume::judge::proven::ProvenClaims;
use tsume::notation::{sfen, usi};
use tsume::search::{Limits, SearchConfig, Solver, Uncertified};
use tsume::shogi::{Move, PieceKind};
use tsume::verify;

/// A brinkmate in three: S*2c, K-1c, 2c3d+.
const THREE: &str = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1";

fn problem(text: &str) -> Problem {
    let setup = sfen::parse(text).unwrap().setup;
    let (attacker, hand) = (AttackerRule::Auto, DefenderHandRule::Given);
    Problem::for_goal(Goal::Brinkmate, setup, attacker, hand).unwrap()
}

fn after(problem: &Problem, line: &str, claim: Claim) -> Result<Certificate, Uncertified> {
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 16 << 20,
        ..SearchConfig::default()
    });
    let line: Vec<_> = line
        .split_whitespace()
        .map(|it| usi::parse_move(it).unwrap())
        .collect();
    let limits = Limits {
        nodes: Some(5_000_000),
        ..Limits::default()
    };
    let lines = Vec::from_iter((!line.is_empty()).then_some(line));
    let made = certify_after(&mut solver, problem, &lines, claim, &limits, &mut |_| {});
    made.map(|(certificate, _)| certificate)
}

#[test]
fn a_move_that_forces_a_brinkmate_has_a_certificate_of_its_own() {
    let problem = problem(THREE);
    let made = after(&problem, "S*2c", Claim::BrinkmateWithin(2)).unwrap();
    assert_eq!(made.claim, Claim::BrinkmateWithin(2));
    assert_eq!(verify::check(&made), Ok(()));
    for plies in [0, 1, 3] {
        let claim = Claim::BrinkmateWithin(plies);
        assert!(
            verify::check(&Certificate {
                claim,
                ..made.clone()
            })
            .is_err(),
            "{plies}"
        );
    }
    let other = Certificate {
        lines: vec![vec![usi::parse_move("G*2c").unwrap()]],
        ..made.clone()
    };
    assert!(verify::check(&other).is_err());
    let claim = Claim::BrinkmateWithin(0);
    let refused = after(&problem, "S*2c", claim);
    assert!(
        matches!(refused, Err(Uncertified::Contradiction(_))),
        "{refused:?}"
    );
    let at_end = after(&problem, "S*2c 2b1c 2c3d+", claim).unwrap();
    assert_eq!(verify::check(&at_end), Ok(()));
}

/// The only defence to L*9e is to interpose, and the lance can capture with check. The interposition might be
/// futile, but another defence holds after the capture.
#[test]
fn an_interposition_that_can_be_captured_may_be_the_defence_of_a_certificate() {
    for text in [
        "kn7/1p7/9/9/9/9/9/9/9 b Lp 1",
        "kn7/1p7/9/9/9/9/9/9/8K b Lp 1",
    ] {
        let made = after(&problem(text), "", Claim::NoBrinkmateWithin(3)).unwrap();
        assert_eq!(verify::check(&made), Ok(()), "{text}");
        // Without the defence after the capture it proves nothing.
        let mut rejected = 0;
        for at in 0..made.brinkmates.len() {
            let mut less = made.clone();
            less.brinkmates.remove(at);
            rejected += usize::from(verify::check(&less).is_err());
        }
        assert!(rejected > 1 && made.brinkmates.len() > 2, "{text}");
        // So it does without the position in which the attacker holds what he has captured.
        let mut less = made.clone();
        less.brinkmates.retain(|it| !it.hand.has(PieceKind::Knight));
        assert!(less.brinkmates.len() < made.brinkmates.len(), "{text}");
        let reason = verify::check(&less).unwrap_err().reason;
        let is_lance = |mv: Option<Move>| mv.and_then(Move::dropped) == Some(PieceKind::Lance);
        assert!(
            matches!(reason, verify::Reason::NoDefence { mv } if is_lance(mv)),
            "{text}: {reason}"
        );
    }
}

/// Otherwise a position after a line would make the problem shorter than it is.
#[test]
fn what_holds_after_a_line_proves_nothing_of_the_problem() {
    let problem = problem(THREE);
    let mut proven = ProvenClaims::default();
    let at_end = after(&problem, "S*2c 2b1c 2c3d+", Claim::BrinkmateWithin(0)).unwrap();
    proven.add(&at_end);
    let none = after(&problem, "S*2c 2b1c", Claim::NoBrinkmateWithin(1));
    assert!(none.is_err(), "there is one");
    let none = after(&problem, "G*9e 2b1c S*9d 1c2b", Claim::NoBrinkmateWithin(1)).unwrap();
    assert_eq!(verify::check(&none), Ok(()));
    proven.add(&none);
    assert_eq!(proven.about_brinkmate(&problem).plies_at_most, None);
    assert_eq!(proven.about_brinkmate(&problem).none_within, None);
    let root = after(&problem, "", Claim::NoBrinkmateWithin(1)).unwrap();
    assert_eq!(verify::check(&root), Ok(()));
    proven.add(&root);
    assert_eq!(proven.about_brinkmate(&problem).none_within, Some(1));
}
