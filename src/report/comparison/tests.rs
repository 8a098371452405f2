use super::*;
use crate::vocabulary::Grade;

const DIAGRAM: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
const MIRRORED: &str = "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b 2rb2g4s4n4l15p 1";

fn finding(kind: &'static str, ply: usize, mv: &str, grade: Grade) -> Finding {
    Finding {
        kind: kind.into(),
        ply: Some(ply),
        mv: Some(mv.to_owned()),
        grade: Some(grade),
        ..Finding::default()
    }
}

fn cook(ply: usize, mv: &str) -> Finding {
    finding("cook", ply, mv, Grade::Fatal)
}

fn compared(old: &Row, new: &Row) -> Comparison {
    compare(Pair::Both(old, new))
}

/// Returns the keys that changed.
fn keys(found: &Comparison) -> Vec<Aspect> {
    found.changed.iter().map(|it| it.key).collect()
}

/// A row with this verdict and a main line.
fn row(verdict: Verdict, line: &str) -> Row {
    let mut row = Row::about("x".to_owned(), DIAGRAM.to_owned());
    row.verdict = verdict;
    row.solution = line.split_whitespace().map(str::to_owned).collect();
    row.plies = Some(u32::try_from(row.solution.len()).unwrap());
    row.leftover = Some(String::new());
    row.unresolved = Some(Vec::new());
    row
}

const LINE: &str = "1c2b 1a2b 7h2c+ 2b1a G*1b";
const MIRRORED_LINE: &str = "9c8b 9a8b 3h8c+ 8b9a G*9b";

#[test]
fn equal_rows_are_the_same_also_if_they_are_unknown() {
    for verdict in Verdict::ALL {
        let it = row(*verdict, LINE);
        let found = compared(&it, &it);
        assert_eq!(found.outcome, Outcome::Same, "{verdict:?}");
        assert_eq!((keys(&found), found.unknown), (vec![], vec![]));
    }
}

#[test]
fn a_verdict_that_falls_is_worse() {
    use Outcome::*;
    use Verdict as V;
    let table = [
        (V::Sound, V::Blemished, Worse),
        (V::Blemished, V::Flawed, Worse),
        (V::Flawed, V::NoMate, Worse),
        (V::NoMate, V::Error, Worse),
        (V::Mate, V::NoMate, Worse),
        // `solve` does not judge: a mate may be flawed.
        (V::Mate, V::Flawed, Changed),
        (V::Sound, V::Mate, Changed),
        (V::Sound, V::Unknown, Unknown),
        (V::Unknown, V::Blemished, Unknown),
        // It may have been sound before.
        (V::Unknown, V::Sound, Changed),
        // What has no mate cannot get worse by being unknown.
        (V::Error, V::Unknown, Better),
    ];
    for (old, new, outcome) in table {
        let found = compared(&row(old, LINE), &row(new, LINE));
        assert_eq!(found.outcome, outcome, "{old:?} {new:?}");
        if outcome == Worse {
            let back = compared(&row(new, LINE), &row(old, LINE));
            assert_eq!(back.outcome, Better, "{new:?} {old:?}");
            assert_eq!(back.better, [Aspect::Verdict]);
        }
    }
    // With a mate that is known, unknown is not worse than flawed; without one it may be no mate.
    let open = row(V::Unknown, LINE);
    assert_eq!(compared(&row(V::Flawed, LINE), &open).outcome, Changed);
    let mut nothing = row(V::Unknown, "");
    nothing.plies = None;
    assert_eq!(compared(&row(V::Flawed, LINE), &nothing).outcome, Unknown);
    let none = compared(&open, &row(V::NoMate, ""));
    assert_eq!((none.outcome, none.worse), (Worse, vec![Aspect::Verdict]));
}

