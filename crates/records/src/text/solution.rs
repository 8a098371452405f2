//! Finds the author's line among the moves around a position.

use super::fold::Draft;
use super::player::Player;
use super::scan::Region;
use super::source::Text;
use super::title::problem_number;
use super::token::{RoleLine, Token, are_moves, token};
use super::words::{Role, announced, attacker};
use crate::error::RecordErrorKind as Kind;
use crate::headers;
use crate::legality::illegal_moves;
use crate::lines::Line;
use crate::shogi::Setup;

/// Successive lines of moves after one word such as 解答, or after none.
#[derive(Debug)]
pub(super) struct Group<'a> {
    role: Option<Role>,
    /// The moves of each line, and whether a blank line comes before it.
    lines: Vec<(Line<'a>, bool)>,
    /// The numbers of the first and the last line.
    numbers: [usize; 2],
}

impl<'a> Group<'a> {
    /// Begins a group in a line.
    const fn new(role: Option<Role>, number: usize) -> Self {
        Self {
            role,
            lines: Vec::new(),
            numbers: [number; 2],
        }
    }

    /// Returns a group of moves in one line.
    fn of_line(role: Option<Role>, moves: Line<'a>, number: usize) -> Self {
        let mut group = Self::new(role, number);
        group.lines.push((moves, false));
        group
    }
}

/// Assigns to each problem the line with its number, if the solutions of several problems come together:
/// `第1問 ▲５二金`. A bare number may be that of a move. So bare numbers count only after a word for a solution, and if
/// there are as many as problems.
pub(super) fn assign_answers(text: &Text, regions: &mut [Region]) {
    if text.is_record || regions.len() < 2 {
        return;
    }
    let numbers: Vec<u32> = (1..)
        .zip(regions.iter())
        .map(|(at, it)| own_number(text, it).unwrap_or(at))
        .collect();
    let mut found: Vec<(u32, usize)> = Vec::new();
    let mut bare: Vec<(u32, usize)> = Vec::new();
    let mut is_announced = false;
    'regions: for region in regions.iter() {
        // The number of a problem that is alone in the line above.
        let mut number_above = None;
        for number in region.position.lines.end..region.lines.end {
            let line = text.line(number);
            if super::words::announces_earlier(line.text) {
                break 'regions;
            }
            let has_moves = matches!(token(line, false), Token::Moves(_));
            if let Some(problem) = number_above
                && has_moves
            {
                found.push((problem, number));
            }
            number_above = problem_number(line.text.trim())
                .filter(|it| it.is_named && it.rest.is_empty())
                .map(|it| it.number);
            match numbered_answer(line) {
                Some(answer) if answer.is_named => found.push((answer.problem, number)),
                Some(answer) if is_announced => bare.push((answer.problem, number)),
                _ => {
                    is_announced |=
                        matches!(token(line, false), Token::Role(it) if it.role == Role::Solution);
                }
            }
        }
    }
    let are_all = bare.iter().all(|(problem, _)| numbers.contains(problem));
    if found.is_empty() && bare.len() == regions.len() && are_all {
        found = bare;
    }
    for (problem, line) in found {
        if let Some(index) = numbers.iter().position(|it| *it == problem) {
            regions[index].answer.get_or_insert(line);
        }
    }
}

/// Returns the number in the title of a problem.
fn own_number(text: &Text, region: &Region) -> Option<u32> {
    let above = (region.lines.start..region.position.lines.start).rev();
    let mut above = above
        .map(|it| text.line(it).text.trim())
        .filter(|it| !it.is_empty());
    above.find_map(|it| Some(problem_number(it)?.number).or_else(|| it.parse().ok()))
}

/// A solution with the number of its problem in one line.
struct NumberedAnswer<'a> {
    problem: u32,
    moves: Line<'a>,
    /// Whether a word says that the number is that of a problem.
    is_named: bool,
}

