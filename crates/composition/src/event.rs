//! News of a judgement that is not complete yet.

use crate::finding::verdict::Finding;
use crate::shogi::{Hand, Move};

/// Something that has become known about a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A mate is proven. The length is at most this one.
    FirstMate {
        /// The bound of the length, in plies.
        plies: u32,
        /// A line of this mate, as far as it was read.
        line: &'a [Move],
    },
    /// The composed length is proven.
    Length(u32),
    /// The line that is judged. A later event replaces it if another line of the same length fits the
    /// composition better.
    Line {
        /// The moves, to the mate.
        moves: &'a [Move],
        /// The attacker's hand at the mate.
        leftover: Hand,
    },
    /// Some of the other checks are refuted, or found to mate.
    Checks {
        /// The number of checks that are decided.
        decided: usize,
        /// The number of checks that are known so far.
        all: usize,
    },
    /// A finding is proven. In the judgement it may stand elsewhere or be of another kind: a cook of a line
    /// that turns out to be only an equal variation is no cook of the composition.
    Found(&'a Finding),
    /// The strict length is proven.
    StrictLength(u32),
}

/// Receives events, perhaps from several threads at the same time.
#[derive(Clone, Copy, Default)]
pub struct Listener<'a>(Option<&'a (dyn Fn(&Event<'_>) + Sync)>);

impl<'a> Listener<'a> {
    /// Makes a listener that calls this function with every event.
    #[must_use]
    pub const fn new(hear: &'a (dyn Fn(&Event<'_>) + Sync)) -> Self {
        Self(Some(hear))
    }

    /// Passes on an event.
    pub(super) fn tell(self, event: &Event<'_>) {
        if let Some(hear) = self.0 {
            hear(event);
        }
    }
}

impl std::fmt::Debug for Listener<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Listener").field(&self.0.is_some()).finish()
    }
}
