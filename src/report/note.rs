//! Notes on how a problem was read, for programs and for people.

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
        Self { kind, note }
    }
}
