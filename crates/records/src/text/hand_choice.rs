//! Chooses the hands of the two sides among those that are written around a position.

use super::fold::{Draft, NEAR};
use super::hand::{Pieces, WrittenHand};
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
        let mut hands = std::mem::take(&mut self.hands);
        // A name alone says less than pieces.
        hands.sort_by_key(|(distance, hand)| (hand.is_name_alone, *distance));
        let mut holder_of_rest = None;
        for color in Color::ALL {
            let mut own = hands
                .iter()
                .filter(|(_, hand)| hand.holder.color(attacker) == color);
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
            let contradicts = |(distance, other): &&(usize, WrittenHand)| {
                (self.text.is_record || *distance <= NEAR)
                    && !other.is_name_alone
                    && (other.pieces.as_ref()).is_ok_and(|it| !it.is_same(pieces))
            };
            if let Some((_, second)) = own.find(contradicts) {
                return Err(RecordError::new(Kind::SecondHand, second.span.clone()));
            }
            match pieces {
                Pieces::Rest => holder_of_rest = Some(color),
                Pieces::These(hand, places) => {
                    self.setup.hands[color.index()] = *hand;
                    let held = places
                        .iter()
                        .map(|(kind, span)| (color, *kind, span.clone()));
                    self.places.held.extend(held);
                    if hand.is_empty() && !first.is_name_alone {
                        self.places.empty_hands.push((color, first.span.clone()));
                    }
                }
            }
            // A name without pieces. For an empty hand records write なし.
            if first.is_name_alone && !self.text.is_record && first.holder == Holder::Attacker {
                self.note(Kind::UnreadHand, first.span.clone());
            }
            self.has_hand_line[color.index()] = true;
            let line = self.text.number_at(first.span.start);
            self.taken.hands.push(TakenHand {
                color,
                hand: self.setup.hands[color.index()],
                line,
            });
        }
        self.require_both_hands(&hands)?;
        if let Some(color) = holder_of_rest {
            let rest = self.setup.missing();
            self.setup.hands[color.index()] = rest;
            for taken in &mut self.taken.hands {
                if taken.color == color {
                    taken.hand = rest;
                }
            }
        }
        Ok(())
    }

    /// Refuses a record that is cut off after its board: without the hand of 先手 and without moves.
    fn require_both_hands(&self, hands: &[(usize, WrittenHand)]) -> Result<(), RecordError> {
        let white = Holder::Side(Color::White);
        let has_white = hands.iter().any(|(_, hand)| hand.holder == white);
        let below = self.region.position.lines.end..self.region.lines.end;
        let mut below = below.map(|it| self.text.line(it).text);
        let has_black = self.has_hand_line[Color::Black.index()];
        let has_more = has_black || !below.all(|it| it.trim().is_empty());
        if !self.is_of_record || !has_white || has_more {
            return Ok(());
        }
        let kind = Kind::HandMissing(Color::Black);
        Err(RecordError::new(kind, self.places.board.clone()))
    }

    /// Returns the defender, if no line gives his hand: he may hold all that is left.
    pub fn handless_side(&self, attacker: Color) -> Option<Color> {
        let defender = attacker.flip();
        let is_problem = self.setup.kings(attacker).next().is_none();
        let has_line = self.has_hand_line[defender.index()] || self.has_hands;
        let is_open = self.setup.hands[defender.index()].is_empty() && (is_problem || !has_line);
        is_open.then_some(defender)
    }
}
