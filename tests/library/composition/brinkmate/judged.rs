//! Judgements of brinkmate problems.

use tsume::composition::Author;
use tsume::composition::brinkmate::{self, Solution};
use tsume::composition::check::Question;
use tsume::composition::rules::Profile;
use tsume::composition::verdict::{Detail, Judgement, Kind, Length, Verdict};
use tsume::notation::{sfen, usi};
use tsume::search::{Limits, SearchConfig, Solver};

fn check(text: &str, author: &str) -> (Judgement, Solution) {
    let setup = sfen::parse(text).unwrap().setup;
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: 16 << 20,
        ..SearchConfig::default()
    });
    let line = author.split_whitespace();
    let question = Question {
        author: Author {
            line: line.map(|it| usi::parse_move(it).unwrap()).collect(),
            ..Author::default()
        },
        within: Some(3),
        limits: Limits {
            nodes: Some(20_000_000),
            ..Limits::default()
        },
        ..Question::default()
    };
    let problem = support::problem(&setup);
    brinkmate::check(&mut solver, &problem, &question, &mut |_| {})
}

#[test]
fn a_plain_mate_is_fatal() {
    let (judged, _) = check("8k/9/7G1/4B4/9/9/9/9/9 b G 1", "");
    assert_eq!(judged.verdict(Profile::Standard), Verdict::Flawed);
    assert_eq!(judged.findings[0].kind, Kind::PlainMate);
    assert_eq!(judged.findings[0].length, Some(Length::Exactly(1)));
    assert_eq!(judged.findings[0].line.len(), 1);
}

#[test]
fn a_problem_without_a_brinkmate_is_told() {
    let (judged, _) = check("k8/9/9/9/9/9/9/9/8L b - 1", "");
    assert_eq!(judged.verdict(Profile::Standard), Verdict::NoMate);
    assert_eq!(judged.findings[0].kind, Kind::NoBrinkmate);
    assert_eq!(judged.findings[0].detail, Detail::Nothing);
}

/// Every other first move of the shortest length is an extra brinkmate (余必至), and so is a longer
/// one. In magazines that is a blemish.
#[test]
fn every_other_move_that_forces_a_brinkmate_is_called_by_name() {
    let (judged, solution) = check("8k/9/9/9/7N1/9/9/9/9 b GP 1", "P*2c");
    assert_eq!(usi::write_line(&solution.line), "P*2c");
    assert!(solution.first_moves_complete && solution.first_moves.len() > 1);
    let extra = judged
        .findings
        .iter()
        .filter(|it| it.kind == Kind::ExtraBrinkmate);
    let as_short = extra.filter(|it| it.detail == Detail::Longer(0));
    let mut named: Vec<_> = as_short.map(|it| it.line[0]).collect();
    let mut others = solution.first_moves[1..].to_vec();
    named.sort_unstable();
    others.sort_unstable();
    assert_eq!(named, others);
    assert!(
        judged
            .findings
            .iter()
            .all(|it| it.kind == Kind::ExtraBrinkmate)
    );
    if judged.unresolved.is_empty() {
        assert_eq!(judged.verdict(Profile::Standard), Verdict::Blemished);
        assert_eq!(judged.verdict(Profile::Strict), Verdict::Flawed);
    }
}

#[test]
fn the_author_is_told_of_a_move_that_forces_nothing() {
    let (judged, _) = check("8k/9/9/9/7N1/9/9/9/9 b GP 1", "P*9d");
    let found = judged
        .findings
        .iter()
        .find(|it| it.kind == Kind::AuthorLine);
    assert_eq!(found.unwrap().detail, Detail::BrinkmateMoveFails);
    assert_eq!(judged.verdict(Profile::Standard), Verdict::Flawed);
}
