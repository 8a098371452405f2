//! A server that runs, and requests to it over plain sockets.

use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// No answer takes longer. It only keeps a test that fails from waiting for ever.
const PATIENCE: Duration = Duration::from_mins(2);

/// Returns `tsume serve` with a folder for the secret.
pub fn command(state: &TempDir) -> Command {
    let mut command = Command::new(cargo_bin!("tsume"));
    command.env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", state.path()).arg("serve");
    command
}

/// A server that runs. It is killed when this goes.
pub struct Server {
    pub child: Child,
    pub port: u16,
    pub token: String,
    _state: TempDir,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        let state = tempfile::tempdir().unwrap();
        let mut command = command(&state);
        command.args(["--port", "0", "--hash", "16MiB"]).args(arguments);
        Self::of(command, state)
    }

    pub fn of(mut command: Command, state: TempDir) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
        let address = lines.next().unwrap().unwrap();
        let (host, token) = address
            .strip_prefix("http://")
            .and_then(|it| it.strip_suffix('/'))
            .and_then(|it| it.split_once('/'))
            .unwrap_or_else(|| panic!("{address}"));
        let (_, port) = host.rsplit_once(':').unwrap();
        Self { port: port.parse().unwrap(), token: token.to_owned(), child, _state: state }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes and returns the answer.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(request);
        Answer::read(&mut BufReader::new(stream))
    }

    /// Returns the head of a request as a page of this server sends it, with other lines in place of those
    /// with the same name.
    pub fn head(&self, method: &str, path: &str, others: &[(&str, &str)]) -> String {
        let host = format!("127.0.0.1:{}", self.port);
        let usual = [
            ("Host", host.as_str()),
            ("Connection", "close"),
            ("X-Tsume-Token", self.token.as_str()),
            ("Content-Type", "application/json"),
        ];
        let is_other = |name: &str| others.iter().any(|it| it.0.eq_ignore_ascii_case(name));
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        for (name, value) in usual.iter().filter(|it| !is_other(it.0)).chain(others) {
            // An empty value stands for no line.
            if !value.is_empty() {
                head.extend([*name, ": ", *value, "\r\n"]);
            }
        }
        head
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/{}/{rest}", self.token)
    }

    pub fn get(&self, path: &str, others: &[(&str, &str)]) -> Answer {
        let head = self.head("GET", path, others) + "\r\n";
        self.raw(head.as_bytes())
    }

    fn request(&self, call: &str, body: &str, others: &[(&str, &str)]) -> String {
        let head = self.head("POST", &self.path(&format!("api/{call}")), others);
        format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())
    }

    pub fn post(&self, call: &str, body: &str, others: &[(&str, &str)]) -> Answer {
        self.raw(self.request(call, body, others).as_bytes())
    }

    /// Returns the answer to a call that has one.
    #[track_caller]
    pub fn call(&self, call: &str, request: &Value) -> Value {
        let answer = self.post(call, &request.to_string(), &[]);
        assert_eq!(answer.status, 200, "{call}: {}", answer.body);
        answer.json()
    }

    /// Returns the status and the kind of the error of a call.
    pub fn fault(&self, call: &str, request: &Value) -> (u16, String) {
        let answer = self.post(call, &request.to_string(), &[]);
        let kind = answer.json()["error"]["kind"].as_str().unwrap_or_default().to_owned();
        (answer.status, kind)
    }

    /// Begins a stream, as the page of this name.
    pub fn stream(&self, call: &str, request: &Value, page: &str) -> Events {
        let mut stream = self.connect();
        let page = [("X-Tsume-Page", page)];
        let request = self.request(call, &request.to_string(), &page);
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let (status, head) = read_head(&mut reader);
        assert_eq!(status, 200, "{head}");
        assert!(head.contains("text/event-stream"), "{head}");
        Events { reader, text: String::new() }
    }

    /// Waits until so many searches are running.
    #[track_caller]
    pub fn wait_for_searches(&self, count: u64) {
        let began = Instant::now();
        loop {
            let running = &self.call("about", &json!({}))["searches"]["running"];
            if *running == json!(count) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{running} searches are running");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_head(reader: &mut impl BufRead) -> (u16, String) {
    let mut head = String::new();
    loop {
        let mut line = String::new();
        let count = reader.read_line(&mut line).unwrap_or(0);
        if count == 0 || line == "\r\n" {
            break;
        }
        head += &line;
    }
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
    (status.unwrap_or(0), head)
}

/// An answer. The status is 0 if the connection was closed without one.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn read(reader: &mut impl BufRead) -> Self {
        let (status, head) = read_head(reader);
        let mut body = Vec::new();
        let _ = reader.read_to_end(&mut body);
        Self { status, head, body: String::from_utf8_lossy(&body).into_owned() }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines.find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
    }
}

/// The events of a stream. To drop them is to go away.
pub struct Events {
    reader: BufReader<TcpStream>,
    text: String,
}

impl Events {
    /// Returns the name of every event.
    pub fn names(events: &[(String, Value)]) -> Vec<&str> {
        events.iter().map(|it| &*it.0).collect()
    }

    fn chunk(&mut self) -> Option<()> {
        let mut size = String::new();
        self.reader.read_line(&mut size).ok()?;
        let size = usize::from_str_radix(size.trim(), 16).ok().filter(|it| *it > 0)?;
        let mut bytes = vec![0; size + 2];
        self.reader.read_exact(&mut bytes).ok()?;
        self.text += std::str::from_utf8(&bytes[..size]).ok()?;
        Some(())
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let found = event.split_once('\n').map(|(name, data)| {
                    let name = name.strip_prefix("event: ").unwrap();
                    let data = data.strip_prefix("data: ").unwrap();
                    (name.to_owned(), serde_json::from_str(data).unwrap())
                });
                self.text = rest.to_owned();
                // Without a name it is only a sign of life.
                if found.is_some() {
                    return found;
                }
            }
            self.chunk()?;
        }
    }
}
