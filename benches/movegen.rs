//! Speed of the rules, next to two other libraries on the same positions.
//!
//! `cargo bench -p tsume-measure --bench movegen`; a part of it with `cargo bench -p tsume-measure --bench movegen -- checks`.
//!
//! The positions are nodes of the classics: from each problem a line of a few random checks and
//! replies. All libraries write their moves one by one into a list that is kept from position to
//! position, every promotion and non-promotion included.
//!
//! - haitaka's checks are more than there are: it takes some shielded pieces for discoverers.
//!   Positions where its list is another one are left out of the comparison for all.
//! - rsshogi's checks are not yet all legal; the bench has it throw out the others, as whoever
//!   plays them has to. Without that step: `checks/rsshogi, not all legal`.
//! - haitaka copies the board instead of taking moves back.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tsume::notation::{sfen, usi};
use tsume::shogi::perft::perft;
use tsume::shogi::{Color, Hand, Move, Position, Setup};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const FESTIVAL: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
const CLASSICS: [&str; 2] = [
    include_str!("../problems/classics/muso.sfen"),
    include_str!("../problems/classics/zuko.sfen"),
];

/// A position in the form of each library.
struct Node {
    ours: Position,
    haitaka: haitaka::Board,
    rsshogi: rsshogi::board::Position,
}

impl Node {
    /// Makes the node of a problem without the attacker's king, or with both kings.
    fn new(setup: &Setup) -> Option<Self> {
        let text = sfen::write(setup);
        let haitaka = if setup.kings(Color::Black).next().is_some() {
            haitaka::Board::from_sfen(&text).ok()?
        } else {
            // The library gives White the missing pieces, and refuses a hand for White.
            let [black, _] = setup.hands;
            let asked = Setup {
                hands: [black, Hand::EMPTY],
                ..setup.clone()
            };
            haitaka::Board::tsume(&sfen::write(&asked)).ok()?
        };
        let mut rsshogi = rsshogi::board::Position::from_sfen(&text).ok()?;
        rsshogi.init_stack();
        Some(Self {
            ours: Position::new(setup),
            haitaka,
            rsshogi,
        })
    }

    fn play(&self, mv: Move) -> Self {
        let text = usi::write_move(mv);
        let mut ours = self.ours.clone();
        ours.make(mv);
        let mut haitaka = self.haitaka.clone();
        haitaka.play_unchecked(text.parse().expect("haitaka reads USI"));
        // Made from text, so that no list of played moves is copied along.
        let after = sfen::write(&ours.to_setup());
        let mut rsshogi = rsshogi::board::Position::from_sfen(&after).expect("a legal position");
        rsshogi.init_stack();
        Self {
            ours,
            haitaka,
            rsshogi,
        }
    }
}

/// Returns nodes with the attacker to move, and nodes with the defender to move.
fn nodes() -> (Vec<Node>, Vec<Node>) {
    let (mut attacks, mut defences) = (Vec::new(), Vec::new());
    let mut random = Random(1734);
    let lines = CLASSICS.iter().flat_map(|text| text.lines());
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let setup = sfen::parse(line).expect("a problem of the classics").setup;
        let Some(mut node) = Node::new(&setup) else {
            continue;
        };
        let mut line = Vec::new();
        for ply in 0..=random.below(9) {
            let moves = if ply % 2 == 0 {
                node.ours.checks()
            } else {
                node.ours.evasions()
            };
            if moves.is_empty() {
                break;
            }
            let next = node.play(moves[random.below(moves.len())]);
            line.push(std::mem::replace(&mut node, next));
        }
        line.push(node);
        // The last two: one of each side.
        let last = line.len() - 1;
        for (ply, node) in line.into_iter().enumerate().skip(last.saturating_sub(1)) {
            let side = if ply % 2 == 0 {
                &mut attacks
            } else {
                &mut defences
            };
            side.push(node);
        }
    }
    (attacks, defences)
}

/// Knuth's MMIX generator; its high bits.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn haitaka_checks(board: &haitaka::Board, moves: &mut Vec<haitaka::Move>) {
    board.generate_checks(|some| {
        moves.extend(some);
        false
    });
}

fn haitaka_legal_moves(board: &haitaka::Board, moves: &mut Vec<haitaka::Move>) {
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
}

fn rsshogi_checks(position: &rsshogi::board::Position, moves: &mut rsshogi::board::Move32List) {
    rsshogi::movegen::generate_checks_all_move32(position, moves);
    moves.retain_unordered(|mv| position.is_legal_after_pseudo_move32(mv));
}

fn rsshogi_legal_moves(
    position: &rsshogi::board::Position,
    moves: &mut rsshogi::board::Move32List,
) {
    rsshogi::movegen::generate_legal_all_move32_into(position, moves);
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(40);
    group.warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(2));
    group
}

