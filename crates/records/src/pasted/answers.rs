//! The solutions of a text with several problems that stand together, each with the number of its problem.

use super::Pasted;
use super::around::{Around, around, behind};
use super::label::{circled, numbered};
use super::moves::{first_moves, read_moves};
use super::words::SOLUTIONS;
use crate::lines::Line;
use crate::notation::written_move::side;
use crate::shogi::Color;
use std::collections::HashMap;
use std::ops::Range;

/// The solution of a problem, by its number.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The line of its first moves.
    pub line: usize,
    /// The place of them in that line.
    pub at: usize,
    /// The place in that line at which the next solution begins, if there is one.
    pub to: Option<usize>,
    /// The line at which it ends at the latest.
    pub end: usize,
    /// Whether a word says that the number is that of a problem.
    pub has_word: bool,
}

/// A line with a number and moves.
struct Entry {
    number: u32,
    answer: Answer,
    /// The position above it.
    above: usize,
    /// The line of the number.
    line: usize,
    count: usize,
    /// The side whose mark the first move has.
    side: Option<Color>,
}

/// Gives each problem the solution of its number. If the numbers are not those of the problems, none has one.
pub(super) fn give_answers(pasted: &mut Pasted) {
    let mut entries = entries(pasted);
    let last = pasted.found.len().saturating_sub(1);
    if !is_block(&entries, last) {
        entries.retain(|it| it.answer.has_word);
    }
    if entries.is_empty() {
        return;
    }
    for at in 0..entries.len() {
        let above = entries[at].above;
        let next = entries.get(at + 1).filter(|it| it.above == above);
        let end = next.map_or(pasted.found[above].all.end, |it| it.line);
        let answer = &mut entries[at].answer;
        if answer.to.is_none() {
            answer.end = end;
        }
    }
    let owners = owners(pasted, &entries);
    for (at, entry) in entries.into_iter().enumerate() {
        let above = &mut pasted.found[entry.above];
        let lines = entry.line..entry.answer.line + 1;
        above.all.end = above.all.end.min(lines.start.max(above.lines.end));
        if let Some(owners) = &owners {
            pasted.found[owners[at]].answer = Some(entry.answer);
        } else {
            let start = above.foreign.as_ref().map_or(lines.start, |it| it.start);
            above.foreign = Some(start..lines.end);
        }
    }
}

/// Returns whether the numbers without a word are those of problems: they stand below the last one, and moves of one
/// line do not go on in the next.
fn is_block(entries: &[Entry], last: usize) -> bool {
    let mut bare = entries.iter().filter(|it| !it.answer.has_word).peekable();
    let is_some = bare.peek().is_some() && last > 0 && entries.len() > 1;
    is_some
        && bare.all(|it| {
            let begins = it.count > 1 || it.side.is_some();
            it.above == last && begins && it.side != Some(Color::White)
        })
}

/// Returns the position of each solution, if the numbers fit.
fn owners(pasted: &Pasted, entries: &[Entry]) -> Option<Vec<usize>> {
    let mut behind = 0;
    let mut numbers: Vec<Option<u32>> = Vec::with_capacity(pasted.found.len());
    for found in &pasted.found {
        numbers.push(number(pasted, behind..found.lines.start));
        behind = found.lines.end;
    }
    let is_named = numbers.iter().any(Option::is_some);
    if !is_named {
        let count = u32::try_from(numbers.len()).ok()?;
        if count < 2 || entries.len() != numbers.len() {
            return None;
        }
        numbers = (1..=count).map(Some).collect();
    }
    // Numbers that two problems have are those of none.
    let mut known: HashMap<u32, Option<usize>> = HashMap::new();
    for (at, number) in numbers.iter().enumerate() {
        if let Some(number) = number {
            known
                .entry(*number)
                .and_modify(|it| *it = None)
                .or_insert(Some(at));
        }
    }
    let owner = |entry: &Entry| known.get_mut(&entry.number)?.take();
    entries.iter().map(owner).collect()
}

/// The most lines above a position in which its number is looked for.
const LINES_ABOVE: usize = 6;

