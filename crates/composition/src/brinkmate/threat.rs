//! Positions with the defender to move: the threat, and every defence with its mate.

use super::answer::{Defence, Group, Outcome, State, Threat};
use super::hunt::{Hunt, Node, without_lines};
use crate::length::futile::Interpositions;
use crate::problem::Problem;
use crate::search::{Answer, Limits, Progress, Search, Solver, Stats, StopReason, Within};
use crate::shogi::Move;
use std::cmp::Reverse;

/// Nodes spent on looking for a shorter mate than the one already found.
const SHORTER_MATE_NODES: u64 = 20_000;

/// Answers questions about a position with the defender to move.
pub fn threat(
    solver: &mut Solver,
    problem: &Problem,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Threat {
    let observer = &mut without_lines(observer, true);
    problem.session(solver, limits, observer, |session| {
        let root = Node::root(session.position());
        let mut hunt = Hunt::new(session, Interpositions::default());
        let mut found = threat_at(&mut hunt, &root);
        found.stats = hunt.session.stats();
        found.stopped = hunt.stopped();
        found
    })
}

/// Answers questions about a position with the defender to move, within a search.
pub(super) fn threat_at(hunt: &mut Hunt<'_, '_>, node: &Node) -> Threat {
    let in_check = node.in_check();
    let threatens = if in_check {
        None
    } else {
        hunt.in_rounds(|hunt| hunt.threatens(node))
    };
    let mut threat = Vec::new();
    if threatens == Some(true) {
        threat = hunt.mate(&node.passed()).unwrap_or_default();
    }
    let defences = hunt.defences(node);
    let groups = hunt.groups(node, &defences, threat.first().copied());
    let mut found = Threat {
        state: state(hunt, in_check, threatens, &defences),
        threatens,
        threat,
        defences,
        groups,
        stats: Stats::default(),
        stopped: hunt.stopped(),
    };
    // The lines of a group begin with its common move.
    for group in &found.groups {
        for defence in &mut found.defences {
            if group.defences.first() == Some(&defence.mv) && !group.line.is_empty() {
                defence.outcome = Outcome::Mated(group.line.clone());
            }
        }
    }
    found
}

fn state(
    hunt: &Hunt<'_, '_>,
    in_check: bool,
    threatens: Option<bool>,
    defences: &[Defence],
) -> State {
    let open = State::Unknown(hunt.stopped().unwrap_or(StopReason::Memory));
    let holds = defences.iter().any(|it| it.outcome == Outcome::Holds);
    let is_open = defences.iter().any(|it| it.outcome == Outcome::Unknown);
    match (in_check, threatens) {
        (false, Some(false)) => State::NoThreat,
        (false, None) => open,
        (false, Some(true)) if holds => State::Threatmate,
        (true, _) if holds => State::Check,
        _ if is_open => open,
        (false, Some(true)) => State::Brinkmate,
        (true, _) => State::Mate,
    }
}

impl Hunt<'_, '_> {
    /// Returns a mate from a position with the attacker to move: the shortest, if it is found with
    /// few nodes.
    pub(super) fn mate(&mut self, node: &Node) -> Option<Vec<Move>> {
        let outer = self.session.narrow(SHORTER_MATE_NODES);
        let found = self.search_at(node, |search| search.find_length(true, 0));
        self.session.widen(outer);
        match found {
            (Answer::Mate { .. }, line) if !line.is_empty() => Some(line),
            _ => self.search_at(node, any_line),
        }
    }

    fn defences(&mut self, node: &Node) -> Vec<Defence> {
        let mut all: Vec<Defence> = (node.in_order_of_custom().into_iter())
            .map(|mv| Defence {
                mv,
                is_check: node.gives_check(mv),
                outcome: Outcome::Unknown,
            })
            .collect();
        self.in_rounds(|hunt| {
            let mut is_open = false;
            for defence in &mut all {
                if defence.outcome == Outcome::Unknown {
                    match hunt.mates(&node.after(defence.mv)) {
                        Some(true) => defence.outcome = Outcome::Mated(Vec::new()),
                        Some(false) => defence.outcome = Outcome::Holds,
                        None => is_open = true,
                    }
                }
            }
            (!is_open).then_some(())
        });
        for defence in &mut all {
            if let Outcome::Mated(line) = &mut defence.outcome {
                *line = self.mate(&node.after(defence.mv)).unwrap_or_default();
            }
        }
        all
    }

    /// Groups the defences that are mated. The move that the threat begins with comes first, because
    /// it usually serves most defences.
    fn groups(&mut self, node: &Node, defences: &[Defence], threat: Option<Move>) -> Vec<Group> {
        let mut left: Vec<(Move, Vec<Move>)> = Vec::new();
        for defence in defences {
            if let Outcome::Mated(line) = &defence.outcome
                && !line.is_empty()
            {
                left.push((defence.mv, line.clone()));
            }
        }
        let mut groups = Vec::new();
        let mut common = threat;
        while !left.is_empty() {
            let Some(answer) = common.take().or_else(|| most_common(&left)) else {
                break;
            };
            let (mut members, mut rest) = (Vec::new(), Vec::new());
            for (mv, line) in left {
                if line[0] == answer {
                    members.push((mv, line));
                } else if let Some(line) = self.mate_with(&node.after(mv), answer, line.len()) {
                    members.push((mv, line));
                } else {
                    rest.push((mv, line));
                }
            }
            if let Some((_, line)) = members.first() {
                groups.push(Group {
                    line: line.clone(),
                    defences: members.iter().map(|&(mv, _)| mv).collect(),
                    is_rest: false,
                });
            }
            left = rest;
        }
        if groups.len() > 1 {
            groups[1..].sort_by_key(|it| Reverse(it.defences.len()));
        }
        let largest =
            (0..groups.len()).max_by_key(|&index| (groups[index].defences.len(), Reverse(index)));
        if let Some(index) = largest
            && groups[index].defences.len() > 1
        {
            groups[index].is_rest = true;
        }
        groups
    }

    /// Returns a mate that begins with a move and is not longer than `plies`.
    fn mate_with(&mut self, node: &Node, answer: Move, plies: usize) -> Option<Vec<Move>> {
        if !node.position.checks().contains(&answer) {
            return None;
        }
        let left = u32::try_from(plies).ok()?.checked_sub(1)?;
        let outer = self.session.narrow(SHORTER_MATE_NODES);
        let rest = self.search_at(&node.after(answer), |search| {
            match search.mate_within(left)? {
                Within::Mate(plies) => search.line(plies, false),
                Within::No => None,
            }
        });
        self.session.widen(outer);
        let mut line = rest?;
        line.insert(0, answer);
        Some(line)
    }
}

/// Returns a line of a position that is a mate.
fn any_line(search: &mut Search<'_, '_>) -> Option<Vec<Move>> {
    match search.any_mate()? {
        Within::Mate(plies) => search.line(plies, false),
        Within::No => None,
    }
}

/// Returns the move that begins most lines. If several do, the first of them in the list.
fn most_common(lines: &[(Move, Vec<Move>)]) -> Option<Move> {
    let count = |mv: Move| lines.iter().filter(|(_, line)| line[0] == mv).count();
    let firsts = lines.iter().map(|(_, line)| line[0]);
    let mut best: Option<(usize, Move)> = None;
    for mv in firsts {
        let number = count(mv);
        if best.is_none_or(|(most, _)| number > most) {
            best = Some((number, mv));
        }
    }
    best.map(|(_, mv)| mv)
}
