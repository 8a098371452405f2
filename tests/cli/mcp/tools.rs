//! Every tool, and calls that are refused.

use super::Client;
use crate::{COOKED, ONE, SOUND, rows, tsume};
use serde_json::{Value, json};
use std::fs;

/// Returns a row without the fields that depend on the run, or on the place of the problem.
fn same(row: &Value) -> Value {
    let mut row = row.clone();
    for key in ["id", "line", "record", "elapsed_ms", "nodes", "limits"] {
        row[key] = Value::Null;
    }
    row
}

#[test]
fn tools_are_described() {
    let mut client = Client::start(&[]);
    let answer = client.request("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    let known = [
        "solve",
        "check",
        "explain_try",
        "reply",
        "repair",
        "extend",
        "convert",
        "picture",
        "similar",
        "compose",
    ];
    let known = known
        .into_iter()
        .filter(|&it| it != "picture" || cfg!(feature = "png"));
    assert_eq!(names, known.collect::<Vec<_>>());
    // An assistant reads all of it before each talk.
    let size = answer.to_string().len();
    assert!(size <= 20_000, "{size} bytes");
    for tool in tools {
        assert!(
            tool["title"].is_string() && tool["description"].is_string(),
            "{tool}"
        );
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        assert_eq!(tool["outputSchema"], tools[0]["outputSchema"]);
        for (name, about) in tool["inputSchema"]["properties"].as_object().unwrap() {
            assert!(about["description"].is_string(), "{name}");
        }
        jsonschema::meta::validate(&tool["inputSchema"]).unwrap();
        jsonschema::meta::validate(&tool["outputSchema"]).unwrap();
    }
    assert!(client.end().success());
}

#[test]
fn rows_are_those_of_the_command_line() {
    let mut client = Client::start(&[]);
    let schema = fs::read(support::root().join("src/report/schemas/row.json")).unwrap();
    let schema = serde_json::from_slice(&schema).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for problem in [SOUND, COOKED, ONE] {
        let (text, row) = client.answered("solve", json!({"problem": problem}));
        assert!(schema.is_valid(&row), "{row}");
        assert_eq!(same(&row), same(&rows(tsume().args(["solve", problem]))[0]));
        assert!(
            text.contains('▲') && text.contains("proven shortest"),
            "{text}"
        );
        let arguments =
            json!({"problem": problem, "variations": 1, "attributes": true, "language": "ja"});
        let (text, row) = client.answered("check", arguments);
        let there = rows(tsume().args(["check", "--variations", "1", "--attributes", problem]));
        assert_eq!(same(&row), same(&there[0]));
        assert!(text.contains("最短（証明済み）"), "{text}");
    }
    let arguments = json!({"problem": SOUND, "moves": "▲３四飛成△１五玉▲１四龍"});
    let (text, row) = client.answered("explain_try", arguments);
    let there = rows(tsume().args(["solve", "--try", "3a3d+ 1d1e 3d1d", SOUND]));
    assert_eq!(same(&row), same(&there[0]));
    assert!(text.contains("fails: no mate, proven"), "{text}");
    assert_eq!(row["tries"][0]["verdict"], "no_mate");
}

#[test]
fn a_problem_is_read_as_people_paste_it() {
    let mut client = Client::start(&[]);
    for form in ["kif", "ki2", "csa", "jkf", "usen", "jsonl", "text", "sfen"] {
        let arguments = json!({"problem": SOUND, "to": form});
        let (text, converted) = client.answered("convert", arguments);
        let written = &converted["problems"][0]["text"];
        assert!(text.starts_with(written.as_str().unwrap()), "{text}");
        let (_, row) = client.answered("solve", json!({"problem": written}));
        assert_eq!(row["plies"], 5, "{form}");
        assert_eq!(row["sfen"], SOUND, "{form}");
    }
    let (_, row) = client.answered(
        "solve",
        json!({"problem": format!("{SOUND}\n{ONE}"), "which": 2}),
    );
    assert_eq!(row["plies"], 1);
    let told = client.refused("solve", json!({"problem": format!("{SOUND}\n{ONE}")}));
    assert!(told.contains("`which`"), "{told}");
    let told = client.refused("solve", json!({"problem": SOUND, "which": 2}));
    assert!(told.contains("problems in the text: 1"), "{told}");
}

