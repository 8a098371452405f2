//! What is told on the way to a judgement, and that telling changes nothing.

use super::{judge, solver, solver_with};
use std::sync::Mutex;
use support::{problem, setup};
use tsume::composition::check::{Question, check_and_tell};
use tsume::composition::event::{Event, Listener};
use tsume::composition::verdict::{Finding, Judgement, Kind};
use tsume::shogi::Move;

/// A sound problem, one with cooks, one without a mate, and one with a futile interposition.
const PROBLEMS: [&str; 4] = [
    "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1",
    "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1",
    "4k4/9/9/9/9/9/9/9/9 b P 1",
    "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1",
];

/// What was told.
#[derive(Default)]
struct Told {
    first: Option<u32>,
    length: Option<u32>,
    strict: Option<u32>,
    line: Vec<Move>,
    checks: Vec<(usize, usize)>,
    found: Vec<Finding>,
    /// The order of the first events of each kind.
    order: Vec<&'static str>,
}

fn told(sfen: &str, threads: usize) -> (Judgement, Told) {
    let told = Mutex::new(Told::default());
    let hear = |event: &Event<'_>| {
        let told = &mut *told.lock().unwrap();
        let name = match *event {
            Event::FirstMate { plies, line } => {
                assert!(line.len() <= plies as usize);
                told.first = Some(plies);
                "first"
            }
            Event::Length(plies) => {
                told.length = Some(plies);
                "length"
            }
            Event::StrictLength(plies) => {
                told.strict = Some(plies);
                "strict"
            }
            Event::Line { moves, .. } => {
                told.line = moves.to_vec();
                "line"
            }
            Event::Checks { decided, all } => {
                told.checks.push((decided, all));
                "checks"
            }
            Event::Found(found) => {
                told.found.push(found.clone());
                "found"
            }
        };
        if !told.order.contains(&name) {
            told.order.push(name);
        }
    };
    let mut question = Question::default();
    question.limits.nodes = Some(2_000_000);
    let judgement = check_and_tell(
        &mut solver_with(threads),
        &problem(&setup(sfen)),
        &question,
        &mut |_| {},
        Listener::new(&hear),
    );
    (judgement, told.into_inner().unwrap())
}

#[test]
fn telling_changes_neither_the_judgement_nor_the_nodes() {
    for sfen in PROBLEMS {
        let silent = judge(&mut solver(), &setup(sfen), &Question::default());
        let (judgement, _) = told(sfen, 1);
        assert_eq!(judgement.findings, silent.findings, "{sfen}");
        assert_eq!(
            judgement.composed.reading, silent.composed.reading,
            "{sfen}"
        );
        let nodes = |it: &Judgement| it.composed.strict.stats.nodes;
        assert_eq!(nodes(&judgement), nodes(&silent), "{sfen}");
    }
}

#[test]
fn what_is_told_is_what_is_judged() {
    for (sfen, threads) in PROBLEMS.into_iter().flat_map(|it| [(it, 1), (it, 3)]) {
        let (judgement, told) = told(sfen, threads);
        for found in &judgement.findings {
            let is_it = |it: &&Finding| {
                (it.before.len(), it.line.first()) == (found.before.len(), found.line.first())
            };
            assert!(told.found.iter().any(|it| is_it(&it)), "{sfen}: {found:?}");
        }
        if judgement.findings.iter().any(|it| it.kind == Kind::NoMate) {
            assert_eq!(told.order, ["found"], "{sfen}");
            continue;
        }
        let reading = judgement.composed.reading.as_ref().unwrap();
        assert_eq!(told.length, Some(reading.line.len() as u32), "{sfen}");
        assert!(
            told.first >= told.length && told.strict >= told.length,
            "{sfen}"
        );
        assert_eq!(told.line, reading.line, "{sfen}");
        assert_eq!(
            told.order[..4],
            ["first", "length", "line", "checks"],
            "{sfen}"
        );
        let last = *told.checks.last().unwrap();
        if threads == 1 {
            assert!(told.checks.is_sorted(), "{:?}", told.checks);
            assert_eq!(
                last,
                (judgement.alternatives, judgement.alternatives),
                "{sfen}"
            );
        }
        assert!(
            told.checks.iter().all(|it| it.0 <= it.1),
            "{:?}",
            told.checks
        );
    }
}
