//! `validate --resume`: which rows stay, which are made anew, and which do not go with the input.

use crate::{COOKED, LONG, NO_MATE, ONE, tsume};
use serde_json::{Value, json};
#[cfg(unix)]
use std::fs;
use std::path::Path;
use std::process::Output;
#[cfg(unix)]
use std::process::{Command, Stdio};

/// An author's line whose reply is a futile interposition.
const WRONG_LINE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ P*2d";

fn resume(rows: &Path, options: &[&str], input: &str) -> Output {
    let command = tsume().args(["validate", "--hash", "4MiB", "-", "--resume"]);
    let command = command.arg(rows).args(options).stdin(input.to_owned());
    command.output().unwrap()
}

fn read(rows: &Path) -> Vec<Value> {
    let text = fs::read_to_string(rows).unwrap();
    let rows = text.lines().map(|it| serde_json::from_str(it).unwrap());
    rows.collect()
}

fn column(rows: &[Value], key: &str) -> Vec<Value> {
    rows.iter().map(|row| row[key].clone()).collect()
}

/// Returns the rows without their times.
fn timeless(rows: &Path) -> Vec<Value> {
    let mut rows = read(rows);
    for row in &mut rows {
        row["elapsed_ms"] = Value::Null;
    }
    rows
}

/// A time by which a row is known again.
const MARK: u64 = 777_777;

/// Continues the file with an input, and expects the rows of a fresh run and so many judged problems.
fn continues(rows: &Path, options: &[&str], input: &str, judged: usize) {
    // A row that stays keeps its time.
    let mut marked = read(rows);
    for row in &mut marked {
        row["elapsed_ms"] = json!(MARK);
    }
    let marked: Vec<_> = marked.iter().map(Value::to_string).collect();
    fs::write(rows, marked.join("\n")).unwrap();
    let options = &[options, &["--drop-gone"]].concat();
    let output = resume(rows, options, input);
    let told = String::from_utf8(output.stderr).unwrap();
    let fresh = rows.with_extension("fresh.jsonl");
    drop(fs::remove_file(&fresh));
    let expected = resume(&fresh, options, input);
    assert_eq!(output.status.code(), expected.status.code(), "{told}");
    assert_eq!(timeless(rows), timeless(&fresh), "{input}");
    let new = read(rows)
        .iter()
        .filter(|it| it["elapsed_ms"] != MARK)
        .count();
    assert_eq!(new, judged, "{input}");
    let of_fresh = String::from_utf8(expected.stderr).unwrap();
    let number = |told: &str| {
        let summary = told.lines().find(|it| it.contains("problems in"));
        summary.map(|it| it.split_once('·').unwrap().1.to_owned())
    };
    assert_eq!(number(&told), number(&of_fresh), "{told}");
}

#[test]
fn resume_judges_changed_problems_anew() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let (a, b, c) = (
        format!("{ONE}; id \"a\"; plies 1;\n"),
        format!("{COOKED}; id \"b\";\n"),
        format!("{NO_MATE}; id \"c\";\n"),
    );
    let all = format!("{a}{b}{c}");
    assert_eq!(resume(&rows, &[], &all).status.code(), Some(1));
    continues(&rows, &[], &all, 0);
    // Another length or line, another diagram, another goal.
    for (a, judged) in [
        (a.replace("plies 1", "plies 7"), 1),
        (a.replace("; plies 1", ""), 1),
        (a.replace("plies 1", "plies 1; pv G*5b"), 1),
        (a.replace("plies 1", "plies 1; pv G*1b"), 1),
        (a.replace("plies 1", "goal \"brinkmate\""), 1),
        // The next one is its duplicate, and is not any more.
        (format!("{COOKED}; id \"a\";\n"), 1),
        (a.clone(), 1),
    ] {
        continues(&rows, &[], &format!("{a}{b}{c}"), judged);
    }
    // A new problem at the beginning moves the others, and an id is no part of a problem.
    continues(&rows, &[], &all, 0);
    let places = [ONE, COOKED, NO_MATE].map(|it| format!("{it}\n")).concat();
    continues(&rows, &[], &places, 1);
    continues(&rows, &[], &format!("{WRONG_LINE}\n{places}"), 1);
    assert_eq!(read(&rows)[1]["id"], "stdin:2");
}

