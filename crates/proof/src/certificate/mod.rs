//! Certificates: an answer with everything needed to prove it, as plain data.
//!
//! A certificate states a problem and a [`Claim`] about it, and lists positions with the attacker to
//! move, each with a claim of its own. Together they prove each other: the checker looks only one check
//! and one reply ahead, and it never matters how a position is reached.
//!
//! * *Mate within n.* Every entry has a move and a length. The move is a legal check, and every
//!   legal reply leads to a position *covered* by an entry that is at least two plies shorter. The
//!   lengths decrease strictly, so the play ends, which is only possible by mate.
//! * *No mate*, at all or within n. For every legal check of every entry there is a legal reply
//!   that leads to a covered position again: without a limit, or with a limit at most two plies
//!   smaller. A limit below one ply needs no entry, because a mate takes at least one ply.
//!   The defender can answer every check for ever, or for that long.
//!
//! An entry of a mate covers all positions with the same board in which the attacker holds as much or
//! more; an entry of a no-mate those in which he holds as much or less. A larger hand is never worse
//! for the attacker: he need not use it, the defender has fewer pieces to interpose, and neither double
//! pawns (二歩) nor pawn-drop mate (打歩詰) depend on hands. The defender holds all pieces of the
//! problem that are neither on the board nor in the attacker's hand. An entry with more pieces than the
//! problem is refused.
//!
//! A claim about a position with the attacker to move is proven by an entry that covers it: a mate
//! within at most the plies of the claim, or no mate within at least these, or without limit. In the
//! strict game even limits are not rounded to odd ones.
//!
//! All this is the strict game, in which every legal interposition counts. A mate within n and no
//! mate within n − 2 together prove the strict length, because all lengths have the same parity.
//!
//! A claim may also be about positions after moves of the problem, such as no mate after a check. Such a
//! certificate has the moves, and its entries prove all the positions. The moves have to be legal. They
//! need not be checks, and nothing is claimed of the problem itself.
//!
//! With the defender to move he has to be in check, and the positions after his replies prove the
//! claim, with one ply less: all of them a mate, one of them that there is none. (In the composed
//! game his bounds decide, see below.) A mate within 0 plies is a position that is mated already.
//! With the defender to move, no mate within 0 plies means that he is not mated. With the attacker
//! to move, this is true of every position, and is no claim.
//!
//! A problem has one king of the defender, at most one of the attacker, and no more pieces than a
//! set. No file has two pawns of a side, no piece is where it could never move, and the side that is
//! not to move is not in check.
//!
//! With the attacker to move all lengths are odd. No mate within n plies then means a length of at
//! least n + 2, or n + 1 if n is even. A mate within an even n counts as n.
//!
//! # The composed game
//!
//! A composition has the length without futile interpositions (無駄合), at the level `standard` of
//! `Interpositions`. Let N be a position of the defender in
//! check from one long-range piece X at a distance, and s₁, s₂, … the squares between, nearest to the
//! king first. A legal reply to one of them, drop or move, is an interposition. Let Lₖ be the length
//! of N with the replies that are not interpositions and the effective interpositions on s₁ … sₖ (0
//! if there are none). An interposition on sₖ is futile if a check captures the piece at once, and in
//! the position N′ after the capture, *with the captured piece out of the game*,
//!
//! * X has captured and N′ is mate within Lₖ₋₁, or
//! * another piece has captured and alone gives check, N′ is mate (length 0), and so is Lₖ₋₁ = 0.
//!
//! Whether a reply counts thus depends on lengths, which need bounds from both sides: an upper bound
//! may rest on lower ones. Therefore a certificate of the composed game has entries of both kinds: a
//! mate within some plies, and none within some plies. The length of a position of the defender is
//! known as an interval, which follows from the entries about the positions after the replies:
//!
//! * The length is at most t if every reply either leads to a mate within t − 1, or is an interposition
//!   proven futile: by an upper bound of N′ that is no more than a lower bound of Lₖ₋₁ if X has captured,
//!   by upper bounds of both that are 0 if another piece has.
//! * Lₖ is at least 1 + the length after a reply that is not an interposition, or that is an interposition
//!   proven not to be futile. Each capture has to be excluded: a lower bound of N′ is more than an upper
//!   bound of Lₖ₋₁ if X has captured, one of N′ or of Lₖ₋₁ is more than 0 if another piece has.
//! * If it is not known whether an interposition is futile, Lₖ is at least the smaller of two numbers. One
//!   is the bound for an interposition that is not futile. The other is the least of the lower bounds of N′
//!   after those captures that may still make it futile, because N′ is then no longer than Lₖ₋₁.
//!
//! There is an N′ for each legal capture that gives check, with or without promotion. N′ is a
//! position of the defender again, with X nearer to the king, so this ends. Marked entries (below)
//! are true by themselves. Any other entry that claims n plies uses only marked entries, strict mates,
//! entries of either kind that claim fewer plies, and robust ones proven before it. All of them are
//! true, by induction. That an interposition is futile needs no entry of its own.
//!
//! In the composed game positions with different hands are different, for both sides, because pieces
//! leave the game. In general no hand can stand for another: more pieces to interpose may make another
//! interposition futile. Two kinds of entries, however, cover more than their own position.
//!
//! * A mate within n plies in the strict game is also one in this game, because the defender has fewer
//!   replies, whatever has left the game. A certificate of the composed game may therefore have entries
//!   of strict mates, which cover the same positions as in the strict game.
//! * A no-mate is *robust* if its proof needs no upper bound. Two conditions have to hold. First, every
//!   interposition that it rests on either cannot be captured in a way that could prove it futile, or N′
//!   lasts as long as N has to (for a capture by another piece than X: N′, or Lₖ₋₁, is not 0). Second,
//!   everything that it rests on is robust. A robust no-mate covers every position with the same board
//!   whose attacker holds as much or less, and whose defender holds as much or more, whatever is out of
//!   the game. In such a position the attacker has no further check, and the defender has all the same
//!   replies. The possible captures depend only on the board, and N′ is such a position again.
//!
//! Robust entries may be marked. The proof of a marked one rests on marked ones only, but on any of
//! them, whatever their plies: they may rest on each other, as in the strict game. The reason: let each
//! of them also claim all smaller odd numbers of plies. Then a claim of n plies follows, by the same
//! proof, from claims of at most n − 2: to show that the defender lasts n + 1 plies, a lower bound of n
//! with the attacker to move, or of n + 1 with the defender to move, is as good as any larger one. The
//! fact that a bound is not 0 never depends on an entry. All of them are true, by induction. In the
//! composed game an even n claims the same as n − 1.
//!
//! Other entries can be robust, too. The checker finds out: it goes through them from few plies to many,
//! and in the order of the file where plies are equal. All entries checked later may use a robust one,
//! even those that claim as many plies. An entry that is not robust can be used only by those that claim
//! more.
//!
//! # Brinkmates
//!
//! A *brinkmate* (必至) is a position of the defender, not in check, in which the attacker mates after a
//! pass and after every legal reply. A certificate that the attacker forces one has strict mates, and
//! brinkmate entries: each has an odd number n of plies and a move. After the move either the defender
//! is in check, or an entry covers the mate after a pass. Each legal reply leads to a mate, or to a
//! position with a brinkmate entry of at most n − 2 plies. The play thus ends in a brinkmate within n
//! plies, or in a mate. All these entries are about the strict game, in which futile interpositions
//! count.
//!
//! A certificate that there is neither a mate nor a brinkmate within some plies has entries of
//! no-mates (only those without limit count), and brinkmate entries with an odd number n of plies
//! and no move. For each legal move at such an entry there is a proof that it does not help. For a
//! move without check, a no-mate after a pass is enough: the move is then no threat. After a check, or
//! without this no-mate, some reply leads to a no-mate, if n is 1, or to a brinkmate entry of at least
//! n − 2 plies. This also proves that there is no mate, because every check has a reply without one.
//!
//! If n is more than 1, this reply may be an interposition that is futile and does not count.
//! Therefore, if the checking piece can capture it with check, some reply has to lead to an entry of
//! at least n − 2 plies again after each such capture, on the same condition. This suffices: if the
//! interposition is futile, the play without it lasts as long as that after the capture with the
//! captured piece out of the game. A proof against an attacker who has this piece in hand also holds
//! against one without it, because no step of the proof needs him to have it. If n is 1, futility
//! does not matter: an interposition that is not mated can be futile only because another reply is
//! not mated either.
//!
//! These entries cover only their own position, which has to be the very one that a claim with the
//! attacker to move is about; the number of its plies is odd. If n is 1, a reply may also lead to a
//! position with an entry that there is none, because there is no mate either.
//!
//! With the defender to move and 0 plies, he must not be in check, and the claim is that the position
//! is a brinkmate, or that it is none. A claim that there is one may also have an even number of
//! plies: the position is as after the move of an entry of one ply more.

