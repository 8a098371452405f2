//! The reader of CSA, versions 1 to 3, with the names that the writer shares.
//!
//! The format has no room for headers of its own making: they are written as comments in front of
//! the diagram (`'作者：…`), and read back from there.

use super::error::{RecordError, RecordErrorKind as Kind};
use super::header::is_of_diagram;
use super::lines::{Line, lines};
use super::{End, NodeId, Part, Places, Record};
use crate::notation::moves::MoveErrorKind;
use crate::notation::{Help, sfen};
use crate::shogi::{Color, Move, Piece, PieceKind, Setup, Square};
use std::ops::Range;

/// The names of kinds.
const KINDS: [(&str, PieceKind); 14] = [
    ("FU", PieceKind::Pawn),
    ("KY", PieceKind::Lance),
    ("KE", PieceKind::Knight),
    ("GI", PieceKind::Silver),
    ("KI", PieceKind::Gold),
    ("KA", PieceKind::Bishop),
    ("HI", PieceKind::Rook),
    ("OU", PieceKind::King),
    ("TO", PieceKind::ProPawn),
    ("NY", PieceKind::ProLance),
    ("NK", PieceKind::ProKnight),
    ("NG", PieceKind::ProSilver),
    ("UM", PieceKind::Horse),
    ("RY", PieceKind::Dragon),
];

/// Headers the format knows, with their names in KIF.
pub(super) const HEADERS: [(&str, &str); 8] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$TIME_LIMIT:", "持ち時間"),
    ("$OPENING:", "戦型"),
];

fn kind_of(name: &str) -> Option<PieceKind> {
    let found = KINDS.iter().find(|(it, _)| *it == name);
    found.map(|(_, kind)| *kind)
}

pub(super) fn name_of(kind: PieceKind) -> &'static str {
    let found = KINDS.iter().find(|(_, it)| *it == kind);
    found.map_or("FU", |(name, _)| name)
}

/// Reads all records of a text; a line `/` parts them.
pub(super) fn read(text: &str) -> Vec<Part> {
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
    let parts = bounds.into_iter().filter_map(|(line, from, to)| {
        let text = text[from..to].trim_end();
        let has_more =
            |line: Line<'_>| !line.text.trim().is_empty() && !line.text.starts_with('\'');
        lines(text).any(has_more).then(|| Part {
            line,
            text: text.to_owned(),
            content: Reader::new().run(text),
        })
    });
    parts.collect()
}

struct Reader {
    headers: Vec<(String, String)>,
    places: Places,
    setup: Setup,
    has_diagram: bool,
    /// Which ranks of the diagram were there, a bit each.
    ranks: u16,
    /// Who gets all pieces that are nowhere.
    all: Option<Color>,
    comments: Vec<String>,
    moving: Option<(Record, NodeId, Setup)>,
}

impl Reader {
    fn new() -> Self {
        Self {
            headers: Vec::new(),
            places: Places::default(),
            setup: Setup::empty(),
            has_diagram: false,
            ranks: 0,
            all: None,
            comments: Vec::new(),
            moving: None,
        }
    }

