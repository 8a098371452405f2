//! What pages look like: branches, single problems, puzzles, books.

use crate::report::pages::count;
use crate::{COOKED, NO_MATE, ONE, tsume};
use serde_json::json;
use std::fs;

/// Returns the page about these problems.
fn checked_page(problems: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.sfen");
    fs::write(&input, problems).unwrap();
    let output =
        tsume().args(["check", "--nodes", "500k", "--format", "html"]).args(more).arg(&input).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that these parts follow each other.
fn assert_in_order(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let at = rest.find(part);
        let at = at.unwrap_or_else(|| panic!("{part} is missing after the others: {page}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn findings_and_variations_stand_below_the_move_that_they_replace() {
    let page = checked_page(COOKED, &[]);
    assert_in_order(
        &page,
        &[
            // The index of the defects comes first.
            "<button type=\"button\" class=\"flawed\" data-to=\"1\"><b>余詰 cook</b> ply 3",
            "<ol class=\"line\" data-moves=\"1c2b",
            "▲２三角成\n",
            "<li class=\"aside\"><details class=\"branch flawed\" open data-at=\"1\">",
            // Two plies come before it.
            "data-start=\"2\" style=\"--n:2\">▲２三歩成\n",
            "data-at=\"3\">",
            "△１一玉\n",
            "<details class=\"branch turn\"><summary aria-label=\"variations: ply 4 other than △１一玉\"",
        ],
    );
    assert!(!page.contains("data-at=\"4\""));
}

#[test]
fn a_page_of_one_problem_is_its_card_alone() {
    let one = checked_page(&format!("{ONE}; title \"A\"; author \"B\";"), &[]);
    assert!(one.contains("<title>A</title>") && one.contains("<h1>A</h1>"));
    let two = checked_page(&format!("{ONE}; id \"1\";\n{COOKED}; id \"2\";\n"), &[]);
    for part in ["class=\"bar\"", "class=\"tools\"", "id=\"search\"", "<summary><span class=\"verdict\">"] {
        assert!(!one.contains(part) && two.contains(part), "{part}");
    }
    // Its position has other checks, all of which fail.
    let sound = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    let said = "other checks, ";
    assert!(checked_page(sound, &[]).contains(said));
    assert!(!checked_page(COOKED, &[]).contains(said));
}

#[test]
fn each_problem_has_its_own_anchor_and_links() {
    let ids = [(ONE, "a b"), (COOKED, "a\"><b"), (NO_MATE, "a-b"), (COOKED, "search"), (ONE, "図巧")];
    let lines = ids.map(|(sfen, id)| json!({"sfen": sfen, "id": id}).to_string());
    let page = checked_page(&lines.join("\n"), &[]);
    for name in ["p-a-b", "p-a-b-2", "p-a---b", "p-search", "p-図巧"] {
        assert_eq!(count(&page, &format!("data-id=\"{name}\" ")), 1, "{name}: {page}");
    }
    // Of a link to another program the page itself has what is the same in each, and the position is known.
    assert_eq!(count(&page, "https://lishogi.org/editor/"), 1);
    assert_eq!(count(&page, "https://sunfish-shogi.github.io"), 1);
    assert_eq!(count(&page, " data-usen=\"~0."), 5, "{page}");
}

#[test]
fn what_is_the_same_in_each_card_is_in_the_page_once() {
    let page = |count: usize| {
        let lines = (0..count).map(|it| format!("{ONE}; id \"{it}\";\n"));
        checked_page(&lines.collect::<String>(), &[])
    };
    let (few, many) = (page(2), page(12));
    for part in ["data-step=\"first\"", "data-copy=\"sfen\"", "<template id=\"side\">"] {
        assert_eq!((count(&few, part), count(&many, part)), (1, 1), "{part}");
    }
    // A problem of one move has nine ranks of a record, buttons and links elsewhere.
    let each = (many.len() - few.len()) / 10;
    assert!(each < 1_400, "{each} bytes");
}

#[test]
fn a_duplicate_has_the_reason_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("twice.sfen");
    fs::write(&input, format!("{COOKED}; id \"a\";\n{COOKED}; id \"b\";\n")).unwrap();
    for (lang, why) in
        [("en", "<span class=\"why\">same position as a · 余詰 cook"), ("ja", "<span class=\"why\">同一局面 a　余詰")]
    {
        let page = folder.path().join(format!("{lang}.html"));
        let command = tsume()
            .args(["validate", "-q", "--nodes", "500k", "--lang", lang, "--report"])
            .arg(&page)
            .arg(&input)
            .output()
            .unwrap();
        assert_eq!(command.status.code(), Some(1));
        let page = fs::read_to_string(&page).unwrap();
        assert_eq!(count(&page, why), 1, "{page}");
        assert_eq!(count(&page, "data-kinds=\"cook "), 2, "{page}");
        // The filter counts both.
        assert_eq!(count(&page, "<option value=\"cook\">"), 1);
        assert!(page.contains("(2)</option>"), "{page}");
    }
}

#[test]
fn puzzles_hide_everything_but_the_diagram() {
    let problems = format!("{ONE}; id \"1\";\n{COOKED}; id \"2\";\n");
    let page = checked_page(&problems, &["--puzzle"]);
    for part in ["class=\"bar\"", "id=\"kind\"", "<summary><span class=\"verdict\">"] {
        assert!(!page.contains(part), "{part}");
    }
    let cards: Vec<_> = page.split("<script type=\"text/html\" ").skip(1).collect();
    assert_eq!(cards.len(), 2);
    for card in cards {
        let (before, after) = card.split_once("<details class=\"solution\">").unwrap();
        for part in ["class=\"line\"", "class=\"verdict\"", "class=\"kif\"", "data-copy=\"kif\""] {
            assert!(!before.contains(part) && after.contains(part), "{part}: {card}");
        }
    }
}

#[test]
fn a_book_has_its_solutions_behind_the_diagrams() {
    let problems = format!("{ONE}; id \"1\"; title \"A\"; author \"B\";\nbad\n{COOKED}; id \"2\"; title \"<b>\";\n");
    let page = checked_page(&problems, &["--layout", "book"]);
    assert_in_order(
        &page,
        &[
            "2 problems",
            "1 left out, which could not be read",
            "contents",
            "<b>A</b><span>B</span><span class=\"length\">mate in 1</span>",
            "problems</h2>",
            // Title, author, length.
            "<b>A</b><span>B</span><span class=\"length\">mate in 1</span></figcaption>",
            "<b>&#60;b&#62;</b>",
            "solutions</h2>",
            "<i>1</i>▲５二金",
            "<i>1</i>▲２二金",
            "<b>余詰 cook</b>",
            "<i>3</i>▲２三歩成",
        ],
    );
    assert_eq!(count(&page, "<figure "), 2);
    assert_eq!(count(&page, "<script>"), 1);
    let japanese = checked_page(&problems, &["--layout", "book", "--lang", "ja"]);
    assert_in_order(&japanese, &["目次", "1手詰", "問題</h2>", "解答</h2>", "○ 完全作"]);
}

#[test]
fn options_of_pages_need_a_page() {
    for (options, error) in [
        (&["--puzzle"][..], "are for pages"),
        (&["--layout", "book"], "are for pages"),
        (&["--layout", "gallery"], "are for pages"),
        (&["--layout", "book", "--puzzle", "--format", "html"], "behind the diagrams"),
    ] {
        for command in ["solve", "check", "validate"] {
            let output = tsume().arg(command).arg(ONE).args(options).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {options:?}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(error), "{command} {options:?}: {said}");
        }
    }
}

#[test]
fn pieces_are_letters_if_the_moves_are_western() {
    let body = |notation| {
        let page = checked_page(ONE, &["--notation", notation]);
        let (_, body) = page.split_once("<body").unwrap();
        body.split('>').next().unwrap().to_owned()
    };
    assert!(body("western").contains("data-letters"));
    assert!(!body("japanese").contains("data-letters"));
}
