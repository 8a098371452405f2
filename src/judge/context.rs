//! The solver and the question for one problem.

use crate::composition::event::Listener;
use crate::question::Question;
use crate::search::{Progress, Solver};

/// The tools and the question with which one problem is judged.
pub struct JudgeContext<'a> {
    /// The solver with its tables.
    pub solver: &'a mut Solver,
    /// The question.
    pub question: &'a Question,
    /// Receives the progress of the search.
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
    /// Receives what becomes known while a mate is judged.
    pub listener: Listener<'a>,
}

impl std::fmt::Debug for JudgeContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JudgeContext")
            .field("question", self.question)
            .finish_non_exhaustive()
    }
}
