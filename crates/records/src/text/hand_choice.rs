//! Which of the hands around a position are those of its sides.

use super::fold::{Draft, NEAR};
use super::hand::{Given, Pieces};
use super::words::{Holder, attacker};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::shogi::Color;
use crate::taken::TakenHand;

impl Draft<'_> {
    /// Puts the nearest hand of each side into the diagram.
    ///
    /// # Errors
    /// If it cannot be read, or if another one as near contradicts it.
    pub fn put_hands(&mut self) -> Result<(), RecordError> {
        if self.has_hands {
            return Ok(());
        }
        let attacker = attacker(&self.setup, self.turn);
        let mut given = std::mem::take(&mut self.given);
        // A name alone says less than pieces.
        given.sort_by_key(|it| (it.1.is_name_alone, it.0));
        let mut rest = None;
        for color in Color::ALL {
            let mut own = given
                .iter()
                .filter(|it| it.1.holder.color(attacker) == color);
            let Some((distance, first)) = own.next() else {
                continue;
            };
            let pieces = match &first.pieces {
                Ok(pieces) => pieces,
                Err(error) if *distance <= NEAR || self.text.is_record => return Err(error.clone()),
                Err(_) => {
                    self.note(Kind::UnreadHand, first.span.clone());
                    continue;
                }
            };
            let is_other = |it: &&(usize, Given)| {
                !it.1.is_name_alone && it.1.pieces.as_ref().is_ok_and(|it| !it.is_same(pieces))
            };
            let is_as_near = |it: &&(usize, Given)| self.text.is_record || it.0 <= NEAR;
            if let Some(second) = own.filter(is_as_near).find(is_other) {
                return Err(RecordError::new(Kind::SecondHand, second.1.span.clone()));
            }
            match pieces {
                Pieces::Rest => rest = Some((color, first.span.clone())),
                Pieces::These(hand, places) => {
                    self.setup.hands[color.index()] = *hand;
                    let held = places.iter().map(|it| (color, it.0, it.1.clone()));
                    self.places.held.extend(held);
                    if hand.is_empty() && !first.is_name_alone {
                        self.places.empty_hands.push((color, first.span.clone()));
                    }
                }
            }
            // A name without pieces, where records write なし.
            if first.is_name_alone && !self.text.is_record && first.holder == Holder::Attacker {
                self.note(Kind::UnreadHand, first.span.clone());
            }
            self.named[color.index()] = true;
            let line = self.text.number_at(first.span.start);
            self.taken.hands.push(TakenHand {
                color,
                hand: self.setup.hands[color.index()],
                line,
            });
        }
        self.look_for_both(&given)?;
        if let Some((color, _)) = rest {
            let all = self.setup.missing();
            self.setup.hands[color.index()] = all;
            let taken = self.taken.hands.iter_mut().filter(|it| it.color == color);
            taken.for_each(|it| it.hand = all);
        }
        Ok(())
    }

    /// Looks whether a record is cut off: after its board the hand of 先手 is missing, and the moves.
    fn look_for_both(&self, given: &[(usize, Given)]) -> Result<(), RecordError> {
        let white = Holder::Side(Color::White);
        let has_white = given.iter().any(|it| it.1.holder == white);
        let below = self.region.position.lines.end..self.region.lines.end;
        let mut below = below.map(|it| self.text.line(it).text);
        let has_more = self.named[Color::Black.index()] || !below.all(|it| it.trim().is_empty());
        if !self.is_of_record || !has_white || has_more {
            return Ok(());
        }
        let kind = Kind::HandMissing(Color::Black);
        Err(RecordError::new(kind, self.places.board.clone()))
    }

    /// Returns the side whose hand no line gives: it may hold all that is left.
    pub fn unnamed(&self, attacker: Color) -> Option<Color> {
        let defender = attacker.flip();
        let is_problem = self.setup.kings(attacker).next().is_none();
        let is_named = self.named[defender.index()] || self.has_hands;
        let is_open = self.setup.hands[defender.index()].is_empty() && (is_problem || !is_named);
        is_open.then_some(defender)
    }
}
