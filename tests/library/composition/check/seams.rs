//! What one part of a judgement knows, the others do not deny: limits that are given, pictures after a
//! proof, lengths that the input states.

use tsume::answer::Row;
use tsume::composition::Questions;
use tsume::composition::composed::study;
use tsume::question::Question;
use tsume::search::{self, Answer, Limits, SearchConfig};
use tsume::vocabulary::{Limit, Status, Verdict};
use tsume::{Options, Problem, Solver};

fn row_of(sfen: &str, options: &Options) -> Row {
    let problem: Problem = sfen.parse().expect("a problem");
    Solver::default().check_row(&problem, options)
}

/// Returns the kinds of defects, blemishes and author's remarks, each with its grade.
fn found(row: &Row) -> Vec<String> {
    let lists = [
        (&row.defects, "defect"),
        (&row.blemishes, "blemish"),
        (&row.notes, "note"),
    ];
    let all = lists
        .iter()
        .flat_map(|(list, name)| list.iter().map(move |it| (it, name)));
    let all = all.filter(|(it, name)| **name != "note" || it.kind == "author_line");
    all.map(|(it, name)| format!("{name} {}", it.kind))
        .collect()
}

/// Two cooks are proven soon; that ▲３一飛 does not mate takes ten times as long.
const SETTLED: &str = "8k/7g1/7P1/8B/9/9/9/9/9 b R 1";

fn is_left_open(row: &Row, mv: &str) -> bool {
    let mut open = row.unresolved.iter().flatten();
    open.any(|it| it.mv.as_deref() == Some(mv))
}

#[test]
fn without_a_limit_a_settled_verdict_ends_the_work_and_the_row_says_so() {
    let row = row_of(SETTLED, &Options::new());
    assert_eq!(row.verdict, Verdict::Flawed);
    assert_eq!(
        (row.status, row.limit),
        (Status::Done, Some(Limit::Settled))
    );
    assert!(is_left_open(&row, "R*3a"), "{:?}", row.unresolved);
}

#[test]
#[ignore = "takes 5 s"]
fn a_limit_of_nodes_is_spent_on_what_is_open() {
    let options = Options::new().nodes(100_000_000);
    let row = row_of(SETTLED, &options.nodes_per_alternative(u64::MAX));
    assert_eq!((row.verdict, row.limit), (Verdict::Flawed, None));
    assert_eq!(row.unresolved, Some(Vec::new()));
    assert!(row.nodes > 5_000_000, "{}", row.nodes);
}

#[test]
#[ignore = "takes 5 s"]
fn nodes_given_for_each_alternative_are_spent_on_each() {
    let few = row_of(SETTLED, &Options::new().nodes_per_alternative(500_000));
    assert_eq!((few.status, few.limit), (Status::Done, Some(Limit::Nodes)));
    assert!(is_left_open(&few, "R*3a"), "{:?}", few.unresolved);
    let many = row_of(SETTLED, &Options::new().nodes_per_alternative(50_000_000));
    assert_eq!(many.unresolved, Some(Vec::new()));
}

/// The limit is spent on what is open last: what the verdict needs comes before it.
#[test]
fn what_is_open_takes_no_nodes_from_the_verdict() {
    for (sfen, nodes) in [
        ("6n2/7k1/8R/9/9/9/9/9/9 b RS2b4g3s3n4l18p 1", 600_000),
        (SETTLED, 2_000_000),
    ] {
        let options = Options::new().nodes(nodes).idle_pieces();
        let plain = row_of(sfen, &options);
        let spent = row_of(sfen, &options.nodes_per_alternative(u64::MAX));
        assert_eq!(plain.verdict, spent.verdict, "{sfen}");
        assert_eq!(plain.plies_strict, spent.plies_strict, "{sfen}");
    }
}

