//! The reader of KIF and KI2, and of what is written in between.
//!
//! A text is first parted into records, by lines that can only begin another one; then each is read
//! by itself, line by line.

use super::error::{DEEPEST, RecordError, RecordErrorKind as Kind};
use super::header::{self, hand_owner, number};
use super::lines::{Line, lines};
use super::parting::{LineKind, kind, starts};
use super::{End, NodeId, Part, Places, Record};
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::moves::MoveErrorKind;
use crate::notation::written_move::{piece, side, told};
use crate::notation::{Help, sfen};
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};

/// Reads all records of a text.
pub(super) fn read(text: &str) -> Vec<Part> {
    let starts = starts(text);
    let mut parts = Vec::new();
    for (at, &(number, from)) in starts.iter().enumerate() {
        let to = starts.get(at + 1).map_or(text.len(), |next| next.1);
        let text = text[from..to].trim_end();
        if lines(text).any(|line| !matches!(kind(line), LineKind::Blank | LineKind::Remark)) {
            parts.push(Part {
                line: number,
                text: text.to_owned(),
                content: Reader::default().run(text),
            });
        }
    }
    parts
}

/// One record under way.
#[derive(Default)]
struct Reader {
    headers: Vec<(String, String)>,
    places: Places,
    handicap: Option<(String, std::ops::Range<usize>)>,
    ranks: usize,
    board: Vec<(Square, Piece)>,
    hands: [Option<HandLine>; 2],
    turn: Option<Color>,
    comments: Vec<String>,
    /// The record once its diagram is known, the last node, and the diagram there.
    moving: Option<(Record, NodeId, Setup)>,
}