/// Returns the number of a problem in the lines above its position.
fn number(pasted: &Pasted, above: Range<usize>) -> Option<u32> {
    let lines = above.rev().map(|it| pasted.line(it));
    let mut lines = lines
        .filter(|it| !it.text.trim().is_empty())
        .take(LINES_ABOVE);
    lines.find_map(|line| {
        let value = line.text.split_once(['：', ':']).map(|it| it.1);
        let value = value.map(|text| Line {
            text,
            at: line.at + line.text.len() - text.len(),
        });
        let found = numbered(line).or_else(|| numbered(value?).filter(|it| it.has_word));
        let found = found.filter(|it| first_moves(it.rest).is_empty());
        found.map(|it| it.number)
    })
}

/// Finds the lines with a number and moves below the positions.
fn entries(pasted: &Pasted) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (above, found) in pasted.found.iter().enumerate() {
        let mut number = found.lines.end;
        while number < found.all.end {
            let in_line = in_one_line(pasted, number, above);
            if !in_line.is_empty() {
                entries.extend(in_line);
                number += 1;
                continue;
            }
            let entry = entry(pasted, number..found.all.end, above);
            number = entry.as_ref().map_or(number, |it| it.answer.line) + 1;
            entries.extend(entry);
        }
    }
    entries
}

/// Reads the entries of a line that has several numbers in circles: `①▲１二金 ②▲２二銀`.
fn in_one_line(pasted: &Pasted, number: usize, above: usize) -> Vec<Entry> {
    let line = pasted.line(number);
    let circles = line
        .text
        .char_indices()
        .filter(|it| circled(it.1).is_some());
    let mut starts: Vec<usize> = circles.map(|it| it.0).collect();
    if starts.len() < 2 {
        return Vec::new();
    }
    starts.push(line.text.len());
    let one = |place: &[usize]| {
        let label = numbered(Line {
            text: &line.text[place[0]..place[1]],
            at: line.at + place[0],
        })?;
        let moves = read_moves(label.rest);
        (!moves.moves.is_empty()).then(|| Entry {
            number: label.number,
            answer: Answer {
                line: number,
                at: label.rest.at,
                to: Some(line.at + place[1]),
                end: number + 1,
                has_word: false,
            },
            above,
            line: number,
            count: moves.moves.len(),
            side: label.rest.text.chars().next().and_then(side),
        })
    };
    let entries: Option<Vec<Entry>> = starts.windows(2).map(one).collect();
    entries.unwrap_or_default()
}

/// Reads the entry that begins in the first of these lines. Its moves may be in the next one.
fn entry(pasted: &Pasted, lines: Range<usize>, above: usize) -> Option<Entry> {
    let line = lines.start;
    let label = numbered(pasted.line(line))?;
    let bare = label.rest.text.trim_start_matches('の');
    let word = SOLUTIONS.iter().find(|it| bare.starts_with(**it));
    let word_end = label.rest.text.len() - bare.len() + word.map_or(0, |it| it.len());
    let mut rest = without_length(behind(label.rest, word_end));
    let mut moves_line = line;
    let has_word = label.has_word || word.is_some();
    if rest.text.trim().is_empty() {
        let mut next = (line + 1..lines.end).filter(|it| !pasted.line(*it).text.trim().is_empty());
        moves_line = next.next().filter(|_| has_word)?;
        rest = match around(pasted.line(moves_line)).ok()? {
            Around::Moves(rest) | Around::Solution(rest) => rest,
            _ => return None,
        };
    }
    let moves = read_moves(rest);
    // Moves of other notations may have their own numbers.
    if moves.moves.is_empty() || !has_word && rest.text.is_ascii() {
        return None;
    }
    Some(Entry {
        number: label.number,
        answer: Answer {
            line: moves_line,
            at: rest.at,
            to: None,
            end: lines.end,
            has_word,
        },
        above,
        line,
        count: moves.moves.len(),
        side: rest.text.chars().next().and_then(side),
    })
}

/// Returns a text without the length in front of it: `5手詰 ▲１二金`.
fn without_length(line: Line<'_>) -> Line<'_> {
    const LENGTH: &str = "手詰";
    let at = line.text.find(LENGTH).filter(|at| *at <= 9);
    let Some(at) = at else {
        return line;
    };
    let rest = behind(line, at + LENGTH.len());
    let text = rest.text.trim_start_matches('め');
    Line {
        text,
        at: rest.at + rest.text.len() - text.len(),
    }
}
