//! Moves in other notations, diagrams, and the names of words.

use crate::asked::{goal_named, invalid};
use crate::problem::moves_of;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use tsume::notation::western;
use tsume::notation::{japanese, sfen};
use tsume::report::{self, Diagram};
use tsume::shogi::{Color, Move, Piece, Setup};
use tsume::vocabulary::{Kind, Verdict};

fn setup_of(text: &str) -> PyResult<Setup> {
    Ok(sfen::parse(text).map_err(invalid)?.setup)
}

fn letter(piece: Piece) -> String {
    let mut setup = Setup::empty();
    setup.board[0] = Some(piece);
    let text = sfen::write(&setup);
    let first = text.split('/').next().unwrap_or_default();
    first
        .trim_start_matches(|it: char| it.is_ascii_digit())
        .to_owned()
}

/// A move as seen from the position before it: in Japanese, in Western notation, the piece
/// that moves and the piece that it captures.
type Description = (String, String, Option<String>, Option<String>);

/// Describes the moves of a line, which begins after other moves. A move that cannot be played, and
/// all moves after it, are in USI.
#[pyfunction]
pub fn describe(sfen: &str, before: Vec<String>, line: Vec<String>) -> PyResult<Vec<Description>> {
    let mut setup = setup_of(sfen)?;
    let (before, line) = (moves_of(&before)?, moves_of(&line)?);
    let whole: Vec<Move> = before.iter().chain(&line).copied().collect();
    let start = before.len();
    let kanji = japanese::write_line(&setup, &whole);
    let latin = western::write_line(&setup, &whole);
    // A move that cannot be played leaves the diagram as it was.
    for &mv in &before {
        let _ = setup.play(mv);
    }
    let mut described = Vec::new();
    for ((&mv, kanji), latin) in line.iter().zip(&kanji[start..]).zip(&latin[start..]) {
        let turn = setup.turn;
        let moving = match mv.from() {
            Some(from) => setup.piece_at(from),
            None => mv.dropped().map(|kind| Piece::new(turn, kind)),
        };
        let captured = setup.piece_at(mv.to());
        let text = (
            kanji.clone(),
            latin.clone(),
            moving.map(letter),
            captured.map(letter),
        );
        described.push(text);
        let _ = setup.play(mv);
    }
    Ok(described)
}

/// Draws a diagram after a line, as SVG.
#[pyfunction]
#[pyo3(signature = (sfen, line, attacker, title=None, author=None, plies=None, goal="mate"))]
pub fn drawn(
    sfen: &str,
    line: Vec<String>,
    attacker: &str,
    title: Option<&str>,
    author: Option<&str>,
    plies: Option<u32>,
    goal: &str,
) -> PyResult<String> {
    let line = moves_of(&line)?;
    let setup = setup_of(sfen)?;
    let drawn = report::svg(&Diagram {
        setup: &setup,
        line: &line,
        attacker: if attacker == "white" {
            Color::White
        } else {
            Color::Black
        },
        title,
        author,
        plies,
        goal: goal_named(goal)?,
    });
    drawn.ok_or_else(|| PyValueError::new_err("the line cannot be played in this diagram"))
}

/// The kinds of findings, the gravest first: the word, the Japanese term and the English name.
#[pyfunction]
pub fn terms() -> Vec<(&'static str, &'static str, &'static str)> {
    let all = Kind::ALL.iter();
    all.map(|it| (it.word(), it.term(), it.english())).collect()
}

/// The Japanese term of each verdict, by its word.
#[pyfunction]
pub fn verdicts() -> BTreeMap<&'static str, &'static str> {
    let all = Verdict::ALL.iter();
    all.map(|it| (it.word(), it.term())).collect()
}
