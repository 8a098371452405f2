//! Floods, slow clients, large requests.

use super::client::{Answer, Server};
use super::{LONG, ONE};
use serde_json::json;
use std::io::{BufReader, Read, Write};
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
    for _ in 0..25 {
        request.extend(format!("100000\r\n{chunk}\r\n").as_bytes());
    }
    request.extend(b"0\r\n\r\n");
    let answer = server.raw(&request);
    assert_eq!(answer.status, 413, "{answer:?}");
    // A file of 5 MB is not too large.
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
    for _ in 0..100 {
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

#[test]
fn silent_connections_keep_nobody_out() {
    let server = Server::start(&[]);
    // More than the server has places for.
    let silent: Vec<TcpStream> = (0..400).map(|_| server.connect()).collect();
    assert_eq!(server.call("about", &json!({}))["searches"]["running"], 0);
    // A connection that has shown the token does not go for strangers.
    let page = [("X-Tsume-Page", "one")];
    let head = server.head("POST", &server.path("api/judge"), &page);
    let request = json!({"sfen": LONG, "time_ms": 3_600_000}).to_string();
    let mut stream = server.connect();
    let whole = format!("{head}Content-Length: {}\r\n\r\n{request}", request.len());
    stream.write_all(whole.as_bytes()).unwrap();
    server.wait_for_searches(1);
    let more: Vec<TcpStream> = (0..400).map(|_| server.connect()).collect();
    server.wait_for_searches(1);
    drop((silent, more, stream));
    server.wait_for_searches(0);
}

#[test]
fn all_places_are_for_those_who_know_the_token() {
    let server = Server::start(&[]);
    let others = [("Connection", "keep-alive")];
    let head = server.head("GET", &server.path("icon.svg"), &others) + "\r\n";
    let guests = (1..=128).map(|number| {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut status = [0; 12];
        let answered = stream.read_exact(&mut status);
        assert!(answered.is_ok(), "{number} has no place: {answered:?}");
        assert_eq!(&status, b"HTTP/1.1 200");
        stream
    });
    let guests: Vec<TcpStream> = guests.collect();
    drop(guests);
    assert_eq!(server.call("about", &json!({}))["searches"]["running"], 0);
}

#[test]
fn a_damaged_request_is_not_called_too_large() {
    let server = Server::start(&[]);
    let head = server.head("POST", &server.path("api/position"), &[]);
    let damaged = format!("{head}Transfer-Encoding: chunked\r\n\r\nzz\r\n");
    let answer = server.raw(damaged.as_bytes());
    assert_eq!(answer.status, 400, "{answer:?}");
}

#[test]
fn who_is_refused_keeps_no_connection() {
    let server = Server::start(&[]);
    let wrong = format!("/{}/", "0".repeat(server.token.len()));
    let (own, foreign) = (
        server.path(""),
        [("Connection", "keep-alive"), ("Host", "x")],
    );
    for (path, others) in [(&wrong, &foreign[..1]), (&own, &foreign[..])] {
        let answer = server.get(path, others);
        assert_eq!(answer.status, 403);
        assert_eq!(answer.header("connection"), Some("close"), "{answer:?}");
    }
}

#[test]
fn of_a_file_of_a_million_lines_the_first_are_read() {
    let server = Server::start(&[]);
    for (line, count, left_out) in [("x", 120_000, 70_000), (ONE, 30_500, 500)] {
        let text = format!("{line}\n").repeat(count);
        let read = server.call("read", &json!({"text": text}));
        assert_eq!(read["problems"].as_array().unwrap().len(), 30_000);
        assert_eq!(read["left_out"], left_out);
    }
}

#[test]
fn hostile_rows_and_titles_are_refused() {
    let server = Server::start(&[]);
    let events = server.stream(
        "judge",
        &json!({"sfen": super::COOKED, "nodes": 20_000}),
        "",
    );
    let rows = events.filter(|it| it.0 == "row");
    let row = rows.last().unwrap().1["row"].clone();
    let with = |count: usize, first: usize| {
        let mut row = row.clone();
        let finding = row["defects"][0].clone();
        let many = (first..first + count).map(|ply| {
            let mut finding = finding.clone();
            finding["ply"] = json!(ply);
            finding
        });
        row["defects"] = many.collect();
        row
    };
    let compare = |count| json!({"old": with(count, 1), "new": with(count, 100_000)});
    let few = server.call("compare", &compare(50));
    assert!(few["changes"]["findings"]["same"].is_array(), "{few}");
    assert_eq!(
        server.fault("compare", &compare(3_000)),
        (400, "request".to_owned())
    );
    for key in ["title", "author"] {
        let mut request = json!({"sfen": ONE, "format": "svg"});
        request[key] = json!("題".repeat(300));
        server.call("write", &request);
        request[key] = json!("題".repeat(100_000));
        let answer = server.fault("write", &request);
        assert_eq!(answer, (400, "request".to_owned()), "{key}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_system_asks_whether_the_other_side_is_still_there() {
    let server = Server::start(&[]);
    let mut events = server.stream("judge", &json!({"sfen": LONG, "time_ms": 60_000}), "one");
    assert_eq!(events.next().unwrap().0, "started");
    // Columns: number, local address, remote address, state (01 is established), queues, timer (02 asks).
    let port = format!(":{:04X}", server.port);
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let lines = table.lines().map(|line| line.split_whitespace().collect());
    let served = |it: &Vec<&str>| it[1].ends_with(&port) && it[3] == "01";
    let timers: Vec<_> = lines
        .filter(served)
        .map(|it: Vec<&str>| it[5].to_owned())
        .collect();
    assert!(!timers.is_empty());
    // While something is sent, another timer runs; it comes back to this one.
    assert!(timers.iter().all(|it| !it.starts_with("00:")), "{timers:?}");
}

#[test]
fn a_flood_of_searches_does_not_keep_out_short_calls() {
    let server = Server::start(&[]);
    let request = json!({"sfen": LONG, "time_ms": 3_600_000}).to_string();
    let flood: Vec<TcpStream> = (0..100)
        .map(|page| {
            let page = format!("page-{page}");
            let head = server.head(
                "POST",
                &server.path("api/judge"),
                &[("X-Tsume-Page", &page)],
            );
            let mut stream = server.connect();
            let whole = format!("{head}Content-Length: {}\r\n\r\n{request}", request.len());
            stream.write_all(whole.as_bytes()).unwrap();
            stream
        })
        .collect();
    // The last ones are refused, so all of them have come.
    let last = flood.last().unwrap();
    let mut byte = [0; 12];
    std::io::Read::read_exact(&mut &*last, &mut byte).unwrap();
    assert_eq!(&byte, b"HTTP/1.1 429");
    assert_eq!(
        server.call("position", &json!({"sfen": ONE}))["check"],
        false
    );
    drop(flood);
    server.wait_for_searches(0);
}
