//! The writer of KIF and KI2.

use crate::diagrams::Diagrams;
use crate::handicap;
use crate::headers;
use crate::headers::is_of_diagram;
use crate::loss::{Losses, in_one_line};
use crate::notation::cursor::Cursor;
use crate::notation::written_move::read_words;
use crate::notation::{japanese, picture};
use crate::record::Record;
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use crate::text::player::is_turn_open;
use crate::text::token::{is_flag_line, is_header_line};
use crate::tree::NodeId;
use std::fmt::Write;

/// The notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// One line for each move, with its origin.
    Kif,
    /// The notation of books.
    Ki2,
}

/// The number of moves in a line of KI2.
const MOVES_IN_A_LINE: usize = 6;
/// The blanks between the moves of KI2. Some readers refuse full-width blanks.
const BETWEEN_MOVES: &str = "    ";

/// Writes a record.
pub(crate) fn write(record: &Record, style: Style) -> (String, Losses) {
    let mut writer = KifWriter {
        record,
        spent: record.tree.seconds_spent(),
        diagrams: Diagrams::default(),
        style,
        text: String::new(),
        in_line: 0,
        losses: Losses::default(),
    };
    writer.write_head();
    writer.write_lines();
    (writer.text, writer.losses)
}

struct KifWriter<'a> {
    record: &'a Record,
    /// For each node, the seconds that the side of its move has spent so far.
    spent: Vec<u32>,
    diagrams: Diagrams,
    style: Style,
    text: String,
    /// The number of moves in the current line.
    in_line: usize,
    losses: Losses,
}

/// Writing to a string does not fail.
macro_rules! line {
    ($writer:expr, $($arguments:tt)*) => {{
        let _ = writeln!($writer.text, $($arguments)*);
    }};
}

