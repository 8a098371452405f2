//! All comparisons of one position.

use crate::counts::Counts;
use crate::names::compare_names;
use support::Random;
use support::duel::compositions::{
    LEVELS, Patience, best_play, compare_alternatives, compare_composed, compare_row,
    compare_verdicts,
};
use support::duel::judge::{Duel, WAYS};
use support::duel::proofs::{problem, prove};
use support::duel::shrink;
use support::duel::truth::{Effort, Lengths, Truth};
use tsume::composition::Interpositions;
use tsume::composition::certify::{claims, composed_claims};
use tsume::composition::check::{Question, check};
use tsume::composition::composed;
use tsume::composition::rules::Profile;
use tsume::composition::verdict::{Judgement, Verdict};
use tsume::search::{Limits, SearchConfig, Solver};
use tsume::shogi::{Color, Setup};
use tsume::verify::{Level, Outcome};
use tsume::{Config, Options};

/// The work for one position.
const EFFORT: Effort = Effort {
    search_nodes: 100_000,
    positions: 1_200,
    plies: 7,
    nodes: 2_500,
};

/// The work for a position with hardly any moves. Those with more are left out.
const TINY: Effort = Effort {
    search_nodes: 5_000,
    positions: 60,
    plies: 3,
    nodes: 400,
};

/// Nodes of brute force for choosing such positions.
const SIEVE: u64 = 60;

/// How far the checker searches compositions.
const PATIENCE: Patience = Patience {
    plies: 5,
    nodes: 6_000,
};

/// The table for rows, which are asked for from the beginning each time.
const SMALL_TABLE: usize = 256 << 10;

/// A way to ask about compositions.
#[derive(Clone, Copy, Debug)]
struct Manner {
    hash_bytes: usize,
    threads: usize,
}

/// The search with its tables, asked in several ways.
pub struct Fight {
    duel: Duel,
    manners: [Manner; 3],
    solvers: [Solver; 3],
}

fn solver(manner: Manner) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: manner.hash_bytes,
        threads: manner.threads,
        ..SearchConfig::default()
    })
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

impl Fight {
    /// Makes a fight in which "several threads" are `threads`.
    pub fn new(threads: usize) -> Self {
        let manner = |hash_bytes, threads| Manner {
            hash_bytes,
            threads,
        };
        let manners = [
            manner(16 << 20, 1),
            manner(1 << 20, 1),
            manner(1 << 20, threads),
        ];
        Self {
            duel: Duel::new(EFFORT, threads),
            manners,
            solvers: manners.map(solver),
        }
    }

    /// Compares the answers about a position with hardly any moves, and the kinds of other mating checks. Most
    /// positions without a mate are left out.
    pub fn compare_tiny(&mut self, setup: &Setup, random: &mut Random) -> Result<Counts, String> {
        // Most are no mate, which brute force says soon, and many mate in one ply. A few of those are looked
        // at, too.
        let quick = Patience {
            plies: 3,
            nodes: SIEVE,
        };
        let part = match best_play(setup, Level::Off, quick) {
            Outcome::Mate(best) if best.plies > 1 => 1,
            Outcome::Mate(_) => 8,
            _ => 64,
        };
        if random.below(part) > 0 {
            return Ok(Counts::default());
        }
        let lengths = Lengths::new(setup, TINY);
        let truth = lengths.truth();
        if !truth.is_known() {
            return Ok(Counts::default());
        }
        let way = random.below(WAYS - 1);
        self.duel.judge_by(&lengths, setup, &[way], random)?;
        let mut counts = Counts {
            positions: 1,
            mates: u64::from(truth != Truth::NoMate),
            no_mates: u64::from(truth == Truth::NoMate),
            answers: 2,
            ..Counts::default()
        };
        let questions = Questions {
            manner: self.manners[1],
            nodes: match random.below(4) {
                0 => 1 << random.below(13),
                _ => TINY.search_nodes,
            },
            level: Interpositions::Standard,
            witness: Level::Standard,
        };
        if let Err(why) = of_kinds(&mut self.solvers[1], setup, questions, truth, &mut counts) {
            let again = |setup: &Setup| {
                let solver = &mut solver(questions.manner);
                let truth = Lengths::new(setup, TINY).truth();
                of_kinds(solver, setup, questions, truth, &mut Counts::default()).err()
            };
            let complaint = format!("check, {questions:?}: {why}");
            return Err(shrink::report(setup, &complaint, again));
        }
        Ok(counts)
    }

    /// Compares all answers about a position; the error describes the difference for the user.
    pub fn compare(&mut self, setup: &Setup, random: &mut Random) -> Result<Counts, String> {
        let lengths = Lengths::new(setup, EFFORT);
        let truth = lengths.truth();
        let ways = [0, 1 + random.below(WAYS - 1)];
        self.duel.judge_by(&lengths, setup, &ways, random)?;
        let mut counts = Counts {
            positions: 1,
            skipped: u64::from(!truth.is_known()),
            mates: u64::from(truth.is_known() && truth != Truth::NoMate),
            no_mates: u64::from(truth == Truth::NoMate),
            // Both, and one cut short.
            answers: 3,
            ..Counts::default()
        };

        let at = random.below(self.solvers.len());
        // A third of the questions is cut short.
        let nodes = match random.below(3) {
            0 => 1 << random.below(17),
            _ => EFFORT.search_nodes,
        };
        let level = random.below(2 * LEVELS.len()).min(LEVELS.len());
        let (level, witness) = *LEVELS.get(level).unwrap_or(&LEVELS[2]);
        let questions = Questions {
            manner: self.manners[at],
            nodes,
            level,
            witness,
        };
        let solver = &mut self.solvers[at];
        let kinds: [(&str, Compare); 3] = [
            ("composed", of_lengths),
            ("check", of_judgement),
            ("rows", of_rows),
        ];
        for (name, compare) in kinds {
            if let Err(why) = compare(solver, setup, questions, truth, &mut counts) {
                let again = |setup: &Setup| {
                    let solver = &mut self::solver(questions.manner);
                    let truth = Lengths::new(setup, EFFORT).truth();
                    compare(solver, setup, questions, truth, &mut Counts::default()).err()
                };
                let complaint = format!("{name}, {questions:?}: {why}");
                return Err(shrink::report(setup, &complaint, again));
            }
        }
        Ok(counts)
    }
}

