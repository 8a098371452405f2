use super::*;
use crate::AttackerRule;
use crate::DefenderHandRule;
use crate::Problem;
use crate::notation::sfen;
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Square};

/// Returns the arrangement of an SFEN.
pub(super) fn arrangement(text: &str) -> Arrangement {
    let setup = sfen::parse(text).expect("an SFEN").setup;
    let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto);
    Arrangement::from(&problem.expect("a problem"))
}

/// Sebastiano Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Returns a problem of some pieces close together, so that many are alike.
fn random_arrangement(random: &mut Random) -> Arrangement {
    let mut it = arrangement("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    it.board = [None; Square::COUNT];
    let mut put = |random: &mut Random, piece| {
        let square = Square::new(random.below(4) as u8 + 2, random.below(4) as u8 + 2);
        it.board[square.index()] = Some(piece);
    };
    for _ in 0..=random.below(7) {
        let color = Color::ALL[random.below(2)];
        let kind = [PieceKind::Gold, PieceKind::Silver, PieceKind::Horse][random.below(3)];
        put(random, Piece::new(color, kind));
    }
    put(random, Piece::new(Color::White, PieceKind::King));
    it.hand = Hand::EMPTY.with(PieceKind::Gold, random.below(3) as u32);
    let is_legal = it.normalised().problems(Color::Black).is_empty();
    if is_legal {
        it
    } else {
        random_arrangement(random)
    }
}

/// Returns the highest score of two arrangements in any alignment that counts.
fn highest_score(first: &Arrangement, second: &Arrangement) -> u8 {
    let mut best = 0;
    for mirrored in [false, true] {
        for (files, ranks) in (-8..=8).flat_map(|files| (-8..=8).map(move |ranks| (files, ranks))) {
            let alignment = Alignment {
                mirrored,
                files,
                ranks,
            };
            let king = first.king().and_then(|it| alignment.of(it));
            let off = first.on_board().filter(|it| alignment.of(it.0).is_none());
            if king == second.king() || off.count() <= OFF_BOARD {
                best = best.max(Difference::new(first, second, alignment).score());
            }
        }
    }
    best
}

#[test]
fn no_similar_problem_is_passed_over() {
    let mut random = Random(7);
    let all: Vec<_> = (0..400).map(|_| random_arrangement(&mut random)).collect();
    let of = |arrangement: &Arrangement| Known {
        arrangement: arrangement.clone(),
        line: Vec::new(),
    };
    let collection: Collection = all.iter().map(of).collect();
    let mut hits = 0;
    for _ in 0..40 {
        let first = random_arrangement(&mut random);
        let scores: Vec<_> = all.iter().map(|it| highest_score(&first, it)).collect();
        for (best, min_score) in [(1000, 60), (1000, 90), (5, 30), (1, 1)] {
            let wanted = Wanted { best, min_score };
            let found = collection.find(&of(&first), wanted, &|_| false);
            let found_scores: Vec<_> = found.iter().map(|it| it.difference.score()).collect();
            let mut expected: Vec<_> = scores.clone();
            expected.retain(|&it| it >= min_score);
            expected.sort_by(|a, b| b.cmp(a));
            expected.truncate(best);
            assert_eq!(found_scores, expected, "{first:?}");
            for it in &found {
                assert_eq!(it.difference.score(), scores[it.number]);
            }
            hits += found.len();
        }
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn the_best_stay_when_many_are_found() {
    let mut random = Random(3);
    let all: Vec<_> = (0..3000).map(|_| random_arrangement(&mut random)).collect();
    let of = |arrangement: &Arrangement| Known {
        arrangement: arrangement.clone(),
        line: Vec::new(),
    };
    let collection: Collection = all.iter().map(of).collect();
    for _ in 0..10 {
        let known = of(&random_arrangement(&mut random));
        let find = |best| {
            let wanted = Wanted { best, min_score: 5 };
            let found = collection.find(&known, wanted, &|number| number % 7 == 0);
            let found = found
                .into_iter()
                .map(|it| (it.number, it.difference.score()));
            found.collect::<Vec<_>>()
        };
        let (few, all) = (find(20), find(3000));
        assert!(all.len() > 2000, "{}", all.len());
        assert_eq!(few, all[..20]);
        assert!(all.iter().all(|it| it.0 % 7 != 0));
    }
}

#[test]
fn a_collection_gives_its_problems_back() {
    let line = "3a3d+ 1d1e 3d2d 1e1f 2d2f";
    let moves = line
        .split(' ')
        .map(|it| crate::notation::usi::parse_move(it).unwrap());
    let moves: Vec<_> = moves.collect();
    let known = |text: &str, line: &[Move]| Known {
        arrangement: arrangement(text),
        line: line.to_vec(),
    };
    let first = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    let ends_alike = "r8/6R2/2g1s4/2p6/2l5k/2n3B2/2s6/9/9 b g 1";
    let shifted = moves.iter().map(|&mv| {
        let down = Alignment {
            ranks: 1,
            ..Alignment::default()
        };
        down.of_move(mv).unwrap()
    });
    let shifted: Vec<_> = shifted.collect();
    let collection: Collection = [
        known("4k4/9/4P4/9/9/9/9/9/9 b G 1", &[]),
        known(first, &moves),
        known(ends_alike, &shifted),
    ]
    .into_iter()
    .collect();
    assert_eq!(collection.len(), 3);
    assert_eq!(collection.arrangement(1), arrangement(first));
    assert_eq!((collection.line(0), collection.line(1)), (&[][..], &*moves));
    let wanted = Wanted {
        best: 5,
        min_score: 90,
    };
    let found = collection.find(&known(first, &moves), wanted, &|_| false);
    let summary = |it: &Found| {
        (
            it.number,
            it.difference.score() >= 90,
            it.ending.map(|it| it.plies),
        )
    };
    // The one with its pieces, and then the one whose line alone is alike.
    assert_eq!(
        found.iter().map(summary).collect::<Vec<_>>(),
        [(1, true, Some(5)), (2, false, Some(5)),]
    );
    assert_eq!(found[1].difference.alignment.ranks, 1);
    let empty = Collection::default();
    assert!(empty.is_empty());
    assert_eq!(empty.find(&known(first, &moves), wanted, &|_| false), []);
}