    fn run(mut self, text: &str) -> Result<(Record, Places), RecordError> {
        if let Some(at) = text.find('\u{fffd}') {
            return Err(RecordError::new(Kind::Encoding, at..at + 3));
        }
        for line in lines(text) {
            if let Some(comment) = line.text.strip_prefix('\'') {
                self.comment(line, comment);
                continue;
            }
            // Statements may share a line; texts run to its end.
            if line.text.starts_with(['N', '$', 'V']) {
                self.statement(line.trimmed())?;
                continue;
            }
            let mut at = line.at;
            for text in line.text.split(',') {
                // Blanks inside the ranks of a diagram are empty squares.
                let text_only = text.trim_end();
                self.statement(Line {
                    text: text_only,
                    at,
                })?;
                at += text.len() + 1;
            }
        }
        if self.moving.is_none() {
            if !self.has_diagram {
                return Err(RecordError::new(Kind::Empty, 0..text.len()));
            }
            self.start(Color::Black)?;
        }
        let places = self.places;
        match self.moving {
            Some((record, ..)) => Ok((record, places)),
            None => Err(RecordError::new(Kind::Empty, 0..text.len())),
        }
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
            Some((record, at, _)) => {
                let comments = &mut record.tree.node_mut(*at).comments;
                comments.push(comment.to_owned());
            }
            None => self.comments.push(comment.to_owned()),
        }
    }

    fn header(&mut self, line: Line<'_>, key: &str, value: &str) {
        let header = (key.trim().to_owned(), value.trim().to_owned());
        self.headers.push(header);
        self.places.headers.push(line.span());
    }

    fn statement(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text;
        let unknown = || Err(RecordError::new(Kind::UnknownLine, line.span()));
        if text.is_empty() || text.starts_with('V') {
            return Ok(());
        }
        for (name, header) in HEADERS {
            if let Some(value) = text.strip_prefix(name) {
                self.header(line, header, value);
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
        match text.as_bytes() {
            [b'P', ..] if self.moving.is_none() => self.diagram(line),
            [b'+'] => self.turn(line, Color::Black),
            [b'-'] => self.turn(line, Color::White),
            [b'+' | b'-', ..] => self.mv(line),
            [b'T', ..] => {
                let seconds = text[1..].parse::<f64>().ok().filter(|it| *it >= 0.0);
                if let (Some(seconds), Some((record, at, _))) = (seconds, &mut self.moving) {
                    record.tree.node_mut(*at).seconds = Some(seconds as u32);
                }
                Ok(())
            }
            [b'%', ..] => {
                let Some(end) = End::of_csa(&text[1..]) else {
                    return unknown();
                };
                if let Some((record, at, _)) = &mut self.moving {
                    record.tree.node_mut(*at).end = Some(end);
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
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        self.places.moves.push(0..0);
        let mut record = Record::new(self.setup.clone());
        record.headers = std::mem::take(&mut self.headers);
        record.tree.node_mut(0).comments = std::mem::take(&mut self.comments);
        self.moving = Some((record, 0, self.setup.clone()));
        Ok(())
    }

    fn put(&mut self, square: Square, piece: Piece, span: Range<usize>) -> Result<(), RecordError> {
        if self.setup.piece_at(square).is_some() {
            return Err(RecordError::new(Kind::Occupied(square), span));
        }
        self.setup.board[square.index()] = Some(piece);
        self.places.pieces.push((square, span));
        Ok(())
    }

    /// `PI82HI22KA`, `P1-KY-KE…`, `P+00KI`, `P-00AL`
    fn diagram(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let (text, at) = (line.text, line.at);
        if !self.has_diagram {
            self.places.board = line.span();
        }
        self.has_diagram = true;
        self.places.board.end = line.span().end;
        let rest = &text[2.min(text.len())..];
        let span = |from: usize, length: usize| {
            let from = at + 2 + from;
            from..(from + length).min(at + text.len())
        };
        let no_piece = |from: usize, length: usize| {
            let word = rest.get(from..).unwrap_or("");
            let word = &word[..length.min(word.len())];
            RecordError::new(Kind::NoSuchPiece(word.to_owned()), span(from, length))
        };
        match text.as_bytes().get(1) {
            Some(b'I') => {
                let initial = sfen::parse("startpos").map(|it| it.setup);
                self.setup = initial.unwrap_or_else(|_| Setup::empty());
                for from in (0..rest.len()).step_by(4) {
                    let square = rest.get(from..from + 2).and_then(square);
                    let square = square.flatten().ok_or_else(|| no_piece(from, 4))?;
                    self.setup.board[square.index()] = None;
                }
            }
            Some(digit @ b'1'..=b'9') => {
                let rank = digit - b'1';
                if self.ranks & 1 << rank != 0 {
                    return Err(RecordError::new(Kind::SecondRank(rank + 1), line.span()));
                }
                self.ranks |= 1 << rank;
                let no_piece =
                    |from, length| no_piece(from, length).with_help(Help::ThreeCharacters);
                let mut squares = 0_usize;
                for from in (0..rest.len()).step_by(3) {
                    squares += 1;
                    let cell = &rest[from..(from + 3).min(rest.len())];
                    let color = match cell.as_bytes()[0] {
                        b'+' => Color::Black,
                        b'-' => Color::White,
                        b' ' | b'*' => continue,
                        _ => return Err(no_piece(from, 3)),
                    };
                    let kind = kind_of(&cell[1..]).ok_or_else(|| no_piece(from, 3))?;
                    if squares <= 9 {
                        let square = Square::new(9 - squares as u8, rank);
                        self.put(square, Piece::new(color, kind), span(from, 3))?;
                    }
                }
                // Empty squares at the end may have lost their blanks.
                if squares > 9 || squares == 0 && !rest.is_empty() {
                    return Err(RecordError::new(Kind::RankLength(squares), line.span()));
                }
            }
            Some(sign @ (b'+' | b'-')) => {
                let color = if *sign == b'+' {
                    Color::Black
                } else {
                    Color::White
                };
                for from in (0..rest.len()).step_by(4) {
                    let place = rest.get(from..from + 2).and_then(square);
                    let (Some(place), Some(name)) = (place, rest.get(from + 2..from + 4)) else {
                        return Err(no_piece(from, 4));
                    };
                    if name == "AL" {
                        self.all = Some(color);
                        continue;
                    }
                    let kind = kind_of(name).ok_or_else(|| no_piece(from, 4))?;
                    if let Some(square) = place {
                        self.put(square, Piece::new(color, kind), span(from, 4))?;
                        continue;
                    }
                    if kind == PieceKind::King || kind.is_promoted() {
                        return Err(no_piece(from, 4));
                    }
                    let hand = &mut self.setup.hands[color.index()];
                    if hand.count(kind) >= u32::from(PieceKind::SET[kind.index()]) {
                        return Err(RecordError::new(Kind::HandTooBig, span(from, 4)));
                    }
                    *hand = hand.add(kind);
                    self.places.held.push((color, kind, span(from, 4)));
                }
            }
            _ => return Err(RecordError::new(Kind::UnknownLine, line.span())),
        }
        Ok(())
    }

    /// `+3134RY`, `-0055FU`
    fn mv(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text;
        let error = |kind: MoveErrorKind| Err(RecordError::new(kind, line.span()));
        let Some((record, at, setup)) = &mut self.moving else {
            let error = RecordError::new(MoveErrorKind::NoMove, line.span());
            return Err(error.with_help(Help::TurnFirst));
        };
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
        if color != setup.turn {
            return error(MoveErrorKind::WrongSide);
        }
        let mv = match from {
            None if kind.is_promoted() || kind == PieceKind::King => {
                return error(MoveErrorKind::NoMove);
            }
            None => Move::drop(kind, to),
            Some(from) if from == to => return error(MoveErrorKind::NoMove),
            Some(from) => {
                let moved = setup.piece_at(from).filter(|it| it.color() == color);
                match moved.map(Piece::kind) {
                    Some(it) if it == kind => Move::board(from, to, false),
                    Some(it) if it.can_promote() && it.promote() == kind => {
                        Move::board(from, to, true)
                    }
                    _ => return error(MoveErrorKind::NoPieceThere(kind, from)),
                }
            }
        };
        if !setup.play(mv) {
            return error(MoveErrorKind::Unplayable);
        }
        *at = record.tree.add(*at, mv);
        self.places.moves.push(line.span());
        Ok(())
    }
}

/// The square of two digits; `00` is a hand.
#[allow(clippy::option_option)]
fn square(text: &str) -> Option<Option<Square>> {
    match text.as_bytes() {
        b"00" => Some(None),
        &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            Some(Some(Square::new(file - b'1', rank - b'1')))
        }
        _ => None,
    }
}
