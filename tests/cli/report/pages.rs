//! Reports as one HTML file.

use crate::input::records::KIF;
use crate::{COOKED, NO_MATE, ONE, stdout, tsume};

/// Returns the page of `check` about problems.
fn page(problems: &str, options: &[&str]) -> String {
    let run = tsume().args(["check", "--nodes", "100k", "--format", "html", "-"]);
    stdout(run.args(options).stdin(problems.to_owned()))
}

/// Returns how often a text is in a page.
fn count(page: &str, what: &str) -> usize {
    page.matches(what).count()
}

#[test]
fn a_page_needs_nothing_else() {
    let problems = format!("{ONE}\n{COOKED}\n{NO_MATE}\nbad\n");
    for options in [&[][..], &["--layout", "puzzles"], &["--layout", "book"]] {
        let page = page(&problems, options);
        assert!(page.ends_with("</html>"), "{options:?}");
        assert!(page.contains("default-src 'none'"), "{options:?}");
        assert_eq!(count(&page, "<script>"), 1, "{options:?}");
        for outside in [
            "src=",
            "@import",
            "url(",
            "<link rel=\"stylesheet\"",
            "fetch(",
        ] {
            assert_eq!(count(&page, outside), 0, "{options:?}: {outside}");
        }
    }
}

#[test]
fn what_is_the_same_in_each_card_is_in_the_page_once() {
    let of = |count: usize| {
        let lines = (0..count).map(|it| format!("{ONE}; id \"{it}\";\n"));
        page(&lines.collect::<String>(), &[])
    };
    let (few, many) = (of(2), of(12));
    for part in [
        "data-step=\"first\"",
        "data-copy=\"sfen\"",
        "<template id=\"side\">",
    ] {
        assert_eq!((count(&few, part), count(&many, part)), (1, 1), "{part}");
    }
    // A problem of one move has nine ranks of a record, buttons and links elsewhere.
    let each = (many.len() - few.len()) / 10;
    assert!(each < 1_400, "{each} bytes");
}

#[test]
fn whatever_the_input_says_is_text() {
    let script = "<script>alert(1)</script>";
    let line = format!(
        "{ONE}; id \"{script}\"; title \"{script}\"; author \"{script}\"; note \"{script}\";"
    );
    let record = KIF.replace("試作", script).replace("だれか", script);
    let record = record.replace(
        "   2 ",
        &format!("*{script}\n*</pre></template>{script}\n   2 "),
    );
    let table = format!("sfen,title,author,id\n{ONE},{script},{script},{script}\n");
    for (name, input, times) in [("sfen", line, 4), ("kif", record, 4), ("csv", table, 3)] {
        let page = page(&input, &[]);
        assert_eq!(count(&page, "<script>"), 1, "{name}");
        // Of the card and of the script.
        assert_eq!(count(&page, "</script>"), 2, "{name}");
        assert_eq!(count(&page, "</pre>"), 1, "{name}");
        let escaped = count(&page, "&#60;script&#62;alert(1)");
        assert!(escaped >= times, "{name}: {escaped} times");
        let picture = tsume().args(["show", "--format", "svg", "-"]);
        let picture = stdout(picture.stdin(input));
        assert!(!picture.contains("<script"), "{name}");
        assert!(roxmltree::Document::parse(&picture).is_ok(), "{name}");
    }
}

#[test]
fn pages_name_pieces_as_the_rest_of_the_program_does() {
    let script = include_str!("../../../src/report/html/board.js");
    let (_, names) = script.split_once("const NAMES = {").unwrap();
    let (names, _) = names.split_once("};").unwrap();
    // A diagram with every kind of piece.
    let all = "KRBGSNLP1/1+R+B1+S+N+L+P1/9/9/9/9/9/9/4k4 b - 1";
    let shown = stdout(tsume().args(["show", "--format", "bod", all]));
    let ranks: Vec<_> = shown.lines().filter(|it| it.starts_with('|')).collect();
    assert_eq!(ranks.len(), 9, "{shown}");
    let kinds = ["K R B G S N L P", "+R +B +S +N +L +P"];
    for (rank, kinds) in ranks.iter().zip(kinds) {
        let pieces = rank.chars().filter(|it| !" |・一二v".contains(*it));
        for (piece, kind) in pieces.zip(kinds.split(' ')) {
            let quoted = format!("\"{kind}\": \"{piece}\"");
            let plain = format!("{kind}: \"{piece}\"");
            assert!(
                names.contains(&quoted) || names.contains(&plain),
                "{kind} {piece}"
            );
        }
    }
}
