//! Compares the answers of the search with the truth.

use super::shrink;
use super::truth::{Effort, Lengths, Truth};
use crate::Random;
use crate::{check_line, solve};
use tsume::notation::usi;
use tsume::search::{Answer, Exactness, SearchConfig, Solution, Solver, StopReason, Switches};
use tsume::shogi::{Color, Setup};
use tsume::verify::board::Board;
use tsume::verify::{Existence, no_mate};

/// A way of asking the search.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    hash_bytes: usize,
    shortest: bool,
    threads: usize,
    switches: Switches,
}

impl Default for Way {
    fn default() -> Self {
        ways(1)[0]
    }
}

const ALL_ON: Switches = Switches {
    dominance: true,
    conditional_claims: true,
    delayed_moves: true,
    first_look: true,
    second_look: true,
    double_counts_after: 0,
    refuting: true,
    order: 0,
};

/// The number of ways.
pub const WAYS: usize = 6;

/// Enough memory for nearly every position; hardly any memory; no shortest length asked for;
/// without some of the parts that only save work; and with several threads.
const fn ways(threads: usize) -> [Way; WAYS] {
    [
        Way {
            hash_bytes: 1 << 20,
            shortest: true,
            threads: 1,
            switches: ALL_ON,
        },
        Way {
            hash_bytes: 64 << 10,
            shortest: true,
            threads: 1,
            switches: ALL_ON,
        },
        Way {
            hash_bytes: 256 << 10,
            shortest: false,
            threads: 1,
            switches: ALL_ON,
        },
        Way {
            hash_bytes: 1 << 20,
            shortest: true,
            threads: 1,
            switches: Switches {
                dominance: false,
                delayed_moves: false,
                second_look: false,
                ..ALL_ON
            },
        },
        Way {
            hash_bytes: 1 << 20,
            shortest: true,
            threads: 1,
            switches: Switches {
                conditional_claims: false,
                first_look: false,
                double_counts_after: u64::MAX,
                refuting: false,
                ..ALL_ON
            },
        },
        Way {
            hash_bytes: 256 << 10,
            shortest: true,
            threads,
            switches: ALL_ON,
        },
    ]
}

/// The search, asked in several ways; each way keeps its tables from problem to problem.
pub struct Duel {
    effort: Effort,
    ways: [Way; WAYS],
    solvers: [Solver; WAYS],
    /// What came out, to be shown at the end.
    pub tally: Tally,
}

#[derive(Debug, Default)]
pub struct Tally {
    positions: u32,
    /// Truth fully known: length or no mate.
    known: u32,
    no_mates: u32,
    /// By the number of plies, the last one for all longer ones.
    mates: [u32; 16],
    /// Answers without a verdict, by the way of asking and last for a handful of nodes.
    unknown: [u32; WAYS + 1],
}

fn solver_for(way: Way) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: way.hash_bytes,
        shortest: way.shortest,
        threads: way.threads,
        switches: way.switches,
        ..SearchConfig::default()
    })
}

impl Duel {
    /// Returns a duel in which the last way searches with so many threads.
    pub fn new(effort: Effort, threads: usize) -> Self {
        let ways = ways(threads);
        Self {
            effort,
            ways,
            solvers: ways.map(solver_for),
            tally: Tally::default(),
        }
    }

    /// Solves a position in every way; says what is wrong with the answers.
    pub fn judge(&mut self, setup: &Setup, random: &mut Random) -> Result<(), String> {
        let lengths = Lengths::new(setup, self.effort);
        self.judge_by(&lengths, setup, &[0, 1, 2, 3, 4, 5], random)
    }

