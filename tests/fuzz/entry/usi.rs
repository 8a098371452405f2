//! The commands that a GUI sends to `tsume usi`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tsume::notation::usi::parse_move;

/// The output, for somebody else to read.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The most commands of one stream: each may begin a search.
const COMMANDS: usize = 12;

/// A stream of commands.
///
/// Every `go` gets one answer of its kind, in order; an answer is moves and nothing else; and all
/// that is said is ASCII, a line each.
pub fn usi(data: &[u8]) {
    let mut input =
        b"setoption name USI_Hash value 1\nsetoption name NodesLimit value 50\n".to_vec();
    let mut expected = Vec::new();
    let mut has_end = false;
    for line in data.split(|&byte| byte == b'\n').take(COMMANDS) {
        let text = String::from_utf8_lossy(line);
        if is_costly(&text) {
            continue;
        }
        input.extend(line);
        input.push(b'\n');
        let mut words = text.trim_start_matches('\u{feff}').split_whitespace();
        match words.next() {
            Some("quit") => has_end = true,
            Some("go") if !has_end => expected.push(if words.any(|it| it == "mate") {
                "checkmate"
            } else {
                "bestmove"
            }),
            _ => {}
        }
    }
    let paper = Paper::default();
    let said = tsume::usi::converse(
        &*input,
        Box::new(paper.clone()),
        tsume::vocabulary::Lang::English,
    );
    said.expect("memory can be read and written");
    let said = std::mem::take(&mut *paper.0.lock().expect("no panic"));
    assert!(said.is_ascii());
    let said = String::from_utf8(said).expect("it is ASCII");
    assert!(said.is_empty() || said.ends_with('\n'), "{said:?}");
    let mut answers = Vec::new();
    for line in said.lines() {
        assert!(!line.chars().any(|it| it.is_ascii_control()), "{line:?}");
        assert!(
            !line.starts_with("info string the program failed"),
            "{line}"
        );
        let mut words = line.split(' ');
        match words.next() {
            Some(kind @ ("checkmate" | "bestmove")) => {
                answers.push(kind);
                is_answer(&words.collect::<Vec<_>>(), line);
            }
            Some("info" | "id" | "option" | "usiok" | "readyok") => {}
            _ => panic!("{line:?}"),
        }
    }
    assert_eq!(answers, expected, "{said}");
}

/// Returns whether a command would take more memory, threads or nodes than a test has.
fn is_costly(line: &str) -> bool {
    let is_option = line.contains("setoption");
    is_option
        && line
            .split_whitespace()
            .any(|word| word.parse().is_ok_and(|it: u64| it > 2))
}

fn is_answer(words: &[&str], line: &str) {
    let is_word = |it: &str| {
        matches!(
            it,
            "nomate" | "timeout" | "notimplemented" | "resign" | "win"
        )
    };
    if let [word] = words
        && is_word(word)
    {
        return;
    }
    assert!(!words.is_empty(), "{line:?}");
    for word in words.iter().filter(|it| **it != "ponder") {
        assert!(parse_move(word).is_ok(), "{line:?}");
    }
}
