//! The rules that every command follows: limits, output, files.

use crate::{COOKED, ENDLESS, NO_MATE, ONE, program, rows, stdout, told, tsume};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn a_problem_in_an_argument_has_no_limit_and_one_of_a_file_has_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.sfen");
    fs::write(&file, format!("{ONE}\n")).unwrap();
    let file = file.to_str().unwrap();
    let folder = folder.path().to_str().unwrap();
    let limits = |arguments: &[&str], input: &str| {
        let run = tsume().args(["validate", "--hash", "4MiB"]).args(arguments);
        rows(run.stdin(input.to_owned()))[0]["limits"].clone()
    };
    for (arguments, input, expected) in [
        (&[ONE][..], "", "hash=4MiB"),
        (&[ONE, COOKED], "", "hash=4MiB"),
        (&[file], "", "time=1m hash=4MiB"),
        (&[folder], "", "time=1m hash=4MiB"),
        (&["-"], ONE, "time=1m hash=4MiB"),
        (&[ONE, file], "", "time=1m hash=4MiB"),
        (&[file, "--time", "none"], "", "hash=4MiB"),
        (&[file, "--time", "2m"], "", "time=2m hash=4MiB"),
        (&[file, "--nodes", "9"], "", "nodes=9 hash=4MiB"),
        (&[ONE, "--time", "2m"], "", "time=2m hash=4MiB"),
    ] {
        assert_eq!(limits(arguments, input), expected, "{arguments:?}");
    }
}

#[test]
fn a_search_without_a_limit_says_after_ten_seconds_how_to_end_it() {
    let began = Instant::now();
    let mut child = program()
        .args(["solve", ENDLESS, "--hash", "16MiB"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(began.elapsed() >= Duration::from_secs(10), "{line}");
    assert!(
        line.contains("Ctrl-C") && line.contains("`--time 1m`"),
        "{line}"
    );
}

#[test]
fn the_first_line_on_limits_in_the_help_is_the_rule() {
    for command in ["solve", "check", "validate", "compare", "repair", "extend"] {
        let help = stdout(tsume().args([command, "--help"]));
        let (_, limits) = help.rsplit_once("Limits:\n").unwrap();
        let rule = "  A problem given as an argument has no limit; each problem of a file";
        assert!(limits.starts_with(rule), "{command}: {limits}");
    }
}

#[test]
fn answers_are_text_in_a_pipe_and_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{ONE}\n{COOKED}\n");
    fs::write(folder.path().join("in.sfen"), input).unwrap();
    let run = |arguments: &[&str]| {
        let output = tsume().current_dir(folder.path()).args(arguments);
        let output = output.args(["--nodes", "50k", "in.sfen"]).output().unwrap();
        assert_ne!(output.status.code(), Some(2), "{}", told(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let table = run(&["validate"]);
    assert!(table.starts_with("id          verdict"), "{table}");
    assert!(table.contains("\nsummary  2 problems"), "{table}");
    assert_eq!(run(&["validate", "-o", "answers"]), "");
    let file = fs::read_to_string(folder.path().join("answers")).unwrap();
    assert!(file.starts_with("id          verdict"), "{file}");
}

#[test]
fn an_ending_that_no_format_has_is_an_error_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for (command, ending) in [
        (&["solve", ONE][..], ".json"),
        (&["check", ONE], ".json"),
        (&["validate", ONE], ".json"),
        (&["repair", COOKED], ".json"),
        (&["extend", ONE], ".json"),
        (&["compare", ONE, COOKED], ".json"),
        (&["similar", ONE, COOKED], ".json"),
        (&["convert", ONE], ".kifu"),
        (&["show", ONE], ".svg"),
    ] {
        let run = tsume().current_dir(folder.path()).args(command);
        let output = run.args(["-o", "x.pdf"]).output().unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {told}");
        let said = "no format of this command has the ending of `x.pdf`";
        assert!(told.contains(said) && told.contains(ending), "{told}");
        assert!(!folder.path().join("x.pdf").exists(), "{command:?}");
    }
    let page = tsume().args(["validate", ONE, "--report", "x.pdf"]);
    page.assert().code(2);
}

#[test]
fn no_file_is_replaced_unless_this_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for arguments in [
        &["solve", ONE, "-o", "x.txt"][..],
        &["check", ONE, "-o", "x.jsonl"],
        &["check", ONE, "--proof", "x.proof"],
        &["validate", ONE, "-o", "x.csv"],
        &["validate", ONE, "--report", "x.html"],
        &["repair", "--nodes", "50k", COOKED, "-o", "x.jsonl"],
        &["extend", "--nodes", "50k", ONE, "-o", "x.json"],
        &["compare", ONE, NO_MATE, "-o", "x.txt"],
        &["similar", ONE, COOKED, "-o", "x.txt"],
        &["similar", "--index", "x.index", ONE],
        &["convert", ONE, "-o", "x.kif"],
        &["show", ONE, "-o", "x.txt"],
        &["show", ONE, "-o", "x.svg"],
        &["generate", "man", "-o", "man/"],
    ] {
        let name = arguments
            .iter()
            .find(|it| it.starts_with("x.") || **it == "man/");
        let file = match *name.unwrap() {
            "man/" => at("man/tsume.1"),
            name => at(name),
        };
        fs::create_dir_all(at("man")).unwrap();
        fs::write(&file, "precious").unwrap();
        let run = |more: &[&str]| {
            let run = tsume().current_dir(folder.path()).args(arguments);
            run.args(more).output().unwrap()
        };
        let output = run(&[]);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(
            told.contains("is there already; `--force` replaces it"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
        let output = run(&["--force"]);
        assert_ne!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert_ne!(fs::read(&file).unwrap(), b"precious", "{arguments:?}");
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn one_option_has_one_meaning_under_its_other_name() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("a.proof");
    let proof = proof.to_str().unwrap();
    let kif = |arguments: &[&str]| {
        let output = tsume().args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", told(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    for arguments in [
        &["convert", "--format", "kif", ONE][..],
        &["check", "--to", "kif", ONE],
    ] {
        assert!(kif(arguments).starts_with("# KIF"), "{arguments:?}");
    }
    kif(&["solve", "--memory", "4MiB", "--proofs", proof, ONE]);
    kif(&["verify", "--hash", "64MiB", proof]);
    let proofs = folder.path().join("proofs");
    kif(&["validate", "--proof", proofs.to_str().unwrap(), ONE]);
    assert_eq!(fs::read_dir(proofs).unwrap().count(), 1);
}

#[test]
fn who_asks_check_for_jobs_hears_of_validate() {
    for command in ["solve", "check"] {
        let output = tsume()
            .args([command, "--jobs", "2", ONE])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = told(&output);
        assert!(told.contains("unexpected argument '--jobs'"), "{told}");
        assert!(told.contains("`tsume validate`"), "{told}");
    }
}
