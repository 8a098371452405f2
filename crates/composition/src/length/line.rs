//! The main line (本手順) and its leftover, among all lines of optimal length.
//!
//! Both sides value length first: the attacker plays shortest, the defender longest. Among equal lines
//! the attacker prefers some leftover to none, so that no wasteful line hides it, and then more of it. The
//! defender prefers no leftover, and then less. Custom orders the moves that are still equal.
//! The defender rather moves than drops, captures, drops a cheaper piece, plays nearer to the king,
//! promotes. The attacker rather captures, moves, promotes, uses a dearer piece, plays nearer to the king.

use crate::length::futile::Interpositions;
use crate::length::reading::Reading;
use crate::search::Search;
use crate::shogi::{Color, Hand, Key, Move, PieceKind, Position, Square};
use rustc_hash::FxHashMap;

/// The value of a position of known length.
#[derive(Clone, Copy, Debug)]
struct LineValue {
    /// By the order of this module.
    usual: Best,
    /// By the same order, but with a last move that leaves nothing over if there is one: an author may
    /// have meant it.
    with_free_last_move: Best,
}

/// The best that both sides can reach.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// The attacker's hand at the mate.
    leftover: Hand,
    mv: Option<Move>,
}

impl Best {
    /// Replaces the best move by another one that leaves more, or less.
    fn improve(best: &mut Option<Self>, mv: Move, leftover: Hand, more_is_better: bool) {
        let is_better = best.is_none_or(|known| {
            let (new, old) = (leftover.total(), known.leftover.total());
            if more_is_better { new > old } else { new < old }
        });
        if is_better {
            let mv = Some(mv);
            *best = Some(Self { leftover, mv });
        }
    }
}

/// The identity of a position within one problem: key of the board, and both hands.
pub(crate) type Name = (Key, Hand, Hand);

/// Reads main lines of one problem and keeps the values of positions.
#[derive(Debug)]
pub(crate) struct Reader {
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    known: FxHashMap<Name, LineValue>,
}

impl Reader {
    pub fn new(interpositions: Interpositions) -> Self {
        Self {
            interpositions,
            known: FxHashMap::default(),
        }
    }

    /// Reads the main line of the current position, which is mate in exactly `plies`. `None` if a
    /// limit was reached.
    pub fn read(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Reading> {
        let leftover = self.leftover(search, plies)?;
        let line = self.follow(search.position());
        Some(Reading { line, leftover })
    }

    /// Returns the leftover of the main line of the current position, which is mate in exactly `plies`.
    pub fn leftover(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<Hand> {
        self.value(search, plies).map(|it| it.usual.leftover)
    }

    /// Returns the line of best moves from a position whose value is known.
    pub fn follow(&self, position: &Position) -> Vec<Move> {
        self.follow_by(position, |value| value.usual.mv)
    }

    /// Returns the same line, but with a last move that leaves nothing over, if there is one.
    pub fn with_another_last_move(&self, position: &Position) -> Option<Vec<Move>> {
        let value = self.known.get(&name(position))?;
        let leaves_nothing = value.with_free_last_move.leftover.is_empty();
        leaves_nothing.then(|| self.follow_by(position, |value| value.with_free_last_move.mv))
    }

    /// Returns the line of the moves that `best` takes from the values of positions.
    fn follow_by(
        &self,
        position: &Position,
        best: impl Fn(&LineValue) -> Option<Move>,
    ) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some(mv) = self.known.get(&name(&position)).and_then(&best) {
            position.make(mv);
            line.push(mv);
        }
        line
    }

    /// Returns the value of the current position, mate in exactly `plies`.
    fn value(&mut self, search: &mut Search<'_, '_>, plies: u32) -> Option<LineValue> {
        let name = name(search.position());
        if let Some(&known) = self.known.get(&name) {
            return Some(known);
        }
        if search.is_stopped() {
            return None;
        }
        let attack = search.position().turn() == Color::Black;
        let (mut usual, mut free) = (None, None);
        if plies == 0 {
            let leftover = search.position().hand(Color::Black);
            let mate = Some(Best { leftover, mv: None });
            (usual, free) = (mate, mate);
        } else {
            for mv in in_order(search.position()) {
                if !self.interpositions.is_optimal(search, mv, plies)? {
                    continue;
                }
                let after = search.after(mv, |search| self.value(search, plies - 1))?;
                Best::improve(&mut usual, mv, after.usual.leftover, attack);
                let more_is_better = attack && plies > 1;
                let leftover = after.with_free_last_move.leftover;
                Best::improve(&mut free, mv, leftover, more_is_better);
                if !attack && after.usual.leftover.is_empty() {
                    break;
                }
            }
        }
        let value = LineValue {
            usual: usual?,
            with_free_last_move: free?,
        };
        self.known.insert(name, value);
        Some(value)
    }
}

impl Interpositions {
    /// Returns some line of the current position, which is mate in exactly `plies`: shortest attack and
    /// longest defence, without a choice among equals. `None` if a limit was reached.
    pub(crate) fn any_line(self, search: &mut Search<'_, '_>, plies: u32) -> Option<Vec<Move>> {
        if plies == 0 {
            return Some(Vec::new());
        }
        for mv in in_order(search.position()) {
            if self.is_optimal(search, mv, plies)? {
                let rest = search.after(mv, |search| self.any_line(search, plies - 1))?;
                return Some(std::iter::once(mv).chain(rest).collect());
            }
        }
        None
    }

