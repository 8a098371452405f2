//! The author's line: which of the moves around a position are its solution.

use super::fold::Draft;
use super::player::Player;
use super::scan::Region;
use super::source::Text;
use super::title::{number_in_front, number_of};
use super::token::{RoleLine, Token, are_moves, token};
use super::words::{Role, announced, attacker};
use crate::error::RecordErrorKind as Kind;
use crate::headers;
use crate::legality::illegal_moves;
use crate::lines::Line;
use crate::shogi::Setup;

/// Lines of moves that follow each other, after one word.
#[derive(Debug)]
pub(super) struct Group<'a> {
    role: Option<Role>,
    /// The moves after the word itself, or in a line of their own, and whether a blank line stands in front of them.
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

/// Gives each problem the line with its number, if the solutions of several problems stand together: `第1問 ▲５二金`.
/// Numbers alone may be those of moves: there have to be as many as problems, after a word for a solution.
pub(super) fn give_answers(text: &Text, regions: &mut [Region]) {
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
        // A number alone, above its moves.
        let mut above = None;
        for number in region.position.lines.end..region.lines.end {
            let line = text.line(number);
            if super::words::announces_earlier(line.text) {
                break 'regions;
            }
            let has_moves = matches!(token(line, false), Token::Moves(_));
            if let Some(problem) = above.take().filter(|_| has_moves) {
                found.push((problem, number));
            }
            above = number_in_front(line.text.trim())
                .filter(|it| it.2 && it.1.is_empty())
                .map(|it| it.0);
            match numbered_answer(line) {
                Some((problem, _, true)) => found.push((problem, number)),
                Some((problem, ..)) if is_announced => bare.push((problem, number)),
                _ => {
                    is_announced |=
                        matches!(token(line, false), Token::Role(it) if it.role == Role::Solution);
                }
            }
        }
    }
    let are_all = bare.iter().all(|it| numbers.contains(&it.0));
    if found.is_empty() && bare.len() == regions.len() && are_all {
        found = bare;
    }
    for (problem, line) in found {
        if let Some(at) = numbers.iter().position(|it| *it == problem) {
            regions[at].answer.get_or_insert(line);
        }
    }
}

/// Returns the number in the title of a problem.
fn own_number(text: &Text, region: &Region) -> Option<u32> {
    let above = (region.lines.start..region.position.lines.start).rev();
    let mut above = above
        .map(|it| text.line(it).text.trim())
        .filter(|it| !it.is_empty());
    above.find_map(|it| Some(number_of(it)?.0).or_else(|| it.parse().ok()))
}

/// Returns the number of the problem and the moves of a line such as `第1問 ▲５二金` or `(1) ▲５二金`, and whether a word
/// says that it is the number of a problem.
fn numbered_answer(line: Line<'_>) -> Option<(u32, Line<'_>, bool)> {
    let bare = line.trimmed();
    let (number, rest, is_named) = number_in_front(bare.text)?;
    let rest = bare.within(rest);
    let is_of_white = rest.text.starts_with(['△', '☖', '▽']);
    (are_moves(rest) && !is_of_white).then_some((number, rest, is_named))
}

impl<'a> Draft<'a> {
    /// Plays the author's line of a problem in a text of people.
    pub fn solve(&mut self, player: &mut Player) {
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
        // Beside other problems the moves have to fit this one.
        let is_alone = self.region.is_alone || self.region.answer.is_some();
        if let Some(group) = named.filter(|_| is_alone) {
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

    fn numbers(&self, group: &Group<'_>) -> [usize; 2] {
        group
            .numbers
            .map(|it| self.text.number_at(self.text.lines[it].start))
    }

    /// Returns the group of moves of a problem whose solution stands elsewhere, by its number.
    fn answer(&self, at: usize) -> Group<'a> {
        let line = self.text.line(at);
        let moves = numbered_answer(line).map_or(line, |it| it.1);
        Group::of_line(Some(Role::Solution), moves, at)
    }

    /// Returns the cells after a position in a row of a table that have moves.
    fn cells(&self) -> Vec<Group<'a>> {
        let (text, number): (&'a Text, _) = (self.text, self.region.position.lines.end - 1);
        let Some(span) = self.region.position.span.as_ref() else {
            return Vec::new();
        };
        let line = text.line_of_place(span.start);
        let behind = &line.text[(span.end - line.at).min(line.text.len())..];
        let cells = behind.split('|').map(|it| line.within(it).trimmed());
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
        let (mut is_open, mut is_parted) = (false, false);
        let mut role_of_next = None;
        for number in lines {
            let line = text.line(number);
            // A board after moves, or the solution of another problem.
            let is_picture = self.region.pictures.iter().any(|it| it.contains(&number));
            if is_picture || !self.region.is_alone && numbered_answer(line).is_some_and(|it| it.2) {
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
                // A line of a mail goes on in the next one: `▲２二飛`, `成まで3手詰`.
                Token::Text
                    if is_open && line.text.trim_start().starts_with(['成', '不', '打']) =>
                {
                    Some(line)
                }
                _ if number == self.region.position.lines.start => None,
                _ => {
                    role_of_next = announced(line.text, own);
                    // A word in front of moves may have words after it.
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

/// Plays the moves of a group, up to the first that cannot be played. Behind a blank line the moves may stand again in
/// another notation.
fn play(player: &mut Player, group: &Group<'_>) {
    for (line, is_parted) in &group.lines {
        let read = match token(*line, true) {
            Token::Move => Token::Move,
            _ => Token::Moves(*line),
        };
        let is_next = *is_parted && player.growing.at != 0;
        let before = is_next.then(|| (player.growing.clone(), player.places.clone()));
        if let Err(error) = player.moves(*line, &read) {
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
