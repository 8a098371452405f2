//! Speed of answers on a few fixed problems that take milliseconds.
//!
//! `cargo bench -p tsume-measure --bench solve`; a part of it with `cargo bench -p tsume-measure --bench solve -- composed`. Whole
//! collections, and nodes beside times, are measured by `benches/corpus.rs`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem, Questions, composed as lengths};
use tsume::notation::sfen;
use tsume::question::Question;
use tsume::search::{Answer, Limits, SearchConfig, Solver};
use tsume::shogi::Position;

/// Short problems, and some of medium length.
const PROBLEMS: [(&str, &str); 5] = [
    ("five", "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1"),
    (
        "zuko002",
        "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
    ),
    (
        "zuko018",
        "7n1/5+B+P1r/7k1/7+p1/6P2/7N1/7N1/8B/9 b N2Pr4g4s4l13p 1",
    ),
    (
        "muso055",
        "1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1",
    ),
    // A horse and a king go back and forth.
    (
        "horse-saw",
        "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1",
    ),
];

fn problem(text: &str) -> Problem {
    let setup = sfen::parse(text).expect("a diagram").setup;
    let problem = Problem::new(setup, AttackerRule::Black, DefenderHandRule::Given);
    problem.expect("a problem")
}

fn solver(shortest: bool) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 64 << 20,
        shortest,
        ..SearchConfig::default()
    })
}

/// Any mate.
fn first(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first");
    let mut solver = solver(false);
    for (name, text) in PROBLEMS {
        let position = Position::new(problem(text).normalised());
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let found = solver.solve(black_box(&position), &Limits::default(), &mut |_| {});
                assert!(matches!(found.answer, Answer::Mate { .. }));
                found
            });
        });
    }
    group.finish();
}

/// The composed length and its main line.
fn composed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("composed");
    let mut solver = solver(true);
    let question = Question {
        further: Questions {
            composed_only: true,
            ..Questions::default()
        },
        ..Question::default()
    };
    for (name, text) in &PROBLEMS[..4] {
        let problem = problem(text);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                let problem = black_box(&problem);
                let found = lengths::study(&mut solver, problem, &question, &mut |_| {});
                assert!(found.reading.is_some());
                found
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(2));
    targets = first, composed
}
criterion_main!(benches);