#[test]
fn similar_works_are_found_in_a_text_and_in_one_folder() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("folder");
    fs::create_dir_all(folder.join("more")).unwrap();
    fs::write(folder.join("more/works.sfen"), SOUND).unwrap();
    fs::write(place.path().join("outside.sfen"), SOUND).unwrap();
    let near = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    let mut client = Client::start(&[]);
    let text = format!("{SOUND}\nx\n{ONE}");
    let (told, found) = client.answered("similar", json!({"problem": near, "collection": text}));
    assert_eq!(
        (
            &found["works"][0]["score"],
            &found["compared"],
            &found["unread"]
        ),
        (&json!(85), &json!(2), &json!(1))
    );
    assert!(told.contains("1 of 2"), "{told}");
    for arguments in [
        json!({"problem": near}),
        json!({"problem": near, "files": ["outside.sfen"]}),
    ] {
        client.refused("similar", arguments);
    }
    let mut client = Client::start(&["--folder", folder.to_str().unwrap()]);
    for arguments in [
        json!({"problem": near}),
        json!({"problem": near, "files": ["more"]}),
    ] {
        let (_, found) = client.answered("similar", arguments);
        assert_eq!(found["works"][0]["origin"], "more/works.sfen:1", "{found}");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(place.path().join("outside.sfen"), folder.join("link.sfen"))
        .unwrap();
    let outside = place.path().join("outside.sfen");
    for name in [
        "../outside.sfen",
        outside.to_str().unwrap(),
        "link.sfen",
        "more/../../outside.sfen",
        "none",
        "..",
        "/etc/passwd",
    ] {
        let told = client.refused("similar", json!({"problem": near, "files": [name]}));
        assert!(told.contains("in the folder of the server"), "{told}");
    }
    let (_, found) = client.answered("similar", json!({"problem": near}));
    assert_eq!(found["compared"], 1, "a link leads out of the folder");
}

#[test]
fn problems_are_composed_again_with_the_same_seed() {
    let mut client = Client::start(&[]);
    let arguments = json!({"number": 1, "plies": [3, 3], "seed": 4, "allow": ["plain"]});
    let (text, composed) = client.answered("compose", arguments.clone());
    let row = &composed["problems"][0];
    assert_eq!(
        (&row["plies"], &row["verdict"]),
        (&json!(3), &json!("sound"))
    );
    assert!(text.contains(row["sfen"].as_str().unwrap()), "{text}");
    assert_eq!(
        client.answered("compose", arguments).1["problems"][0]["sfen"],
        row["sfen"]
    );
    let told = client.refused("compose", json!({"plies": [4, 4]}));
    assert!(told.contains("odd number"), "{told}");
    let told = client.refused("compose", json!({"with": ["nonsense"]}));
    assert!(told.contains("nonsense"), "{told}");
}

#[test]
fn one_plays_against_the_best_defence() {
    let mut client = Client::start(&[]);
    let mut reply =
        |moves: &str| client.answered("reply", json!({"problem": SOUND, "moves": moves}));
    let (text, node) = reply("");
    assert!(text.contains("the best move: ▲３四飛成"), "{text}");
    assert_eq!(
        (&node["verdict"], &node["plies"]),
        (&json!("mate"), &json!(5))
    );
    let (text, node) = reply("▲３四飛成");
    assert!(text.contains("the best defence: △１五玉"), "{text}");
    assert_eq!(
        (&node["plies"], &node["line"][0]),
        (&json!(4), &json!("1d1e"))
    );
    let (text, node) = reply("3a3d");
    assert!(
        text.contains("no mate, proven") && text.contains("△２五玉"),
        "{text}"
    );
    assert_eq!(node["end"], "no_check");
    let (text, node) = reply("3a3d+ 1d1e 3d2d 1e1f 2d2f");
    assert_eq!((&*text, &node["plies"]), ("this is mate", &json!(0)));
    let told = client.refused("reply", json!({"problem": SOUND, "moves": "3a3c"}));
    assert!(told.contains("gives no check"), "{told}");
}

