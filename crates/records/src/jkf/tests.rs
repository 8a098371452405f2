//! JKF and its errors.

use crate::tests::*;
use crate::*;

#[test]
fn jkf_errors_name_the_place() {
    let (text, _) = write(&sample(), Format::Jkf);
    let broken = text.replacen("\"FU\": 18", "\"FU\": oops", 1);
    let found = failure(&broken, Format::Jkf);
    assert!(found.0.contains("this is not JKF"), "{found:?}");
    let line = broken.lines().nth(found.1 - 1).unwrap();
    assert!(line.contains("oops") && found.2 == "o", "{found:?}");
    let two = format!("{text}{text}");
    assert_eq!(read(&two, Format::Jkf).len(), 2);
    let moved = text.replacen("\"x\": 3", "\"x\": 4", 1);
    let found = failure(&moved, Format::Jkf);
    assert!(found.0.starts_with("moves[1]: there is no 飛"), "{found:?}");
}

#[test]
fn the_time_of_all_moves_may_be_missing() {
    let record = sample();
    let (text, _) = write(&record, Format::Jkf);
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let time = value["moves"][2]["time"].as_object_mut().unwrap();
    assert!(time.remove("total").is_some());
    assert_eq!(one(&value.to_string(), Format::Jkf).0, record);
}

#[test]
fn blanks_around_headers_mean_nothing() {
    let mut record = sample();
    record.headers = vec![("作者".to_owned(), "看寿".to_owned())];
    let (text, _) = write(&record, Format::Jkf);
    let spaced = text.replace("\"作者\": \"看寿\"", "\" 作者\": \"　看寿 \"");
    assert_ne!(spaced, text);
    assert_eq!(one(&spaced, Format::Jkf).0, record);
}
