//! The pieces of a problem, and their packed form.

use crate::Problem;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use std::fmt;

/// The arrangement of a problem (配置): the board with the attacker as Black, and the attacker's
/// hand.
///
/// The defender holds the rest of the 40 pieces, without those that are missing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// The piece on each square, by [`Square::index`].
    pub(super) board: [Option<Piece>; Square::COUNT],
    /// The attacker's hand.
    pub(super) hand: Hand,
    /// The pieces of the 40 that neither side has.
    pub(super) missing: Hand,
    /// Whether the defender is to move.
    pub(super) defender_to_move: bool,
    /// Whether White attacks in the given diagram.
    pub(super) turned: bool,
}

/// A packed arrangement that stands for no legal diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes stand for no legal diagram")
    }
}

impl std::error::Error for Damaged {}

const DEFENDER_TO_MOVE: u64 = 1;
const TURNED: u64 = 2;
const PIECES_MISSING: u64 = 4;
const BITS_OF_HAND: u32 = 28;

impl From<&Problem> for Arrangement {
    fn from(problem: &Problem) -> Self {
        let setup = problem.normalised();
        Self {
            board: setup.board,
            hand: setup.hands[Color::Black.index()],
            missing: setup.missing(),
            defender_to_move: !problem.attacker_to_move(),
            turned: problem.attacker() == Color::White,
        }
    }
}

impl Arrangement {
    /// Returns the diagram with the attacker as Black.
    #[must_use]
    pub fn normalised(&self) -> Setup {
        let mut setup = Setup {
            board: self.board,
            hands: [self.hand, Hand::EMPTY],
            turn: if self.defender_to_move {
                Color::White
            } else {
                Color::Black
            },
        };
        let rest = setup.missing();
        for kind in PieceKind::HAND {
            let count = rest.count(kind).saturating_sub(self.missing.count(kind));
            let hand = setup.hands[1].with(kind, count);
            setup.hands[1] = hand;
        }
        setup
    }

    /// Returns the diagram as it was given, with the defender's hand filled in.
    #[must_use]
    pub fn given(&self) -> Setup {
        let setup = self.normalised();
        if self.turned { setup.rotate() } else { setup }
    }

    /// Returns whether White attacks in the given diagram.
    #[must_use]
    pub const fn turned(&self) -> bool {
        self.turned
    }

    /// Returns the number of pieces: those on the board with the kings, and those in the attacker's
    /// hand.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.board.iter().flatten().count() as u32 + self.hand.total()
    }

    /// Returns the pieces on the board with their squares.
    pub(super) fn on_board(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.board[square.index()]?)))
    }

    /// Returns the square of the defender's king.
    pub(super) fn king(&self) -> Option<Square> {
        let king = Piece::new(Color::White, PieceKind::King);
        Square::all().find(|it| self.board[it.index()] == Some(king))
    }

    /// Adds the packed form to `out`: three bits of flags, a bit for each square, five for each
    /// piece, 28 for a hand. A problem of ten pieces takes 21 bytes, no problem more than 43.
    pub fn pack(&self, out: &mut Vec<u8>) {
        let mut bits = BitWriter { out, free: 0 };
        let flag = |is_set: bool, bit| if is_set { bit } else { 0 };
        let has_missing = !self.missing.is_empty();
        let flags = flag(self.defender_to_move, DEFENDER_TO_MOVE)
            | flag(self.turned, TURNED)
            | flag(has_missing, PIECES_MISSING);
        bits.put(flags, 3);
        for square in self.board {
            bits.put(u64::from(square.is_some()), 1);
        }
        for piece in self.board.iter().flatten() {
            bits.put(piece.index() as u64, 5);
        }
        bits.put(self.hand.bits().into(), BITS_OF_HAND);
        if has_missing {
            bits.put(self.missing.bits().into(), BITS_OF_HAND);
        }
    }

    /// Returns the arrangement of a packed form.
    ///
    /// # Errors
    /// If it stands for no legal diagram, or has bytes too many or too few.
    pub fn unpack(bytes: &[u8]) -> Result<Self, Damaged> {
        let mut bits = BitReader {
            bytes,
            bits_read: 0,
        };
        let flags = bits.take(3)?;
        let mut board = [None; Square::COUNT];
        let mut occupied = Vec::new();
        for square in Square::all() {
            if bits.take(1)? == 1 {
                occupied.push(square);
            }
        }
        for square in occupied {
            board[square.index()] = Some(piece(bits.take(5)? as usize).ok_or(Damaged)?);
        }
        let mut hand = || -> Result<Hand, Damaged> {
            let bits = bits.take(BITS_OF_HAND)? as u32;
            let hand = Hand::from_bits(bits);
            (hand.bits() == bits).then_some(hand).ok_or(Damaged)
        };
        let arrangement = Self {
            board,
            hand: hand()?,
            missing: if flags & PIECES_MISSING == 0 {
                Hand::EMPTY
            } else {
                hand()?
            },
            defender_to_move: flags & DEFENDER_TO_MOVE != 0,
            turned: flags & TURNED != 0,
        };
        let is_whole = bits.bits_read.div_ceil(8) == bytes.len();
        let fits_the_set = PieceKind::HAND.iter().all(|&kind| {
            let pieces = arrangement.board.iter().flatten();
            let on_board = pieces.filter(|it| it.kind().unpromote() == kind).count() as u32;
            let others = arrangement.hand.count(kind) + arrangement.missing.count(kind);
            let all = on_board + others;
            all <= u32::from(PieceKind::SET[kind.index()])
        });
        (is_whole && fits_the_set && is_legal(&arrangement.normalised()))
            .then_some(arrangement)
            .ok_or(Damaged)
    }
}

