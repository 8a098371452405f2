//! Against independent libraries. Where one differs the plain rules of `tsume::verify` decide,
//! and each kind of difference is named here and only that kind let pass.

use super::{peers, sorted};
use support::sample::sample;
use tsume::notation::usi;
use tsume::shogi::{Move, PieceKind, Position};
use tsume::verify::{Board, rules};

/// Returns the moves that only the first list has, and those that only the second has.
fn differences(ours: &[Move], theirs: &[Move]) -> (Vec<Move>, Vec<Move>) {
    let only = |some: &[Move], other: &[Move]| {
        let not_there = |mv: &&Move| !other.contains(mv);
        some.iter().filter(not_there).copied().collect()
    };
    (only(ours, theirs), only(theirs, ours))
}

fn plainly_legal(position: &Position) -> Vec<Move> {
    let board = Board::new(&position.to_setup()).unwrap();
    sorted(rules::legal_moves(&board).into_iter().map(|(mv, _)| mv))
}

#[test]
fn rsshogi_has_the_same_legal_moves_and_checks() {
    for position in sample() {
        let theirs = peers::rsshogi(position);
        assert_eq!(sorted(position.legal_moves()), peers::rsshogi_legal_moves(&theirs), "{position:?}");
        assert_eq!(sorted(position.checks()), peers::rsshogi_checks(&theirs), "{position:?}");
    }
}

/// haitaka 0.3.2 tries only the first square a pawn may go to for mate, and not at all in check; so
/// it drops pawns to mate, after which it finds no reply itself. And it refuses a drop one rank
/// before the king, on whatever file, that leaves the other side without a move.
#[test]
fn haitaka_has_the_same_legal_moves_but_for_pawn_drops_that_leave_no_reply() {
    let mut compared = 0;
    for position in sample() {
        let Some(theirs) = peers::haitaka(position) else {
            continue;
        };
        compared += 1;
        let ours = sorted(position.legal_moves());
        let (missing, extra) = differences(&ours, &peers::haitaka_legal_moves(&theirs));
        for mv in extra.iter().chain(&missing) {
            let mut after = theirs.clone();
            after.play_unchecked(usi::write_move(*mv).parse().unwrap());
            assert_eq!(mv.dropped(), Some(PieceKind::Pawn), "{position:?}");
            let mate = !after.checkers().is_empty();
            assert_eq!(mate, extra.contains(mv), "{mv:?} {position:?}");
            assert!(!has_board_move(&after), "{mv:?} {position:?}");
            let legal = plainly_legal(position).contains(mv);
            assert_eq!(legal, !mate, "{mv:?} {position:?}");
        }
    }
    assert!(compared > 2000, "only {compared} compared");
}

fn has_board_move(board: &haitaka::Board) -> bool {
    board.generate_board_moves(|_| true)
}

/// Its generator of checks takes a piece for a discoverer although an enemy piece stands on the
/// same line, or although the slider behind it does not move along that line; so it is not its
/// list that is compared, but whether it sees a check after the move.
#[test]
fn haitaka_sees_check_after_the_same_moves() {
    for position in sample() {
        let Some(theirs) = peers::haitaka(position) else {
            continue;
        };
        let checks = position.checks();
        for mv in position.legal_moves() {
            let mut after = theirs.clone();
            after.play_unchecked(usi::write_move(mv).parse().unwrap());
            assert_eq!(!after.checkers().is_empty(), checks.contains(&mv), "{mv:?} {position:?}");
        }
    }
}

/// `shogi_legality_lite` 0.1.3 refuses any pawn drop that leaves the other side without a move, even
/// if it gives no check. That is no mate, and no rule forbids it.
#[test]
fn shogi_legality_lite_has_the_same_legal_moves_but_for_pawn_drop_stalemates() {
    // It is slow: every third position will do.
    for position in sample().iter().step_by(3) {
        let ours = sorted(position.legal_moves());
        let theirs = peers::lite_legal_moves(&peers::lite(position));
        let (missing, extra) = differences(&ours, &theirs);
        assert_eq!(extra, [], "{position:?}");
        for mv in missing {
            let mut after = position.clone();
            after.make(mv);
            assert_eq!(mv.dropped(), Some(PieceKind::Pawn), "{position:?}");
            assert!(!after.in_check(after.turn()), "{mv:?} {position:?}");
            assert_eq!(after.legal_moves(), [], "{mv:?} {position:?}");
            assert!(plainly_legal(position).contains(&mv), "{mv:?} {position:?}");
        }
    }
}
