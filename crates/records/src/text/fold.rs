//! Makes a record of a position and the lines around it: the order of the steps, and what they share.

use super::hand::{Pieces, WrittenHand};
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

/// The parts of a record while the lines of its region are read.
pub(super) struct Draft<'a> {
    pub text: &'a Text,
    pub region: &'a Region,
    pub setup: Setup,
    pub places: Places,
    pub headers: Vec<(String, String)>,
    /// The hands that are written, each with the number of lines between it and the position.
    pub hands: Vec<(usize, WrittenHand)>,
    pub turn: Option<Holder>,
    /// Whether no piece of the board is marked as White's.
    pub is_unmarked: bool,
    /// Whether the position itself says who moves.
    pub has_turn: bool,
    /// Whether the position itself has hands.
    pub has_hands: bool,
    /// For each side, whether a line gives its hand.
    pub has_hand_line: [bool; 2],
    /// Whether the board has the form of records, which have the hands of both sides.
    pub is_of_record: bool,
    pub length: Option<StatedLength>,
    pub title: Option<(String, Range<usize>)>,
    /// Moves after the position itself.
    pub moves: Vec<(Move, Range<usize>)>,
    pub comments: Vec<String>,
    pub taken: Taken,
    pub notes: Vec<RecordError>,
    /// Whether a branch has begun.
    pub has_branch: bool,
    /// The length in the line after the moves: `まで5手詰`.
    pub footer_plies: Option<(u32, Range<usize>)>,
    /// The place of the first line that belongs to the problem.
    pub begin: usize,
    /// The place behind the last line of the position. It may be beyond the region.
    pub end: usize,
    /// The author's line in headers of a record: the number of the header, and the lines of its moves.
    pub solution: Option<(usize, Vec<Line<'a>>)>,
}

/// The length of a problem that a text near the position states.
pub(super) struct StatedLength {
    pub plies: u32,
    pub is_brinkmate: bool,
    /// The number of lines between the text and the position.
    pub distance: usize,
    pub span: Range<usize>,
}

