//! The rules one by one, replayed lines, and mates of any length.

use support::notation::{line, setup, usi};
use tsume::shogi::{Color, Move};
use tsume::verify::{Board, DiagramError, Existence, Level, Reference, Replay, ReplayError, no_mate, replay, rules};

fn board(sfen: &str) -> Board {
    Board::new(&setup(sfen)).expect("a legal diagram")
}

fn legal(sfen: &str) -> Vec<Move> {
    moves(rules::legal_moves(&board(sfen)))
}

fn checks(sfen: &str) -> Vec<Move> {
    moves(rules::checks(&board(sfen)))
}

fn moves(played: Vec<rules::Played>) -> Vec<Move> {
    let mut moves: Vec<_> = played.into_iter().map(|(mv, _)| mv).collect();
    moves.sort();
    moves
}

fn sorted(text: &str) -> Vec<Move> {
    let mut moves = line(text);
    moves.sort();
    moves
}

fn perft(board: &Board, depth: u32) -> usize {
    let moves = rules::legal_moves(board);
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|(_, after)| perft(after, depth - 1)).sum()
}

#[test]
fn counts_the_moves_of_well_known_positions() {
    let start = board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [30, 900, 25470]);
    let middle = board("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1");
    assert_eq!([1, 2].map(|depth| perft(&middle, depth)), [207, 28684]);
    let most = board("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1");
    assert_eq!(perft(&most, 1), 593);
}

#[test]
fn a_pawn_may_be_pushed_but_not_dropped_to_mate() {
    let dropped = "8k/6S2/7G1/9/9/9/9/9/9 b P 1";
    assert!(!legal(dropped).contains(&usi("P*1b")));
    let pushed = "8k/6S2/7GP/9/9/9/9/9/9 b - 1";
    assert!(checks(pushed).contains(&usi("1c1b")));
    let lance = "8k/6S2/7G1/9/9/9/9/9/9 b L 1";
    assert!(checks(lance).contains(&usi("L*1b")));
}

#[test]
fn a_pinned_piece_cannot_save_from_a_pawn_drop_mate() {
    let pinned = "4R2gk/9/7G1/9/9/9/9/9/9 b P 1";
    assert!(!legal(pinned).contains(&usi("P*1b")));
    let free = "7gk/9/7G1/9/9/9/9/9/9 b P 1";
    assert!(checks(free).contains(&usi("P*1b")));
}

#[test]
fn the_defender_may_not_mate_by_a_pawn_drop_either() {
    // The rook that gives check is pinned and cannot take on 5h.
    let sfen = "9/9/9/9/8b/9/2n1g4/k4Rs2/4K4 w lp 1";
    let replies = legal(sfen);
    assert!(!replies.contains(&usi("P*5h")));
    assert!(replies.contains(&usi("L*5h")) && replies.contains(&usi("P*6h")));
    // Without the bishop it can, and the drop is a counter-check.
    let sfen = "9/9/9/9/9/9/2n1g4/k4Rs2/4K4 w lp 1";
    assert!(legal(sfen).contains(&usi("P*5h")));
}

#[test]
fn two_unpromoted_pawns_on_a_file_are_nifu() {
    let drops_on_file_five = |sfen| {
        let on_file = |mv: &Move| mv.is_drop() && mv.to().file() == 4;
        legal(sfen).iter().filter(|mv| on_file(mv)).count()
    };
    assert_eq!(drops_on_file_five("8k/9/9/9/4P4/9/9/9/9 b P 1"), 0);
    assert_eq!(drops_on_file_five("8k/9/9/9/4+P4/9/9/9/9 b P 1"), 7);
    assert_eq!(drops_on_file_five("8k/9/9/9/4p4/9/9/9/9 b P 1"), 7);
    assert_eq!(drops_on_file_five("8k/9/9/9/4P4/9/9/9/9 b L 1"), 7);
}

#[test]
fn pieces_promote_or_not_but_never_get_stuck() {
    assert_eq!(legal("k8/4P4/9/9/9/9/9/9/9 b - 1"), sorted("5b5a+"));
    assert_eq!(legal("k8/9/4P4/9/9/9/9/9/9 b - 1"), sorted("5c5b+ 5c5b"));
    assert_eq!(legal("k8/9/4L4/9/9/9/9/9/9 b - 1"), sorted("5c5b+ 5c5b 5c5a+"));
    assert_eq!(legal("k8/9/9/4N4/9/9/9/9/9 b - 1"), sorted("5d4b+ 5d6b+"));
    assert_eq!(legal("k8/9/9/9/4N4/9/9/9/9 b - 1"), sorted("5e4c 5e4c+ 5e6c 5e6c+"));
    assert_eq!(legal("k8/9/4S4/9/9/9/9/9/9 b - 1").len(), 10, "leaving the zone promotes too");
    let drop_ranks = |sfen| {
        let drops = legal(sfen).into_iter().filter(|mv| mv.is_drop());
        drops.map(|mv| mv.to().rank()).min()
    };
    assert_eq!(drop_ranks("k8/9/9/9/9/9/9/9/9 b N 1"), Some(2));
    assert_eq!(drop_ranks("k8/9/9/9/9/9/9/9/9 b L 1"), Some(1));
    assert_eq!(drop_ranks("k8/9/9/9/9/9/9/9/9 b S 1"), Some(0));
}

