//! The solutions of a text with several problems that stand together, each with the number of its problem.

use super::around::{Around, around, behind, opens};
use super::label::{Label, Numbered, circled, is_of_people, next_label, numbered};
use super::moves::{first_moves, read_moves};
use super::taken::LeftWhy;
use super::words::SOLUTIONS;
use super::{Found, Pasted};
use crate::lines::Line;
use crate::notation::digits::digit;
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

/// Lines with solutions of other problems.
#[derive(Clone, Debug)]
pub(super) struct Foreign {
    pub lines: Range<usize>,
    pub why: LeftWhy,
}

/// A line with a number and moves.
struct Entry {
    label: Label,
    is_of_figure: bool,
    is_of_issue: bool,
    /// Whether the number may as well be that of a move.
    is_loose: bool,
    /// Whether a letter stands in front of a single move.
    is_remark: bool,
    /// Whether it stands under words for an earlier problem, or for the answers of others.
    is_others: bool,
    answer: Answer,
    /// The position above it.
    above: usize,
    /// The line of the number.
    line: usize,
    count: usize,
    /// The side whose mark the first move has.
    side: Option<Color>,
    /// Whether the first move is one to the square of the move before: 同玉.
    is_reply: bool,
}

/// Gives each problem the solution of its number. If the numbers are not those of the problems, none has one.
pub(super) fn give_answers(pasted: &mut Pasted) {
    let (others, mut entries): (Vec<Entry>, Vec<Entry>) =
        entries(pasted).into_iter().partition(|it| it.is_others);
    for entry in others {
        let lines = entry.line..entry.answer.line + 1;
        leave(&mut pasted.found[entry.above], lines, LeftWhy::Another);
    }
    let last = pasted.found.len().saturating_sub(1);
    let labels = labels(pasted);
    leave_choices(pasted, &mut entries, &labels);
    entries.retain(|it| !it.is_of_figure || labels.contains(&Some(it.label)));
    // The number of an issue says something only if this one has one, too.
    let is_known = |it: &Entry| last > 0 || !it.is_of_issue || labels[0].is_some();
    entries.retain(is_known);
    if !is_list(pasted, &entries, &labels) {
        entries.retain(|it| !it.is_loose && !it.is_remark);
        if !is_block(&entries, last) {
            entries.retain(|it| it.answer.has_word);
        }
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
    let owners = owners(labels, &entries);
    let why = if last == 0 {
        LeftWhy::Another
    } else {
        LeftWhy::Numbers
    };
    for (at, entry) in entries.into_iter().enumerate() {
        let above = &mut pasted.found[entry.above];
        let lines = entry.line..entry.answer.line + 1;
        above.all.end = above.all.end.min(lines.start.max(above.lines.end));
        if let Some(owners) = &owners {
            pasted.found[owners[at]].answer = Some(entry.answer);
        } else {
            leave(above, lines, why);
        }
    }
}

/// Leaves moves to choose from: `A. ▲１二金` and `B. ▲１三金` below one position.
fn leave_choices(pasted: &mut Pasted, entries: &mut Vec<Entry>, labels: &[Option<Label>]) {
    let is_letter = |it: &Entry| matches!(it.label, Label::Letter(_)) && !it.answer.has_word;
    let is_choice = |it: &Entry| is_letter(it) && !labels.contains(&Some(it.label));
    let first = entries.windows(2).position(|pair| {
        let [one, two] = pair else { return false };
        let is_pair = one.label == Label::Letter('A') && next_label(one.label) == Some(two.label);
        is_pair && one.above == two.above && is_choice(one) && is_choice(two)
    });
    let Some(first) = first else { return };
    let above = entries[first].above;
    let lines = |it: &Entry| it.line..it.answer.line + 1;
    let same = |it: &&Entry| it.above == above && is_choice(it);
    let end = entries[first..]
        .iter()
        .take_while(same)
        .last()
        .map_or(0, |it| lines(it).end);
    let start = entries[first].line;
    let found = &mut pasted.found[above];
    found.all.end = found.all.end.min(start.max(found.lines.end));
    leave(found, start..end, LeftWhy::Another);
    entries.retain(|it| it.above != above || it.line < start || it.line >= end);
}

/// Returns whether the numbers below the last position are those of the problems, each at most once and in order,
/// and no other problem has moves below it.
fn is_list(pasted: &Pasted, entries: &[Entry], labels: &[Option<Label>]) -> bool {
    let last = labels.len().saturating_sub(1);
    let place = |it: &Entry| labels.iter().position(|label| *label == Some(it.label));
    let places: Option<Vec<usize>> = entries.iter().map(place).collect();
    let is_in_order = places.is_some_and(|it| it.windows(2).all(|pair| pair[0] < pair[1]));
    let are_first = |it: &Entry| it.above == last && !it.is_reply && it.side != Some(Color::White);
    if last == 0 || entries.len() < 2 || !is_in_order || !entries.iter().all(are_first) {
        return false;
    }
    let others = &pasted.found[..last];
    let mut below = others.iter().flat_map(|it| it.lines.end..it.all.end);
    !below.any(|it| match around(pasted.line(it)) {
        Ok(Around::Moves(_)) => true,
        Ok(Around::Solution(rest)) => !first_moves(rest).is_empty(),
        _ => false,
    })
}

/// Notes lines below a position that are not taken for its solution.
fn leave(above: &mut Found, lines: Range<usize>, why: LeftWhy) {
    let (start, why) = above
        .foreign
        .as_ref()
        .map_or((lines.start, why), |it| (it.lines.start, it.why));
    above.foreign = Some(Foreign {
        lines: start..lines.end,
        why,
    });
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

/// Returns the labels of the problems.
fn labels(pasted: &Pasted) -> Vec<Option<Label>> {
    let mut behind = 0;
    let mut labels = Vec::with_capacity(pasted.found.len());
    for found in &pasted.found {
        let own = label_in_line(pasted, found);
        labels.push(own.or_else(|| label(pasted, behind..found.lines.start)));
        behind = found.lines.end;
    }
    if labels.iter().all(Option::is_none) {
        return bare_labels(pasted);
    }
    // The number of the issue may stand above the first of its problems.
    let is_of_issues = labels.iter().all(|it| it.is_some_and(|it| it.is_of_issue));
    let labels = labels
        .into_iter()
        .map(|it| it.filter(|it| is_of_issues || !it.is_of_issue));
    labels.map(|it| it.map(|it| it.label)).collect()
}

/// Returns the labels that stand alone, without any sign, if all problems have one: `1`, `2`.
fn bare_labels(pasted: &Pasted) -> Vec<Option<Label>> {
    let mut behind = 0;
    let mut labels = Vec::with_capacity(pasted.found.len());
    for found in &pasted.found {
        let above = (behind..found.lines.start)
            .rev()
            .map(|it| pasted.line(it).text.trim());
        let next = above.filter(|it| !it.is_empty()).take(2);
        let bare = next
            .map(|it| it.trim_end_matches("手詰"))
            .find(|it| it.len() <= LONGEST_BARE);
        let label = bare.filter(|it| it.chars().all(|c| digit(c).is_some()));
        labels.push(label.and_then(crate::number::number).map(Label::Number));
        behind = found.lines.end;
    }
    let is_next =
        |pair: &[Option<Label>]| pair[0].is_some() && pair[0].and_then(next_label) == pair[1];
    if !labels.windows(2).all(is_next) {
        labels.fill(None);
    }
    labels
}

/// The longest number that stands alone, in bytes.
const LONGEST_BARE: usize = 6;

/// Returns the label in front of a position in its line: `1. 8k/9/…`.
fn label_in_line<'a>(pasted: &'a Pasted, found: &Found) -> Option<Numbered<'a>> {
    let line = pasted.line(found.lines.start);
    let before = found.span.start.checked_sub(line.at)?;
    let text = line.text.get(..before).filter(|it| !it.trim().is_empty())?;
    let label = numbered(Line { text, at: line.at })?;
    (label.rest.text.trim().is_empty() && !label.is_of_figure).then_some(label)
}