/// Measures the time of one library for an action on every node.
fn time<T>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    library: &str,
    nodes: &mut [T],
    mut work: impl FnMut(&mut T),
) {
    group.bench_function(library, |bencher| {
        bencher.iter(|| nodes.iter_mut().for_each(&mut work));
    });
}

fn checks(criterion: &mut Criterion) {
    let (mut nodes, _) = nodes();
    let mut ours = Vec::with_capacity(600);
    let mut haitaka = Vec::with_capacity(600);
    let mut rsshogi = rsshogi::board::Move32List::new();
    nodes.retain(|node| {
        haitaka.clear();
        haitaka_checks(&node.haitaka, &mut haitaka);
        rsshogi.clear();
        rsshogi_checks(&node.rsshogi, &mut rsshogi);
        let count = node.ours.checks().len();
        assert_eq!(count, rsshogi.len(), "{:?}", node.ours);
        count == haitaka.len()
    });
    println!("checks: {} positions", nodes.len());
    let mut group = group(criterion, "checks");
    time(&mut group, "tsume", &mut nodes, |node| {
        ours.clear();
        node.ours.checks_into(&mut |mv| ours.push(mv));
        black_box(&ours);
    });
    time(&mut group, "haitaka", &mut nodes, |node| {
        haitaka.clear();
        haitaka_checks(&node.haitaka, &mut haitaka);
        black_box(&haitaka);
    });
    time(&mut group, "rsshogi", &mut nodes, |node| {
        rsshogi.clear();
        rsshogi_checks(&node.rsshogi, &mut rsshogi);
        black_box(&rsshogi);
    });
    time(&mut group, "rsshogi, not all legal", &mut nodes, |node| {
        rsshogi.clear();
        rsshogi::movegen::generate_checks_all_move32(&node.rsshogi, &mut rsshogi);
        black_box(&rsshogi);
    });
}

/// Measures legal moves of both kinds of nodes; those of a defender in check are evasions.
fn legal_moves(criterion: &mut Criterion) {
    let (attacks, defences) = nodes();
    for (name, mut nodes) in [("evasions", defences), ("legal moves", attacks)] {
        let mut ours = Vec::with_capacity(600);
        let mut haitaka = Vec::with_capacity(600);
        let mut rsshogi = rsshogi::board::Move32List::new();
        nodes.retain(|node| {
            haitaka.clear();
            haitaka_legal_moves(&node.haitaka, &mut haitaka);
            rsshogi.clear();
            rsshogi_legal_moves(&node.rsshogi, &mut rsshogi);
            let count = node.ours.legal_moves().len();
            assert_eq!(count, rsshogi.len(), "{:?}", node.ours);
            count == haitaka.len()
        });
        println!("{name}: {} positions", nodes.len());
        let mut group = group(criterion, name);
        time(&mut group, "tsume", &mut nodes, |node| {
            ours.clear();
            if name == "evasions" {
                node.ours.evasions_into(&mut |mv| ours.push(mv));
            } else {
                node.ours.legal_moves_into(&mut |mv| ours.push(mv));
            }
            black_box(&ours);
        });
        time(&mut group, "haitaka", &mut nodes, |node| {
            haitaka.clear();
            haitaka_legal_moves(&node.haitaka, &mut haitaka);
            black_box(&haitaka);
        });
        time(&mut group, "rsshogi", &mut nodes, |node| {
            rsshogi.clear();
            rsshogi_legal_moves(&node.rsshogi, &mut rsshogi);
            black_box(&rsshogi);
        });
    }
}

fn has_evasion(criterion: &mut Criterion) {
    let (_, mut nodes) = nodes();
    let mut group = group(criterion, "has evasion");
    time(&mut group, "tsume", &mut nodes, |node| {
        black_box(node.ours.has_evasion());
    });
    time(&mut group, "haitaka", &mut nodes, |node| {
        black_box(node.haitaka.generate_moves(|_| true));
    });
    time(&mut group, "rsshogi", &mut nodes, |node| {
        black_box(node.rsshogi.is_mated());
    });
}

