//! With position keys of 16 bits, every other position is taken for another one, and the tables
//! give the search false facts. Answers with a proof have to hold all the same: answers that the
//! checker does not accept are withdrawn.

use serde_json::Value;
use tsume::notation::usi;
use tsume::shogi::{Move, key};
use tsume::verify::replay;
use tsume::{Config, Options, Problem, Solver};

/// What is known of a problem: strict and composed length, `None` where there is no mate.
type Known = (Option<u32>, Option<u32>);

fn read(name: &str) -> String {
    let path = support::root().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns all short problems that come with this program, and some that have no mate.
fn problems() -> Vec<(Problem, Known)> {
    let mut problems = Vec::new();
    let mut add = |sfen: &str, known: Known| {
        let problem = sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"));
        problems.push((problem, known));
    };
    for line in read("problems/first-steps.sfen").lines() {
        if let Some((sfen, tail)) = line.split_once(';').filter(|_| !line.starts_with('#')) {
            let plies = tail.split("plies ").nth(1).and_then(|it| it.split(';').next());
            let plies: u32 = plies.expect("a length").trim().parse().expect("a number");
            add(sfen, (Some(plies), Some(plies)));
        }
    }
    for (name, every) in [("short_composed", 3), ("short_game", 4), ("double_king", 4)] {
        for row in read(&format!("tests/data/{name}.tsv")).lines().skip(1).step_by(every) {
            let row: Vec<&str> = row.split('\t').collect();
            let length = |at: usize| row[at].parse().ok();
            // Rows without the composed lengths are about a king in check.
            if let (Some(strict), Some(composed)) = (length(2), length(4)) {
                add(row[1], (Some(strict), Some(composed)));
            }
        }
    }
    for row in read("tests/data/nomate.tsv").lines().skip(1) {
        let row: Vec<&str> = row.split('\t').collect();
        if row[3].starts_with("no mate") {
            add(row[1], (None, None));
        }
    }
    problems
}

/// What became of the answers.
#[derive(Debug, Default)]
struct Count {
    /// Proven, and right.
    right: usize,
    /// Withdrawn, for the proof failed.
    withdrawn: usize,
    /// Not known, or without a proof for want of nodes.
    open: usize,
}

/// Returns whether the line of a row leads to a mate by legal checks.
fn holds(problem: &Problem, row: &Value) -> bool {
    let moves = row["solution"].as_array().expect("a line");
    let line: Option<Vec<Move>> = (moves.iter()).map(|mv| usi::parse_move(mv.as_str()?).ok()).collect();
    let line = line.expect("moves");
    replay(problem.setup(), problem.attacker(), &line).is_ok()
}

/// Asks a question about all problems.
fn judge(threads: usize, ask: impl Fn(&mut Solver, &Problem, &Options) -> String) -> Count {
    key::make_tiny();
    let config = Config::new().hash_bytes(16 << 20).threads(threads);
    let mut solver = Solver::new(config);
    let options = Options::new().nodes(100_000).verify();
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for (problem, (strict, composed)) in problems() {
        let row = ask(&mut solver, &problem, &options);
        let row: Value = serde_json::from_str(&row).expect("a row");
        if row["status"] == "error" {
            assert_eq!(row["error"]["kind"], "internal", "{row}");
            count.withdrawn += 1;
            continue;
        }
        let certificates = row["certificates"].as_array().expect("certificates");
        if row["verdict"] == "unknown" || certificates.iter().any(|it| it["verified"] != true) {
            count.open += 1;
            continue;
        }
        assert!(!certificates.is_empty(), "{row}");
        let length = |name: &str| row[name].as_u64().map(|plies| plies as u32);
        let claims = row["verdict"] == "no_mate";
        let is_right = claims == strict.is_none()
            && length("plies").is_none_or(|plies| Some(plies) == composed)
            && length("plies_strict").is_none_or(|plies| Some(plies) == strict)
            && holds(&problem, &row);
        if is_right {
            count.right += 1;
        } else {
            wrong.push(format!("{strict:?} {composed:?}: {row}"));
        }
    }
    println!("{count:?}");
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.join("\n"));
    count
}

#[test]
fn no_wrong_solution_gets_past_the_checker() {
    let count = judge(1, |solver, problem, options| solver.solve_row(problem, options).to_json());
    assert!(count.right > 100 && count.withdrawn > 2, "{count:?}");
}

#[test]
fn no_wrong_solution_of_two_threads_gets_past_the_checker() {
    let count = judge(2, |solver, problem, options| solver.solve_row(problem, options).to_json());
    assert!(count.right > 100 && count.withdrawn > 2, "{count:?}");
}

#[test]
fn no_wrong_judgement_gets_past_the_checker() {
    let count = judge(1, |solver, problem, options| solver.check_row(problem, options).to_json());
    assert!(count.right > 50 && count.withdrawn > 10, "{count:?}");
}
