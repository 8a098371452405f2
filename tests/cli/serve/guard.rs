//! Who gets nothing: other hosts, other pages, guesses, tricks.

use super::ONE;
use super::client::{Answer, Server};
use serde_json::json;

/// The headers that every answer has.
const HEADERS: [&str; 6] = [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "x-frame-options",
    "cross-origin-resource-policy",
    "cache-control",
];

/// Asserts that an answer is a refusal that gives nothing away.
#[track_caller]
fn assert_nothing(server: &Server, answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{answer:?}");
    assert!(!answer.body.contains(&server.token), "{answer:?}");
    assert!(!answer.head.contains(&server.token), "{answer:?}");
    assert_eq!(answer.header("access-control-allow-origin"), None);
    for name in HEADERS {
        assert!(answer.header(name).is_some(), "{name}: {answer:?}");
    }
}

#[test]
fn the_page_and_its_files_are_served_with_headers_that_protect_them() {
    let server = Server::start(&[]);
    let page = server.get(&server.path(""), &[]);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<html"), "{}", page.body);
    let policy = page.header("content-security-policy").unwrap();
    for part in ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    let module = server.get(&server.path("main.js"), &[]);
    assert_eq!(module.header("content-type"), Some("text/javascript; charset=utf-8"));
    let glyphs = server.get(&server.path("glyphs.js"), &[]);
    let json = glyphs.body.strip_prefix("export default ").unwrap().trim_end();
    let glyphs: serde_json::Value = serde_json::from_str(json.trim_end_matches(';')).unwrap();
    assert!(glyphs["玉"].as_str().unwrap().starts_with('M'));
    let moved = server.get(&format!("/{}", server.token), &[]);
    assert_eq!((moved.status, moved.header("location")), (303, Some(&*server.path(""))));
    // No script stands in the page itself.
    for part in page.body.split("<script").skip(1) {
        assert!(part.starts_with(" type=\"module\" src=") || part.starts_with(" src="), "{part}");
    }
}

#[test]
fn who_does_not_know_the_token_gets_nothing() {
    let server = Server::start(&[]);
    let wrong = "0".repeat(server.token.len());
    for path in ["/", "/index.html", "/favicon.ico", "/api/about"] {
        let answer = server.get(path, &[]);
        assert!([403, 404].contains(&answer.status), "{path}: {answer:?}");
        assert_nothing(&server, &answer, answer.status);
    }
    for path in [format!("/{wrong}"), format!("/{wrong}/"), format!("/{wrong}/main.js")] {
        assert_nothing(&server, &server.get(&path, &[]), 403);
    }
    for token in ["", &*wrong, &server.token[1..], &*server.token.to_uppercase()] {
        let answer = server.post("about", "{}", &[("X-Tsume-Token", token)]);
        assert_nothing(&server, &answer, 403);
        assert_eq!(answer.json()["error"]["kind"], "token");
    }
    let head = server.head("POST", &format!("/{wrong}/api/about"), &[]);
    let answer = server.raw(format!("{head}Content-Length: 2\r\n\r\n{{}}").as_bytes());
    assert_nothing(&server, &answer, 403);
    for method in ["PUT", "HEAD"] {
        let head = server.head(method, &format!("/{wrong}/api/about"), &[]) + "\r\n";
        assert_nothing(&server, &server.raw(head.as_bytes()), 403);
    }
    let open = format!("/open/{wrong}");
    assert_nothing(&server, &server.get(&open, &[]), 403);
}

#[test]
fn a_name_that_points_to_this_machine_is_none_of_the_server() {
    let server = Server::start(&[]);
    let port = server.port;
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1".to_owned(),
        "127.0.0.1:1".to_owned(),
        format!("192.168.0.1:{port}"),
        format!("[::1]:{port}]"),
        format!("@127.0.0.1:{port}"),
    ] {
        let others = [("Host", host.as_str())];
        assert_nothing(&server, &server.get(&server.path(""), &others), 403);
        assert_nothing(&server, &server.post("about", "{}", &others), 403);
    }
    for host in [format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(server.get(&server.path(""), &[("Host", &host)]).status, 200);
    }
    // Two names, no name, and another one in the line of the request.
    let own = format!("127.0.0.1:{port}");
    let path = server.path("");
    for request in [
        format!("GET {path} HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\n\r\n"),
        format!("GET {path} HTTP/1.0\r\n\r\n"),
        format!("GET http://evil.example{path} HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n"),
    ] {
        let request = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        let answer = server.raw(request.as_bytes());
        assert!([400, 403].contains(&answer.status), "{request}: {answer:?}");
    }
}

