//! The reader of CSA.

use super::{HEADERS, kind_of, square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::headers::is_of_diagram;
use crate::lines::{Line, lines, without_last_blank_lines};
use crate::notation::cursor::Cursor;
use crate::notation::moves::MoveErrorKind;
use crate::notation::{Help, sfen};
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup};
use crate::{End, PartPlace, Places, Record};

/// Finds all records of a text, separated by a line `/`.
pub(crate) fn divide(text: &str) -> Vec<PartPlace> {
    let mut bounds = vec![(1, 0, text.len())];
    for (number, line) in lines(text).enumerate() {
        if line.trimmed().text == "/" {
            if let Some(last) = bounds.last_mut() {
                last.2 = line.at;
            }
            let next = text[line.at..]
                .find('\n')
                .map_or(text.len(), |end| line.at + end + 1);
            bounds.push((number + 2, next, text.len()));
        }
    }
    let places = bounds.into_iter().filter_map(|(line, from, to)| {
        let text = without_last_blank_lines(&text[from..to]);
        let has_more = |line: Line<'_>| {
            let bare = line.text.trim();
            !bare.is_empty() && !bare.starts_with('\'')
        };
        let span = from..from + text.len();
        lines(text)
            .any(has_more)
            .then_some(PartPlace { line, span })
    });
    places.collect()
}

/// Reads one record.
pub(crate) fn read(text: &str) -> Result<(Record, Places), RecordError> {
    CsaReader::new().run(text)
}

/// A record in the making.
pub(super) struct CsaReader {
    headers: Vec<(String, String)>,
    pub(super) places: Places,
    pub(super) setup: Setup,
    pub(super) has_diagram: bool,
    /// The ranks of the diagram read so far, one bit each.
    pub(super) ranks: u16,
    /// The side that gets all missing pieces.
    pub(super) all: Option<Color>,
    comments: Vec<String>,
    /// The defender, if no line gives him a hand.
    unnamed: Option<Color>,
    moving: Option<GrowingRecord>,
}

impl CsaReader {
    fn new() -> Self {
        Self {
            headers: Vec::new(),
            places: Places::default(),
            setup: Setup::empty(),
            has_diagram: false,
            ranks: 0,
            all: None,
            comments: Vec::new(),
            unnamed: None,
            moving: None,
        }
    }

    fn run(mut self, text: &str) -> Result<(Record, Places), RecordError> {
        if let Some(at) = text.find('\u{fffd}') {
            return Err(RecordError::new(Kind::Encoding, at..at + 3));
        }
        for line in lines(text) {
            if self.places.broken.is_some() {
                break;
            }
            // Blanks at the end may be part of a comment.
            let text = line.text.trim_start();
            let at = line.at + line.text.len() - text.len();
            let line = Line { text, at };
            // Several statements may be on one line; texts run to its end.
            if line.text.starts_with(['N', 'n', '$', 'V', 'v']) {
                self.statement(line.trimmed())?;
                continue;
            }
            self.statements(line)?;
        }
        if self.moving.is_none() {
            if !self.has_diagram {
                return Err(RecordError::new(Kind::Empty, 0..text.len()));
            }
            self.start(Color::Black)?;
        }
        let places = self.places;
        match self.moving {
            Some(growing) => Ok((growing.record, places)),
            None => Err(RecordError::new(Kind::Empty, 0..text.len())),
        }
    }

    /// Reads the statements of a line. Commas part them, and between moves also blanks.
    fn statements(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let mut rest = line.cursor();
        while !rest.rest.is_empty() {
            if let Some(comment) = rest.rest.strip_prefix('\'') {
                let Cursor { rest: text, at } = rest;
                self.comment(Line { text, at }, comment);
                return Ok(());
            }
            // Blanks inside the ranks of a diagram are empty squares.
            let is_of_diagram = rest.rest.starts_with(['P', 'p']);
            let ends = |c: char| c == ',' || c.is_whitespace() && !is_of_diagram;
            let at = rest.at;
            let text = rest.take_while(|c| !ends(c));
            let text = text.trim_end();
            let line = Line { text, at };
            match self.statement(line) {
                // The rest of the moves is left out.
                Err(error) if self.moving.is_some() && is_of_moves(line) => {
                    self.places.broken = Some(error);
                    return Ok(());
                }
                read => read?,
            }
            rest.take_while(|c| c == ',' || c.is_whitespace());
        }
        Ok(())
    }

    fn comment(&mut self, line: Line<'_>, comment: &str) {
        let comment = match comment.strip_prefix('*') {
            Some(comment) => comment,
            None if comment.starts_with("CSA encoding=") => return,
            None => match (comment.split_once('：'), &self.moving) {
                (Some((key, value)), None) if !is_of_diagram(key) => {
                    self.header(line, key, value);
                    return;
                }
                _ => comment,
            },
        };
        match &mut self.moving {
            Some(growing) => growing.node().comments.push(comment.to_owned()),
            None => self.comments.push(comment.to_owned()),
        }
    }

    fn header(&mut self, line: Line<'_>, key: &str, value: &str) {
        let header = (key.trim().to_owned(), value.trim().to_owned());
        // A header may also come after the moves, such as the time at which the game ended.
        let headers = match &mut self.moving {
            Some(growing) => &mut growing.record.headers,
            None => &mut self.headers,
        };
        headers.push(header);
        self.places.headers.push(line.span());
    }

