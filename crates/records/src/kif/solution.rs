//! The author's line in a header: `作意：▲１二金まで1手詰`, `【解答】▲１二金`, `Solution: G*1b`.

use super::read::KifReader;
use crate::error::RecordError;
use crate::growing::GrowingRecord;
use crate::hands::attacker;
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::move_number::skip_number;
use crate::notation::moves::read_line;
use crate::shogi::{Color, Setup};
use crate::{Places, Record};

/// Names of the author's line, longer ones first.
const NAMES: [&str; 17] = [
    "作意手順",
    "解答手順",
    "正解手順",
    "詰め手順",
    "詰手順",
    "本手順",
    "作意",
    "解答",
    "正解",
    "正答",
    "手順",
    "答え",
    "答",
    "解",
    "Solution",
    "solution",
    "Answer",
];

/// A header with the author's line, or its name alone above the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolutionLine<'a> {
    pub name: &'a str,
    /// The moves; empty if they follow in other lines.
    pub value: Line<'a>,
    /// Whether the line has the form of a header.
    pub has_colon: bool,
}

/// Reads the name of the author's line. Behind it come moves, or nothing.
pub(super) fn solution_line(line: Line<'_>) -> Option<SolutionLine<'_>> {
    let mut cursor = line.trimmed().cursor();
    cursor.take_while(|c| c.is_whitespace() || "■●◆★◎○□◇☆※◯・".contains(c));
    let in_brackets = cursor.skip_one(opens);
    cursor.skip_blanks();
    let name = NAMES.into_iter().find(|it| cursor.skip(it))?;
    let has_blank = !cursor.take_while(char::is_whitespace).is_empty();
    if in_brackets && !cursor.skip_one(closes) {
        return None;
    }
    skip_remark(&mut cursor);
    let has_wa = cursor.skip("は");
    let signs = cursor.take_while(|c| c.is_whitespace() || "：:、，,…‥・･＝=→―─".contains(c));
    let value = Line {
        text: cursor.rest,
        at: cursor.at,
    };
    let is_parted = in_brackets || has_blank || !signs.is_empty() || begins_with_mark(cursor);
    let is_read = if value.text.is_empty() {
        !has_wa
    } else {
        is_parted && begins_with_move(value)
    };
    is_read.then_some(SolutionLine {
        name,
        value,
        has_colon: signs.starts_with(['：', ':']),
    })
}

/// Skips a remark in brackets: `解答(反転):`.
fn skip_remark(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if ahead.skip_one(opens) {
        ahead.take_while(|c| !opens(c) && !closes(c));
        if ahead.skip_one(closes) {
            ahead.skip_blanks();
            *cursor = ahead;
        }
    }
}

fn begins_with_mark(cursor: Cursor<'_>) -> bool {
    cursor
        .peek()
        .and_then(crate::notation::written_move::side)
        .is_some()
}

/// Returns whether a text begins with a move, perhaps behind its number.
pub(super) fn begins_with_move(line: Line<'_>) -> bool {
    let mut cursor = line.trimmed().cursor();
    skip_number(&mut cursor);
    // The first words are enough to see it.
    let text = moves_of(cursor.rest).0;
    let end = text.char_indices().nth(24).map_or(text.len(), |it| it.0);
    matches!(read_line(&text[..end], 0).moves.first(), Some(Ok(_)))
}

/// Returns whether a text has nothing but legal moves, with a check in every one of the attacker's. `unnamed` may
/// hold the rest of the pieces.
fn is_attack(setup: &Setup, unnamed: Option<Color>, text: &str) -> bool {
    let attacker = attacker(setup, None);
    let mut growing = GrowingRecord::new(Record::new(setup.clone()));
    if let Some(color) = unnamed {
        growing.fill_hand(color);
    }
    let mut places = Places::default();
    places.moves.push(0..0);
    let moves = read_line(moves_of(text).0, 0).moves;
    moves.into_iter().all(|written| {
        let Ok(written) = written else {
            return false;
        };
        let turn = growing.setup.turn;
        let Ok(mv) = written.find(&growing.setup, growing.previous()) else {
            return false;
        };
        growing.play(mv, written.span, &mut places).is_ok()
            && !growing.setup.in_check(turn)
            && (turn != attacker || growing.setup.in_check(attacker.flip()))
    })
}

/// Divides a line of a book into its moves and what stands behind them: `まで5手詰`, `で詰み`.
pub(super) fn moves_of(text: &str) -> (&str, &str) {
    let words = ["まで", "迄", "で詰", "にて詰", "(詰", "（詰", "以下"];
    let end = words.iter().filter_map(|it| text.find(it)).min();
    let (moves, rest) = text.split_at(end.unwrap_or(text.len()));
    let bare = moves.trim_end_matches(|c: char| c.is_whitespace() || opens(c));
    (bare, rest)
}

const fn opens(c: char) -> bool {
    matches!(
        c,
        '（' | '(' | '［' | '[' | '【' | '〔' | '「' | '＜' | '<' | '《' | '〈'
    )
}

const fn closes(c: char) -> bool {
    matches!(
        c,
        '）' | ')' | '］' | ']' | '】' | '〕' | '」' | '＞' | '>' | '》' | '〉'
    )
}

/// The author's line in a header, until it is known whether the record has other moves.
pub(super) struct Solution {
    /// The number of the header.
    header: usize,
    text: String,
    at: usize,
}

impl KifReader {
    /// Keeps the author's line of a header.
    pub(super) fn solution(&mut self, line: Line<'_>, solution: SolutionLine<'_>) {
        let SolutionLine { name, value, .. } = solution;
        if value.text.is_empty() && !solution.has_colon {
            return;
        }
        let header = self.push_header(line, name, value.text);
        if !value.text.is_empty() && self.solution.is_none() {
            self.solution = Some(Solution {
                header,
                text: value.text.to_owned(),
                at: value.at,
            });
        }
    }

    /// Adds a line of moves to the author's line right above it, if that has no end and goes on with them: every
    /// move is legal then, and every one of the attacker a check. Returns whether it did.
    pub(super) fn continues_solution(
        &mut self,
        line: Line<'_>,
        text: &str,
    ) -> Result<bool, RecordError> {
        let Some(Solution {
            header,
            text: above,
            at,
        }) = &self.solution
        else {
            return Ok(false);
        };
        let (header, at) = (*header, *at);
        let is_next = text
            .get(at + above.len()..line.at)
            .is_some_and(|between| between.trim().is_empty() && between.matches('\n').count() <= 1);
        if !is_next || !moves_of(above).1.is_empty() {
            return Ok(false);
        }
        self.start()?;
        let whole = &text[at..line.at + line.text.len()];
        let Some(growing) = &mut self.moving else {
            return Ok(false);
        };
        if !growing.record.tree.is_empty() || !is_attack(&growing.record.setup, self.unnamed, whole)
        {
            return Ok(false);
        }
        if let Some((_, value)) = growing.record.headers.get_mut(header) {
            let lines: Vec<&str> = whole.lines().map(str::trim).collect();
            *value = lines.join(" ");
        }
        let text = whole.to_owned();
        self.solution = Some(Solution { header, text, at });
        Ok(true)
    }

    /// Makes the moves of a header the line of a record that has no others. The header goes, unless its first
    /// move cannot be played.
    pub(super) fn promote_solution(&mut self) {
        let Some(Solution { header, text, at }) = self.solution.take() else {
            return;
        };
        let is_empty = |it: &crate::growing::GrowingRecord| it.record.tree.is_empty();
        if self.places.broken.is_some() || !self.moving.as_ref().is_some_and(is_empty) {
            return;
        }
        let read = self.free(Line { text: &text, at });
        if let Err(error) = read {
            self.places.broken = Some(error);
        }
        if let Some(growing) = self.moving.as_mut().filter(|it| !is_empty(it)) {
            growing.record.headers.remove(header);
            self.places.headers.remove(header);
        }
    }
}