#[test]
fn a_fatal_finding_or_a_blemish_that_is_new_is_worse() {
    let with = |findings: Vec<Finding>| {
        let mut row = row(Verdict::Flawed, LINE);
        row.defects = findings;
        row
    };
    let one = with(vec![cook(3, "3c2c+")]);
    let both = with(vec![cook(3, "3c2c+"), cook(3, "1b2c")]);
    let found = compared(&one, &both);
    assert_eq!(found.outcome, Outcome::Worse);
    assert_eq!(
        (found.worse, found.better),
        (vec![Aspect::Findings], vec![])
    );
    assert_eq!(found.findings.new, [cook(3, "1b2c")]);
    assert_eq!(found.findings.same, [cook(3, "3c2c+")]);
    let found = compared(&both, &one);
    assert_eq!(found.outcome, Outcome::Better);
    assert_eq!(found.findings.gone, [cook(3, "1b2c")]);
    // The first mate with a cook is better than none.
    let none = row(Verdict::NoMate, "");
    assert_eq!(compared(&none, &one).better, [Aspect::Verdict]);
    assert_eq!(compared(&none, &one).worse, []);
    assert_eq!(compared(&one, &none).better, []);
    // One for another is both.
    let found = compared(&one, &with(vec![cook(1, "1c1b")]));
    assert_eq!(found.outcome, Outcome::Worse);
    assert_eq!(found.better, [Aspect::Findings]);

    // A dual that magazines do not mind is no reason.
    let mut dual = with(vec![cook(3, "3c2c+")]);
    let minor = finding("promotion_dual", 3, "7h2c", Grade::Minor);
    dual.notes = vec![minor.clone()];
    let found = compared(&one, &dual);
    assert_eq!(found.outcome, Outcome::Changed);
    assert_eq!(keys(&found), [Aspect::Findings]);
    assert_eq!(found.changed[0].old, json!([]));
    assert_eq!(found.changed[0].new, json!(["promotion_dual"]));
    // Of several moves, only those are new that were not there.
    let tie = |moves: &[&str]| {
        let mut it = finding("equal_variation", 4, moves[0], Grade::Minor);
        it.line = vec![moves[0].to_owned(), "G*2b".to_owned()];
        if moves.len() > 1 {
            it.moves = moves.iter().map(|&it| it.to_owned()).collect();
        }
        it
    };
    let noted = |note: Finding| {
        let mut row = one.clone();
        row.notes = vec![note];
        row
    };
    let found = compared(&noted(tie(&["1a2a"])), &noted(tie(&["1a2a", "1a3a"]))).findings;
    assert_eq!(found.same, [cook(3, "3c2c+"), tie(&["1a2a"])]);
    assert_eq!(found.gone, []);
    let mut new = tie(&["1a3a"]);
    new.line.truncate(1);
    assert_eq!(found.new, [new]);
    // A note on how the problem was read is no finding.
    let mut noted = one.clone();
    noted.notes = vec![Finding {
        grade: None,
        ply: None,
        ..minor
    }];
    assert_eq!(compared(&one, &noted).outcome, Outcome::Same);

    // What a limit did not look at may have been there before.
    let mut cut = one.clone();
    cut.status = Status::Limit;
    let found = compared(&cut, &both);
    assert_eq!(found.outcome, Outcome::Unknown);
    assert_eq!(found.unknown, [Aspect::Findings]);
    // And what a limit did not find again may still be there.
    let found = compared(&both, &cut);
    assert_eq!((found.better, found.outcome), (vec![], Outcome::Unknown));
}

#[test]
fn findings_are_compared_only_if_both_versions_were_judged() {
    let mut judged = row(Verdict::Flawed, LINE);
    judged.defects = vec![cook(3, "3c2c+")];
    let mut solved = row(Verdict::Mate, LINE);
    solved.unresolved = None;
    let found = compared(&judged, &solved);
    assert_eq!(found.findings, FindingsChange::default());
    assert_eq!(found.outcome, Outcome::Changed);
    // An error says nothing about findings either.
    let found = compared(&judged, &row(Verdict::Error, ""));
    assert_eq!((found.better, found.worse), (vec![], vec![Aspect::Verdict]));
}

#[test]
fn a_finding_is_known_again_in_a_longer_line_and_in_a_mirror() {
    let with = |line: &str, findings: Vec<Finding>| {
        let mut row = row(Verdict::Flawed, line);
        row.defects = findings;
        row
    };
    let old = with(LINE, vec![cook(3, "3c2c+")]);
    // Two plies in front: the same cook at ply 5.
    let longer = with(&format!("2d2c 2b1b {LINE}"), vec![cook(5, "3c2c+")]);
    let found = compared(&old, &longer);
    assert_eq!(found.findings.same.len(), 1);
    assert_eq!(
        (found.line_parts_at, found.outcome),
        (Some(1), Outcome::Changed)
    );
    // At neither ply it is another one.
    let other = with(LINE, vec![cook(1, "3c2c+")]);
    assert_eq!(compared(&old, &other).findings.new.len(), 1);

    let mut mirrored = with(MIRRORED_LINE, vec![cook(3, "7c8c+")]);
    mirrored.sfen = Some(MIRRORED.to_owned());
    let found = compared(&old, &mirrored);
    let diagram = found.diagram.as_ref().unwrap();
    assert!(diagram.mirrored && !diagram.turned && diagram.changes.is_empty());
    assert_eq!(found.line_parts_at, None);
    assert_eq!(found.findings.same, [cook(3, "7c8c+")]);
    assert_eq!(keys(&found), [Aspect::Sfen]);

    // A dual of which some moves are left is the same; one that got more moves is new.
    let dual = |moves: &[&str]| {
        let mut it = finding("promotion_dual", 3, moves[0], Grade::Blemish);
        it.moves = moves.iter().map(|&it| it.to_owned()).collect();
        with(LINE, vec![it])
    };
    let (few, many) = (dual(&["7h2c", "3c2c"]), dual(&["7h2c", "3c2c", "1b2c"]));
    assert_eq!(compared(&many, &few).outcome, Outcome::Same);
    assert_eq!(compared(&few, &many).outcome, Outcome::Worse);
    // Idle pieces are known by their squares.
    let idle = |squares: &[&str]| {
        let mut it = finding("idle_piece", 1, "", Grade::Blemish);
        (it.mv, it.squares) = (None, squares.iter().map(|&it| it.to_owned()).collect());
        with(LINE, vec![it])
    };
    assert_eq!(
        compared(&idle(&["5e", "4d"]), &idle(&["4d"])).outcome,
        Outcome::Same
    );
    assert_eq!(
        compared(&idle(&["5e"]), &idle(&["4d"])).outcome,
        Outcome::Worse
    );
}