#[test]
fn resume_tells_of_problems_that_are_gone_and_drops_their_rows_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let (a, b) = (
        format!("{ONE}; id \"a\";\n"),
        format!("{COOKED}; id \"b\";\n{NO_MATE}; id \"c\";\n"),
    );
    assert_eq!(
        resume(&rows, &[], &format!("{b}{a}")).status.code(),
        Some(1)
    );
    for (options, ids) in [
        (&[][..], &["a", "b", "c"][..]),
        (&["--lang", "ja"], &["a", "b", "c"]),
        (&["--drop-gone"], &["a"]),
    ] {
        let output = resume(&rows, options, &a);
        let told = String::from_utf8(output.stderr).unwrap();
        // Rows that are gone count neither in the summary nor in the status.
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(
            told.contains("in the input: 2") || told.contains("2行"),
            "{told}"
        );
        assert!(told.contains("b, c") || told.contains("b、c"), "{told}");
        assert_eq!(column(&read(&rows), "id"), ids, "{told}");
    }
    // Of a part of the input, nothing is gone.
    resume(&rows, &[], &format!("{a}{b}"));
    let output = resume(&rows, &["--shard", "1/2"], &format!("{a}{b}"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!told.contains("no longer"), "{told}");
    assert!(told.contains("3 problems"), "{told}");
    assert_eq!(column(&read(&rows), "id"), ["a", "b", "c"]);
}

#[test]
fn drop_gone_takes_no_row_out_unless_the_whole_input_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let a = format!("{ONE}; id \"a\";\n");
    let both = format!("{a}{COOKED}; id \"b\";\n");
    let broken = format!("{a}8k/7g1/x8/9/9/9/9/9/9 b - 1\n");
    resume(&rows, &[], &both);
    for input in ["", "# nothing\n", &broken] {
        let output = resume(&rows, &["--drop-gone"], input);
        assert_eq!(output.status.code(), Some(4), "{input}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("no row is taken out"), "{told}");
        let verdicts = column(&read(&rows), "verdict");
        assert!(verdicts.contains(&json!("flawed")), "{input}: {verdicts:?}");
    }
}

#[test]
fn finished_rows_are_not_shown_with_options_of_a_judgement() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    resume(&rows, &[], &format!("{ONE}\n"));
    for options in [
        &["--rules", "strict"][..],
        &["--nodes", "1k"],
        &["--drop-gone"],
    ] {
        let command = tsume().args(["validate", "--resume"]).arg(&rows);
        let output = command.args(options).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(options[0]), "{told}");
    }
}

#[test]
fn resume_knows_a_folder_under_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("coll/sub")).unwrap();
    fs::write(root.join("coll/a.sfen"), format!("{ONE}\n{COOKED}\n")).unwrap();
    fs::write(root.join("coll/sub/b.sfen"), format!("{NO_MATE}\n{ONE}\n")).unwrap();
    let run = |place: &Path, input: &Path, rows: &str| {
        let command = tsume().args(["validate", "--hash", "4MiB", "--resume"]);
        let command = command.arg(root.join(rows)).arg(input).current_dir(place);
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("4 problems"), "{told}");
    };
    let coll = root.join("coll");
    let inputs = [
        (root, Path::new("coll")),
        (root, &*coll),
        (&*coll, Path::new(".")),
        (root, Path::new("./coll/")),
    ];
    for (place, input) in inputs {
        let before = fs::read_to_string(root.join("rows.jsonl")).unwrap_or_default();
        run(place, input, "rows.jsonl");
        drop(fs::remove_file(root.join("fresh.jsonl")));
        run(place, input, "fresh.jsonl");
        let rows = timeless(&root.join("rows.jsonl"));
        assert_eq!(rows, timeless(&root.join("fresh.jsonl")), "{input:?}");
        // Nothing was judged again.
        if !before.is_empty() {
            let nodes = |text: &str| text.matches("\"nodes\":").count();
            let after = fs::read_to_string(root.join("rows.jsonl")).unwrap();
            assert_eq!(nodes(&before), nodes(&after));
        }
    }
}

