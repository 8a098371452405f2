//! Notes on how a problem was read and what its line is, for programs and for people.

use super::Finding;
use crate::notation::{japanese, sfen};
use crate::shogi::Hand;
use crate::tsume::explain::{BroadAnswer, Explanations};
use crate::tsume::{ProblemNote, Reading};

impl From<&ProblemNote> for Finding {
    fn from(note: &ProblemNote) -> Self {
        let (kind, note) = match note {
            ProblemNote::DefenderHandFilledIn(hand) => (
                "defender_hand_filled_in",
                format!("the defender holds the rest: {}", sfen::write_hand(*hand)),
            ),
            ProblemNote::PiecesMissing(hand) => (
                "pieces_missing",
                format!(
                    "of 40 pieces these are nowhere: {}",
                    sfen::write_hand(*hand)
                ),
            ),
            ProblemNote::AttackerInCheck => (
                "attacker_in_check",
                "the side to move is in check and was taken for the attacker; \
                 `--attacker` decides otherwise"
                    .to_owned(),
            ),
        };
        Self {
            kind,
            evidence: None,
            grade: None,
            note,
        }
    }
}

impl Finding {
    /// The kind of [`Finding::line_of_the_strict_game`].
    pub(super) const LINE: &str = "line";

    /// A finding of which no more than the kind is known.
    pub(super) const fn of_kind(kind: &'static str) -> Self {
        Self {
            kind,
            evidence: None,
            grade: None,
            note: String::new(),
        }
    }

    /// The problem came before, under this id, and was judged there.
    #[must_use]
    pub fn duplicate(of: &str, mirrored: bool, turned: bool) -> Self {
        let how = match (mirrored, turned) {
            (false, false) => "",
            (true, false) => ", mirrored",
            (false, true) => ", with colours turned",
            (true, true) => ", mirrored and with colours turned",
        };
        Self {
            kind: "duplicate",
            evidence: None,
            grade: None,
            note: format!("the position of `{of}`{how}"),
        }
    }

    /// There is no main line in composed plies, because a limit ended the search before it was read
    /// or any mate was enough; a line of the strict game stands in for it.
    #[must_use]
    pub fn line_of_the_strict_game() -> Self {
        Self {
            kind: Self::LINE,
            evidence: None,
            grade: None,
            note: "the line is one of the strict game, where futile interpositions count; \
                   the main line was not worked out"
                .to_owned(),
        }
    }

    /// Whether the answer is another when the grey classes of interpositions count as futile, if it
    /// is, or if a limit left that open.
    #[must_use]
    pub fn grey(found: &Explanations, main: &Reading) -> Option<Self> {
        let note = match (found.broad, found.other_answer(main)) {
            (BroadAnswer::Unknown, _) => "whether the answer is another if grey interpositions \
                are futile, too, was not worked out within the limits"
                .to_owned(),
            (_, Some((plies, leftover))) => format!(
                "{} / {} if grey interpositions are futile, too (`--interpositions broad`)",
                brief(main.line.len() as u32, main.leftover),
                brief(plies, leftover),
            ),
            _ => return None,
        };
        Some(Self {
            kind: Self::GREY,
            evidence: None,
            grade: None,
            note,
        })
    }

    /// The kind of [`Finding::grey`].
    pub(super) const GREY: &str = "grey_interposition";
}

/// An answer as the field writes it: `3手駒余り 歩`, `1手詰`.
fn brief(plies: u32, leftover: Hand) -> String {
    if leftover.is_empty() {
        format!("{plies}手詰")
    } else {
        format!("{plies}手駒余り {}", japanese::hand(leftover))
    }
}
