//! Positions near a brinkmate: known ones with small changes.
//!
//! Among positions drawn at random a brinkmate is rare. So a pool begins with known ones: the problems of
//! the table, those shipped, and some with few pieces. A position is one of the pool with one to three
//! changes. Those that turn out to be brinkmates join it.
//!
//! Brute force decides few positions in which a bishop or a rook can give checks without end, or in which
//! the defender has many pieces to drop. Unless the pool is full, both are rare.

use super::positions::{CLOSE, HELD, WALL, near};
use crate::Random;
use tsume::notation::sfen;
use tsume::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};

/// The most positions of a pool.
const MOST: usize = 400;

/// The pieces that the defender holds, at most.
const FEW: usize = 2;

/// Brinkmates with few pieces.
const SMALL: [&str; 4] = [
    "8k/9/9/9/7N1/9/9/9/9 b GP 1",
    "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS 1",
    "4k4/9/3+S5/4P4/9/9/9/9/9 b 2S 1",
    "8k/9/7G1/9/9/9/9/9/9 b S 1",
];

/// The known positions.
pub struct Pool {
    first: Vec<Setup>,
    found: Vec<Setup>,
    /// Whether the defender holds all the pieces that are left.
    is_full: bool,
}

impl Pool {
    /// Returns the pool of the known problems. If it `is_full`, the defender holds all the pieces that
    /// are left.
    pub fn new(is_full: bool, random: &mut Random) -> Self {
        let table = include_str!("../../../data/hisshi.tsv").lines().skip(1);
        let table = table.filter_map(|row| row.split('\t').nth(1));
        let shipped = include_str!("../../../../problems/brinkmates.sfen").lines();
        let shipped = shipped.filter_map(|row| row.split(';').next());
        let mut first: Vec<Setup> = Vec::new();
        let known = table.chain(shipped).filter(|it| it.contains(" b "));
        let small = SMALL.into_iter().filter(|_| !is_full);
        for text in small.chain(known) {
            let mut setup = sfen::parse(text).expect("a diagram").setup;
            if !is_full {
                setup.hands[1] = Hand::EMPTY;
                for _ in 0..random.below(FEW + 1) {
                    setup.hands[1] = setup.hands[1].add(random.pick(&HELD));
                }
            }
            if !first.contains(&setup) && (is_full || !has_long_range(&setup)) {
                first.push(setup);
            }
        }
        Self { first, found: Vec::new(), is_full }
    }

    /// Returns a legal position near a brinkmate, with the attacker to move. With `two_kings` the
    /// attacker has a king.
    pub fn position(&self, two_kings: bool, random: &mut Random) -> Setup {
        loop {
            let from = if self.found.is_empty() || random.below(3) == 0 { &self.first } else { &self.found };
            let mut setup = from[random.below(from.len())].clone();
            if random.below(4) == 0 {
                setup = setup.mirror();
            }
            for _ in 0..=random.below(3) {
                change(&mut setup, random);
            }
            set_king(&mut setup, two_kings, random);
            if self.is_full {
                setup.hands[1] = Hand::EMPTY;
                setup.hands[1] = setup.missing();
            }
            if !self.is_full && has_long_range(&setup) && random.below(8) > 0 {
                continue;
            }
            let has_king = setup.kings(Color::Black).next().is_some();
            if has_king == two_kings && setup.problems(Color::Black).is_empty() {
                return setup;
            }
        }
    }

    /// Adds a brinkmate.
    pub fn add(&mut self, setup: Setup, random: &mut Random) {
        if self.found.len() < MOST {
            self.found.push(setup);
        } else {
            let at = random.below(MOST);
            self.found[at] = setup;
        }
    }
}

/// Returns whether there is a bishop or a rook, promoted or not, on the board or in a hand.
fn has_long_range(setup: &Setup) -> bool {
    setup.count(PieceKind::Bishop) + setup.count(PieceKind::Rook) > 0
}

/// Adds, removes, moves or exchanges a piece on the board or in a hand.
fn change(setup: &mut Setup, random: &mut Random) {
    let Some(king) = setup.kings(Color::White).next() else {
        return;
    };
    let side = |color: Color, setup: &Setup| -> Vec<Square> {
        let all = setup.pieces();
        all.filter(|(_, it)| it.color() == color && it.kind() != PieceKind::King).map(|(square, _)| square).collect()
    };
    let color = if random.below(3) == 0 { Color::Black } else { Color::White };
    let own = side(color, setup);
    let kinds: &[PieceKind] = if color == Color::Black { &CLOSE } else { &WALL };
    match random.below(7) {
        0 | 1 => {
            let cell = &mut setup.board[near(king, 2, random).index()];
            if cell.is_none() {
                *cell = Some(Piece::new(color, random.pick(kinds)));
            }
        }
        2 if !own.is_empty() => setup.board[random.pick(&own).index()] = None,
        3 if !own.is_empty() => {
            let (from, to) = (random.pick(&own), near(king, 2, random));
            if setup.board[to.index()].is_none() {
                setup.board[to.index()] = setup.board[from.index()].take();
            }
        }
        4 if !own.is_empty() => {
            let square = random.pick(&own);
            setup.board[square.index()] = Some(Piece::new(color, random.pick(kinds)));
        }
        5 => change_hand(&mut setup.hands[0], 3, random),
        _ => change_hand(&mut setup.hands[1], FEW as u32 + 1, random),
    }
}

/// Adds a piece to a hand, or removes one if there would be too many.
fn change_hand(hand: &mut Hand, most: u32, random: &mut Random) {
    if hand.total() < most && random.below(2) == 0 {
        *hand = hand.add(random.pick(&HELD));
        return;
    }
    let kinds: Vec<PieceKind> = hand.iter().map(|(kind, _)| kind).collect();
    if !kinds.is_empty() {
        *hand = hand.remove(random.pick(&kinds));
    }
}

/// Gives the attacker a king, or takes it away.
fn set_king(setup: &mut Setup, two_kings: bool, random: &mut Random) {
    let own: Vec<Square> = setup.kings(Color::Black).collect();
    if two_kings != own.is_empty() {
        return;
    }
    for square in own {
        setup.board[square.index()] = None;
    }
    if two_kings {
        let square = Square::new(random.below(9) as u8, random.below(9) as u8);
        let cell = &mut setup.board[square.index()];
        if cell.is_none() {
            *cell = Some(Piece::new(Color::Black, PieceKind::King));
        }
    }
}
