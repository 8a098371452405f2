//! A server of the workbench, and calls to it.

#[allow(dead_code)]
#[path = "../cli/serve/client.rs"]
mod client;

use client::Server;
use serde_json::Value;
use std::path::Path;
use tempfile::tempdir;

/// Events that come when there was time for them.
const CASUAL: [&str; 2] = ["open", "progress"];

/// A server that runs.
pub struct Bench(Server);

impl Bench {
    /// Starts a server with files of a folder.
    pub fn start(folder: &Path, files: &[&str]) -> Self {
        let state = tempdir().unwrap();
        let mut command = client::command(&state);
        command.current_dir(folder);
        command.args(["--port", "0", "--hash", "16MiB"]).args(files);
        Self(Server::of(command, state))
    }

    /// Returns the answer to a call, or its events.
    pub fn call(&self, name: &str, request: &str) -> String {
        without_nodes(&self.answer(name, request))
    }

    fn answer(&self, name: &str, request: &str) -> String {
        let answer = self.0.post(name, request, &[]);
        if !answer.head.contains("text/event-stream") {
            return format!("{} {}\n", answer.status, answer.body.trim_end());
        }
        let request: Value = serde_json::from_str(request).unwrap();
        let events = self.0.stream(name, &request, "");
        let events = events.filter(|it| !CASUAL.contains(&&*it.0));
        events.fold(String::new(), |text, (name, data)| {
            text + &format!("{name} {data}\n")
        })
    }
}

/// Returns an answer without numbers of nodes: a server draws new keys of positions, on which they depend.
fn without_nodes(answer: &str) -> String {
    let mut parts = answer.split("\"nodes\":");
    let first = parts.next().unwrap_or_default().to_owned();
    let masked = parts.fold(first, |text, part| {
        text + "\"nodes\":" + part.trim_start_matches(|it: char| it.is_ascii_digit())
    });
    [" nodes", "ノード"].into_iter().fold(masked, |text, word| {
        let mut parts = text.split(word).peekable();
        let mut whole = String::new();
        while let Some(part) = parts.next() {
            let is_number = |it: char| it.is_ascii_digit() || it == ',';
            match parts.peek() {
                Some(_) => whole = whole + part.trim_end_matches(is_number) + word,
                None => whole += part,
            }
        }
        whole
    })
}
