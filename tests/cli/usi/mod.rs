//! A GUI, and `tsume usi` that answers: sessions as they would be typed.
//!
//! What a search answers is part of the golden tests.
//!
//! - `limits.rs`: limits, and what is said meanwhile
//! - `session.rs`: from the first word to the last
//! - `faults.rs`: lines that nobody should send

mod faults;
mod limits;
mod session;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An engine that is talked to.
struct Engine {
    child: Child,
    commands: Option<ChildStdin>,
    answers: Receiver<String>,
}

/// Longer than any machine needs.
const PATIENCE: Duration = Duration::from_mins(2);

const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

/// Returns the engine with pipes to it.
fn spawn() -> Child {
    crate::program()
        .arg("usi")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

impl Engine {
    fn start() -> Self {
        let mut child = spawn();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            lines
                .map_while(Result::ok)
                .try_for_each(|it| sender.send(it))
        });
        let mut engine = Self {
            commands: child.stdin.take(),
            child,
            answers,
        };
        engine.say("setoption name USI_Hash value 16");
        engine
    }

    fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
    }

    fn say_bytes(&mut self, line: &[u8]) {
        let commands = self.commands.as_mut().unwrap();
        commands.write_all(&[line, b"\n"].concat()).unwrap();
    }

    fn position(&mut self, sfen: &str) {
        self.say(&format!("position sfen {sfen}"));
    }

    fn set(&mut self, name: &str, value: &str) {
        self.say(&format!("setoption name {name} value {value}"));
    }

    /// Everything up to the line that begins so.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.answers.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no `{word}` after {lines:#?}"));
            assert!(line.is_ascii(), "{line}");
            let found = line.starts_with(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Returns the output about a mate, with the answer last.
    fn mate(&mut self, go: &str) -> Vec<String> {
        self.say(go);
        self.until("checkmate")
    }

    /// Returns the answer alone.
    fn answer(&mut self, go: &str) -> String {
        self.say(go);
        let is_mate = go.contains("mate");
        let lines = self.until(if is_mate { "checkmate" } else { "bestmove" });
        lines.last().unwrap().clone()
    }

    /// Nothing but what was said so far.
    fn is_ready(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Returns the rest of what is said once nothing more is sent.
    fn end(mut self) -> Vec<String> {
        self.commands = None;
        let rest: Vec<_> = self.answers.iter().collect();
        let output = self.child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        rest
    }
}

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// Returns whether a line ends a search.
fn is_answer(line: &str) -> bool {
    line.starts_with("checkmate") || line.starts_with("bestmove")
}

/// Returns the number behind a word in the last line of `info` that has it.
fn number(lines: &[String], word: &str) -> i64 {
    let pattern = format!(" {word} ");
    let is_info = |line: &&String| !line.contains("string") && line.contains(&pattern);
    let line = lines.iter().rfind(is_info);
    let line = line.unwrap_or_else(|| panic!("no `{word}` in {lines:#?}"));
    let (_, rest) = line.split_once(&pattern).unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}
