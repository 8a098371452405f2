//! Finds the positions of a text, and divides its lines among them.

use super::board::board;
use super::csa_block;
use super::drawing::drawing;
use super::in_line::{PositionInLine, positions};
use super::list::list;
use super::source::Text;
use super::token::{self, RoleLine, Token, token};
use super::words::{Holder, names_picture};
use crate::csa;
use crate::handicap;
use crate::part::PartPlace;
use crate::shogi::Setup;
use crate::taken::TakenForm;
use std::ops::Range;

/// The place of a position.
#[derive(Clone, Debug)]
pub(super) struct FoundPosition {
    pub form: TakenForm,
    /// The lines, counted from 0.
    pub lines: Range<usize>,
    /// The place in the text. Only SFEN, links and CSA have one.
    pub span: Option<Range<usize>>,
}

/// A position with the lines that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub position: FoundPosition,
    /// All lines.
    pub lines: Range<usize>,
    /// The lines of boards that only illustrate a solution.
    pub pictures: Vec<Range<usize>>,
    /// Whether the text has no other position.
    pub is_alone: bool,
    /// The line with the solution of this problem, if the solutions of several problems come together.
    pub answer: Option<usize>,
}

impl Region {
    /// Returns the first line that is not blank.
    pub fn begin(&self, text: &Text) -> usize {
        let mut lines = self.lines.clone();
        lines
            .find(|it| !text.line(*it).text.trim().is_empty())
            .unwrap_or(self.lines.start)
    }

    /// Returns the place of the region in the original text. In a free text it begins with the line at `used`, the
    /// first one that was read for the problem. It ends with the last line of the region, or where `used` does.
    pub fn place(&self, text: &Text, used: Range<usize>) -> PartPlace {
        let first = if text.is_record {
            self.begin(text).min(self.position.lines.start)
        } else {
            text.lines
                .partition_point(|it| it.start <= used.start)
                .saturating_sub(1)
        };
        let last = (self.lines.start..self.lines.end)
            .rev()
            .find(|it| !text.line(*it).text.trim().is_empty());
        let end = text.lines[last.unwrap_or(first)].end.max(used.end);
        let here = text.lines[first].start..end;
        let there = text.clean.original(&here);
        let begin = text.whole[..text.clean.original_at(here.start)]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        PartPlace {
            line: text.ends.partition_point(|end| *end < begin) + 1,
            span: begin..there.end.max(begin),
        }
    }
}

/// Finds the positions of a text and the lines of each.
pub(super) fn regions(text: &Text) -> Vec<Region> {
    let found = if text.is_record {
        in_record(text)
    } else {
        in_free_text(text)
    };
    let (found, pictures) = without_pictures(text, found);
    let count = found.len();
    let mut regions: Vec<Region> = Vec::with_capacity(count);
    let mut begin = 0;
    // The sides whose hands are written above a board in this text, as the first board shows.
    let holders_above = found
        .first()
        .map(|it| holders(text, 0..it.lines.start))
        .unwrap_or_default();
    for (number, position) in found.iter().enumerate() {
        let end = found.get(number + 1).map_or(text.lines.len(), |next| {
            boundary(
                text,
                position.lines.end..next.lines.start.max(position.lines.end),
                &holders_above,
            )
        });
        let is_in = |it: &&Range<usize>| begin <= it.start && it.start < end;
        regions.push(Region {
            position: position.clone(),
            lines: begin..end,
            pictures: pictures.iter().filter(is_in).cloned().collect(),
            is_alone: found.len() == 1,
            answer: None,
        });
        begin = end;
    }
    regions
}

fn in_lines(form: TakenForm, lines: Range<usize>) -> FoundPosition {
    FoundPosition {
        form,
        lines,
        span: None,
    }
}

