//! The line in a link, which has parameters of its own.

use super::address::Part;
use super::coded::of_percent;
use crate::notation::{sfen, usi};
use crate::{CsaVersion, Record, csa};

/// The names of parameters that hold a line, whatever is in them.
const SURE_NAMES: [&str; 2] = ["moves", "branch"];
/// The names of parameters that hold a line if all of it is moves: others have a number there.
const OTHER_NAMES: [&str; 5] = ["m", "move", "line", "pv", "solution"];
/// The number of the moves before the branch.
const BRANCH_FROM: &str = "branchFrom";

/// Returns whether a parameter with this name has to do with the line.
pub(super) fn is_name(name: Option<&str>) -> bool {
    let mut names = SURE_NAMES.iter().chain(&OTHER_NAMES).chain(&[BRANCH_FROM]);
    name.is_some_and(|it| names.any(|name| name.eq_ignore_ascii_case(it)))
}

/// Returns an SFEN with the line of its link behind it, unless it has one.
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
    let mut words = line.split(' ');
    let are_moves = words.all(|it| usi::parse_move(it).is_ok());
    are_moves.then(|| format!("startpos moves {line}"))
}

/// Returns the line of a link, with blanks between its moves.
fn of_parts(sfen: &str, parts: &[Part<'_>]) -> Option<String> {
    let raw = |name: &str| {
        let mut parts = parts.iter();
        let part = parts.find(|it| it.name.is_some_and(|it| it.eq_ignore_ascii_case(name)));
        part.map(|it| it.value)
    };
    let sure = |name: &str| raw(name).and_then(|it| in_csa(sfen, it).or_else(|| words(it)));
    let other = || {
        let lines = OTHER_NAMES.iter().filter_map(|it| words(raw(it)?));
        let mut lines = lines.filter(|it| it.iter().all(|it| usi::parse_move(it).is_ok()));
        lines.next()
    };
    let mut line = sure("moves").unwrap_or_default();
    // The branch goes on from the line, or is another one beside it.
    if let Some(branch) = sure("branch") {
        let from: Option<usize> = raw(BRANCH_FROM).and_then(|it| it.parse().ok());
        if from.unwrap_or(line.len()) == line.len() {
            line.extend(branch);
        }
    }
    if line.is_empty() {
        line = other().unwrap_or_default();
    }
    (!line.is_empty()).then(|| line.join(" "))
}

/// Returns the moves in a value.
fn words(raw: &str) -> Option<Vec<String>> {
    let line = of_percent(raw).as_line();
    let words = line.split([' ', '.', '_', ',', '\n', '\t']);
    let words: Vec<String> = words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect();
    (!words.is_empty()).then_some(words)
}

/// Returns moves in CSA that run together (`+0012KI-1112OU`) in USI.
fn in_csa(sfen: &str, raw: &str) -> Option<Vec<String>> {
    /// The length of a move, with its sign.
    const LENGTH: usize = 7;
    let text = of_percent(raw).literal();
    let is_run = text.is_ascii() && text.len() >= LENGTH && text.starts_with(['+', '-']);
    if !is_run {
        return None;
    }
    let setup = sfen::parse_leniently(sfen).ok()?.setup;
    let (mut record, _) = csa::write(&Record::new(setup), CsaVersion::default());
    let mut moves = text.as_str();
    while !moves.is_empty() {
        let (mv, rest) = moves.split_at(LENGTH.min(moves.len()));
        record.extend([mv, "\n"]);
        moves = rest.trim_start_matches([',', ' ', '.']);
    }
    let (record, places) = csa::read(&record).ok()?;
    let line = record.tree.main_line();
    let is_whole = places.broken.is_none() && !line.is_empty();
    is_whole.then(|| line.into_iter().map(usi::write_move).collect())
}
