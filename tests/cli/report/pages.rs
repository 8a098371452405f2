//! Reports as one HTML file.

use crate::{COOKED, NO_MATE, ONE, stdout, tsume};
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

/// Returns how often a text is in a page.
pub(crate) fn count(page: &str, what: &str) -> usize {
    page.matches(what).count()
}

#[test]
fn a_report_has_a_card_for_each_problem_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let input = collection(folder.path());
    let page = folder.path().join("report.html");
    let rows = tsume().args(["validate", "-q", "--nodes", "100k", "--report"]).arg(&page).arg(&input).output().unwrap();
    assert_eq!(rows.status.code(), Some(2), "one line is no problem");
    let rows = String::from_utf8(rows.stdout).unwrap();
    assert_eq!(rows.lines().count(), 4, "rows go where they always go");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(text.ends_with("</html>"), "the page is whole");
    for (verdict, label) in [("sound", "sound"), ("flawed", "flawed"), ("no_mate", "no mate"), ("error", "error")] {
        assert_eq!(count(&text, &format!("data-verdict=\"{verdict}\"")), 1);
        let button = format!("<i></i>{label} <b>1</b></button>");
        assert_eq!(count(&text, &button), 1, "{label}");
        let bar = format!("<i class=\"{verdict}\" style=\"flex-grow:1\"></i>");
        assert_eq!(count(&text, &bar), 1, "{label}");
    }
    // Of scripts there is the one of the page; what stands in the input is text.
    assert_eq!(count(&text, "<script>"), 1);
    assert!(text.contains("&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;"));
    assert!(text.contains("A &#38; \\B"));
    for outside in ["src=", "@import", "url(", "<link rel=\"stylesheet\"", "fetch("] {
        assert_eq!(count(&text, outside), 0, "{outside}");
    }
    assert!(text.contains("default-src 'none'"));
    // The line of the first problem, and a cook of the second.
    assert!(text.contains("data-moves=\"G*5b\" data-start=\"0\">▲５二金\n"));
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
    assert!(japanese.contains("<span class=\"dim\">5手で詰む（本手順と同手数）</span>"));
}

/// Returns the text of a page without the parts marked as English, and its labels.
fn read(page: &str) -> String {
    let (_, mut rest) = page.split_once("</head>").unwrap();
    let mut text = String::new();
    let mut skipped: Option<&str> = None;
    while let Some((before, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').unwrap();
        if skipped.is_none() {
            text += before;
        }
        let name = tag.split_whitespace().next().unwrap();
        if skipped.is_some_and(|it| name.strip_prefix('/') == Some(it)) {
            skipped = None;
        } else if skipped.is_none() {
            if tag.contains("lang=\"en\"") || tag == "script" || matches!(name, "style" | "pre" | "svg") {
                skipped = Some(name);
            }
            for label in ["placeholder=\"", "aria-label=\"", " title=\""] {
                let label = tag.split_once(label).map(|it| it.1);
                text.extend(label.and_then(|it| it.split('"').next()));
            }
            text.push(' ');
        }
        rest = after;
    }
    text
}

#[test]
fn nothing_on_a_japanese_page_is_english() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.sfen");
    // Cooks, duals, leftovers, a bound, an author's line that is not best play, no mate, errors.
    let text = format!(
        "{COOKED}; id \"1\";\n{NO_MATE}; id \"2\";\nbad\n\
         6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ 1d2e; id \"3\"; plies 3;\n\
         8k/9/7G1/9/9/9/9/9/9 b G2Prb2g4s4n4l16p 1; id \"4\"; plies 3;\n\
         6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1; id \"5\";\n\
         6p2/6k2/7N1/3R4p/6G2/5L3/9/9/9 b Gr2b2g4s3n3l16p 1; id \"6\";\n\
         5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1; id \"7\";\n\
         1p1g1k1l1/9/9/9/9/9/9/9/9 w P 1; id \"8\";\n"
    );
    fs::write(&input, text).unwrap();
    let page = |lang: &str, more: &[&str]| {
        let output = tsume()
            .args(["check", "--nodes", "500k", "--attributes", "--idle-pieces"])
            .args(["--format", "html", "--lang", lang])
            .args(more)
            .arg("a.sfen")
            .current_dir(&folder)
            .output()
            .unwrap();
        read(&String::from_utf8(output.stdout).unwrap())
    };
    for more in [&[][..], &["--rules", "strict", "--interpositions", "broad"]] {
        let japanese = page("ja", more);
        let words = japanese.split(|c: char| !c.is_ascii_alphabetic());
        let mut words: Vec<_> = words.filter(|it| it.len() > 1).collect();
        words.sort_unstable();
        words.dedup();
        // The file a problem without an id stands in, the name of the program, what can be copied, and where it can be opened.
        let known = ["KIF", "SFEN", "ShogiHome", "lishogi", "sfen", "tsume"];
        assert_eq!(words, known, "{japanese}");
        for term in ["余詰", "不詰", "作意と不一致", "駒余り", "未検討", "成不成非限定"] {
            assert!(japanese.contains(term), "{term}: {japanese}");
        }
    }
    assert!(page("en", &[]).contains("mates in 5, as soon as the main line"));
}

