//! Addresses, ports, the end.

use super::client::{Server, command};
use super::{LONG, ONE};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// Waits for the end of a server and returns its status.
fn status(mut server: Server) -> Option<i32> {
    server.child.wait().unwrap().code()
}

#[test]
#[cfg(unix)]
fn a_signal_ends_searches_answers_and_server() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let server = Server::start(&[]);
        let request = json!({"sfen": LONG, "time_ms": 3_600_000});
        let mut events = server.stream("judge", &request, "one");
        assert_eq!(events.next().unwrap().0, "started");
        server.wait_for_searches(1);
        server.signal(signal);
        // The page hears the end, with what is known.
        let last = events.last().unwrap();
        assert_eq!(
            (last.0.as_str(), &last.1["reason"]),
            ("done", &json!("stopped"))
        );
        let port = server.port;
        assert_eq!(status(server), Some(130), "{signal}");
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}

#[test]
#[cfg(unix)]
fn an_idle_server_ends_at_once() {
    let server = Server::start(&[]);
    // Somebody is connected and says nothing.
    let _silent = server.connect();
    server.signal("-INT");
    assert_eq!(status(server), Some(130));
}

#[test]
fn a_port_in_use_is_told() {
    let server = Server::start(&[]);
    let port = server.port.to_string();
    for (lang, word) in [("en", "in use"), ("ja", "使用中")] {
        let state = tempfile::tempdir().unwrap();
        let output = command(&state)
            .args(["--lang", lang, "--port", &port])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(&port) && told.contains(word), "{told}");
        assert!(output.stdout.is_empty());
    }
    let state = tempfile::tempdir().unwrap();
    let output = command(&state)
        .args(["--host", "no.such.host.invalid"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn links_name_the_public_address() {
    let server = Server::start(&["--public", "https://example.org/tsume"]);
    let about = server.call("about", &json!({}));
    assert_eq!(about["public"], "https://example.org/tsume/");
    for address in [
        "example.org",
        "https://",
        "javascript:alert(1)",
        "https://a/?b",
        "https://a/\"b",
    ] {
        let state = tempfile::tempdir().unwrap();
        let output = command(&state)
            .args(["--public", address])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{address}");
    }
}

/// A search that finds no memory would end the server.
#[test]
fn tables_for_which_there_is_no_memory_are_refused() {
    let state = tempfile::tempdir().unwrap();
    let mut child = command(&state)
        .args(["--port", "0", "--hash", "100000TiB"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // There is no address.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    if let Some(address) = lines.next() {
        child.kill().unwrap();
        panic!("{address:?}");
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("--hash"), "{told}");
}

/// Whoever listens on another number of `localhost` must not get the secret.
#[test]
fn the_address_of_localhost_is_a_number() {
    let state = tempfile::tempdir().unwrap();
    let mut command = command(&state);
    command.args(["--port", "0", "--host", "localhost"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        address.starts_with("http://127.0.0.1:") || address.starts_with("http://[::1]:"),
        "{address}"
    );
}

#[test]
fn the_address_stays_as_long_as_its_file_does() {
    let state = tempfile::tempdir().unwrap();
    let token = || {
        let folder = tempfile::tempdir().unwrap();
        let mut command = command(&folder);
        command.env("XDG_STATE_HOME", state.path());
        command.args(["--port", "0"]);
        Server::of(command, folder).token.clone()
    };
    let first = token();
    assert_eq!(token(), first);
    let file = state.path().join("tsume/serve-token");
    fs::remove_file(&file).unwrap();
    let new = token();
    assert_ne!(new, first);
    assert_eq!(token(), new);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        // A secret that others could read is none.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_ne!(token(), new);
    }
    fs::write(&file, "guess\n").unwrap();
    assert_ne!(token(), "guess");
}

#[test]
#[cfg(unix)]
fn the_browser_gets_an_address_that_is_good_once() {
    use std::os::unix::fs::PermissionsExt;
    let state = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let opener = folder.path().join("xdg-open");
    let seen = folder.path().join("seen");
    let script = format!(
        "#!/bin/sh\necho \"$1\" > {0}.new\nmv {0}.new {0}\n",
        seen.display()
    );
    fs::write(&opener, script).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(&state);
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", folder.path().display()));
    command.args(["--port", "0", "--open"]);
    let server = Server::of(command, state);
    let address = loop {
        if let Ok(address) = fs::read_to_string(&seen) {
            break address;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    assert!(!address.contains(&server.token), "{address}");
    let (_, path) = address.trim().split_once("/open/").unwrap();
    let path = format!("/open/{path}");
    // A program that only looks where it leads does not use it up.
    for method in ["HEAD", "POST"] {
        let head = server.head(method, &path, &[]) + "\r\n";
        let answer = server.raw(head.as_bytes());
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET")));
    }
    let first = server.get(&path, &[]);
    assert_eq!(
        (first.status, first.header("location")),
        (303, Some(&*server.path("")))
    );
    let second = server.get(&path, &[]);
    assert_eq!(second.status, 403);
    assert_eq!(second.header("location"), None);
}

#[test]
fn files_that_cannot_be_read_are_told_and_the_others_are_there() {
    let state = tempfile::tempdir().unwrap();
    let mut command = command(&state);
    command.args([
        "--port",
        "0",
        "not-here.sfen",
        "problems/first-steps.sfen",
        ONE,
    ]);
    command.stderr(Stdio::piped());
    let server = Server::of(command, state);
    let files = server.call("files", &json!({"count": 100}));
    assert_eq!(files["total"], 14);
    assert_eq!(files["problems"][0]["error"]["kind"], "record");
}

#[test]
fn a_site_is_written_into_a_folder() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("a/site");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("tsume.wasm"), b"\0asm engine").unwrap();
    let rated = r#"{"sfen": "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "id": "rated", "rating": {"difficulty": {"points": 7}}}"#;
    let output = command(&state)
        .arg("--static")
        .arg(&folder)
        .args(["problems/first-steps.sfen", rated])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("index.html").contains("'wasm-unsafe-eval'"));
    assert!(read("main.js").contains("class WorkerEngine"));
    assert_eq!(read("tsume.wasm"), "\0asm engine");
    let problems: Value = serde_json::from_str(&read("problems.json")).unwrap();
    assert_eq!(problems["files"][0], "problems/first-steps.sfen");
    assert_eq!(problems["problems"].as_array().unwrap().len(), 13);
    assert_eq!(problems["problems"][0]["difficulty"], Value::Null);
    assert_eq!(problems["problems"][12]["difficulty"], 7);
}

#[test]
fn a_site_has_no_port_and_needs_an_engine_of_webassembly() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("site");
    let to_folder = |options: &[&str]| {
        let mut command = command(&state);
        command.arg("--static").arg(&folder).args(options);
        command.output().unwrap()
    };
    assert_eq!(to_folder(&["--port", "1"]).status.code(), Some(2));
    assert!(!folder.exists());
    fs::create_dir(&folder).unwrap();
    let engine = folder.join("tsume.wasm");
    fs::write(&engine, "no engine").unwrap();
    assert_eq!(to_folder(&[]).status.code(), Some(2));
    assert!(!folder.join("index.html").exists());
    fs::remove_file(&engine).unwrap();
    // The page of somebody else stays.
    fs::write(folder.join("index.html"), "mine").unwrap();
    assert_eq!(to_folder(&[]).status.code(), Some(2));
    assert_eq!(
        fs::read_to_string(folder.join("index.html")).unwrap(),
        "mine"
    );
}
