//! Problems of a text, read as the command line reads them.

use tsume::composition::Goal;
use tsume::composition::refutation::AttemptError;
use tsume::composition::rules::Profile;
use tsume::composition::similar::Damaged;
use tsume::composition::verdict::Verdict;
use tsume::input::{ReadAs, Records, Source};
use tsume::notation::record::Format;
use tsume::vocabulary::Lang;
use tsume::{Options, Problem, Problems, Solver};

/// A mate in one.
const BOARD: &str = "後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

/// Reads a record as one of a file.
fn of_file(text: &str) -> Problem {
    let reader = Box::new(std::io::Cursor::new(text.to_owned()));
    let records = Records::of_stream("a.kif", reader, Some(ReadAs::Kifu(Format::Kif)));
    Problems::of(records.unwrap()).next().unwrap().unwrap()
}

#[test]
fn a_record_has_the_length_and_name_that_a_file_of_it_has() {
    let (mut solver, options) = (Solver::default(), Options::new());
    for (headers, plies) in [
        ("手数：3手詰\n", Some(3)),
        ("手数：3手\n", Some(3)),
        ("手数：3\n", Some(3)),
        ("手数：三手詰\n", Some(3)),
        ("作品番号：7\n手数：１手詰\n", Some(1)),
        ("手数：4手詰\n", None),
        ("手数：不明\n", None),
        ("", None),
    ] {
        let text = format!("作品名：夢\n{headers}{BOARD}");
        let alone = Problem::from_record(&text, Format::Kif).unwrap();
        let of_file = of_file(&text);
        assert_eq!(alone.author_plies(), plies, "{headers}");
        assert_eq!(of_file.author_plies(), plies, "{headers}");
        assert_eq!(alone.id(), of_file.id(), "{headers}");
        assert_eq!(alone.warnings(), of_file.warnings(), "{headers}");
        let mut judged = |it: &Problem| {
            let judgement = solver.check(it, &options).unwrap();
            judgement.verdict(Profile::Standard)
        };
        assert_eq!(judged(&alone), judged(&of_file), "{headers}");
        assert_eq!(
            judged(&alone) == Verdict::Sound,
            plies != Some(3),
            "{headers}"
        );
        let rows = [&alone, &of_file].map(|it| solver.check_row(it, &options));
        assert_eq!(rows[0].expected_plies, rows[1].expected_plies, "{headers}");
        assert_eq!(rows[0].verdict, rows[1].verdict, "{headers}");
        assert_eq!(rows[0].notes, rows[1].notes, "{headers}");
    }
}

#[test]
fn a_record_names_its_goal() {
    for (header, goal) in [
        ("手数：3手必至", Goal::Brinkmate),
        ("goal：brinkmate", Goal::Brinkmate),
        ("手数：3手詰", Goal::Mate),
    ] {
        let text = format!("{header}\n{BOARD}");
        let problem = Problem::from_record(&text, Format::Kif).unwrap();
        assert_eq!((problem.goal(), of_file(&text).goal()), (goal, goal));
    }
    let problem = format!("手数：3手必至\n{BOARD}");
    let problem = Problem::from_record(&problem, Format::Kif).unwrap();
    assert_eq!(problem.author_plies(), Some(3));
}

#[test]
fn a_problem_keeps_the_record_that_it_was_made_of() {
    let text = format!("作者：看寿\n{BOARD}手数----指手--\n*初手\n1 ５二金打\n");
    let problem = Problem::from_record(&text, Format::Kif).unwrap();
    let record = problem.record().expect("it was made of one");
    assert_eq!(record.header("作者"), Some("看寿"));
    assert_eq!(record.tree.main_line(), problem.author_line());
    let row = Solver::default().check_row(&problem, &Options::new());
    assert_eq!(row.author_line.as_deref(), Some(&["G*5b".to_owned()][..]));
    let line: Problem = problem.to_string().parse().unwrap();
    assert!(line.record().is_none());
}