#[test]
fn resume_without_input_shows_the_rows_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows = at("rows.jsonl");
    let input = format!("{ONE}; id \"a\";\n{COOKED}; id \"b\";\n{NO_MATE}; id \"c\";\nx\n");
    resume(&rows, &["--nodes", "20k"], &input);
    let written = fs::read(&rows).unwrap();
    let show = |options: &[&str]| {
        let command = tsume().args(["validate", "--resume"]).arg(&rows);
        let output = command.args(options).current_dir(&folder).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{told}");
        String::from_utf8(output.stdout).unwrap()
    };
    let table = show(&[]);
    assert!(table.contains("4 problems"), "{table}");
    for (options, ids) in [
        (&["--only", "flawed,no_mate"][..], &["b", "c"][..]),
        (&["--only", "cook"], &["b"]),
        (&["--only", "sound,error"], &["a", "stdin:4"]),
        (&["--only", "unknown"], &[]),
    ] {
        let shown = show(&[options, &["--format", "jsonl"]].concat());
        let shown = shown.lines().map(|it| serde_json::from_str(it).unwrap());
        assert_eq!(column(&shown.collect::<Vec<_>>(), "id"), ids);
    }
    let files = ["t.csv", "t.json", "t.kifu", "t.html", "t.txt"];
    let files: Vec<&str> = files.into_iter().flat_map(|it| ["-o", it]).collect();
    show(&[&files, &["--report", "page.html"][..]].concat());
    for (name, part) in [
        ("t.csv", "b,"),
        ("t.json", "\"b\""),
        ("t.kifu", "作品番号：b"),
        ("t.html", "flawed"),
        ("t.txt", "flawed"),
        ("page.html", "<svg"),
    ] {
        let text = fs::read(at(name)).unwrap();
        assert!(!text.is_empty(), "{name}");
        assert!(String::from_utf8_lossy(&text).contains(part), "{name}");
    }
    assert_eq!(fs::read(&rows).unwrap(), written);
    // Beside a run that goes on, too.
    let more = format!("{input}{LONG}; id \"d\";\n");
    let csv = at("more.csv");
    let csv = csv.to_str().unwrap();
    let options = ["--nodes", "20k", "--only", "sound,unknown", "-o", csv];
    resume(&rows, &options, &more);
    let csv = fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert_eq!(read(&rows).len(), 5);
}

#[test]
fn what_the_author_says_is_in_the_row_and_known_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let options = ["--expect", "--fail-on", "unexpected"];
    let input = format!("{WRONG_LINE}\n{WRONG_LINE}\n");
    assert_eq!(resume(&rows, &options, WRONG_LINE).status.code(), Some(1));
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(1));
    let found = read(&rows);
    let line = json!(["3a3d+", "P*2d"]);
    assert_eq!(column(&found, "author_line"), [line.clone(), line]);
    // The second has the answer of the first, and so is its line another than the main line.
    assert_eq!(found[1]["duplicate_of"], "stdin:1");
    assert_eq!(found[1]["nodes"], 0);
    let unexpected = json!(["line"]);
    assert_eq!(
        column(&found, "unexpected"),
        [unexpected.clone(), unexpected]
    );
    let written = fs::read_to_string(&rows).unwrap();
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&rows).unwrap(), written);
}

#[test]
fn problems_in_which_the_program_failed_are_judged_when_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let proofs = folder.path().join("proofs");
    fs::create_dir_all(proofs.join("a.proof/x")).unwrap();
    let input = format!("nonsense\n{ONE}; id \"a\";\n{ONE}; id \"b\";\n{COOKED}; id \"c\";\n");
    let options = ["--rules", "strict", "--proof", proofs.to_str().unwrap()];
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(2));
    let found = read(&rows);
    let verdicts = column(&found, "verdict");
    assert_eq!(verdicts, ["error", "error", "sound", "flawed"]);
    assert_eq!(found[0]["sfen"], Value::Null);
    assert_eq!(found[1]["sfen"], found[2]["sfen"]);
    // It can be gone on with while nothing is better, and makes up for it once it is.
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(2));
    assert_eq!(column(&read(&rows), "verdict"), verdicts);
    fs::remove_dir_all(proofs.join("a.proof")).unwrap();
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(4));
    let found = read(&rows);
    assert_eq!(
        column(&found, "verdict"),
        ["error", "sound", "sound", "flawed"]
    );
    assert_eq!(column(&found, "id"), ["stdin:1", "a", "b", "c"]);
}

