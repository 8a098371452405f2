//! JKF: the model is that of `shogi_kifu_converter`, the headers are read and written here, since
//! that model forgets their order. This is the writer, with what the reader shares.

use super::header::is_of_diagram;
use super::{End, Losses, NodeId, Record};
use crate::notation::{japanese, sfen};
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use shogi_kifu_converter::jkf;
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
            preset: jkf::Preset::PresetHirate,
            data: None,
        },
        _ => jkf::Initial {
            preset: jkf::Preset::PresetOther,
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
    step.move_ = Some(jkf::MoveMoveFormat {
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
    use jkf::Relative::{C, D, L, LD, LM, LU, M, R, RD, RM, RU, U};
    Some(match words {
        "左" => L,
        "直" => C,
        "右" => R,
        "上" => U,
        "寄" => M,
        "引" => D,
        "左上" => LU,
        "左寄" => LM,
        "左引" => LD,
        "右上" => RU,
        "右寄" => RM,
        "右引" => RD,
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
            FU: count(PieceKind::Pawn),
            KY: count(PieceKind::Lance),
            KE: count(PieceKind::Knight),
            GI: count(PieceKind::Silver),
            KI: count(PieceKind::Gold),
            KA: count(PieceKind::Bishop),
            HI: count(PieceKind::Rook),
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
            theirs.FU, theirs.KY, theirs.KE, theirs.GI, theirs.KI, theirs.KA, theirs.HI,
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
        PresetHirate => "平手",
        PresetKY => "香落ち",
        PresetKYR => "右香落ち",
        PresetKA => "角落ち",
        PresetHI => "飛車落ち",
        PresetHIKY => "飛香落ち",
        Preset2 => "二枚落ち",
        Preset3 => "三枚落ち",
        Preset4 => "四枚落ち",
        Preset5 => "五枚落ち",
        Preset5L => "左五枚落ち",
        Preset6 => "六枚落ち",
        Preset7L => "左七枚落ち",
        Preset7R => "右七枚落ち",
        Preset8 => "八枚落ち",
        Preset10 => "十枚落ち",
        PresetOther => return None,
    })
}

pub(super) const fn kind_of(kind: jkf::Kind) -> PieceKind {
    match kind {
        jkf::Kind::FU => PieceKind::Pawn,
        jkf::Kind::KY => PieceKind::Lance,
        jkf::Kind::KE => PieceKind::Knight,
        jkf::Kind::GI => PieceKind::Silver,
        jkf::Kind::KI => PieceKind::Gold,
        jkf::Kind::KA => PieceKind::Bishop,
        jkf::Kind::HI => PieceKind::Rook,
        jkf::Kind::OU => PieceKind::King,
        jkf::Kind::TO => PieceKind::ProPawn,
        jkf::Kind::NY => PieceKind::ProLance,
        jkf::Kind::NK => PieceKind::ProKnight,
        jkf::Kind::NG => PieceKind::ProSilver,
        jkf::Kind::UM => PieceKind::Horse,
        jkf::Kind::RY => PieceKind::Dragon,
    }
}

const fn their_kind(kind: PieceKind) -> jkf::Kind {
    match kind {
        PieceKind::Pawn => jkf::Kind::FU,
        PieceKind::Lance => jkf::Kind::KY,
        PieceKind::Knight => jkf::Kind::KE,
        PieceKind::Silver => jkf::Kind::GI,
        PieceKind::Gold => jkf::Kind::KI,
        PieceKind::Bishop => jkf::Kind::KA,
        PieceKind::Rook => jkf::Kind::HI,
        PieceKind::King => jkf::Kind::OU,
        PieceKind::ProPawn => jkf::Kind::TO,
        PieceKind::ProLance => jkf::Kind::NY,
        PieceKind::ProKnight => jkf::Kind::NK,
        PieceKind::ProSilver => jkf::Kind::NG,
        PieceKind::Horse => jkf::Kind::UM,
        PieceKind::Dragon => jkf::Kind::RY,
    }
}

pub(super) const fn end(special: jkf::MoveSpecial) -> End {
    use jkf::MoveSpecial::*;
    match special {
        SpecialTsumi => End::Mate,
        SpecialFuzumi => End::NoMate,
        SpecialToryo => End::Resignation,
        SpecialChudan | SpecialMatta | SpecialError => End::Interruption,
        SpecialSennichite => End::Repetition,
        SpecialJishogi | SpecialHikiwake => End::Impasse,
        SpecialTimeUp => End::TimeUp,
        SpecialIllegalMove => End::IllegalMove,
        SpecialIllegalActionBlack | SpecialIllegalActionWhite => End::IllegalAction,
        SpecialKachi => End::Declaration,
    }
}

/// The word for an end, with this side to move.
const fn special(end: End, turn: Color) -> jkf::MoveSpecial {
    use jkf::MoveSpecial::*;
    match (end, turn) {
        (End::Mate, _) => SpecialTsumi,
        (End::NoMate, _) => SpecialFuzumi,
        (End::Resignation, _) => SpecialToryo,
        (End::Interruption, _) => SpecialChudan,
        (End::Repetition, _) => SpecialSennichite,
        (End::Impasse, _) => SpecialJishogi,
        (End::TimeUp, _) => SpecialTimeUp,
        (End::IllegalMove, _) => SpecialIllegalMove,
        // The side to move wins by what the other one did.
        (End::IllegalAction, Color::White) => SpecialIllegalActionBlack,
        (End::IllegalAction, Color::Black) => SpecialIllegalActionWhite,
        (End::Declaration, _) => SpecialKachi,
    }
}
