//! Calls that are answered at once or after a short search.

use super::client::Server;
use super::{COOKED, ONE};
use serde_json::{Value, json};

/// A build for development panics on purpose where a text has the word.
#[cfg(debug_assertions)]
#[test]
fn a_panic_of_the_reader_spoils_one_record_of_a_text() {
    let state = tempfile::tempdir().unwrap();
    let mut command = super::client::command(&state);
    command.env("TSUME_TEST_PANIC", "read:boom");
    command.args(["--port", "0", "--hash", "16MiB"]);
    let server = Server::of(command, state);
    let text = format!("{ONE}\n{COOKED}; id \"boom\"\n{COOKED}; id \"after\"\n");
    let read = server.call("read", &json!({"text": text}));
    let problems = read["problems"].as_array().unwrap();
    let has_error = problems.iter().map(|it| it["error"].is_object());
    assert_eq!(
        has_error.collect::<Vec<_>>(),
        [false, true, false],
        "{read}"
    );
    assert!(
        problems[1]
            .to_string()
            .contains("the program failed: on purpose"),
        "{read}"
    );
    assert_eq!(problems[2]["id"], "after");
}

#[test]
fn what_is_written_in_any_format_is_read_again() {
    let server = Server::start(&[]);
    let moves = json!(["1c2b", "1a2b", "7h2c+", "2b1a", "G*1b"]);
    let problem = json!({"sfen": COOKED, "moves": moves, "title": "<題>", "author": "作者"});
    for format in ["sfen", "kif", "ki2", "csa", "jkf", "usen", "bod", "text"] {
        let mut request = problem.clone();
        request["format"] = json!(format);
        let written = server.call("write", &request);
        let text = written["text"].as_str().unwrap();
        assert!(!text.contains('\u{1b}'), "{format}: {text}");
        let read = server.call("read", &json!({"text": text}));
        let found = &read["problems"][0];
        assert_eq!(found["sfen"], COOKED, "{format}: {read}");
        assert_eq!(found["error"], Value::Null, "{format}");
        if format != "bod" {
            assert_eq!(found["moves"], moves, "{format}: {text}");
        }
        if ["sfen", "kif", "ki2", "csa", "jkf"].contains(&format) {
            assert_eq!(found["title"], "<題>", "{format}");
        }
    }
}

/// As a row of the command line does.
#[test]
fn a_row_gives_back_the_headers_of_its_text() {
    let server = Server::start(&[]);
    let text = format!("{ONE}; id \"one\"; title \"題\"; plies 1; note \"n\"; author \"作者\";");
    let mut events = server.stream("judge", &json!({"sfen": text}), "");
    let (_, told) = events.find(|it| it.0 == "row").unwrap();
    let headers = json!({"作品名": "題", "備考": "n", "作者": "作者"});
    assert_eq!(told["row"]["input"], headers);
    assert_eq!(told["row"]["id"], "one");
}

