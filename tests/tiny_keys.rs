//! With position keys of 16 bits, every other position is taken for another one, and the tables
//! give the search false facts. Answers with a proof have to hold all the same: answers that the
//! checker does not accept are withdrawn.
//!
//! ```text
//! cargo test --features tiny-keys --test tiny_keys
//! ```

use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::{sfen, usi};
use tsume::shogi::{Color, Move};
use tsume::verify::replay;

/// What is known of a problem: strict and composed length, `None` where there is no mate.
type Known = (Option<u32>, Option<u32>);

/// Problems with known answers, by their numbers in the input.
struct Problems {
    input: String,
    known: Vec<Known>,
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns all short problems that come with this program, and some that have no mate.
fn problems() -> Problems {
    let (mut input, mut known) = (String::new(), Vec::new());
    let mut add = |sfen: &str, (strict, composed): Known| {
        writeln!(input, "{sfen}").expect("a string grows");
        known.push((strict, composed));
    };
    for line in read("problems/first-steps.sfen").lines() {
        if let Some((sfen, tail)) = line.split_once(';').filter(|_| !line.starts_with('#')) {
            let plies = tail
                .split("plies ")
                .nth(1)
                .and_then(|it| it.split(';').next());
            let plies: u32 = plies.expect("a length").trim().parse().expect("a number");
            add(sfen, (Some(plies), Some(plies)));
        }
    }
    for (name, every) in [("short_composed", 3), ("short_game", 4), ("double_king", 4)] {
        for row in read(&format!("tests/data/{name}.tsv"))
            .lines()
            .skip(1)
            .step_by(every)
        {
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
    Problems { input, known }
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

/// Returns the rows of a run over all problems, by number.
fn rows(command: &str, problems: &Problems, options: &[&str]) -> HashMap<usize, Value> {
    let run = Command::new(cargo_bin!("tsume"))
        .env("LC_ALL", "C.UTF-8")
        .arg(command)
        .args([
            "--verify", "--format", "jsonl", "--nodes", "100000", "--hash", "16MiB",
        ])
        .args(options)
        .arg("-")
        .stdin(problems.input.clone())
        .timeout(Duration::from_secs(90));
    let output = run.output().expect("the command runs and comes to an end");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
    let text = String::from_utf8(output.stdout).expect("rows are text");
    let rows: HashMap<usize, Value> = text
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).expect("a row");
            let id = row["id"].as_str().expect("an id");
            let number = id.rsplit(':').next().expect("a line").parse();
            (number.expect("the number of a line"), row)
        })
        .collect();
    assert_eq!(rows.len(), problems.known.len(), "a row for every problem");
    rows
}

/// Returns the line of a row leads to a mate by legal checks.
fn holds(row: &Value) -> bool {
    let setup = sfen::parse(row["sfen"].as_str().expect("a diagram"))
        .expect("a diagram")
        .setup;
    let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Given);
    let problem = problem.expect("a legal diagram");
    let moves = row["solution"].as_array().expect("a line");
    let line: Option<Vec<Move>> = (moves.iter())
        .map(|mv| usi::parse_move(mv.as_str()?).ok())
        .map(|mv| Some(problem.to_normalised(mv?)))
        .collect();
    let line = line.expect("moves");
    replay(problem.normalised(), Color::Black, &line).is_ok()
}

fn judge(command: &str, options: &[&str]) -> Count {
    let problems = problems();
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for (number, row) in rows(command, &problems, options) {
        let (strict, composed) = problems.known[number - 1];
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
            && holds(&row);
        if is_right {
            count.right += 1;
        } else {
            wrong.push(format!("{strict:?} {composed:?}: {row}"));
        }
    }
    println!("{command}: {count:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong: {}",
        wrong.len(),
        wrong.join("\n")
    );
    count
}

#[test]
fn no_wrong_solution_gets_past_the_checker() {
    let count = judge("solve", &[]);
    assert!(count.right > 100 && count.withdrawn > 2, "{count:?}");
}

#[test]
fn no_wrong_solution_of_two_threads_gets_past_the_checker() {
    let count = judge("solve", &["--threads", "2"]);
    assert!(count.right > 100 && count.withdrawn > 2, "{count:?}");
}

#[test]
fn no_wrong_judgement_gets_past_the_checker() {
    let count = judge("check", &[]);
    assert!(count.right > 50 && count.withdrawn > 10, "{count:?}");
}