    fn statement(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let upper = line.text.to_ascii_uppercase();
        let text = line.text;
        let unknown = || Err(RecordError::new(Kind::UnknownLine, line.span()));
        if text.is_empty() || upper.starts_with('V') {
            return Ok(());
        }
        for (name, header) in HEADERS {
            if upper.starts_with(name) {
                self.header(line, header, &text[name.len()..]);
                return Ok(());
            }
        }
        if let Some((key, value)) = text.strip_prefix('$').and_then(|it| it.split_once(':')) {
            self.header(line, key, value);
            return Ok(());
        }
        if !text.is_ascii() {
            return unknown();
        }
        // Small letters are as good.
        let text = upper.as_str();
        let line = Line { text, at: line.at };
        match text.as_bytes() {
            [b'P', ..] if self.moving.is_none() => self.diagram(line),
            [b'+'] => self.turn(line, Color::Black),
            [b'-'] => self.turn(line, Color::White),
            [b'+' | b'-', ..] => self.mv(line),
            [b'T', ..] => {
                let seconds = text[1..].parse::<f64>().ok().filter(|it| *it >= 0.0);
                if let (Some(seconds), Some(growing)) = (seconds, &mut self.moving) {
                    growing.node().seconds = Some(seconds as u32);
                }
                Ok(())
            }
            [b'%', ..] => {
                if let Some(growing) = &mut self.moving {
                    match End::of_csa(&text[1..]) {
                        Some(end) => growing.node().end = Some(end),
                        // Other programs have other ends.
                        None => growing.node().comments.push(text.to_owned()),
                    }
                }
                Ok(())
            }
            _ => unknown(),
        }
    }

    fn turn(&mut self, line: Line<'_>, turn: Color) -> Result<(), RecordError> {
        if self.moving.is_some() {
            return Err(RecordError::new(MoveErrorKind::NoMove, line.span()));
        }
        // Without a diagram it is a game.
        if !self.has_diagram {
            self.initial();
        }
        self.places.turn = line.span();
        self.start(turn)
    }

    fn start(&mut self, turn: Color) -> Result<(), RecordError> {
        if !matches!(self.ranks, 0 | 0x1ff) {
            let kind = Kind::Ranks(self.ranks.count_ones() as usize);
            return Err(RecordError::new(kind, self.places.board.clone()));
        }
        if let Some(color) = self.all {
            let missing = self.setup.missing();
            let hand = &mut self.setup.hands[color.index()];
            *hand = hand.plus(missing);
        }
        self.setup.turn = turn;
        let has_king = |color| self.setup.kings(color).next().is_some();
        self.unnamed = match Color::ALL.map(has_king) {
            [false, true] => Some(Color::White),
            [true, false] => Some(Color::Black),
            _ => None,
        };
        self.unnamed = (self.unnamed).filter(|it| self.setup.hands[it.index()].is_empty());
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        self.places.moves.push(0..0);
        let mut record = Record::new(self.setup.clone());
        record.headers = std::mem::take(&mut self.headers);
        record.tree.node_mut(0).comments = std::mem::take(&mut self.comments);
        self.moving = Some(GrowingRecord::new(record));
        Ok(())
    }

    /// Reads a move: `+3134RY`, `-0055FU`.
    fn mv(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text;
        let error = |kind: MoveErrorKind| Err(RecordError::new(kind, line.span()));
        let color = if text.starts_with('+') {
            Color::Black
        } else {
            Color::White
        };
        let parts = (text.len() == 7).then(|| {
            let from = square(&text[1..3])?;
            Some((from, square(&text[3..5])??, kind_of(&text[5..7])?))
        });
        let Some((from, to, kind)) = parts.flatten() else {
            let error = RecordError::new(MoveErrorKind::NoMove, line.span());
            return Err(error.with_help(Help::CsaMove));
        };
        if self.moving.is_none() {
            // The first move tells whose turn it is. Without a diagram it is one of a game.
            if !self.has_diagram {
                self.initial();
            }
            self.start(color)?;
        }
        let Some(growing) = &mut self.moving else {
            return Ok(());
        };
        if color != growing.setup.turn {
            return error(MoveErrorKind::WrongSide);
        }
        let mv = match from {
            None if kind.is_promoted() || kind == PieceKind::King => {
                return error(MoveErrorKind::NoMove);
            }
            None => Move::drop(kind, to),
            Some(from) if from == to => return error(MoveErrorKind::NoMove),
            Some(from) => {
                let moved = growing
                    .setup
                    .piece_at(from)
                    .filter(|it| it.color() == color);
                match moved.map(Piece::kind) {
                    Some(it) if it == kind => Move::board(from, to, false),
                    Some(it) if it.can_promote() && it.promote() == kind => {
                        Move::board(from, to, true)
                    }
                    _ => return error(MoveErrorKind::NoPieceThere(kind, from)),
                }
            }
        };
        if growing.play(mv, line.span(), &mut self.places).is_ok() {
            return Ok(());
        }
        // No line gives the defender's hand: he holds the rest.
        let is_open = self.unnamed == Some(color) && mv.is_drop();
        let held = growing.setup.hands[color.index()];
        if is_open {
            growing.fill_hand(color);
        }
        let played = growing.play(mv, line.span(), &mut self.places);
        if played.is_ok() {
            self.unnamed = None;
        } else if is_open {
            growing.record.setup.hands[color.index()] = Hand::EMPTY;
            growing.setup.hands[color.index()] = held;
        }
        played
    }

    /// Puts the initial position of a game on the board.
    pub(super) fn initial(&mut self) {
        let initial = sfen::parse("startpos").map(|it| it.setup);
        self.setup = initial.unwrap_or_else(|_| Setup::empty());
    }
}

/// Returns whether a line is a move or an end, as far as its first character tells.
fn is_of_moves(line: Line<'_>) -> bool {
    line.text.starts_with(['+', '-', '%'])
}
