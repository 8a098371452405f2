//! Judgements and repairs, told as they become known.

use super::client::{Events, Server};
use super::{COOKED, LONG, ONE};
use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;
use std::process::Command;

/// Returns all events of a judgement.
fn judged(server: &Server, request: &Value) -> Vec<(String, Value)> {
    server.stream("judge", request, "").collect()
}

fn data<'e>(events: &'e [(String, Value)], name: &str) -> &'e Value {
    let found = events.iter().rev().find(|it| it.0 == name);
    &found.unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn the_row_is_that_of_check() {
    let server = Server::start(&[]);
    let moves = ["1c2b", "1a2b", "7h2c+", "2b1a", "G*1b"];
    let one = format!("{ONE} moves G*5b");
    for (sfen, line, rules) in [
        (COOKED, &moves[..], "standard"),
        (COOKED, &[], "strict"),
        (&one, &[], "lenient"),
        ("4k4/9/9/9/9/9/9/9/9 b P 1", &[], "standard"),
    ] {
        let request = json!({"sfen": sfen, "moves": line, "rules": rules, "nodes": 20_000});
        let events = judged(&server, &request);
        let mut row = data(&events, "row")["row"].clone();
        let mut input = sfen.to_owned();
        if !line.is_empty() {
            input = format!("{input} moves {}", line.join(" "));
        }
        let output = Command::new(cargo_bin!("tsume"))
            .args(["check", "--hash", "16MiB", "--nodes", "20k", "--attributes"])
            .args(["--format", "jsonl", "--rules", rules, &input])
            .output()
            .unwrap();
        let mut expected: Value = serde_json::from_slice(&output.stdout).unwrap();
        for row in [&mut row, &mut expected] {
            let fields = row.as_object_mut().unwrap();
            // The keys of positions are others in every run of the server, and so may the nodes be.
            for key in ["id", "elapsed_ms", "nodes", "input"] {
                fields.remove(key);
            }
        }
        assert_eq!(row, expected);
    }
}

#[test]
fn a_known_answer_is_told_in_another_language_without_a_search() {
    let server = Server::start(&[]);
    let mut request = json!({"sfen": COOKED, "nodes": 20_000, "lang": "en", "known": true});
    let first = judged(&server, &request);
    assert_eq!(data(&first, "row")["remembered"], false);
    request["lang"] = json!("ja");
    let again = judged(&server, &request);
    assert_eq!(Events::names(&again), ["started", "row", "done"]);
    let (old, new) = (data(&first, "row"), data(&again, "row"));
    assert_eq!(
        (&new["remembered"], &new["row"]),
        (&json!(true), &old["row"])
    );
    assert_eq!(new["findings"][0]["term"], "余詰");
    // Other rules are another question, and who does not ask for what is known gets a judgement.
    request["rules"] = json!("strict");
    assert_eq!(data(&judged(&server, &request), "row")["remembered"], false);
    request["known"] = json!(false);
    assert_eq!(data(&judged(&server, &request), "row")["remembered"], false);
}

#[test]
fn everything_is_told_as_soon_as_it_is_known() {
    let server = Server::start(&[]);
    let request = json!({"sfen": COOKED, "nodes": 50_000, "variations": 1});
    let events = judged(&server, &request);
    let names = Events::names(&events);
    let at = |name: &str| names.iter().position(|it| *it == name).unwrap();
    assert_eq!((at("started"), at("first")), (0, 1));
    assert!(
        at("first") < at("length") && at("length") < at("line"),
        "{names:?}"
    );
    assert!(
        at("line") < at("open") && at("open") < at("finding"),
        "{names:?}"
    );
    assert!(at("finding") < at("row"), "{names:?}");
    assert_eq!(names.last(), Some(&"done"));
    assert_eq!(
        data(&events, "first")["japanese"].as_array().unwrap().len(),
        5
    );
    assert_eq!(events[at("length")].1["plies"], 5);
    assert_eq!(data(&events, "length")["plies_strict"], 5);
    let left: Vec<_> = (events.iter().filter(|it| it.0 == "open"))
        .map(|it| it.1["left"].as_u64().unwrap())
        .collect();
    assert_eq!(left.last(), Some(&0));
    assert!(left.is_sorted_by(|a, b| a >= b), "{left:?}");
    let row = data(&events, "row");
    assert_eq!(data(&events, "line")["moves"], row["moves"]);
    assert!(row["row"]["variations"].is_array());
    // Every cook of the row was told before.
    let cooks = |it: &&Value| it["kind"] == "cook";
    let told: Vec<&Value> = (events.iter().filter(|it| it.0 == "finding"))
        .map(|it| &it.1)
        .collect();
    let in_row: Vec<&Value> = (row["findings"].as_array().unwrap().iter())
        .filter(cooks)
        .collect();
    assert_eq!(in_row.len(), 3);
    for cook in in_row {
        let is_it = |it: &&&Value| it["ply"] == cook["ply"] && it["move"] == cook["move"];
        let before = told.iter().find(is_it).unwrap_or_else(|| panic!("{cook}"));
        // Its line may have given way to best play of the same length.
        for key in ["kind", "before", "plies", "words", "grade"] {
            assert_eq!(before[key], cook[key], "{key}");
        }
        assert_eq!(cook["term"], "余詰 cook");
    }
    assert_eq!(data(&events, "done")["reason"], "done");
}