impl KifWriter<'_> {
    /// Writes the headers and the diagram.
    fn write_head(&mut self) {
        let Record { headers, setup, .. } = self.record;
        // Some readers of KI2 take no remarks.
        if self.style == Style::Kif {
            line!(self, "# KIF形式棋譜ファイル");
        }
        for (key, value) in headers {
            let mut losses = Losses::default();
            let (key, value) = (key.trim(), in_one_line(value, &mut losses));
            let text = if key == headers::TURNED && value.is_empty() {
                key.to_owned()
            } else {
                format!("{key}：{value}")
            };
            // Some names begin like lines of another kind, and would not be read as headers.
            let has_moves = !self.record.tree.is_empty();
            let is_readable = is_flag_line(&text) || is_header_line(&text, key, &value, has_moves);
            if text.contains(['\n', '\r']) || is_of_diagram(key) || !is_readable {
                self.losses.headers = true;
            } else {
                self.losses.breaks |= losses.breaks;
                line!(self, "{text}");
            }
        }
        if handicap::is_even(setup) {
            line!(self, "手合割：平手");
            return;
        }
        // No line 手合割 here: some readers refuse it beside a diagram.
        line!(self, "後手の持駒：{}", hand(setup.hands[1]));
        line!(self, "{}", picture::FILES);
        line!(self, "{}", picture::EDGE);
        for rank in 0..9 {
            self.text.push('|');
            for file in (0..9).rev() {
                self.text += &picture::cell(setup.piece_at(Square::new(file, rank)));
            }
            line!(self, "|{}", japanese::numeral(u32::from(rank) + 1));
        }
        line!(self, "{}", picture::EDGE);
        line!(self, "先手の持駒：{}", hand(setup.hands[0]));
        if setup.turn == Color::White {
            line!(self, "後手番");
        } else if is_turn_open(setup, headers) {
            line!(self, "先手番");
        }
    }

    /// Writes the main line and the branches.
    fn write_lines(&mut self) {
        if self.style == Style::Kif {
            line!(self, "手数----指手---------消費時間--");
        }
        let tree = &self.record.tree;
        let mut is_written = vec![false; tree.len()];
        for line in tree.lines() {
            let first = line[0];
            let before = tree.node(first).parent;
            if first != 0 && !is_written[before] {
                continue;
            }
            let mut setup = self.diagrams.at(self.record, before);
            for id in line {
                if !self.is_readable_move(id, &setup) {
                    break;
                }
                if id == first && id != 0 {
                    line!(self, "\n変化：{}手", tree.node(id).ply);
                }
                self.write_node(id, &mut setup);
                is_written[id] = true;
            }
            self.break_line();
        }
    }

    /// Returns the destination of the move before a node.
    fn previous(&self, id: NodeId) -> Option<Square> {
        let tree = &self.record.tree;
        tree.node(tree.node(id).parent).mv.map(Move::to)
    }

    /// Returns whether the words for a move are read as the same move, and notes the loss if not. KI2 has no words
    /// for a move that the piece cannot make; the line ends before it.
    fn is_readable_move(&mut self, id: NodeId, setup: &Setup) -> bool {
        let (Style::Ki2, Some(mv)) = (self.style, self.record.tree.node(id).mv) else {
            return true;
        };
        let previous = self.previous(id);
        let text = japanese::write_move(setup, mv, previous);
        let words = text.trim_start_matches(['▲', '△']);
        let written = read_words(&mut Cursor { rest: words, at: 0 });
        let read = written.and_then(|written| written.find(setup, previous));
        let is_same = read == Ok(mv);
        self.losses.moves |= !is_same;
        is_same
    }

    /// Writes a node: its move, its comments and the end of the line.
    fn write_node(&mut self, id: NodeId, setup: &mut Setup) {
        if let Some(mv) = self.record.tree.node(id).mv {
            self.write_move(id, setup, mv);
            let played = setup.play(mv);
            debug_assert!(played, "moves of a record can be played");
        }
        self.write_comments(id);
        self.write_end(id, setup.turn);
    }

    fn write_move(&mut self, id: NodeId, setup: &Setup, mv: Move) {
        let node = self.record.tree.node(id);
        let previous = self.previous(id);
        match self.style {
            Style::Kif => {
                let text = kif_move(setup, mv, previous);
                let time = node.seconds.map(|now| time(now, self.spent[id]));
                let time = time.unwrap_or_default();
                // A `+` says that a branch replaces this move further below.
                let siblings = &self.record.tree.node(node.parent).children;
                let is_last = siblings.last() == Some(&id);
                let mark = if is_last { "" } else { "+" };
                line!(self, "{:4} {text}{time}{mark}", node.ply);
            }
            Style::Ki2 => {
                self.losses.times |= node.seconds.is_some();
                if self.in_line > 0 {
                    self.text += BETWEEN_MOVES;
                }
                self.text += &japanese::write_move(setup, mv, previous);
                self.in_line += 1;
                if self.in_line == MOVES_IN_A_LINE {
                    self.break_line();
                }
            }
        }
    }

    /// Ends the current line of KI2, if it has moves.
    fn break_line(&mut self) {
        if self.in_line > 0 {
            self.text.push('\n');
            self.in_line = 0;
        }
    }

    fn write_comments(&mut self, id: NodeId) {
        let comments = self.record.tree.node(id).comments.iter();
        for comment in comments.flat_map(|it| it.split('\n')) {
            self.break_line();
            let mark = if comment.starts_with('&') { "" } else { "*" };
            line!(self, "{mark}{}", comment.trim_end_matches('\r'));
        }
    }

    /// Writes how the line ends here, with this side to move.
    fn write_end(&mut self, id: NodeId, turn: Color) {
        let node = self.record.tree.node(id);
        let Some(end) = node.end else { return };
        let ply = node.ply;
        self.break_line();
        if self.style == Style::Kif {
            line!(self, "{:4} {}", ply + 1, end.kif());
        } else if id == 0 {
            // An end without a move before it is written like a move.
            line!(self, "{}{}", japanese::side(turn), end.kif());
        }
        line!(self, "まで{ply}手で{}", end.kif());
    }
}

/// Writes the seconds of a move and of all moves of its side: `   ( 1:15/00:01:15)`.
fn time(now: u32, total: u32) -> String {
    let (minutes, seconds) = (now / 60, now % 60);
    let (hours, of_hour, of_minute) = (total / 3600, total / 60 % 60, total % 60);
    format!("   ({minutes:2}:{seconds:02}/{hours:02}:{of_hour:02}:{of_minute:02})")
}

/// Writes a move: `３四飛成(31)`, `同　玉(51)`, `５二金打`.
fn kif_move(setup: &Setup, mv: Move, previous: Option<Square>) -> String {
    let to = if previous == Some(mv.to()) {
        "同　".to_owned()
    } else {
        japanese::square(mv.to())
    };
    let moved = mv.from().and_then(|from| setup.piece_at(from));
    let kind = moved.map(Piece::kind).or(mv.dropped());
    let piece = japanese::piece(kind.unwrap_or(PieceKind::Pawn));
    let Some(from) = mv.from() else {
        return format!("{to}{piece}打");
    };
    let promotes = if mv.promotes() { "成" } else { "" };
    let (file, rank) = (from.file() + 1, from.rank() + 1);
    format!("{to}{piece}{promotes}({file}{rank})")
}

/// Writes a hand: `飛　金四　歩十八`.
fn hand(hand: Hand) -> String {
    japanese::hand(hand).replace(' ', "　")
}
