//! The writer of JKF, with what the reader shares.

pub(super) mod model;

use self::model as jkf;
use super::header::is_of_diagram;
use super::{End, Losses, NodeId, Record};
use crate::notation::{japanese, sfen};
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What stands at the top of a JKF text.
#[derive(Serialize)]
struct File {
    header: Headers,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial: Option<jkf::Initial>,
    moves: Vec<jkf::MoveFormat>,
}

/// Headers in their order.
#[derive(Default)]
pub(super) struct Headers(pub(super) Vec<(String, String)>);

impl<'de> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Headers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("headers with their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Headers, A::Error> {
                let mut headers = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    headers.push(entry);
                }
                Ok(Headers(headers))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

impl Serialize for Headers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// Writes a record.
pub(super) fn write(record: &Record) -> (String, Losses) {
    let setup = &record.setup;
    let initial = match sfen::parse("startpos") {
        Ok(start) if start.setup == *setup => jkf::Initial {
            preset: jkf::Preset::Even,
            data: None,
        },
        _ => jkf::Initial {
            preset: jkf::Preset::Other,
            data: Some(state(setup)),
        },
    };
    let first = jkf::MoveFormat {
        comments: comments(record, 0),
        ..jkf::MoveFormat::default()
    };
    let mut moves = vec![first];
    moves.extend(lines(record, 0, setup.clone()));
    let headers = record.headers.iter();
    let file = File {
        header: Headers(
            headers
                .filter(|it| !is_of_diagram(&it.0))
                .cloned()
                .collect(),
        ),
        initial: Some(initial),
        moves,
    };
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    (text, Losses::default())
}

fn comments(record: &Record, id: NodeId) -> Option<Vec<String>> {
    let comments = &record.tree.node(id).comments;
    (!comments.is_empty()).then(|| comments.clone())
}

/// The steps behind a node. Branches are lines within steps, as deep as readers take them at most.
fn lines(record: &Record, from: NodeId, mut setup: Setup) -> Vec<jkf::MoveFormat> {
    let tree = &record.tree;
    let mut steps = Vec::new();
    let mut at = from;
    loop {
        let (next, others) = tree.next(at);
        let mut forks = Vec::new();
        for &other in others {
            let mut after = setup.clone();
            let mut fork = vec![step(record, other, &mut after)];
            fork.extend(lines(record, other, after));
            forks.push(fork);
        }
        let turn = setup.turn;
        let mut step = match next {
            Some(next) => step(record, next, &mut setup),
            None => jkf::MoveFormat::default(),
        };
        let end = tree.node(at).end;
        step.special = end.map(|end| special(end, turn));
        step.forks = (!forks.is_empty()).then_some(forks);
        if next.is_some() || end.is_some() {
            steps.push(step);
        }
        match next {
            Some(next) => at = next,
            None => return steps,
        }
    }
}

/// One move, made on the diagram.
fn step(record: &Record, id: NodeId, setup: &mut Setup) -> jkf::MoveFormat {
    let node = record.tree.node(id);
    let mut step = jkf::MoveFormat {
        comments: comments(record, id),
        ..jkf::MoveFormat::default()
    };
    step.time = node.seconds.map(|seconds| jkf::Time {
        now: time(seconds),
        total: time(record.tree.spent(id)),
    });
    let Some(mv) = node.mv else { return step };
    let previous = record.tree.node(node.parent).mv;
    let turn = setup.turn;
    let kind = mv.from().and_then(|from| setup.piece_at(from));
    let kind = kind
        .map(Piece::kind)
        .or(mv.dropped())
        .unwrap_or(PieceKind::Pawn);
    let relative = match mv.from() {
        Some(from) => relative(&japanese::relation(setup, from, mv.to())),
        None => japanese::origins(setup, kind, mv.to())
            .next()
            .map(|_| jkf::Relative::H),
    };
    let promote = mv.from().and_then(|from| {
        let may = japanese::may_promote(turn, kind, from, mv.to());
        may.then(|| mv.promotes())
    });
    step.mv = Some(jkf::MoveMoveFormat {
        color: color(turn),
        from: mv.from().map(place_of),
        to: place_of(mv.to()),
        piece: their_kind(kind),
        same: previous.filter(|it| it.to() == mv.to()).map(|_| true),
        promote,
        capture: setup.piece_at(mv.to()).map(|it| their_kind(it.kind())),
        relative,
    });
    let played = setup.play(mv);
    debug_assert!(played, "moves of a record can be played");
    step
}

