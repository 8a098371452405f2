//! Reports as one HTML file.

use super::{COOKED, NO_MATE, ONE, tsume};
use serde_json::json;
use std::fs;
use std::path::Path;

fn collection(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("some.sfen");
    let one = json!({"id": "one", "sfen": ONE, "title": "<script>alert('1')</script>", "author": "A & \\B"});
    let text = format!("{one}\n{COOKED}; id \"cooked\";\n{NO_MATE}\nbad\n");
    fs::write(&path, text).unwrap();
    path
}

/// How often something stands in a page.
fn count(page: &str, what: &str) -> usize {
    page.matches(what).count()
}

#[test]
fn a_report_has_a_card_for_each_problem_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let input = collection(folder.path());
    let page = folder.path().join("report.html");
    let rows = tsume()
        .args(["validate", "-q", "--nodes", "100k", "--report"])
        .arg(&page)
        .arg(&input)
        .output()
        .unwrap();
    assert_eq!(rows.status.code(), Some(2), "one line is no problem");
    let rows = String::from_utf8(rows.stdout).unwrap();
    assert_eq!(rows.lines().count(), 4, "rows go where they always go");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(text.ends_with("</html>"), "the page is whole");
    for (verdict, label) in [
        ("sound", "sound"),
        ("flawed", "flawed"),
        ("no_mate", "no mate"),
        ("error", "error"),
    ] {
        assert_eq!(count(&text, &format!("data-verdict=\"{verdict}\"")), 1);
        let bar = format!("style=\"flex-grow:1\">{label} 1</button>");
        assert_eq!(count(&text, &bar), 1, "{label}");
    }
    // Of scripts there is the one of the page; what stands in the input is text.
    assert_eq!(count(&text, "<script>"), 1);
    assert!(text.contains("&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;"));
    assert!(text.contains("A &#38; \\B"));
    for outside in [
        "src=",
        "@import",
        "url(",
        "<link rel=\"stylesheet\"",
        "fetch(",
    ] {
        assert_eq!(count(&text, outside), 0, "{outside}");
    }
    assert!(text.contains("default-src 'none'"));
    // The line of the first problem, and a cook of the second.
    assert!(text.contains(
        "data-moves=\"G*5b\" data-start=\"0\"><li><button type=\"button\">▲５二金</button></li>"
    ));
    assert!(text.contains("<b>余詰 cook</b>"), "{text}");
    assert!(text.contains("<option value=\"cook\">"));
    assert_eq!(count(&text, "<pre class=\"kif\" hidden>"), 3);
}

#[test]
fn the_same_input_gives_the_same_page_in_either_language() {
    let folder = tempfile::tempdir().unwrap();
    let input = collection(folder.path());
    let page = |jobs: &str, lang: &str| {
        let path = folder.path().join(format!("{jobs}{lang}.html"));
        tsume()
            .args(["validate", "-q", "--nodes", "100k", "--jobs", jobs])
            .args(["--lang", lang, "-o"])
            .arg(&path)
            .arg(&input)
            .assert()
            .code(2);
        fs::read_to_string(path).unwrap()
    };
    let english = page("1", "en");
    assert_eq!(english, page("2", "en"));
    let japanese = page("1", "ja");
    assert!(japanese.contains("<html lang=\"ja\">"));
    assert!(japanese.contains("<title>詰将棋 検討結果</title>"));
    assert!(japanese.contains("<b>余詰</b>"));
    let sentence = "<span class=\"dim\">mates in ";
    assert!(english.contains(sentence) && !japanese.contains(sentence));
}

#[test]
fn one_composition_is_a_page_with_its_variations() {
    let output = tsume()
        .args(["check", "--format", "html", COOKED])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(count(&text, "<details class=\"card "), 1);
    assert!(count(&text, "<details class=\"tree turn\">") > 0, "{text}");
    // A variation is told from where it leaves the line, but played from the diagram.
    assert!(
        text.contains("data-moves=\"1c2b 1a2b 7h2c+ 2b2a G*2b\" data-start=\"3\""),
        "{text}"
    );
}

#[test]
fn options_of_pages_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a.html");
    let page = page.to_str().unwrap();
    for (args, told) in [
        (
            vec!["check", "--lang", "ja", ONE],
            "error: `--lang` is the language of pages: give `--format html` as well\n",
        ),
        (
            vec!["validate", "-o", page, "--report", page, ONE],
            "error: `[..]a.html` is given twice\n",
        ),
    ] {
        tsume().args(args).assert().code(2).stderr_eq(told);
    }
    tsume()
        .args(["validate", "--report", page, "--resume", "rows.jsonl", ONE])
        .assert()
        .code(2)
        .stderr_eq("...\n[..]cannot be used with[..]\n...\n");
    assert!(!Path::new(page).exists());
}