/// The questions, and how they are asked.
#[derive(Clone, Copy, Debug)]
struct Questions {
    manner: Manner,
    nodes: u64,
    level: Interpositions,
    witness: Level,
}

type Compare = fn(&mut Solver, &Setup, Questions, Truth, &mut Counts) -> Result<(), String>;

/// Compares composed length and leftover, and certificates of the answers in both games.
fn of_lengths(
    solver: &mut Solver,
    setup: &Setup,
    questions: Questions,
    truth: Truth,
    counts: &mut Counts,
) -> Result<(), String> {
    let limits = limits(questions.nodes);
    let problem = problem(setup);
    let found = composed::solve(solver, &problem, questions.level, &limits, &mut |_| {});
    for answer in [found.answer, found.strict.answer] {
        if truth.is_denied_by(answer) {
            return Err(format!("{answer:?}, but {truth:?}"));
        }
    }
    let best = best_play(setup, questions.witness, PATIENCE);
    if compare_composed(&found, &best)? {
        counts.composed += 1;
        counts.leftovers += 1;
    }
    let mut claims = claims(found.strict.answer);
    if questions.level == Interpositions::Standard {
        claims.extend(composed_claims(found.answer));
    }
    counts.proofs += u64::from(prove(solver, &problem, &claims, &limits)?);
    Ok(())
}

/// Compares lengths and leftovers in the rows of `solve` and `check`.
fn of_rows(
    _: &mut Solver,
    setup: &Setup,
    questions: Questions,
    _: Truth,
    counts: &mut Counts,
) -> Result<(), String> {
    let config = Config::new().hash_bytes(SMALL_TABLE);
    let solver = &mut tsume::Solver::new(config);
    let problem = tsume::Problem::from_setup(setup.clone()).map_err(|it| it.to_string())?;
    let options = Options::new()
        .nodes(questions.nodes)
        .interpositions(questions.level);
    // The defender of a problem holds the rest of the pieces, which the position may leave out.
    let best = best_play(problem.setup(), questions.witness, PATIENCE);
    let solved = solver.solve_row(&problem, &options);
    counts.leftovers += u64::from(compare_row(&solved, &best)?);
    if setup.turn == Color::Black {
        let judged = solver.check_row(&problem, &options);
        counts.leftovers += u64::from(compare_row(&judged, &best)?);
    }
    Ok(())
}

/// Compares the other mating checks and the verdict.
fn of_judgement(
    solver: &mut Solver,
    setup: &Setup,
    questions: Questions,
    truth: Truth,
    counts: &mut Counts,
) -> Result<(), String> {
    judged(solver, setup, questions, truth, counts).map(drop)
}

/// Compares the kinds of the other mating checks, too, in a position with hardly any moves.
fn of_kinds(
    solver: &mut Solver,
    setup: &Setup,
    questions: Questions,
    truth: Truth,
    counts: &mut Counts,
) -> Result<(), String> {
    if let Some(judgement) = judged(solver, setup, questions, truth, counts)? {
        counts.names += compare_names(&judgement, setup)?;
    }
    Ok(())
}

/// Compares the other mating checks and the verdict of a composition, and returns the judgement.
fn judged(
    solver: &mut Solver,
    setup: &Setup,
    questions: Questions,
    truth: Truth,
    counts: &mut Counts,
) -> Result<Option<Judgement>, String> {
    if setup.turn != Color::Black {
        return Ok(None);
    }
    let problem = problem(setup);
    let question = Question {
        limits: limits(questions.nodes),
        ..Question::default()
    };
    let judgement = check(solver, &problem, &question, &mut |_| {});
    let answer = judgement.composed.answer;
    if truth.is_denied_by(answer) {
        return Err(format!("{answer:?}, but {truth:?}"));
    }
    let verdict = judgement.verdict(Profile::Standard);
    if truth == Truth::NoMate && !matches!(verdict, Verdict::NoMate | Verdict::Unknown) {
        return Err(format!("{verdict:?}, but there is no mate"));
    }
    let best = best_play(setup, Level::Standard, PATIENCE);
    if compare_composed(&judgement.composed, &best)? {
        counts.composed += 1;
        counts.leftovers += 1;
    }
    let others = compare_alternatives(&judgement, setup, PATIENCE)?;
    counts.other_mates += others.as_ref().map_or(0, |others| others.len() as u64);
    let compared = compare_verdicts(&judgement, &best, others.as_ref())?;
    counts.verdicts += u64::from(compared || truth == Truth::NoMate);
    Ok(Some(judgement))
}