#[test]
fn pages_of_other_hosts_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    for origin in [
        "null".to_owned(),
        "http://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        format!("https://127.0.0.1:{port}"),
        "http://127.0.0.1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("http://localhost:{port}"),
        "file://".to_owned(),
    ] {
        let others = [("Origin", origin.as_str())];
        assert_nothing(&server, &server.post("about", "{}", &others), 403);
    }
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(server.post("about", "{}", &[("Origin", &own)]).status, 200);
    for site in ["cross-site", "same-site", "odd"] {
        let others = [("Sec-Fetch-Site", site)];
        assert_nothing(&server, &server.get(&server.path(""), &others), 403);
        assert_nothing(&server, &server.post("about", "{}", &others), 403);
    }
    for site in ["same-origin", "none"] {
        let others = [("Sec-Fetch-Site", site)];
        assert_eq!(server.get(&server.path(""), &others).status, 200);
    }
    // The question of a browser whether another page may send the token.
    let head = server.head(
        "OPTIONS",
        &server.path("api/about"),
        &[
            ("Origin", "http://evil.example"),
            ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "x-tsume-token"),
        ],
    );
    let answer = server.raw(format!("{head}\r\n").as_bytes());
    assert_nothing(&server, &answer, 403);
    // Forms can send these types without a question.
    for kind in ["", "text/plain", "application/jsonish", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let answer = server.post("about", "{}", &[("Content-Type", kind)]);
        assert_nothing(&server, &answer, 415);
    }
    // The name of a type is the same in capitals, and parameters may follow it.
    for kind in ["Application/JSON", "application/json; charset=utf-8"] {
        let answer = server.post("about", "{}", &[("Content-Type", kind)]);
        assert_eq!(answer.status, 200, "{kind}");
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start(&[]);
    for rest in [
        "../Cargo.toml",
        "..%2f..%2fCargo.toml",
        "%2e%2e/%2e%2e/Cargo.toml",
        "..\\..\\Cargo.toml",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "index.html%00.js",
        "index.html/",
        "./index.html",
        "page/index.html",
        "INDEX.HTML",
        "api/",
        "api/about/more",
        "%ff",
        "src/serve/page.rs",
        "../page.rs",
        "..%2fpage.rs",
    ] {
        let answer = server.get(&server.path(rest), &[]);
        assert!([400, 404].contains(&answer.status), "{rest}: {answer:?}");
        assert!(!answer.body.contains("[package]") && !answer.body.contains("root:"));
    }
}

#[test]
fn a_method_that_a_path_does_not_have_is_refused_with_those_it_has() {
    let server = Server::start(&[]);
    let asked = |method: &str, rest: &str| {
        let head = server.head(method, &server.path(rest), &[]);
        let answer = server.raw(format!("{head}\r\n").as_bytes());
        (answer.status, answer.header("allow").map(str::to_owned))
    };
    let refusal = server.get(&server.path("api/about"), &[]);
    assert_eq!(refusal.json()["error"]["kind"], "request");
    // A call is a request that sends something.
    for method in ["GET", "HEAD", "PUT", "OPTIONS"] {
        let only = Some("POST".to_owned());
        assert_eq!(asked(method, "api/about"), (405, only), "{method}");
    }
    for method in ["POST", "DELETE"] {
        let both = Some("GET, HEAD".to_owned());
        assert_eq!(asked(method, "index.html"), (405, both), "{method}");
    }
    let head = server.head("HEAD", &server.path("index.html"), &[]);
    let answer = server.raw(format!("{head}\r\n").as_bytes());
    let page = server.get(&server.path("index.html"), &[]);
    let length = page.body.len().to_string();
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    assert_eq!(answer.header("content-length"), Some(length.as_str()));
    // Without its last slash the address leads to the page.
    let bare = server.path("");
    let answer = server.get(bare.trim_end_matches('/'), &[]);
    assert_eq!((answer.status, answer.header("location")), (303, Some(bare.as_str())));
}

#[test]
fn what_is_no_request_is_refused_and_the_server_goes_on() {
    let server = Server::start(&[]);
    for bytes in [
        &b"\0\x01\x02\xff\r\n\r\n"[..],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut stream = server.connect();
        let _ = std::io::Write::write_all(&mut stream, bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let answer = Answer::read(&mut std::io::BufReader::new(stream));
        assert!(answer.status == 0 || answer.status >= 400, "{answer:?}");
    }
    for body in ["", "{", "[]", "5", "null", "\"x\"", "{\"sfen\": 1}", "\u{0}"] {
        let answer = server.post("position", body, &[]);
        assert_eq!(answer.status, 400, "{body}: {answer:?}");
        assert_eq!(answer.json()["error"]["kind"], "request");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(server.post("position", &format!("{{\"sfen\":{deep}"), &[]).status, 400);
    let request = json!({"sfen": "9/".repeat(10_000)}).to_string();
    assert_eq!(server.post("position", &request, &[]).status, 400);
    assert_eq!(server.call("position", &json!({"sfen": ONE}))["check"], false);
}

#[test]
fn whoever_is_refused_a_call_is_told_so_in_json() {
    let server = Server::start(&[]);
    let evil = [("Origin", "http://evil.example")];
    let rebound = [("Host", "evil.example")];
    for (answer, status, kind) in [
        (server.get(&server.path("api/judge"), &[]), 405, "request"),
        (server.get(&server.path("api/judge"), &evil), 403, "token"),
        (server.get(&server.path("api/judge"), &rebound), 403, "token"),
        (server.get("/0/api/judge", &[]), 403, "token"),
        (server.get(&server.path("api/a/b"), &[]), 404, "not_found"),
        (server.post("judge", "{}", &evil), 403, "token"),
        (server.post("nothing", "{}", &[]), 404, "not_found"),
    ] {
        assert_nothing(&server, &answer, status);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let error = &answer.json()["error"];
        assert_eq!(error["kind"], kind, "{answer:?}");
        assert!(error["message"].is_string() && error["span"].is_null(), "{answer:?}");
    }
    let page = server.get(&server.path("nothing"), &[]);
    assert_eq!(page.header("content-type"), Some("text/plain; charset=utf-8"));
}
