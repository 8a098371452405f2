//! Rows of an earlier run, and the problems that they belong to.

use super::*;
use std::fs;

fn row(id: &str, sfen: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"file\":null,\"line\":2,\"record\":1,\
         \"sfen\":\"{sfen}\",\"status\":\"done\",\"verdict\":\"sound\",\
         \"plies\":1,\"expected_plies\":null,\"tool\":\"{TOOL}\",\"rules\":\"standard\",\"limits\":\"nodes=1\"}}\n"
    )
}

/// Returns a row for a record of the input, without an answer.
fn record(id: &str, sfen: &str) -> Row {
    let mut row = Row::about(id.to_owned(), sfen.to_owned());
    (row.line, row.record) = (Some(2), Some(1));
    row
}

fn terms(rules: &str, limits: &str) -> Terms {
    Terms {
        rules: rules.to_owned(),
        limits: limits.to_owned(),
        limits_again: None,
    }
}

fn usual() -> Terms {
    terms("standard", "nodes=1")
}

fn open(path: &Path, terms: &Terms) -> Resumed {
    resume(path, terms, |_| {}).unwrap()
}

/// Returns why these rows do not go with the terms of the others.
fn refusal(path: &Path) -> ResumeError {
    resume(path, &usual(), |_| {}).unwrap_err()
}

/// Returns the ids of the rows in a file.
fn ids(path: &Path) -> Vec<String> {
    let rows = FinishedRows::open(path).unwrap();
    rows.map(|row| row.unwrap().id).collect()
}

#[test]
fn a_torn_line_is_cut_off_and_the_rest_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let (first, second) = (row("a", "x"), row("b", "y"));
    // A machine that stopped may have left zeroes.
    let cuts = (0..second.len() - 1).flat_map(|cut| [(cut, ""), (cut, "\0\0\0\0")]);
    for (cut, zeroes) in cuts {
        fs::write(&path, first.clone() + &second[..cut] + zeroes).unwrap();
        let mut rows = open(&path, &usual()).rows;
        rows.put("b", second.as_bytes(), false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), first.clone() + &second);
    }
    // What is no row is no torn one either.
    fs::write(&path, first.clone() + "{\"name\":").unwrap();
    assert!(matches!(refusal(&path), ResumeError::NoRow(2)));
}

#[test]
fn a_torn_line_is_skipped_by_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let (first, second) = (row("a", "x"), row("b", "y"));
    for (text, torn) in [
        (first.clone() + &second, None),
        (first.clone() + second.trim_end(), None),
        (first.clone() + &second[..50], Some(2)),
        (first.clone() + "\n" + &second[..50], Some(3)),
        (second[..50].to_owned(), Some(1)),
    ] {
        fs::write(&path, &text).unwrap();
        let mut rows = FinishedRows::open(&path).unwrap();
        assert!(rows.by_ref().all(|it| it.is_ok()), "{text}");
        assert_eq!(rows.torn(), torn, "{text}");
    }
    for text in [first.clone() + &second[..50] + "\n", first + "{\"name\":"] {
        fs::write(&path, &text).unwrap();
        let mut rows = FinishedRows::open(&path).unwrap();
        let error = rows.find_map(Result::err);
        assert!(matches!(error, Some(ResumeError::NoRow(2))), "{text}");
    }
}

