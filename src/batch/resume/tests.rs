use super::*;
use std::fs;

fn row(id: &str, sfen: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"file\":null,\"line\":2,\"record\":1,\
         \"sfen\":\"{sfen}\",\"status\":\"done\",\"verdict\":\"sound\",\
         \"plies\":1,\"expected_plies\":null,\"tool\":\"{TOOL}\",\"rules\":\"standard\",\"limits\":\"nodes=1\"}}\n"
    )
}

fn stamp(sfen: &str) -> ProblemHash {
    let mut row = Row::empty("x".to_owned(), Status::Done, crate::report::Verdict::Sound);
    row.sfen = Some(sfen.to_owned());
    ProblemHash::of(&row)
}

fn terms(rules: &str, limits: &str) -> Terms {
    Terms {
        rules: rules.to_owned(),
        limits: limits.to_owned(),
        limits_again: None,
    }
}

/// Returns why these rows do not go with the terms of the others.
fn refusal(path: &Path) -> ResumeError {
    let here = terms("standard", "nodes=1");
    resume(path, &here, OtherTerms::Refused, |_| {}).unwrap_err()
}

#[test]
fn a_torn_line_is_cut_off_and_the_rest_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let (first, second) = (row("a", "x"), row("b", "y"));
    let here = terms("standard", "nodes=1");
    // A machine that stopped may have left zeroes.
    let cuts = (0..second.len() - 1).flat_map(|cut| [(cut, ""), (cut, "\0\0\0\0")]);
    for (cut, zeroes) in cuts {
        fs::write(&path, first.clone() + &second[..cut] + zeroes).unwrap();
        let mut ids = Vec::new();
        let Resumed {
            finished, mut rows, ..
        } = resume(&path, &here, OtherTerms::Refused, |row| {
            ids.push(row.id.clone());
        })
        .unwrap();
        assert_eq!(ids, ["a"]);
        assert!(matches!(
            finished.past("a", stamp("x")),
            KnownProblem::Done {
                verdict: Some(_),
                ..
            }
        ));
        assert_eq!(
            finished.past("a", stamp("z")),
            KnownProblem::Changed { at: 1 }
        );
        assert_eq!(
            finished.past("a", ProblemHash::NO_PROBLEM),
            KnownProblem::Changed { at: 1 }
        );
        assert_eq!(finished.past("b", stamp("y")), KnownProblem::New);
        rows.put("b", second.as_bytes(), false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), first.clone() + &second);
    }
}

#[test]
fn other_terms_are_refused_and_the_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let torn = row("a", "x") + "{\"id\"";
    fs::write(&path, &torn).unwrap();
    for (rules, limits) in [("strict", "nodes=1"), ("standard", "nodes=2")] {
        let refused =
            resume(&path, &terms(rules, limits), OtherTerms::Refused, |_| {}).unwrap_err();
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

#[test]
fn rows_of_other_terms_are_kept_when_told_but_say_nothing_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let open = row("c", "x").replace("done", "limit");
    let open = open.replace("sound", "unknown");
    let open = open.replace("\"rules\"", "\"limit\":\"nodes\",\"rules\"");
    let older = row("a", "x").replace(TOOL, "tsume 0.0.9");
    let all = [row("b", "x"), older, open].concat();
    for (rules, limits) in [("strict", "nodes=1"), ("standard", "nodes=3 hash=1")] {
        fs::write(&path, &all).unwrap();
        let resumed = resume(&path, &terms(rules, limits), OtherTerms::Kept, |_| {}).unwrap();
        let finished = resumed.finished;
        for id in ["a", "b", "c"] {
            let past = finished.past(id, stamp("x"));
            assert!(
                matches!(past, KnownProblem::Done { verdict: None, .. }),
                "{past:?}"
            );
        }
        assert_eq!(
            finished.past("a", stamp("y")),
            KnownProblem::Changed { at: 2 }
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), all);
    }
    let again = Terms {
        limits_again: Some("nodes=30".to_owned()),
        ..terms("strict", "nodes=3")
    };
    let finished = resume(&path, &again, OtherTerms::Kept, |_| {})
        .unwrap()
        .finished;
    assert_eq!(
        finished.past("c", stamp("x")),
        KnownProblem::Duplicate { at: 3 }
    );
}

