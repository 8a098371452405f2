//! The moves that a link has in parameters of their own, beside the position.

use super::address::{AddressPart, value_of};
use super::value;
use crate::csa;
use crate::csa::CsaVersion;
use crate::notation::{sfen, usi};
use crate::record::Record;

/// Adds the moves of a link to its SFEN, unless the SFEN has moves itself.
pub(super) fn with_moves(sfen: String, parts: &[AddressPart<'_>]) -> String {
    if sfen.contains("moves") || sfen.contains(';') {
        return sfen;
    }
    match line_in(parts, &sfen) {
        Some(line) => format!("{sfen} moves {line}"),
        None => sfen,
    }
}

/// Returns a game from the initial position, if a link has nothing but its moves.
pub(super) fn from_the_start(parts: &[AddressPart<'_>]) -> Option<String> {
    let line = line_in(parts, "startpos")?;
    let are_moves = line.split(' ').all(|it| usi::parse_move(it).is_ok());
    are_moves.then(|| format!("startpos moves {line}"))
}

/// Returns the line of a link from this position, with blanks between its moves.
fn line_in(parts: &[AddressPart<'_>], sfen: &str) -> Option<String> {
    let line = |name| {
        let raw = value_of(parts, name).unwrap_or("");
        of_csa(sfen, raw).unwrap_or_else(|| words(raw))
    };
    let mut moves = line("moves");
    // A branch from the last move continues the line. Another one is left out.
    let from = value_of(parts, "branchFrom").and_then(|it| it.parse().ok());
    if from.is_none_or(|ply: usize| ply == moves.len()) {
        moves.extend(line("branch"));
    }
    (!moves.is_empty()).then(|| moves.join(" "))
}

/// Returns the moves in a value, which are separated by one of several signs.
fn words(raw: &str) -> Vec<String> {
    let line = value::notation(raw);
    let words = line.split([' ', '.', '_', ',', '\n', '\t']);
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Converts moves in CSA without separators (`+0012KI-1112OU`) to USI.
fn of_csa(sfen: &str, raw: &str) -> Option<Vec<String>> {
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
