//! The versions of a repaired or extended problem: rows, and words for people.

use super::row::Row;
use super::sentences::edits;
use crate::composition::Problem;
use crate::composition::repair::{Edit, Miss, Version};
use crate::composition::verdict::Finding;
use crate::notation::sfen::write_piece;
use crate::notation::{square_name, usi};
use crate::said::Said;
use crate::shogi::{Color, Piece, Setup};
use crate::vocabulary::{Lang, Notation};
use serde::Serialize;
use std::iter::once;

/// A row of `repair` or `extend`: the answer of `check` about a version, and how the version was made.
#[derive(Clone, Debug, Serialize)]
pub struct RepairRow {
    /// The answer about the version.
    #[serde(flatten)]
    pub row: Row,
    /// How the version was made.
    pub version: VersionRow,
}

impl RepairRow {
    /// Returns the row without the number of versions of the same idea, which is not known before the work
    /// ends.
    #[must_use]
    pub const fn while_running(mut self) -> Self {
        self.version.like_it = None;
        self
    }

    /// Returns the row as a JSON object, in one line.
    ///
    /// # Panics
    /// Never: every field of a row can be written.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a row is plain data")
    }
}

/// A version of a problem, compared with its original.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VersionRow {
    /// The id of the original.
    pub of: String,
    /// The changes.
    pub edits: Vec<EditRow>,
    /// The moves that `extend` has put before the original: from this diagram to the original's.
    pub before: Vec<String>,
    /// The number of its idea, from 1. Null for a version that is not sound.
    pub idea: Option<usize>,
    /// The number of other versions of the same idea that were found. Null while the work goes on, and for a
    /// version that is not sound.
    pub like_it: Option<usize>,
    /// For a version that is not sound: the fatal findings of the original that it does not have.
    pub removed: Option<Vec<FindingRow>>,
    /// For a version that is not sound: the fatal findings that the original does not have.
    pub made: Option<Vec<FindingRow>>,
    /// For a version that is not sound: the fatal findings that it shares with the original.
    pub left: Option<Vec<FindingRow>>,
}

/// One change.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct EditRow {
    /// `add`, `remove`, `move`, `swap`, `side`, `hand` or `shift`.
    pub kind: &'static str,
    /// The change in English.
    pub words: String,
    /// The square of the change, the origin of a move. Null for hands and shifts.
    pub square: Option<String>,
    /// The piece in the original, or the one that is added, as in an SFEN. Null for a shift.
    pub piece: Option<String>,
    /// The destination of a moved piece.
    pub to: Option<String>,
    /// The piece in its place.
    pub new: Option<String>,
    /// One more (1) or less (-1) in a hand.
    pub count: Option<i8>,
    /// Files to the left and ranks down of a shift.
    pub by: Option<[i8; 2]>,
}

/// A finding, in short.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FindingRow {
    /// The kind.
    pub kind: &'static str,
    /// The ply.
    pub ply: usize,
    /// The move in question.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

impl VersionRow {
    /// Makes the row of a version of this problem. `miss` has the findings of one that is not sound.
    #[must_use]
    pub fn new(of: &str, original: &Problem, version: &Version, miss: Option<&Miss>) -> Self {
        let edit = |&edit: &Edit| EditRow::new(edit, original.attacker());
        let finding = |it: &Finding| FindingRow {
            kind: it.kind.key(),
            ply: it.ply(),
            mv: it.line.first().map(|&mv| usi::write_move(mv)),
        };
        let findings = |list: fn(&Miss) -> &Vec<Finding>| {
            miss.map(|miss| list(miss).iter().map(finding).collect())
        };
        Self {
            of: of.to_owned(),
            edits: version.edits.iter().map(edit).collect(),
            before: usi::write_moves(&version.before),
            idea: None,
            like_it: None,
            removed: findings(|it| &it.removed),
            made: findings(|it| &it.made),
            left: findings(|it| &it.left),
        }
    }
}

impl EditRow {
    fn new(edit: Edit, attacker: Color) -> Self {
        let mut row = Self {
            kind: edit.kind().word(),
            words: edits::edit(edit, attacker).into_lang(Lang::English),
            ..Self::default()
        };
        let on = |square| Some(square_name(square));
        let name = |piece| Some(write_piece(piece));
        match edit {
            Edit::Add { piece, square } | Edit::Remove { piece, square } => {
                (row.square, row.piece) = (on(square), name(piece));
            }
            Edit::Move { piece, from, to } => {
                (row.square, row.piece, row.to) = (on(from), name(piece), on(to));
            }
            Edit::Swap { square, old, new } => {
                (row.square, row.piece, row.new) = (on(square), name(old), name(new));
            }
            Edit::Side { square, old } => {
                (row.square, row.piece, row.new) = (on(square), name(old), name(old.flip()));
            }
            Edit::Hand { color, kind, more } => {
                row.piece = name(Piece::new(color, kind));
                row.count = Some(if more { 1 } else { -1 });
            }
            Edit::Shift { files, ranks } => row.by = Some([files, ranks]),
        }
        row
    }
}

/// Returns the changes of a version in words, or for an extended problem the moves that lead to the
/// original. `setup` is the version's diagram.
#[must_use]
pub fn difference(
    original: &Problem,
    version: &Version,
    notation: Notation,
    setup: &Setup,
) -> Said {
    if !version.before.is_empty() {
        let line = notation.write(setup, &version.before).join(" ");
        return Said::new(line.clone(), line);
    }
    let edits = version.edits.iter();
    let edits: Vec<Said> = edits
        .map(|&it| edits::edit(it, original.attacker()))
        .collect();
    Said::list(&edits, [", ", "、"])
}

/// Returns each change of a version in words.
#[must_use]
pub fn edits_in_words(original: &Problem, version: &Version, lang: Lang) -> Vec<String> {
    let edits = version.edits.iter();
    edits
        .map(|&it| edits::edit(it, original.attacker()).into_lang(lang))
        .collect()
}

/// Returns findings in words: `ply 3 余詰 cook ▲２三金 ▲３二金`. Neighbouring findings of one kind at
/// one ply are grouped.
#[must_use]
pub fn findings_in_words(
    original: &Problem,
    findings: &[Finding],
    notation: Notation,
    lang: Lang,
) -> String {
    let groups = findings.chunk_by(|a, b| (a.kind, a.ply()) == (b.kind, b.ply()));
    let words = groups.map(|group| {
        let (kanji, english) = (group[0].kind.term(), group[0].kind.english());
        let ply = group[0].ply();
        let place = both!(lang, "ply {ply} {kanji} {english}", "{ply}手目 {kanji}");
        let moves = (group.iter()).filter_map(|it| first_move(original, it, notation));
        once(place).chain(moves).collect::<Vec<_>>().join(" ")
    });
    let words: Vec<String> = words.collect();
    words.join(lang.of([", ", "、"]))
}

/// Returns the first move of a finding's line.
fn first_move(original: &Problem, finding: &Finding, notation: Notation) -> Option<String> {
    let &first = finding.line.first()?;
    let line = [&finding.before[..], &[first]].concat();
    notation.write(original.setup(), &line).pop()
}
