//! Proves lengths: any mate first, then shorter and shorter ones.

use crate::answer::{Answer, Exactness, Stage, StopReason};
use crate::dfpn::Search;
use crate::dfpn::child::Value;
use crate::numbers::Plies;
use crate::shogi::Move;

impl Search<'_, '_> {
    /// Finds a mate or proves that there is none. With `shortest`, it then looks for shorter mates as
    /// [`Search::shorten`] does. Also returns the line of the mate.
    pub fn find_length(&mut self, shortest: bool, least: u32) -> (Answer, Vec<Move>) {
        let plies = match self.run(Plies::UNLIMITED) {
            Value::Proven { len, .. } => len.finite().unwrap_or(u32::MAX),
            Value::Disproven { .. } => return (Answer::NoMate, Vec::new()),
            Value::Open { .. } => {
                let reason = self.watch.reason().unwrap_or(StopReason::Memory);
                return (Answer::Unknown(reason), Vec::new());
            }
        };
        self.shorten(plies, shortest, least)
    }

    /// Shortens a mate proven in `plies` until the next shorter one is refuted. A mate shorter than
    /// `least` plies is excluded already. Without `shortest`, the mate is only shortened by known facts.
    pub fn shorten(&mut self, mut plies: u32, shortest: bool, least: u32) -> (Answer, Vec<Move>) {
        let mut line = Vec::new();
        let exactness = loop {
            self.mate_at_most = Some(plies);
            if self.variant.is_none() {
                plies = self.relax().map_or(plies, |bound| bound.min(plies));
                self.mate_at_most = Some(plies);
                line = self.line(plies, false).unwrap_or(line);
                self.mate_line.clone_from(&line);
            }
            if !shortest {
                break Exactness::AtMost(None);
            }
            // Lengths have the parity of the side to move: two plies fewer is the next question.
            if plies < 2.max(least + 1) {
                break Exactness::Shortest;
            }
            match self.expecting_no_mate(|search| search.run(Plies::new(plies - 2))) {
                Value::Proven { len, .. } => plies = len.finite().unwrap_or(plies),
                Value::Disproven { .. } => break Exactness::Shortest,
                Value::Open { .. } => break Exactness::AtMost(self.watch.reason()),
            }
        };
        if exactness == Exactness::Shortest && self.variant.is_none() {
            if self.watch.stage == Stage::Length {
                self.tell(Stage::MainLine(plies));
            }
            line = self.line(plies, true).unwrap_or(line);
        }
        (Answer::Mate { plies, exactness }, line)
    }
}