fn relative(words: &str) -> Option<jkf::Relative> {
    use jkf::Relative::{C, D, L, Ld, Lm, Lu, M, R, Rd, Rm, Ru, U};
    Some(match words {
        "左" => L,
        "直" => C,
        "右" => R,
        "上" => U,
        "寄" => M,
        "引" => D,
        "左上" => Lu,
        "左寄" => Lm,
        "左引" => Ld,
        "右上" => Ru,
        "右寄" => Rm,
        "右引" => Rd,
        _ => return None,
    })
}

fn time(seconds: u32) -> jkf::TimeFormat {
    jkf::TimeFormat {
        h: u8::try_from(seconds / 3600).ok().filter(|&hours| hours > 0),
        m: (seconds / 60 % 60) as u8,
        s: (seconds % 60) as u8,
    }
}

const fn color(color: Color) -> jkf::Color {
    match color {
        Color::Black => jkf::Color::Black,
        Color::White => jkf::Color::White,
    }
}

const fn place_of(square: Square) -> jkf::PlaceFormat {
    jkf::PlaceFormat {
        x: square.file() + 1,
        y: square.rank() + 1,
    }
}

fn state(setup: &Setup) -> jkf::StateFormat {
    let mut board = [[jkf::Piece::default(); 9]; 9];
    for (square, piece) in setup.pieces() {
        board[usize::from(square.file())][usize::from(square.rank())] = jkf::Piece {
            color: Some(color(piece.color())),
            kind: Some(their_kind(piece.kind())),
        };
    }
    let hand = |hand: Hand| {
        let count = |kind| hand.count(kind) as u8;
        jkf::Hand {
            fu: count(PieceKind::Pawn),
            ky: count(PieceKind::Lance),
            ke: count(PieceKind::Knight),
            gi: count(PieceKind::Silver),
            ki: count(PieceKind::Gold),
            ka: count(PieceKind::Bishop),
            hi: count(PieceKind::Rook),
        }
    };
    jkf::StateFormat {
        color: color(setup.turn),
        board,
        hands: setup.hands.map(hand),
    }
}

/// The diagram of a state; none when a hand holds more than a set has.
pub(super) fn diagram(state: &jkf::StateFormat) -> Option<Setup> {
    let our_color = |color| match color {
        jkf::Color::Black => Color::Black,
        jkf::Color::White => Color::White,
    };
    let mut setup = Setup::empty();
    for (file, ranks) in state.board.iter().enumerate() {
        for (rank, piece) in ranks.iter().enumerate() {
            if let (Some(color), Some(kind)) = (piece.color, piece.kind) {
                let square = Square::new(file as u8, rank as u8);
                let piece = Piece::new(our_color(color), kind_of(kind));
                setup.board[square.index()] = Some(piece);
            }
        }
    }
    for (ours, theirs) in setup.hands.iter_mut().zip(&state.hands) {
        let counts = [
            theirs.fu, theirs.ky, theirs.ke, theirs.gi, theirs.ki, theirs.ka, theirs.hi,
        ];
        if counts.iter().zip(PieceKind::SET).any(|(&n, most)| n > most) {
            return None;
        }
        *ours = Hand::from_counts(counts);
    }
    setup.turn = our_color(state.color);
    Some(setup)
}