/// Finds the positions of a free text.
fn in_free_text(text: &Text) -> Vec<FoundPosition> {
    let mut found: Vec<FoundPosition> = Vec::new();
    let mut last_setup: Option<Setup> = None;
    let mut number = 0;
    while number < text.lines.len() {
        let here = positions_at(text, number);
        let ends = here.iter().map(|(position, _)| position.lines.end);
        number = ends.max().unwrap_or(0).max(number + 1);
        for (position, setup) in here {
            let is_same = last_setup
                .as_ref()
                .zip(setup.as_ref())
                .is_some_and(|(one, two)| are_same(one, two));
            match found.last_mut() {
                Some(last) if is_same && restates(text, last, &position) => {
                    // SFEN and links have the hands and the moves, so they replace a drawing.
                    let is_drawn = matches!(last.form, TakenForm::Board | TakenForm::List);
                    let lines = last.lines.start..position.lines.end;
                    if is_drawn {
                        *last = position;
                        last_setup = setup;
                    }
                    last.lines = lines;
                }
                _ => {
                    found.push(position);
                    last_setup = setup;
                }
            }
        }
    }
    found
}

/// Returns the positions that begin in a line, with their diagrams where they are known already.
fn positions_at(text: &Text, at: usize) -> Vec<(FoundPosition, Option<Setup>)> {
    let from_here = || (at..text.lines.len()).map(|it| text.line(it));
    let read = token(text.line(at), false);
    let is_of_board = matches!(read, Token::Rank(_) | Token::Frame(_) | Token::Files(_));
    let found = if is_of_board {
        Vec::new()
    } else {
        positions(text.line(at), text.read_linked)
    };
    if !found.is_empty() {
        let with_setup = |it: PositionInLine| {
            let position = FoundPosition {
                form: it.form(),
                lines: at..at + 1,
                span: Some(it.span.clone()),
            };
            (position, it.setup())
        };
        return found.into_iter().map(with_setup).collect();
    }
    match read {
        Token::Rank(_) | Token::Frame(_) | Token::Files(_) => {
            let Some(found) = drawing(text, at) else {
                return Vec::new();
            };
            let setup = board(&found).ok().map(|board| {
                let mut setup = Setup::empty();
                for (square, piece, _) in board.pieces {
                    setup.board[square.index()] = Some(piece);
                }
                setup
            });
            vec![(in_lines(TakenForm::Board, found.lines), setup)]
        }
        Token::Csa => {
            let length = csa_block::length(from_here());
            if length == 0 {
                return Vec::new();
            }
            let lines = at..at + length;
            let block = text.lines[at].start..text.lines[at + length - 1].end;
            let read = csa::read(&text.clean.text[block.clone()]).ok();
            let position = FoundPosition {
                span: Some(block),
                ..in_lines(TakenForm::Csa, lines)
            };
            vec![(position, read.map(|(record, _)| record.setup))]
        }
        Token::Header("手合割", value) if handicap::diagram(value).is_some() => {
            let mut below = (at + 1..text.lines.len()).map(|it| token(text.line(it), false));
            let next = below.find(|it| {
                matches!(
                    it,
                    Token::Move | Token::Moves(_) | Token::Rank(_) | Token::Frame(_)
                )
            });
            let is_game = matches!(next, Some(Token::Move | Token::Moves(_)));
            is_game
                .then(|| (in_lines(TakenForm::Opening, at..at + 1), None))
                .into_iter()
                .collect()
        }
        Token::Hands(_) | Token::Header(..) | Token::Text | Token::Moves(_) => {
            let found = list(from_here());
            found
                .map(|it| (in_lines(TakenForm::List, at..at + it.lines), None))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The most lines between two forms of one position.
const LINES_BETWEEN_FORMS: usize = 6;

/// Returns whether the second of two equal positions is the first one in another form, such as the SFEN of a board.
/// Between them there are no moves and no title.
fn restates(text: &Text, one: &FoundPosition, two: &FoundPosition) -> bool {
    let between = one.lines.end..two.lines.start.max(one.lines.end);
    one.form != two.form
        && between.len() <= LINES_BETWEEN_FORMS
        && between
            .into_iter()
            .all(|it| match token(text.line(it), false) {
                Token::Blank
                | Token::Frame(_)
                | Token::Files(_)
                | Token::Hands(_)
                | Token::Turn(_) => true,
                Token::Text | Token::Header(..) | Token::Remark => {
                    text.line(it).text.is_ascii()
                        || !text.line(it).text.contains(['問', '図', '題'])
                }
                _ => false,
            })
}

/// Returns whether two diagrams are the same. Hands count only if both have some.
fn are_same(one: &Setup, two: &Setup) -> bool {
    let has_hands = |it: &Setup| it.hands.iter().any(|it| !it.is_empty());
    one.board == two.board && (!has_hands(one) || !has_hands(two) || one.hands == two.hands)
}

/// Finds the diagrams of records: boards, and the initial positions of games whose moves have no board above them.
fn in_record(text: &Text) -> Vec<FoundPosition> {
    let mut found: Vec<FoundPosition> = Vec::new();
    // The line with the handicap, until a board or a move follows.
    let mut opening: Option<usize> = None;
    // Whether the current record has its diagram already, and whether it has moves.
    let (mut is_open, mut has_moves) = (false, false);
    let mut number = 0;
    while number < text.lines.len() {
        let mut next = number + 1;
        match token(text.line(number), true) {
            Token::Rank(_) | Token::Frame(_) | Token::Files(_) => {
                if let Some(drawn) = drawing(text, number) {
                    next = drawn.lines.end.max(number + 1);
                    found.push(in_lines(TakenForm::Board, drawn.lines));
                    (is_open, has_moves, opening) = (true, false, None);
                }
            }
            Token::Header(key, value) => {
                if has_moves {
                    (is_open, has_moves) = (false, false);
                }
                if key == "手合割" && handicap::diagram(value).is_some() && !is_open {
                    found.extend(
                        opening
                            .take()
                            .map(|it| in_lines(TakenForm::Opening, it..it + 1)),
                    );
                    opening = Some(number);
                } else if key == "手合割" && !is_open && opening.is_none() {
                    opening = Some(number);
                }
            }
            Token::Remark if token::names_format(text.line(number).text) => {
                (is_open, has_moves) = (false, false);
            }
            Token::Move | Token::Moves(_) => {
                if !is_open {
                    let line = opening.take().unwrap_or(number);
                    found.push(in_lines(TakenForm::Opening, line..line + 1));
                    is_open = true;
                }
                has_moves = true;
            }
            Token::Footer => has_moves = is_open,
            _ => {}
        }
        number = next;
    }
    found.extend(opening.map(|it| in_lines(TakenForm::Opening, it..it + 1)));
    found.sort_by_key(|it| it.lines.start);
    found
}

/// Divides positions into problems and the lines of boards that only illustrate a solution. If all are such boards,
/// they are problems.
fn without_pictures(
    text: &Text,
    found: Vec<FoundPosition>,
) -> (Vec<FoundPosition>, Vec<Range<usize>>) {
    let is_picture = |it: &FoundPosition| it.form == TakenForm::Board && is_picture(text, it);
    if found.iter().all(is_picture) {
        return (found, Vec::new());
    }
    let (pictures, kept): (Vec<_>, Vec<_>) = found.into_iter().partition(is_picture);
    (kept, pictures.into_iter().map(|it| it.lines).collect())
}

/// Returns whether the text above a board, or beside it, calls it a position after moves: 詰上り図, 失敗図.
fn is_picture(text: &Text, position: &FoundPosition) -> bool {
    let above = (0..position.lines.start)
        .rev()
        .map(|it| text.line(it).text.trim());
    let mut above = above.filter(|it| !it.is_empty());
    let beside = drawing(text, position.lines.start)
        .map(|it| it.beside)
        .unwrap_or_default();
    let mut beside = beside.into_iter().map(|it| &text.clean.text[it]);
    above.next().is_some_and(names_picture) || beside.any(names_picture)
}

/// Returns the sides whose hands are in the last of these lines.
fn holders(text: &Text, lines: Range<usize>) -> Vec<Holder> {
    let near = lines.end.saturating_sub(HANDS_ABOVE).max(lines.start)..lines.end;
    near.flat_map(|it| hands_of(text, it)).collect()
}

/// The most lines above a board that may have its hands.
const HANDS_ABOVE: usize = 4;

fn hands_of(text: &Text, number: usize) -> Vec<Holder> {
    match token(text.line(number), text.is_record) {
        Token::Hands(all) => all.into_iter().map(|it| it.holder).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a line has only the brackets that end a value: `},`, `));`.
fn is_of_brackets(line: &str) -> bool {
    line.starts_with(['}', ')']) && line.chars().all(|c| "})],;".contains(c))
}

/// Returns the first line of the gap between two positions that belongs to the second one. `above` are the sides
/// whose hands are written above a board.
fn boundary(text: &Text, gap: Range<usize>, above: &[Holder]) -> usize {
    let is_record = text.is_record;
    let kind = |it: usize| token(text.line(it), is_record);
    let is_of_moves = |it: &usize| {
        match kind(*it) {
            Token::Move | Token::Moves(_) | Token::Footer | Token::Branch(_) => true,
            // In records it is a header.
            Token::Role(_) => !is_record,
            _ => false,
        }
    };
    // In the source of a program each problem ends with its brackets.
    let closes = |it: &usize| !is_record && is_of_brackets(text.line(*it).text.trim());
    if let Some(last) = gap.clone().rev().find(closes) {
        return last + 1;
    }
    if let Some(last) = gap.clone().rev().find(is_of_moves) {
        let mut next = last + 1;
        // Comments on the last move belong to it, and in a free text the words right below.
        while next < gap.end
            && (is_record && matches!(kind(next), Token::Comment)
                || !is_record && matches!(kind(next), Token::Text))
        {
            next += 1;
        }
        // But words that reach to the next board are its title.
        return if next == gap.end && !is_record {
            last + 1
        } else {
            next
        };
    }
    if let Some(rule) = gap.clone().find(|it| matches!(kind(*it), Token::Rule)) {
        return rule + 1;
    }
    boundary_without_moves(text, gap, above)
}

/// Returns the same for a gap without moves: hands, headers and titles decide.
fn boundary_without_moves(text: &Text, gap: Range<usize>, above: &[Holder]) -> usize {
    let is_record = text.is_record;
    let kind = |it: usize| token(text.line(it), is_record);
    let is_blank = |it: usize| matches!(kind(it), Token::Blank);
    // The first line of the block without blank lines that ends at a line.
    let block_start = |from: usize| {
        let mut begin = from;
        while begin > gap.start
            && !is_blank(begin - 1)
            && !matches!(kind(begin - 1), Token::Hands(_))
        {
            begin -= 1;
        }
        begin
    };
    let mut holders: Vec<Holder> = Vec::new();
    let mut last_hand = None;
    let mut keys: Vec<&str> = Vec::new();
    for number in gap.clone() {
        match kind(number) {
            Token::Hands(hands) => {
                // The hand of a side that has one already belongs to the next position.
                if hands
                    .iter()
                    .any(|it| above.contains(&it.holder) || holders.contains(&it.holder))
                {
                    return block_start(number);
                }
                holders.extend(hands.iter().map(|it| it.holder));
                last_hand = Some(number);
            }
            Token::Turn(_) if last_hand == number.checked_sub(1) => last_hand = Some(number),
            Token::Remark if is_record && token::names_format(text.line(number).text) => {
                return number;
            }
            Token::Header(key, _) | Token::Role(RoleLine { name: key, .. }) if is_record => {
                if keys.contains(&key) || key == "手合割" {
                    return block_start(number);
                }
                keys.push(key);
            }
            Token::Text | Token::Header(..) | Token::Remark
                if !is_record && super::title::is_heading(text.line(number).text) =>
            {
                return number;
            }
            _ => {}
        }
    }
    let from = last_hand.map_or(gap.start, |it| it + 1);
    // The last block of lines is the title of the next position.
    let mut end = gap.end;
    while end > from && is_blank(end - 1) {
        end -= 1;
    }
    if end == from {
        return gap.end;
    }
    let begin = block_start(end - 1).max(from);
    // A single block right below the first position, with blank lines after it, belongs to the first.
    let is_attached = begin == from && gap.end > end && from < gap.end && last_hand.is_none();
    if is_attached { end } else { begin }
}
