//! The hands of a problem in a text, and the side to move.

use super::hand::GivenHand;
use super::reading::Draft;
use super::taken::{TakenForm, TakenHand};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, Pieces, attacker, holder_of, pieces, seeming_holder, speaks_of_hand};
use crate::kif;
use crate::notation::Help;
use crate::shogi::Color;

impl Draft<'_> {
    /// Reads a line that has nothing but pieces in hand.
    fn pieces_in(&self, number: usize) -> Option<Pieces> {
        self.pasted.lines.get(number)?;
        let line = self.pasted.line(number).trimmed();
        let is_short = !line.text.is_empty() && line.text.chars().count() <= 30;
        let found = is_short.then(|| pieces(line.cursor()).ok())??;
        let is_some = |it: &Pieces| !matches!(it, Pieces::These(hand, _) if hand.is_empty());
        Some(found).filter(is_some)
    }

    /// Takes a line as the pieces of the name above it.
    fn takes_below(&mut self, number: usize) {
        self.uses(number);
        self.named_above = Some(number);
        (self.is_hand_cut, self.unread_hand) = (false, None);
    }

    /// Notes a line that speaks of pieces in hand, or has nothing but pieces. It may follow the name of a hand, or
    /// go on with one.
    pub fn note_hand(&mut self, number: usize) {
        if self.named_above == Some(number) {
            return;
        }
        let line = self.pasted.line(number);
        if let Some(holder) = holder_of(line.text.trim())
            && let Some(pieces) = self.pieces_in(number + 1)
        {
            let span = line.span().start..self.pasted.lines[number + 1].end;
            self.takes_below(number + 1);
            self.uses(number);
            return self.give(
                vec![GivenHand {
                    holder,
                    pieces,
                    span,
                }],
                number,
            );
        }
        let seems = line
            .text
            .split_once(['：', ':'])
            .is_some_and(|(key, value)| {
                let first = value.split_whitespace().next().unwrap_or_default();
                seeming_holder(key.trim(), first).is_some()
            });
        // Pieces alone go on with a hand, whichever it is.
        self.is_hand_cut |= self.pieces_in(number).is_some();
        if seems || speaks_of_hand(line.text) || self.is_hand_cut {
            self.unread_hand.get_or_insert(line.span());
        }
    }

    /// Takes the hands of a line, unless they are given already. The pieces of a name alone may be in the next
    /// line.
    pub fn give(&mut self, given: Vec<GivenHand>, number: usize) {
        for mut hand in given {
            let is_name_alone = matches!(&hand.pieces, Pieces::These(pieces, _) if pieces.is_empty())
                && self.pasted.clean.text[hand.span.clone()].ends_with(['：', ':', '＝', '=']);
            if is_name_alone && let Some(pieces) = self.pieces_in(number + 1) {
                hand.span.end = self.pasted.lines[number + 1].end;
                hand.pieces = pieces;
                self.takes_below(number + 1);
            }
            let is_there = self
                .given
                .iter()
                .any(|it| it.holder == hand.holder && it.pieces.is_same(&hand.pieces));
            if !is_there {
                self.given.push(hand);
            }
        }
    }

    /// Puts the hands into the diagram, and sets the side to move.
    pub fn put_hands(&mut self) -> Result<(), RecordError> {
        let is_sfen = matches!(self.taken.form, TakenForm::Sfen | TakenForm::Link);
        let attacker = if is_sfen {
            self.setup.turn
        } else {
            attacker(&self.setup, self.turn)
        };
        let is_white = |it: &GivenHand| it.holder == Holder::Side(Color::White);
        let has_named_white = self.given.iter().any(is_white);
        let mut known: [Option<Pieces>; 2] = [None, None];
        for given in std::mem::take(&mut self.given) {
            let color = given.holder.color(attacker);
            if let Some(before) = &known[color.index()] {
                if before.is_same(&given.pieces) {
                    continue;
                }
                return Err(RecordError::new(Kind::SecondHand, given.span));
            }
            // The hands of an SFEN are written in it.
            if is_sfen {
                continue;
            }
            let line = self.pasted.number_at(given.span.start);
            if let Pieces::These(hand, places) = &given.pieces {
                self.setup.hands[color.index()] = *hand;
                let held = places
                    .iter()
                    .map(|(kind, span)| (color, *kind, span.clone()));
                self.places.held.extend(held);
                self.taken.hands.push(TakenHand {
                    color,
                    hand: *hand,
                    line,
                });
                if hand.is_empty() {
                    self.places.empty_hands.push((color, given.span.clone()));
                }
            }
            known[color.index()] = Some(given.pieces);
        }
        self.named_hands = [known[0].is_some(), known[1].is_some()];
        let is_named_white =
            self.turn.is_some() || known[Color::White.index()].is_some() && has_named_white;
        if let Some(span) = self.unmarked.take().filter(|_| !is_named_white) {
            return Err(RecordError::new(Kind::Unmarked, span));
        }
        if let Some(span) = self.unread_hand.take()
            && !is_sfen
            && (self.is_hand_cut || known[attacker.index()].is_none())
        {
            return Err(RecordError::new(Kind::UnreadHand, span).with_help(Help::NameTheHand));
        }
        for color in Color::ALL {
            if let Some(Pieces::Rest) = known[color.index()] {
                self.setup.hands[color.index()] = self.setup.missing();
            }
        }
        if !is_sfen {
            self.setup.turn = self.turn.map_or(Color::Black, |it| it.color(attacker));
            if self.turn.is_none() && kif::is_turn_open(&self.setup, &self.headers) {
                self.setup.turn = Color::White;
                self.places.is_turn_deduced = true;
            }
        }
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        Ok(())
    }
}
