//! The reader of KIF and KI2.
//!
//! A text is first divided into records, by lines that can only begin another one. Then each record
//! is read by itself, line by line.

use super::diagram::Board;
use super::parting::{LineKind, kind, names_format, starts};
use super::playing::is_turn_open;
use super::solution::Solution;
use crate::correction::correction;
use crate::diagrams::Diagrams;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::hands::{
    HandLine, Holder, Pieces, attacker, hand_behind_name, pieces, says_hand, seeming_holder,
    turn_of, without_hand,
};
use crate::headers::is_of_diagram;
use crate::lines::{Line, lines, without_last_blank_lines};
use crate::notation::Help;
use crate::notation::digits::digit;
use crate::shogi::{Color, Setup};
use crate::{NodeId, PartPlace, Places, Record, handicap};
use std::collections::HashSet;
use std::ops::Range;

/// Finds all records of a text.
pub(crate) fn divide(text: &str) -> Vec<PartPlace> {
    let starts = starts(text);
    let mut places: Vec<PartPlace> = Vec::new();
    for (at, &(line, from)) in starts.iter().enumerate() {
        let to = starts.get(at + 1).map_or(text.len(), |next| next.1);
        let text = without_last_blank_lines(&text[from..to]);
        if lines(text).any(|line| !matches!(kind(line), LineKind::Blank | LineKind::Remark)) {
            let span = from..from + text.len();
            match places.last_mut() {
                // Headers and the author's line behind the moves, of the record above, or a hand once more.
                Some(above)
                    if lines(text).all(is_of_text)
                        || lines(text).all(is_hand)
                        || is_solution_alone(text) =>
                {
                    above.span.end = span.end;
                }
                _ => places.push(PartPlace { line, span }),
            }
        }
    }
    places
}

/// Returns whether a line is blank, or a hand that can be read.
fn is_hand(line: Line<'_>) -> bool {
    match kind(line) {
        LineKind::Hand(hand) => pieces(hand.value).is_ok(),
        LineKind::Blank => true,
        _ => false,
    }
}

/// Returns whether a line is no part of a diagram or of a line of moves.
fn is_of_text(line: Line<'_>) -> bool {
    match kind(line) {
        LineKind::Header(key, _) => key != "手合割",
        LineKind::Solution(it) => it.value.text.is_empty(),
        LineKind::Remark => !names_format(line.text),
        LineKind::Blank | LineKind::Comment | LineKind::Flag(_) => true,
        _ => false,
    }
}

/// Returns whether a text begins with the author's line in a header, and has no diagram.
fn is_solution_alone(text: &str) -> bool {
    let has_moves =
        |line| matches!(kind(line), LineKind::Solution(it) if !it.value.text.is_empty());
    let mut lines = lines(text).filter(|it| !it.text.trim().is_empty());
    lines.next().is_some_and(has_moves) && lines.all(|it| is_of_text(it) || has_moves(it))
}

/// Reads one record.
pub(crate) fn read(text: &str) -> Result<(Record, Places), RecordError> {
    KifReader::default().run(text)
}

/// The hand of a side in a line of its own.
struct GivenHand {
    holder: Holder,
    pieces: Pieces,
    span: Range<usize>,
    /// Whether the line names the hand and has no word for its pieces.
    is_name_alone: bool,
}

/// A record in the making.
#[derive(Default)]
pub(super) struct KifReader {
    headers: Vec<(String, String)>,
    pub(super) places: Places,
    handicap: Option<(String, Range<usize>)>,
    pub(super) ranks: usize,
    pub(super) board: Board,
    hands: Vec<GivenHand>,
    /// Headers that look like the hand of a side. They are errors unless its hand is in a line of its own.
    seeming: Vec<(Holder, Range<usize>)>,
    turn: Option<Holder>,
    /// Whether no line says who moves, and only Black has a king.
    pub(super) is_turn_open: bool,
    /// The side whose hand no line gives: it may hold all that is left.
    pub(super) unnamed: Option<Color>,
    pub(super) solution: Option<Solution>,
    comments: Vec<String>,
    /// The record, once its diagram is known.
    pub(super) moving: Option<GrowingRecord>,
    pub(super) diagrams: Diagrams,
    /// The nodes of the main line, once a branch has begun.
    pub(super) main: Vec<NodeId>,
    /// The nodes whose moves have a mark: another move follows in a branch.
    pub(super) marked: HashSet<NodeId>,
    /// Whether the rest of the line is left out.
    pub(super) leaves_out: bool,
}

