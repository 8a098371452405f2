//! Problems and positions with known answers.

use tsume::Problem;
use tsume::composition::Goal;
use tsume::composition::brinkmate::{self, Solution, State, Verdict};
use tsume::question::Question;
use tsume::search::{Limits, SearchConfig, Solver};

const TABLE: &str = include_str!("../../../data/hisshi.tsv");

/// Brinkmates in five.
const FIVE: &str = include_str!("../../../data/brinkmates_in_five.tsv");

fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    cells(TABLE)
}

fn cells(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = table.lines().skip(1);
    rows.map(|row| row.split('\t').collect::<Vec<_>>())
}

fn solver() -> Solver {
    Solver::new(SearchConfig {
        hash_bytes: 64 << 20,
        ..SearchConfig::default()
    })
}

fn within(plies: Option<u32>, nodes: u64) -> Question {
    Question {
        within: plies,
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        ..Question::default()
    }
}

fn solve(problem: &Problem, question: &Question) -> Solution {
    brinkmate::solve(&mut solver(), problem.composition(), question, &mut |_| {})
}

#[test]
fn every_problem_of_the_table_has_its_length_and_first_move() {
    let question = within(Some(3), 3_000_000);
    let mut count = 0;
    for row in rows().filter(|row| row[2] == "hisshi") {
        let problem = Problem::from_sfen_for(Goal::Brinkmate, row[1]).unwrap();
        let found = solve(&problem, &question);
        assert_eq!(found.plies().unwrap().to_string(), row[3], "{}", row[0]);
        let first: Vec<String> = found.first_moves.iter().map(ToString::to_string).collect();
        assert!(found.first_moves_complete, "{}", row[0]);
        assert_eq!(first, [row[4]], "{}", row[0]);
        let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
        assert_eq!(line.join(" "), row[5], "{}", row[0]);
        let end = found.ending.unwrap();
        assert_eq!(end.state, State::Brinkmate, "{}", row[0]);
        let grouped: usize = end.groups.iter().map(|it| it.defences.len()).sum();
        assert_eq!(grouped, end.defences.len(), "{}", row[0]);
        count += 1;
    }
    assert!(count >= 11, "{count}");
}

#[test]
fn every_brinkmate_in_five_is_decided() {
    let question = within(Some(5), 2_000_000);
    for row in cells(FIVE) {
        let problem = Problem::from_sfen_for(Goal::Brinkmate, row[1]).unwrap();
        let found = solve(&problem, &question);
        assert_eq!(found.plies(), Some(5), "{}", row[0]);
        let first: Vec<String> = found.first_moves.iter().map(ToString::to_string).collect();
        assert!(
            found.first_moves_complete && first == [row[4]],
            "{}",
            row[0]
        );
        let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
        assert_eq!(line.join(" "), row[5], "{}", row[0]);
        assert_eq!(found.ending.unwrap().state, State::Brinkmate, "{}", row[0]);
    }
}

#[test]
fn a_position_that_holds_is_told_with_its_defences() {
    let question = within(None, 3_000_000);
    for row in rows().filter(|row| row[2].ends_with("_state")) {
        let problem = Problem::from_sfen_for(Goal::Threatmate, row[1]).unwrap();
        let found = brinkmate::threat(
            &mut solver(),
            problem.composition(),
            &question.limits,
            &mut |_| {},
        );
        let is_brinkmate = row[2] == "hisshi_state";
        assert_eq!(found.state == State::Brinkmate, is_brinkmate, "{}", row[0]);
        let holding: Vec<String> = found.holding().map(|it| it.to_string()).collect();
        assert!(
            holding.iter().any(|it| it == row[5]),
            "{}: {holding:?}",
            row[0]
        );
    }
}

/// With a king of the attacker's, the natural move of a problem meets counter-checks.
#[test]
fn counter_checks_refute_a_brinkmate() {
    let row = rows().find(|row| row[0] == "two-kings-4i").unwrap();
    let problem = Problem::from_sfen_for(Goal::Brinkmate, row[1]).unwrap();
    let question = within(Some(1), 3_000_000);
    let found = solve(&problem, &question);
    assert_eq!(found.verdict, Verdict::NoBrinkmate { within: Some(1) });
    let [partial] = &found.partial[..] else {
        panic!("{:?}", found.partial);
    };
    assert_eq!(partial.mv.to_string(), "S*3b");
    let checks: Vec<String> = partial
        .counter_checks
        .iter()
        .map(ToString::to_string)
        .collect();
    for named in ["L*4b", "R*4b", "R*4c", "R*4d", "R*4e"] {
        assert!(checks.iter().any(|it| it == named), "{named}: {checks:?}");
    }
}

#[test]
fn a_turned_board_has_the_turned_answer() {
    let row = rows().find(|row| row[0] == "kakugen41-1-1").unwrap();
    let problem = Problem::from_sfen_for(Goal::Brinkmate, row[1]).unwrap();
    let turned = Problem::from_setup(problem.setup().rotate()).unwrap();
    let question = within(Some(1), 3_000_000);
    let given = solve(&problem, &question);
    let other = solve(&turned, &question);
    assert_eq!(given.plies(), Some(1));
    let rotated: Vec<_> = given.line.iter().map(|it| it.rotate()).collect();
    assert_eq!(other.line, rotated);
}

#[test]
fn the_same_nodes_give_the_same_answer_and_few_give_none() {
    let row = rows().find(|row| row[0] == "suisho-readme").unwrap();
    let problem = Problem::from_sfen_for(Goal::Brinkmate, row[1]).unwrap();
    for nodes in [1, 100, 1_000, 10_000, 40_000] {
        let question = within(None, nodes);
        let once = solve(&problem, &question);
        let again = solve(&problem, &question);
        assert_eq!(format!("{once:?}"), format!("{again:?}"));
        match once.verdict {
            Verdict::Brinkmate { plies, .. } => assert!(plies >= 3),
            Verdict::Unknown { none_within, .. } => assert!(none_within < 3),
            other => panic!("{other:?}"),
        }
    }
}
