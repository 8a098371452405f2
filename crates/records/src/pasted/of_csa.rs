//! Diagrams of CSA in a text, with the hands below them.

use super::Found;
use super::hand::hands;
use super::reading::Draft;
use super::taken::TakenHand;
use crate::error::RecordError;
use crate::hands::Pieces;
use crate::{Places, Record, csa};

impl Draft<'_> {
    /// Reads a diagram of CSA.
    pub fn csa(&mut self, found: &Found) -> Result<(Record, Places), RecordError> {
        let start = found.span.start;
        let read = csa::read(&self.pasted.clean.text[found.span.clone()]);
        let (record, places) = read.map_err(|mut error| {
            error.span = error.span.start + start..error.span.end + start;
            error
        })?;
        let mut places = places.moved(|span| span.start + start..span.end + start);
        let mut record = record;
        self.csa_hands(found, &mut record, &mut places);
        places.taken = Some(self.taken.clone());
        Ok((record, places))
    }

    /// Puts the hands of the lines below a diagram of CSA into it, if it has none.
    fn csa_hands(&mut self, found: &Found, record: &mut Record, places: &mut Places) {
        if record.setup.hands.iter().any(|it| !it.is_empty()) || !record.tree.is_empty() {
            return;
        }
        for number in found.lines.end..found.all.end.min(found.lines.end + 3) {
            for given in hands(self.pasted.line(number)).unwrap_or_default() {
                let color = given.holder.color(record.setup.turn);
                let Pieces::These(hand, held) = given.pieces else {
                    continue;
                };
                record.setup.hands[color.index()] = hand;
                let held = held.into_iter().map(|(kind, span)| (color, kind, span));
                places.held.extend(held);
                self.uses(number);
                let line = self.pasted.number_at(given.span.start);
                self.taken.hands.push(TakenHand { color, hand, line });
            }
        }
    }
}
