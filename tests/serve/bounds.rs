//! Floods, slow clients, large requests.

use super::client::{Answer, Server};
use super::{LONG, ONE};
use serde_json::json;
use std::io::{BufReader, Write};
use std::net::TcpStream;

#[test]
fn a_request_that_is_too_large_is_refused_before_it_is_read() {
    let server = Server::start(&[]);
    let head = server.head("POST", &server.path("api/position"), &[]);
    // Only the head comes.
    let answer = server.raw(format!("{head}Content-Length: 99999999999\r\n\r\n").as_bytes());
    assert_eq!(answer.status, 413, "{answer:?}");
    // One that does not say how long it is.
    let mut request = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
    let chunk = "x".repeat(1 << 20);
    for _ in 0..5 {
        request.extend(format!("100000\r\n{chunk}\r\n").as_bytes());
    }
    request.extend(b"0\r\n\r\n");
    let answer = server.raw(&request);
    assert_eq!(answer.status, 413, "{answer:?}");
    // A file may be larger.
    let text = format!("# {}\n{ONE}\n", "x".repeat(900_000)).repeat(6);
    let read = server.call("read", &json!({"text": text}));
    assert_eq!(read["problems"].as_array().unwrap().len(), 6);
    let long = format!("x-long: {}\r\n", "x".repeat(100_000));
    let head = server.head("GET", &server.path(""), &[]);
    let answer = server.raw(format!("{head}{long}\r\n").as_bytes());
    assert!(answer.status == 431 || answer.status == 0, "{answer:?}");
}

#[test]
fn slow_clients_are_left() {
    let server = Server::start(&[]);
    // A head that never ends, a body that never comes, and a connection without a word.
    let head = server.head("POST", &server.path("api/about"), &[]);
    let slow = [
        head[..head.len() / 2].to_owned(),
        format!("{head}Content-Length: 10\r\n\r\n{{"),
        String::new(),
    ];
    let streams = slow.map(|text| {
        let mut stream = server.connect();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    });
    let answers = streams.map(|it| Answer::read(&mut BufReader::new(it)));
    // Each is closed by the server, at most with a word on why.
    for answer in &answers {
        assert!([0, 408].contains(&answer.status), "{answer:?}");
    }
    assert_eq!(server.call("about", &json!({}))["searches"]["running"], 0);
}

#[test]
fn a_flood_of_searches_is_bounded_and_nothing_stays() {
    let server = Server::start(&[]);
    let most = server.call("about", &json!({}))["searches"]["most"].clone();
    let most = most.as_u64().unwrap();
    let request = json!({"sfen": LONG, "time_ms": 3_600_000}).to_string();
    let flood: Vec<TcpStream> = (0..60)
        .map(|page| {
            let page = format!("page-{page}");
            let others = [("X-Tsume-Page", page.as_str())];
            let head = server.head("POST", &server.path("api/judge"), &others);
            let mut stream = server.connect();
            let whole = format!("{head}Content-Length: {}\r\n\r\n{request}", request.len());
            stream.write_all(whole.as_bytes()).unwrap();
            stream
        })
        .collect();
    server.wait_for_searches(most);
    // The others wait, and other calls are answered.
    assert_eq!(
        server.call("position", &json!({"sfen": ONE}))["check"],
        false
    );
    let running = server.call("about", &json!({}))["searches"]["running"].clone();
    assert!(running.as_u64().unwrap() <= most, "{running}");
    drop(flood);
    server.wait_for_searches(0);
}

#[test]
fn one_page_cannot_ask_for_everything() {
    let server = Server::start(&[]);
    let request = json!({"sfen": LONG, "time_ms": 3_600_000}).to_string();
    let mut streams = Vec::new();
    let mut refused = 0;
    for _ in 0..80 {
        let head = server.head("POST", &server.path("api/node"), &[]);
        let mut stream = server.connect();
        let whole = format!("{head}Content-Length: {}\r\n\r\n{request}", request.len());
        stream.write_all(whole.as_bytes()).unwrap();
        streams.push(stream);
    }
    // Those that cannot even wait are told at once.
    for stream in &streams {
        stream
            .set_read_timeout(Some(std::time::Duration::from_millis(20)))
            .unwrap();
        let mut byte = [0; 16];
        if let Ok(count) = std::io::Read::read(&mut &*stream, &mut byte) {
            refused += usize::from(byte[..count].starts_with(b"HTTP/1.1 429"));
        }
    }
    assert!(refused > 0);
    drop(streams);
    server.wait_for_searches(0);
}