impl KifReader {
    fn run(mut self, text: &str) -> Result<(Record, Places), RecordError> {
        if let Some(at) = text.find('\u{fffd}') {
            return Err(RecordError::new(Kind::Encoding, at..at + 3));
        }
        for line in lines(text) {
            self.line(line, text)?;
        }
        if self.moving.is_none() && self.ranks == 0 && self.handicap.is_none() {
            return Err(RecordError::new(Kind::Empty, 0..text.len()));
        }
        self.start()?;
        self.promote_solution();
        self.deduce_turn();
        let places = self.places;
        match self.moving {
            Some(growing) => Ok((growing.record, places)),
            None => Err(RecordError::new(Kind::Empty, 0..0)),
        }
    }

    fn line(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        match kind(line) {
            // Some programs write this line among the headers of problems, where it means nothing.
            LineKind::Branch(rest) => {
                self.branch(line, rest, &text[line.at + line.text.len()..]);
            }
            _ if self.leaves_out => {}
            LineKind::Blank | LineKind::Remark | LineKind::Frame | LineKind::Rule => {}
            LineKind::Comment => self.comment(line),
            LineKind::Rank => self.rank(line)?,
            LineKind::Turn(turn) => {
                self.turn = Some(turn);
                self.places.turn = line.span();
            }
            LineKind::Hand(hand) => self.hand(line, hand)?,
            LineKind::Header(key, value) => self.header(line, key, value)?,
            LineKind::Flag(key) => drop(self.push_header(line, key, "")),
            LineKind::Footer => self.footer(line),
            LineKind::TurnedFiles => self.board.is_turned = true,
            LineKind::Solution(solution) => self.solution(line, solution),
            LineKind::Moves | LineKind::BareMoves if self.continues_solution(line, text)? => {}
            LineKind::Move | LineKind::Moves | LineKind::BareMoves => {
                let read = self.moves(line);
                self.unless_in_line(read)?;
            }
            LineKind::Unknown => {
                let is_move = line.trimmed().text.starts_with(|c| digit(c).is_some());
                let help = if is_move {
                    Help::MoveBehindNumber
                } else {
                    Help::HeaderOrComment
                };
                let error = RecordError::new(Kind::UnknownLine, line.span()).with_help(help);
                if !(is_move && self.moving.is_some()) {
                    return Err(error);
                }
                self.unless_in_line(Err(error))?;
            }
        }
        Ok(())
    }

    fn hand(&mut self, line: Line<'_>, hand: HandLine<'_>) -> Result<(), RecordError> {
        self.hands.push(GivenHand {
            holder: hand.holder,
            pieces: pieces(hand.value)?,
            span: line.span(),
            is_name_alone: hand.value.rest.trim().is_empty(),
        });
        Ok(())
    }

    fn comment(&mut self, line: Line<'_>) {
        let text = line.text.trim_start();
        let text = match text.strip_prefix(['*', '＊']) {
            Some(text) => text.to_owned(),
            None => text.replacen('＆', "&", 1),
        };
        match &mut self.moving {
            Some(growing) => growing.node().comments.push(text),
            None => self.comments.push(text),
        }
    }

    /// Adds a header, and returns its number. It may also stand behind the moves.
    pub(super) fn push_header(&mut self, line: Line<'_>, key: &str, value: &str) -> usize {
        let headers = match &mut self.moving {
            Some(growing) => &mut growing.record.headers,
            None => &mut self.headers,
        };
        headers.push((key.to_owned(), value.to_owned()));
        self.places.headers.push(line.span());
        self.places.headers.len() - 1
    }

    fn header(&mut self, line: Line<'_>, key: &str, value: &str) -> Result<(), RecordError> {
        match key {
            "手合割" => self.handicap = Some((value.to_owned(), line.span())),
            "手番" if value.is_empty() => {}
            "手番" => {
                let no_turn = || {
                    let kind = Kind::NoSuchTurn(value.to_owned());
                    RecordError::new(kind, line.span())
                };
                self.turn = Some(turn_of(value).ok_or_else(no_turn)?);
                self.places.turn = line.span();
            }
            _ if is_of_diagram(key) => {}
            _ => {
                if let Some(span) = correction(line) {
                    return Err(RecordError::new(Kind::Correction, span));
                }
                // The diagram of another problem must not be lost as a header.
                if key.contains('問') && crate::notation::sfen::parse(value).is_ok() {
                    return Err(RecordError::new(Kind::UnknownLine, line.span()));
                }
                let mut value = value;
                if let Some(hand) = hand_behind_name(line.trimmed(), key) {
                    self.hand(line, hand)?;
                    // The diagram has the hand now.
                    value = without_hand(value);
                }
                if let Some(holder) = seeming_holder(key, value) {
                    if says_hand(key) {
                        return Err(of_seeming_hand(line.span()));
                    }
                    self.seeming.push((holder, line.span()));
                }
                self.push_header(line, key, value);
            }
        }
        Ok(())
    }

