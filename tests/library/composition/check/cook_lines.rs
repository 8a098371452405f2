//! The lines of cooks: none comes back to the solution before its mate.

use super::{judge_within, solver};
use support::{one_in, setup};
use tsume::composition::check::Question;
use tsume::composition::verdict::{Detail, Finding, Judgement, Kind, Length};
use tsume::notation::usi;
use tsume::shogi::{Color, Hand, Key, Move, Position, Setup};

const NODES: u64 = 300_000;

/// Returns the positions on the way along a line before the mate, with what the attacker holds.
fn on_the_way(setup: &Setup, before: &[Move], line: &[Move]) -> Vec<(Key, Hand)> {
    let mut position = Position::new(setup);
    let mut all = Vec::new();
    for (at, &mv) in before.iter().chain(line).enumerate() {
        if at > before.len() {
            all.push((position.key(), position.hand(Color::Black)));
        }
        position.make(mv);
    }
    all
}

/// Returns the positions of the judged line and of the lines equal to it.
fn solution(setup: &Setup, judgement: &Judgement) -> Vec<(Key, Hand)> {
    let start = Position::new(setup);
    let mut all = vec![(start.key(), start.hand(Color::Black))];
    let judged = judgement.composed.reading.as_ref();
    all.extend(
        judged
            .into_iter()
            .flat_map(|it| on_the_way(setup, &[], &it.line)),
    );
    let is_equal =
        |it: &&Finding| matches!(it.kind, Kind::EqualVariation | Kind::InterpositionChoice);
    let equal = judgement.findings.iter().filter(is_equal);
    all.extend(equal.flat_map(|it| {
        let whole = [&it.before[..], &it.line].concat();
        on_the_way(setup, &[], &whole)
    }));
    all
}

fn is_cook(it: &Finding) -> bool {
    it.kind.is_cook() || it.kind == Kind::EqualVariationCook
}

/// Returns the cooks of a judgement, and those whose line comes back.
fn cooks(setup: &Setup, judgement: &Judgement) -> (usize, Vec<String>) {
    let solution = solution(setup, judgement);
    let cooks = judgement.findings.iter().filter(|it| is_cook(it));
    let comes_back = cooks.clone().filter(|it| {
        let met = on_the_way(setup, &it.before, &it.line);
        met.iter().any(|(key, hand)| {
            solution
                .iter()
                .any(|(known, least)| known == key && hand.dominates(*least))
        })
    });
    let back = comes_back.map(|it| {
        let moves = usi::write_line(&[&it.before[..], &it.line].concat());
        format!("{:?} {:?} {:?}: {moves}", it.kind, it.length, it.detail)
    });
    (cooks.count(), back.collect())
}

/// Replays every cook of these diagrams; there must be some.
fn check(diagrams: impl Iterator<Item = &'static str>, at_least: usize) {
    let mut solver = solver();
    let (mut all, mut wrong) = (0, Vec::new());
    for sfen in diagrams {
        let setup = setup(sfen);
        let judgement = judge_within(NODES, &mut solver, &setup, &Question::default());
        let (count, back) = cooks(&setup, &judgement);
        all += count;
        wrong.extend(back.into_iter().map(|it| format!("{sfen} {it}")));
    }
    assert!(
        wrong.is_empty(),
        "{} of {all}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(all >= at_least, "{all} cooks");
}

fn diagrams(table: &'static str, column: usize) -> impl Iterator<Item = &'static str> {
    let rows = table.lines().skip(1);
    rows.map(move |row| row.split('\t').nth(column).expect("a diagram"))
}

fn composed() -> impl Iterator<Item = &'static str> {
    diagrams(include_str!("../../../data/short_composed.tsv"), 1)
}

fn cooked() -> impl Iterator<Item = &'static str> {
    diagrams(include_str!("../../../data/cooked.tsv"), 0)
}

#[test]
fn some_lines_of_cooks_stay_away_from_the_solution() {
    check(composed().step_by(25).chain(cooked().step_by(25)), 20);
}

#[test]
#[ignore = "takes 60 s"]
fn lines_of_cooks_stay_away_from_the_solution() {
    let share = one_in(4);
    check(
        composed().step_by(share).chain(cooked().step_by(share)),
        1_000 / share,
    );
}

/// Returns the length of the cook that begins with a move, what is said of it, and its line.
fn cook(sfen: &str, author: &str, first: &str) -> (Option<Length>, Detail, String) {
    let mut question = Question::default();
    question.author.line = super::moves(author);
    let setup = setup(sfen);
    let judgement = judge_within(2_000_000, &mut solver(), &setup, &question);
    assert_eq!(cooks(&setup, &judgement).1, Vec::<String>::new());
    let mut all = judgement.findings.iter().filter(|it| is_cook(it));
    let first = super::moves(first)[0];
    let found = all
        .find(|it| it.line.first() == Some(&first))
        .expect("the cook");
    (found.length, found.detail, usi::write_line(&found.line))
}

#[test]
fn a_cook_whose_best_play_may_come_back_shows_a_line_that_does_not() {
    let found = cook(
        "4pk3/3s5/9/6R2/4N4/9/9/9/9 b Brb4g3s3n4l17p 1",
        "B*3b 4a3a 3b2c+ 3a4b 2c3b 4b5b 3b4c 5b4a 3d3b+",
        "2c3c",
    );
    let line = "2c3c 4b4a 3d4d 4a3a 4d4b+ 3a2a 4b2b".to_owned();
    assert_eq!(found, (Some(Length::Exactly(11)), Detail::Longer(2), line));
}

#[test]
fn a_cook_that_takes_longer_without_coming_back_is_told_with_that_length() {
    // Within 7 plies the defender can choose to come back.
    let found = cook("5B2r/6B1k/9/9/9/9/9/9/9 b r4g4s4n4l18p 1", "", "3b2c");
    let (length, detail, _) = found;
    assert_eq!(
        (length, detail),
        (Some(Length::Exactly(9)), Detail::WithoutComingBack)
    );
    let found = cook("4B4/9/2R1Sk3/9/9/3B5/9/9/9 b r4g3s4n4l18p 1", "", "3c5e");
    let (length, detail, _) = found;
    assert_eq!(
        (length, detail),
        (Some(Length::Exactly(11)), Detail::WithoutComingBack)
    );
}

/// Returns what the line of each finding with this kind leaves in the attacker's hand.
fn left_over(sfen: &str, kind: Kind) -> Vec<u32> {
    let setup = setup(sfen);
    let judgement = judge_within(2_000_000, &mut solver(), &setup, &Question::default());
    let of_kind = judgement.findings.iter().filter(|it| it.kind == kind);
    let leaves = of_kind.map(|it| {
        let mut position = Position::new(&setup);
        for &mv in it.before.iter().chain(&it.line) {
            position.make(mv);
        }
        position.hand(Color::Black).total()
    });
    leaves.collect()
}

#[test]
fn the_line_of_a_dual_is_best_play_which_leaves_nothing_over() {
    let sfen = "5R2B/7gL/8k/5R3/6S1N/9/9/9/9 b b3g3s3n3l18p 1";
    assert_eq!(left_over(sfen, Kind::PromotionDual), [0]);
    // A cook whose defender can choose between two replies of the same length.
    let sfen = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
    assert_eq!(left_over(sfen, Kind::Cook), [0, 0, 0]);
}
