//! Problems as they are pasted: what stands around an SFEN, and what is told about the reading of a record.

use super::positions;
use crate::{ONE, stderr, stdout, tsume};
use std::fs;

/// Forms of one position, [`ONE`].
const FORMS: [&str; 12] = [
    "Sfen: 4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "SFEN 4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "sfen:4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "4k4/9/4P4/9/9/9/9/9/9 B G",
    "\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"",
    "'4k4/9/4P4/9/9/9/9/9/9 b G 1'",
    "「4k4/9/4P4/9/9/9/9/9/9 b G 1」",
    "Position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "USI: position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "局面：4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "４ｋ４／９／４Ｐ４／９／９／９／９／９／９　ｂ　Ｇ　１",
    "4k4/9/4P4/9/9/9/9/9/9[G] w - - 0 1",
];

#[test]
fn an_sfen_is_read_with_what_stands_around_it() {
    for form in FORMS {
        let read = positions(tsume().args(["solve", form]));
        assert_eq!(read, [ONE], "{form}");
    }
    let wrapped = "4k4/9/4P4/9/9\n/9/9/9/9 b G 1";
    assert_eq!(positions(tsume().args(["solve", wrapped])), [ONE]);
}

#[test]
fn every_format_tells_that_the_defender_holds_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.kifu");
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let text = format!(
        "後手の持駒：なし\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n{empty}| ・ ・ ・ ・ ・ ・ ・ ・ 銀|\n{}先手の持駒：飛\n",
        empty.repeat(6)
    );
    fs::write(&file, text).unwrap();
    for (lang, words) in [
        ("en", "although the record says none"),
        ("ja", "残り全部とした"),
    ] {
        for command in ["check", "solve"] {
            for format in ["text", "html", "kif", "ki2", "csa", "jkf", "json", "csv"] {
                let run = || {
                    tsume()
                        .args([command, "--lang", lang, "--format", format])
                        .arg(&file)
                };
                // Rows are the same in both languages; a table has the kind of the note.
                let words = match format {
                    "json" => "although the record says none",
                    "csv" => "defender_hand_filled_in record",
                    _ => words,
                };
                // Text for people has a message beside it.
                let told = match format {
                    "text" => stdout(run()) + &stderr(run()),
                    _ => stdout(run()),
                };
                assert!(told.contains(words), "{command} {format} {lang}");
                let is_once = told.matches(words).count() == 1;
                assert!(is_once || format != "text", "{command} {lang}: {told}");
            }
        }
        let shown = tsume().args(["show", "--lang", lang]).arg(&file);
        assert!(stderr(shown).contains(words), "{lang}");
    }
}