/// Returns whether a diagram can be a problem. The defender of a threatmate (詰めろ) is to move and need not
/// be in check.
fn is_legal(setup: &Setup) -> bool {
    let problems = setup.problems(Color::Black);
    let mut problems = problems.iter();
    problems.all(|it| matches!(it, SetupProblem::DefenderNotInCheck { .. }))
}

/// Returns the piece with this [`Piece::index`].
fn piece(index: usize) -> Option<Piece> {
    let color = if index & 16 == 0 {
        Color::Black
    } else {
        Color::White
    };
    let piece = Piece::new(color, PieceKind::from_index(index as u8));
    (piece.index() == index).then_some(piece)
}

/// Writes numbers of a few bits, the lowest first.
struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    /// The free bits of the last byte.
    free: u32,
}

impl BitWriter<'_> {
    fn put(&mut self, value: u64, count: u32) {
        for bit in 0..count {
            if self.free == 0 {
                self.out.push(0);
                self.free = 8;
            }
            if let Some(last) = self.out.last_mut() {
                *last |= ((value >> bit & 1) as u8) << (8 - self.free);
            }
            self.free -= 1;
        }
    }
}

/// Reads the numbers that [`BitWriter`] writes.
struct BitReader<'a> {
    bytes: &'a [u8],
    bits_read: usize,
}

impl BitReader<'_> {
    fn take(&mut self, count: u32) -> Result<u64, Damaged> {
        let mut value = 0;
        for bit in 0..count {
            let byte = *self.bytes.get(self.bits_read / 8).ok_or(Damaged)?;
            value |= u64::from(byte >> (self.bits_read % 8) & 1) << bit;
            self.bits_read += 1;
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::arrangement;
    use super::*;
    use crate::AttackerRule;
    use crate::DefenderHandRule;
    use crate::Goal;

    #[test]
    fn an_arrangement_comes_back_from_its_packed_form() {
        for text in [
            "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1",
            "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1",
            // White attacks; and the defender, who does not hold all the rest, is to move.
            "9/9/9/9/9/9/4p4/9/4K4 w 2g 1",
            "4k4/4G4/4P4/9/9/9/9/9/9 w P2r 1",
        ] {
            let it = arrangement(text);
            let mut packed = Vec::new();
            it.pack(&mut packed);
            assert!(packed.len() <= 43, "{text}: {} bytes", packed.len());
            assert_eq!(Arrangement::unpack(&packed), Ok(it.clone()), "{text}");
            // A byte less or more is no arrangement.
            assert_eq!(
                Arrangement::unpack(&packed[..packed.len() - 1]),
                Err(Damaged)
            );
            packed.push(0);
            assert_eq!(Arrangement::unpack(&packed), Err(Damaged));
        }
        let it = arrangement("4k4/4G4/4P4/9/9/9/9/9/9 w P2r 1");
        let written = crate::notation::sfen::write(&it.given());
        assert_eq!(written, "4k4/4G4/4P4/9/9/9/9/9/9 w P2r 1");
    }

    #[test]
    fn the_defender_of_a_threatmate_is_not_in_check() {
        let text = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
        let setup = crate::notation::sfen::parse(text).unwrap().setup;
        let (rule, hand) = (AttackerRule::Auto, DefenderHandRule::Auto);
        let problem = Problem::for_goal(Goal::Threatmate, setup, rule, hand).unwrap();
        let it = Arrangement::from(&problem);
        let mut packed = Vec::new();
        it.pack(&mut packed);
        assert_eq!(Arrangement::unpack(&packed), Ok(it));
    }

    #[test]
    fn bytes_that_stand_for_no_problem_are_refused() {
        let mut packed = Vec::new();
        arrangement("4k4/9/4P4/9/9/9/9/9/9 b G 1").pack(&mut packed);
        let (mut refused, mut same) = (0, 0);
        for bit in 0..packed.len() * 8 {
            let mut bytes = packed.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            match Arrangement::unpack(&bytes) {
                Err(Damaged) => refused += 1,
                Ok(it) => {
                    same += u32::from(it == arrangement("4k4/9/4P4/9/9/9/9/9/9 b G 1"));
                    assert!(is_legal(&it.normalised()));
                }
            }
        }
        assert!(refused > 80, "{refused}");
        // The bits after the last one count for nothing.
        assert!(same < 8, "{same}");
        assert_eq!(Arrangement::unpack(&[]), Err(Damaged));
    }
}