    /// Returns whether a move keeps to the length of the current position, mate in exactly `plies`: a
    /// check that mates in time, or a reply that lasts as long and is not futile.
    pub(crate) fn is_optimal(
        self,
        search: &mut Search<'_, '_>,
        mv: Move,
        plies: u32,
    ) -> Option<bool> {
        if search.position().turn() == Color::Black {
            let after = search.after(mv, |search| search.mate_within(plies - 1))?;
            return Some(!after.is_no());
        }
        let lasts = match plies.checked_sub(3) {
            Some(sooner) => search
                .after(mv, |search| search.mate_within(sooner))?
                .is_no(),
            None => true,
        };
        Some(lasts && !self.is_futile_reply(search, mv, plies)?)
    }
}

/// Returns the position after a line.
pub(crate) fn position_after(root: &Position, line: &[Move]) -> Position {
    let mut position = root.clone();
    for &mv in line {
        position.make(mv);
    }
    position
}

/// Returns the names of the positions along a line, its start and its end included.
pub(crate) fn names_along(root: &Position, line: &[Move]) -> Vec<Name> {
    let mut position = root.clone();
    let mut names = vec![name(&position)];
    names.extend(line.iter().map(|&mv| {
        position.make(mv);
        name(&position)
    }));
    names
}

/// Returns after how many moves a position of a line comes first, and after how many it comes again. `None` if
/// no position repeats.
pub(crate) fn first_repetition(root: &Position, line: &[Move]) -> Option<(usize, usize)> {
    let names = names_along(root, line);
    (1..names.len()).find_map(|again| {
        let first = names[..again].iter().position(|it| *it == names[again])?;
        Some((first, again))
    })
}

/// Returns the identity of a position within one problem.
pub(crate) fn name(position: &Position) -> Name {
    (
        position.key(),
        position.hand(Color::Black),
        position.hand(Color::White),
    )
}

/// Returns the legal checks or replies.
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    match position.turn() {
        Color::Black => position.checks(),
        Color::White => position.evasions(),
    }
}

/// Returns the legal checks or replies in the order of custom.
pub(crate) fn in_order(position: &Position) -> Vec<Move> {
    let mut moves = moves(position);
    let by_mirror_image = is_mirrored(position);
    moves.sort_by_cached_key(|&mv| custom_of(position, by_mirror_image, mv));
    moves
}

/// A key that sorts moves in the order of custom.
pub(crate) type Custom = (bool, bool, bool, u8, u8, (bool, u8, u8, u8, u8));

/// Returns the key of a move of the attacker or the defender.
pub(crate) fn custom(position: &Position, mv: Move) -> Custom {
    custom_of(position, is_mirrored(position), mv)
}

/// Returns whether the board is its own mirror image.
pub(crate) fn is_symmetrical(position: &Position) -> bool {
    Square::all().all(|it| position.piece_at(it) == position.piece_at(it.mirror()))
}

/// Returns whether moves that are equal by custom are ordered as in the mirror image of the position. This
/// is so if the king is on the left half, or on the middle file and of the first two mirrored squares that
/// differ the second has the greater piece. So a position and its mirror image have orders that
/// mirror each other.
fn is_mirrored(position: &Position) -> bool {
    const MIDDLE: u8 = 4;
    match position.king(Color::White).map(Square::file) {
        Some(file) if file != MIDDLE => file > MIDDLE,
        _ => {
            let rank = |square: Square| {
                let piece = position.piece_at(square);
                piece.map(|it| (it.kind(), it.color() == Color::Black))
            };
            Square::all()
                .map(|square| rank(square).cmp(&rank(square.mirror())))
                .find(|it| it.is_ne())
                .is_some_and(std::cmp::Ordering::is_lt)
        }
    }
}

fn custom_of(position: &Position, by_mirror_image: bool, mv: Move) -> Custom {
    let captures = position.piece_at(mv.to()).is_some();
    let king = position.king(Color::White);
    let far = king.map_or(0, |king| king.distance(mv.to()));
    let piece = mv
        .from()
        .and_then(|from| position.piece_at(from))
        .map_or(mv.dropped(), |piece| Some(piece.kind()));
    let value = piece.map_or(0, price);
    let spelling = spelling(if by_mirror_image { mv.mirror() } else { mv });
    if position.turn() == Color::Black {
        (
            !captures,
            mv.is_drop(),
            !mv.promotes(),
            u8::MAX - value,
            far,
            spelling,
        )
    } else {
        let cheap = if mv.is_drop() { value } else { 0 };
        (mv.is_drop(), !captures, false, cheap, far, spelling)
    }
}

/// Returns the rank by price: 歩 < 香 < 桂 < 銀 < 金 < 角 < 飛, then the promoted kinds.
const fn price(kind: PieceKind) -> u8 {
    kind as u8
}

/// Returns a key that orders promotions first, then moves as written in USI, digits before letters.
fn spelling(mv: Move) -> (bool, u8, u8, u8, u8) {
    const LETTERS: [u8; 7] = *b"PLNSGBR";
    let (a, b) = match (mv.from(), mv.dropped()) {
        (Some(from), _) => (from.file(), from.rank()),
        (None, Some(kind)) => (LETTERS[kind.index()], 0),
        (None, None) => (0, 0),
    };
    (!mv.promotes(), a, b, mv.to().file(), mv.to().rank())
}
