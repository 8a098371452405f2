//! Answers to further questions on a problem's card: refutation, try (紛れ), and why interpositions
//! are futile (無駄合), each with its line to step through.

use super::card::Asked;
use super::tree::{Item, Line};
use crate::composition::explain::Explanations;
use crate::composition::refutation::{Outcome, Refutation};
use crate::composition::{Problem, Reading};
use crate::report::tree::{explained, reply};
use crate::report::words::answers::left_over;
use crate::report::words::labels::words;
use crate::report::words::ply;
use crate::report::words::questions::{
    NO_MAIN_LINE, NONE_SET_ASIDE, NOT_WORKED_OUT, ends, outcome, reason,
};
use crate::report::{Entry, Lang, Notation};
use crate::shogi::Move;

/// Returns each answer with its heading, in the order of the terminal.
pub(super) fn parts(
    problem: &Problem,
    entry: &Entry,
    lang: Lang,
    notation: Notation,
) -> Vec<Asked> {
    let writer = Writer {
        problem,
        lang,
        notation,
    };
    let words = words(lang);
    let (questions, study) = (&entry.questions, &entry.study);
    let mut parts = Vec::new();
    let mut add = |title: &str, items: Vec<Item>| {
        parts.push(Asked {
            title: title.to_owned(),
            items,
        });
    };
    if let Some(found) = &study.refutation {
        add(words.refutation, vec![writer.refutation(found)]);
    }
    if let (Some(attempt), Some(outcome)) = (&questions.attempt, &study.attempt) {
        let item = writer.tried(attempt.moves(), outcome);
        add(words.attempt, vec![item]);
    }
    if let Some(found) = &study.explanations {
        add(words.interpositions, writer.explanations(entry, found));
    } else if questions.explain && entry.row.plies.or(entry.row.plies_at_most).is_some() {
        add(
            words.interpositions,
            vec![Item::said(lang.of(NO_MAIN_LINE))],
        );
    }
    parts
}

/// Writes moves and sentences for people.
struct Writer<'a> {
    problem: &'a Problem,
    lang: Lang,
    notation: Notation,
}

impl Writer<'_> {
    /// Makes the line of these moves, of which the first `start` are not shown.
    fn line(&self, moves: &[Move], start: usize) -> Line {
        let given: Vec<Move> = moves.iter().map(|&mv| self.problem.to_given(mv)).collect();
        Line::new(self.problem, &given, start, self.notation)
    }

    fn refutation(&self, found: &Refutation) -> Item {
        Item {
            line: self.line(&found.line, 0),
            ..Item::said(ends(found, self.lang))
        }
    }

    fn tried(&self, moves: &[Move], found: &Outcome) -> Item {
        let mut whole = moves.to_vec();
        let how = match found {
            Outcome::Mate { reading, .. } => {
                let left = reading.as_ref().filter(|it| !it.leftover.is_empty());
                whole.extend(reading.iter().flat_map(|Reading { line, .. }| line));
                left.map(|it| left_over(it.leftover, self.lang))
            }
            Outcome::Fails(found) => {
                whole.extend(found.iter().flat_map(|it| &it.line));
                found.as_ref().map(|it| ends(it, self.lang).to_owned())
            }
            Outcome::Unknown(_) => None,
        };
        Item {
            term: self.line(moves, 0).steps.join(" "),
            ply: outcome(found, self.lang),
            how: how.unwrap_or_default(),
            line: self.line(&whole, 0),
            ..Item::empty()
        }
    }

    fn explanations(&self, entry: &Entry, found: &Explanations) -> Vec<Item> {
        let main = entry.line.iter();
        let main: Vec<Move> = main.map(|&mv| self.problem.to_normalised(mv)).collect();
        let reply = |number: u32, replies: &[Move]| {
            let prefix = &main[..(number as usize - 1).min(main.len())];
            reply(self.problem, prefix, replies, self.notation)
        };
        let groups = explained(&found.interpositions).into_iter();
        let mut items: Vec<Item> = groups
            .map(|group| {
                let it = group[0];
                let prefix = &main[..(it.ply as usize - 1).min(main.len())];
                let replies: Vec<Move> = group.iter().map(|it| it.mv).collect();
                let mut whole = prefix.to_vec();
                whole.extend([it.mv, it.capture]);
                Item {
                    ply: ply(it.ply, self.lang),
                    moves: reply(it.ply, &replies),
                    how: reason(it, self.lang),
                    line: self.line(&whole, prefix.len()),
                    ..Item::empty()
                }
            })
            .collect();
        if !found.open.is_empty() {
            let moves = found.open.iter().map(|&(number, mv)| reply(number, &[mv]));
            let moves = moves.collect::<Vec<_>>().join(" ");
            let title = self.lang.of(NOT_WORKED_OUT);
            items.push(Item::said(format!("{title} {moves}")));
        }
        if items.is_empty() {
            items.push(Item::said(self.lang.of(NONE_SET_ASIDE)));
        }
        items
    }
}
