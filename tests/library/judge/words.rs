//! The words of the Python package, which are those of the vocabulary.

use snapbox::{Data, assert_data_eq};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tsume::vocabulary::{
    Allowance, Aspect, ChangeKind, ClaimKind, Compared, EditKind, ErrorKind, Goal, Grade,
    GreyClass, Interpositions, Kind, Limit, LineEnd, NoteKind, Outcome, QuestionKind, Rules, Side,
    StageWord, Status, Taker, Verdict, words,
};

/// Returns the words of each class of the package.
fn classes() -> BTreeMap<&'static str, Vec<&'static str>> {
    macro_rules! classes {
        ($($name:literal $list:ident,)+) => {
            BTreeMap::from([$(($name, words::<$list>().collect::<Vec<_>>()),)+])
        };
    }
    let mut classes = classes! {
        "Status" Status, "Verdict" Verdict, "Goal" Goal, "Limit" Limit, "Grade" Grade, "Kind" Kind,
        "Compared" Compared, "ErrorKind" ErrorKind, "LineEnd" LineEnd, "Taker" Taker,
        "GreyClass" GreyClass, "QuestionKind" QuestionKind, "Side" Side, "Claim" ClaimKind,
        "Stage" StageWord, "Outcome" Outcome, "Aspect" Aspect, "ChangeKind" ChangeKind,
        "EditKind" EditKind, "Interpositions" Interpositions, "Rules" Rules,
        "Allowance" Allowance,
    };
    // A note may have the kind of a finding.
    let kinds = classes.get_mut("Kind").unwrap();
    for note in words::<NoteKind>() {
        if !kinds.contains(&note) {
            kinds.push(note);
        }
    }
    classes
}

/// Puts the words of each class in the place of those that stand there.
fn rendered(source: &str) -> String {
    let mut classes = classes();
    let mut text = String::new();
    let mut words = Vec::new();
    for line in source.lines() {
        if let Some((name, _)) = line
            .strip_prefix("class ")
            .and_then(|it| it.split_once("(Word)"))
        {
            words = classes.remove(name).expect(name);
        }
        let member = line.split_once(" = \"").map(|it| it.0.trim_start());
        let is_name = |it: &str| {
            it.chars()
                .all(|it| matches!(it, 'A'..='Z' | '0'..='9' | '_'))
        };
        if member.is_some_and(is_name) {
            let lines = words.drain(..);
            text.extend(lines.map(|it| format!("    {} = \"{it}\"\n", it.to_uppercase())));
        } else {
            text += line;
            text += "\n";
        }
    }
    assert!(classes.is_empty(), "no class: {:?}", classes.keys());
    text
}

#[test]
fn the_words_of_the_python_package_are_those_of_the_vocabulary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("bindings/python/python/tsume_shogi/_words.py");
    let source = fs::read_to_string(&path).unwrap();
    assert_data_eq!(rendered(&source), Data::read_from(&path, None).raw());
}