#[test]
fn whatever_the_input_says_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let script = "<script>alert(1)</script>";
    let sfen = folder.path().join("a.sfen");
    let opcodes = format!("id \"{script}\"; title \"{script}\"; author \"{script}\"; note \"{script}\";");
    fs::write(&sfen, format!("{ONE}; {opcodes}\n")).unwrap();
    let kif = folder.path().join("b.kifu");
    let text = format!(
        "作品名：{script}\n作者：{script}\n手合割：その他\n後手の持駒：飛二 角二 金三 銀四 桂四 香四 歩十七\n  \
         ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
         | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
         +---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n\
         *{script}\n   1 ５二金打\n*</pre></template>{script}\n"
    );
    fs::write(&kif, text).unwrap();
    let table = folder.path().join("c.csv");
    fs::write(&table, format!("sfen,title,author,id\n{ONE},{script},{script},{script}\n")).unwrap();
    for (input, times) in [(&sfen, 4), (&kif, 4), (&table, 3)] {
        let page = stdout(tsume().args(["check", "--format", "html"]).arg(input));
        let name = input.display();
        assert_eq!(count(&page, "<script>"), 1, "{name}");
        assert_eq!(count(&page, "</script>"), 2, "{name}: the card and the script");
        assert_eq!(count(&page, "</pre>"), 1, "{name}");
        let escaped = count(&page, "&#60;script&#62;alert(1)");
        assert!(escaped >= times, "{name}: {escaped} times");
    }
}

#[test]
fn titles_and_authors_are_shown_wherever_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{ONE}; title \"天馬\"; author \"看寿\"; magazine \"詰パラ\";");
    let json = json!({"sfen": ONE, "title": "天馬", "author": "看寿", "magazine": "詰パラ"});
    let table = format!("sfen,title,author,magazine\n{ONE},天馬,看寿,詰パラ\n");
    let headers = format!("sfen,作品名,作者,発表誌\n{ONE},天馬,看寿,詰パラ\n");
    for (name, text) in [("a.sfen", line), ("a.jsonl", json.to_string()), ("a.csv", table), ("b.csv", headers)] {
        let input = folder.path().join(name);
        fs::write(&input, text).unwrap();
        let page = tsume().args(["check", "--format", "html"]).arg(&input).output().unwrap();
        let page = String::from_utf8(page.stdout).unwrap();
        assert!(page.contains("<h1>天馬</h1>"), "{name}: {page}");
        assert!(page.contains("\">看寿 · 1 ply · <span"), "{name}: {page}");
        assert!(page.contains("<p class=\"dim\">詰パラ</p>"), "{name}");
        let picture = tsume().args(["show", "--format", "svg"]).arg(&input).output().unwrap();
        let picture = String::from_utf8(picture.stdout).unwrap();
        assert!(picture.contains(">天馬</text>") && picture.contains(">看寿</text>"), "{name}");
    }
}

#[test]
fn pages_name_pieces_as_the_rest_of_the_program_does() {
    let script = include_str!("../../../src/report/html/board.js");
    let (_, names) = script.split_once("const NAMES = {").unwrap();
    let (names, _) = names.split_once("};").unwrap();
    // A diagram with every kind of piece.
    let shown = tsume()
        .args(["show", "--format", "bod"])
        .arg("KRBGSNLP1/1+R+B1+S+N+L+P1/9/9/9/9/9/9/4k4 b - 1")
        .output()
        .unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let ranks: Vec<_> = shown.lines().filter(|it| it.starts_with('|')).collect();
    assert_eq!(ranks.len(), 9, "{shown}");
    let kinds = ["K R B G S N L P", "+R +B +S +N +L +P"];
    for (rank, kinds) in ranks.iter().zip(kinds) {
        let pieces = rank.chars().filter(|it| !" |・一二v".contains(*it));
        for (piece, kind) in pieces.zip(kinds.split(' ')) {
            let quoted = format!("\"{kind}\": \"{piece}\"");
            let plain = format!("{kind}: \"{piece}\"");
            assert!(names.contains(&quoted) || names.contains(&plain), "{kind} {piece}");
        }
    }
}

