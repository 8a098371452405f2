//! Completions, man pages and schemas.

use crate::tsume;
use std::fs;

/// The commands of the program.
#[cfg(not(feature = "mcp"))]
const COMMANDS: [&str; 15] = [
    "check", "compare", "compose", "convert", "extend", "generate", "repair", "serve", "show",
    "similar", "solve", "usi", "validate", "verify", "worker",
];
#[cfg(feature = "mcp")]
const COMMANDS: [&str; 16] = [
    "check", "compare", "compose", "convert", "extend", "generate", "mcp", "repair", "serve",
    "show", "similar", "solve", "usi", "validate", "verify", "worker",
];

fn generate(args: &[&str]) -> String {
    let output = tsume().arg("generate").args(args).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_shell_gets_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = generate(&["completions", shell]);
        for word in COMMANDS {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(script.contains("drop-gone"), "{shell}");
    }
}

#[test]
fn the_page_of_the_program_names_its_commands() {
    let page = generate(&["man"]);
    assert_eq!(page, generate(&["man", "-o", "-"]));
    assert!(page.contains(".TH tsume 1"), "{page}");
    for word in COMMANDS {
        assert!(page.contains(&format!("tsume\\-{word}(1)")), "{word}");
    }
}

#[test]
fn a_folder_gets_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    assert_eq!(generate(&["man", "-o", pages.to_str().unwrap()]), "");
    let read = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    for word in COMMANDS {
        assert!(read(&format!("tsume-{word}.1")).contains("tsume"), "{word}");
    }
    assert!(read("tsume-validate.1").contains("drop\\-gone"));
    // The program, its commands, and what `generate` writes.
    assert_eq!(fs::read_dir(&pages).unwrap().count(), COMMANDS.len() + 4);
}

#[test]
fn a_place_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    tsume()
        .args(["generate", "man", "-o"])
        .arg(&file)
        .assert()
        .code(2)
        .stderr_eq("error: cannot write `[..]`[..]\n...");
}
