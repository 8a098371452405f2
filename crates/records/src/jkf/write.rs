//! The writer of JKF.

use super::terms::{color, place_of, relative, special, state, their_kind, time};
use super::{Headers, model as jkf};
use crate::headers::is_of_diagram;
use crate::notation::{japanese, sfen};
use crate::shogi::{Piece, PieceKind, Setup};
use crate::{Losses, NodeId, Record};
use serde::Serialize;

/// The top level of a JKF text.
#[derive(Serialize)]
struct File {
    header: Headers,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial: Option<jkf::Initial>,
    moves: Vec<jkf::MoveFormat>,
}

/// Writes a record.
pub(crate) fn write(record: &Record) -> (String, Losses) {
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
    let spent = &record.tree.spent();
    let source = Source { record, spent };
    let mut moves = vec![first];
    moves.extend(lines(source, 0, setup.clone()));
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

/// The record to be written.
#[derive(Clone, Copy)]
struct Source<'a> {
    record: &'a Record,
    /// For each node, the total seconds of the side that moved.
    spent: &'a [u32],
}

/// Returns the steps after a node. Each branch is a line inside the step that it replaces.
fn lines(source: Source<'_>, from: NodeId, mut setup: Setup) -> Vec<jkf::MoveFormat> {
    let tree = &source.record.tree;
    let mut steps = Vec::new();
    let mut at = from;
    loop {
        let (next, others) = tree.next(at);
        let mut forks = Vec::new();
        for &other in others {
            let mut after = setup.clone();
            let mut fork = vec![step(source, other, &mut after)];
            fork.extend(lines(source, other, after));
            forks.push(fork);
        }
        let turn = setup.turn;
        let mut step = match next {
            Some(next) => step(source, next, &mut setup),
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

/// Returns the step of a node, and plays its move on `setup`.
fn step(source: Source<'_>, id: NodeId, setup: &mut Setup) -> jkf::MoveFormat {
    let Source { record, spent } = source;
    let node = record.tree.node(id);
    let mut step = jkf::MoveFormat {
        comments: comments(record, id),
        ..jkf::MoveFormat::default()
    };
    step.time = node.seconds.map(|seconds| jkf::Time {
        now: time(seconds),
        total: time(spent[id]),
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
