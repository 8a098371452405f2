//! One hand for several positions of a text: `どちらも持駒は金`, `持駒　①金　②銀`.

use super::Pasted;
use super::hand::{GivenHand, hands, place_of_word};
use super::reading::Draft;
use super::taken::TakenForm;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::notation::Help;
use crate::shogi::Color;
use std::ops::Range;

/// Words for all positions of a text, longer ones first.
const ALL: [&str; 26] = [
    "（２問とも）",
    "（2問とも）",
    "（二問とも）",
    "（共通）",
    "２問とも",
    "2問とも",
    "二問とも",
    "３問とも",
    "3問とも",
    "三問とも",
    "２題とも",
    "2題とも",
    "３題とも",
    "3題とも",
    "全問とも",
    "各問とも",
    "以下2問",
    "以下２問",
    "どちらも",
    "いずれも",
    "どれも",
    "すべて",
    "全問",
    "共通",
    "In both problems",
    "In all problems",
];

/// Words by which a line gives a hand to each of several positions, or refers to another.
const EACH: [&str; 11] = [
    "①",
    "1図",
    "１図",
    "図1",
    "図１",
    "第1問",
    "第１問",
    "(1)",
    "（1）",
    "同じ",
    "同様",
];

/// A line with a hand for all positions of a text.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    line: usize,
    /// `None` if it cannot be read.
    hands: Option<Vec<GivenHand>>,
}

impl Pasted {
    /// Looks for a hand for all positions, if there are several.
    pub(super) fn share(&mut self) {
        if self.found.len() < 2 {
            return;
        }
        let is_in_board = |line: usize| {
            let at = self.found.partition_point(|it| it.lines.end <= line);
            self.found
                .get(at)
                .is_some_and(|it| it.lines.contains(&line))
        };
        let lines = (0..self.lines.len()).filter(|it| !is_in_board(*it));
        let mut shared = lines.filter_map(|it| shared(self.line(it), it));
        self.shared = shared.next();
    }
}

/// Returns the hand for all positions that a line gives.
fn shared(line: Line<'_>, number: usize) -> Option<Shared> {
    const LONGEST: usize = 200;
    let is_of_hand = line.text.len() <= LONGEST
        && (place_of_word(line.text).is_some() || line.text.contains("in hand"));
    if !is_of_hand {
        return None;
    }
    let word = ALL.iter().find(|it| line.text.contains(**it));
    let is_each = EACH.iter().any(|it| line.text.contains(it));
    if word.is_none() && !is_each {
        return None;
    }
    let read = word.filter(|_| !is_each).and_then(|word| {
        let bare = line.text.replacen(word, "", 1);
        let is_around = |c: char| c.is_whitespace() || "、,※（）()".contains(c);
        let text = bare.trim_matches(is_around);
        let given = hands(Line { text, at: 0 }).ok()?;
        let at_line = |it: GivenHand| GivenHand {
            pieces: it.pieces.at(&line.span()),
            span: line.span(),
            ..it
        };
        (!given.is_empty()).then(|| given.into_iter().map(at_line).collect())
    });
    Some(Shared {
        line: number,
        hands: read,
    })
}

impl Draft<'_> {
    /// Takes the hand for all positions of the text, if this one has none of its own.
    pub fn take_shared_hand(&mut self) -> Result<(), RecordError> {
        let Some(shared) = &self.pasted.shared else {
            return Ok(());
        };
        let is_line = matches!(self.taken.form, TakenForm::Sfen | TakenForm::Link);
        let has_own = !self.given.is_empty() || self.is_hand_cut;
        if is_line && !self.is_board_alone || has_own {
            return Ok(());
        }
        let span = self.place_of_shared(shared.line);
        match &shared.hands {
            None => {
                let line = self.pasted.line(shared.line).trimmed();
                let error = RecordError::new(Kind::UnreadHand, line.span());
                self.uses(shared.line);
                Err(error.with_help(Help::NameTheHand))
            }
            Some(hands) => {
                self.unread_hand = None;
                self.given.clone_from(hands);
                self.shared_place = Some(span);
                Ok(())
            }
        }
    }

    /// Returns the place of the hand for all positions in this one: its line, or that of the board if it is far.
    fn place_of_shared(&self, line: usize) -> Range<usize> {
        if self.used.contains(&line) {
            self.pasted.line(line).span()
        } else {
            self.places.board.clone()
        }
    }

    /// Takes the side to move of a line around an SFEN without one.
    pub fn take_turn_of_line(&mut self) {
        if let Some(turn) = self.turn.filter(|_| !self.has_written_turn) {
            self.setup.turn = turn.color(Color::Black);
        }
    }
}