/// Returns the position of each solution, if the numbers fit.
fn owners(mut labels: Vec<Option<Label>>, entries: &[Entry]) -> Option<Vec<usize>> {
    let is_named = labels.iter().any(Option::is_some);
    if !is_named {
        let count = u32::try_from(labels.len()).ok()?;
        if count < 2 || entries.len() != labels.len() {
            return None;
        }
        labels = (1..=count).map(|it| Some(Label::Number(it))).collect();
    }
    // Numbers that two problems have are those of none.
    let mut known: HashMap<Label, Option<usize>> = HashMap::new();
    for (at, label) in labels.iter().enumerate() {
        if let Some(label) = label {
            known
                .entry(*label)
                .and_modify(|it| *it = None)
                .or_insert(Some(at));
        }
    }
    let owner = |entry: &Entry| known.get_mut(&entry.label)?.take();
    entries.iter().map(owner).collect()
}

/// The most lines above a position in which its number is looked for.
const LINES_ABOVE: usize = 6;

/// Returns the line with the label of a problem above its position.
fn label(pasted: &Pasted, above: Range<usize>) -> Option<Numbered<'_>> {
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
        // A letter may begin another line; as a label it stands alone.
        let is_alone = |it: &Numbered<'_>| it.rest.text.trim().is_empty();
        let is_label = |it: &Numbered<'_>| match it.label {
            Label::Number(_) => !it.is_loose,
            Label::Letter(_) | Label::Stem(_) => is_alone(it),
        };
        found.filter(|it| is_label(it) && first_moves(it.rest).is_empty())
    })
}

