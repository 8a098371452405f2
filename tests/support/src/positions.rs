//! Random small problems, each kind aimed at something a search can get wrong.

use crate::Random;
use tsume::notation::sfen;
use tsume::shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};
use tsume::verify::board::Board;
use tsume::verify::rules;

/// What a position is likely to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// A few pieces around the king.
    Bare,
    /// The attacker has a king too, often near, sometimes in check.
    DoubleKing,
    /// Pawns in hand against a king short of flights: pawn-drop mate is near.
    PawnDrop,
    /// Long-range pieces and next to nothing in hand: the same positions come back.
    Loops,
    /// Sliders from afar and a defender with something to put between.
    Interpositions,
    /// Pieces are taken and put back in: the same boards come back with other hands.
    Exchanges,
    /// The defender, in check, is to move.
    Defence,
    /// Many pieces on the board and in both hands.
    Crowded,
    /// A few random moves on from a game.
    Game,
    /// Hardly any moves: a king in a nook, and few pieces beside it. Not in [`Theme::ALL`].
    #[allow(dead_code)] // Not every test uses it.
    Tiny,
}

impl Theme {
    pub const ALL: [Self; 9] = [
        Self::Bare,
        Self::DoubleKing,
        Self::PawnDrop,
        Self::Loops,
        Self::Interpositions,
        Self::Exchanges,
        Self::Defence,
        Self::Crowded,
        Self::Game,
    ];
}

use PieceKind::*;

const CHEAP: [PieceKind; 4] = [Pawn, Lance, Knight, Silver];
const STRONG: [PieceKind; 6] = [Gold, Silver, Bishop, Rook, Horse, Dragon];
const NEAR: [PieceKind; 6] = [Gold, Silver, Knight, Pawn, Silver, Gold];
const SLIDERS: [PieceKind; 5] = [Lance, Bishop, Rook, Horse, Dragon];

/// Returns a legal problem of this theme; in nearly all of them there is a check to look at.
pub fn position(theme: Theme, random: &mut Random) -> Setup {
    loop {
        let setup = attempt(theme, random);
        if !setup.problems(Color::Black).is_empty() {
            continue;
        }
        if setup.turn == Color::Black && !random.percent(2) {
            let board = Board::new(&setup).expect("a diagram without problems");
            if rules::checks(&board).is_empty() {
                continue;
            }
        }
        return setup;
    }
}

fn attempt(theme: Theme, random: &mut Random) -> Setup {
    if theme == Theme::Game {
        return playout(random);
    }
    let mut setup = Setup::empty();
    let king = king_square(theme, random);
    setup.board[king.index()] = Some(Piece::new(Color::White, King));
    if theme == Theme::DoubleKing || theme == Theme::Defence && random.percent(20) {
        let square = if random.percent(50) { near(king, 4, random) } else { anywhere(random) };
        put(&mut setup, square, Color::Black, King);
    }
    place_attackers(theme, &mut setup, king, random);
    place_defenders(theme, &mut setup, king, random);
    fill_hands(theme, &mut setup, random);
    if theme == Theme::Defence {
        setup.turn = Color::White;
    }
    setup
}

/// The start of a game.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Positions of games in which one side mates soon: the second column of the table.
const GAMES: &str = include_str!("../../data/short_game.tsv");

/// Returns a position some random moves after the start of a game, or after a moment at which
/// somebody could mate; whoever is to move attacks.
fn playout(random: &mut Random) -> Setup {
    let (text, plies) = if random.percent(40) {
        (START, random.between(50, 140))
    } else {
        let rows: Vec<&str> = GAMES.lines().skip(1).collect();
        let row = random.pick(&rows);
        let text = row.split('\t').nth(1).expect("a column with the diagram");
        (text, random.between(0, 6))
    };
    let setup = sfen::parse(text).expect("a diagram of a game").setup;
    let mut position = Position::new(&setup);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make(eager(&position, &moves, random));
    }
    let setup = position.to_setup();
    match setup.turn {
        Color::Black => setup,
        Color::White => setup.rotate(),
    }
}

/// Returns one of these moves; captures and promotions are more likely.
fn eager(position: &Position, moves: &[Move], random: &mut Random) -> Move {
    let eager = |mv: &Move| mv.promotes() || position.piece_at(mv.to()).is_some();
    let first = random.pick(moves);
    let second = random.pick(moves);
    if eager(&first) { first } else { second }
}

