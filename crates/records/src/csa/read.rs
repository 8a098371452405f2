//! The reader of CSA.

use super::diagram::Diagram;
use super::names::{HEADERS, color_of, kind_of, square};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::headers::is_of_diagram;
use crate::lines::{Line, lines};
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::notation::moves::MoveErrorKind;
use crate::part::PartPlace;
use crate::part::Places;
use crate::record::Record;
use crate::shogi::{Color, Move, Piece, PieceKind, Setup};
use crate::tree::End;

/// Finds all records of a text, separated by a line `/`. A part that has only remarks is no record.
pub(crate) fn divide(text: &str) -> Vec<PartPlace> {
    let mut places: Vec<PartPlace> = Vec::new();
    // Where the current part begins, and whether it has more than remarks.
    let (mut begin, mut is_record) = (None, false);
    for (number, line) in (1..).zip(lines(text)) {
        let bare = line.text.trim();
        if bare == "/" {
            (begin, is_record) = (None, false);
            continue;
        }
        let (first, from) = *begin.get_or_insert((number, line.at));
        // Blanks at the end of the last line may be part of a comment.
        let end = line.at + line.text.len();
        match places.last_mut() {
            _ if bare.is_empty() => {}
            Some(place) if is_record => place.span.end = end,
            _ if bare.starts_with('\'') => {}
            _ => {
                let (line, span) = (first, from..end);
                places.push(PartPlace { line, span });
                is_record = true;
            }
        }
    }
    places
}

/// Reads one record.
pub(crate) fn read(text: &str) -> Result<(Record, Places), RecordError> {
    if let Some(at) = text.find('\u{fffd}') {
        return Err(RecordError::new(Kind::Encoding, at..at + 3));
    }
    let mut reader = CsaReader {
        growing: GrowingRecord::new(Record::new(Setup::empty())),
        places: Places::default(),
        diagram: Diagram::new(),
        turn: Color::Black,
        is_moving: false,
        handless_defender: None,
    };
    for line in lines(text) {
        if reader.places.broken.is_some() {
            break;
        }
        reader.read_line(line)?;
    }
    if !reader.is_moving {
        if reader.places.board.is_empty() {
            return Err(RecordError::new(Kind::Empty, 0..text.len()));
        }
        reader.start(reader.turn)?;
    }
    Ok((reader.growing.record, reader.places))
}

/// A record while its lines are read.
struct CsaReader {
    growing: GrowingRecord,
    places: Places,
    diagram: Diagram,
    /// The side to move, unless a line `+` or `-` or the first move says otherwise.
    turn: Color,
    /// Whether the diagram is complete, and moves follow.
    is_moving: bool,
    /// The defender, if no line gives him a hand.
    handless_defender: Option<Color>,
}

