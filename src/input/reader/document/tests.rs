//! The shapes of JSON that other programs write.

use super::*;
use crate::input::json::{Beginning, beginning, is_jkf};

const ONE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
const TWO: &str = "8k/9/8S/9/9/9/9/9/9 b R 1";

/// Returns the rows of a text: the line, the id, and the position or the error.
fn found(text: &str) -> Vec<(usize, Option<String>, String)> {
    let document = Document::new("x", text.to_owned(), &FieldNames::default());
    let row = |it: Record| {
        let text = it.text.unwrap_or_else(|bad| bad.to_string());
        (
            it.origin.line.unwrap(),
            it.fields.and_then(|it| it.id),
            text,
        )
    };
    document.map_or(Vec::new(), |it| it.map(row).collect())
}

/// Returns the same rows, with `$1` and `$2` for the two positions in the text and in the rows.
fn rows(text: &str) -> Vec<(usize, String, String)> {
    let text = text.replace("$1", ONE).replace("$2", TWO);
    let short = |it: String| it.replace(ONE, "$1").replace(TWO, "$2");
    let rows = found(&text).into_iter();
    rows.map(|(line, id, text)| (line, id.unwrap_or_default(), short(text)))
        .collect()
}

fn expect(text: &str, expected: &[(usize, &str, &str)]) {
    let expected = expected.iter().map(|(line, id, text)| {
        let (id, text) = ((*id).to_owned(), (*text).to_owned());
        (*line, id, text)
    });
    assert_eq!(rows(text), expected.collect::<Vec<_>>(), "{text}");
}

#[test]
fn objects_are_found_in_arrays_maps_and_nestings() {
    for (text, expected) in [
        (
            "[{\"id\":1,\"sfen\":\"$1\"},\n {\"id\":2,\"sfen\":\"$2\"}]",
            &[(1, "1", "$1"), (2, "2", "$2")][..],
        ),
        (
            "{\n \"id\": \"a\",\n \"sfen\": \"$1\"\n}\n",
            &[(1, "a", "$1")],
        ),
        (
            "[\"$1\",\n\"position sfen $2\"]",
            &[(1, "", "$1"), (2, "", "position sfen $2")],
        ),
        (
            "{\"version\": 1, \"problems\": [{\"sfen\": \"$1\"}], \"more\": []}",
            &[(1, "", "$1")],
        ),
        (
            "{\"code\": 0, \"data\": {\"puzzles\": [{\"puzzle\": {\"id\": \"d\", \"fen\": \"$1\"}}]}}",
            &[(1, "d", "$1")],
        ),
        (
            "{\"1\": {\"sfen\": \"$1\"},\n\"2\": {\"sfen\": \"$2\"}}",
            &[(1, "1", "$1"), (2, "2", "$2")],
        ),
        (
            "{\"a\": \"$1\",\n\"b\": \"$2\"}",
            &[(1, "a", "$1"), (2, "b", "$2")],
        ),
        (
            "{\"1\": [\"$1\"], \"3\": [\"$2\"]}",
            &[(1, "", "$1"), (1, "", "$2")],
        ),
        (
            "[[1, \"$1\", \"G*1b\"], [2, \"$2\", \"R*1b\", \"1a2a\"]]",
            &[(1, "1", "$1 moves G*1b"), (1, "2", "$2 moves R*1b 1a2a")],
        ),
        (
            "{\"game\": {\"id\": \"g\"}, \"puzzle\": {\"id\": \"p\", \"sfen\": \"$1\", \"solution\": [\"G*1b\"]}}",
            &[(1, "p", "$1 moves G*1b")],
        ),
        (
            "{\"id\": 7, \"title\": \"t\", \"problem\": {\"sfen\": \"$1\"}}",
            &[(1, "7", "$1")],
        ),
        // Of the same kind, one after another.
        (
            "{\"a\": [\"$1\"]}\n{\"a\": [\"$2\"]}\n",
            &[(1, "", "$1"), (2, "", "$2")],
        ),
    ] {
        expect(text, expected);
    }
    for text in [
        "{\"a\": 1}",
        "[]",
        "[1, \"a\", {}]",
        "{\"moves\": [{\"sfen\": \"$1\"}]}",
    ] {
        expect(text, &[]);
    }
}

#[test]
fn an_error_in_one_row_does_not_stop_the_others() {
    let no_object = "the line is not a JSON object";
    let no_sfen = "this record has no text `sfen`";
    for (text, expected) in [
        (
            "[{\"sfen\": \"$1\"},\n{\"sfen\": \"x\"},\n{\"sfen\": \"$2\"}]",
            &[(1, "", "$1"), (2, "", "x"), (3, "", "$2")][..],
        ),
        (
            "[{\"sfen\": \"$1\"},\n{\"id\": 5},\n7,\n{\"sfen\": \"$2\"}]",
            &[
                (1, "", "$1"),
                (2, "5", no_sfen),
                (3, "", no_object),
                (4, "", "$2"),
            ],
        ),
        // What is no JSON is an error at its place, after the values before it.
        (
            "[\n{\"sfen\": \"$1\"},\n{\"sfen\": \"$2\" \"id\": 1}\n]",
            &[(3, "", no_object)],
        ),
        (
            "{\n\"sfen\": \"$1\"}\n{\n\"sfen\": \"$2\",\n}",
            &[(1, "", "$1"), (5, "", no_object)],
        ),
        // A text that is cut off ends at its last line.
        ("[{\"sfen\": \"$1\"},\n", &[(1, "", no_object)]),
        (
            "[\"$1\",\n\"8k/9 b G 1\"]",
            &[(1, "", "$1"), (2, "", "8k/9 b G 1")],
        ),
    ] {
        expect(text, expected);
    }
}

