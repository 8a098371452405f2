//! Output for people.

use crate::{BOUNDED, COOKED, FUTILE, NO_MATE, ONE, solve, stdout, tsume};
use snapbox::str;

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("tsume ", env!("CARGO_PKG_VERSION"), "\n");
    tsume()
        .arg("--version")
        .assert()
        .success()
        .stdout_eq(version);
}

#[test]
fn the_expected_length_is_compared() {
    for (plies, words) in [
        ("1", "the file says 1, too"),
        ("3", "the file says 3, with futile interpositions counted"),
        ("5", "the file says 5: 4 fewer are enough"),
    ] {
        let text = format!("{FUTILE}; plies {plies};");
        let stdout = stdout(solve([&text]));
        assert_eq!(stdout.lines().nth(1), Some(words));
    }
}

#[test]
fn a_futile_interposition_is_counted_only_in_the_strict_length() {
    let text = stdout(solve([FUTILE]));
    let first = "1手詰  mate in 1, proven shortest · nothing left over\n";
    let last = " · strict length 3 with futile interpositions counted\n";
    assert!(text.starts_with(first) && text.ends_with(last), "{text}");
    assert!(text.contains("\n  ▲３三角成\n\n  1e3c+\n"), "{text}");

    let text = stdout(solve(["--interpositions", "off", FUTILE]));
    let last = " · strict length 3 · rules: interpositions=off\n";
    assert!(
        text.starts_with("3手詰  mate in 3, proven shortest"),
        "{text}"
    );
    assert!(text.ends_with(last), "{text}");
    assert!(!text.contains("note:"), "{text}");
}

#[test]
fn a_row_has_the_strict_length_where_it_is_another() {
    let file = format!("{FUTILE}; plies 1;\n{ONE}; plies 3;\n");
    solve(["-"])
        .stdin(file)
        .assert()
        .success()
        .stdout_eq(str![[r#"
id          verdict       plies strict given       time  main line
stdin:1     詰   mate         1      3 ✓     [..]  ▲３三角成
stdin:2     詰   mate         1        ≠3    [..]  ▲５二金

summary  2 problems in [..] · mate 2 · no mate 0 · unknown 0 · length as the file says 1 of 2

"#]]);
}

#[test]
fn any_mate_is_told_as_a_bound_with_a_line_of_the_strict_game() {
    solve(["--first", FUTILE])
        .assert()
        .success()
        .stdout_eq(str![[r#"
詰  at most 3 plies (a shorter mate was not looked for)
...
  1e3c+ [..]

note: the line is a mate of the strict game, where futile interpositions count, and [..]

[..] nodes · strict length at most 3

"#]]);
}

#[test]
fn a_length_that_is_not_proven_is_a_bound_and_says_what_stopped_it() {
    let output = solve(["--nodes", "100k", BOUNDED]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("詰  at most "), "{text}");
    let reason = " plies (a shorter mate is not excluded) · stopped after 100,";
    assert!(first.contains(reason), "{text}");
    assert!(text.contains(" · strict length at most "), "{text}");
}

#[test]
fn a_position_with_the_defender_to_move_is_no_problem_of_so_many_moves() {
    // After ▲３四飛成 of the problem in five.
    solve(["9/9/9/6+R1k/6B2/9/9/9/9 w - 1"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
詰  mate in 4 plies, the defender to move, proven shortest · nothing left over
...
  1d1e 3d2d 1e1f 2d2f

[..] · strict length 4

"#]]);
}

#[test]
fn colour_is_a_matter_of_choice() {
    let colored = |when: &str| {
        let command = solve(["--color", when, ONE]).env_remove("NO_COLOR");
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\x1b')
    };
    assert!(colored("always"));
    assert!(!colored("never"));
    assert!(!colored("auto"), "a pipe is no terminal");
}

#[test]
fn title_and_author_stand_above_the_verdict() {
    let line = format!("{ONE}; title \"天馬\"; author \"看寿\";");
    for (command, verdict) in [("check", "○ 完全作  sound"), ("solve", "1手詰  mate in 1")] {
        let text = stdout(tsume().args([command, &line]));
        let begin = format!("天馬 · 看寿\n\n{verdict}");
        assert!(text.starts_with(&begin), "{text}");
    }
}

#[test]
fn verdicts_have_the_colours_of_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.sfen");
    let undecided = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    std::fs::write(&input, format!("{ONE}\n{COOKED}\n{NO_MATE}\n{undecided}\n")).unwrap();
    let text = stdout(
        tsume()
            .args([
                "validate", "--format", "text", "--color", "always", "--nodes", "20k",
            ])
            .arg(&input),
    );
    // Green, red, magenta, yellow; on the pages green, red, purple, ochre.
    for coloured in ["32m完全作", "31m不完全作", "35m不詰", "33m不明"] {
        assert!(
            text.contains(&format!("\u{1b}[{coloured}")),
            "{coloured}: {text}"
        );
    }
}
