//! Tells which lines of moves below a position are the author's.

use super::moves::{ReadMoves, no_move};
use super::reading::Draft;
use super::solution::Below;
use super::taken::LeftWhy;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::hands::attacker;
use crate::legality::illegal_moves;
use crate::lines::Line;
use crate::notation::moves::Written;
use crate::notation::written_move::side;
use crate::shogi::{Color, Position, Setup};
use crate::{Places, Record, headers, kif};
use std::ops::Range;

/// The sign that a line of moves is the author's, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// A word for a solution says so, or the length behind the moves.
    Named,
    /// The moves stand behind the position in its line.
    Beside,
    /// Nothing says so: every move has to be legal, and every one of the attacker a check.
    Unnamed,
}

/// The end of a line of the text, and the number of moves up to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineEnd {
    pub line: usize,
    pub moves: usize,
}

/// The part of a line whose moves could be played, and the error behind it.
struct Played {
    /// The lines that they take.
    lines: Range<usize>,
    /// The error at the first that cannot be read or played.
    broken: Option<RecordError>,
}

/// A line of moves that may be the author's.
pub(super) struct Candidate {
    pub standing: Standing,
    pub moves: Vec<Written>,
    /// The place of what follows, if it was meant as a move.
    pub broken: Option<Range<usize>>,
    pub lines: Range<usize>,
    /// The lines of its moves, each with the number of moves up to its end.
    pub ends: Vec<LineEnd>,
    /// Whether words follow that end it: まで.
    pub is_ended: bool,
    /// Whether other words follow, as in a sentence.
    pub has_words: bool,
    /// Whether the words say that it is not the solution.
    pub is_refused: bool,
    /// The place of a move behind words, which may go on with it.
    pub unread: Option<Range<usize>>,
}

impl Candidate {
    pub fn new(standing: Standing, line: usize) -> Self {
        Self {
            standing,
            moves: Vec::new(),
            broken: None,
            lines: line..line + 1,
            ends: Vec::new(),
            is_ended: false,
            has_words: false,
            is_refused: false,
            unread: None,
        }
    }

    /// Returns the line that ends behind this number of moves.
    fn line_behind(&self, moves: usize) -> Option<usize> {
        let at = self.ends.partition_point(|it| it.moves < moves);
        let end = self
            .ends
            .get(at)
            .filter(|it| moves > 0 && it.moves == moves);
        end.map(|it| it.line)
    }

    /// Notes that its end says that it is the author's line.
    pub fn name(&mut self) {
        if self.standing == Standing::Unnamed {
            self.standing = Standing::Named;
        }
    }

    /// Returns whether a text of moves goes on with this line, which has no end. Behind a line without a word other
    /// moves may be another try, unless they cannot be first ones.
    pub fn goes_on_with(&self, next: &ReadMoves, line: Line<'_>) -> bool {
        let goes_on = next
            .number
            .is_none_or(|it| it as usize == self.moves.len() + 1);
        let is_later = || {
            let first = line.text.chars().next();
            let is_reply = first.and_then(side) == Some(Color::White) || first == Some('同');
            next.number.is_some() || is_reply || self.moves.len().is_multiple_of(2)
        };
        !self.moves.is_empty()
            && !self.is_ended
            && self.broken.is_none()
            && !next.moves.is_empty()
            && goes_on
            && (self.standing != Standing::Unnamed || is_later())
    }
}

/// Words that may stand behind the last move of a line.
const ENDS: [&str; 12] = [
    "まで", "迄", "で詰", "にて", "詰", "の詰", "と詰", "mate", "#", "以上", "以下", "（",
];

/// Returns whether words follow the moves of a line, as in a sentence: `▲１二金が好手`.
pub(super) fn has_words(tail: &str) -> bool {
    let tail = tail.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '#');
    !tail.is_empty() && !ENDS.iter().any(|it| tail.starts_with(it))
}

/// Returns whether a length stands at the end of a line: `まで5手詰`.
pub(super) fn ends_with_length(tail: &str) -> bool {
    tail.contains("手詰") || tail.contains("手で詰")
}