#[derive(Clone, Copy)]
enum HandLine {
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
            self.line(line)?;
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

    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        match kind(line) {
            LineKind::Blank | LineKind::Remark | LineKind::Frame | LineKind::Rule => {}
            LineKind::Comment => self.comment(line),
            LineKind::Rank => self.rank(line)?,
            LineKind::Turn(turn) => {
                self.turn = Some(turn);
                self.places.turn = line.span();
            }
            LineKind::Header(key, value) => self.header(line, key, value)?,
            LineKind::Flag(key) => self.push_header(line, key, ""),
            // Some programs write it into the headers of problems, where it means nothing.
            LineKind::Branch(rest) => {
                if let Some((record, at, setup)) = &mut self.moving {
                    let digits: String = rest
                        .trim_start_matches(['：', ':', ' ', '　'])
                        .chars()
                        .take_while(|&c| digit(c).is_some())
                        .collect();
                    let Some(ply) = number(&digits) else {
                        return Err(RecordError::new(Kind::NoPly, line.span()));
                    };
                    let ply = ply as usize;
                    let before = ply.checked_sub(1);
                    let node = before.and_then(|ply| record.tree.ancestor(*at, ply));
                    let Some(node) = node else {
                        return Err(RecordError::new(Kind::NoSuchPly(ply), line.span()));
                    };
                    *at = node;
                    *setup = record.tree.setup_at(&record.setup, node);
                }
            }
            LineKind::Footer => self.footer(line),
            LineKind::Move => self.numbered(line)?,
            LineKind::Moves => self.relative(line)?,
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
            _ if header::is_of_diagram(key) => {}
            _ => self.push_header(line, key, value),
        }
        Ok(())
    }

    /// `飛　金四　歩十八`, `なし`
    fn hand(&mut self, line: Line<'_>, color: Color) -> Result<HandLine, RecordError> {
        let mut cursor = line.cursor();
        cursor.take_while(|c| !matches!(c, '：' | ':'));
        cursor.next();
        let mut hand = Hand::EMPTY;
        loop {
            cursor.take_while(|c| c.is_whitespace() || matches!(c, '、' | ',' | '・'));
            if cursor.rest.is_empty() {
                return Ok(HandLine::These(hand));
            }
            if cursor.rest.starts_with("なし") || cursor.rest.starts_with("無し") {
                return Ok(HandLine::These(Hand::EMPTY));
            }
            if cursor.rest.starts_with("残り") || cursor.rest.starts_with('残') {
                return Ok(HandLine::Rest);
            }
            let start = cursor.at;
            let word = cursor.rest.split(char::is_whitespace).next().unwrap_or("");
            let no_piece = || {
                let kind = Kind::NoSuchHand(word.to_owned());
                RecordError::new(kind, start..start + word.len())
            };
            let kind = piece(&mut cursor).ok_or_else(no_piece)?;
            if kind == PieceKind::King || kind.is_promoted() {
                return Err(no_piece());
            }
            let digits = cursor.take_while(|c| digit(c).is_some() || kanji(c).is_some());
            let count = match digits {
                "" => 1,
                digits => number(digits).ok_or_else(no_piece)?,
            };
            let total = hand.count(kind) + count;
            if total > u32::from(PieceKind::SET[kind.index()]) {
                return Err(RecordError::new(Kind::HandTooBig, start..cursor.at));
            }
            hand = hand.with(kind, total);
            self.places.held.push((color, kind, start..cursor.at));
        }
    }

    /// `| ・ ・v玉 …|一`
    fn rank(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        if self.ranks == 0 {
            self.places.board = line.span();
        }
        self.places.board.end = line.span().end;
        let rank = self.ranks;
        self.ranks += 1;
        if rank >= 9 {
            return Err(RecordError::new(Kind::Ranks(rank + 1), line.span()));
        }
        let mut cursor = line.trimmed().cursor();
        cursor.next();
        let mut file = 0_usize;
        while let Some(c) = cursor.peek() {
            if matches!(c, '|' | '｜') {
                break;
            }
            cursor.take_while(|c| c == ' ');
            let start = cursor.at;
            let is_white = cursor.skip_one(|c| matches!(c, 'v' | 'V' | 'ｖ' | 'Ｖ' | '▽' | '△'));
            if !is_white {
                cursor.skip_one(|c| matches!(c, '^' | '▲'));
            }
            let Some(c) = cursor.peek() else { break };
            if matches!(c, '|' | '｜') {
                break;
            }
            if matches!(c, '・' | '･' | '.' | '．' | '　' | '＊' | '*' | '·' | '□') {
                cursor.next();
            } else {
                let Some(kind) = piece(&mut cursor) else {
                    let kind = Kind::NoSuchPiece(c.to_string());
                    return Err(RecordError::new(kind, cursor.next_span()));
                };
                if file < 9 {
                    let square = Square::new(8 - file as u8, rank as u8);
                    let color = if is_white { Color::White } else { Color::Black };
                    self.board.push((square, Piece::new(color, kind)));
                    self.places.pieces.push((square, start..cursor.at));
                }
            }
            file += 1;
        }
        if file != 9 {
            return Err(RecordError::new(Kind::RankLength(file), line.span()));
        }
        Ok(())
    }

    /// Fixes the diagram, at the first move or at the end.
    fn start(&mut self) -> Result<(), RecordError> {
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
            let Some(handicap) = handicap(name) else {
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

    /// Reads one move and goes on behind it.
    fn one(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        let told = told(cursor)?;
        let Some((record, at, setup)) = &mut self.moving else {
            return Ok(());
        };
        let previous = record.tree.node(*at).mv.map(crate::shogi::Move::to);
        let mv = told.find(setup, previous)?;
        let known = record.tree.len();
        *at = record.tree.add(*at, mv);
        if record.tree.len() > known {
            self.places.moves.push(told.span.clone());
        }
        if record.tree.node(*at).depth > DEEPEST {
            return Err(RecordError::new(Kind::TooDeep(DEEPEST), told.span));
        }
        let played = setup.play(mv);
        debug_assert!(played, "the move was tried");
        Ok(())
    }

    /// `   1 ３四飛成(31)   ( 0:01/00:00:01)+`
    fn numbered(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        self.start()?;
        let mut cursor = line.trimmed().cursor();
        let mut digits = cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            digits = cursor.take_while(|c| digit(c).is_some());
        }
        let ply = number(digits);
        cursor.skip_blanks();
        let word = cursor.rest.split(['(', '（']).next().unwrap_or("");
        let word = word.trim().trim_end_matches('+');
        if let Some(end) = End::of_kif(word) {
            if let Some((record, at, _)) = &mut self.moving {
                record.tree.node_mut(*at).end = Some(end);
            }
            return Ok(());
        }
        cursor.skip_one(|c| side(c).is_some());
        let moving = self.moving.as_ref();
        let next = moving.map_or(1, |(record, at, _)| record.tree.node(*at).ply + 1);
        self.one(&mut cursor).map_err(|error| {
            if error.help.is_some() || ply.is_none_or(|ply| ply as usize == next) {
                return error;
            }
            error.with_help(Help::MoveMissing)
        })?;
        cursor.skip_blanks();
        if let (Some(seconds), Some((record, at, _))) = (spent(cursor.rest), &mut self.moving) {
            record.tree.node_mut(*at).seconds = Some(seconds);
        }
        let rest = cursor.rest.trim_end().trim_end_matches('+').trim_end();
        if rest.is_empty() || rest.starts_with(['(', '（', '*']) && rest.ends_with([')', '）']) {
            return Ok(());
        }
        Err(RecordError::new(
            MoveErrorKind::NoMove,
            cursor.at..cursor.at + rest.len(),
        ))
    }

    /// `▲３四飛成　△１五玉 …`
    fn relative(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        self.start()?;
        let mut cursor = line.trimmed().cursor();
        while let Some(c) = cursor.peek() {
            if c.is_whitespace() || matches!(c, '、' | ',' | '+') {
                cursor.next();
                continue;
            }
            let span = cursor.next_span();
            let Some(color) = side(c) else {
                let rest = cursor.rest;
                if rest.starts_with("まで") {
                    let at = cursor.at;
                    self.footer(Line { text: rest, at });
                    return Ok(());
                }
                return Err(RecordError::new(MoveErrorKind::NoMove, span));
            };
            cursor.next();
            cursor.skip_blanks();
            let word = cursor.rest.split(char::is_whitespace).next().unwrap_or("");
            if let (Some(end), Some((record, at, _))) = (End::of_kif(word), &mut self.moving) {
                record.tree.node_mut(*at).end = Some(end);
                cursor.advance(word.len());
                continue;
            }
            let is_wrong = self.moving.as_ref().is_some_and(|it| it.2.turn != color);
            if is_wrong {
                return Err(RecordError::new(MoveErrorKind::WrongSide, span));
            }
            self.one(&mut cursor)?;
        }
        Ok(())
    }

    /// `まで5手で詰み`
    fn footer(&mut self, line: Line<'_>) {
        let text = line.text;
        let words = [
            ("不詰", End::NoMate),
            ("詰", End::Mate),
            ("中断", End::Interruption),
            ("千日手", End::Repetition),
            ("持将棋", End::Impasse),
            ("時間切れ", End::TimeUp),
            ("切れ負け", End::TimeUp),
            ("反則負け", End::IllegalMove),
            ("反則", End::IllegalAction),
            ("入玉", End::Declaration),
            ("投了", End::Resignation),
            ("勝ち", End::Resignation),
        ];
        let end = words.iter().find(|(word, _)| text.contains(word));
        if let (Some(&(_, end)), Some((record, at, _))) = (end, &mut self.moving) {
            record.tree.node_mut(*at).end.get_or_insert(end);
        }
    }
}

