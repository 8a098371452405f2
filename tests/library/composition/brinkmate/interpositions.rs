//! Futile interpositions between the moves of a brinkmate: they do not prolong it, others do.

use support::brinkmate::{duel, proofs};
use tsume::composition::Interpositions;
use tsume::composition::brinkmate::{self, Solution};
use tsume::composition::check::Question;
use tsume::notation::{sfen, usi};
use tsume::search::{Limits, SearchConfig, Solver};
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::verify::{Brinkmates, Shortest};

/// After L*1e the king goes, and then the brinkmate is completed. A pawn on 1d is captured by the lance.
const FUTILE: &str = "5p2k/9/6P2/5+P3/9/9/9/9/9 b GLp 1";

/// After L*1e every reply is mated but S*1c, which the lance can capture as well.
const EFFECTIVE: &str = "6G2/8k/6pp1/9/9/9/9/9/9 b GLs 1";

fn config() -> SearchConfig {
    SearchConfig {
        hash_bytes: 16 << 20,
        ..SearchConfig::default()
    }
}

fn solve(setup: &Setup, interpositions: Interpositions) -> Solution {
    let question = Question {
        within: Some(3),
        interpositions,
        limits: Limits {
            nodes: Some(20_000_000),
            ..Limits::default()
        },
        ..Question::default()
    };
    let (mut solver, problem) = (Solver::new(config()), support::problem(setup));
    brinkmate::solve(&mut solver, &problem, &question, &mut |_| {})
}

fn mv(text: &str) -> Move {
    usi::parse_move(text).unwrap()
}

/// Returns the diagram after moves.
fn after(setup: &Setup, moves: &[Move]) -> Setup {
    let mut setup = setup.clone();
    for &mv in moves {
        assert!(setup.play(mv), "{mv:?}");
    }
    setup
}

/// The interpositions on the 1st file in a position of the defender.
fn interpositions(setup: &Setup) -> Vec<Move> {
    let mut replies = Position::new(setup).legal_moves();
    replies.retain(|it| it.is_drop());
    replies
}

/// Both searches agree about all first moves and the length, with futile interpositions left out.
fn agree(text: &str) {
    let setup = sfen::parse(text).unwrap().setup;
    let (mut solver, mut prover) = (Solver::new(config()), Solver::new(config()));
    let work = (2_000, 40_000);
    let compared = duel::compare(&mut solver, Some(&mut prover), &setup, 3, false, work);
    assert_eq!(compared, Ok(duel::Compared::Brinkmate(3)), "{text}");
}

#[test]
#[ignore = "takes 9 s"]
fn a_futile_interposition_does_not_prolong_a_brinkmate() {
    let setup = sfen::parse(FUTILE).unwrap().setup;
    let check = mv("L*1e");
    let standard = solve(&setup, Interpositions::Standard);
    assert_eq!(standard.plies(), Some(3));
    assert!(standard.first_moves.contains(&check));
    // If every interposition counts, this check takes longer.
    let off = solve(&setup, Interpositions::Off);
    assert_eq!(off.plies(), Some(3));
    assert!(off.first_moves_complete && !off.first_moves.contains(&check));
    agree(FUTILE);

    // By the page: such an interposition lasts longer, but after its capture by the checking piece, with the
    // pawn out of the game, every reply is mated or followed by a brinkmate in one, as without it.
    let mut prover = Solver::new(config());
    let mut plain = Brinkmates::new(Color::Black, 2_000, 40_000)
        .with_prover(|setup| proofs::mates(&mut prover, setup));
    let mut is_short = |setup: &Setup| match plain.shortest(setup, 1).unwrap() {
        Shortest::Mate | Shortest::Brinkmate { .. } => true,
        Shortest::NoBrinkmateWithin(_) => false,
        Shortest::GaveUp => panic!("{}", sfen::write(setup)),
    };
    let checked = after(&setup, &[check]);
    let mut prolong = 0;
    for reply in interpositions(&checked) {
        let interposed = after(&checked, &[reply]);
        if is_short(&interposed) {
            continue;
        }
        prolong += 1;
        let mut captures = Position::new(&interposed).legal_moves();
        captures.retain(|it| it.from() == Some(check.to()) && it.to() == reply.to());
        let is_futile = captures.into_iter().any(|capture| {
            let mut captured = after(&interposed, &[capture]);
            captured.hands[0] = captured.hands[0].remove(reply.dropped().unwrap());
            let replies = Position::new(&captured).legal_moves();
            let mut replies = replies.into_iter();
            captured.in_check(Color::White) && replies.all(|it| is_short(&after(&captured, &[it])))
        });
        assert!(is_futile, "{reply:?}");
    }
    assert!(prolong > 0);
}

/// What is not mated without it is no futile interposition: the line goes on with it.
#[test]
fn an_interposition_that_changes_the_play_prolongs_a_brinkmate() {
    let setup = sfen::parse(EFFECTIVE).unwrap().setup;
    let found = solve(&setup, Interpositions::Standard);
    assert_eq!(usi::write_line(&found.line), "L*1e S*1c 3a3b");
    // The lance could capture it with check.
    let interposed = after(&setup, &[mv("L*1e"), mv("S*1c")]);
    let captures = Position::new(&interposed).checks();
    assert!(captures.iter().any(|it| it.from() == Some(mv("L*1e").to())));
    agree(EFFECTIVE);
}
