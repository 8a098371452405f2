//! `show`, and moves in Western notation.

use crate::input::records::{KIF, write};
use crate::{COOKED, check, solve, stdout, tsume};
use snapbox::file;
use tsume::notation::record::Encoding;

#[test]
fn moves_are_in_western_notation_where_it_is_asked_for() {
    let line = format!("{COOKED}; id \"x\"");
    let text = stdout(check(["--notation", "western", &line]));
    assert!(
        text.contains("\n  Gx2b  Kx2b  B-2c+  K-1a  G*1b\n"),
        "{text}"
    );
    assert!(text.contains("余詰 cook  G*2c\n"), "{text}");
    assert!(
        text.contains("      G*2c K-2a P-3b+ K-1a +P-2b\n"),
        "{text}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.sfen", &line, Encoding::Utf8);
    for command in ["solve", "check", "validate"] {
        let arguments = [
            command,
            "-q",
            "--format",
            "text",
            "--notation",
            "western",
            &file,
        ];
        let text = stdout(tsume().args(arguments));
        assert!(text.contains("2c"), "{command}: {text}");
        assert!(
            !text.contains('▲') && !text.contains("7h2c+"),
            "{command}: {text}"
        );
    }
    let text = stdout(solve(["--notation", "western", "--variations", "1", &line]));
    assert!(text.contains("K-1a"), "{text}");
}

#[test]
fn show_draws_the_diagram_and_the_line() {
    let line = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ 1d1e 3d2d";
    tsume()
        .args(["show", "--ply", "1", line])
        .assert()
        .success()
        .stdout_eq(file!["snapshots/show_draws_the_diagram_and_the_line.txt"]);
    let bod = tsume()
        .args(["show", "--format", "bod", "-"])
        .stdin(KIF)
        .output()
        .unwrap();
    let bod = String::from_utf8(bod.stdout).unwrap();
    assert!(
        bod.starts_with("後手の持駒：飛　角　金四　銀四　桂四　香四　歩十八\n  ９ ８ ７"),
        "{bod}"
    );
    tsume()
        .args(["show", "--format", "sfen", "--ply", "last", line])
        .assert()
        .stdout_eq(
            "9/9/9/9/6B1k/9/9/9/9 w rb4g4s4n4l18p 1\n".replace("9/9/9/9/6B1k", "9/9/9/7+R1/6B1k"),
        );
    tsume()
        .args(["show", "--ply", "4", line])
        .assert()
        .code(2)
        .stderr_eq("error: argument:1: no ply 4, the line has 3 moves\n");
}