/// Finds the lines with a number and moves below the positions.
fn entries(pasted: &Pasted) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (above, found) in pasted.found.iter().enumerate() {
        let mut number = found.lines.end;
        let mut is_others = false;
        while number < found.all.end {
            is_others = is_of_others(pasted.line(number), is_others);
            let mut here = in_one_line(pasted, number, above);
            if here.is_empty() {
                let entry = entry(pasted, number..found.all.end, above);
                number = entry.as_ref().map_or(number, |it| it.answer.line);
                here.extend(entry);
            }
            number += 1;
            for entry in &mut here {
                entry.is_others = is_others;
            }
            entries.append(&mut here);
        }
    }
    entries
}

/// Returns whether the solutions from a line on are those of an earlier problem, or of other people, given whether
/// those above it were.
fn is_of_others(line: Line<'_>, before: bool) -> bool {
    match around(line) {
        // With its moves the solution of the earlier problem is told.
        Ok(Around::Earlier(rest)) => first_moves(rest).is_empty(),
        Ok(Around::Another(rest)) if rest.text.is_empty() => before || is_of_people(line.text),
        Ok(Around::Solution(rest)) => before && !rest.text.is_empty(),
        _ => before,
    }
}

/// The most solutions in one line.
const MOST_IN_LINE: usize = 24;

