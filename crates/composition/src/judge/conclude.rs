//! The result of the rounds: the judged line, the findings on it and beside it, and the open
//! questions.

use crate::finding::rules::Severity;
use crate::finding::solution::{Hands, SolutionPositions};
use crate::finding::verdict::{Finding, Kind, Rejoin, Unresolved};
use crate::judge::equal;
use crate::judge::rounds::Rounds;
use crate::length::inquiry::Inquiry;
use crate::length::line;
use crate::shogi::{Color, Move, Position};
use rustc_hash::FxHashMap;

/// The result of the rounds.
pub(crate) struct Conclusion {
    /// The judged line.
    pub(crate) line: Vec<Move>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) unresolved: Vec<Unresolved>,
}

/// Assigns every finding to its place beside the judged line.
pub(crate) fn conclude(inquiry: &Inquiry<'_, '_>, rounds: &Rounds<'_>) -> Conclusion {
    let root = &inquiry.root;
    let (line, is_settled) = rounds.choice(root, |choice| (choice.line(), choice.is_settled()));
    let places = LinePlaces::new(root, &line);
    let mut findings = Vec::new();
    let mut unresolved = open_moves(root, rounds, &places);
    for (_, found) in &rounds.found {
        let found = places.assign(root, found.clone());
        let is_fatal_here = found.kind.is_cook() && rounds.fails(found.severity);
        if is_fatal_here && !is_settled && !places.is_authors(rounds) {
            // Another line may turn up on which this is not a cook.
            unresolved.push(Unresolved {
                mv: found.line[0],
                before: found.before,
                mates: true,
                kinds: vec![found.kind, Kind::EqualVariationCook],
                worst: found.severity,
            });
        } else {
            findings.push(found);
        }
    }
    findings.extend(equal_variations(root, rounds, &line));
    unresolved.sort_by_key(|it| (!line.starts_with(&it.before), it.before.len()));
    Conclusion {
        line,
        findings,
        unresolved,
    }
}

/// The judged line, and the ply at which each of its positions comes.
struct LinePlaces<'a> {
    line: &'a [Move],
    plies: FxHashMap<line::Name, usize>,
}

impl<'a> LinePlaces<'a> {
    fn new(root: &Position, line: &'a [Move]) -> Self {
        let names = line::names_along(root, line).into_iter();
        let plies = names.enumerate().map(|(ply, name)| (name, ply)).collect();
        Self { line, plies }
    }

    /// Returns whether the whole line is the author's, so that no other can replace it.
    fn is_authors(&self, rounds: &Rounds<'_>) -> bool {
        rounds.judged.fixed == self.line.len()
    }

    /// Returns the moves of the judged line that lead to the position after these moves, if the
    /// position is on the line.
    fn on_line(&self, root: &Position, before: &[Move]) -> Option<&'a [Move]> {
        let ply = self
            .plies
            .get(&line::name(&line::position_after(root, before)))?;
        Some(&self.line[..*ply])
    }

    /// Assigns a finding to the judged line, or to an equal one.
    fn assign(&self, root: &Position, mut found: Finding) -> Finding {
        let Some(before) = self.on_line(root, &found.before) else {
            found.in_equal_variation = true;
            if found.kind.is_cook() {
                found.kind = Kind::EqualVariationCook;
                found.severity = found.kind.severity();
            }
            return found;
        };
        if found.before != before && found.kind == Kind::ReturningDetour {
            let mut whole = before.to_vec();
            whole.extend(&found.line);
            let so_far = SolutionPositions::along(root, before);
            let so_far = so_far.matching(Hands::AtLeast);
            if let Some(moves) = so_far.line_to(&line::position_after(root, &whole)) {
                found.back = Some(Rejoin {
                    solution: moves.to_vec(),
                });
            } else {
                // It comes back to an earlier position of another equal line only.
                found.kind = Kind::RejoiningDetour;
                found.severity = found.kind.severity();
            }
        }
        found.before = before.to_vec();
        found
    }
}

/// Returns the replies and checks that the rounds left open.
fn open_moves(root: &Position, rounds: &Rounds<'_>, places: &LinePlaces<'_>) -> Vec<Unresolved> {
    let replies = rounds.replies.iter().map(|open| {
        let reply = &open.about;
        let before = places.on_line(root, &reply.before);
        Unresolved {
            before: before.unwrap_or(&reply.before).to_vec(),
            mv: reply.mv,
            mates: false,
            kinds: Vec::new(),
            worst: reply.worst(),
        }
    });
    let alternatives = rounds.alternatives.iter().map(|open| {
        let alternative = &open.about;
        let turn = &alternative.turn;
        let before = places.on_line(root, &turn.before);
        let as_equal = |kind: Kind| match before {
            None if kind.is_cook() => Kind::EqualVariationCook,
            _ => kind,
        };
        let mates = alternative.mates();
        let mut kinds: Vec<Kind> = Vec::new();
        if mates {
            kinds.extend(alternative.possible_kinds().into_iter().map(as_equal));
            kinds.dedup();
        }
        let worst = match (before, alternative.worst()) {
            (None, Severity::Grave | Severity::Fatal) => Kind::EqualVariationCook.severity(),
            (_, worst) => worst,
        };
        Unresolved {
            before: before.unwrap_or(&turn.before).to_vec(),
            mv: alternative.mv,
            mates,
            kinds,
            worst,
        }
    });
    replies.chain(alternatives).collect()
}

/// Returns the replies that are equal to those of the judged line. Equal replies within another
/// line are not reported.
fn equal_variations(root: &Position, rounds: &Rounds<'_>, line: &[Move]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut position = root.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if position.turn() == Color::White {
            let branches = rounds.lines.branches.get(&line::name(&position));
            let others = branches.into_iter().flatten();
            for branch in others.filter(|it| it.line[0] != mv) {
                let left = (line.len() - ply) as u32;
                let before = &line[..ply];
                findings.push(equal::finding(&position, before, mv, &branch.line, left));
            }
        }
        position.make(mv);
    }
    findings
}
