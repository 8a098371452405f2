//! What programs read and write, against the schemas that the program writes.

use crate::{
    BOUNDED, BRINKMATE, COOKED, ENDLESS, FUTILE, LONG, NO_MATE, ONE, SOUND, THREATMATE, check,
    rows, solve, stdout, tsume,
};
use jsonschema::Validator;
use serde_json::{Value, json};

pub(crate) fn schema(object: &str) -> (Value, Validator) {
    let command = tsume().args(["generate", "schema", object]);
    let schema: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    (schema, validator)
}

/// Writes the files anew with `SNAPSHOTS=overwrite`.
#[cfg(feature = "schema")]
#[test]
fn the_shipped_schemas_are_those_of_the_types() {
    for (name, schema) in ::tsume::report::derived_schemas() {
        let file = support::root().join(format!("src/report/schemas/{name}.json"));
        snapbox::assert_data_eq!(schema, snapbox::Data::read_from(&file, None).raw());
    }
}

/// Mate in three; the king may step aside with an equal line.
const EQUAL: &str = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";

/// Panics unless the object fits, with no key but those of the schema at any depth.
pub(crate) fn assert_fits((schema, validator): &(Value, Validator), object: &Value) {
    let errors: Vec<_> = validator.iter_errors(object).collect();
    assert!(errors.is_empty(), "{errors:?}\n{object}");
    let known = |schema: &Value| -> Vec<String> {
        schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    let keys: Vec<_> = object.as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, known(schema));
    for list in ["defects", "blemishes", "notes"] {
        for finding in object[list].as_array().into_iter().flatten() {
            let keys: Vec<_> = finding.as_object().unwrap().keys().cloned().collect();
            assert_eq!(keys, known(&schema["$defs"]["Finding"]));
        }
    }
}

#[test]
fn every_row_is_as_the_schema_says() {
    let row = schema("row");
    let mut count = 0;
    for command in [
        solve([ONE, SOUND, NO_MATE, "no problem"]),
        solve(["--variations", "2", "--explain", FUTILE, EQUAL]),
        solve(["--try", "3a3d", "--stats", SOUND]),
        solve(["--nodes", "5k", "--verify", LONG, SOUND]),
        solve(["problems/first-steps.sfen"]),
        check([
            "--variations",
            "1",
            "--attributes",
            "--explain",
            FUTILE,
            EQUAL,
            COOKED,
        ]),
        check(["--nodes", "2k", LONG, NO_MATE]),
        check(["--verify", COOKED, "problems/first-steps.sfen"]),
        solve(["--variations", "1", "--nodes", "20k", BOUNDED]),
        check(["--goal", "brinkmate", BRINKMATE, ONE]),
        solve(["--goal", "threatmate", THREATMATE]),
    ] {
        for found in rows(command) {
            assert_fits(&row, &found);
            count += 1;
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rows.jsonl");
    let run = tsume()
        .args(["validate", "--expect", "--nodes", "100k", "-o"])
        .arg(&path);
    run.args(["problems/first-steps.sfen", "problems/first-steps.sfen"])
        .output()
        .unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for line in text.lines() {
        assert_fits(&row, &serde_json::from_str(line).unwrap());
        count += 1;
    }
    assert!(count > 60, "{count}");
}

#[test]
fn every_answer_to_a_request_is_as_the_schema_says() {
    let (request, row) = (schema("request").1, schema("row"));
    let fits = [
        json!({"sfen": ONE}),
        json!({"sfen": SOUND, "id": 3, "expected_plies": "5手詰", "source": {"year": 1755}}),
        json!({"id": "x", "sfen": "rubbish"}),
    ];
    let others = [json!({"id": 1}), json!([1]), json!({"sfen": 5})];
    let lines = fits.iter().chain(&others).map(|it| it.to_string() + "\n");
    let worker = tsume().args(["worker", "--nodes", "10k"]);
    let text = stdout(worker.stdin(lines.collect::<String>()));
    let answers: Vec<Value> = (text.lines())
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(answers.len(), 6);
    for answer in &answers {
        assert_fits(&row, answer);
    }
    for it in &fits {
        assert!(request.is_valid(it), "{it}");
    }
    for (it, answer) in others.iter().zip(&answers[3..]) {
        assert!(!request.is_valid(it), "{it}");
        assert_eq!(answer["error"]["kind"], "record", "{it}");
    }
}

#[test]
fn every_row_of_verify_is_as_the_schema_says() {
    let certificate = schema("certificate");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.json");
    check(["-q", "--proof"])
        .arg(&path)
        .args([COOKED, ONE])
        .output()
        .unwrap();
    let damaged = dir.path().join("y.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&damaged, text.replacen("mate", "mute", 1)).unwrap();
    let found = tsume().arg("verify").args([&path, &damaged]);
    let text = stdout(found.args(["nowhere", "--format", "jsonl"]));
    let mut verdicts = std::collections::BTreeSet::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_fits(&certificate, &row);
        verdicts.insert(row["verdict"].as_str().unwrap().to_owned());
    }
    assert!(verdicts.len() > 1, "{text}");
}

#[test]
fn every_comparison_is_as_the_schema_says() {
    let schema = schema("comparison");
    let moved = "8k/8g/6P1G/6SPP/9/9/9/9/2B6 b N 1";
    let mut aspects = std::collections::BTreeSet::new();
    for (old, new) in [
        (COOKED, COOKED),
        (COOKED, moved),
        (moved, "8k/7g1/8G/7PP/9/9/9/2B6/9 b - 1"),
        (COOKED, "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b - 1"),
        (ONE, ENDLESS),
        (ONE, "nonsense/9/9 b - 1"),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/4p4/9/4K4 w g 1"),
    ] {
        for it in rows(tsume().args(["compare", "--nodes", "20k", old, new])) {
            assert_fits(&schema, &it);
            let changed = it["changed"].as_array().unwrap().iter();
            aspects.extend(changed.map(|it| it["key"].to_string()));
        }
    }
    assert!(aspects.len() > 5, "{aspects:?}");
}