#[test]
fn a_row_is_known_by_its_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    fs::write(&path, row("a", "x") + &row("b", "y") + &row("c", "z")).unwrap();
    let Resumed { mut finished, .. } = open(&path, &usual());
    let mut course = Course::default();
    let mut past =
        |id: &str, sfen: &str| finished.take_row_of(&record(id, sfen), None, &mut course);
    // A new problem at the beginning, one that has moved, one that has changed, one that stays.
    assert_eq!(past("a", "new"), KnownProblem::New);
    assert!(matches!(past("moved", "x"), KnownProblem::Done(Some(_))));
    assert_eq!(past("b", "other"), KnownProblem::New);
    assert!(matches!(past("c", "z"), KnownProblem::Done(Some(_))));
    // Each row is that of one problem.
    assert_eq!(past("again", "x"), KnownProblem::New);
    let new = ["a", "b", "again"].map(|id| row(id, "new")).concat();
    fs::write(&path, fs::read_to_string(&path).unwrap() + &new).unwrap();
    assert_eq!(
        settle(&path, &course, Ended::Whole).unwrap(),
        <[String; 0]>::default()
    );
    assert_eq!(ids(&path), ["a", "moved", "b", "c", "again"]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn rows_of_problems_that_are_gone_are_told_and_dropped_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let error = row("bad", "x").replace("\"sfen\":\"x\"", "\"sfen\":null");
    let rows = row("gone", "x") + &error + &row("b", "y") + &row("c", "z") + &row("b", "y");
    for (ended, told, left) in [
        (Ended::InPart, &[][..], &["gone", "bad", "b", "c", "b"][..]),
        (Ended::Picked, &[], &["c", "b", "gone", "bad"]),
        (Ended::Whole, &["gone"], &["c", "b", "gone"]),
        (Ended::WholeDroppingGone, &["gone"], &["c", "b"]),
    ] {
        fs::write(&path, &rows).unwrap();
        let Resumed { mut finished, .. } = open(&path, &usual());
        let mut course = Course::default();
        for (id, sfen) in [("c", "z"), ("b", "y")] {
            let past = finished.take_row_of(&record(id, sfen), None, &mut course);
            assert!(matches!(past, KnownProblem::Done(_)));
        }
        assert_eq!(settle(&path, &course, ended).unwrap(), told, "{ended:?}");
        assert_eq!(ids(&path), left, "{ended:?}");
    }
}

#[test]
fn a_duplicate_is_judged_again_if_another_problem_is_the_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let duplicate = row("b", "x").replace("\"rules\"", "\"duplicate_of\":\"a\",\"rules\"");
    fs::write(&path, row("a", "x") + &duplicate).unwrap();
    // Without an earlier problem, the row that is no duplicate answers.
    for (earlier, is_done) in [(Some("a"), true), (Some("z"), false), (None, true)] {
        let Resumed { mut finished, .. } = open(&path, &usual());
        let past = finished.take_row_of(&record("b", "x"), earlier, &mut Course::default());
        assert_eq!(past != KnownProblem::New, is_done, "{earlier:?}");
    }
}

#[test]
fn with_certificates_a_row_is_that_of_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    fs::write(&path, row("a", "x")).unwrap();
    for ids_hold in [false, true] {
        let Resumed { mut finished, .. } = open(&path, &usual());
        finished.ids_hold = ids_hold;
        let past = finished.take_row_of(&record("b", "x"), None, &mut Course::default());
        assert_eq!(past == KnownProblem::New, ids_hold);
    }
}

#[test]
fn other_terms_are_refused_and_the_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let torn = row("a", "x") + "{\"id\"";
    fs::write(&path, &torn).unwrap();
    for (rules, limits) in [("strict", "nodes=1"), ("standard", "nodes=2")] {
        let refused = resume(&path, &terms(rules, limits), |_| {}).unwrap_err();
        assert!(matches!(refused, ResumeError::Other { .. }), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), torn);
    }
    fs::write(&path, "{}\n").unwrap();
    let refused = refusal(&path);
    assert!(refused.to_string().starts_with("line 1 is not a row"));
}

#[test]
fn rows_of_another_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    fs::write(&path, row("a", "x").replace(TOOL, "tsume 0.0.9")).unwrap();
    let refused = refusal(&path);
    let expected = format!("its rows have the version `tsume 0.0.9`, this run has `{TOOL}`");
    assert!(refused.to_string().starts_with(&expected), "{refused}");
}

/// Returns the row of a problem that a limit of nodes left unknown.
fn unknown(id: &str, sfen: &str, limits: &str) -> String {
    let row = row(id, sfen)
        .replace("done", "limit")
        .replace("sound", "unknown");
    let row = row.replace("\"rules\"", "\"limit\":\"nodes\",\"rules\"");
    row.replace("nodes=1", limits)
}

