//! Open questions, in words.

use super::piece_on;
use crate::answer::finding::Undecided;
use crate::composition::Problem;
use crate::notation::usi;
use crate::said::Said;
use crate::vocabulary::QuestionKind;

impl Undecided {
    /// Returns the question about the whole composition in words, if it is one.
    #[must_use]
    pub fn question_in_words(&self, problem: &Problem) -> Option<Said> {
        Some(Said::from(match self.question? {
            QuestionKind::Solution => ["whether it can be solved", "解けるか"],
            QuestionKind::Length => ["whether there is a shorter solution", "より短い解があるか"],
            QuestionKind::Leftover => [
                "whether a shorter line leaves nothing over",
                "より短く駒の余らない手順があるか",
            ],
            QuestionKind::Line => ["which line is best play", "どの手順が最善か"],
            QuestionKind::StatedLength => [
                "whether the length in the input counts futile interpositions",
                "入力の手数が無駄合も数えた手数か",
            ],
            QuestionKind::GreyInterpositions => [
                "the answer if all grey interpositions are futile",
                "解釈の分かれる合駒をすべて無駄合とみなした場合の答え",
            ],
            QuestionKind::IdlePiece => {
                let square = usi::parse_square(self.square.as_deref()?).ok()?;
                let [english, japanese] = piece_on(problem, square);
                return Some(both!("whether {english} is idle", "{japanese}が無駄駒か"));
            }
        }))
    }
}
