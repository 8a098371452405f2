//! Solves a brinkmate problem: first looks for any mate, then for a brinkmate within 1, 3, 5 … plies.

use super::answer::{Partial, PlainMate, Solution, Verdict};
use super::hunt::{Hunt, Node, without_lines};
use super::threat;
use crate::length::composed;
use crate::length::futile::Interpositions;
use crate::length::line;
use crate::problem::Problem;
use crate::question::{Question, Questions};
use crate::search::session::Session;
use crate::search::{Answer, Exactness, Progress, Solver, Stats, StopReason};
use crate::shogi::{Color, Move};

/// The plies up to which brinkmates are looked for if nothing else is asked. Nearly all published
/// brinkmates are no longer.
pub const PLIES: u32 = 5;

/// Looks for the shortest brinkmate. The attacker is to move.
pub fn solve(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Solution {
    answer(solver, problem, question, false, observer)
}

/// Looks for the shortest brinkmate, like [`solve`] and with the same answer. It tries every legal quiet
/// move for a threat, while [`solve`] leaves out those that are proven to threaten nothing.
pub fn solve_slowly(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Solution {
    answer(solver, problem, question, true, observer)
}

/// Returns the plies of the longest brinkmate that a question asks for. Without a number in the question,
/// this is the author's length, but at least [`PLIES`].
pub(super) fn longest(question: &Question) -> u32 {
    let stated = question.author.plies.unwrap_or(0);
    question.within.unwrap_or(stated.max(PLIES))
}

fn answer(
    solver: &mut Solver,
    problem: &Problem,
    question: &Question,
    all_moves: bool,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Solution {
    let plies = longest(question);
    let observer = &mut without_lines(observer, true);
    problem.session(solver, &question.limits, observer, |session| {
        let level = question.interpositions;
        let (mut found, hunt) = solve_in(session, level, plies, &[], all_moves);
        let stopped = hunt.and_then(|hunt| hunt.stopped());
        found.stats = session.stats();
        found.stopped = stopped.or(session.stopped());
        found
    })
}

/// Solves the position of a session; the main line follows the author's as long as that is right. Returns
/// the search as well, for further questions, unless there is a plain mate.
pub(super) fn solve_in<'s, 'a>(
    session: &'s mut Session<'a>,
    interpositions: Interpositions,
    max_plies: u32,
    author: &[Move],
    all_moves: bool,
) -> (Solution, Option<Hunt<'s, 'a>>) {
    let root = Node::root(session.position());
    let (any_mate, _) = session.strict(|search| search.find_length(false, 0));
    let mut found = Solution {
        verdict: Verdict::Mate,
        mate: None,
        first_moves: Vec::new(),
        first_moves_complete: false,
        line: Vec::new(),
        ending: None,
        partial: Vec::new(),
        stats: Stats::default(),
        stopped: None,
    };
    match any_mate {
        Answer::Mate { .. } => {
            found.mate = Some(plain_mate(session, interpositions));
            return (found, None);
        }
        Answer::Unknown(reason) => {
            found.verdict = Verdict::Unknown {
                reason,
                none_within: 0,
            };
            return (found, None);
        }
        Answer::NoMate => {}
    }
    let mut hunt = Hunt::new(session, interpositions);
    hunt.all_moves = all_moves;
    found.verdict = hunt.verdict(&root, max_plies);
    if let Verdict::Brinkmate { plies, .. } = found.verdict {
        hunt.add_lines(&mut found, &root, plies, author);
    }
    if !matches!(found.verdict, Verdict::Brinkmate { plies: 1, .. })
        && root.position.king(Color::Black).is_some()
    {
        found.partial = hunt.partial(&root);
    }
    (found, Some(hunt))
}

fn plain_mate(session: &mut Session<'_>, interpositions: Interpositions) -> PlainMate {
    let questions = Questions {
        composed_only: true,
        ..Questions::default()
    };
    let composed = composed::read(session, interpositions, &questions);
    PlainMate {
        answer: composed.answer,
        line: composed.line().to_vec(),
    }
}

impl Hunt<'_, '_> {
    /// Returns the verdict about a position that is no mate.
    fn verdict(&mut self, root: &Node, max_plies: u32) -> Verdict {
        let found = self.in_rounds(|hunt| {
            let verdict = hunt.verdict_so_far(root, max_plies);
            let is_final = match verdict {
                Verdict::Brinkmate { exactness, .. } => exactness == Exactness::Shortest,
                Verdict::Unknown { .. } => false,
                Verdict::Mate | Verdict::NoBrinkmate { .. } => true,
            };
            is_final.then_some(verdict)
        });
        let verdict = found.unwrap_or_else(|| self.verdict_so_far(root, max_plies));
        match verdict {
            Verdict::NoBrinkmate { .. } if self.is_exhausted(root) => {
                Verdict::NoBrinkmate { within: None }
            }
            verdict => verdict,
        }
    }

    /// Adds the first moves, the main line and the ending of a brinkmate within `plies`.
    fn add_lines(&mut self, found: &mut Solution, root: &Node, plies: u32, author: &[Move]) {
        (found.first_moves, found.first_moves_complete) = self.first_moves(root, plies);
        found.line = self.line(root, plies, author).unwrap_or_default();
        if let Some(&first) = found.line.first() {
            found.first_moves.sort_by_key(|&mv| mv != first);
            let end = (found.line.iter()).fold(root.clone(), |node, &mv| node.after(mv));
            found.ending = Some(threat::threat_at(self, &end));
        }
    }

    fn verdict_so_far(&mut self, root: &Node, max_plies: u32) -> Verdict {
        let mut none_within = Some(0);
        let mut proven = 0;
        for plies in (1..=max_plies).step_by(2) {
            match self.attack(root, plies) {
                Some(true) => {
                    let exactness = if none_within.is_some() {
                        Exactness::Shortest
                    } else {
                        Exactness::AtMost(self.stopped())
                    };
                    return Verdict::Brinkmate { plies, exactness };
                }
                Some(false) => {
                    proven = plies;
                    none_within = none_within.map(|_| plies);
                }
                None => none_within = None,
            }
        }
        match none_within {
            Some(_) => Verdict::NoBrinkmate {
                within: Some(max_plies),
            },
            None => Verdict::Unknown {
                reason: self.stopped().unwrap_or(StopReason::Memory),
                none_within: proven,
            },
        }
    }

    /// Returns the moves after which the defender's position is at most `plies` − 1 long, and whether
    /// this is decided for all moves.
    pub(super) fn first_moves(&mut self, node: &Node, plies: u32) -> (Vec<Move>, bool) {
        let decided = self.in_rounds(|hunt| {
            let (found, complete) = hunt.first_moves_so_far(node, plies);
            complete.then_some(found)
        });
        match decided {
            Some(found) => (found, true),
            None => self.first_moves_so_far(node, plies),
        }
    }

    fn first_moves_so_far(&mut self, node: &Node, plies: u32) -> (Vec<Move>, bool) {
        let (mut found, mut complete) = (Vec::new(), true);
        for mv in self.tries(node) {
            match self.defend(&node.after(mv), plies - 1) {
                Some(true) => found.push(mv),
                Some(false) => {}
                None => complete = false,
            }
        }
        found.sort_by_cached_key(|&mv| line::custom(&node.position, mv));
        (found, complete)
    }

    /// Returns the moves that may lead to a brinkmate.
    pub(super) fn tries(&mut self, node: &Node) -> Vec<Move> {
        let candidates = self.candidates(node);
        let quiet = candidates.threats.iter().chain(&candidates.open);
        candidates.checks.iter().chain(quiet).copied().collect()
    }

    /// Returns the main line from a position that is a brinkmate in exactly `plies`, as far as known. It
    /// follows the author's line as long as that is right. `None` if a limit prevents it.
    pub(super) fn line(&mut self, node: &Node, plies: u32, author: &[Move]) -> Option<Vec<Move>> {
        let (moves, _) = self.first_moves(node, plies);
        let wanted = author.first().filter(|it| moves.contains(it));
        let &first = wanted.or(moves.first())?;
        let author = follow(author, first);
        let rest = self.defence_line(&node.after(first), plies - 1, author)?;
        Some(std::iter::once(first).chain(rest).collect())
    }

    /// Returns the line of best play from a position of the defender that is at most `bound` plies long.
    pub(super) fn line_after(&mut self, node: &Node, bound: u32) -> Option<Vec<Move>> {
        self.defence_line(node, bound, &[])
    }

    fn defence_line(&mut self, node: &Node, bound: u32, author: &[Move]) -> Option<Vec<Move>> {
        let wanted = author.first().copied();
        let longest = self.in_rounds(|hunt| hunt.longest_reply(node, bound, wanted))?;
        let (Some(reply), length) = longest else {
            return Some(Vec::new());
        };
        let author = follow(author, reply);
        let rest = self.line(&node.after(reply), length - 1, author)?;
        Some(std::iter::once(reply).chain(rest).collect())
    }

    /// Returns the reply that lasts longest, with its length, in a position of the defender that is at most
    /// `bound` plies long. Among equal replies the wanted one comes first, then custom decides. Replies
    /// that are mated do not count; if there is no other, the length is 0.
    fn longest_reply(
        &mut self,
        node: &Node,
        bound: u32,
        wanted: Option<Move>,
    ) -> Option<(Option<Move>, u32)> {
        let mut best = (None, 0);
        if bound == 0 {
            return Some(best);
        }
        let mut moves = node.in_order_of_custom();
        moves.sort_by_key(|&mv| Some(mv) != wanted);
        for mv in moves {
            let length = self.length_after(node, mv, bound)?;
            if length > best.1 && !self.is_futile_reply(node, mv, bound)? {
                best = (Some(mv), length);
            }
        }
        Some(best)
    }

    /// Returns the quiet moves that would complete a brinkmate, but for counter-checks.
    fn partial(&mut self, root: &Node) -> Vec<Partial> {
        let candidates = self.candidates(root);
        let mut all = Vec::new();
        for &mv in &candidates.threats {
            if let Some(counter_checks) = self.only_counter_checks(&root.after(mv)) {
                all.push(Partial { mv, counter_checks });
            }
        }
        all
    }

    /// Returns the replies that are not mated, if all of them give check.
    fn only_counter_checks(&mut self, node: &Node) -> Option<Vec<Move>> {
        let mut holding = Vec::new();
        // Replies that give no check come first, because one of them decides.
        let mut replies = node.in_order_of_custom();
        replies.sort_by_key(|&mv| node.gives_check(mv));
        for mv in replies {
            if !self.mates(&node.after(mv))? {
                if !node.gives_check(mv) {
                    return None;
                }
                holding.push(mv);
            }
        }
        (!holding.is_empty()).then_some(holding)
    }
}

/// Returns the rest of the author's line after a move, if it is the author's.
fn follow(author: &[Move], mv: Move) -> &[Move] {
    match author {
        [first, rest @ ..] if *first == mv => rest,
        _ => &[],
    }
}