/// The seconds in `( 0:16/00:00:16)`.
fn spent(text: &str) -> Option<u32> {
    let inside = text.strip_prefix(['(', '（'])?.trim_start();
    let time = inside.split(['/', ')', '）']).next()?;
    let mut seconds = 0_u32;
    for part in time.trim().split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(number(part.trim())?)?;
    }
    Some(seconds)
}

/// The initial diagram of a handicap.
pub(super) fn handicap(name: &str) -> Option<Setup> {
    let (white, backs) = match name.trim() {
        "平手" | "" => return start("lnsgkgsnl/1r5b1", "b"),
        "香落ち" => ("lnsgkgsn1", "1r5b1"),
        "右香落ち" => ("1nsgkgsnl", "1r5b1"),
        "角落ち" => ("lnsgkgsnl", "1r7"),
        "飛車落ち" => ("lnsgkgsnl", "7b1"),
        "飛香落ち" => ("lnsgkgsn1", "7b1"),
        "二枚落ち" => ("lnsgkgsnl", "9"),
        "三枚落ち" => ("lnsgkgsn1", "9"),
        "四枚落ち" => ("1nsgkgsn1", "9"),
        "五枚落ち" => ("2sgkgsn1", "9"),
        "左五枚落ち" => ("1nsgkgs2", "9"),
        "六枚落ち" => ("2sgkgs2", "9"),
        "左七枚落ち" => ("2sgkg3", "9"),
        "右七枚落ち" => ("3gkgs2", "9"),
        "八枚落ち" => ("3gkg3", "9"),
        "十枚落ち" => ("4k4", "9"),
        _ => return None,
    };
    start(&format!("{white}/{backs}"), "w")
}

fn start(white: &str, turn: &str) -> Option<Setup> {
    let text = format!("{white}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1");
    Some(sfen::parse(&text).ok()?.setup)
}
