//! One attempt: from a random mate, or a given problem, to a sound problem of a wanted length.

use super::change::{self, Step};
use super::composed::Composed;
use super::constraints::Constraints;
use super::judge::{Fate, Judge};
use super::likeness::Likeness;
use super::pool::Pool;
use super::random::Random;
use super::random_mate::{self, mates_at_once};
use crate::Problem;
use crate::shogi::{Hand, Position, Setup};
use std::cmp::Reverse;

/// The amount of work in an attempt.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Diagrams that are tried, for each ply of the goal.
    pub diagrams: u32,
    /// Search nodes for one diagram, for each ply of the goal.
    pub nodes: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            diagrams: 250,
            nodes: 1_500,
        }
    }
}

/// The start of attempts: the seed, and the problems they are made from.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The seed of the random numbers.
    pub seed: u64,
    /// Problems from which attempts begin, one problem for each attempt, in turn. Black attacks in
    /// them, and the defender holds the rest. If there are none, attempts begin with random mates.
    pub given: Vec<Setup>,
}

impl Beginning {
    /// Returns the diagram of a problem with Black as the attacker and the rest in the defender's
    /// hand. `None` if the defender is to move.
    #[must_use]
    pub fn of(problem: &Problem) -> Option<Setup> {
        let mut setup = problem.normalised().clone();
        setup.hands[1] = Hand::EMPTY;
        setup.hands[1] = setup.missing();
        problem.attacker_to_move().then_some(setup)
    }
}

/// The result of an attempt.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Attempt {
    /// The best problem that meets the constraints. The others are mostly like it.
    pub found: Option<Composed>,
    /// The search nodes of all judgements.
    pub nodes: u64,
    /// The tally of each [`Step`], in the order of [`Step::ALL`].
    pub steps: [Tally; Step::ALL.len()],
}

/// The numbers of diagrams that one kind of step made, by their fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Diagrams that were judged.
    pub looked_at: u32,
    /// Diagrams that were sound.
    pub sound: u32,
    /// Sound diagrams that were better than all earlier ones whose moves do the same.
    pub kept: u32,
    /// The sum of the aesthetics of the kept diagrams.
    pub aesthetics: u32,
    /// Diagrams that were not decided within the nodes.
    pub open: u32,
    /// Search nodes.
    pub nodes: u64,
}

/// The most draws for one random mate. Most draws are no mate.
const DRAWS: u32 = 3_000;

/// The most problems of an attempt that are tidied, until one meets the constraints. Most attempts need no more.
const TIDIED: usize = 12;

/// Makes one attempt. The result depends on nothing but the arguments. `None` if `is_stopped`
/// returned true, which is called before each diagram.
#[must_use]
pub fn attempt(
    number: u64,
    beginning: &Beginning,
    constraints: &Constraints,
    effort: &Effort,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Attempt> {
    let mut random = Random::new(beginning.seed, number);
    let lengths: Vec<u32> = constraints.plies.clone().filter(|it| it % 2 == 1).collect();
    let Some(goal) = random.pick(&lengths) else {
        return Some(Attempt::default());
    };
    let given = match beginning.given.len() as u64 {
        0 => None,
        count => beginning.given.get((number % count) as usize),
    };
    let mut work = Work {
        judge: Judge::new(constraints, effort.nodes * u64::from(goal)),
        random,
        constraints,
        goal,
        given,
        known: None,
        pool: Pool::default(),
        attempt: Attempt::default(),
    };
    if let Some(given) = given {
        work.look(Step::Begin, given);
        work.known = work.pool.0.first().map(|it| it.likeness.clone());
    }
    for _ in 0..u64::from(effort.diagrams) * u64::from(goal) {
        if is_stopped() {
            return None;
        }
        if let Some((step, setup)) = work.next() {
            work.look(step, &setup);
        }
    }
    Some(work.finish())
}

struct Work<'a> {
    judge: Judge<'a>,
    random: Random,
    constraints: &'a Constraints,
    /// The length in plies that the attempt aims at.
    goal: u32,
    given: Option<&'a Setup>,
    /// The likeness of the given problem, if that is sound. It is not composed again.
    known: Option<Likeness>,
    pool: Pool,
    attempt: Attempt,
}

impl Work<'_> {
    /// Returns the next diagram. `None` if the change was not possible or not allowed.
    fn next(&mut self) -> Option<(Step, Setup)> {
        let (random, constraints) = (&mut self.random, self.constraints);
        let parent = self.pool.parent(random, self.goal, constraints);
        let (Some(parent), false) = (parent, random.percent(2)) else {
            if let Some(given) = self.given {
                let thinned = change::thinned(given, random, constraints)?;
                return Some((Step::Thin, thinned));
            }
            let mut draws = 0..DRAWS;
            let mate = draws.find_map(|_| random_mate::diagram(random, constraints))?;
            return Some((Step::Begin, mate));
        };
        let step = match random.below(100) {
            0..55 => Step::Edit,
            55..70 => Step::Before,
            70..88 => Step::BeforeAndEdit,
            _ => Step::Cross,
        };
        let next = if step == Step::Cross {
            let other = self.pool.any(random)?;
            change::crossed(&parent.setup, &other.setup, random, constraints)
        } else {
            change::changed(&parent.setup, step, random, constraints)
        };
        let next = next?;
        // Attempts begin with mates in one, so the pool has enough of them.
        (!mates_at_once(&Position::new(&next))).then_some((step, next))
    }

    /// Judges a diagram, and takes it into the pool if it is sound.
    fn look(&mut self, step: Step, setup: &Setup) {
        let (fate, nodes) = self.judge.look(setup);
        let tally = &mut self.attempt.steps[step as usize];
        tally.looked_at += 1;
        tally.nodes += nodes;
        self.attempt.nodes += nodes;
        match fate {
            Fate::Sound(sound) => {
                tally.sound += 1;
                let aesthetics = sound.rating.aesthetics.points;
                if self.pool.take(*sound) {
                    tally.kept += 1;
                    tally.aesthetics += aesthetics;
                }
            }
            Fate::Open => tally.open += 1,
            Fate::Other => {}
        }
    }

    /// Chooses the best problem that still meets the constraints when it is tidied.
    fn finish(mut self) -> Attempt {
        let mut sound = std::mem::take(&mut self.pool.0);
        let is_known =
            |it: &Composed| (self.known.as_ref()).is_some_and(|known| known.is_kin(&it.likeness));
        sound.retain(|it| self.constraints.allow_problem(it) && !is_known(it));
        sound.sort_by_key(|it| {
            let is_shorter = it.plies() < self.goal;
            (is_shorter, Reverse(it.worth()), it.plies())
        });
        for it in sound.into_iter().take(TIDIED) {
            let (tidy, nodes) = self.judge.tidied(it);
            self.attempt.nodes += nodes;
            if self.constraints.allow_problem(&tidy) && self.constraints.allow_pieces(&tidy) {
                self.attempt.found = Some(tidy);
                break;
            }
        }
        self.attempt
    }
}