/// A line of a text with so few moves that words behind them make it a sentence.
const SHORT: usize = 2;

impl Draft<'_> {
    /// Makes the record, with the author's line.
    pub fn record(&mut self, below: Below) -> (Record, Places) {
        if let Some((plies, span)) = self.plies.take() {
            self.header(headers::PLIES, &format!("{plies}手詰"), span);
        }
        let mut record = Record::new(self.setup.clone());
        record.headers = std::mem::take(&mut self.headers);
        let mut places = std::mem::take(&mut self.places);
        places.moves.push(0..0);
        let mut growing = GrowingRecord::new(record);
        let mut unnamed = self.unnamed(&growing.record);
        for (mv, span) in std::mem::take(&mut self.moves) {
            // The defender may drop a piece that no line names.
            let turn = growing.setup.turn;
            let is_held = |it| growing.setup.hands[turn.index()].has(it);
            if unnamed == Some(turn) && mv.dropped().is_some_and(|it| !is_held(it)) {
                growing.fill_hand(turn);
                unnamed = None;
            }
            if let Err(error) = growing.play(mv, span, &mut places) {
                places.broken = Some(error);
                break;
            }
        }
        if growing.record.tree.is_empty() && places.broken.is_none() {
            if let Some(lines) = below.kif.clone() {
                return self.moves_of_kif(lines, growing.record, places);
            }
            self.choose(below, &mut growing, &mut places);
        } else {
            self.taken.left.clear();
        }
        places.taken = Some(self.taken.clone());
        (growing.record, places)
    }

    /// Reads the lines of moves as in KIF.
    fn moves_of_kif(
        &mut self,
        lines: Range<usize>,
        record: Record,
        places: Places,
    ) -> (Record, Places) {
        let all = lines.clone().map(|it| self.pasted.line(it));
        let unnamed = self.unnamed(&record);
        let (record, mut places) =
            kif::moves(record, places, unnamed, all, &self.pasted.clean.text);
        if !record.tree.is_empty() {
            self.used.end = self.used.end.max(lines.end);
            self.taken.moves = Some(self.numbers_of(&lines));
            self.taken.left.clear();
        }
        places.taken = Some(self.taken.clone());
        (record, places)
    }

    /// Returns the numbers of the first and the last of some lines, counted from 1.
    pub fn numbers_of(&self, lines: &Range<usize>) -> [usize; 2] {
        let number = |line: usize| self.pasted.number_at(self.pasted.lines[line].start);
        [number(lines.start), number(lines.end - 1)]
    }

    /// Returns the defender, if no line gives the hand of that side: it may hold all that is left.
    fn unnamed(&self, record: &Record) -> Option<Color> {
        let defender = attacker(&record.setup, self.turn).flip();
        let is_given = self.named_hands[defender.index()];
        (!is_given && record.setup.hands[defender.index()].is_empty()).then_some(defender)
    }

    /// Takes the author's line: the first that is named, or else the first that can be it.
    fn choose(&mut self, below: Below, growing: &mut GrowingRecord, places: &mut Places) {
        let (named, unnamed): (Vec<_>, Vec<_>) = below
            .candidates
            .into_iter()
            .partition(|it| it.standing != Standing::Unnamed);
        if let Some(candidate) = named.into_iter().next() {
            let played = self.play(&candidate, growing, places);
            if candidate.standing == Standing::Named || !growing.record.tree.is_empty() {
                self.take(played, places);
            }
            return;
        }
        for candidate in unnamed {
            let mut trial = GrowingRecord::new(growing.record.clone());
            let mut trial_places = places.clone();
            let played = self.play(&candidate, &mut trial, &mut trial_places);
            let why = if played.broken.is_some() || !illegal_moves(&trial.record).is_empty() {
                Some(LeftWhy::NotPossible)
            } else if !are_checks(&trial.record) {
                Some(LeftWhy::NoChecks)
            } else if candidate.has_words && candidate.moves.len() <= SHORT {
                Some(LeftWhy::Sentence)
            } else {
                None
            };
            let Some(why) = why else {
                (*growing, *places) = (trial, trial_places);
                return self.take(played, places);
            };
            self.leave(candidate.lines, why);
        }
    }

    /// Notes the lines of the author's moves, and the first that cannot be read or played.
    fn take(&mut self, played: Played, places: &mut Places) {
        let Played { lines, broken } = played;
        if let Some(error) = &broken {
            let there = error.span.start;
            let line = self.pasted.lines.partition_point(|it| it.end < there);
            self.uses(line.min(self.pasted.lines.len() - 1));
        }
        places.broken = broken;
        self.taken.left.clear();
        self.taken.moves = Some(self.numbers_of(&lines));
        self.used.end = self.used.end.max(lines.end);
    }

    /// Plays moves as far as they can be played. Lines behind a mate are about something else. The defender drops
    /// pieces that no line names, unless a line gives that hand.
    fn play(
        &self,
        candidate: &Candidate,
        growing: &mut GrowingRecord,
        places: &mut Places,
    ) -> Played {
        let mut unnamed = self.unnamed(&growing.record);
        let all = candidate.lines.clone();
        let stops = |broken| Played {
            lines: all.clone(),
            broken,
        };
        for (at, written) in candidate.moves.iter().enumerate() {
            if let Some(line) = candidate.line_behind(at)
                && is_mated(&growing.setup, unnamed)
            {
                return Played {
                    lines: all.start..line + 1,
                    broken: None,
                };
            }
            let mut attempt = |growing: &mut GrowingRecord| {
                let mv = written.find(&growing.setup, growing.previous())?;
                growing.play(mv, written.span.clone(), places)
            };
            let Err(error) = attempt(growing) else {
                continue;
            };
            let is_open = unnamed == Some(growing.setup.turn);
            if !is_open || !matches!(error.kind, Kind::Move(_)) {
                return stops(Some(error));
            }
            let before = [growing.record.setup.clone(), growing.setup.clone()];
            growing.fill_hand(growing.setup.turn);
            if attempt(growing).is_err() {
                [growing.record.setup, growing.setup] = before;
                return stops(Some(error));
            }
            unnamed = None;
        }
        // What cannot be read behind a mate, in another line, is no move of it.
        let last = candidate.line_behind(candidate.moves.len());
        let broken = candidate.broken.clone().filter(|it| {
            let is_below = last.is_some_and(|line| self.pasted.lines[line].end < it.start);
            !is_below || !is_mated(&growing.setup, unnamed)
        });
        // Behind a mate words may explain the line.
        let unread = candidate.unread.clone();
        let unread = unread.filter(|_| !is_mated(&growing.setup, unnamed));
        stops(broken.or(unread).map(no_move))
    }
}

/// Returns whether the side to move is mated. A side whose hand no line gives may drop what is left.
fn is_mated(setup: &Setup, unnamed: Option<Color>) -> bool {
    let mut setup = setup.clone();
    if let Some(color) = unnamed {
        let missing = setup.missing();
        let hand = &mut setup.hands[color.index()];
        *hand = hand.plus(missing);
    }
    let position = Position::new(&setup);
    position.in_check(setup.turn) && !position.has_evasion()
}

/// Returns whether every move of the attacker is a check.
fn are_checks(record: &Record) -> bool {
    let mut position = Position::new(&record.setup);
    let attacker = record.setup.turn;
    record.tree.main_line().into_iter().all(|mv| {
        let is_attackers = position.turn() == attacker;
        position.make(mv);
        !is_attackers || position.in_check(attacker.flip())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_behind_the_moves_make_a_sentence() {
        for (tail, expected) in [
            ("", false),
            ("。", false),
            (" まで5手詰", false),
            ("で詰みです。", false),
            ("、まで", false),
            (" が好手", true),
            ("から考えて失敗", true),
        ] {
            assert_eq!(has_words(tail), expected, "{tail}");
        }
    }
}
