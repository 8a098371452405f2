//! Makes the rows of similar works (類似作), and writes them for people.

use super::text::wrapped;
use super::words::similar::{letters, similarity_in_words};
use crate::answer::{SimilarChange, SimilarEnding, SimilarRow, printable};
use crate::composition::similar::{Arrangement, Change, Difference, Place, SharedEnding};
use crate::notation::{sfen, square_name};
use crate::vocabulary::{Lang, SimilarChangeKind as Kind};

impl SimilarRow {
    /// Returns the id, the score and the reason in one line.
    #[must_use]
    pub(super) fn in_one_line(&self, lang: Lang) -> String {
        let (id, score, note) = (printable(&self.id), self.score, self.note.in_lang(lang));
        both!(lang, "{id} ({score}): {note}", "{id}（{score}）{note}")
    }

    /// Returns lines of at most this width, where words allow it: score, id and origin; the reason
    /// and what differs; the diagram.
    #[must_use]
    pub fn lines(&self, width: usize, lang: Lang) -> Vec<String> {
        let (id, origin) = (printable(&self.id), printable(&self.origin));
        let from_where = if id == origin {
            String::new()
        } else {
            both!(lang, "  ({origin})", "（{origin}）")
        };
        let mut lines = vec![format!("{:3}  {id}{from_where}", self.score)];
        let note = self.note.in_lang(lang);
        // Japanese has no blanks between words.
        let words = match lang {
            Lang::English => note.split(' ').map(str::to_owned).collect(),
            Lang::Japanese => vec![note.to_owned()],
        };
        let indented = |line: String| format!("     {}", line.trim_start());
        let wrapped = wrapped(&words, width.saturating_sub(7));
        lines.extend(wrapped.into_iter().map(indented));
        lines.push(format!("     {}", self.sfen));
        lines
    }

    /// Makes the row of a work with this arrangement.
    #[must_use]
    pub fn new(
        id: String,
        origin: String,
        work: &Arrangement,
        difference: &Difference,
        ending: Option<SharedEnding>,
    ) -> Self {
        let alignment = difference.alignment;
        let place = |place: Place| match place {
            Place::Board(square) => square_name(square),
            Place::Hand => "hand".to_owned(),
        };
        let change = |&change: &Change| {
            let on = |square| Some(Place::Board(square));
            let (change, piece, from, to, by) = match change {
                Change::Removed(piece, from) => (Kind::Removed, piece, Some(from), None, None),
                Change::Added(piece, to) => (Kind::Added, piece, None, Some(to), None),
                Change::Moved { piece, from, to } => {
                    (Kind::Moved, piece, Some(from), Some(to), None)
                }
                Change::Replaced { was, from, is, to } => {
                    (Kind::Replaced, was, on(from), on(to), Some(is))
                }
            };
            SimilarChange {
                change,
                piece: letters(piece),
                from: from.map(place),
                to: to.map(place),
                by: by.map(letters),
            }
        };
        Self {
            id,
            origin,
            sfen: sfen::write(&work.given()),
            score: difference.score(),
            mirrored: alignment.mirrored,
            turned: difference.turned,
            files: alignment.files,
            ranks: alignment.ranks,
            equal: difference.equal,
            pieces: difference.pieces[0],
            pieces_there: difference.pieces[1],
            changes: difference.changes.iter().map(change).collect(),
            ending: ending.map(|it| SimilarEnding {
                plies: it.plies,
                from: it.from[0],
                from_there: it.from[1],
            }),
            note: similarity_in_words(difference, ending),
        }
    }
}