    /// Puts the hands of the lines into the diagram.
    fn put_hands(&mut self, setup: &mut Setup, attacker: Color) -> Result<(), RecordError> {
        let mut known: [Option<Pieces>; 2] = [None, None];
        for given in std::mem::take(&mut self.hands) {
            let GivenHand { pieces, span, .. } = given;
            let color = given.holder.color(attacker);
            let before = &mut known[color.index()];
            if before.as_ref().is_some_and(|it| !it.is_same(&pieces)) {
                return Err(RecordError::new(Kind::SecondHand, span));
            }
            if let Pieces::These(hand, places) = &pieces {
                setup.hands[color.index()] = *hand;
                let places = places.iter();
                let held = places.map(|(kind, place)| (color, *kind, place.clone()));
                self.places.held.extend(held);
                if hand.is_empty() && !given.is_name_alone {
                    self.places.empty_hands.push((color, span));
                }
            }
            *before = Some(pieces);
        }
        for color in Color::ALL {
            if let Some(Pieces::Rest) = known[color.index()] {
                setup.hands[color.index()] = setup.missing();
            }
        }
        let defender = attacker.flip();
        let is_named = known[defender.index()].is_some();
        let is_problem = setup.kings(attacker).next().is_none();
        if setup.hands[defender.index()].is_empty() && (is_problem || !is_named) {
            self.unnamed = Some(defender);
        }
        let mut seeming = self.seeming.iter();
        match seeming.find(|it| known[it.0.color(attacker).index()].is_none()) {
            Some((_, span)) => Err(of_seeming_hand(span.clone())),
            None => Ok(()),
        }
    }

    /// Fixes the diagram, at the first move or at the end.
    pub(super) fn start(&mut self) -> Result<(), RecordError> {
        if self.moving.is_some() {
            return Ok(());
        }
        let mut setup = Setup::empty();
        if self.ranks > 0 {
            if self.ranks != 9 {
                let kind = Kind::Ranks(self.ranks);
                return Err(RecordError::new(kind, self.places.board.clone()));
            }
            self.put_pieces(&mut setup)?;
            let attacker = attacker(&setup, self.turn);
            self.put_hands(&mut setup, attacker)?;
            setup.turn = self.turn.map_or(Color::Black, |it| it.color(attacker));
            self.is_turn_open = self.turn.is_none() && is_turn_open(&setup, &self.headers);
        } else {
            let (name, span) = match &self.handicap {
                Some((name, span)) => (name.as_str(), span.clone()),
                None => ("平手", 0..0),
            };
            let Some(handicap) = handicap::diagram(name) else {
                let kind = Kind::UnknownHandicap(name.to_owned());
                return Err(RecordError::new(kind, span));
            };
            setup = handicap;
            self.places.board = span;
            if let Some(turn) = self.turn {
                setup.turn = turn.color(setup.turn);
            }
            // The pieces would be lost with the diagram that is missing.
            let is_some = |it: &Pieces| !matches!(it, Pieces::These(hand, _) if hand.is_empty());
            if let Some(given) = self.hands.iter().find(|it| is_some(&it.pieces)) {
                return Err(RecordError::new(Kind::Ranks(0), given.span.clone()));
            }
        }
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        self.places.moves.push(0..0);
        let mut record = Record::new(setup);
        record.headers = std::mem::take(&mut self.headers);
        record.tree.node_mut(0).comments = std::mem::take(&mut self.comments);
        self.moving = Some(GrowingRecord::new(record));
        Ok(())
    }
}

/// Returns the error of a header that looks like a hand.
fn of_seeming_hand(span: Range<usize>) -> RecordError {
    RecordError::new(Kind::SeemingHand, span).with_help(Help::NameTheHand)
}

/// Reads the lines of moves of a record whose diagram is known. Lines of another kind are passed over. The side whose
/// hand is not named may hold all that is left.
pub(crate) fn moves<'a>(
    record: Record,
    places: Places,
    unnamed: Option<Color>,
    lines: impl Iterator<Item = Line<'a>>,
    text: &'a str,
) -> (Record, Places) {
    let mut reader = KifReader {
        places,
        unnamed,
        moving: Some(GrowingRecord::new(record.clone())),
        ..KifReader::default()
    };
    for line in lines {
        let is_of_moves = matches!(
            kind(line),
            LineKind::Move
                | LineKind::Moves
                | LineKind::Footer
                | LineKind::Branch(_)
                | LineKind::Comment
        );
        if is_of_moves && let Err(error) = reader.line(line, text) {
            reader.places.broken.get_or_insert(error);
            break;
        }
    }
    let places = reader.places;
    match reader.moving {
        Some(growing) => (growing.record, places),
        None => (record, places),
    }
}

/// Returns whether a line is the one above the moves: `手数----指手---------消費時間--`.
pub(crate) fn is_rule(line: Line<'_>) -> bool {
    matches!(kind(line), LineKind::Rule)
}
