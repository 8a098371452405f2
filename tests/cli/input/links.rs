//! Links to boards, wherever a problem may stand.

use super::positions;
use crate::{ONE, stderr, stdout, tsume};
use std::fs;

/// Forms of links to one position, [`ONE`].
const LINKS: [&str; 12] = [
    "https://www.kento-shogi.com/?initpos=4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
    "https://www.kento-shogi.com/?initpos=4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1&moves=G%2A5b",
    "http://sfenreader.appspot.com/sfen?sfen=4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1",
    "https://www.shogi-extend.com/share-board?body=position.sfen.4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9.b.G.1&turn=0&abstract_viewpoint=black",
    "https://www.shogi-extend.com/share-board?turn=0&xbody=cG9zaXRpb24gc2ZlbiA0azQvOS80UDQvOS85LzkvOS85LzkgYiBHIDE",
    "piyoshogi://?num=0&sfen=position%20sfen%204k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201&viewpoint=black",
    "https://www.studiok-i.net/ps/?sfen=4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
    "https://sunfish-shogi.github.io/shogihome/webapp/?usen=4k4_9_4P4_9_9_9_9_9_9.b.G~0..&branch=0&ply=0",
    "https://play.mogproject.com/?u=4k4_9_4P4_9_9_9_9_9_9.b.G&move=0",
    "lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9_b_G_1",
    "https://shogidb2.com/games/e45b#4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
    "4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
];

#[test]
fn links_are_read_as_arguments_lines_fields_and_cells() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let expected = vec![ONE.to_owned(); LINKS.len()];
    assert_eq!(positions(tsume().arg("solve").args(LINKS)), expected);
    let quoted = |link: &&str| format!("{{\"title\":\"x\",\"sfen\":\"{link}\"}}\n");
    let cell = |link: &&str| format!("x,\"{link}\"\n");
    for (name, text) in [
        ("a.txt", LINKS.join("\n")),
        ("a.sfen", LINKS.join("\r\n")),
        ("a.jsonl", LINKS.iter().map(quoted).collect()),
        (
            "a.csv",
            "title,sfen\n".to_owned() + &LINKS.iter().map(cell).collect::<String>(),
        ),
    ] {
        let file = folder.join(name);
        fs::write(&file, &text).unwrap();
        assert_eq!(
            positions(tsume().arg("solve").arg(&file)),
            expected,
            "{name}"
        );
        let stdin = tsume().args(["solve", "-"]).stdin(text);
        assert_eq!(positions(stdin), expected, "{name}");
    }
    // Fields beside a link stay with it.
    for name in ["a.jsonl", "a.csv"] {
        let kif = stdout(
            tsume()
                .args(["convert", "--to", "kif"])
                .arg(folder.join(name)),
        );
        assert_eq!(kif.matches("作品名：x").count(), LINKS.len(), "{kif}");
    }
}

#[test]
fn a_link_without_a_position_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let link = "https://lishogi.org/training/CBNrO";
    let json = format!("{{\"sfen\":\"{link}\"}}\n");
    fs::write(folder.join("a.sfen"), format!("{link}\n{ONE}\n")).unwrap();
    fs::write(
        folder.join("a.jsonl"),
        format!("{json}{{\"sfen\":\"{ONE}\"}}\n"),
    )
    .unwrap();
    fs::write(folder.join("a.csv"), format!("sfen\n{link}\n{ONE}\n")).unwrap();
    for argument in [
        link,
        "lishogi.org/training/CBNrO",
        &*json,
        "a.sfen",
        "a.jsonl",
        "a.csv",
    ] {
        let run = |lang| {
            let run = tsume().args(["check", argument, "--lang", lang]);
            run.current_dir(folder)
        };
        let told = stderr(run("en"));
        assert!(told.contains("the position is not in this link"), "{told}");
        assert!(told.contains("open it there"), "{told}");
        let told = stderr(run("ja"));
        assert!(told.contains("このリンクには局面が入っていない"), "{told}");
        assert!(told.contains("リンク先を開き"), "{told}");
        // The problem after it is judged.
        let judged = stdout(run("en")).matches("  sound ").count();
        assert_eq!(
            judged,
            usize::from(argument.starts_with("a.")),
            "{argument}"
        );
    }
    let game = "https://lishogi.org/editor/annanshogi/4k4/9/4P4/9/9/9/9/9/9_b_G_1";
    let told = stderr(tsume().args(["check", game]));
    assert!(told.contains("annanshogi, which is another game"), "{told}");
}
