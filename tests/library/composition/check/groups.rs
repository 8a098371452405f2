//! Findings that rows report as one: what is told of a group holds for each of its moves.

use super::{moves, solver};
use tsume::answer::{Finding, Row};
use tsume::composition::Questions;
use tsume::composition::composed::study;
use tsume::composition::refutation::{Attempt, Outcome};
use tsume::composition::rules::Profile;
use tsume::composition::{Interpositions, composed};
use tsume::notation::usi;
use tsume::question::Question;
use tsume::search::{Answer, Exactness, Limits, Solver};
use tsume::shogi::{Color, Move};
use tsume::{Config, Options, Problem};

/// Nodes for a judgement, and for the length of each member of a group.
const NODES: u64 = 150_000;

/// Returns the composed length with a line, if it can be worked out: with `--try` after a check, from the
/// position after a reply.
fn length(solver: &mut Solver, problem: &Problem, line: &[Move]) -> Option<u32> {
    let problem = problem.composition();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let level = Interpositions::Standard;
    if line.len() % 2 == 1 {
        let attempt = Attempt::new(problem, line.to_vec()).expect("a check");
        let question = Question {
            further: Questions {
                attempts: vec![attempt],
                composed_only: true,
                no_main_line: true,
                ..Questions::default()
            },
            limits,
            ..Question::default()
        };
        let found = study(solver, problem, &question, &mut |_| {});
        return match found.study.attempts.into_iter().next()? {
            Outcome::Mate { plies, .. } => plies,
            Outcome::Fails(_) => panic!("{} fails", usi::write_line(line)),
            Outcome::Unknown(_) => None,
        };
    }
    let mut after = problem.setup().clone();
    assert!(line.iter().all(|&mv| after.play(mv)));
    let found = composed::solve(
        solver,
        &support::problem(&after),
        level,
        &limits,
        &mut |_| {},
    );
    match found.answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => Some(plies + line.len() as u32),
        Answer::NoMate => panic!("{} fails", usi::write_line(line)),
        _ => None,
    }
}

/// Returns the lines to each member of a group, the move in question last. Empty if it has one member.
fn members(row: &Row, found: &Finding) -> Vec<Vec<Move>> {
    let several = found.moves.len() > 1 || found.replies.len() > 1;
    if !several || found.plies.is_none() {
        return Vec::new();
    }
    let ply = found.ply.expect("a place");
    let before = if found.after.is_empty() {
        &row.solution[..ply - 1]
    } else {
        &found.after[..]
    };
    let (last, way) = match before.split_last() {
        Some((last, way)) => (Some(last), way),
        None => (None, before),
    };
    let replies: Vec<&String> = match (&found.replies[..], last) {
        ([], last) => last.into_iter().collect(),
        (replies, _) => replies.iter().collect(),
    };
    let ways: Vec<Vec<&String>> = match replies[..] {
        [] => vec![way.iter().collect()],
        _ => replies
            .iter()
            .map(|&it| way.iter().chain([it]).collect())
            .collect(),
    };
    let own = found.mv.as_slice();
    let last = if found.moves.is_empty() {
        own
    } else {
        &found.moves
    };
    let text = |way: &Vec<&String>, mv: &String| {
        let words: Vec<&str> = way.iter().map(|it| &it[..]).chain([&mv[..]]).collect();
        moves(&words.join(" "))
    };
    ways.iter()
        .flat_map(|way| last.iter().map(move |mv| text(way, mv)))
        .collect()
}

/// Returns how many members of groups were compared, and how many could not be.
fn compare(sfens: impl Iterator<Item = &'static str>) -> (usize, usize) {
    let mut judges = tsume::Solver::new(Config::new().hash_bytes(16 << 20));
    let mut solver = solver();
    let (mut compared, mut open) = (0, 0);
    let options = Options::new().nodes(NODES).rules(Profile::Strict);
    for sfen in sfens {
        let problem: Problem = sfen.parse().expect("a problem");
        if problem.attacker() != Color::Black {
            continue;
        }
        let row = judges.check_row(&problem, &options);
        for found in row.defects.iter().chain(&row.blemishes).chain(&row.notes) {
            for line in members(&row, found) {
                match length(&mut solver, &problem, &line) {
                    Some(plies) => {
                        let told = found.plies.expect("a length");
                        // A line that stays away from the solution may take longer than best play.
                        let stays_away = found.note.to_string().contains("without coming back");
                        assert!(
                            plies == told || stays_away && plies < told,
                            "{plies} for {sfen}: {} in {found:?}",
                            usi::write_line(&line)
                        );
                        compared += 1;
                    }
                    None => open += 1,
                }
            }
        }
    }
    (compared, open)
}

/// Returns the column of SFENs of a table.
fn sfens(table: &'static str, column: usize) -> impl Iterator<Item = &'static str> {
    let rows = table.lines().skip(1);
    rows.map(move |it| it.split('\t').nth(column).expect("an SFEN"))
}

#[test]
#[ignore = "takes 12 s"]
fn each_move_of_a_group_mates_in_the_plies_of_the_group() {
    let share = support::one_in(8);
    let problems = sfens(include_str!("../../../data/short_composed.tsv"), 1);
    let (compared, open) = compare(problems.step_by(share));
    assert!(compared > 500 / share, "{compared} compared, {open} open");
}

#[test]
#[ignore = "takes 8 s"]
fn each_move_of_a_group_of_cooks_mates_in_the_plies_of_the_group() {
    let (compared, open) = compare(sfens(include_str!("../../../data/cooked.tsv"), 0));
    assert!(compared > 100, "{compared} compared, {open} open");
}

/// Lances that mate in 15 plies and in 7 were told as one cook in 15.
#[test]
fn lances_at_several_distances_with_other_lengths_are_several_cooks() {
    let sfen = "7k1/9/9/9/6R2/5B3/9/9/9 b GLrb3g4s4n3l18p 1";
    let (compared, open) = compare([sfen].into_iter());
    assert!(compared > 0, "{compared} compared, {open} open");
    let problem: Problem = sfen.parse().unwrap();
    let options = Options::new().nodes(5_000_000).rules(Profile::Strict);
    let row = tsume::Solver::default().check_row(&problem, &options);
    let cooks = row.defects.iter().filter(|it| it.kind == "cook");
    let in_seven = cooks.filter(|it| it.plies == Some(7));
    let lances: Vec<_> = in_seven
        .flat_map(|it| it.mv.iter().chain(&it.moves))
        .collect();
    assert!(lances.contains(&&"L*2c".to_owned()), "{:?}", row.defects);
    assert!(!lances.contains(&&"L*2b".to_owned()), "{:?}", row.defects);
}