pub(super) fn handicap(preset: jkf::Preset) -> Option<Setup> {
    use jkf::Preset::*;
    super::kakinoki::handicap(match preset {
        Even => "平手",
        Lance => "香落ち",
        RightLance => "右香落ち",
        Bishop => "角落ち",
        Rook => "飛車落ち",
        RookLance => "飛香落ち",
        Two => "二枚落ち",
        Three => "三枚落ち",
        Four => "四枚落ち",
        Five => "五枚落ち",
        LeftFive => "左五枚落ち",
        Six => "六枚落ち",
        LeftSeven => "左七枚落ち",
        RightSeven => "右七枚落ち",
        Eight => "八枚落ち",
        Ten => "十枚落ち",
        Other => return None,
    })
}

pub(super) const fn kind_of(kind: jkf::Kind) -> PieceKind {
    match kind {
        jkf::Kind::Fu => PieceKind::Pawn,
        jkf::Kind::Ky => PieceKind::Lance,
        jkf::Kind::Ke => PieceKind::Knight,
        jkf::Kind::Gi => PieceKind::Silver,
        jkf::Kind::Ki => PieceKind::Gold,
        jkf::Kind::Ka => PieceKind::Bishop,
        jkf::Kind::Hi => PieceKind::Rook,
        jkf::Kind::Ou => PieceKind::King,
        jkf::Kind::To => PieceKind::ProPawn,
        jkf::Kind::Ny => PieceKind::ProLance,
        jkf::Kind::Nk => PieceKind::ProKnight,
        jkf::Kind::Ng => PieceKind::ProSilver,
        jkf::Kind::Um => PieceKind::Horse,
        jkf::Kind::Ry => PieceKind::Dragon,
    }
}

const fn their_kind(kind: PieceKind) -> jkf::Kind {
    match kind {
        PieceKind::Pawn => jkf::Kind::Fu,
        PieceKind::Lance => jkf::Kind::Ky,
        PieceKind::Knight => jkf::Kind::Ke,
        PieceKind::Silver => jkf::Kind::Gi,
        PieceKind::Gold => jkf::Kind::Ki,
        PieceKind::Bishop => jkf::Kind::Ka,
        PieceKind::Rook => jkf::Kind::Hi,
        PieceKind::King => jkf::Kind::Ou,
        PieceKind::ProPawn => jkf::Kind::To,
        PieceKind::ProLance => jkf::Kind::Ny,
        PieceKind::ProKnight => jkf::Kind::Nk,
        PieceKind::ProSilver => jkf::Kind::Ng,
        PieceKind::Horse => jkf::Kind::Um,
        PieceKind::Dragon => jkf::Kind::Ry,
    }
}

pub(super) const fn end(special: jkf::MoveSpecial) -> End {
    use jkf::MoveSpecial::*;
    match special {
        Tsumi => End::Mate,
        Fuzumi => End::NoMate,
        Toryo => End::Resignation,
        Chudan | Matta | Error => End::Interruption,
        Sennichite => End::Repetition,
        Jishogi | Hikiwake => End::Impasse,
        TimeUp => End::TimeUp,
        IllegalMove => End::IllegalMove,
        IllegalActionBlack | IllegalActionWhite => End::IllegalAction,
        Kachi => End::Declaration,
    }
}

/// The word for an end, with this side to move.
const fn special(end: End, turn: Color) -> jkf::MoveSpecial {
    use jkf::MoveSpecial::*;
    match (end, turn) {
        (End::Mate, _) => Tsumi,
        (End::NoMate, _) => Fuzumi,
        (End::Resignation, _) => Toryo,
        (End::Interruption, _) => Chudan,
        (End::Repetition, _) => Sennichite,
        (End::Impasse, _) => Jishogi,
        (End::TimeUp, _) => TimeUp,
        (End::IllegalMove, _) => IllegalMove,
        // The side to move wins by what the other one did.
        (End::IllegalAction, Color::White) => IllegalActionBlack,
        (End::IllegalAction, Color::Black) => IllegalActionWhite,
        (End::Declaration, _) => Kachi,
    }
}