#[test]
fn a_row_has_its_position_under_any_of_the_names() {
    for (fields, text) in [
        ("\"initialSfen\": \"$1\", \"finalSfen\": \"$2\"", "$1"),
        ("\"局面\": \"$1\", \"解答\": \"G*1b\"", "$1 moves G*1b"),
        (
            "\"sfen\": \"$1\", \"moves\": 1, \"solution\": [\"G*1b\"]",
            "$1",
        ),
        (
            "\"board\": \"8k/9/8P/9/9/9/9/9/9\", \"turn\": \"black\", \"hands\": \"G\"",
            "8k/9/8P/9/9/9/9/9/9 b G",
        ),
        (
            "\"id\": 1, \"initial\": {\"pieces\": [{\"x\": 1, \"y\": 1, \"owner\": \"defender\", \"type\": \"K\"}], \
             \"hands\": {\"attacker\": {\"G\": 1}}, \"sideToMove\": \"attacker\"}",
            "8k/9/9/9/9/9/9/9/9 b G",
        ),
    ] {
        let rows = rows(&format!("[{{{fields}}}]"));
        assert_eq!(rows.len(), 1, "{fields}");
        assert_eq!(rows[0].2, text, "{fields}");
    }
    let names = FieldNames::new(&["position=diagram".to_owned()]).unwrap();
    let text = format!("[{{\"Diagram\": \"{ONE}\"}}]");
    let row = Document::new("x", text, &names).unwrap().next().unwrap();
    assert_eq!(row.text.as_deref(), Ok(ONE));
}

#[test]
fn the_beginning_tells_json_from_lines() {
    let row = format!("{{\"sfen\":\"{ONE}\"}}\n");
    for (text, expected) in [
        (row.clone(), Beginning::Lines),
        (format!("# x\n\n{row}{row}"), Beginning::Lines),
        (format!("[{row}]"), Beginning::Document),
        (
            row.replace(',', ",\n").replace('{', "{\n"),
            Beginning::Document,
        ),
        (format!("{{\"a\":[{row}]}}"), Beginning::Document),
        ("{\"a\": 1}".to_owned(), Beginning::Document),
        ("{\n \"header\": {},\n".to_owned(), Beginning::Document),
        ("[Event \"x\"]".to_owned(), Beginning::Other),
        ("{{Infobox}}".to_owned(), Beginning::Other),
        (ONE.to_owned(), Beginning::Other),
        (String::new(), Beginning::Other),
    ] {
        assert_eq!(
            beginning(text.as_bytes(), &FieldNames::default()),
            expected,
            "{text}"
        );
    }
    for (text, expected) in [
        ("{\"header\": {}}", true),
        ("{\"moves\":[{},{\"move\":{}}]}", true),
        ("{\"initial\": {\"preset\": \"HIRATE\"}}", true),
        ("{\"initial\": {\"pieces\": []}}", false),
        ("{\"moves\":[{\"sfen\":\"x\"}]}", false),
    ] {
        assert_eq!(is_jkf(text), expected, "{text}");
    }
    // The first line is cut off; the others are rows.
    for cut in ["\"}", "}", "{\"sfen\":"] {
        let first = row.split(cut).next().unwrap();
        let first = if first.is_empty() {
            "{\"sfen\":"
        } else {
            first
        };
        let text = format!("{}\n{row}{row}", first.trim_end());
        assert!(
            Document::new("x", text.clone(), &FieldNames::default()).is_none(),
            "{text}"
        );
    }
}

#[test]
fn an_object_without_a_position_among_rows_is_an_error() {
    let missing = "this record has no text `sfen`";
    let text = "{\n\"sfen\": \"$1\"\n}\n{\n\"sfen\": \"$2\"\n}\n{\n\"sfne\": \"$1\"\n}\n";
    let found = rows(text);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[2].2, missing, "{found:?}");
}

#[test]
fn deep_and_wide_texts_are_read_to_their_end() {
    let row = format!("{{\"a\": {{\"sfen\": \"{ONE}\",\n");
    for text in [
        format!("[{}]", row.repeat(20_000)),
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("[{}]", "{\"a\": \"x\n".repeat(50_000)),
        format!("{{{}}}", format!("\"a\": \"{ONE}\",").repeat(20_000)),
        format!(
            "{{\"a\": {{\"sfen\": \"{ONE}\"}},{}}}",
            "\"b\": {},".repeat(20_000)
        ),
        // One row among the first, and many after those that are looked at.
        format!(
            "{{{}{}\"z\": 1}}",
            "\"b\": {},".repeat(99),
            format!("\"a\": {{\"sfen\": \"{ONE}\"}},").repeat(10_000)
        ),
        format!(
            "[{}{{\"a\": [{}",
            "1,".repeat(100_000),
            "\n".repeat(100_000)
        ),
    ] {
        found(&text);
    }
}
