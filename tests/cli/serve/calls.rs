//! Calls that are answered at once or after a short search.

use super::client::Server;
use super::{COOKED, ONE};
use serde_json::{Value, json};

fn strings(value: &Value) -> Vec<&str> {
    let values = value.as_array().unwrap().iter();
    values.map(|it| it.as_str().unwrap()).collect()
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

#[test]
fn texts_files_and_links_are_read() {
    let server = Server::start(&[]);
    let read = |request: &Value| server.call("read", request);
    let link = "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9_b_G_1";
    let found = read(&json!({"text": link}));
    assert_eq!(
        found["problems"][0]["sfen"],
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
    let lines =
        format!("# two\n{ONE}; id \"a\"\nnonsense\n{{\"sfen\": \"{COOKED}\", \"id\": 7}}\n");
    let found = read(&json!({"text": lines}));
    let problems = found["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 3);
    assert_eq!(problems[0]["id"], "a");
    assert_eq!(problems[1]["error"]["kind"], "sfen");
    // KIF in the encoding of Windows: 作者：A, and an empty board with one king and a gold in hand.
    let kif = in_base64("作者：Ａ\n後手の持駒：なし\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n");
    let found = server.fault("read", &json!({"base64": kif, "name": "a.kif"}));
    assert_eq!(found.0, 200, "{found:?}");
    // A diagram that is not legal can be shown all the same.
    let found = read(&json!({"text": "9/9/4P4/9/9/9/9/9/9 b G 1"}));
    assert_eq!(found["problems"][0]["error"]["kind"], "illegal");
    assert_eq!(found["problems"][0]["sfen"], "9/9/4P4/9/9/9/9/9/9 b G 1");
    for (request, kind) in [
        (json!({"text": ""}), "record"),
        (json!({"text": "# nothing\n"}), "record"),
        (json!({}), "request"),
        (json!({"base64": "%%%"}), "request"),
        (json!({"text": 5}), "request"),
    ] {
        assert_eq!(
            server.fault("read", &request),
            (400, kind.to_owned()),
            "{request}"
        );
    }
}

/// Returns a text in the encoding of Windows, in base64.
fn in_base64(text: &str) -> String {
    use tsume::notation::record::{Encoding, encode};
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes = encode(text, Encoding::Cp932).unwrap();
    let mut coded = String::new();
    for three in bytes.chunks(3) {
        let mut number = 0;
        for at in 0..3 {
            number = number << 8 | u32::from(three.get(at).copied().unwrap_or(0));
        }
        for at in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * at)) as usize & 63];
            coded.push(if at > three.len() {
                '='
            } else {
                char::from(digit)
            });
        }
    }
    coded
}