fn king_square(theme: Theme, random: &mut Random) -> Square {
    let rank = match theme {
        Theme::PawnDrop => random.below(4),
        _ => random.below(9),
    } as u8;
    match random.below(3) {
        0 => Square::new(random.pick(&[0, 8]), rank.min(1)),
        1 => Square::new(random.pick(&[0, 1, 7, 8]), rank),
        _ if theme == Theme::Tiny => Square::new(random.below(9) as u8, rank.min(1)),
        _ => Square::new(random.below(9) as u8, rank),
    }
}

fn place_attackers(theme: Theme, setup: &mut Setup, king: Square, random: &mut Random) {
    let count = match theme {
        Theme::Loops | Theme::Tiny => random.between(2, 4),
        Theme::Bare => random.between(1, 5),
        Theme::Crowded => random.between(4, 10),
        _ => random.between(1, 4),
    };
    for _ in 0..count {
        let kind = match theme {
            Theme::Loops | Theme::Interpositions if random.percent(60) => random.pick(&SLIDERS),
            _ if random.percent(60) => random.pick(&STRONG),
            _ => random.pick(&PieceKind::ALL),
        };
        let kind = match theme {
            Theme::Tiny if random.percent(80) => random.pick(&NEAR),
            _ => kind,
        };
        let afar = SLIDERS.contains(&kind) && random.percent(60);
        let square = if afar { anywhere(random) } else { near(king, if theme == Theme::Tiny { 2 } else { 3 }, random) };
        put(setup, square, Color::Black, kind);
    }
}

fn place_defenders(theme: Theme, setup: &mut Setup, king: Square, random: &mut Random) {
    let count = match theme {
        Theme::PawnDrop => random.between(1, 5),
        Theme::Tiny => random.between(2, 5),
        Theme::Loops => random.between(0, 3),
        Theme::Crowded => random.between(5, 14),
        _ => random.between(0, 4),
    };
    for _ in 0..count {
        let kind = if random.percent(50) { random.pick(&CHEAP) } else { random.pick(&PieceKind::ALL) };
        let reach = match theme {
            Theme::PawnDrop | Theme::Tiny => 1,
            _ => 3,
        };
        let square = if random.percent(85) { near(king, reach, random) } else { anywhere(random) };
        put(setup, square, Color::White, kind);
    }
}

fn fill_hands(theme: Theme, setup: &mut Setup, random: &mut Random) {
    let (attacker, defender) = match theme {
        Theme::Loops => (random.below(2), random.below(2)),
        Theme::Interpositions => (random.below(3), random.between(1, 3)),
        Theme::Exchanges => (random.between(1, 3), random.between(1, 3)),
        Theme::Crowded => (random.between(1, 5), random.between(0, 5)),
        Theme::Tiny => (random.below(3), random.below(8) / 7),
        _ => (random.below(4), random.below(3)),
    };
    if theme == Theme::PawnDrop {
        hold(setup, Color::Black, Pawn);
    }
    for (color, count) in [(Color::Black, attacker), (Color::White, defender)] {
        for _ in 0..count {
            let kind = match theme {
                Theme::Loops => random.pick(&[Pawn, Lance, Knight]),
                _ => random.pick(&PieceKind::HAND),
            };
            hold(setup, color, kind);
        }
    }
    // The usual problem: the defender holds all the rest.
    let whole_set = match theme {
        Theme::Loops | Theme::Tiny => 0,
        Theme::Exchanges => 10,
        _ => 30,
    };
    if random.percent(whole_set) {
        let white = Color::White.index();
        setup.hands[white] = setup.hands[white].plus(setup.missing());
    }
}

fn anywhere(random: &mut Random) -> Square {
    Square::from_index(random.below(Square::COUNT)).expect("an index of the board")
}

/// Returns a square at most so many steps of a king away.
fn near(king: Square, reach: i8, random: &mut Random) -> Square {
    loop {
        let span = 2 * reach as usize + 1;
        let (df, dr) = (random.below(span) as i8, random.below(span) as i8);
        if let Some(square) = king.offset(df - reach, dr - reach) {
            return square;
        }
    }
}

fn is_left(setup: &Setup, kind: PieceKind) -> bool {
    let kind = kind.unpromote();
    kind == King || setup.count(kind) < u32::from(PieceKind::SET[kind.index()])
}

/// Puts a piece on a square if that is empty and the set of 40 has one left.
fn put(setup: &mut Setup, square: Square, color: Color, kind: PieceKind) {
    let doubled = kind == King && setup.kings(color).next().is_some();
    if setup.piece_at(square).is_none() && is_left(setup, kind) && !doubled {
        setup.board[square.index()] = Some(Piece::new(color, kind));
    }
}

fn hold(setup: &mut Setup, color: Color, kind: PieceKind) {
    if is_left(setup, kind) {
        let hand = &mut setup.hands[color.index()];
        *hand = hand.add(kind);
    }
}