    /// Solves a position in some of the ways, and cut short in one; says what is wrong with the
    /// answers.
    pub fn judge_by(
        &mut self,
        lengths: &Lengths,
        setup: &Setup,
        ways: &[usize],
        random: &mut Random,
    ) -> Result<(), String> {
        self.tally.count(lengths.truth());
        let nodes = self.effort.search_nodes;
        let mut questions: Vec<_> = ways.iter().map(|&way| (way, way, nodes)).collect();
        // A search may be cut short anywhere without saying anything wrong.
        let hurried = random.draw() % (1 << random.below(12));
        questions.push((WAYS, random.below(WAYS), hurried));
        for (at, way, nodes) in questions {
            let solution = solve(&mut self.solvers[way], setup, Some(nodes));
            self.tally.unknown[at] += u32::from(matches!(solution.answer, Answer::Unknown(_)));
            let question = (self.ways[way], nodes);
            objections(setup, lengths, question, &solution, self.effort)
                .map_err(|why| report(setup, question, &why, self.effort))?;
        }
        Ok(())
    }
}

impl Tally {
    fn count(&mut self, truth: Truth) {
        self.positions += 1;
        self.known += u32::from(truth.is_known());
        match truth {
            Truth::NoMate => self.no_mates += 1,
            Truth::Mate(_, Some(at_most)) => self.mates[(at_most as usize).min(15)] += 1,
            Truth::Mate(_, None) => {}
        }
    }
}

/// Returns the errors in a solution, found in this way within this many nodes.
pub fn objections(
    setup: &Setup,
    lengths: &Lengths,
    (way, nodes): (Way, u64),
    solution: &Solution,
    effort: Effort,
) -> Result<(), String> {
    let truth = lengths.truth();
    // A thread that has no node to itself does not search.
    let stopped = solution.stats.nodes + way.threads as u64 > nodes;
    let may_stop = |reason| reason == StopReason::Nodes && stopped;
    let contradicts = match (solution.answer, truth) {
        (Answer::Mate { .. }, Truth::NoMate) | (Answer::NoMate, Truth::Mate(_, Some(_))) => true,
        (Answer::Mate { plies, exactness }, Truth::Mate(at_least, at_most)) => {
            let longer = at_most.is_some_and(|at_most| plies > at_most);
            plies < at_least
                || match exactness {
                    Exactness::Shortest => longer || !way.shortest,
                    Exactness::AtMost(None) => way.shortest,
                    Exactness::AtMost(Some(reason)) => !way.shortest || !may_stop(reason),
                }
        }
        (Answer::NoMate, _) => {
            no_mate(setup, Color::Black, effort.positions) == Ok(Existence::Mate)
        }
        (Answer::Unknown(reason), _) => !may_stop(reason),
    };
    if contradicts {
        return Err(format!("{:?}, but {truth:?}", solution.answer));
    }
    check_line(setup, solution, stopped)?;
    check_best_play(setup, lengths, solution, stopped)
}

/// Returns every position of the line of a shortest mate is as far from the mate as the line says,
/// if there was time to look for such a line.
fn check_best_play(
    setup: &Setup,
    lengths: &Lengths,
    solution: &Solution,
    stopped: bool,
) -> Result<(), String> {
    let exact = matches!(
        solution.answer,
        Answer::Mate {
            exactness: Exactness::Shortest,
            ..
        }
    );
    if stopped || !exact {
        return Ok(());
    }
    let mut board = Board::new(setup).expect("a legal diagram");
    for (made, &mv) in solution.line.iter().enumerate() {
        let left = (solution.line.len() - made) as u32;
        if lengths.of(&board).is_some_and(|plies| plies != left) {
            let line = usi::write_line(&solution.line);
            return Err(format!("not best play before move {}: {line}", made + 1));
        }
        board = board.play(mv);
    }
    Ok(())
}

/// Returns the complaint with the smallest position that still has it.
fn report(setup: &Setup, (way, nodes): (Way, u64), why: &str, effort: Effort) -> String {
    let wrong = |setup: &Setup| {
        let solution = solve(&mut solver_for(way), setup, Some(nodes));
        let lengths = Lengths::new(setup, effort);
        objections(setup, &lengths, (way, nodes), &solution, effort).err()
    };
    shrink::report(setup, &format!("{way:?}, {nodes} nodes: {why}"), wrong)
}