#[cfg(all(feature = "files", not(target_family = "wasm")))]
pub mod file;

use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use std::num::NonZeroU16;

/// A proven claim about a position. Plies are moves of either side from the position on. The game is
/// the strict one, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker forces mate within this number of plies.
    MateWithin(u32),
    /// The attacker cannot force mate.
    NoMate,
    /// The attacker cannot force mate within this number of plies.
    NoMateWithin(u32),
    /// The attacker forces mate within this number of plies, without futile interpositions.
    ComposedMateWithin(u32),
    /// The attacker cannot force mate within this number of plies, without futile interpositions.
    NoComposedMateWithin(u32),
    /// The attacker forces a brinkmate (必至) or a mate within this number of plies. The plies of the
    /// mate that follows a brinkmate do not count. With the defender to move and 0 plies: the position is a
    /// brinkmate.
    BrinkmateWithin(u32),
    /// The attacker can force neither mate nor, within this number of plies, a brinkmate. With the
    /// defender to move and 0 plies: the position is no brinkmate.
    NoBrinkmateWithin(u32),
}

impl Claim {
    /// Returns whether the claim is that the attacker mates.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        matches!(self, Self::MateWithin(_) | Self::ComposedMateWithin(_))
    }

    /// Returns whether the claim is about the composed game, in which futile interpositions do not
    /// count.
    #[must_use]
    pub const fn is_composed(self) -> bool {
        matches!(
            self,
            Self::ComposedMateWithin(_) | Self::NoComposedMateWithin(_)
        )
    }

    /// Returns whether the claim is about brinkmates.
    #[must_use]
    pub const fn is_brinkmate(self) -> bool {
        matches!(self, Self::BrinkmateWithin(_) | Self::NoBrinkmateWithin(_))
    }

    /// Returns whether the strict entries of a certificate with this claim are mates.
    #[must_use]
    pub const fn has_mates(self) -> bool {
        self.is_mate() || self.is_composed() || matches!(self, Self::BrinkmateWithin(_))
    }

    /// Returns the plies of the claim; `None` without a limit.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::MateWithin(plies)
            | Self::NoMateWithin(plies)
            | Self::ComposedMateWithin(plies)
            | Self::NoComposedMateWithin(plies)
            | Self::BrinkmateWithin(plies)
            | Self::NoBrinkmateWithin(plies) => Some(plies),
            Self::NoMate => None,
        }
    }
}

