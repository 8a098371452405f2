//! Notes on how a problem was read and what its line is, for programs and for people.

use super::Finding;
use crate::notation::sfen;
use crate::tsume::ProblemNote;

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
            note,
        }
    }
}

impl Finding {
    /// The kind of [`Finding::line_of_the_strict_game`].
    pub(super) const LINE: &str = "line";

    /// There is no main line in composed plies, because a limit ended the search before it was read
    /// or any mate was enough; a line of the strict game stands in for it.
    #[must_use]
    pub fn line_of_the_strict_game() -> Self {
        Self {
            kind: Self::LINE,
            evidence: None,
            note: "the line is one of the strict game, where futile interpositions count; \
                   the main line was not worked out"
                .to_owned(),
        }
    }
}