/// The proof takes some six million nodes; the line that illustrates it took all that were left.
#[test]
fn the_picture_of_a_no_mate_costs_little_beside_its_proof() {
    let sfen = "3l5/2R2k3/5g3/3p3L1/6p2/7Pp/6s2/9/9 w R2B3g3s4n2l14p 2";
    let problem: Problem = sfen.parse().expect("a problem");
    let limits = Limits {
        nodes: Some(60_000_000),
        ..Limits::default()
    };
    let solved = |refutation| {
        let mut solver = search::Solver::new(SearchConfig {
            hash_bytes: 64 << 20,
            shortest: false,
            ..SearchConfig::default()
        });
        let question = Question {
            further: Questions {
                refutation,
                ..Questions::default()
            },
            limits: limits.clone(),
            ..Question::default()
        };
        study(&mut solver, problem.composition(), &question, &mut |_| {})
    };
    let (proven, drawn) = (solved(Some(false)), solved(Some(true)));
    assert_eq!(
        (proven.answer, drawn.answer),
        (Answer::NoMate, Answer::NoMate)
    );
    let more = drawn.strict.stats.nodes - proven.strict.stats.nodes;
    assert!(more < 1_100_000, "{more} nodes for the picture");
    let line = drawn.study.refutation.expect("a picture").line;
    assert!(line.len() > 2, "{line:?}");
}

/// What is known is shown even if the limit leaves no node for it.
#[test]
fn a_limit_ends_only_the_picture() {
    let sfen = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
    let problem: Problem = sfen.parse().expect("a problem");
    let mut solver = Solver::default();
    let proven = solver.solve_row(&problem, &Options::new());
    assert_eq!(proven.verdict, Verdict::NoMate);
    for nodes in 1..proven.nodes {
        let row = solver.solve_row(&problem, &Options::new().nodes(nodes));
        if row.verdict == Verdict::NoMate {
            assert_eq!((row.status, row.limit), (Status::Done, None), "{nodes}");
        }
    }
}

/// For each level: the diagram, the composed and the strict length.
const LENGTHS: [(&str, u32, u32); 4] = [
    ("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 1, 3),
    ("1+B6k/3B2+S2/9/9/9/9/9/9/9 b 2r4g3s4n4l18p 1", 3, 5),
    ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 3, 9),
    ("9/6RSn/9/8k/7P1/6B1P/9/9/9 b rb4g3s3n4l16p 1", 3, 5),
];

#[test]
fn a_stated_length_that_counts_futile_interpositions_is_a_remark() {
    let options = Options::new().nodes(2_000_000);
    for (sfen, composed, strict) in LENGTHS {
        let plain = row_of(sfen, &options);
        let stated = row_of(&format!("{sfen} ; plies {strict}"), &options);
        assert_eq!(
            (stated.plies, stated.plies_strict),
            (Some(composed), Some(strict))
        );
        assert_eq!(stated.verdict, plain.verdict, "{sfen}");
        let mut expected = found(&plain);
        expected.push("note author_line".to_owned());
        assert_eq!(found(&stated), expected, "{sfen}");
        let remark = stated
            .notes
            .iter()
            .find(|it| it.kind == "author_line")
            .expect("a remark");
        let text = format!("the length {strict} in the input counts futile interpositions");
        assert_eq!(remark.note.to_string(), text, "{sfen}");
    }
}

#[test]
fn a_stated_length_between_the_two_or_above_both_is_an_early_mate() {
    let options = Options::new().nodes(2_000_000);
    for (sfen, _, strict) in LENGTHS {
        let row = row_of(&format!("{sfen} ; plies {}", strict + 2), &options);
        assert!(
            found(&row).contains(&"defect early_mate".to_owned()),
            "{sfen}"
        );
    }
    // Some moves of the author's do not hide it.
    let row = row_of(
        "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+; plies 7",
        &options,
    );
    assert!(
        found(&row).contains(&"defect early_mate".to_owned()),
        "{:?}",
        found(&row)
    );
    let (between, ..) = LENGTHS[2];
    let row = row_of(&format!("{between} ; plies 5"), &options);
    assert!(
        found(&row).contains(&"defect early_mate".to_owned()),
        "{:?}",
        found(&row)
    );
}
