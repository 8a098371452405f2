//! The reader of KIF and KI2.
//!
//! A text is first divided into records, by lines that can only begin another one. Then each record
//! is read by itself, line by line.

use super::parting::{LineKind, kind, starts};
use crate::notation::Help;
use crate::notation::digits::digit;
use crate::notation::record::diagrams::Diagrams;
use crate::notation::record::error::{RecordError, RecordErrorKind as Kind};
use crate::notation::record::headers::{hand_owner, is_of_diagram};
use crate::notation::record::lines::{Line, lines, without_last_blank_lines};
use crate::notation::record::{NodeId, PartPlace, Places, Record, handicap};
use crate::shogi::{Color, Hand, Piece, Setup, Square};
use std::collections::HashSet;

/// Finds all records of a text.
pub(in crate::notation::record) fn divide(text: &str) -> Vec<PartPlace> {
    let starts = starts(text);
    let mut places = Vec::new();
    for (at, &(line, from)) in starts.iter().enumerate() {
        let to = starts.get(at + 1).map_or(text.len(), |next| next.1);
        let text = without_last_blank_lines(&text[from..to]);
        if lines(text).any(|line| !matches!(kind(line), LineKind::Blank | LineKind::Remark)) {
            let span = from..from + text.len();
            places.push(PartPlace { line, span });
        }
    }
    places
}

/// Reads one record.
pub(in crate::notation::record) fn read(text: &str) -> Result<(Record, Places), RecordError> {
    Reader::default().run(text)
}

/// A record in the making.
#[derive(Default)]
pub(super) struct Reader {
    headers: Vec<(String, String)>,
    pub(super) places: Places,
    handicap: Option<(String, std::ops::Range<usize>)>,
    pub(super) ranks: usize,
    pub(super) board: Vec<(Square, Piece)>,
    hands: [Option<HandLine>; 2],
    turn: Option<Color>,
    comments: Vec<String>,
    /// The record once its diagram is known, the last node, and the diagram there.
    pub(super) moving: Option<(Record, NodeId, Setup)>,
    pub(super) diagrams: Diagrams,
    /// The nodes of the main line, once a branch has begun.
    pub(super) main: Vec<NodeId>,
    /// The nodes whose moves have a mark: another move follows in a branch.
    pub(super) marked: HashSet<NodeId>,
    /// Whether the rest of the branch is left out.
    pub(super) leaves_out: bool,
}

#[derive(Clone, Copy)]
pub(super) enum HandLine {
    These(Hand),
    /// 残り駒全部
    Rest,
}

impl Reader {
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
        let places = self.places;
        match self.moving {
            Some((record, ..)) => Ok((record, places)),
            None => Err(RecordError::new(Kind::Empty, 0..0)),
        }
    }

    fn line(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        match kind(line) {
            // Some programs write it into the headers of problems, where it means nothing.
            LineKind::Branch(rest) => {
                self.branch(line, rest, &text[line.at + line.text.len()..])?;
            }
            _ if self.leaves_out => {}
            LineKind::Blank | LineKind::Remark | LineKind::Frame | LineKind::Rule => {}
            LineKind::Comment => self.comment(line),
            LineKind::Rank => self.rank(line)?,
            LineKind::Turn(turn) => {
                self.turn = Some(turn);
                self.places.turn = line.span();
            }
            LineKind::Header(key, value) => self.header(line, key, value)?,
            LineKind::Flag(key) => self.push_header(line, key, ""),
            LineKind::Footer => self.footer(line),
            LineKind::Move | LineKind::Moves => {
                let read = self.moves(line);
                self.unless_in_branch(read)?;
            }
            LineKind::Unknown => {
                let is_move = line.trimmed().text.starts_with(|c| digit(c).is_some());
                let help = if is_move {
                    Help::MoveBehindNumber
                } else {
                    Help::HeaderOrComment
                };
                return Err(RecordError::new(Kind::UnknownLine, line.span()).with_help(help));
            }
        }
        Ok(())
    }

    fn comment(&mut self, line: Line<'_>) {
        let text = line.text.trim_start();
        let text = match text.strip_prefix(['*', '＊']) {
            Some(text) => text.to_owned(),
            None => text.replacen('＆', "&", 1),
        };
        match &mut self.moving {
            Some((record, at, _)) => record.tree.node_mut(*at).comments.push(text),
            None => self.comments.push(text),
        }
    }

    fn push_header(&mut self, line: Line<'_>, key: &str, value: &str) {
        self.headers.push((key.to_owned(), value.to_owned()));
        self.places.headers.push(line.span());
    }

    fn header(&mut self, line: Line<'_>, key: &str, value: &str) -> Result<(), RecordError> {
        if let Some(is_black) = hand_owner(key) {
            let color = if is_black { Color::Black } else { Color::White };
            self.hands[color.index()] = Some(self.hand(line, color)?);
            return Ok(());
        }
        match key {
            "手合割" => self.handicap = Some((value.to_owned(), line.span())),
            "手番" => {
                self.places.turn = line.span();
                let is_white = value.starts_with(['後', '上']) || value.starts_with("玉方");
                self.turn = Some(if is_white { Color::White } else { Color::Black });
            }
            _ if is_of_diagram(key) => {}
            _ => self.push_header(line, key, value),
        }
        Ok(())
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
            for &(square, piece) in &self.board {
                setup.board[square.index()] = Some(piece);
            }
            for color in Color::ALL {
                if let Some(HandLine::These(hand)) = self.hands[color.index()] {
                    setup.hands[color.index()] = hand;
                }
            }
            for color in Color::ALL {
                if let Some(HandLine::Rest) = self.hands[color.index()] {
                    setup.hands[color.index()] = setup.missing();
                }
            }
            setup.turn = self.turn.unwrap_or(Color::Black);
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
                setup.turn = turn;
            }
        }
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        self.places.moves.push(0..0);
        let mut record = Record::new(setup.clone());
        record.headers = std::mem::take(&mut self.headers);
        record.tree.node_mut(0).comments = std::mem::take(&mut self.comments);
        self.moving = Some((record, 0, setup));
        Ok(())
    }
}