/// Reads the entries of a line that has several numbers: `①▲１二金 ②▲２二銀`, `答え 1) ▲１二金 2) ▲２二銀`.
fn in_one_line(pasted: &Pasted, number: usize, above: usize) -> Vec<Entry> {
    let line = pasted.line(number);
    let circles = line
        .text
        .char_indices()
        .filter(|it| circled(it.1).is_some());
    let mut starts: Vec<usize> = circles.map(|it| it.0).collect();
    if starts.len() < 2 {
        starts = labels_in(line);
    }
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
            label: label.label,
            is_of_figure: label.is_of_figure,
            is_of_issue: label.is_of_issue,
            is_loose: label.is_loose,
            is_remark: false,
            is_others: false,
            answer: Answer {
                line: number,
                at: label.rest.at,
                to: Some(line.at + place[1]),
                end: number + 1,
                has_word: label.has_word,
            },
            above,
            line: number,
            count: moves.moves.len(),
            side: label.rest.text.chars().next().and_then(side),
            is_reply: label.rest.text.starts_with('同'),
        })
    };
    let entries: Option<Vec<Entry>> = starts.windows(2).map(one).collect();
    entries.unwrap_or_default()
}

/// Returns the places of numbers that count up from one to the next in a line: `1) ▲１二金 2) ▲２二銀`. The line begins
/// with the first, or with a word for a solution.
fn labels_in(line: Line<'_>) -> Vec<usize> {
    let begin = line.text.len() - line.text.trim_start_matches(opens).len();
    let word = SOLUTIONS
        .iter()
        .find(|it| line.text[begin..].starts_with(**it));
    let start = match word {
        Some(word) => behind(line, begin + word.len()).at - line.at,
        None => line.text.len() - line.text.trim_start().len(),
    };
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '、' | '。' | '，' | '/' | '／' | ';');
    let gaps = line.text[start..].char_indices().filter(|it| is_gap(it.1));
    let places = gaps.map(|(at, c)| start + at + c.len_utf8());
    let mut found: Vec<usize> = Vec::new();
    let mut next: Option<Label> = None;
    for at in std::iter::once(start).chain(places) {
        let text = &line.text[at..];
        let begins = |c: char| {
            digit(c).is_some()
                || opens(c)
                || c.is_ascii_uppercase()
                || matches!(c, 'Ａ'..='Ｚ')
                || "第問其図甲乙丙".contains(c)
        };
        let may_be = text.starts_with(begins);
        if !may_be || text.starts_with(is_gap) {
            continue;
        }
        let label = numbered(Line {
            text,
            at: line.at + at,
        });
        let Some(Numbered { label, rest, .. }) = label.filter(|it| !it.is_loose) else {
            continue;
        };
        let rest = rest.text;
        // A move of the second side goes on with the line.
        let is_reply =
            rest.starts_with('同') || rest.chars().next().and_then(side) == Some(Color::White);
        if is_reply || next.is_some_and(|it| it != label) {
            continue;
        }
        next = next_label(label);
        found.push(at);
        if found.len() > MOST_IN_LINE {
            return Vec::new();
        }
    }
    if found.first() == Some(&start) {
        found
    } else {
        Vec::new()
    }
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
    if rest.text.trim_matches(opens).is_empty() {
        let mut next = (line + 1..lines.end).filter(|it| !pasted.line(*it).text.trim().is_empty());
        moves_line = next.next().filter(|_| has_word)?;
        rest = match around(pasted.line(moves_line)).ok()? {
            Around::Moves(rest) | Around::Solution(rest) => rest,
            _ => return None,
        };
    }
    let moves = read_moves(rest);
    // Moves of other notations may have their own numbers.
    if moves.moves.is_empty() {
        return None;
    }
    let is_of_move = !has_word && rest.text.is_ascii() && !label.is_of_figure;
    // `図1は▲１二金まで` tells the move that led to the diagram.
    let is_remark = label.is_of_figure && word.is_none() && moves.moves.len() < 2;
    let is_sentence = || {
        let text = pasted.line(line);
        text.text[..label.rest.at - text.at].ends_with('は')
    };
    if is_remark && is_sentence() {
        return None;
    }
    Some(Entry {
        label: label.label,
        is_of_figure: label.is_of_figure,
        is_of_issue: label.is_of_issue,
        is_loose: label.is_loose || is_of_move,
        is_remark,
        is_others: false,
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
        is_reply: rest.text.starts_with('同'),
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
