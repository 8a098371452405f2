//! Brinkmates (必至): read, judged, stepped through and written as such.

use super::client::{Events, Server};
use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;
use std::process::Command;

/// A brinkmate in three.
const BRINKMATE: &str = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1";

fn judged(server: &Server, request: &Value) -> Vec<(String, Value)> {
    server.stream("judge", request, "").collect()
}

fn row(events: &[(String, Value)]) -> &Value {
    let found = events.iter().find(|it| it.0 == "row");
    &found.unwrap_or_else(|| panic!("{:?}", Events::names(events))).1
}

#[test]
fn the_goal_of_a_record_is_read_and_written() {
    let server = Server::start(&[]);
    let goal = |text: &str| {
        let read = server.call("read", &json!({"text": text}));
        read["problems"][0]["goal"].clone()
    };
    assert_eq!(goal(BRINKMATE), "mate");
    assert_eq!(goal(&format!("{BRINKMATE}; goal \"brinkmate\";")), "brinkmate");
    let line = json!({"sfen": BRINKMATE, "goal": "必至"});
    assert_eq!(goal(&line.to_string()), "brinkmate");
    let moves = json!(["S*2c", "2b1c", "2c3d+"]);
    for format in ["sfen", "kif", "ki2", "csa", "jkf"] {
        for plies in [json!(3), Value::Null] {
            let request = json!({
                "sfen": BRINKMATE, "moves": moves, "goal": "brinkmate", "format": format,
                "expected_plies": plies,
            });
            let written = server.call("write", &request);
            let read = server.call("read", &json!({"text": written["text"]}));
            let found = &read["problems"][0];
            assert_eq!(found["goal"], "brinkmate", "{format}: {written}");
            assert_eq!(found["moves"], moves, "{format}");
            assert_eq!(found["expected_plies"], plies, "{format}: {written}");
        }
    }
}

#[test]
fn a_brinkmate_is_judged_as_by_check() {
    let server = Server::start(&[]);
    let request = json!({"sfen": BRINKMATE, "goal": "brinkmate", "nodes": 3_000_000});
    let events = judged(&server, &request);
    assert_eq!(events.last().unwrap().1["reason"], "done");
    let told = row(&events);
    let mut found = told["row"].clone();
    assert_eq!((&found["goal"], &found["plies"]), (&json!("brinkmate"), &json!(3)));
    let ending = told["ending"].as_array().unwrap();
    assert!(ending[0].as_str().unwrap().starts_with("threat: ▲"), "{told}");
    assert!(ending.len() > 2, "{told}");
    let output = Command::new(cargo_bin!("tsume"))
        .args(["check", "--hash", "16MiB", "--nodes", "3M", "--goal", "brinkmate"])
        .args(["--format", "jsonl", BRINKMATE])
        .output()
        .unwrap();
    let mut expected: Value = serde_json::from_slice(&output.stdout).unwrap();
    for row in [&mut found, &mut expected] {
        let fields = row.as_object_mut().unwrap();
        for key in ["id", "elapsed_ms", "nodes", "input"] {
            fields.remove(key);
        }
    }
    assert_eq!(found, expected);
    // Asked for a mate, the same diagram has none.
    let none = judged(&server, &json!({"sfen": BRINKMATE, "goal": "mate", "nodes": 3_000_000}));
    assert_eq!(row(&none)["row"]["verdict"], "no_mate");
}

#[test]
fn quiet_moves_belong_to_the_line_of_a_brinkmate() {
    let server = Server::start(&[]);
    let moves = json!(["S*2c", "2b1c", "2c3d+"]);
    let ask = |call: &str, goal: &str, moves: &Value| {
        let request = json!({
            "sfen": BRINKMATE, "goal": goal, "moves": moves, "nodes": 3_000_000, "format": "html",
        });
        server.post(call, &request.to_string(), &[]).json()
    };
    let position = ask("position", "brinkmate", &moves);
    assert_eq!(position["line"].as_array().unwrap().len(), 3);
    let position = ask("position", "mate", &moves);
    assert_eq!(position["illegal"]["ply"], 3);
    assert_eq!(ask("node", "mate", &moves)["error"]["kind"], "move");
    // The states along the line: a brinkmate to be reached, a defender in check, the brinkmate.
    let node = |moves: Value| {
        let found = ask("node", "brinkmate", &moves);
        (found["verdict"].clone(), found["plies"].clone())
    };
    assert_eq!(node(json!([])), (json!("brinkmate"), json!(3)));
    assert_eq!(node(json!(["S*2c"])), (json!("no_mate"), Value::Null));
    assert_eq!(node(moves.clone()), (json!("brinkmate"), Value::Null));
    assert_eq!(node(json!(["G*5e"])), (json!("no_threat"), Value::Null));
    let page = ask("write", "brinkmate", &moves);
    assert!(page["text"].as_str().unwrap().contains("必至"));
    let odd = json!({"sfen": BRINKMATE, "goal": "odd"});
    assert_eq!(server.fault("position", &odd), (400, "request".to_owned()));
}