#[test]
fn rows_with_the_limits_of_an_earlier_second_pass_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let input = format!("{ONE}\n{LONG}\n{COOKED}\n");
    let run = |more: &[&str]| {
        let output = resume(&rows, &[&["--nodes", "2k"], more].concat(), &input);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        let found = read(&rows);
        assert_eq!(column(&found, "id"), ["stdin:1", "stdin:2", "stdin:3"]);
        assert_eq!(column(&found, "verdict"), ["sound", "unknown", "flawed"]);
        found[1]["limits"].as_str().unwrap().to_owned()
    };
    assert_eq!(run(&["--retry-unknown", "10"]), "nodes=20000 hash=4MiB");
    assert_eq!(run(&[]), "nodes=20000 hash=4MiB");
    assert_eq!(run(&["--retry-unknown", "5"]), "nodes=20000 hash=4MiB");
    assert_eq!(run(&["--retry-unknown", "12"]), "nodes=24000 hash=4MiB");
    assert_eq!(run(&[]), "nodes=24000 hash=4MiB");
    // Those of another run are not.
    let refused = resume(&rows, &["--nodes", "7k"], &input);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        told.contains("this run has `nodes=7000 hash=4MiB`"),
        "{told}"
    );
}

#[test]
fn rows_of_other_rules_or_limits_are_refused_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let input = format!(
        "{COOKED}; id \"a\";
{LONG}; id \"c\";
"
    );
    let strict = ["--rules", "strict", "--nodes", "8k"];
    assert_ne!(resume(&rows, &strict, &input).status.code(), Some(2));
    let written = fs::read_to_string(&rows).unwrap();
    let there = "its rows have the rules `strict`, this run has `standard` (line 1 is the first)";
    for (other, told) in [
        (["--rules", "standard", "--nodes", "8k"], there),
        (
            ["--rules", "strict", "--nodes", "9k"],
            "its rows have the limits",
        ),
    ] {
        let refused = resume(&rows, &other, &input);
        assert_eq!(refused.status.code(), Some(2));
        let message = String::from_utf8(refused.stderr).unwrap();
        assert!(message.contains(told), "{message}");
        assert_eq!(fs::read_to_string(&rows).unwrap(), written);
    }
}

