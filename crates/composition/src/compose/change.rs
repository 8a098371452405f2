//! One step: a random change of a diagram.

use super::constraints::Constraints;
use super::random::Random;
use crate::repair::moves_taken_back;
use crate::shogi::{Color, Hand, Move, PieceKind, Position, Setup, Square};

/// A kind of step to the next diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A random mate in one, or the given problem as it is.
    Begin,
    /// One, two or three edits of a sound problem.
    Edit,
    /// A check and a reply put before a sound problem (逆算).
    Before,
    /// [`Step::Before`], then one or two edits.
    BeforeAndEdit,
    /// One part of a sound problem, and the other part of another.
    Cross,
    /// A given problem without some of its pieces.
    Thin,
}

impl Step {
    /// All steps.
    pub const ALL: [Self; 6] = [
        Self::Begin,
        Self::Edit,
        Self::Before,
        Self::BeforeAndEdit,
        Self::Cross,
        Self::Thin,
    ];
}

/// Returns a diagram after a random change. In it Black attacks, and the defender holds the rest.
/// `None` if the change is not possible, changes nothing, or breaks a constraint.
pub(super) fn changed(
    setup: &Setup,
    step: Step,
    random: &mut Random,
    constraints: &Constraints,
) -> Option<Setup> {
    let mut next = setup.clone();
    let edits = match step {
        Step::Edit => match random.below(100) {
            0..50 => 1,
            50..85 => 2,
            _ => 3,
        },
        Step::Before => {
            next = move_before(setup, random)?;
            0
        }
        Step::BeforeAndEdit => {
            next = move_before(setup, random)?;
            1 + random.below(2)
        }
        Step::Begin | Step::Cross | Step::Thin => 0,
    };
    for _ in 0..edits {
        edit(&mut next, random, constraints)?;
    }
    completed(next, constraints).filter(|it| it != setup)
}

/// Gives the defender the rest of the 40 pieces. `None` if the diagram is not legal or not allowed.
pub(super) fn completed(mut setup: Setup, constraints: &Constraints) -> Option<Setup> {
    setup.hands[1] = Hand::EMPTY;
    if !constraints.allow(&setup) || !setup.problems(Color::Black).is_empty() {
        return None;
    }
    setup.hands[1] = setup.missing();
    Some(setup)
}

/// Returns a diagram of the parts of two problems, with king on king. A file or rank through the
/// king divides them: one side has the pieces of `one`, the other side those of `other`.
pub(super) fn crossed(
    one: &Setup,
    other: &Setup,
    random: &mut Random,
    constraints: &Constraints,
) -> Option<Setup> {
    let other = if random.percent(50) {
        other.mirror()
    } else {
        other.clone()
    };
    let king = one.kings(Color::White).next()?;
    let others = other.kings(Color::White).next()?;
    let files = king.file() as i8 - others.file() as i8;
    let ranks = king.rank() as i8 - others.rank() as i8;
    let by_file = random.percent(50);
    let is_ones = |it: Square| {
        if by_file {
            it.file() <= king.file()
        } else {
            it.rank() <= king.rank()
        }
    };
    let mut crossed = one.clone();
    for square in Square::all().filter(|&it| !is_ones(it)) {
        crossed.board[square.index()] = None;
    }
    for (square, piece) in other.pieces() {
        let Some(to) = square.offset(files, ranks) else {
            continue;
        };
        if !is_ones(to) && piece.kind() != PieceKind::King {
            crossed.board[to.index()] = Some(piece);
        }
    }
    if random.percent(50) {
        crossed.hands[0] = other.hands[0];
    }
    completed(crossed, constraints)
}

/// Returns a diagram without some of its pieces, which the defender then holds. Pieces far from the
/// defender's king go first, so that positions of games become small enough.
pub(super) fn thinned(
    setup: &Setup,
    random: &mut Random,
    constraints: &Constraints,
) -> Option<Setup> {
    let king = setup.kings(Color::White).next()?;
    let pieces = setup.pieces();
    let mut pieces: Vec<(u32, Square)> = pieces
        .filter(|(_, piece)| piece.kind() != PieceKind::King)
        .map(|(square, _)| (u32::from(king.distance(square)) + random.below(6), square))
        .collect();
    pieces.sort_unstable();
    let kings = if constraints.two_kings == Some(true) {
        2
    } else {
        1
    };
    let most = constraints.on_board.saturating_sub(kings);
    let most = most.min(pieces.len() as u32);
    let least = most.min(3);
    let left = least + random.below(most - least + 1);
    let mut thinner = setup.clone();
    for &(_, square) in pieces.iter().skip(left as usize) {
        thinner.board[square.index()] = None;
    }
    if constraints.two_kings != Some(true) {
        for king in setup.kings(Color::Black) {
            thinner.board[king.index()] = None;
        }
    }
    let mut held: Vec<PieceKind> = Vec::new();
    for (kind, count) in setup.hands[0].iter() {
        held.extend((0..count).map(|_| kind));
    }
    let in_hand = random.below(constraints.in_hand + 1) as usize;
    while held.len() > in_hand {
        let at = random.below(held.len() as u32) as usize;
        let kind = held.swap_remove(at);
        thinner.hands[0] = thinner.hands[0].remove(kind);
    }
    completed(thinner, constraints).filter(|it| it != setup)
}