/// Reads the problem at a position.
pub(super) fn read(text: &Text, region: &Region) -> Part {
    let mut draft = Draft::new(text, region);
    let content = draft.read();
    let place = region.place(text, draft.begin..draft.end);
    let start = place.span.start;
    // Maps places of the clean text to those of the part.
    let to_part = |span: &Range<usize>| {
        let original = text.clean.original(span);
        original.start.saturating_sub(start)..original.end.saturating_sub(start)
    };
    Part {
        line: place.line,
        at: start,
        text: text.whole[place.span].to_owned(),
        content: match content {
            Ok((record, places)) => Ok((record, places.moved(to_part))),
            Err(mut error) => {
                error.span = to_part(&error.span);
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
            hands: Vec::new(),
            turn: None,
            is_unmarked: false,
            has_turn: false,
            has_hands: false,
            has_hand_line: [false; 2],
            is_of_record: false,
            length: None,
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
            footer_plies: None,
            begin: text.lines[lines[0]].start,
            end: text.lines[lines[1]].end,
            solution: None,
        }
    }

    fn read(&mut self) -> Result<(Record, Places), RecordError> {
        let lines = self.region.lines.clone().map(|it| self.text.line(it));
        let mut undecoded = lines.filter_map(|it| Some(it.at + it.text.find('\u{fffd}')?));
        if let Some(at) = undecoded.next()
            && self.text.is_record
        {
            let end = at + '\u{fffd}'.len_utf8();
            return Err(RecordError::new(Kind::Encoding, at..end));
        }
        if self.region.position.form == TakenForm::Csa {
            return self.read_csa();
        }
        self.read_position()?;
        self.read_surroundings()?;
        for picture in &self.region.pictures {
            let span = self.text.lines[picture.start].start..self.text.lines[picture.end - 1].end;
            self.note(Kind::Picture, span);
        }
        let used = [&self.places.turn].into_iter().chain(&self.places.headers);
        let used = used
            .chain(self.title.iter().map(|(_, span)| span))
            .filter(|it| !it.is_empty());
        let near_hands = self.hands.iter().filter(|(distance, _)| *distance <= NEAR);
        let hands = near_hands.map(|(_, hand)| hand.span.start);
        let first = used.map(|it| it.start).chain(hands).min();
        self.begin = self.begin.min(first.unwrap_or(self.begin));
        let is_whites_turn = self.turn == Some(Holder::Side(Color::White));
        if self.is_unmarked && !is_whites_turn {
            return Err(RecordError::new(Kind::Unmarked, self.places.board.clone()));
        }
        self.put_hands()?;
        self.require_board()?;
        let attacker = attacker(&self.setup, self.turn);
        if !self.has_turn
            && let Some(turn) = self.turn
        {
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
        player.handless_side = self.handless_side(attacker);
        self.play(&mut player)?;
        player.flip_open_turn();
        let (mut record, mut places) = (player.growing.record, player.places);
        // Programs write the number of moves into the footer. Only another number is the length of the problem.
        let moves = record.tree.main_line().len();
        if let Some((number, span)) = self.footer_plies.take()
            && number as usize != moves
            && record.header(headers::PLIES).is_none()
        {
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

    /// Adds a header. In a free text only the first header of a name counts.
    pub fn header(&mut self, key: &str, value: &str, span: Range<usize>) {
        if !self.text.is_record && self.headers.iter().any(|(known, _)| known == key) {
            return;
        }
        self.headers.push((key.to_owned(), value.to_owned()));
        self.places.headers.push(span);
    }

    /// Refuses a record that has hands but no board: its diagram is missing.
    fn require_board(&self) -> Result<(), RecordError> {
        if self.region.position.form != TakenForm::Opening {
            return Ok(());
        }
        let is_empty = |pieces: &Result<Pieces, _>| matches!(pieces, Ok(Pieces::These(hand, _)) if hand.is_empty());
        let mut hands = self.hands.iter().map(|(_, hand)| hand);
        match hands.find(|hand| !is_empty(&hand.pieces)) {
            Some(hand) => Err(RecordError::new(Kind::Ranks(0), hand.span.clone())),
            None => Ok(()),
        }
    }

    /// Puts title, length and goal into the headers.
    fn put_headers(&mut self) {
        if self.text.is_record {
            return;
        }
        let has_title = self.headers.iter().any(|(key, _)| key == headers::TITLE);
        if let Some((title, span)) = self.title.take()
            && !has_title
        {
            self.taken.title = Some(self.text.number_at(span.start));
            self.headers.insert(0, (headers::TITLE.to_owned(), title));
            self.places.headers.insert(0, span);
        }
        // A header of the length in the text comes first, and counts.
        if let Some(length) = self.length.take() {
            let word = if length.is_brinkmate { "必至" } else { "詰" };
            let value = format!("{}手{word}", length.plies);
            self.header(headers::PLIES, &value, length.span);
        }
    }

    /// Plays the moves of the position itself, and those in the lines after it.
    fn play(&mut self, player: &mut Player) -> Result<(), RecordError> {
        for (mv, span) in std::mem::take(&mut self.moves) {
            if let Err(error) = player.play(span, |_, _| Ok(mv)) {
                player.leave_out(error);
                return Ok(());
            }
        }
        if !self.text.is_record {
            if player.growing.record.tree.is_empty() {
                self.play_solution(player);
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
                .is_some_and(|(_, lines)| lines.iter().any(is_of_solution))
            {
                continue;
            }
            match token(line, true) {
                Token::Branch(rest) => {
                    player.begin_branch(line, rest, &text.clean.text[text.lines[number].end..end]);
                }
                _ if player.leaves_out => {}
                Token::Comment => player.add_comment(line),
                Token::Footer => player.read_footer(line.text),
                token => player.play_line_or_leave_out(line, &token)?,
            }
        }
        self.promote_solution(player);
        Ok(())
    }

    /// Plays the moves of a header, if the record has no others. Then the header is removed, unless its first move
    /// cannot be played.
    fn promote_solution(&mut self, player: &mut Player) {
        let Some((header, moves)) = self.solution.take() else {
            return;
        };
        if player.places.broken.is_some() || !player.growing.record.tree.is_empty() {
            return;
        }
        let result = moves.into_iter().try_for_each(|it| player.play_free(it));
        player.places.broken = result.err();
        if !player.growing.record.tree.is_empty() {
            player.growing.record.headers.remove(header);
            player.places.headers.remove(header);
        }
    }
}

/// The most lines between a position and a line that belongs to it for sure. Such a line becomes a note if it is not
/// understood.
pub(super) const NEAR: usize = 3;