#[test]
fn a_position_has_its_legal_moves() {
    let server = Server::start(&[]);
    let found = server.call("position", &json!({"sfen": ONE, "moves": ["G*5b"]}));
    assert_eq!(
        found["canonical"],
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
    assert_eq!(found["line"][0]["japanese"], "▲５二金");
    assert_eq!(
        (&found["check"], &found["moves"]),
        (&json!(true), &json!([]))
    );
    let found = server.call("position", &json!({"sfen": ONE}));
    let moves = found["moves"].as_array().unwrap();
    let with = |key: &str| -> Vec<&str> {
        let some = moves.iter().filter(|it| it[key] == true);
        some.map(|it| it["usi"].as_str().unwrap()).collect()
    };
    assert_eq!(with("mate"), ["G*5b"]);
    let problem: tsume::Problem = ONE.parse().unwrap();
    let mut checks: Vec<_> = (problem.moves_after(&[]).unwrap().iter())
        .map(ToString::to_string)
        .collect();
    checks.sort();
    assert_eq!(with("check"), checks);
    assert!(moves.len() > checks.len(), "{}", moves.len());
    assert_eq!(found["missing"]["G"], 3);
    // The other side attacks.
    let turned = "9/9/9/9/9/9/4p4/9/4K4 w g 1";
    let found = server.call("position", &json!({"sfen": turned, "moves": ["G*5h"]}));
    assert_eq!(
        (&found["attacker"], &found["check"]),
        (&json!("white"), &json!(true))
    );
    assert_eq!(found["line"][0]["japanese"], "△５八金");
    // A line as far as it can be played.
    let broken = json!({"sfen": COOKED, "moves": ["1c2b", "1a3c", "G*1b"], "lang": "ja"});
    let found = server.call("position", &broken);
    assert_eq!(found["line"].as_array().unwrap().len(), 1);
    assert_eq!(found["illegal"]["ply"], 2);
}

#[test]
fn a_node_is_mate_or_no_mate_and_says_why_interpositions_count() {
    let server = Server::start(&[]);
    let node = |request: Value| server.call("node", &request);
    let mate = node(json!({"sfen": COOKED, "moves": ["1c2b", "1a2b"]}));
    assert_eq!(
        (&mate["verdict"], &mate["plies"]),
        (&json!("mate"), &json!(3))
    );
    let (line, japanese) = (mate["line"].as_array().unwrap(), &mate["japanese"]);
    assert_eq!((line.len(), japanese.as_array().unwrap().len()), (3, 3));
    let none = node(json!({"sfen": COOKED, "moves": ["1c1b"], "lang": "ja"}));
    assert_eq!(
        (&none["verdict"], &none["side"]),
        (&json!("no_mate"), &json!("white"))
    );
    assert!(!none["line"].as_array().unwrap().is_empty());
    let futile = json!({"sfen": "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1", "explain": true});
    let explained = node(futile);
    let all = explained["interpositions"].as_array().unwrap();
    let is_futile = |it: &&Value| it["futile"] == true;
    let futile = all.iter().find(is_futile).unwrap();
    assert_eq!(
        (&futile["move"], &futile["japanese"]),
        (&json!("1a2c"), &json!("△２三桂"))
    );
    assert!(
        futile["text"].as_str().unwrap().starts_with("futile"),
        "{futile}"
    );
    let open = node(json!({"sfen": super::LONG, "nodes": 100}));
    assert_eq!(
        (&open["verdict"], &open["limit"]),
        (&json!("unknown"), &json!("nodes"))
    );
    let illegal = server.fault("node", &json!({"sfen": ONE, "moves": ["G*9i"]}));
    assert_eq!(illegal, (400, "move".to_owned()));
}

#[test]
fn what_was_judged_is_written_with_it() {
    let server = Server::start(&[]);
    let problem = json!({"sfen": COOKED, "title": "</script><script>alert(1)", "nodes": 20_000});
    let with = |format: &str, more: Value| {
        let mut request = problem.clone();
        request["format"] = json!(format);
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        server.call("write", &request)
    };
    let kif = with("kif", json!({"row": {"rules": "standard"}, "lang": "ja"}));
    let text = kif["text"].as_str().unwrap();
    assert!(
        text.contains("変化：3手") && text.contains("余詰"),
        "{text}"
    );
    assert!(
        !with("kif", json!({}))["text"]
            .as_str()
            .unwrap()
            .contains("余詰")
    );
    let html = with("html", json!({}));
    let text = html["text"].as_str().unwrap();
    assert!(text.starts_with("<!doctype html>") && !text.contains("<script>alert(1)"));
    let svg = with("svg", json!({"row": {"plies": 5}}));
    let text = svg["text"].as_str().unwrap();
    assert!(
        text.starts_with("<svg") && !text.contains("<script>"),
        "{text}"
    );
    let name = svg["name"].as_str().unwrap();
    assert!(!name.contains(['/', '<', '>', '.', '\\']) || name == "script--script-alert-1.svg");
    let png = server.fault("write", &json!({"sfen": COOKED, "format": "png"}));
    let about = server.call("about", &json!({}));
    let has_png = cfg!(feature = "png");
    let expected = if has_png { 200 } else { 501 };
    assert_eq!(
        (png.0, &about["png"]),
        (expected, &json!(has_png)),
        "{png:?}"
    );
    assert_eq!(
        server
            .fault("write", &json!({"sfen": COOKED, "format": "exe"}))
            .1,
        "request"
    );
}
