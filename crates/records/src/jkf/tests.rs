//! JKF and its errors.

use crate::tests::*;
use crate::*;

#[test]
fn jkf_errors_name_the_place() {
    let (text, _) = write(&sample(), Format::Jkf);
    let broken = text.replacen("\"FU\": 18", "\"FU\": oops", 1);
    let found = failure(&broken, Format::Jkf);
    assert!(found.message.contains("this is not JKF"), "{found:?}");
    let line = broken.lines().nth(found.line - 1).unwrap();
    assert!(line.contains("oops") && found.place == "o", "{found:?}");
    let two = format!("{text}{text}");
    assert_eq!(read(&two, Format::Jkf).len(), 2);
    let moved = text.replacen("\"x\": 3", "\"x\": 4", 1);
    let found = failure(&moved, Format::Jkf);
    assert!(
        found.message.starts_with("moves[1]: there is no 飛"),
        "{found:?}"
    );
}

#[test]
fn the_time_of_all_moves_may_be_missing() {
    let record = sample();
    let (text, _) = write(&record, Format::Jkf);
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let time = value["moves"][2]["time"].as_object_mut().unwrap();
    assert!(time.remove("total").is_some());
    assert_eq!(read_one(&value.to_string(), Format::Jkf).0, record);
}

#[test]
fn blanks_around_headers_mean_nothing() {
    let mut record = sample();
    record.headers = vec![("作者".to_owned(), "看寿".to_owned())];
    let (text, _) = write(&record, Format::Jkf);
    let spaced = text.replace("\"作者\": \"看寿\"", "\" 作者\": \"　看寿 \"");
    assert_ne!(spaced, text);
    assert_eq!(read_one(&spaced, Format::Jkf).0, record);
}

#[test]
fn a_diagram_is_read_or_refused_with_its_place() {
    let (text, _) = write(&sample(), Format::Jkf);
    for (from, to, expected) in [
        (
            "\"FU\": 18",
            "\"FU\": 19",
            "initial: too many pieces in hand",
        ),
        (
            "\"FU\": 18",
            "\"OU\": 1",
            "initial: `OU` is no piece in hand",
        ),
        (
            "\"color\": 0",
            "\"color\": 2",
            "initial: this is not JKF: invalid value: 2, expected 0 or 1",
        ),
        ("\"OTHER\"", "\"WHAT\"", ""),
        ("\"KY\": 4,", "", ""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        match read(&changed, Format::Jkf).remove(0).content {
            Ok(_) => assert_eq!(expected, ""),
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }
    for (preset, handicap) in [
        ("HIRATE", "平手"),
        ("5_L", "左五枚落ち"),
        ("10", "十枚落ち"),
    ] {
        let text = format!("{{\"initial\":{{\"preset\":\"{preset}\"}},\"moves\":[]}}");
        let (record, _) = read_one(&text, Format::Jkf);
        assert_eq!(handicap_of(&record.setup), Some(handicap));
    }
    let unknown = "{\"initial\":{\"preset\":\"WHAT\"},\"moves\":[]}";
    let found = failure(unknown, Format::Jkf);
    assert!(
        found.message.contains("the handicap `WHAT` is not known"),
        "{found:?}"
    );
    assert_eq!(found.place, "{\"preset\":\"WHAT\"}");
}

#[test]
fn an_end_that_is_not_known_is_a_comment() {
    let (text, _) = write(&sample(), Format::Jkf);
    let other = text.replacen("\"TSUMI\"", "\"NEW_WORD\"", 1);
    let (record, _) = read_one(&other, Format::Jkf);
    let ends = (0..record.tree.len()).filter(|&id| record.tree.node(id).end.is_some());
    assert_eq!(ends.count(), 1);
    let words = (0..record.tree.len()).flat_map(|id| &record.tree.node(id).comments);
    assert_eq!(words.filter(|it| *it == "NEW_WORD").count(), 1);
}