#[test]
fn files_of_the_command_line_come_in_parts() {
    let server = Server::start(&["problems/first-steps.sfen"]);
    let part = server.call("files", &json!({"from": 10, "count": 5}));
    assert_eq!(part["total"], 12);
    let problems = part["problems"].as_array().unwrap();
    let ids: Vec<_> = problems
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["first-11", "first-12"]);
    assert_eq!(problems[0]["attacker"], "black");
    let nothing = server.call("files", &json!({"from": 1_000_000}));
    assert_eq!(nothing["problems"], json!([]));
    // Those with a text in the id, title or author.
    let found = server.call("files", &json!({"filter": "FIRST-1", "from": 1}));
    let ids = found["problems"].as_array().unwrap().iter();
    let ids: Vec<_> = ids.map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(
        (&found["total"], &ids[..]),
        (&json!(3), &["first-11", "first-12"][..])
    );
    let nothing = server.call("files", &json!({"filter": "nobody"}));
    assert_eq!(
        (&nothing["total"], &nothing["problems"]),
        (&json!(0), &json!([]))
    );
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
fn complaints_name_their_squares() {
    let server = Server::start(&[]);
    for (sfen, kind, squares) in [
        ("4k4/9/4P4/4P4/9/9/9/9/9 b G 1", "nifu", &["5c", "5d"][..]),
        ("4k3P/9/4P4/9/9/9/9/9/9 b G 1", "dead_end", &["1a"]),
        ("9/9/4P4/9/9/9/9/9/9 b G 1", "no_king", &[]),
        ("4k4/9/9/k8/9/9/9/9/9 b G 1", "several_kings", &["5a", "9d"]),
        (
            "4k4/4G4/9/9/9/9/9/9/9 b G 1",
            "check_out_of_turn",
            &["5a", "5b"],
        ),
        (
            "4k4/9/9/BBB6/9/9/9/9/9 b G 1",
            "too_many",
            &["7d", "8d", "9d"],
        ),
    ] {
        for (lang, word) in [("en", true), ("ja", false)] {
            let found = server.call("position", &json!({"sfen": sfen, "lang": lang}));
            let complaint = &found["complaints"][0];
            assert_eq!(complaint["kind"], kind, "{found}");
            let mut named = strings(&complaint["squares"]);
            named.sort_unstable();
            assert_eq!(named, squares, "{kind}");
            assert_eq!(
                complaint["message"].as_str().unwrap().is_ascii(),
                word,
                "{complaint}"
            );
            assert_eq!(found["canonical"], Value::Null);
        }
    }
    let found = server.call("position", &json!({"sfen": "4k4/9/9/BBB6/9/9/9/9/9 b G 1"}));
    assert_eq!(found["too_many"], json!({"B": 1}));
    assert_eq!(server.fault("position", &json!({"sfen": "x"})).1, "sfen");
    assert_eq!(
        server
            .fault("position", &json!({"sfen": ONE, "moves": ["x"]}))
            .1,
        "move"
    );
    assert_eq!(server.fault("position", &json!({})).1, "request");
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

#[test]
fn a_stop_without_a_string_is_told_what_it_wants() {
    let server = Server::start(&[]);
    for id in [json!(99), json!(null), json!("x")] {
        let request = json!({"id": id}).to_string();
        let answer = server.post("stop", &request, &[]);
        let message = answer.json()["error"]["message"].to_string();
        assert_eq!(answer.status, 400);
        assert!(message.contains("`id` has to be a string"), "{message}");
    }
    let answer = server.call("stop", &json!({"id": "99"}));
    assert_eq!(answer, json!({"stopped": false}));
}

#[test]
fn a_broken_record_is_answered_as_far_as_it_goes_with_the_place() {
    let server = Server::start(&[]);
    let board = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n".to_owned()
        + "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
        + "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n"
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n".repeat(6);
    let text = format!(
        "作品名：一\r\n持駒：金銀\r\n{board}   1 ５二金打\r\n   2 ６一玉(52)\r\n\r\n作品名：二\n{board}持駒：炎\n"
    );
    let read = server.call("read", &json!({"text": text}));
    let problems = read["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 2, "{read}");
    let first = &problems[0];
    assert_eq!(
        (&first["title"], &first["moves"]),
        (&json!("一"), &json!(["G*5b"]))
    );
    assert_eq!(first["error"], Value::Null);
    let warnings = first["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{first}");
    assert_eq!(
        warnings[0]["message"],
        "the line is left out from here on: there is no 玉 of the side to move on ５二"
    );
    let place = json!({"line": 14, "column": 6, "end_column": 13, "excerpt": "   2 ６一玉(52)"});
    assert_eq!(warnings[0]["place"], place);
    let second = &problems[1];
    assert_eq!(
        (&second["sfen"], &second["warnings"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(second["error"]["message"], "`炎` is no piece in hand");
    let place = json!({"line": 27, "column": 4, "end_column": 5, "excerpt": "持駒：炎"});
    assert_eq!(second["error"]["place"], place);
    // The same of a line, in Japanese.
    let line = format!("{ONE} moves G*5b 5a6z");
    let read = server.call("read", &json!({"text": line, "lang": "ja"}));
    let found = &read["problems"][0];
    assert_eq!(found["moves"], json!(["G*5b"]));
    let warning = &found["warnings"][0];
    assert_eq!(
        (&warning["place"]["line"], &warning["place"]["excerpt"]),
        (&json!(1), &json!(line))
    );
    assert!(
        warning["message"]
            .as_str()
            .unwrap()
            .starts_with("手順をここから省略する："),
        "{warning}"
    );
}