/// A proof of one claim about one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The id of the problem; nothing depends on it.
    pub id: String,
    /// The problem with both hands complete.
    pub setup: Setup,
    /// The side that attacks.
    pub attacker: Color,
    /// The lines of moves from the problem on after which the claim holds. Without lines it is
    /// about the problem itself.
    pub lines: Vec<Vec<Move>>,
    /// The claim.
    pub claim: Claim,
    /// The entries of the strict game, in any order.
    pub entries: Vec<Entry>,
    /// The entries of the composed game, in any order.
    pub composed: Vec<ComposedEntry>,
    /// The entries about brinkmates. An entry with a move claims that a brinkmate is forced, one
    /// without a move that none is. Each has a number of plies.
    pub brinkmates: Vec<Entry>,
}

impl Certificate {
    /// Returns the number of positions in the proof.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.entries.len() + self.composed.len() + self.brinkmates.len()
    }
}

/// A position of a certificate, with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The board, with sides as in the problem.
    pub board: Placement,
    /// The attacker's hand.
    pub hand: Hand,
    /// The plies within which there is a mate, or none; `None` if there is none without a limit.
    pub plies: Option<NonZeroU16>,
    /// The check that mates; `None` if there is no mate.
    pub mv: Option<Move>,
}

impl Entry {
    /// Returns the position with only the attacker's hand.
    #[must_use]
    pub fn setup(&self, attacker: Color) -> Setup {
        let mut setup = Setup {
            board: self.board.board(),
            hands: [Hand::EMPTY; 2],
            turn: attacker,
        };
        setup.hands[attacker.index()] = self.hand;
        setup
    }

