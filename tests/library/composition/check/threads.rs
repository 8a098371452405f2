//! Several threads find the answers of one.

use super::{cell, solver_with};
use std::collections::BTreeMap;
use support::{problem, setup};
use tsume::composition::check::{Question, check};
use tsume::composition::rules::Profile;
use tsume::composition::verdict::Judgement;
use tsume::notation::usi;
use tsume::search::Limits;
use tsume::shogi::Position;

const CLASSICS: [&str; 2] = [
    include_str!("../../../../problems/classics/muso.sfen"),
    include_str!("../../../../problems/classics/zuko.sfen"),
];

fn judged(sfen: &str, threads: usize) -> Judgement {
    let problem = problem(&setup(sfen));
    let mut solver = solver_with(threads);
    check(&mut solver, &problem, &Question::default(), &mut |_| {})
}

/// Returns the findings without their lines: the lengths by the turns and moves.
fn found(judgement: &Judgement) -> BTreeMap<String, String> {
    let main = judgement.findings.iter().filter(|it| {
        !it.in_equal_variation && it.severity >= tsume::composition::rules::Severity::Heavy
    });
    let parts = |it: String| {
        let (name, length) = it.split_once('=').expect("a length");
        (name.to_owned(), length.to_owned())
    };
    main.map(cell).map(parts).collect()
}

/// Makes sure that one judgement has each finding whose length the other knows exactly. It may have only a bound of
/// its length, or leave it open if it cannot change the verdict: its nodes are bounded, and what they suffice for
/// depends on what the tables hold.
fn assert_has(one: &Judgement, other: &Judgement, id: &str) {
    let open = |name: &str| {
        let mut open = one.unresolved.iter();
        open.any(|it| name == format!("{}:{}", it.before.len() + 1, usi::write_move(it.mv)))
    };
    let (here, there) = (found(one), found(other));
    for (name, length) in there.iter().filter(|it| !it.1.starts_with("<=")) {
        let here = here.get(name).map(String::as_str);
        let is_known = here.map_or_else(|| open(name), |it| it == length || it.starts_with("<="));
        assert!(is_known, "{id}: {name}={length}, {here:?}");
    }
}

/// However few nodes are left for each thread, a question that was cut off is not taken for an
/// answered one.
#[test]
fn limits_of_several_threads_are_told() {
    use tsume::search::{Answer, Exactness, SearchConfig, Solver};
    let line = CLASSICS[0]
        .lines()
        .find(|line| line.contains("\"muso009\""));
    let sfen = line.and_then(|line| line.split(';').next());
    let position = Position::new(&setup(sfen.expect("a classic").trim()));
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 8 << 20,
        threads: 4,
        ..SearchConfig::default()
    });
    for nodes in (120_000..150_000).step_by(997) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let answer = solver.solve(&position, &limits, &mut |_| {}).answer;
        let cut_off = matches!(
            answer,
            Answer::Mate {
                exactness: Exactness::AtMost(None),
                ..
            }
        );
        assert!(!cut_off, "{nodes} nodes: {answer:?}");
    }
}

#[test]
#[ignore = "takes 12 s"]
fn two_threads_judge_as_one_does() {
    let mut shared = 0;
    for id in ["muso044", "muso049", "muso059", "zuko058"] {
        let name = format!("id \"{id}\"");
        let mut lines = CLASSICS.iter().flat_map(|file| file.lines());
        let line = lines.find(|line| line.contains(&name)).expect("a classic");
        let sfen = line.split(';').next().expect("the SFEN").trim();
        let [one, two] = [1, 2].map(|threads| judged(sfen, threads));
        assert_eq!(one.composed.answer, two.composed.answer, "{id}");
        assert_eq!(
            one.composed.strict.answer, two.composed.strict.answer,
            "{id}"
        );
        let verdicts = [&one, &two].map(|it| it.verdict(Profile::Standard));
        assert_eq!(verdicts[0], verdicts[1], "{id}");
        assert_has(&one, &two, id);
        assert_has(&two, &one, id);
        shared += usize::from(one.composed.strict.stats.nodes != two.composed.strict.stats.nodes);
    }
    assert!(shared > 0, "the second thread was never asked");
}
