//! Commands that are run, and what is kept of their output.

use super::bench::Bench;
use super::mask::{digest, masked};
use super::table::Section;
use snapbox::cmd::{Command, cargo_bin};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::{fs, str};
use tsume::answer::{Row, Tally};
use tsume::report::{Html, Report};
use tsume::vocabulary::{Lang, Notation};

/// Runs the commands of a section and returns the text of its file.
pub fn section(section: &Section) -> String {
    let folder = tempfile::tempdir().unwrap();
    copy(&super::here("input"), folder.path());
    copy(
        &super::here("../data/records"),
        &folder.path().join("records"),
    );
    let mut run = Run {
        folder: folder.path(),
        bench: None,
        files: BTreeMap::new(),
    };
    run.new_files();
    let mut text = String::new();
    let mut known: Vec<(String, &str)> = Vec::new();
    for command in &section.commands {
        if command.starts_with('#') {
            let _ = writeln!(text, "{command}");
            continue;
        }
        let output = run.output(command);
        let _ = writeln!(text, "$ {command}");
        match known.iter().find(|it| it.0 == output) {
            Some((_, same)) if output.len() > same.len() + 40 => {
                let _ = writeln!(text, "= the same as: {same}");
            }
            _ => text += &output,
        }
        text.push('\n');
        known.push((output, command));
    }
    text
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A section that runs.
struct Run<'s> {
    folder: &'s Path,
    bench: Option<Bench>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Run<'_> {
    /// Runs a command and returns its output, line by line, with a mark for where it went.
    fn output(&mut self, command: &str) -> String {
        let mut parts = command.splitn(3, ' ');
        match [(); 3].map(|()| parts.next().unwrap_or_default()) {
            ["call", name, request] => {
                let bench = || Bench::start(self.folder, &["mate.sfen", "few.sfen"]);
                let answer = self.bench.get_or_insert_with(bench).call(name, request);
                marked("|", answer.as_bytes())
            }
            ["page", file, lang] => marked("|", page(&self.folder.join(file), lang).as_bytes()),
            ["usi", "<", file] => marked("|", &self.session(file)),
            ["write" | "append" | "change" | "cut", ..] => {
                self.edit(&words(command));
                self.new_files();
                String::new()
            }
            _ => self.program(command) + &self.new_files(),
        }
    }

    /// Runs the program.
    fn program(&self, command: &str) -> String {
        let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
        let words = words(command);
        let mut run = tsume(self.folder).args(&words);
        if !input.is_empty() {
            run = run.stdin(fs::read(self.folder.join(input)).unwrap());
        }
        let output = run.output().unwrap();
        let mut text = match output.status.code() {
            Some(0) => String::new(),
            code => format!("status {code:?}\n"),
        };
        if words.first().is_some_and(|it| it == "generate") && output.status.success() {
            return text + "| " + &digest(&output.stdout) + "\n";
        }
        text += &marked("|", &output.stdout);
        text + &marked("!", &output.stderr)
    }

    /// Writes a file, adds to it, changes a text in it, or cuts it in half.
    fn edit(&self, words: &[String]) {
        let path = self.folder.join(&words[1]);
        let lines = |at: usize| words[at].replace("\\n", "\n").into_bytes();
        let before = fs::read(&path).unwrap_or_default();
        let after = match &*words[0] {
            "write" => lines(2),
            "append" => [before, lines(2)].concat(),
            "cut" => before[..before.len() / 2].to_vec(),
            _ => {
                let text = String::from_utf8(before).unwrap();
                assert!(text.contains(&words[2]), "{words:?}: {text}");
                text.replace(&words[2], &words[3]).into_bytes()
            }
        };
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, after).unwrap();
    }

    /// Talks to the engine: nothing is said before the last question was answered.
    fn session(&self, file: &str) -> Vec<u8> {
        let mut child = std::process::Command::new(cargo_bin!("tsume"))
            .arg("usi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = child.stdin.take().unwrap();
        let mut heard = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        for line in fs::read_to_string(self.folder.join(file)).unwrap().lines() {
            writeln!(said, "{line}").unwrap();
            let begin = text.len();
            let is_answer = |it: &str| it.starts_with("bestmove") || it.starts_with("checkmate");
            while line.starts_with("go") && !text[begin..].lines().any(is_answer) {
                assert_ne!(heard.read_line(&mut text).unwrap(), 0, "{line}: {text}");
            }
            text.insert_str(begin, &format!("> {line}\n"));
        }
        drop(said);
        heard.read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success());
        text.into_bytes()
    }

    /// Returns the files that are new or were changed.
    fn new_files(&mut self) -> String {
        let mut found = BTreeMap::new();
        read(self.folder, "", &mut found);
        let mut text = String::new();
        for (name, bytes) in &found {
            if self.files.get(name) != Some(bytes) {
                let _ = writeln!(text, "> {name}");
                let shown = marked("|", bytes);
                if name.starts_with('_') {
                    let _ = writeln!(text, "| {}", digest(shown.as_bytes()));
                } else {
                    text += &shown;
                }
            }
        }
        self.files = found;
        text
    }
}

/// Returns the program, run in a folder.
fn tsume(folder: &Path) -> Command {
    Command::new(cargo_bin!("tsume"))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("COLUMNS", "100")
        .env("RUST_BACKTRACE", "0")
}

/// Reads every file in a folder.
fn read(folder: &Path, before: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{before}{}", entry.file_name().display());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

/// Splits a command into words; quotes hold words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in command.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Returns an output with a mark before every line.
fn marked(mark: &str, bytes: &[u8]) -> String {
    let text = match str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => masked(text),
        _ => digest(bytes),
    };
    text.lines()
        .fold(String::new(), |text, line| text + mark + " " + line + "\n")
}

/// Makes a page of the rows in a file.
fn page(rows: &Path, lang: &str) -> String {
    let mut out = Vec::new();
    let mut page = Html::new(&mut out, Lang::of_locale(lang), Notation::Japanese);
    for row in fs::read_to_string(rows).unwrap().lines() {
        let row: Row = serde_json::from_str(row).unwrap();
        page.answer(&row).unwrap();
    }
    page.finish(&Tally::default()).unwrap();
    drop(page);
    String::from_utf8(out).unwrap()
}

/// Returns the nodes that the judgement of every problem of a corpus takes.
pub fn nodes() -> String {
    let columns = "id,goal,verdict,plies,plies_strict,nodes";
    let run = tsume(Path::new(env!("CARGO_MANIFEST_DIR")))
        .args([
            "validate", "--jobs", "1", "--nodes", "30k", "--hash", "16MiB",
        ])
        .args(["-q", "--format", "csv", "--columns", columns])
        .args(["problems/first-steps.sfen", "problems/brinkmates.sfen"])
        .args(["uchifuzume", "loops", "hisshi", "brinkmates_in_five"].map(table))
        .args(["reference", "cooked", "double_king", "short_composed"].map(table));
    let rows = String::from_utf8(run.output().unwrap().stdout).unwrap();
    rows.replace(',', "\t")
}

/// Returns the path of a table of problems.
fn table(name: &str) -> String {
    format!("tests/data/{name}.tsv")
}