#[test]
fn rows_that_more_could_decide_stay_until_others_come_in_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let terms = Terms {
        limits_again: Some("nodes=10".to_owned()),
        ..usual()
    };
    let all = [
        unknown("0", "0", "nodes=1"),
        row("a", "x"),
        unknown("b", "y", "nodes=1"),
        unknown("c", "z", "nodes=10"),
    ];
    fs::write(&path, all.concat() + "{\"id\":").unwrap();
    let Resumed {
        mut finished,
        mut rows,
        ..
    } = open(&path, &terms);
    let mut course = Course::default();
    let mut past =
        |id: &str, sfen: &str| finished.take_row_of(&record(id, sfen), None, &mut course);
    assert_eq!(past("b", "y"), KnownProblem::Retried);
    assert_eq!(past("moved", "0"), KnownProblem::Retried);
    assert!(matches!(past("c", "z"), KnownProblem::Done(_)));
    assert_eq!(fs::read_to_string(&path).unwrap(), all.concat());
    let (b, moved) = (row("b", "y"), row("moved", "0"));
    rows.put("b", b.as_bytes(), false).unwrap();
    rows.settle().unwrap();
    let expected = [&all[0], &all[1], &*b, &all[3]].concat();
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    // A row under another id stays until the run ends.
    rows.put("moved", moved.as_bytes(), false).unwrap();
    drop(rows);
    settle(&path, &course, Ended::InPart).unwrap();
    assert_eq!(ids(&path), ["a", "b", "c", "moved"]);
    settle(
        &path,
        &Course {
            fates: Vec::new(),
            ..course
        },
        Ended::Picked,
    )
    .unwrap();
    assert_eq!(ids(&path), ["b", "moved", "c", "a"]);
}

#[test]
fn rows_of_failures_and_interruptions_are_replaced_and_those_of_unreadable_lines_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let error = |id: &str| {
        row(id, "x")
            .replace("done", "error")
            .replace("sound", "error")
    };
    let unreadable = error("b").replace("\"x\"", "null");
    let interrupted =
        unknown("c", "y", "nodes=1").replace("\"limit\":\"nodes\"", "\"limit\":\"interrupt\"");
    let interrupted = interrupted.replace("standard", "strict");
    // Rows of errors have the usual rules, even in a run with others.
    fs::write(&path, error("a") + &unreadable + &interrupted).unwrap();
    let Resumed {
        mut finished,
        mut rows,
        ..
    } = open(&path, &terms("strict", "nodes=1"));
    let mut course = Course::default();
    let mut past = |record: &Row| finished.take_row_of(record, None, &mut course);
    assert_eq!(past(&record("a", "x")), KnownProblem::New);
    assert_eq!(past(&record("c", "y")), KnownProblem::New);
    let mut bad = record("b", "x");
    bad.sfen = None;
    assert!(matches!(past(&bad), KnownProblem::Done(None)));
    rows.put("a", b"a\n", false).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "a\n".to_owned() + &unreadable + &interrupted
    );
}

#[test]
fn rows_of_an_earlier_second_pass_stay_unless_this_one_gives_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let rows = (row("a", "x") + &unknown("b", "x", "nodes=1")).replace("nodes=1", "nodes=20");
    for (factor, kept) in [(None, 2), (Some(5), 2), (Some(20), 2), (Some(30), 1)] {
        fs::write(&path, &rows).unwrap();
        let terms = Terms {
            limits_again: factor.map(|it| format!("nodes={it}")),
            ..usual()
        };
        let mut count = 0;
        resume(&path, &terms, |_| count += 1).unwrap();
        assert_eq!(count, kept, "{factor:?}");
    }
}

#[test]
fn what_the_author_and_the_record_claim_belongs_to_the_problem() {
    let mut row = record("x", "x");
    let mut stamps = vec![ProblemHash::of(&row)];
    row.expected_plies = Some(7);
    stamps.push(ProblemHash::of(&row));
    row.author_line = Some(vec!["7g7f".to_owned()]);
    stamps.push(ProblemHash::of(&row));
    row.author_line_broken = true;
    stamps.push(ProblemHash::of(&row));
    row.expected_verdict = Some(crate::vocabulary::Verdict::Sound);
    stamps.push(ProblemHash::of(&row));
    for (at, stamp) in stamps.iter().enumerate() {
        assert!(!stamps[..at].contains(stamp), "{at}");
    }
}

#[test]
fn an_error_is_that_of_its_place() {
    let stamp = |line: usize| {
        let error = crate::answer::RowError::new(
            crate::vocabulary::ErrorKind::Sfen,
            ["no piece", "駒でない"],
            Some(0..1),
        );
        let mut row = Row::of_error("x".to_owned(), error);
        row.error.as_mut().unwrap().locate("x", line);
        ProblemHash::of(&row)
    };
    assert_eq!(stamp(1), stamp(1));
    assert_ne!(stamp(1), stamp(2));
}