/// Reads a line such as `第1問 ▲５二金` or `(1) ▲５二金`.
fn numbered_answer(line: Line<'_>) -> Option<NumberedAnswer<'_>> {
    let bare = line.trimmed();
    let read = problem_number(bare.text)?;
    let moves = bare.within(read.rest);
    let is_of_white = moves.text.starts_with(['△', '☖', '▽']);
    (are_moves(moves) && !is_of_white).then_some(NumberedAnswer {
        problem: read.number,
        moves,
        is_named: read.is_named,
    })
}

impl<'a> Draft<'a> {
    /// Finds the author's line of a problem in a free text, and plays it.
    pub fn play_solution(&mut self, player: &mut Player) {
        let mut groups = match self.region.answer {
            Some(at) => vec![self.answer(at)],
            None => self.cells(),
        };
        if self.region.answer.is_none() {
            groups.extend(self.groups(self.region.position.lines.end..self.region.lines.end));
        }
        if groups.iter().all(|it| it.lines.is_empty()) {
            let above = self.groups(self.region.lines.start..self.region.position.lines.start);
            groups = above
                .into_iter()
                .filter(|it| it.role == Some(Role::Solution))
                .collect();
        }
        groups.retain(|it| !it.lines.is_empty() && it.role != Some(Role::Other));
        let named = groups.iter().find(|it| it.role == Some(Role::Solution));
        // If the text has several problems, the moves have to fit this one.
        let is_alone = self.region.is_alone || self.region.answer.is_some();
        if let Some(group) = named
            && is_alone
        {
            play(player, group);
            self.taken.moves = Some(self.numbers(group));
            return;
        }
        for group in &groups {
            let mut trial = player.clone();
            play(&mut trial, group);
            let kind = if trial.places.broken.is_some()
                || !illegal_moves(&trial.growing.record).is_empty()
            {
                Kind::MovesNotPossible
            } else if !Self::asks_for_brinkmate(&trial) && !is_attack(&trial) {
                Kind::MovesWithoutCheck
            } else {
                *player = trial;
                self.taken.moves = Some(self.numbers(group));
                return;
            };
            let span = group.lines[0].0.at..group.lines[group.lines.len() - 1].0.span().end;
            self.note(kind, span);
        }
    }

    /// Returns whether the first move of the solution need not be a check.
    fn asks_for_brinkmate(player: &Player) -> bool {
        let record = &player.growing.record;
        let length = record.header(headers::PLIES).unwrap_or_default();
        record.header(headers::GOAL).is_some() || length.ends_with("必至")
    }

    /// Returns the numbers of the first and the last line of a group in the original text.
    fn numbers(&self, group: &Group<'_>) -> [usize; 2] {
        group
            .numbers
            .map(|it| self.text.number_at(self.text.lines[it].start))
    }

    /// Returns the moves in the line that was assigned to this problem.
    fn answer(&self, number: usize) -> Group<'a> {
        let line = self.text.line(number);
        let moves = numbered_answer(line).map_or(line, |it| it.moves);
        Group::of_line(Some(Role::Solution), moves, number)
    }

    /// Returns the cells with moves after the position, if it is in a row of a table.
    fn cells(&self) -> Vec<Group<'a>> {
        let (text, number): (&'a Text, _) = (self.text, self.region.position.lines.end - 1);
        let Some(span) = self.region.position.span.as_ref() else {
            return Vec::new();
        };
        let line = text.line_of_place(span.start);
        let after = &line.text[(span.end - line.at).min(line.text.len())..];
        let cells = after.split('|').map(|it| line.within(it).trimmed());
        cells
            .filter(|it| are_moves(*it))
            .map(|it| Group::of_line(None, it, number))
            .collect()
    }

    /// Returns the groups of moves in these lines.
    fn groups(&self, lines: std::ops::Range<usize>) -> Vec<Group<'a>> {
        let text: &'a Text = self.text;
        let own = own_number(text, self.region);
        let mut groups: Vec<Group<'a>> = Vec::new();
        // Whether the last group may go on, and whether a blank line comes before the next line of it.
        let (mut is_open, mut is_parted) = (false, false);
        let mut role_of_next = None;
        for number in lines {
            let line = text.line(number);
            let is_picture = self.region.pictures.iter().any(|it| it.contains(&number));
            let is_of_other = || numbered_answer(line).is_some_and(|it| it.is_named);
            if is_picture || !self.region.is_alone && is_of_other() {
                is_open = false;
                continue;
            }
            let moves = match token(line, false) {
                Token::Role(RoleLine {
                    role,
                    number: problem,
                    value,
                    ..
                }) => {
                    let is_other = problem.is_some_and(|it| own != Some(it));
                    let role = Some(if is_other { Role::Other } else { role });
                    groups.push(Group::new(role, number));
                    is_open = true;
                    (!value.text.is_empty()).then_some(value)
                }
                Token::Moves(moves) => Some(moves),
                Token::Move => Some(line),
                Token::Blank | Token::Footer | Token::Frame(_) => None,
                // A mail may break a line within a move: `▲２二飛`, `成まで3手詰`.
                Token::Text
                    if is_open && line.text.trim_start().starts_with(['成', '不', '打']) =>
                {
                    Some(line)
                }
                _ if number == self.region.position.lines.start => None,
                _ => {
                    role_of_next = announced(line.text, own);
                    // Other words may come between 解答 and the moves.
                    let is_waiting = |it: &Group<'_>| it.lines.is_empty() && it.role.is_some();
                    is_open = is_open && groups.last().is_some_and(is_waiting);
                    None
                }
            };
            let Some(moves) = moves else {
                is_parted = line.text.trim().is_empty();
                continue;
            };
            if !is_open {
                groups.push(Group::new(role_of_next.take(), number));
                is_open = true;
            }
            if let Some(last) = groups.last_mut() {
                if last.lines.is_empty() {
                    last.numbers[0] = number;
                }
                last.numbers[1] = number;
                last.lines.push((moves, std::mem::take(&mut is_parted)));
            }
        }
        groups
    }
}

/// Plays the moves of a group, up to the first that cannot be played. If that one comes after a blank line, it is no
/// error: the same moves may be written again in another notation.
fn play(player: &mut Player, group: &Group<'_>) {
    for (line, is_parted) in &group.lines {
        let read = match token(*line, true) {
            Token::Move => Token::Move,
            _ => Token::Moves(*line),
        };
        let may_fail = *is_parted && player.growing.at != 0;
        let before = may_fail.then(|| (player.growing.clone(), player.places.clone()));
        if let Err(error) = player.play_line(*line, &read) {
            match before {
                Some((growing, places)) => (player.growing, player.places) = (growing, places),
                None => player.leave_out(error),
            }
            return;
        }
    }
}

/// Returns whether every move of the attacker is a check.
fn is_attack(player: &Player) -> bool {
    let record = &player.growing.record;
    let mut setup: Setup = record.setup.clone();
    let attacker = attacker(&setup, None);
    let line = record.tree.main_line();
    !line.is_empty()
        && line.into_iter().all(|mv| {
            let turn = setup.turn;
            setup.play(mv) && (turn != attacker || setup.in_check(attacker.flip()))
        })
}
