//! The writer of JKF. The fields have the order of the schema.

use crate::csa::name_of;
use crate::handicap::is_even;
use crate::headers::is_of_diagram;
use crate::loss::Losses;
use crate::notation::japanese;
use crate::record::Record;
use crate::shogi::{Move, Piece, PieceKind, Setup, Square};
use crate::tree::NodeId;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// The top level of a JKF text.
#[derive(Serialize)]
struct File<'a> {
    #[serde(serialize_with = "in_order")]
    header: Vec<&'a (String, String)>,
    initial: Value,
    moves: Vec<Value>,
}

/// Writes headers in their order. A name may occur twice.
fn in_order<S: Serializer>(headers: &[&(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(headers.iter().map(|(key, value)| (key, value)))
}

/// Writes a record.
pub(crate) fn write(record: &Record) -> (String, Losses) {
    let setup = &record.setup;
    let initial = if is_even(setup) {
        json!({"preset": "HIRATE"})
    } else {
        json!({"preset": "OTHER", "data": state(setup)})
    };
    let spent = &record.tree.seconds_spent();
    let source = Source { record, spent };
    let mut moves = vec![step(source, 0, &mut setup.clone()).into()];
    moves.extend(lines(source, 0, setup.clone()));
    let headers = record.headers.iter();
    let file = File {
        header: headers.filter(|(key, _)| !is_of_diagram(key)).collect(),
        initial,
        moves,
    };
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    (text, Losses::default())
}

/// The record to be written.
#[derive(Clone, Copy)]
struct Source<'a> {
    record: &'a Record,
    /// For each node, the total seconds of the side that moved.
    spent: &'a [u32],
}

/// Returns the steps after a node. Each branch is a line inside the step that it replaces.
fn lines(source: Source<'_>, from: NodeId, mut setup: Setup) -> Vec<Value> {
    let tree = &source.record.tree;
    let mut steps = Vec::new();
    let mut id = from;
    loop {
        let (next, others) = tree.next(id);
        let fork = |&other: &NodeId| {
            let mut after = setup.clone();
            let mut fork = vec![step(source, other, &mut after).into()];
            fork.extend(lines(source, other, after));
            Value::Array(fork)
        };
        let forks: Vec<Value> = others.iter().map(fork).collect();
        let end = tree.node(id).end.map(|end| end.csa(setup.turn));
        let mut step = next.map_or_else(Map::new, |next| step(source, next, &mut setup));
        step.extend(end.map(|end| ("special".to_owned(), end.into())));
        if !forks.is_empty() {
            step.insert("forks".to_owned(), forks.into());
        }
        if !step.is_empty() {
            steps.push(step.into());
        }
        match next {
            Some(next) => id = next,
            None => return steps,
        }
    }
}

/// Returns the step of a node, and plays its move on `setup`.
fn step(source: Source<'_>, id: NodeId, setup: &mut Setup) -> Map<String, Value> {
    let tree = &source.record.tree;
    let node = tree.node(id);
    let mut step = Map::new();
    if let Some(mv) = node.mv {
        let previous = tree.node(node.parent).mv.map(Move::to);
        step.insert("move".to_owned(), move_object(setup, mv, previous));
        let played = setup.play(mv);
        debug_assert!(played, "moves of a record can be played");
    }
    if !node.comments.is_empty() {
        step.insert("comments".to_owned(), json!(node.comments));
    }
    if let Some(seconds) = node.seconds {
        let time = json!({"now": time(seconds), "total": time(source.spent[id])});
        step.insert("time".to_owned(), time);
    }
    step
}

/// Returns a move as a JKF object. `previous` is the destination of the move before.
fn move_object(setup: &Setup, mv: Move, previous: Option<Square>) -> Value {
    let (from, to) = (mv.from(), mv.to());
    let moved = from.and_then(|from| setup.piece_at(from)).map(Piece::kind);
    let kind = moved.or(mv.dropped()).unwrap_or(PieceKind::Pawn);
    let relative = match from {
        Some(from) => Some(letters(&japanese::relation(setup, from, to))),
        None => (japanese::origins(setup, kind, to).next()).map(|_| "H".to_owned()),
    };
    let may_promote = |from: &Square| japanese::may_promote(setup.turn, kind, *from, to);
    let captured = setup.piece_at(to);
    let fields = [
        ("color", json!(setup.turn.index())),
        ("from", json!(from.map(square_object))),
        ("to", square_object(to)),
        ("piece", json!(name_of(kind))),
        ("same", json!((previous == Some(to)).then_some(true))),
        (
            "promote",
            json!(from.filter(may_promote).map(|_| mv.promotes())),
        ),
        ("capture", json!(captured.map(|it| name_of(it.kind())))),
        ("relative", json!(relative.filter(|it| !it.is_empty()))),
    ];
    let given = fields.into_iter().filter(|(_, value)| !value.is_null());
    given.collect()
}

/// Returns the JKF letters for the words that distinguish a piece from others: `LU` for 左上.
fn letters(words: &str) -> String {
    let letter = |word| {
        "左直右上寄引"
            .chars()
            .zip("LCRUMD".chars())
            .find_map(|(known, letter)| (known == word).then_some(letter))
    };
    words.chars().filter_map(letter).collect()
}

fn square_object(square: Square) -> Value {
    json!({"x": square.file() + 1, "y": square.rank() + 1})
}

fn time(seconds: u32) -> Value {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        json!({"h": hours, "m": minutes, "s": seconds})
    } else {
        json!({"m": minutes, "s": seconds})
    }
}

/// Returns a diagram. Its squares are ordered by file, then by rank.
fn state(setup: &Setup) -> Value {
    let square = |file, rank| match setup.piece_at(Square::new(file, rank)) {
        Some(piece) => json!({"color": piece.color().index(), "kind": name_of(piece.kind())}),
        None => json!({}),
    };
    let ranks = |file| (0..9).map(|rank| square(file, rank)).collect::<Value>();
    let hands = setup.hands.map(|hand| {
        let counts = PieceKind::HAND.map(|kind| (name_of(kind), hand.count(kind)));
        counts.into_iter().collect::<Value>()
    });
    json!({
        "color": setup.turn.index(),
        "board": (0..9).map(ranks).collect::<Value>(),
        "hands": hands,
    })
}
