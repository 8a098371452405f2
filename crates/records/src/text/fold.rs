//! Makes a record of a position and the lines around it.

use super::hand::{Given, Pieces};
use super::player::{Player, is_turn_open};
use super::scan::Region;
use super::source::Text;
use super::token::{Token, token};
use super::words::{Holder, attacker};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::headers;
use crate::lines::Line;
use crate::part::{Part, Places};
use crate::record::Record;
use crate::shogi::{Color, Move, Setup};
use crate::taken::{Taken, TakenForm};
use std::ops::Range;

/// A record in the making.
pub(super) struct Draft<'a> {
    pub text: &'a Text,
    pub region: &'a Region,
    pub setup: Setup,
    pub places: Places,
    pub headers: Vec<(String, String)>,
    /// The hands that are written, with the number of lines between them and the position.
    pub given: Vec<(usize, Given)>,
    pub turn: Option<Holder>,
    /// Whether no piece of the board is marked as White's.
    pub is_unmarked: bool,
    /// Whether the position itself says who moves.
    pub has_turn: bool,
    /// Whether the position itself has hands.
    pub has_hands: bool,
    /// Whether a line gives the hand of each side.
    pub named: [bool; 2],
    /// Whether the board is one of records, which have the hands of both sides.
    pub is_of_record: bool,
    pub plies: Option<(u32, bool, usize, Range<usize>)>,
    pub title: Option<(String, Range<usize>)>,
    /// Moves after the position itself.
    pub moves: Vec<(Move, Range<usize>)>,
    pub comments: Vec<String>,
    pub taken: Taken,
    pub notes: Vec<RecordError>,
    /// Whether a branch has begun.
    pub has_branch: bool,
    /// The length at the end of the moves: `まで5手詰`.
    pub stated: Option<(u32, Range<usize>)>,
    /// The place of the first line that belongs to the problem.
    pub begin: usize,
    /// The author's line in headers of a record: the number of the header, and the lines of its moves.
    pub solution: Option<(usize, Vec<Line<'a>>)>,
}

/// Reads the problem at a position.
pub(super) fn read(text: &Text, region: &Region) -> Part {
    let mut draft = Draft::new(text, region);
    let content = draft.read();
    let place = region.place(text, draft.begin);
    let start = place.span.start;
    let back = |span: &Range<usize>| {
        let there = text.clean.original(span);
        there.start.saturating_sub(start)..there.end.saturating_sub(start)
    };
    Part {
        line: place.line,
        at: start,
        text: text.whole[place.span].to_owned(),
        content: match content {
            Ok((record, places)) => Ok((record, places.moved(back))),
            Err(mut error) => {
                error.span = back(&error.span);
                Err(error)
            }
        },
    }
}

impl<'a> Draft<'a> {
    fn new(text: &'a Text, region: &'a Region) -> Self {
        let lines = [region.position.lines.start, region.position.lines.end - 1];
        Self {
            text,
            region,
            setup: Setup::empty(),
            places: Places::default(),
            headers: Vec::new(),
            given: Vec::new(),
            turn: None,
            is_unmarked: false,
            has_turn: false,
            has_hands: false,
            named: [false; 2],
            is_of_record: false,
            plies: None,
            title: None,
            moves: Vec::new(),
            comments: Vec::new(),
            taken: Taken {
                form: region.position.form,
                lines: lines.map(|it| text.number_at(text.lines[it].start)),
                part: None,
                hands: Vec::new(),
                title: None,
                moves: None,
            },
            notes: Vec::new(),
            has_branch: false,
            stated: None,
            begin: text.lines[lines[0]].start,
            solution: None,
        }
    }

    fn read(&mut self) -> Result<(Record, Places), RecordError> {
        let lines = self.region.lines.clone().map(|it| self.text.line(it));
        let mut unread = lines.filter_map(|it| Some(it.at + it.text.find('\u{fffd}')?));
        if let Some(at) = unread.next().filter(|_| self.text.is_record) {
            let end = at + '\u{fffd}'.len_utf8();
            return Err(RecordError::new(Kind::Encoding, at..end));
        }
        if self.region.position.form == TakenForm::Csa {
            return self.csa();
        }
        self.position()?;
        self.around()?;
        for picture in &self.region.pictures {
            let span = self.text.lines[picture.start].start..self.text.lines[picture.end - 1].end;
            self.note(Kind::Picture, span);
        }
        let used = [&self.places.turn].into_iter().chain(&self.places.headers);
        let used = used
            .chain(self.title.iter().map(|it| &it.1))
            .filter(|it| !it.is_empty());
        let hands = self
            .given
            .iter()
            .filter(|it| it.0 <= NEAR)
            .map(|it| it.1.span.start);
        let first = used.map(|it| it.start).chain(hands).min();
        self.begin = self.begin.min(first.unwrap_or(self.begin));
        let is_whites_turn = self.turn == Some(Holder::Side(Color::White));
        if self.is_unmarked && !is_whites_turn {
            return Err(RecordError::new(Kind::Unmarked, self.places.board.clone()));
        }
        self.put_hands()?;
        self.look_for_board()?;
        let attacker = attacker(&self.setup, self.turn);
        if let Some(turn) = self.turn.filter(|_| !self.has_turn) {
            self.setup.turn = turn.color(attacker);
        }
        self.put_headers();
        let is_open =
            self.turn.is_none() && !self.has_turn && is_turn_open(&self.setup, &self.headers);
        let mut record = Record::new(self.setup.clone());
        record.headers = std::mem::take(&mut self.headers);
        record.tree.node_mut(0).comments = std::mem::take(&mut self.comments);
        let mut places = std::mem::take(&mut self.places);
        if places.turn.is_empty() {
            places.turn = places.board.clone();
        }
        let mut player = Player::new(record, places);
        player.is_turn_open = is_open;
        player.may_begin_with_white = self.turn.is_none() && !self.has_turn;
        player.unnamed = self.unnamed(attacker);
        self.play(&mut player)?;
        player.flip_open_turn();
        let (mut record, mut places) = (player.growing.record, player.places);
        // Programs count the moves of the line; only another length is that of the problem.
        let moves = record.tree.main_line().len();
        let stated = self.stated.take().filter(|it| it.0 as usize != moves);
        if let Some((number, span)) = stated.filter(|_| record.header(headers::PLIES).is_none()) {
            record
                .headers
                .push((headers::PLIES.to_owned(), format!("{number}手詰")));
            places.headers.push(span);
        }
        places.notes = std::mem::take(&mut self.notes);
        places.taken = (!self.text.is_record).then(|| self.taken.clone());
        Ok((record, places))
    }