impl CsaReader {
    /// Reads a line: a header, or statements.
    fn read_line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        // Blanks at the end may be part of a comment.
        let text = line.text.trim_start();
        let at = line.at + line.text.len() - text.len();
        let line = Line { text, at };
        if let Some((key, value)) = header(text) {
            match color_of(value.bytes().next().unwrap_or(0)) {
                Some(color) if key.eq_ignore_ascii_case("To_Move") => self.turn = color,
                _ => self.header(line, key, value),
            }
            return Ok(());
        }
        // The version, and what 81Dojo says about the players.
        if ["V", "v", "I+", "I-"].iter().any(|it| text.starts_with(it)) {
            return Ok(());
        }
        self.statements(line)
    }

    /// Reads the statements of a line. Commas separate them; outside diagrams also blanks.
    fn statements(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let mut rest = line.cursor();
        while !rest.rest.is_empty() {
            let Cursor { rest: text, at } = rest;
            if let Some(comment) = text.strip_prefix('\'') {
                self.comment(Line { text, at }, comment);
                return Ok(());
            }
            // Blanks inside the ranks of a diagram are empty squares.
            let is_of_diagram = text.starts_with(['P', 'p']);
            let ends = |c: char| c == ',' || c.is_whitespace() && !is_of_diagram;
            let text = rest.take_while(|c| !ends(c)).trim_end();
            match self.statement(Line { text, at }) {
                // The moves from here on are left out.
                Err(error) if self.is_moving && text.starts_with(['+', '-', '%']) => {
                    self.places.broken = Some(error);
                    return Ok(());
                }
                result => result?,
            }
            rest.take_while(|c| c == ',' || c.is_whitespace());
        }
        Ok(())
    }

    fn comment(&mut self, line: Line<'_>, comment: &str) {
        let (is_plain, text) = match comment.strip_prefix('*') {
            Some(text) => (true, text),
            None => (self.is_moving, comment),
        };
        match text.split_once('：') {
            _ if is_plain => self.growing.node().comments.push(text.to_owned()),
            Some((key, value)) if !is_of_diagram(key) => self.header(line, key, value),
            _ if text.starts_with("CSA encoding=") => {}
            _ => self.growing.node().comments.push(text.to_owned()),
        }
    }

    /// Keeps a header. It may also come after the moves, such as the time at which the game ended.
    fn header(&mut self, line: Line<'_>, key: &str, value: &str) {
        let header = (key.trim().to_owned(), value.trim().to_owned());
        self.growing.record.headers.push(header);
        self.places.headers.push(line.span());
    }

    fn statement(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        // Lower case is accepted, too.
        let upper = line.text.to_ascii_uppercase();
        let text = upper.as_str();
        let line = Line { text, at: line.at };
        match text.as_bytes() {
            [] => {}
            _ if !text.is_ascii() => {
                return Err(RecordError::new(Kind::UnknownLine, line.span()));
            }
            [b'P', ..] if !self.is_moving => self.diagram.read(line, &mut self.places)?,
            [sign @ (b'+' | b'-')] => {
                if self.is_moving {
                    return Err(RecordError::new(MoveErrorKind::NoMove, line.span()));
                }
                self.places.turn = line.span();
                self.start(color_of(*sign).unwrap_or(self.turn))?;
            }
            [b'+' | b'-', ..] => self.read_move(line)?,
            [b'T', ..] => {
                if let Ok(seconds @ 0.0..) = text[1..].parse::<f64>()
                    && self.is_moving
                {
                    self.growing.node().seconds = Some(seconds as u32);
                }
            }
            [b'%', ..] if self.is_moving => match End::of_csa(&text[1..]) {
                Some(end) => self.growing.node().end = Some(end),
                // An end that only another program knows is kept as a comment.
                None => self.growing.node().comments.push(text.to_owned()),
            },
            [b'%', ..] => {}
            _ => return Err(RecordError::new(Kind::UnknownLine, line.span())),
        }
        Ok(())
    }

    /// Ends the diagram, and begins the moves. Without a diagram the record is a game.
    fn start(&mut self, turn: Color) -> Result<(), RecordError> {
        if self.places.board.is_empty() {
            self.diagram.begin_game();
        }
        let setup = self.diagram.finish(turn, &self.places)?;
        let has_king = |color: &Color| setup.kings(*color).next().is_some();
        let kings: Vec<Color> = Color::ALL.into_iter().filter(has_king).collect();
        // The only king is the defender's.
        self.handless_defender = match kings[..] {
            [defender] if setup.hands[defender.index()].is_empty() => Some(defender),
            _ => None,
        };
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        self.places.moves.push(0..0);
        self.growing.record.setup = setup.clone();
        self.growing.setup = setup;
        self.is_moving = true;
        Ok(())
    }

    /// Reads a move: `+3134RY`, `-0055FU`.
    fn read_move(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text;
        let error = |kind: MoveErrorKind| RecordError::new(kind, line.span());
        let parts = || {
            let from = square(text.get(1..3)?)?;
            Some((from, square(text.get(3..5)?)??, kind_of(&text[5..])?))
        };
        let (Some(color), Some((from, to, kind))) = (color_of(text.as_bytes()[0]), parts()) else {
            return Err(error(MoveErrorKind::NoMove).with_help(Help::CsaMove));
        };
        if !self.is_moving {
            // The first move says which side begins.
            self.start(color)?;
        }
        let growing = &mut self.growing;
        if color != growing.setup.turn {
            return Err(error(MoveErrorKind::WrongSide));
        }
        let mv = match from {
            None if PieceKind::HAND.contains(&kind) => Move::drop(kind, to),
            Some(from) if from != to => {
                let moved = growing.setup.piece_at(from);
                let moved = moved.filter(|it| it.color() == color).map(Piece::kind);
                let promotes = moved.is_some_and(|it| it.can_promote() && it.promote() == kind);
                if moved != Some(kind) && !promotes {
                    return Err(error(MoveErrorKind::NoPieceThere(kind, from)));
                }
                Move::board(from, to, promotes)
            }
            _ => return Err(error(MoveErrorKind::NoMove)),
        };
        // No line gives the defender's hand: he holds the rest.
        let held = growing.setup.hands[color.index()];
        let is_missing = |kind| !held.has(kind) && growing.setup.missing().has(kind);
        let can_drop = growing.setup.piece_at(to).is_none();
        let is_handless = self.handless_defender == Some(color);
        if is_handless && can_drop && mv.dropped().is_some_and(is_missing) {
            growing.fill_hand(color);
            self.handless_defender = None;
        }
        growing.play(mv, line.span(), &mut self.places)
    }
}

/// Returns the name of a header and its value: `N+name`, `$EVENT:value`, `To_Move:+`. Names that KIF has, too,
/// are those of KIF.
fn header(text: &str) -> Option<(&str, &str)> {
    let is_named = |name: &str| {
        let begin = text.get(..name.len());
        begin.is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    let known = HEADERS.iter().find(|(name, _)| is_named(name));
    known
        .map(|(name, header)| (*header, &text[name.len()..]))
        .or_else(|| {
            let (key, value) = text.split_once(':')?;
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let bare = key.strip_prefix('$').unwrap_or(key);
            let has_sign = bare.len() < key.len();
            let is_name = !bare.is_empty() && (has_sign || bare.chars().all(is_of_name));
            is_name.then_some((bare, value))
        })
}