#[test]
fn a_length_that_no_mate_has_is_ignored_in_every_answer() {
    let (mut solver, options) = (Solver::default(), Options::new());
    for plies in [0, 4] {
        let text = format!("4k4/9/4P4/9/9/9/9/9/9 b G 1; plies {plies}");
        let problem: Problem = text.parse().unwrap();
        assert_eq!(problem.author_plies(), None);
        let judgement = solver.check(&problem, &options).unwrap();
        assert_eq!(judgement.verdict(Profile::Standard), Verdict::Sound);
        let row = solver.check_row(&problem, &options);
        assert_eq!(row.expected_plies, None);
        let mut notes = row.notes.iter().map(|it| it.note.in_lang(Lang::English));
        assert!(
            notes.any(|it| it.contains("it is ignored")),
            "plies {plies}"
        );
    }
    let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1; recorded 3";
    assert_eq!(text.parse::<Problem>().unwrap().author_plies(), Some(3));
}

#[test]
fn errors_have_their_place_in_the_whole_text() {
    let rank = BOARD.replacen("・|四", "|四", 1);
    let illegal = BOARD.replace("先手の持駒：金", "先手の持駒：金九");
    let csa = "P1 *  *  *  * -OU *  *  *  * \nP2 * \n+\n";
    let jkf =
        r#"{"header":{},"initial":{"preset":"OTHER","data":{"color":0,"board":[]}},"moves":[]}"#;
    for (format, text, before) in [
        (Format::Kif, rank.as_str(), "\u{feff}"),
        (Format::Kif, &rank, "\n\n\n"),
        (Format::Kif, &illegal, "\u{feff}"),
        (Format::Ki2, &rank, "\u{feff}"),
        (Format::Csa, csa, "\u{feff}\n\n"),
        (Format::Csa, csa, "/\n/\n"),
        (Format::Jkf, jkf, "\u{feff}  \n"),
    ] {
        let places = |text: &str| -> Vec<String> {
            let error = Problem::from_record(text, format).unwrap_err();
            let spans = error.spans().into_iter();
            spans.map(|it| text[it].to_owned()).collect()
        };
        let alone = places(text);
        assert!(!alone.is_empty());
        assert_eq!(
            places(&format!("{before}{text}")),
            alone,
            "{before:?}{text}"
        );
    }
}

#[test]
fn the_move_at_which_a_line_breaks_off_has_its_place_in_the_whole_text() {
    let text = format!("{BOARD}手数----指手--\n1 ５二金打\n2 ９九金打\n");
    for before in ["", "\u{feff}", "\n\n\n"] {
        let text = format!("{before}{text}");
        let problem = Problem::from_record(&text, Format::Kif).unwrap();
        assert_eq!(problem.author_line().len(), 1);
        let broken = problem.broken_line().expect("a move that cannot be played");
        assert_eq!(&text[broken.span.clone()], "９九金打", "{before:?}");
    }
}

#[test]
fn a_refused_record_is_an_error_with_its_place() {
    fn first(source: Source) -> Result<Problem, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Problems::read([source]).next().expect("there is one")?)
    }
    let line = Source::Text("4k4/9/9/x/9/9/9/9/9 b G 1".to_owned());
    let error = first(line).unwrap_err().to_string();
    assert!(
        error.starts_with("argument:1: unknown piece letter x"),
        "{error}"
    );
    let file = Source::File("not-here.sfen".into());
    assert_eq!(
        first(file).unwrap_err().to_string(),
        "cannot read `not-here.sfen`: no such file or folder"
    );
}

#[test]
fn every_reason_against_a_problem_is_an_error() {
    fn words(error: &dyn std::error::Error) -> String {
        error.to_string()
    }
    let refused = Problem::from_sfen("9/9/9/9/9/9/9/9/9 b G 1").unwrap_err();
    let setup = tsume::notation::sfen::parse("9/9/9/9/9/9/9/9/9 b G 1")
        .unwrap()
        .setup;
    let reasons = setup.problems(setup.turn);
    assert_eq!(words(&reasons[0]), words(&refused));
    assert_eq!(words(&AttemptError::NoCheck(0)), "move 1 gives no check");
    assert_eq!(words(&Damaged), "the bytes stand for no legal diagram");
    let row = Solver::default().check_row(
        &"4k4/4G4/4P4/9/9/9/9/9/9 w - 1".parse().unwrap(),
        &Options::new(),
    );
    assert!(words(&row.error.unwrap()).starts_with("the defender is to move"));
}
