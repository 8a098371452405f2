//! Diagrams that are pasted, and names that are long.

use crate::{ONE, stdout, tsume};
use std::fs;

/// Returns what `convert --to sfen` makes of standard input.
fn sfen_of(text: &str) -> String {
    let run = tsume().args(["convert", "-", "--to", "sfen"]);
    let output = run.stdin(text).output().unwrap();
    assert!(output.status.success(), "{text}\n{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn our_own_diagrams_are_read_as_they_are_pasted() {
    let problem = "8k/6S2/9/7L1/9/9/9/9/9 b P2r2b4g3s4n3l17p 1";
    for more in [&[][..], &["--lang", "ja"]] {
        for command in [
            &["show", problem][..],
            &["solve", problem],
            &["check", problem],
        ] {
            let shown = stdout(tsume().args(command).args(more));
            let line = [command, more].concat();
            let expected = problem;
            assert!(sfen_of(&shown).starts_with(expected), "{line:?}: {shown}");
            // As one argument, with its line ends.
            let text = stdout(tsume().args(["convert", &shown, "--to", "sfen"]));
            assert!(text.starts_with(expected), "{line:?}: {text}");
        }
    }
    let bod = stdout(tsume().args(["show", "--format", "bod", problem]));
    let text = stdout(tsume().args(["convert", &bod, "--to", "sfen"]));
    assert!(text.starts_with(problem), "{text}");
    // Two of them, the second with White to move.
    let two = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1";
    let text = sfen_of(&stdout(tsume().args(["show", problem, two])));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].starts_with(two), "{text}");
}

#[test]
fn ids_may_be_longer_than_names_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out/");
    let long = "長".repeat(200);
    let text = format!("{ONE}; id \"{long}a\";\n{ONE}; id \"{long}b\";\n{ONE}; id \"c\";\n");
    for (command, count) in [("convert", 3), ("show", 6)] {
        let format = if command == "show" {
            "--format=svg"
        } else {
            "--to=kifu"
        };
        let run = tsume().args([command, "-", format, "-o"]).arg(&out);
        run.stdin(text.as_str()).assert().code(0);
        assert_eq!(fs::read_dir(&out).unwrap().count(), count);
    }
}
