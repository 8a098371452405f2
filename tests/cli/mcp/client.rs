//! A client that speaks the protocol line by line.

use crate::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The time that a test waits for a message before it fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server, and a client that has greeted it.
pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    last: u64,
    /// Notifications of progress that have come.
    pub progress: Vec<Value>,
}

impl Client {
    /// Starts `tsume mcp` with these options, and greets it as the protocol says.
    pub fn start(options: &[&str]) -> Self {
        let mut client = Self::silent(options);
        let greeting = client.request(
            "initialize",
            &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
        );
        assert_eq!(
            greeting["result"]["serverInfo"]["name"], "tsume",
            "{greeting}"
        );
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    /// Starts the server, and sends nothing.
    pub fn silent(options: &[&str]) -> Self {
        let mut server = program()
            .arg("mcp")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // Nothing but the protocol goes to standard output.
                let message = serde_json::from_str(&line);
                let message = message.unwrap_or_else(|_| panic!("no message: {line}"));
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            input: server.stdin.take(),
            server,
            messages,
            last: 0,
            progress: Vec::new(),
        }
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    /// Sends a line, which may be no message.
    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// Sends a request, and returns its number.
    pub fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Returns the next message, or `None` once the server has ended.
    pub fn next(&mut self) -> Option<Value> {
        match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no message came"),
        }
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.next().expect("the server goes on");
            if message["method"] == "notifications/progress" {
                self.progress.push(message["params"].clone());
            } else if message["id"] == id {
                return message;
            } else {
                panic!("{message}");
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Calls a tool and returns its result.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut params = json!({"name": tool});
        params["arguments"] = arguments;
        let answer = self.request("tools/call", &params);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool that answers, and returns the text and the structured content.
    pub fn answered(&mut self, tool: &str, arguments: Value) -> (String, Value) {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{result}");
        (text(&result), result["structuredContent"].clone())
    }

    /// Calls a tool that refuses, and returns why.
    pub fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert!(result["structuredContent"].is_null(), "{result}");
        text(&result)
    }

    /// Closes standard input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Closes standard input, and waits for the end of the server.
    pub fn end(mut self) -> std::process::ExitStatus {
        self.close();
        while self.next().is_some() {}
        self.server.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn text(result: &Value) -> String {
    let content = result["content"].as_array().unwrap();
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")));
    content[0]["text"].as_str().unwrap().to_owned()
}