#[test]
fn the_stated_length_is_compared_with_the_one_found() {
    let server = Server::start(&[]);
    let with = |plies: u32| {
        let request = json!({"sfen": super::ONE, "expected_plies": plies});
        row(&judged(&server, &request))["row"].clone()
    };
    assert_eq!(with(1)["verdict"], "sound");
    let shorter = with(3);
    assert_eq!(shorter["expected_plies"], 3);
    assert_eq!(shorter["verdict"], "flawed", "{shorter}");
}

/// S*2b threatens mate; △２二金 holds.
const THREATMATE: &str = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";

#[test]
fn every_goal_is_answered_by_the_request_and_by_the_text() {
    let server = Server::start(&[]);
    for (goal, sfen, solved, judged_as) in [
        ("mate", super::ONE, "mate", "sound"),
        ("brinkmate", BRINKMATE, "brinkmate", "sound"),
        ("threatmate", THREATMATE, "threatmate", "threatmate"),
    ] {
        let text = format!("{sfen}; goal \"{goal}\";");
        let read = server.call("read", &json!({"text": text}));
        assert_eq!(read["problems"][0]["goal"], goal);
        for request in [json!({"sfen": sfen, "goal": goal}), json!({"sfen": text})] {
            let mut request = request;
            request["nodes"] = json!(3_000_000);
            let events = judged(&server, &request);
            let found = &row(&events)["row"];
            assert_eq!((&found["goal"], &found["verdict"]), (&json!(goal), &json!(judged_as)));
            let node = server.call("node", &request);
            assert_eq!((&node["goal"], &node["verdict"]), (&json!(goal), &json!(solved)));
            let position = server.call("position", &request);
            assert_eq!(position["complaints"], json!([]), "{goal}");
            assert!(!position["moves"].as_array().unwrap().is_empty());
            request["format"] = json!("sfen");
            let written = server.call("write", &request);
            let again = server.call("read", &json!({"text": written["text"]}));
            assert_eq!(again["problems"][0]["goal"], goal, "{written}");
        }
    }
    // The request decides against the text.
    let text = format!("{BRINKMATE}; goal \"brinkmate\";");
    let events = judged(&server, &json!({"sfen": text, "goal": "mate", "nodes": 3_000_000}));
    assert_eq!(row(&events)["row"]["verdict"], "no_mate");
    // A threat is told with the defences that hold.
    let events = judged(&server, &json!({"sfen": THREATMATE, "goal": "threatmate"}));
    let ending = row(&events)["ending"].as_array().unwrap();
    assert!(ending[0].as_str().unwrap().starts_with("threat: ▲"), "{ending:?}");
    let holding = ending[1].as_str().unwrap();
    assert!(holding.starts_with("defences that hold: △"), "{holding}");
}

#[test]
fn only_mates_are_repaired_and_extended() {
    let server = Server::start(&[]);
    for (goal, sfen) in [("brinkmate", BRINKMATE), ("threatmate", THREATMATE)] {
        for call in ["repair", "extend"] {
            let request = json!({"sfen": sfen, "goal": goal});
            assert_eq!(server.fault(call, &request), (422, "illegal".to_owned()));
            let answer = server.post(call, &request.to_string(), &[]).json();
            let message = answer["error"]["message"].as_str().unwrap();
            let words = format!("the goal is a {goal}: only problems that end with a mate");
            assert!(message.starts_with(&words), "{message}");
        }
    }
}