#[test]
fn no_mate_a_limit_and_a_defender_to_move_are_told() {
    let server = Server::start(&[]);
    let none = judged(
        &server,
        &json!({"sfen": "4k4/9/9/9/9/9/9/9/9 b P 1", "lang": "ja"}),
    );
    assert_eq!(data(&none, "finding")["kind"], "no_mate");
    assert_eq!(data(&none, "row")["row"]["verdict"], "no_mate");
    assert!(
        data(&none, "row")["text"]
            .as_str()
            .unwrap()
            .contains("不詰")
    );
    let open = judged(&server, &json!({"sfen": LONG, "nodes": 1_000}));
    assert_eq!(data(&open, "done")["reason"], "limit");
    assert_eq!(data(&open, "row")["row"]["limit"], "nodes");
    let defence = "8k/7P1/9/9/9/9/9/9/8L w - 1";
    let defence = judged(&server, &json!({"sfen": defence, "nodes": 10_000}));
    let row = &data(&defence, "row")["row"];
    assert!(
        ["mate", "no_mate"].contains(&row["verdict"].as_str().unwrap()),
        "{row}"
    );
    let answer = server.fault("judge", &json!({"sfen": "9/9/9/9/9/9/9/9/9 b G 1"}));
    assert_eq!(answer, (422, "illegal".to_owned()));
    let answer = server.fault("judge", &json!({"sfen": ONE, "rules": "odd"}));
    assert_eq!(answer, (400, "request".to_owned()));
}

#[test]
fn a_search_ends_when_its_page_goes_away() {
    let server = Server::start(&[]);
    let mut events = server.stream("judge", &json!({"sfen": LONG, "time_ms": 3_600_000}), "one");
    assert_eq!(events.next().unwrap().0, "started");
    server.wait_for_searches(1);
    drop(events);
    server.wait_for_searches(0);
    // A search that is answered at once when it ends, too.
    let request = json!({"sfen": LONG, "time_ms": 3_600_000}).to_string();
    let head = server.head("POST", &server.path("api/node"), &[]);
    let mut stream = server.connect();
    let whole = format!("{head}Content-Length: {}\r\n\r\n{request}", request.len());
    std::io::Write::write_all(&mut stream, whole.as_bytes()).unwrap();
    server.wait_for_searches(1);
    drop(stream);
    server.wait_for_searches(0);
}

#[test]
fn a_new_judgement_of_a_page_ends_the_one_before() {
    let server = Server::start(&[]);
    let long = json!({"sfen": LONG, "time_ms": 3_600_000});
    let mut first = server.stream("judge", &long, "one");
    assert_eq!(first.next().unwrap().0, "started");
    let mut other = server.stream("judge", &long, "two");
    assert_eq!(other.next().unwrap().0, "started");
    server.wait_for_searches(2);
    let next = server.stream("judge", &json!({"sfen": ONE}), "one");
    assert_eq!(next.last().unwrap().1["reason"], "done");
    let ended: Vec<_> = first.collect();
    assert_eq!(ended.last().unwrap().1["reason"], "stopped");
    assert_eq!(data(&ended, "row")["row"]["limit"], "interrupt");
    // The other page goes on.
    server.wait_for_searches(1);
    drop(other);
    server.wait_for_searches(0);
}

