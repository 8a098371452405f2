//! Open questions, in words.

use super::piece_on;
use crate::answer::finding::Undecided;
use crate::composition::Problem;
use crate::notation::usi;
use crate::said::Said;
use crate::vocabulary::QuestionKind;

says! {
    is_idle(piece): "whether {piece} is idle", "{piece}が無駄駒か";
}

impl Undecided {
    /// Returns the question about the whole composition in words, if it is one.
    #[must_use]
    pub fn question_in_words(&self, problem: &Problem) -> Option<Said> {
        let question = self.question?;
        if question == QuestionKind::IdlePiece {
            let piece = piece_on(problem, usi::parse_square(self.square.as_deref()?).ok()?);
            return Some(is_idle(piece));
        }
        Some(Said::new(question.english(), question.term()))
    }
}
