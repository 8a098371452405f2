//! Positions for tests of the rules, always the same: a fixed seed makes them.

use crate::{Random, rare};
use std::sync::LazyLock;
use tsume::shogi::setup::is_dead_end;
use tsume::shogi::{Color, Hand, Piece, PieceKind, Position, Setup, Square};

/// Returns the positions of most tests: of games, of tsume, and of what is rare in both.
pub fn sample() -> &'static [Position] {
    static SAMPLE: LazyLock<Vec<Position>> = LazyLock::new(|| {
        let mut rng = Random(1755);
        let mut sample = of_games(10, &mut rng);
        sample.extend(of_tsume(4000, &mut rng));
        let mut found = [0; rare::KINDS.len()];
        for _ in 0..100 {
            let mut pool = of_tsume(2000, &mut rng);
            pool.extend(of_refused_parries(100, &mut rng));
            for (found, (_, is)) in found.iter_mut().zip(rare::KINDS) {
                let before = sample.len();
                sample.extend(pool.iter().filter(|it| is(it)).take(100 - *found).cloned());
                *found += sample.len() - before;
            }
        }
        sample
    });
    &SAMPLE
}

/// Returns every position of `games` games of random moves from the start position.
fn of_games(games: usize, rng: &mut Random) -> Vec<Position> {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let start = Position::new(&parse(start));
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..150 {
            // Random play hardly ever gives check, so that every other move tries to.
            let mut moves = position.checks();
            if moves.is_empty() || rng.percent(50) {
                moves = position.legal_moves();
            }
            if moves.is_empty() {
                break;
            }
            position.make(rng.pick(&moves));
            positions.push(position.clone());
        }
    }
    positions
}

/// Random diagrams, and for each the positions of a short line of random checks and replies
/// that starts from it; `count` positions in all.
fn of_tsume(count: usize, rng: &mut Random) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::new(&diagram(rng));
        positions.push(position.clone());
        let mut checking = !position.in_check(position.turn());
        for _ in 0..6 {
            let moves = if checking { position.checks() } else { position.evasions() };
            if moves.is_empty() {
                break;
            }
            position.make(rng.pick(&moves));
            positions.push(position.clone());
            checking = !checking;
        }
    }
    positions.truncate(count);
    positions
}

/// Returns the same two diagrams with a few more pieces here and there. In both, the pawn that
/// would parry the check may not be dropped because it would be mate.
fn of_refused_parries(count: usize, rng: &mut Random) -> Vec<Position> {
    let parry = parse("9/9/9/9/8b/9/2n1g4/k4Rs2/4K4 w lp 1");
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut setup = rng.pick(&[&parry, &parry.rotate()]).clone();
        for _ in 0..rng.below(6) {
            let piece = Piece::new(rng.pick(&Color::ALL), rng.pick(&PieceKind::HAND));
            place(&mut setup, piece, anywhere(rng));
        }
        if !setup.in_check(!setup.turn) {
            positions.push(Position::new(&setup));
        }
    }
    positions
}

fn parse(text: &str) -> Setup {
    tsume::notation::sfen::parse(text).unwrap().setup
}

/// Returns a legal diagram with one king or two and few pieces on the board or many, either side to
/// move and perhaps in check.
fn diagram(rng: &mut Random) -> Setup {
    loop {
        let mut setup = scatter(rng);
        if setup.in_check(!setup.turn) {
            setup.turn = !setup.turn;
        }
        if !setup.in_check(!setup.turn) {
            return setup;
        }
    }
}

fn scatter(rng: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = rng.pick(&Color::ALL);
    let attacker = rng.pick(&Color::ALL);
    let mut kings = vec![anywhere(rng)];
    if rng.percent(50) {
        let square = if rng.percent(30) { in_view(kings[0], rng) } else { anywhere(rng) };
        if square != kings[0] {
            kings.push(square);
        }
    }
    for (&king, color) in kings.iter().zip([!attacker, attacker]) {
        setup.board[king.index()] = Some(Piece::new(color, PieceKind::King));
    }
    let mut bag: Vec<PieceKind> =
        PieceKind::HAND.into_iter().flat_map(|kind| vec![kind; usize::from(PieceKind::SET[kind.index()])]).collect();
    let pieces = if rng.percent(70) { 1 + rng.below(12) } else { rng.below(bag.len()) };
    let crowd = rng.pick(&[20, 50, 90]);
    for _ in 0..pieces {
        let kind = bag.swap_remove(rng.below(bag.len()));
        let owner = if rng.percent(60) { attacker } else { !attacker };
        let kind = if rng.percent(30) { kind.promote() } else { kind };
        let square = if rng.percent(crowd) { in_view(rng.pick(&kings), rng) } else { anywhere(rng) };
        if !place(&mut setup, Piece::new(owner, kind), square) {
            bag.push(kind.unpromote());
        }
    }
    // The rest: some for the attacker, and all or none of the others for the defender.
    let share = rng.pick(&[0, 10, 40]);
    let defender_holds = rng.percent(75);
    for kind in bag {
        let owner = if rng.percent(share) {
            attacker
        } else if defender_holds {
            !attacker
        } else {
            continue;
        };
        let hand: &mut Hand = &mut setup.hands[owner.index()];
        *hand = hand.add(kind);
    }
    setup
}

/// Puts a piece on a square, if the rules let it stand there.
fn place(setup: &mut Setup, piece: Piece, square: Square) -> bool {
    let nifu = piece.kind() == PieceKind::Pawn
        && (0..9).any(|rank| setup.piece_at(Square::new(square.file(), rank)) == Some(piece));
    if setup.piece_at(square).is_some() || is_dead_end(piece, square) || nifu {
        return false;
    }
    setup.board[square.index()] = Some(piece);
    true
}

/// Returns any square, but more often one of the first or last rank.
fn anywhere(rng: &mut Random) -> Square {
    let rank = if rng.percent(40) { rng.below(2) * 8 } else { rng.below(9) };
    Square::new(rng.below(9) as u8, rank as u8)
}

/// Returns a square within two of a king, or on a line with it.
fn in_view(king: Square, rng: &mut Random) -> Square {
    let (mut df, mut dr) = (rng.below(5) as i8 - 2, rng.below(5) as i8 - 2);
    if rng.percent(30) {
        let far = 1 + rng.below(8) as i8;
        (df, dr) = (df.signum() * far, dr.signum() * far);
    }
    king.offset(df, dr).unwrap_or(king)
}