/// Starts a run of these problems with a second pass that takes very long, and ends it with this signal as
/// soon as `is_there` holds.
#[cfg(unix)]
fn break_off(input: &Path, options: &[&str], signal: &str, is_there: impl Fn() -> bool) -> Output {
    let mut child = crate::program()
        .args(["validate", "--hash", "4MiB", "--nodes", "2k", "--jobs", "2"])
        .args(["--retry-unknown", "1000000"])
        .arg(input)
        .args(options)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = std::time::Instant::now();
    while !is_there() {
        assert!(began.elapsed().as_secs() < 60);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut kill = Command::new("kill");
    let killed = kill.args([signal, &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    child.wait().unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn every_problem_keeps_its_row_when_a_second_pass_is_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, jsonl, csv, text) = (
        path("x.sfen"),
        path("r.jsonl"),
        path("r.csv"),
        path("r.txt"),
    );
    let (jsonl, csv, text) = (&*jsonl, &*csv, &*text);
    // Both long ones, so that the second pass never ends; the cooked one is decided in it.
    let problems = [ONE, COOKED, LONG, NO_MATE, crate::BOUNDED, LONG];
    fs::write(&input, problems.join("\n")).unwrap();
    let count = |file: &str| fs::read_to_string(file).map_or(0, |it| it.lines().count());
    let sorted = || {
        let mut ids = column(&read(Path::new(jsonl)), "id");
        ids.sort_unstable_by_key(ToString::to_string);
        ids.len() == 6 && ids.windows(2).all(|it| it[0] != it[1])
    };
    let decided = || count(jsonl) == 6 && read(Path::new(jsonl))[1]["verdict"] == "flawed";
    let input = Path::new(&input);
    for signal in ["-INT", "-KILL"] {
        for file in [jsonl, csv, text] {
            drop(fs::remove_file(file));
        }
        let options = ["-o", jsonl, "-o", csv, "-o", text];
        let output = break_off(input, &options, signal, decided);
        assert!(sorted(), "{signal}");
        let verdicts = column(&read(Path::new(jsonl)), "verdict");
        assert_eq!(verdicts[..2], ["sound", "flawed"], "{signal}");
        assert_eq!(verdicts[2], "unknown", "{signal}");
        assert_eq!(count(csv), 7, "{signal}");
        if signal == "-INT" {
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(130), "{told}");
            assert!(fs::read_to_string(text).unwrap().contains("6 problems"));
            assert!(told.contains("--resume"), "{told}");
        }
        // Rows of an earlier run.
        fs::remove_file(jsonl).unwrap();
        let first = tsume().args(["validate", "-q", "--hash", "4MiB", "--nodes", "2k"]);
        let first = first.arg(input).args(["--resume", jsonl]);
        first.assert().code(1);
        let all = read(Path::new(jsonl));
        assert_eq!(column(&all, "verdict")[1], "unknown");
        let output = break_off(input, &["--resume", jsonl], signal, decided);
        assert!(sorted(), "{signal}");
        assert_eq!(column(&read(Path::new(jsonl)), "id"), column(&all, "id"));
        if signal == "-INT" {
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.contains("6 problems"), "{told}");
        }
    }
    // Nothing hinders the next run.
    let limits = ["--hash", "4MiB", "--nodes", "2k", "--retry-unknown", "10"];
    let command = tsume().arg("validate").arg(input).args(limits);
    let output = command.args(["--resume", jsonl]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(sorted());
}

#[test]
fn what_is_no_file_of_rows_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x");
    for text in [
        "important",
        ONE,
        "{\"id\":\"p\",\"sfen\":\"x\"}",
        "{\"id\":\"p\",\"sfen\":\"x\",\"plies\":",
        "{\"name\":",
        "[1,2",
        "id,sfen\n",
        "{}\n",
    ] {
        fs::write(&file, text).unwrap();
        let output = resume(&file, &[], ONE);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            told.contains("line 1 is not a row of this command"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    if cfg!(unix) {
        let output = resume(Path::new("/dev/null"), &[], ONE);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(told.contains("not a regular file"), "{told}");
    }
}

#[test]
fn rows_that_another_program_saved_or_that_are_there_twice_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let input = format!("{ONE}; id \"a\";\n{COOKED}; id \"b\";\n{NO_MATE}; id \"c\";\n");
    assert_eq!(resume(&rows, &[], &input).status.code(), Some(1));
    let written = fs::read_to_string(&rows).unwrap();
    let lines: Vec<_> = written.lines().collect();
    let (a, b, c) = (lines[0], lines[1], lines[2]);
    let slower = b.replace("\"elapsed_ms\":", "\"elapsed_ms\":9");
    let other = b.replace("\"nodes\":", "\"nodes\":9");
    for text in [
        format!("\u{feff}{a}\r\n\r\n{b}\n{c}\n\n"),
        format!("{a}\n{b}\n{c}"),
        format!("{a}\n{b}\n{a}\n{slower}\n{c}\n"),
        format!("{a}\n{b}\n{c}\n{other}"),
        format!("{a}\n{b}\n{}", &c[..40]),
    ] {
        fs::write(&rows, &text).unwrap();
        let output = resume(&rows, &[], &input);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("3 problems"), "{told}");
        assert_eq!(column(&read(&rows), "id"), ["a", "b", "c"], "{text}");
    }
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, jsonl, text) = (at("x.sfen"), at("r.jsonl"), at("r.html"));
    fs::write(&input, format!("{ONE}\n{LONG}\n")).unwrap();
    let options = ["-o", &jsonl, "-o", &text];
    let is_there = || fs::read_to_string(&jsonl).is_ok_and(|it| it.lines().count() == 2);
    let busy = || {
        if !is_there() {
            return false;
        }
        let before = fs::read_to_string(&jsonl).unwrap();
        for options in [
            ["-o", &*jsonl],
            ["--resume", &jsonl],
            ["-o", &text],
            ["--report", &text],
        ] {
            let limits = ["validate", "--force", "--hash", "4MiB", "--nodes", "2k"];
            let other = tsume().args(limits).arg(ONE).args(options);
            let other = other.output().unwrap();
            let told = String::from_utf8(other.stderr).unwrap();
            assert_eq!(other.status.code(), Some(2), "{told}");
            assert!(told.contains("another run is writing it"), "{told}");
        }
        assert_eq!(fs::read_to_string(&jsonl).unwrap(), before);
        true
    };
    let output = break_off(Path::new(&input), &options, "-INT", busy);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(column(&read(Path::new(&jsonl)), "id").len(), 2);
}
