//! The writer of KIF and KI2.

use crate::diagrams::Diagrams;
use crate::headers::is_of_diagram;
use crate::notation::cursor::Cursor;
use crate::notation::written_move::read_words;
use crate::notation::{japanese, picture, sfen};
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use crate::text::{is_flag_line, is_header_line, is_turn_open};
use crate::{End, Losses, NodeId, Record, headers, in_one_line};
use std::fmt::Write;

/// The notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// One line for each move, with its origin.
    Kif,
    /// The notation of books.
    Ki2,
}

/// Moves in a line of KI2, and what stands between them: some readers take no full-width blanks.
const MOVES_IN_A_LINE: usize = 6;
const BETWEEN_MOVES: &str = "    ";

/// Writes a record.
pub(crate) fn write(record: &Record, style: Style) -> (String, Losses) {
    let mut writer = KifWriter {
        record,
        spent: record.tree.spent(),
        diagrams: Diagrams::default(),
        style,
        text: String::new(),
        in_line: 0,
        losses: Losses::default(),
    };
    writer.head();
    writer.moves();
    (writer.text, writer.losses)
}

struct KifWriter<'a> {
    record: &'a Record,
    /// For each node the seconds that its side has spent.
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
    fn head(&mut self) {
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
            // Some names begin like lines of another kind.
            let has_moves = !self.record.tree.is_empty();
            let is_read = is_flag_line(&text) || is_header_line(&text, key, &value, has_moves);
            if text.contains(['\n', '\r']) || is_of_diagram(key) || !is_read {
                self.losses.headers = true;
            } else {
                self.losses.breaks |= losses.breaks;
                line!(self, "{text}");
            }
        }
        let initial = sfen::parse("startpos").is_ok_and(|it| it.setup == *setup);
        if initial {
            line!(self, "手合割：平手");
            return;
        }
        // Without a handicap: some readers refuse any beside a diagram.
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

    fn moves(&mut self) {
        if self.style == Style::Kif {
            line!(self, "手数----指手---------消費時間--");
        }
        let tree = &self.record.tree;
        self.comments(0);
        let mut branches = vec![self.line(0)];
        // The branches of a line follow it, the last first; each is followed by its own branches.
        while let Some(pending) = branches.last_mut() {
            let Some(id) = pending.pop() else {
                branches.pop();
                continue;
            };
            let node = tree.node(id);
            let parent = node.parent;
            let mut setup = self.diagrams.at(self.record, parent);
            let previous = tree.node(parent).mv;
            if !self.can_tell(id, &setup, previous) {
                continue;
            }
            line!(self, "\n変化：{}手", node.ply);
            self.one(id, &mut setup, previous);
            let below = self.rest(id, setup);
            branches.push(below);
        }
    }

    /// Writes a line from a node on. Returns the branches that leave it, with the next to be
    /// written at the end.
    fn line(&mut self, from: NodeId) -> Vec<NodeId> {
        let setup = self.diagrams.at(self.record, from);
        self.rest(from, setup)
    }

    fn rest(&mut self, from: NodeId, mut setup: Setup) -> Vec<NodeId> {
        let tree = &self.record.tree;
        let mut branches = Vec::new();
        let mut at = from;
        loop {
            // They are pushed in reverse, because the last one pushed is written first.
            let (next, others) = tree.next(at);
            branches.extend(others.iter().rev());
            if let Some(end) = tree.node(at).end {
                if self.style == Style::Ki2 && at == 0 {
                    // An end without a move before it is written like a move.
                    let mark = if setup.turn == Color::Black {
                        '▲'
                    } else {
                        '△'
                    };
                    line!(self, "{mark}{}", end.kif());
                }
                self.end(at, end);
            }
            let Some(next) = next else { break };
            let previous = tree.node(at).mv;
            if !self.can_tell(next, &setup, previous) {
                break;
            }
            self.one(next, &mut setup, previous);
            at = next;
        }
        self.break_line();
        branches
    }

    /// Returns whether the words for a move are read as the same move. KI2 has no words for a move
    /// that the piece cannot make; the line then ends before it.
    fn can_tell(&mut self, id: NodeId, setup: &Setup, previous: Option<Move>) -> bool {
        let (Style::Ki2, Some(mv)) = (self.style, self.record.tree.node(id).mv) else {
            return true;
        };
        let previous = previous.map(Move::to);
        let text = japanese::write_move(setup, mv, previous);
        // After the mark of the side.
        let text = text.trim_start_matches(['▲', '△']);
        let written = read_words(&mut Cursor { rest: text, at: 0 });
        let found = written.and_then(|written| written.find(setup, previous));
        let is_told = found == Ok(mv);
        self.losses.moves |= !is_told;
        is_told
    }

    /// Writes one move with its comments.
    fn one(&mut self, id: NodeId, setup: &mut Setup, previous: Option<Move>) {
        let node = self.record.tree.node(id);
        let Some(mv) = node.mv else { return };
        match self.style {
            Style::Kif => {
                let text = kif_move(setup, mv, previous);
                let seconds = node.seconds.unwrap_or(0);
                let siblings = &self.record.tree.node(node.parent).children;
                let mark = if siblings.last() == Some(&id) {
                    ""
                } else {
                    "+"
                };
                let time = if node.seconds.is_some() {
                    let total = self.spent[id];
                    format!(
                        "   ({:2}:{:02}/{:02}:{:02}:{:02})",
                        seconds / 60,
                        seconds % 60,
                        total / 3600,
                        total / 60 % 60,
                        total % 60
                    )
                } else {
                    String::new()
                };
                line!(self, "{:4} {text}{time}{mark}", node.ply);
            }
            Style::Ki2 => {
                self.losses.times |= node.seconds.is_some();
                let previous = previous.map(Move::to);
                let text = japanese::write_move(setup, mv, previous);
                if self.in_line > 0 {
                    self.text += BETWEEN_MOVES;
                }
                self.text += &text;
                self.in_line += 1;
                if self.in_line == MOVES_IN_A_LINE {
                    self.break_line();
                }
            }
        }
        let played = setup.play(mv);
        debug_assert!(played, "moves of a record can be played");
        self.comments(id);
    }

    fn break_line(&mut self) {
        if self.in_line > 0 {
            self.text.push('\n');
            self.in_line = 0;
        }
    }

    fn comments(&mut self, id: NodeId) {
        for comment in &self.record.tree.node(id).comments {
            self.break_line();
            for comment in comment.split('\n') {
                let comment = comment.trim_end_matches('\r');
                if comment.starts_with('&') {
                    line!(self, "{comment}");
                } else {
                    line!(self, "*{comment}");
                }
            }
        }
    }

    fn end(&mut self, id: NodeId, end: End) {
        self.break_line();
        let ply = self.record.tree.node(id).ply;
        if self.style == Style::Kif {
            line!(self, "{:4} {}", ply + 1, end.kif());
        }
        line!(self, "まで{ply}手で{}", end.kif());
    }
}

/// Writes a move: `３四飛成(31)`, `同　玉(51)`, `５二金打`.
fn kif_move(setup: &Setup, mv: Move, previous: Option<Move>) -> String {
    let mut text = match previous {
        Some(previous) if previous.to() == mv.to() => "同　".to_owned(),
        _ => japanese::square(mv.to()),
    };
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            let kind = setup.piece_at(from).map_or(PieceKind::Pawn, Piece::kind);
            text += japanese::piece(kind);
            if mv.promotes() {
                text.push('成');
            }
            let _ = write!(text, "({}{})", from.file() + 1, from.rank() + 1);
        }
        (None, kind) => {
            text += japanese::piece(kind.unwrap_or(PieceKind::Pawn));
            text.push('打');
        }
    }
    text
}

/// Writes a hand: `飛　金四　歩十八`.
fn hand(hand: Hand) -> String {
    japanese::hand(hand).replace(' ', "　")
}
