use super::*;
use crate::composition::Study;
use crate::search::{Solution, Stats, StopReason};

fn row(answer: Answer, strict: Answer) -> Row {
    let found = Composed {
        answer,
        reading: None,
        strict: Solution {
            answer: strict,
            line: Vec::new(),
            stats: Stats::default(),
        },
        study: Study::default(),
    };
    let (id, sfen) = ("x".to_owned(), "-".to_owned());
    let elapsed = Duration::from_millis(12);
    let mut row = Row::of_composed(id, sfen, &found);
    row.add_search(found.strict.stats, elapsed, Interpositions::Standard);
    row
}

fn mate(plies: u32, exactness: Exactness) -> Answer {
    Answer::Mate { plies, exactness }
}

fn lengths(row: &Row) -> [Option<u32>; 3] {
    [row.plies, row.plies_strict, row.plies_at_most]
}

#[test]
fn a_bound_is_never_told_as_a_length() {
    let bound = Exactness::AtMost(Some(StopReason::Time));
    let limited = row(mate(7, bound), mate(9, bound));
    assert_eq!(lengths(&limited), [None, None, Some(7)]);
    let state = (limited.status, limited.limit);
    assert_eq!(state, (Status::Limit, Some(Limit::Time)));

    let any = mate(7, Exactness::AtMost(None));
    let first = row(any, any);
    assert_eq!(lengths(&first), [None, None, Some(7)]);
    assert_eq!((first.status, first.limit), (Status::Done, None));

    let shortest = Exactness::Shortest;
    let proven = row(mate(7, shortest), mate(9, shortest));
    assert_eq!(lengths(&proven), [Some(7), Some(9), None]);
    assert_eq!((proven.status, proven.limit), (Status::Done, None));
}

#[test]
fn the_composed_length_is_the_answer_and_the_strict_one_an_extra() {
    let bound = Exactness::AtMost(Some(StopReason::Nodes));
    let row = row(mate(7, Exactness::Shortest), mate(9, bound));
    assert_eq!(lengths(&row), [Some(7), None, None]);
    assert_eq!((row.status, row.limit), (Status::Done, Some(Limit::Nodes)));
}

#[test]
fn the_timing_comes_last() {
    let json = serde_json::to_string(&row(Answer::NoMate, Answer::NoMate)).unwrap();
    assert!(json.ends_with(r#","elapsed_ms":12}"#), "{json}");
    assert!(json.contains(r#""verdict":"no_mate""#), "{json}");
    assert!(
        json.contains(r#""plies":null,"plies_strict":null"#),
        "{json}"
    );
}