#[test]
fn only_the_king_answers_a_double_check() {
    // Rook on the file and bishop on the diagonal; either could be taken or blocked alone.
    let sfen = "4k4/9/9/9/B7r/9/9/9/b3R4 w g 1";
    let replies = legal(sfen);
    assert!(!replies.is_empty());
    assert!(replies.iter().all(|mv| mv.from() == Some(usi("5a5b").from().expect("a board move"))));
    let single = "4k4/9/9/9/8r/9/9/9/b3R4 w g 1";
    assert!(legal(single).contains(&usi("G*5b")) && legal(single).contains(&usi("1e5e")));
}

#[test]
fn moving_away_uncovers_a_check() {
    // The silver stands between rook and king.
    let found = checks("4k4/9/9/9/4S4/9/9/9/4R4 b - 1");
    assert_eq!(found, sorted("5e4d 5e6d 5e4f 5e6f"));
}

#[test]
fn an_attacker_with_a_king_must_answer_a_check_by_a_check() {
    assert_ne!(checks("4k4/9/9/9/1B7/9/9/9/4K4 b G 1"), []);
    // Now a lance gives check: no parry of it is a check.
    let sfen = "4k4/9/9/4l4/1B7/9/9/9/4K4 b G 1";
    assert!(board(sfen).in_check(Color::Black));
    assert_eq!(checks(sfen), []);
    // Taking the lance is.
    let sfen = "k3l3R/9/9/9/9/9/9/9/4K4 b - 1";
    assert_eq!(checks(sfen), sorted("1a5a 1a5a+"));
}

#[test]
fn impossible_diagrams_are_refused() {
    let refused = |sfen| Reference::new(&setup(sfen), Color::Black, Level::Off).err();
    assert_eq!(refused("k7k/9/9/9/9/9/9/9/9 b - 1"), Some(DiagramError::ManyKings(Color::White)));
    assert_eq!(refused("9/9/9/9/9/9/9/9/4K4 b - 1"), Some(DiagramError::NoDefenderKing(Color::White)));
    assert_eq!(refused("k7R/9/9/9/9/9/9/9/9 b - 1"), Some(DiagramError::CheckIgnored(Color::White)));
    assert_eq!(refused("k7R/9/9/9/9/9/9/9/9 w - 1"), None);
}

#[test]
fn replaying_finds_the_mate_or_the_first_wrong_move() {
    let problem = setup("6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1");
    let replayed = |text| replay(&problem, Color::Black, &line(text));
    let end = |mate| Ok(Replay { mate, leftover: 0 });
    assert_eq!(replayed("3a3d+ 1d1e 3d2d 1e1f 2d2f"), end(true));
    assert_eq!(replayed("3a3d+ 1d1e 3d2d"), end(false));
    assert_eq!(replayed("3a3d+ 1d1c 3d2d"), Err(ReplayError::Illegal { ply: 2 }));
    assert_eq!(replayed("3a2a"), Err(ReplayError::NotCheck { ply: 1 }));

    let chase = setup("4k4/9/9/9/9/9/9/9/R8 b - 1");
    assert_eq!(
        replay(&chase, Color::Black, &line("9i9a+ 5a5b 9a9b 5b5a 9b9a 5a5b")),
        Err(ReplayError::Repetition { ply: 5 })
    );
}

#[test]
fn exhaustion_decides_mates_of_any_length() {
    let decided = |sfen, max| no_mate(&setup(sfen), Color::Black, max);
    // A rook can give check for ever.
    assert_eq!(decided("4k4/9/9/9/9/9/9/9/R8 b - 1", 100_000), Ok(Existence::NoMate));
    assert_eq!(decided("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1", 100_000), Ok(Existence::NoMate));
    let mate = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
    assert_eq!(decided(mate, 100), Ok(Existence::GaveUp));
    assert_eq!(decided(mate, 100_000), Ok(Existence::Mate));
    let stuck = "8k/6G2/8P/9/9/9/9/9/9 w - 1";
    assert_eq!(decided(stuck, 100), Ok(Existence::NoMate));
}