#[test]
fn compositions_are_repaired_and_extended() {
    let mut client = Client::start(&[]);
    let flawed = "9/8k/9/9/7R1/9/9/9/9 b G 1 moves G*2c 1b1a 2c2b";
    let (text, found) = client.answered("repair", json!({"problem": flawed, "best": 1}));
    let there = rows(tsume().args(["repair", flawed, "--best", "1"]));
    assert_eq!(found["problems"][0]["sfen"], there[0]["sfen"]);
    assert_eq!(found["problems"][0]["verdict"], "sound");
    assert!(text.contains("attacker's rook 2e → lance"), "{text}");
    let (_, found) = client.answered("repair", json!({"problem": COOKED}));
    assert!(found["misses"].is_array(), "{found}");
    let five = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    let (text, found) = client.answered("extend", json!({"problem": five, "best": 1}));
    let there = rows(tsume().args(["extend", five, "--best", "1"]));
    assert_eq!(found["problems"][0]["sfen"], there[0]["sfen"]);
    assert!(text.contains("problems: 1"), "{text}");
    let told = client.refused("repair", json!({"problem": SOUND, "keep": "all"}));
    assert!(told.contains("keep"), "{told}");
}

#[test]
#[cfg(feature = "png")]
fn a_diagram_becomes_a_picture() {
    let mut client = Client::start(&[]);
    let drawn = client.call("picture", json!({"problem": SOUND}));
    let picture = &drawn["content"][0];
    assert_eq!(
        (&picture["type"], &picture["mimeType"]),
        (&json!("image"), &json!("image/png"))
    );
    // The first bytes of every PNG, in base64.
    assert!(picture["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let mut client = Client::start(&[]);
    for (tool, arguments, said) in [
        (
            "solve",
            json!({"problem": "4k4/9/4X4/9/9/9/9/9/9 b G 1"}),
            "4k4/9/4X4/9/9/9/9/9/9 b G 1\n       ^",
        ),
        (
            "solve",
            json!({"problem": "what is the mate here?"}),
            "no diagram is found",
        ),
        (
            "solve",
            json!({"problem": ""}),
            "there is no problem in the text",
        ),
        ("solve", json!({}), "missing field `problem`"),
        ("solve", json!({"problem": null}), "missing field `problem`"),
        ("solve", json!({"problem": [SOUND]}), "expected a string"),
        (
            "solve",
            json!({"problem": SOUND, "tme": 1}),
            "no argument `tme`",
        ),
        (
            "solve",
            json!({"problem": SOUND, "goal": "win"}),
            "`brinkmate`",
        ),
        (
            "solve",
            json!({"problem": SOUND, "explain": "yes"}),
            "expected a boolean",
        ),
        (
            "solve",
            json!({"problem": SOUND, "variations": 9}),
            "from 0 to 3",
        ),
        ("solve", json!({"problem": SOUND, "which": -1}), "from 1 to"),
        ("solve", json!({"problem": SOUND, "language": "fr"}), "`en`"),
        (
            "check",
            json!({"problem": "4k4/9/9/9/9/9/9/9/9 w - 1", "language": "ja"}),
            "エラー",
        ),
        (
            "explain_try",
            json!({"problem": SOUND, "moves": "▲３三飛成"}),
            "gives no check",
        ),
        (
            "explain_try",
            json!({"problem": SOUND, "moves": "3a3d+ xyz"}),
            "^",
        ),
        (
            "explain_try",
            json!({"problem": SOUND, "moves": ""}),
            "no move to try",
        ),
        ("convert", json!({"problem": SOUND, "to": "pgn"}), "`sfen`"),
        ("convert", json!({"problem": "a/b/c"}), "error"),
    ] {
        let told = client.refused(tool, arguments.clone());
        assert!(told.contains(said), "{arguments}: {told}");
    }
    // What the protocol does not know stays an error of the protocol.
    let answer = client.request("tools/call", &json!({"name": "nothing", "arguments": {}}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let answer = client.request("nothing", &json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    client.send_line("this is no message");
    client.send_line("{\"jsonrpc\": \"2.0\"");
    assert_eq!(
        client.answered("solve", json!({"problem": ONE})).1["plies"],
        1
    );
}
