//! The line in a link, which has parameters of its own.

use super::address::{Part, value_of};
use super::value;
use crate::csa;
use crate::csa::CsaVersion;
use crate::notation::{sfen, usi};
use crate::record::Record;

/// Returns an SFEN with the line of its link after it, unless it has one.
pub(super) fn behind(sfen: String, parts: &[Part<'_>]) -> String {
    let has_line = sfen.contains("moves") || sfen.contains(';');
    match of_parts(&sfen, parts).filter(|_| !has_line) {
        Some(line) => format!("{sfen} moves {line}"),
        None => sfen,
    }
}

/// Returns a game from the initial position, if a link has nothing but its moves.
pub(super) fn from_the_start(parts: &[Part<'_>]) -> Option<String> {
    let line = of_parts("startpos", parts)?;
    let are_moves = line.split(' ').all(|it| usi::parse_move(it).is_ok());
    are_moves.then(|| format!("startpos moves {line}"))
}

/// Returns the line of a link, with blanks between its moves.
fn of_parts(sfen: &str, parts: &[Part<'_>]) -> Option<String> {
    let line = |name| {
        let raw = value_of(parts, name).unwrap_or("");
        in_csa(sfen, raw).unwrap_or_else(|| words(raw))
    };
    let mut moves = line("moves");
    // The branch goes on from the line, or is another one beside it.
    let from = value_of(parts, "branchFrom").and_then(|it| it.parse().ok());
    if from.is_none_or(|it: usize| it == moves.len()) {
        moves.extend(line("branch"));
    }
    (!moves.is_empty()).then(|| moves.join(" "))
}

/// Returns the moves in a value.
fn words(raw: &str) -> Vec<String> {
    let line = value::notation(raw);
    let words = line.split([' ', '.', '_', ',', '\n', '\t']);
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns moves in CSA that run together (`+0012KI-1112OU`) in USI.
fn in_csa(sfen: &str, raw: &str) -> Option<Vec<String>> {
    /// The length of a move, with its sign.
    const LENGTH: usize = 7;
    let text = value::literal(raw);
    if !text.is_ascii() || !text.starts_with(['+', '-']) {
        return None;
    }
    let setup = sfen::parse_leniently(sfen).ok()?.setup;
    let (mut record, _) = csa::write(&Record::new(setup), CsaVersion::default());
    for from in (0..text.len()).step_by(LENGTH) {
        record.extend([&text[from..(from + LENGTH).min(text.len())], "\n"]);
    }
    let (record, places) = csa::read(&record).ok()?;
    let line = record.tree.main_line();
    let is_whole = places.broken.is_none() && !line.is_empty();
    is_whole.then(|| line.into_iter().map(usi::write_move).collect())
}