#[test]
fn a_claim_that_turns_out_wrong_is_worse() {
    let with = |claims: Option<Vec<Compared>>| {
        let mut row = row(Verdict::Sound, LINE);
        row.unexpected = claims;
        row
    };
    let (fine, wrong) = (with(Some(vec![])), with(Some(vec![Compared::Plies])));
    let found = compared(&fine, &wrong);
    assert_eq!(
        (found.outcome, found.worse),
        (Outcome::Worse, vec![Aspect::Unexpected])
    );
    assert_eq!(compared(&wrong, &fine).outcome, Outcome::Better);
    // They were not compared.
    assert_eq!(compared(&with(None), &wrong).outcome, Outcome::Same);
}

fn stored(text: &str) -> Result<StoredRows, String> {
    let read = StoredRows::read(text.as_bytes()).unwrap();
    read.map_err(|it| it.in_words().to_string())
}

#[test]
fn rows_are_read_as_lines() {
    let one = row(Verdict::Flawed, LINE);
    let mut other = row(Verdict::Sound, MIRRORED_LINE);
    other.id = "y".to_owned();
    let lines = format!("\u{feff}{}\n\n{}\n", one.to_json(), other.to_json());
    assert!(StoredRows::begin_like(lines.as_bytes()));
    let rows = stored(&lines).unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows.row(0).unwrap(), one);
    assert_eq!(rows.row(1).unwrap(), other);
    assert_eq!(rows.row(2), None);
    // A program for tables has written them, and one row has no length.
    let plies = format!("\"plies\":{}", one.plies.unwrap());
    assert!(lines.contains(&plies));
    let rows = stored(&lines.replace(&plies, &format!("{plies}.0"))).unwrap();
    assert_eq!(rows.row(0).unwrap(), one);
    let error = stored(&lines.replace(&plies, &format!("{plies}.5")));
    assert!(error.is_err_and(|it| it.contains("5.5")));
}

#[test]
fn what_is_no_row_is_told_with_its_line() {
    let good = row(Verdict::Sound, LINE).to_json();
    let bad = format!("{good}\n{{\"id\":\"x\"}}\n");
    let error = stored(&bad).unwrap_err();
    assert!(
        error.starts_with("line 2 is not a row of `check` or `validate`: missing field"),
        "{error}"
    );
    for text in [
        "",
        &format!("[{good}]"),
        "status,verdict,defects\ndone,sound,\n",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1\n",
        "{\"id\":\"x\",\"sfen\":\"4k4\",\"verdict\":\"sound\"}\n",
        "sfen,verdict\n4k4,sound\n",
        "[1, 2]",
        "{\"header\": {}, \"moves\": []}",
        "#KIF version=2.0",
    ] {
        assert!(!StoredRows::begin_like(text.as_bytes()), "{text}");
    }
    // Of a long row only the beginning may be there.
    assert!(StoredRows::begin_like(&good.as_bytes()[..200]));
}

#[test]
fn a_duplicate_has_the_findings_of_the_first_in_its_own_view() {
    let mut first = row(Verdict::Flawed, LINE);
    first.defects = vec![cook(3, "3c2c+")];
    let mut again = row(Verdict::Flawed, "");
    again.id = "y".to_owned();
    again.sfen = Some(MIRRORED.to_owned());
    again.duplicate_of = Some("x".to_owned());
    again.unresolved = None;
    let rows = stored(&format!("{}\n{}", first.to_json(), again.to_json())).unwrap();
    let completed = rows.row(1).unwrap();
    assert_eq!(completed.solution.join(" "), MIRRORED_LINE);
    assert_eq!(completed.defects, [cook(3, "7c8c+")]);
}

#[test]
fn what_is_in_one_version_alone_is_neither_better_nor_worse() {
    let it = row(Verdict::Flawed, LINE);
    let (old, new) = (compare(Pair::Old(&it)), compare(Pair::New(&it)));
    assert_eq!(
        (old.outcome, new.outcome),
        (Outcome::OnlyOld, Outcome::OnlyNew)
    );
    assert!(old.worse.is_empty() && new.worse.is_empty());
    let verdict = |it: &Comparison| {
        let mut values = it.changed.iter();
        let found = values.find(|it| it.key == Aspect::Verdict).unwrap();
        [found.old.clone(), found.new.clone()]
    };
    assert_eq!(verdict(&old), [json!("flawed"), Value::Null]);
    assert_eq!(verdict(&new), [Value::Null, json!("flawed")]);
}