#[test]
fn one_composition_is_a_page_with_its_variations() {
    let text = stdout(tsume().args(["check", "--format", "html", COOKED]));
    assert_eq!(count(&text, "data-id=\"p-argument-1\" "), 1);
    assert!(count(&text, "<details class=\"branch turn\">") > 0, "{text}");
    // A variation is told from where it leaves the line, but played from the diagram.
    assert!(text.contains("data-moves=\"1c2b 1a2b 7h2c+ 2b2a G*2b\" data-start=\"3\""), "{text}");
}

#[test]
fn options_of_pages_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a.html");
    let page = page.to_str().unwrap();
    tsume()
        .args(["validate", "-o", page, "--report", page, ONE])
        .assert()
        .code(2)
        .stderr_eq("error: `[..]a.html` is given twice\n");
    tsume()
        .args(["validate", "--report", page, "--resume", "rows.jsonl", ONE])
        .assert()
        .code(2)
        .stderr_eq("...\n[..]cannot be used with[..]\n...\n");
    assert!(!Path::new(page).exists());
}

/// Returns a page of these lines, and what a reader sees of it.
fn page_of(command: &[&str], lines: &str, lang: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.sfen"), lines).unwrap();
    let output = tsume()
        .args(command)
        .args(["--format", "html", "--lang", lang, "a.sfen"])
        .current_dir(&folder)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_was_asked_beside_the_mate_is_on_the_page() {
    const GREY: &str = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1";
    let ask = ["solve", "--explain", "--try", "3a3c"];
    for (lang, told) in [
        (
            "en",
            [
                "mates: 5 plies",
                "futile: the checking piece takes, then mate, as without it",
                "it takes with double check",
            ],
        ),
        ("ja", ["5手で詰む", "無駄合：王手した駒で取って詰み", "間接両王手で取る"]),
    ] {
        let page = page_of(&ask, GREY, lang);
        for text in told {
            assert!(page.contains(text), "{lang}: {text}");
        }
        // The try can be stepped through, and interpositions are taken together.
        assert!(page.contains("data-moves=\"3a3c 1c2b 3c3b+ 2b1c 2a1b+\""));
        let ply = if lang == "ja" { "2手目" } else { "ply 2" };
        let reply = format!("{ply} <span class=\"moves\">△２三合（歩香桂銀金角飛）</span>");
        assert!(page.contains(&reply), "{page}");
    }
    let refuted = page_of(&["solve"], NO_MATE, "ja");
    assert!(read(&refuted).contains("逃れ順"), "{refuted}");
    tsume()
        .args(ask)
        .args(["--format", "kif", GREY])
        .assert()
        .code(2)
        .stderr_eq("error: KIF cannot hold the answers of `--explain` and `--try`: [..]\n");
}

#[test]
fn the_list_says_why_and_the_card_what_the_input_says() {
    let lines = format!(
        "{COOKED}; id \"cooked\"; plies 9;\nbad\n\
         6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+; id \"open\"; plies 5;\n\
         {ONE}; id \"odd\"; plies x;\n"
    );
    let command = ["validate", "-q", "--expect", "--nodes", "100k"];
    let english = page_of(&command, &lines, "en");
    for why in
        ["not as expected: length · 早詰 early mate, 余詰 cook", "not an SFEN: expected nine ranks separated by /"]
    {
        let cell = format!("<span class=\"why\">{why}");
        assert!(english.contains(&cell), "{why}: {english}");
    }
    assert!(english.contains("the expected length is not a number of plies"));
    let japanese = page_of(&command, &lines, "ja");
    for why in ["入力と不一致：手数　早詰・余詰", "SFENでない（9段を / で区切って書く）"] {
        let cell = format!("<span class=\"why\">{why}");
        assert!(japanese.contains(&cell), "{why}: {japanese}");
    }
    assert!(japanese.contains("× エラー</span>"), "{japanese}");
    // Nothing is known but what the author says.
    let open = page_of(&["check", "--nodes", "3"], &lines, "ja");
    assert!(read(&open).contains("作意（入力）"), "{open}");
    assert!(open.contains("data-moves=\"3a3d+\""), "{open}");
    assert!(open.contains("入力では5手"), "{open}");
}

#[test]
fn replies_that_differ_in_the_piece_alone_are_one() {
    let page = page_of(
        &["solve", "--variations", "1", "--interpositions", "off"],
        "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1",
        "ja",
    );
    assert!(page.contains("aria-label=\"変化：2手目 △"), "{page}");
    assert!(page.contains("以外\">他"), "{page}");
    assert!(page.contains("△１五合（"), "{page}");
}