#[test]
fn a_stream_is_stopped_by_its_number() {
    let server = Server::start(&[]);
    let long = json!({"sfen": LONG, "time_ms": 3_600_000});
    let mut events = server.stream("judge", &long, "one");
    let started = events.next().unwrap();
    let id = &started.1["id"];
    assert_eq!(
        server.call("stop", &json!({"id": id})),
        json!({"stopped": true})
    );
    assert_eq!(events.last().unwrap().1["reason"], "stopped");
    // The last event is on its way before the search is gone.
    server.wait_for_searches(0);
    assert_eq!(
        server.call("stop", &json!({"id": id})),
        json!({"stopped": false})
    );
    assert_eq!(server.fault("stop", &json!({})).1, "request");
}

#[test]
fn an_extension_tells_longer_problems_that_check_agrees_with() {
    let server = Server::start(&[]);
    let short = "7k1/9/7P1/9/9/9/9/9/9 b G 1";
    let request = json!({"sfen": short, "best": 2, "nodes": 20_000_000, "lang": "ja"});
    let events: Vec<_> = server.stream("extend", &request, "one").collect();
    let versions: Vec<&Value> = (events.iter().filter(|it| it.0 == "version"))
        .map(|it| &it.1)
        .collect();
    assert!(!versions.is_empty(), "{events:?}");
    for version in versions {
        assert_eq!(version["moves"].as_array().unwrap().len(), 3);
        // The words are the two moves before.
        assert!(
            version["words"]["en"][0].as_str().unwrap().starts_with('▲'),
            "{version}"
        );
        let request = json!({"sfen": version["sfen"], "moves": version["moves"]});
        let again = judged(&server, &request);
        let row = &data(&again, "row")["row"];
        assert_eq!(
            (&row["verdict"], &row["plies"]),
            (&version["verdict"], &json!(3))
        );
    }
    // A flawed problem is not extended.
    let request = json!({"sfen": COOKED, "nodes": 200_000});
    let events: Vec<_> = server.stream("extend", &request, "one").collect();
    assert_eq!(data(&events, "done")["flawed"], true);
    assert_eq!(data(&events, "done")["found"], 0);
}

#[test]
fn a_repair_tells_versions_that_check_agrees_with() {
    let server = Server::start(&[]);
    let squares: Vec<String> = (4..=7)
        .flat_map(|file| ('d'..='h').map(move |rank| format!("{file}{rank}")))
        .collect();
    let request = json!({
        "sfen": COOKED, "keep": "length", "allow": ["move"], "squares": squares, "best": 2,
        "time_ms": 3_600_000, "lang": "ja",
    });
    let events: Vec<_> = server.stream("repair", &request, "one").collect();
    assert_eq!(data(&events, "done")["reason"], "done");
    // One idea; the page shows how many are like it.
    assert_eq!(data(&events, "done")["found"], 1);
    let versions: Vec<&Value> = (events.iter().filter(|it| it.0 == "version"))
        .map(|it| &it.1)
        .collect();
    assert_eq!(versions.len(), 2);
    for version in versions {
        assert_eq!(version["idea"], 1);
        assert_eq!(
            version["words"]["en"].as_array().unwrap().len(),
            1,
            "{version}"
        );
        let request = json!({"sfen": version["sfen"], "moves": version["moves"]});
        let again = judged(&server, &request);
        assert_eq!(
            data(&again, "row")["row"]["verdict"],
            version["verdict"],
            "{version}"
        );
    }
    let odd = json!({"sfen": COOKED, "keep": "everything"});
    assert_eq!(server.fault("repair", &odd), (400, "request".to_owned()));
    let odd = json!({"sfen": COOKED, "squares": ["0x"]});
    assert_eq!(server.fault("repair", &odd), (400, "request".to_owned()));
}

