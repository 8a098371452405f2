//! The whole program against files of its output: every command, goal, language and format.
//!
//! `commands.txt` says what is run, `expected` has what it printed, and `nodes.tsv` the nodes of a corpus.
//! `SNAPSHOTS=overwrite cargo test --test golden` writes both anew. A change that is to keep the behaviour
//! leaves them as they are.
//!
//! - `table.rs`: what is run
//! - `run.rs`: how it is run, and what is kept of it
//! - `bench.rs`: the server that the calls of the workbench go to
//! - `mask.rs`: what differs from run to run

mod bench;
mod mask;
mod run;
mod table;

use snapbox::{Assert, Data};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use table::Section;

/// Returns a path in the folder of these tests.
fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Compares a text with a file, or writes the file.
fn compare(path: &Path, text: String) -> Result<(), String> {
    let assert = Assert::new().action_env(snapbox::assert::DEFAULT_ACTION_ENV);
    // Wildcards of snapshots would hide changes: `...` is a word of the program, too.
    let expected = Data::read_from(path, None).raw();
    let compared = assert.try_eq(Some(&path.display()), Data::text(text).raw(), expected);
    compared.map_err(|error| error.to_string())
}

/// Compares the output of sections with their files, two sections at a time.
fn check(sections: &[Section]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        while let Some(section) = sections.get(next.fetch_add(1, Ordering::Relaxed)) {
            let path = here("expected").join(format!("{}.txt", section.name));
            faults.extend(compare(&path, run::section(section)).err());
        }
        faults
    };
    thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.map(|it| it.join().unwrap()).concat()
    })
}

#[test]
fn the_output_is_that_of_the_files() {
    let faults = check(&table::sections(include_str!("commands.txt")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_file_belongs_to_a_section() {
    let sections = table::sections(include_str!("commands.txt"));
    for file in std::fs::read_dir(here("expected")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let is_known = |it: &Section| format!("{}.txt", it.name) == name;
        assert!(sections.iter().any(is_known), "expected/{name} is left");
    }
}

#[test]
fn a_corpus_takes_the_same_nodes() {
    if let Err(fault) = compare(&here("nodes.tsv"), run::nodes()) {
        panic!("{fault}");
    }
}
