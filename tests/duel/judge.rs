//! Holds the answers of the search to the truth.

use crate::common::check_line;
use crate::positions::Random;
use crate::truth::{Effort, Lengths, Truth};
use tsume::notation::{sfen, usi};
use tsume::search::{Answer, Exactness, Limits, SearchConfig, Solution, Solver, StopReason};
use tsume::shogi::{Color, Position, Setup, Square};
use tsume::verify::board::Board;
use tsume::verify::{Existence, no_mate};

/// A way of asking the search.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    hash_bytes: usize,
    shortest: bool,
    nodes: u64,
}

/// Enough memory and time for nearly every position; hardly any memory; no shortest length asked
/// for.
const WAYS: [Way; 3] = [
    Way {
        hash_bytes: 1 << 20,
        shortest: true,
        nodes: 300_000,
    },
    Way {
        hash_bytes: 64 << 10,
        shortest: true,
        nodes: 100_000,
    },
    Way {
        hash_bytes: 256 << 10,
        shortest: false,
        nodes: 100_000,
    },
];

/// The search, asked in several ways; each way keeps its tables from problem to problem.
pub struct Duel {
    effort: Effort,
    solvers: Vec<(Way, Solver)>,
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
    unknown: [u32; 4],
}

fn solver(way: Way) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: way.hash_bytes,
        shortest: way.shortest,
        ..SearchConfig::default()
    })
}

fn ask(solver: &mut Solver, setup: &Setup, nodes: u64) -> Solution {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    solver.solve(&Position::new(setup), &limits, &mut |_| {})
}

impl Duel {
    pub fn new(effort: Effort) -> Self {
        Self {
            effort,
            solvers: WAYS.iter().map(|&way| (way, solver(way))).collect(),
            tally: Tally::default(),
        }
    }

    /// Solves a position in every way; says what is wrong with the answers.
    pub fn judge(&mut self, setup: &Setup, random: &mut Random) -> Result<(), String> {
        let lengths = Lengths::new(setup, self.effort);
        self.tally.count(lengths.truth());
        for (i, (way, solver)) in self.solvers.iter_mut().enumerate() {
            let solution = ask(solver, setup, way.nodes);
            self.tally.unknown[i] += u32::from(matches!(solution.answer, Answer::Unknown(_)));
            let way = *way;
            objections(setup, &lengths, way, &solution, self.effort)
                .map_err(|why| report(setup, way, &why, self.effort))?;
        }
        // A search may be cut short anywhere without saying anything wrong.
        let hurried = Way {
            nodes: random.next() % (1 << random.below(12)),
            ..WAYS[random.below(WAYS.len())]
        };
        let (_, solver) = self
            .solvers
            .iter_mut()
            .find(|(way, _)| way.hash_bytes == hurried.hash_bytes)
            .expect("one of the ways");
        let solution = ask(solver, setup, hurried.nodes);
        self.tally.unknown[3] += u32::from(matches!(solution.answer, Answer::Unknown(_)));
        objections(setup, &lengths, hurried, &solution, self.effort)
            .map_err(|why| report(setup, hurried, &why, self.effort))
    }
}

impl Tally {
    fn count(&mut self, truth: Truth) {
        self.positions += 1;
        match truth {
            Truth::NoMate => {
                self.known += 1;
                self.no_mates += 1;
            }
            Truth::Mate(at_least, Some(at_most)) => {
                self.known += u32::from(at_least == at_most);
                self.mates[(at_most as usize).min(15)] += 1;
            }
            Truth::Mate(_, None) => {}
        }
    }
}

/// What is wrong with a solution.
fn objections(
    setup: &Setup,
    lengths: &Lengths,
    way: Way,
    solution: &Solution,
    effort: Effort,
) -> Result<(), String> {
    let truth = lengths.truth();
    let contradiction = || Err(format!("{:?}, but {truth:?}", solution.answer));
    let stopped = solution.stats.nodes >= way.nodes;
    match (solution.answer, truth) {
        (Answer::Mate { .. }, Truth::NoMate) => return contradiction(),
        (Answer::Mate { plies, exactness }, Truth::Mate(at_least, at_most)) => {
            let longer = at_most.is_some_and(|at_most| plies > at_most);
            match exactness {
                _ if plies < at_least => return contradiction(),
                Exactness::Shortest if longer || !way.shortest => return contradiction(),
                Exactness::AtMost(None) if way.shortest => return contradiction(),
                Exactness::AtMost(Some(StopReason::Nodes)) if !stopped => return contradiction(),
                Exactness::AtMost(Some(StopReason::Time | StopReason::Interrupt)) => {
                    return contradiction();
                }
                Exactness::Shortest => check_best_play(setup, lengths, solution, stopped)?,
                Exactness::AtMost(_) => {}
            }
        }
        (Answer::NoMate, Truth::Mate(_, Some(_))) => return contradiction(),
        (Answer::NoMate, _) => {
            if no_mate(setup, Color::Black, effort.positions) == Ok(Existence::Mate) {
                return Err("no mate, but exhaustion finds one".to_owned());
            }
        }
        (Answer::Unknown(StopReason::Nodes), _) if stopped => {}
        (Answer::Unknown(_), _) => return contradiction(),
    }
    check_line(setup, solution, stopped)
}

/// Every position of a line of best play is as far from the mate as the line says.
fn check_best_play(
    setup: &Setup,
    lengths: &Lengths,
    solution: &Solution,
    stopped: bool,
) -> Result<(), String> {
    let mut board = Board::new(setup).expect("a legal diagram");
    for (made, &mv) in solution.line.iter().enumerate() {
        let left = (solution.line.len() - made) as u32;
        if lengths.of(&board).is_some_and(|plies| plies != left) && !stopped {
            let line = usi::write_line(&solution.line);
            return Err(format!("not best play before move {}: {line}", made + 1));
        }
        board = board.play(mv);
    }
    Ok(())
}

/// The complaint with the smallest position that still has it.
fn report(setup: &Setup, way: Way, why: &str, effort: Effort) -> String {
    let wrong = |setup: &Setup| {
        let solution = ask(&mut solver(way), setup, way.nodes);
        let lengths = Lengths::new(setup, effort);
        objections(setup, &lengths, way, &solution, effort).err()
    };
    let text = sfen::write(setup);
    let Some(mut last) = wrong(setup) else {
        return format!("{text}\n  {way:?}: {why}\n  not with fresh tables");
    };
    let mut smallest = setup.clone();
    'smaller: loop {
        for candidate in smaller(&smallest) {
            if candidate.problems(Color::Black).is_empty()
                && let Some(why) = wrong(&candidate)
            {
                (smallest, last) = (candidate, why);
                continue 'smaller;
            }
        }
        break;
    }
    let smallest = sfen::write(&smallest);
    format!("{text}\n  {way:?}: {why}\n  smallest: {smallest}\n  {last}")
}

/// The positions with one piece fewer.
fn smaller(setup: &Setup) -> Vec<Setup> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for (kind, count) in setup.hands[color.index()].iter() {
            for fewer in [0, count - 1] {
                let mut candidate = setup.clone();
                candidate.hands[color.index()] = setup.hands[color.index()].with(kind, fewer);
                found.push(candidate);
            }
        }
    }
    for square in Square::all().filter(|&square| setup.piece_at(square).is_some()) {
        let mut candidate = setup.clone();
        candidate.board[square.index()] = None;
        found.push(candidate);
    }
    found
}