fn make_and_unmake(criterion: &mut Criterion) {
    let (nodes, _) = nodes();
    let checks: Vec<Vec<Move>> = nodes.iter().map(|node| node.ours.checks()).collect();
    let haitaka: Vec<Vec<haitaka::Move>> = checks
        .iter()
        .map(|moves| {
            let text = moves.iter().map(|&mv| usi::write_move(mv));
            text.map(|it| it.parse().expect("haitaka reads USI"))
                .collect()
        })
        .collect();
    let rsshogi: Vec<Vec<rsshogi::types::Move32>> = nodes
        .iter()
        .zip(&checks)
        .map(|(node, moves)| {
            let text = moves.iter().map(|&mv| usi::write_move(mv));
            let read = |it: String| rsshogi::types::Move::from_usi(&it);
            text.map(|it| {
                node.rsshogi
                    .move32_from_move(read(it).expect("rsshogi reads USI"))
            })
            .collect()
        })
        .collect();
    let mut group = group(criterion, "make and unmake");
    let mut ours: Vec<_> = nodes.iter().map(|it| it.ours.clone()).zip(checks).collect();
    time(&mut group, "tsume", &mut ours, |(position, moves)| {
        for &mv in &*moves {
            let undo = position.make(mv);
            black_box(&*position);
            position.unmake(mv, undo);
        }
    });
    let mut theirs: Vec<_> = nodes
        .iter()
        .map(|it| it.haitaka.clone())
        .zip(haitaka)
        .collect();
    time(&mut group, "haitaka", &mut theirs, |(board, moves)| {
        for &mv in &*moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            black_box(&after);
        }
    });
    let mut theirs: Vec<_> = nodes
        .into_iter()
        .map(|it| it.rsshogi)
        .zip(rsshogi)
        .collect();
    time(&mut group, "rsshogi", &mut theirs, |(position, moves)| {
        for &mv in &*moves {
            position.apply_move32(mv);
            black_box(&*position);
            position.undo_move32(mv).expect("the move just made");
        }
    });
}

/// Measures the work of a search: make each check, list the replies, unmake the check. A library
/// that updates data while making moves, in order to list moves faster, pays for it here.
fn checks_and_replies(criterion: &mut Criterion) {
    let (mut nodes, _) = nodes();
    let mut ours = (Vec::with_capacity(600), Vec::with_capacity(600));
    let mut haitaka = (Vec::with_capacity(600), Vec::with_capacity(600));
    let list = rsshogi::board::Move32List::new;
    let mut rsshogi = (list(), list());
    let mut group = group(criterion, "checks and replies");
    time(&mut group, "tsume", &mut nodes, |node| {
        let (checks, replies) = &mut ours;
        checks.clear();
        node.ours.checks_into(&mut |mv| checks.push(mv));
        for &mv in &*checks {
            let undo = node.ours.make(mv);
            replies.clear();
            node.ours.evasions_into(&mut |mv| replies.push(mv));
            black_box(&*replies);
            node.ours.unmake(mv, undo);
        }
    });
    time(&mut group, "haitaka", &mut nodes, |node| {
        let (checks, replies) = &mut haitaka;
        checks.clear();
        haitaka_checks(&node.haitaka, checks);
        for &mv in &*checks {
            let mut after = node.haitaka.clone();
            after.play_unchecked(mv);
            replies.clear();
            haitaka_legal_moves(&after, replies);
            black_box(&*replies);
        }
    });
    time(&mut group, "rsshogi", &mut nodes, |node| {
        let (checks, replies) = &mut rsshogi;
        checks.clear();
        rsshogi_checks(&node.rsshogi, checks);
        for &mv in checks.iter() {
            node.rsshogi.apply_move32(mv);
            replies.clear();
            rsshogi_legal_moves(&node.rsshogi, replies);
            black_box(&*replies);
            node.rsshogi.undo_move32(mv).expect("the move just made");
        }
    });
}

fn perfts(criterion: &mut Criterion) {
    for (name, text, depth, count) in [
        ("perft 4, start position", START, 4, 719_731),
        ("perft 3, festival", FESTIVAL, 3, 4_809_015),
    ] {
        let setup = sfen::parse(text).expect("a diagram").setup;
        let node = Node::new(&setup).expect("a legal position for all");
        let mut group = group(criterion, name);
        group.sample_size(10);
        let mut position = node.ours.clone();
        assert_eq!(perft(&mut position, depth), count);
        group.bench_function("tsume", |bencher| {
            bencher.iter(|| perft(black_box(&mut position), depth));
        });
        assert_eq!(haitaka_perft(&node.haitaka, depth), count);
        group.bench_function("haitaka", |bencher| {
            bencher.iter(|| haitaka_perft(black_box(&node.haitaka), depth));
        });
        let mut position = node.rsshogi;
        let perft = rsshogi::board::perft::compute_perft;
        assert_eq!(perft(&mut position, depth as u8), count);
        group.bench_function("rsshogi", |bencher| {
            bencher.iter(|| perft(black_box(&mut position), depth as u8));
        });
    }
}

fn haitaka_perft(board: &haitaka::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.into_iter().len() as u64;
            return false;
        }
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            count += haitaka_perft(&after, depth - 1);
        }
        false
    });
    count
}

criterion_group!(
    benches,
    checks,
    legal_moves,
    has_evasion,
    make_and_unmake,
    checks_and_replies,
    perfts
);
criterion_main!(benches);