/// Makes one random edit.
fn edit(setup: &mut Setup, random: &mut Random, constraints: &Constraints) -> Option<()> {
    let occupied: Vec<Square> = setup.pieces().map(|(square, _)| square).collect();
    let is_free = |setup: &Setup, it: Square| setup.board[it.index()].is_none();
    let king = setup.kings(Color::White).next()?;
    match random.below(100) {
        0..30 => {
            let from = random.pick(&occupied)?;
            let most = if random.percent(70) { 1 } else { 8 };
            let to = random.near(from, most)?;
            if !is_free(setup, to) {
                return None;
            }
            setup.board[to.index()] = setup.board[from.index()].take();
        }
        30..55 => {
            let is_defenders = random.percent(65);
            let color = if is_defenders {
                Color::White
            } else {
                Color::Black
            };
            let piece = random.piece(constraints, color)?;
            let most = if random.percent(75) { 2 } else { 8 };
            let square = random.near(king, most)?;
            if !is_free(setup, square) {
                return None;
            }
            setup.board[square.index()] = Some(piece);
        }
        55..72 => {
            let square = random.pick(&occupied)?;
            let piece = setup.board[square.index()].take()?;
            if piece.kind() == PieceKind::King {
                return None;
            }
        }
        72..84 => {
            let square = random.pick(&occupied)?;
            let old = setup.board[square.index()]?;
            if old.kind() == PieceKind::King {
                return None;
            }
            let new = random.piece(constraints, old.color())?;
            setup.board[square.index()] = Some(new);
        }
        84..96 => {
            let hand = &mut setup.hands[Color::Black.index()];
            if random.percent(50) {
                let kind = random.pick(&constraints.kinds)?;
                // `completed` refuses one piece more than the set has. Two more may not fit into a
                // hand.
                if hand.count(kind) > u32::from(PieceKind::SET[kind.index()]) {
                    return None;
                }
                *hand = hand.add(kind);
            } else {
                let held: Vec<PieceKind> = hand.iter().map(|(kind, _)| kind).collect();
                *hand = hand.remove(random.pick(&held)?);
            }
        }
        _ => {
            let square = random.pick(&occupied)?;
            let old = setup.board[square.index()]?;
            if old.kind() == PieceKind::King {
                return None;
            }
            setup.board[square.index()] = Some(old.flip());
        }
    }
    Some(())
}

/// Puts a random check and a reply before a problem. `None` if none of the draws is legal.
fn move_before(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let is_reply = |(middle, reply): &(Setup, Move)| {
        let after_check = Position::new(middle);
        after_check.in_check(Color::White) && after_check.evasions().contains(reply)
    };
    let replies = moves_taken_back(setup, Color::White);
    let captures = replies
        .iter()
        .filter(|(middle, reply)| middle.piece_at(reply.to()).is_some());
    let captures: Vec<_> = captures.collect();
    // A reply that captures makes the check before it a sacrifice.
    let wants_capture = random.percent(60);
    let (middle, _) = (0..12).find_map(|_| {
        let taken_back = if wants_capture && !captures.is_empty() {
            random.pick(&captures)?
        } else {
            replies.get(random.below(replies.len() as u32) as usize)?
        };
        is_reply(taken_back).then(|| taken_back.clone())
    })?;
    let checks = moves_taken_back(&middle, Color::Black);
    // Most moves that can be taken back are captures. Few problems that begin with a capture are
    // liked, so drops and other quiet moves have shares of their own.
    let is_quiet = |it: &&(Setup, Move)| it.0.piece_at(it.1.to()).is_none();
    let checks: Vec<_> = match random.below(100) {
        0..30 => checks.iter().filter(|it| it.1.is_drop()).collect(),
        30..80 => checks.iter().filter(is_quiet).collect(),
        _ => checks.iter().collect(),
    };
    (0..12).find_map(|_| {
        let (first, check) = random.pick(&checks)?;
        let position = Position::new(first);
        let is_check = !position.in_check(Color::White)
            && first.problems(Color::Black).is_empty()
            && position.checks().contains(check);
        is_check.then(|| first.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn diagram(text: &str) -> Setup {
        let mut setup = sfen::parse(text).expect("it is an SFEN").setup;
        setup.hands[1] = Hand::EMPTY;
        setup.hands[1] = setup.missing();
        setup
    }

    #[test]
    fn a_hand_never_gets_more_pieces_than_there_are() {
        let setup = diagram("4k4/9/4P4/9/9/9/9/9/9 b 2B 1");
        let constraints = Constraints {
            kinds: vec![PieceKind::Bishop, PieceKind::Pawn],
            ..Constraints::default()
        };
        for number in 0..20_000 {
            let mut random = Random::new(1, number);
            let Some(changed) = changed(&setup, Step::Edit, &mut random, &constraints) else {
                continue;
            };
            let hand = changed.hands[0];
            assert_eq!(Hand::from_bits(hand.bits()), hand, "{number}");
            assert_eq!(changed.count(PieceKind::Bishop), 2, "{number}");
        }
    }

    #[test]
    fn a_king_without_a_square_to_come_from_has_no_move_before() {
        // The defender has only the king, on which all squares around are occupied.
        let setup = diagram("7Gk/7PP/9/9/9/9/9/9/9 b - 1");
        assert!(moves_taken_back(&setup, Color::White).is_empty());
        for number in 0..100 {
            let mut random = Random::new(1, number);
            assert!(move_before(&setup, &mut random).is_none());
        }
    }
}
