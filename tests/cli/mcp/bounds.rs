//! Limits, calls that are cancelled, and the end.

use super::Client;
use crate::{ENDLESS, ONE, program, tsume};
use serde_json::json;
use std::time::Duration;

#[test]
fn every_call_has_a_limit() {
    let mut client = Client::start(&["--time", "300ms", "--nodes", "1M", "--results", "2"]);
    let (text, row) = client.answered("solve", json!({"problem": ENDLESS}));
    assert_eq!(row["verdict"], "unknown");
    assert!(text.contains("The limit was reached"), "{text}");
    let limits = row["limits"].as_str().unwrap();
    assert_eq!(limits, "time=300ms nodes=1000000 hash=64MiB");
    let (_, row) = client.answered("solve", json!({"problem": ENDLESS, "nodes": 1000}));
    assert_eq!(row["limit"], "nodes");
    for arguments in [
        json!({"problem": ONE, "time_ms": 301}),
        json!({"problem": ONE, "nodes": 1_000_001}),
        json!({"problem": ONE, "time_ms": 0}),
    ] {
        let told = client.refused("solve", arguments);
        assert!(told.contains("expected a whole number from 1 to"), "{told}");
    }
    let told = client.refused("compose", json!({"number": 3}));
    assert!(told.contains("from 1 to 2"), "{told}");
    let (_, composed) = client.answered("compose", json!({"plies": [21, 21], "number": 2}));
    assert_eq!(composed["reason"], "limit");
    let several = format!("{ONE}\n").repeat(3);
    let (_, converted) = client.answered("convert", json!({"problem": several}));
    assert_eq!(converted["problems"].as_array().unwrap().len(), 2);
    assert_eq!(converted["left_out"], 1);
}

#[test]
fn a_text_that_is_too_large_is_refused() {
    let mut client = Client::start(&["--input-size", "1MiB"]);
    let large = "歩".repeat(1 << 20);
    for (tool, name) in [
        ("solve", "problem"),
        ("convert", "problem"),
        ("compose", "from"),
    ] {
        let told = client.refused(tool, json!({ name: large }));
        assert!(told.contains("may have 1048576 at most"), "{told}");
    }
    let told = client.refused("similar", json!({"problem": ONE, "collection": large}));
    assert!(told.contains("`collection`"), "{told}");
    tsume()
        .args(["mcp", "--input-size", "9MiB"])
        .assert()
        .code(2);
    tsume().args(["mcp", "--time", "2h"]).assert().code(2);
    tsume()
        .args(["mcp", "--folder", "not-here"])
        .assert()
        .code(2);
}

#[test]
fn a_cancelled_call_makes_room_for_others() {
    let mut client = Client::start(&["--jobs", "1", "--time", "10m"]);
    let arguments = json!({"name": "solve", "arguments": {"problem": ENDLESS, "time_ms": 600_000}});
    let endless = client.ask("tools/call", &arguments);
    let waiting = client.ask("tools/call", &arguments);
    std::thread::sleep(Duration::from_millis(300));
    for id in [waiting, endless] {
        let params = json!({"requestId": id, "reason": "enough"});
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
        );
    }
    // A cancelled call gets no answer: `answered` would fail on it.
    let (_, row) = client.answered("solve", json!({"problem": ONE}));
    assert_eq!(row["plies"], 1);
}

#[test]
fn progress_is_told_to_who_wants_it() {
    let mut client = Client::start(&[]);
    let call = json!({"name": "solve", "arguments": {"problem": ENDLESS, "time_ms": 1800}, "_meta": {"progressToken": "t"}});
    let id = client.ask("tools/call", &call);
    let answer = client.answer(id);
    assert_eq!(answer["result"]["structuredContent"]["limit"], "time");
    let told = &client.progress;
    assert!((2..=4).contains(&told.len()), "{told:?}");
    let numbers: Vec<f64> = told
        .iter()
        .map(|it| it["progress"].as_f64().unwrap())
        .collect();
    assert!(
        numbers.is_sorted() && told.iter().all(|it| it["progressToken"] == "t"),
        "{told:?}"
    );
    assert!(
        told[0]["message"].as_str().unwrap().contains("nodes"),
        "{told:?}"
    );
}

#[test]
fn the_server_ends_with_its_input() {
    let mut client = Client::start(&["--time", "10m"]);
    let call = json!({"name": "solve", "arguments": {"problem": ENDLESS, "time_ms": 600_000}});
    let id = client.ask("tools/call", &call);
    client.close();
    // The search ends, and its answer is written.
    let answer = client.answer(id);
    assert_eq!(answer["result"]["structuredContent"]["limit"], "interrupt");
    assert!(client.end().success());
    // A server that has got no message ends as well.
    assert!(Client::silent(&[]).end().success());
    let output = program()
        .arg("mcp")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(),
        "{output:?}"
    );
}
