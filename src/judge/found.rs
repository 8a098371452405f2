//! The result of a search for any goal.

use crate::composition::Composed;
use crate::composition::brinkmate::{Solution, Threat};
use crate::composition::verdict::Judgement;

/// The result of a search, by the goal and the task.
pub(super) enum Found {
    /// A problem of mate was solved.
    Mate(Box<Composed>),
    /// A composition was judged.
    Judged(Box<Judgement>),
    /// A brinkmate was looked for, and perhaps judged.
    Brinkmate(Box<Solution>, Option<Box<Judgement>>),
    /// A threat was looked for, with the defender to move.
    Threat(Box<Threat>),
}

impl Found {
    /// Returns the judgement, if there is one.
    pub fn judgement(&self) -> Option<&Judgement> {
        match self {
            Self::Judged(judgement) => Some(judgement),
            Self::Brinkmate(_, judgement) => judgement.as_deref(),
            Self::Mate(_) | Self::Threat(_) => None,
        }
    }

    /// Returns the judgement, to be changed.
    pub fn judgement_mut(&mut self) -> Option<&mut Judgement> {
        match self {
            Self::Judged(judgement) => Some(judgement),
            Self::Brinkmate(_, judgement) => judgement.as_deref_mut(),
            Self::Mate(_) | Self::Threat(_) => None,
        }
    }
}