#[test]
fn composed_problems_are_those_of_the_command_line() {
    let arguments = [
        "compose", "--seed", "1", "--plies", "3", "--number", "2", "--jobs", "1", "--allow",
        "plain",
    ];
    let command = Command::new(cargo_bin!("tsume"))
        .args(arguments)
        .args(["--format", "jsonl", "-q"])
        .output()
        .unwrap();
    let rows = String::from_utf8(command.stdout).unwrap();
    let rows = rows.lines().map(|it| serde_json::from_str(it).unwrap());
    let rows: Vec<Value> = rows.collect();
    assert_eq!(rows.len(), 2);
    let server = Server::start(&[]);
    let request =
        json!({"seed": 1, "plies": [3, 3], "number": 2, "allow": ["plain"], "time_ms": 3_600_000});
    let events: Vec<_> = server.stream("compose", &request, "one").collect();
    assert_eq!(data(&events, "done")["reason"], "done");
    assert_eq!(data(&events, "done")["found"], 2);
    let problems = events.iter().filter(|it| it.0 == "problem").map(|it| &it.1);
    for (problem, row) in problems.zip(&rows) {
        assert_eq!(problem["id"], row["id"]);
        assert_eq!(problem["moves"], row["solution"]);
        assert_eq!(problem["rating"], row["rating"]);
        assert_eq!(problem["row"]["verdict"], "sound");
        let again = judged(
            &server,
            &json!({"sfen": problem["sfen"], "rules": "strict"}),
        );
        assert_eq!(data(&again, "row")["row"]["verdict"], "sound");
    }
    // A limit ends the run between two diagrams.
    let request = json!({"seed": 1, "plies": [9, 9], "number": 1000, "time_ms": 300});
    let events: Vec<_> = server.stream("compose", &request, "one").collect();
    assert_eq!(data(&events, "done")["reason"], "limit");
}

/// A check that is tolerated in any case may stay open: its count is the last one.
#[test]
fn the_last_count_of_open_checks_is_told() {
    let server = Server::start(&[]);
    let sfen = "9/8k/5B1ps/9/9/9/9/9/9 b 2S2rb4gs4n4l17p 1";
    let events = judged(&server, &json!({"sfen": sfen}));
    let open = events.iter().rfind(|it| it.0 == "open");
    assert_eq!(open.unwrap().1["left"], 1);
    assert_eq!(data(&events, "row")["row"]["verdict"], "sound");
}

/// But for the time and the place of a file, they are those of `validate`.
#[test]
fn rows_of_a_list_are_those_of_validate() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/first-steps.sfen");
    let server = Server::start(&[file]);
    let problems = server.call("files", &json!({}))["problems"].clone();
    let events = server.stream("rows", &json!({"problems": problems, "nodes": 50_000}), "");
    let mut rows: Vec<(u64, Value)> = events
        .filter(|it| it.0 == "row")
        .map(|(_, told)| {
            let row: Value = serde_json::from_str(told["row"].as_str().unwrap()).unwrap();
            assert_eq!(told["brief"]["verdict"], row["verdict"], "{told}");
            (told["at"].as_u64().unwrap(), row)
        })
        .collect();
    rows.sort_by_key(|it| it.0);
    let args = [
        "validate",
        "-q",
        "--nodes",
        "50k",
        "--hash",
        "16MiB",
        "--attributes",
    ];
    let output = Command::new(cargo_bin!("tsume"))
        .args(args)
        .args(["--format", "jsonl", file])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // The server draws keys of positions, so that the nodes differ by a few.
    let without_time = |mut row: Value| {
        row["elapsed_ms"] = Value::Null;
        row["nodes"] = Value::Null;
        row
    };
    let expected = text
        .lines()
        .map(|it| without_time(serde_json::from_str(it).unwrap()));
    let found = rows.into_iter().map(|it| without_time(it.1));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    // Rows that are read again are the same, and are written as a table.
    let read = server.call("read", &json!({"text": text, "name": "rows.jsonl"}));
    let read = read["problems"].as_array().unwrap();
    let read: Vec<&str> = read.iter().map(|it| it["row"].as_str().unwrap()).collect();
    assert_eq!(read, text.lines().collect::<Vec<_>>());
    let table = server.call("report", &json!({"rows": read, "format": "csv"}));
    assert!(
        table["text"].as_str().unwrap().contains("first-12"),
        "{table}"
    );
}