    /// Returns the same entry with the board turned by 180° and the sides exchanged.
    #[must_use]
    pub fn rotate(&self) -> Self {
        Self {
            board: self.board.rotate(),
            mv: self.mv.map(Move::rotate),
            ..*self
        }
    }
}

/// An entry about a position of the composed game, with the attacker to move. With a move it claims a
/// mate within [`Entry::plies`], without one that there is none. Each has a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComposedEntry {
    /// The position and the claim about it.
    pub entry: Entry,
    /// The pieces out of the game: in neither hand, and not on the board.
    pub vanished: Hand,
    /// Whether the entry is marked as robust. A marked entry is a no-mate and rests only on other
    /// marked ones.
    pub robust: bool,
}

impl ComposedEntry {
    /// Returns the same entry with the board turned by 180° and the sides exchanged.
    #[must_use]
    pub fn rotate(&self) -> Self {
        Self {
            entry: self.entry.rotate(),
            ..*self
        }
    }
}

/// Bytes that 81 squares take, five bits each.
const PACKED_BYTES: usize = Square::COUNT * 5 / 8 + 1;

/// The pieces on a board, packed because proofs have millions of boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement([u8; PACKED_BYTES]);

impl Placement {
    /// Packs a board.
    #[must_use]
    pub fn new(board: &[Option<Piece>; Square::COUNT]) -> Self {
        let mut packed = [0; PACKED_BYTES];
        // Eight squares make five bytes; the last square has a byte for itself.
        for (bytes, cells) in packed.chunks_mut(5).zip(board.chunks(8)) {
            let last_first = cells.iter().rev();
            let word = last_first.fold(0, |word, &cell| word << 5 | u64::from(code(cell)));
            bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
        }
        Self(packed)
    }

    /// Unpacks the board.
    #[must_use]
    pub fn board(&self) -> [Option<Piece>; Square::COUNT] {
        let mut board = [None; Square::COUNT];
        for (bytes, cells) in self.0.chunks(5).zip(board.chunks_mut(8)) {
            let last_first = bytes.iter().rev();
            let mut word = last_first.fold(0, |word, &byte| word << 8 | u64::from(byte));
            for cell in cells {
                *cell = PIECES[(word & 31) as usize];
                word >>= 5;
            }
        }
        board
    }

    fn rotate(&self) -> Self {
        let mut board = self.board();
        board.reverse();
        Self::new(&board.map(|cell| cell.map(Piece::flip)))
    }
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let board = self.board();
        let pieces = Square::all().filter_map(|square| Some((square, board[square.index()]?)));
        f.debug_map().entries(pieces).finish()
    }
}

/// Returns the content of a square as a number below 32; 0 is an empty square.
#[must_use]
pub fn code(cell: Option<Piece>) -> u8 {
    cell.map_or(0, |piece| 1 + piece.index() as u8)
}

/// Returns the inverse of [`code`]; `None` for 0 and for a number without a piece.
#[must_use]
pub fn piece(code: u8) -> Option<Piece> {
    PIECES.get(usize::from(code)).copied().flatten()
}

/// The piece of each number that [`code`] gives.
static PIECES: [Option<Piece>; 32] = {
    let mut pieces = [None; 32];
    let mut kind = 0;
    while kind < PieceKind::ALL.len() {
        let mut side = 0;
        while side < 2 {
            let piece = Piece::new(Color::ALL[side], PieceKind::ALL[kind]);
            pieces[1 + piece.index()] = Some(piece);
            side += 1;
        }
        kind += 1;
    }
    pieces
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_board_is_the_board() {
        let mut board = [None; Square::COUNT];
        for (index, cell) in board.iter_mut().enumerate() {
            *cell = piece((index * 7 % 32) as u8);
        }
        assert_eq!(Placement::new(&board).board(), board);
        let turned = Placement::new(&board).rotate();
        let setup = Setup {
            board,
            ..Setup::empty()
        };
        assert_eq!(turned.board(), setup.rotate().board);
    }

    #[test]
    fn every_piece_has_a_number() {
        let all = (0..=32u8).filter_map(piece).collect::<Vec<_>>();
        assert_eq!(all.len(), 2 * PieceKind::ALL.len());
        for found in all {
            assert_eq!(piece(code(Some(found))), Some(found));
        }
    }
}