    /// Adds a note on lines that are left out.
    pub fn note(&mut self, kind: Kind, span: Range<usize>) {
        self.notes.push(RecordError::new(kind, span));
    }

    /// Adds a header. In a text of people the first of a name counts.
    pub fn header(&mut self, key: &str, value: &str, span: Range<usize>) {
        if !self.text.is_record && self.headers.iter().any(|it| it.0 == key) {
            return;
        }
        self.headers.push((key.to_owned(), value.to_owned()));
        self.places.headers.push(span);
    }

    /// Looks whether a record has hands and no board: its diagram is missing.
    fn look_for_board(&self) -> Result<(), RecordError> {
        let is_some = |it: &&(usize, Given)| !matches!(&it.1.pieces, Ok(Pieces::These(hand, _)) if hand.is_empty());
        let is_opening = self.region.position.form == TakenForm::Opening;
        match self.given.iter().find(is_some).filter(|_| is_opening) {
            Some((_, given)) => Err(RecordError::new(Kind::Ranks(0), given.span.clone())),
            None => Ok(()),
        }
    }

    /// Puts title, length and goal into the headers.
    fn put_headers(&mut self) {
        let has = |draft: &Self, key: &str| draft.headers.iter().any(|it| it.0 == key);
        if self.text.is_record {
            return;
        }
        if let Some((title, span)) = self.title.take().filter(|_| !has(self, headers::TITLE)) {
            self.taken.title = Some(self.text.number_at(span.start));
            self.headers.insert(0, (headers::TITLE.to_owned(), title));
            self.places.headers.insert(0, span);
        }
        if let Some((number, is_brinkmate, _, span)) =
            self.plies.take().filter(|_| !has(self, headers::PLIES))
        {
            let word = if is_brinkmate { "必至" } else { "詰" };
            self.header(headers::PLIES, &format!("{number}手{word}"), span);
        }
    }

    /// Plays the moves of the record.
    fn play(&mut self, player: &mut Player) -> Result<(), RecordError> {
        for (mv, span) in std::mem::take(&mut self.moves) {
            if let Err(error) = player.play(span, |_, _| Ok(mv)) {
                player.leave_out(error);
                return Ok(());
            }
        }
        if !self.text.is_record {
            if player.growing.record.tree.is_empty() {
                self.solve(player);
            }
            return Ok(());
        }
        let text = self.text;
        let end = text.lines[self.region.lines.end.max(1) - 1].end;
        for number in self.region.position.lines.start..self.region.lines.end {
            let is_board = self.region.position.form == TakenForm::Board;
            if is_board && self.region.position.lines.contains(&number) {
                continue;
            }
            let line = text.line(number);
            let is_of_solution =
                |it: &Line<'_>| it.at >= line.at && it.at <= line.at + line.text.len();
            if self
                .solution
                .as_ref()
                .is_some_and(|it| it.1.iter().any(is_of_solution))
            {
                continue;
            }
            match token(line, true) {
                Token::Branch(rest) => {
                    player.branch(line, rest, &text.clean.text[text.lines[number].end..end]);
                }
                _ if player.leaves_out => {}
                Token::Comment => player.comment(line),
                Token::Footer => player.footer(line.text),
                read => player.moves_or_leave_out(line, &read)?,
            }
        }
        self.promote_solution(player);
        Ok(())
    }

    /// Makes the moves of a header the line of a record that has no others. The header goes, unless its first
    /// move cannot be played.
    fn promote_solution(&mut self, player: &mut Player) {
        let Some((header, moves)) = self.solution.take() else {
            return;
        };
        if player.places.broken.is_some() || !player.growing.record.tree.is_empty() {
            return;
        }
        let read = moves.into_iter().try_for_each(|it| player.free(it));
        player.places.broken = read.err();
        if !player.growing.record.tree.is_empty() {
            player.growing.record.headers.remove(header);
            player.places.headers.remove(header);
        }
    }
}

/// The most lines between a position and a line that is told if it is not understood.
pub(super) const NEAR: usize = 3;