#[test]
fn rows_that_more_could_decide_stay_until_others_come_in_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let open = |id: &str, limits: &str| {
        let row = row(id, "x")
            .replace("done", "limit")
            .replace("sound", "unknown");
        let row = row.replace("\"rules\"", "\"limit\":\"nodes\",\"rules\"");
        row.replace("nodes=1", limits)
    };
    let terms = Terms {
        limits_again: Some("nodes=10".to_owned()),
        ..terms("standard", "nodes=1")
    };
    let all = [
        open("0", "nodes=1"),
        row("a", "x"),
        open("b", "nodes=1"),
        open("c", "nodes=10"),
    ];
    fs::write(&path, all.concat() + "{\"id\":").unwrap();
    let mut ids = Vec::new();
    let resumed = resume(&path, &terms, OtherTerms::Refused, |row| {
        ids.push(row.id.clone());
    });
    let Resumed {
        finished,
        mut rows,
        open,
        ..
    } = resumed.unwrap();
    assert_eq!(ids, ["a", "c"]);
    let mut open: Vec<_> = open.into_keys().collect();
    open.sort_unstable();
    assert_eq!(open, ["0", "b"]);
    assert_eq!(
        finished.past("0", stamp("x")),
        KnownProblem::Duplicate { at: 1 }
    );
    assert_eq!(
        finished.past("b", stamp("x")),
        KnownProblem::Duplicate { at: 3 }
    );
    assert_eq!(
        finished.past("b", stamp("y")),
        KnownProblem::Changed { at: 3 }
    );
    assert!(matches!(
        finished.past("c", stamp("x")),
        KnownProblem::Done { .. }
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), all.concat());
    rows.put("d", b"more\n", false).unwrap();
    rows.put("b", b"b\n", false).unwrap();
    rows.settle().unwrap();
    let expected = [&all[0], &all[1], "b\n", &all[3], "more\n"];
    assert_eq!(fs::read_to_string(&path).unwrap(), expected.concat());
}

#[test]
fn rows_in_which_the_program_failed_may_be_replaced_and_unreadable_lines_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let error = |id: &str| {
        row(id, "x")
            .replace("done", "error")
            .replace("sound", "error")
    };
    let unreadable = error("b").replace("\"x\"", "null");
    // They say the usual rules whatever those of the run were.
    fs::write(&path, error("a") + &unreadable).unwrap();
    let Resumed {
        finished, mut rows, ..
    } = resume(
        &path,
        &terms("strict", "nodes=1"),
        OtherTerms::Refused,
        |_| {},
    )
    .unwrap();
    assert_eq!(
        finished.past("a", stamp("x")),
        KnownProblem::Failed { at: 1 }
    );
    assert!(matches!(
        finished.past("b", ProblemHash::NO_PROBLEM),
        KnownProblem::Done { verdict: None, .. }
    ));
    assert_eq!(
        finished.past("b", stamp("x")),
        KnownProblem::Changed { at: 2 }
    );
    rows.put("a", b"a\n", false).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "a\n".to_owned() + &unreadable
    );
}

#[test]
fn rows_of_an_earlier_second_pass_stay_unless_this_one_gives_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let open = row("b", "x")
        .replace("done", "limit")
        .replace("sound", "unknown");
    let open = open.replace("\"rules\"", "\"limit\":\"nodes\",\"rules\"");
    let rows = (row("a", "x") + &open).replace("nodes=1", "nodes=20");
    for (factor, kept) in [(None, 2), (Some(5), 2), (Some(20), 2), (Some(30), 1)] {
        fs::write(&path, &rows).unwrap();
        let terms = Terms {
            limits_again: factor.map(|it| format!("nodes={it}")),
            ..terms("standard", "nodes=1")
        };
        let mut count = 0;
        resume(&path, &terms, OtherTerms::Refused, |_| count += 1).unwrap();
        assert_eq!(count, kept, "{factor:?}");
    }
}

#[test]
fn what_the_author_says_belongs_to_the_problem() {
    let mut row = Row::empty("x".to_owned(), Status::Done, crate::report::Verdict::Sound);
    row.sfen = Some("x".to_owned());
    let mut stamps = vec![ProblemHash::of(&row)];
    row.expected_plies = Some(7);
    stamps.push(ProblemHash::of(&row));
    row.author_line = Some(vec!["7g7f".to_owned()]);
    stamps.push(ProblemHash::of(&row));
    row.author_line_broken = true;
    stamps.push(ProblemHash::of(&row));
    for (at, stamp) in stamps.iter().enumerate() {
        assert!(!stamps[..at].contains(stamp), "{at}");
    }
}

#[test]
fn rows_are_put_in_the_order_of_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let rows = ["d", "gone", "b", "a", "lost", "c"].map(|id| row(id, "x"));
    fs::write(&path, rows.concat()).unwrap();
    let mut order = Order::default();
    for id in ["a", "b", "new", "c", "d"] {
        order.push(id);
    }
    put_in_order(&path, &order).unwrap();
    let expected = ["a", "b", "c", "d", "gone", "lost"].map(|id| row(id, "x"));
    assert_eq!(fs::read_to_string(&path).unwrap(), expected.concat());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
