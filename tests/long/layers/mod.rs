//! Tests the layers: parses every source file and collects the names in it.
//!
//! The table in `layers.txt` says which module may use which. Code under `#[cfg(test)]` may use everything.
//! Cargo keeps the foundations, the crates in `crates`, from using what stands on them. Their rows say what
//! else they must not use.
//! Lints in `lib.rs` make sure that library code does not print or unwrap.

mod names;
mod structure;

use names::Names;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The items that a module may use. Every field is a list of words.
struct Layer {
    /// The module; a crate in `crates` is a module, too. A row for a module inside another one counts for
    /// it alone.
    name: &'static str,
    /// Other modules, or single paths in them.
    modules: &'static str,
    /// Paths in those modules that it may not use all the same.
    except: &'static str,
    /// External crates, besides `std`.
    crates: &'static str,
    /// Paths of the standard library, names and macros it may not use.
    words: &'static str,
}

/// Things of the outside world that inner layers know nothing about.
const OUTSIDE: &str = "std::time std::io std::fs std::env std::process";

/// A wall clock may jump: limits and times use a monotonic clock.
const NOWHERE: &str = "SystemTime UNIX_EPOCH";

/// What knows how pieces move. A proof has to be checked without it.
const RULES: &str =
    "shogi::position shogi::Position shogi::movegen shogi::bitboard shogi::king_scan shogi::perft";

/// The foundations, and the names under which they know each other's modules.
const FOUNDATIONS: [(&str, &[&str]); 5] = [
    ("composition", &["certificate", "search", "shogi", "verify"]),
    ("proof", &["notation", "shogi"]),
    ("records", &["notation", "shogi"]),
    ("search", &["certificate", "notation", "shogi", "verify"]),
    ("shogi", &[]),
];

/// Returns the rows of the table.
fn layers() -> impl Iterator<Item = Layer> {
    static TABLE: LazyLock<String> = LazyLock::new(|| {
        include_str!("layers.txt")
            .replace("OUTSIDE", OUTSIDE)
            .replace("RULES", RULES)
    });
    let rows = TABLE
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let &[name, modules, except, crates, words] = &cells[..] else {
            panic!("{row}");
        };
        Layer {
            name,
            modules,
            except,
            crates,
            words,
        }
    })
}

#[test]
fn no_module_imports_what_it_must_not_know() {
    let root = support::root();
    let mut folders = vec![(Vec::new(), root.join("src"))];
    for (name, _) in FOUNDATIONS {
        folders.push((
            vec![name.to_owned()],
            root.join("crates").join(name).join("src"),
        ));
    }
    let mut found = Vec::new();
    let mut named = 0;
    for (prefix, folder) in folders {
        for file in source_files(&folder) {
            let module = [
                &prefix[..],
                &module_path(file.strip_prefix(&folder).unwrap()),
            ]
            .concat();
            let source = fs::read_to_string(&file).unwrap();
            named += Names::of(&module, &source).paths.len();
            for problem in violations(&module, &source) {
                let relative = file.strip_prefix(root).unwrap();
                found.push(format!("{}: {problem}", relative.display()));
            }
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
    // A reader that reads nothing would find nothing.
    assert!(named > 1000, "only {named} paths seen");
}

/// Code that differs between platforms is in one file of the search, so that it can be replaced in one place.
#[test]
fn the_search_asks_the_platform_in_one_file() {
    let root = support::root().join("crates/search/src");
    let mut of_platform = 0;
    for file in source_files(&root) {
        let module = module_path(file.strip_prefix(&root).unwrap());
        let names = Names::of(&module, &fs::read_to_string(&file).unwrap());
        let is_of_platform = |path: &&String| {
            let roots = [
                "Instant::now",
                "std::thread",
                "std::time::Instant",
                "rustix",
            ];
            roots.iter().any(|it| path.starts_with(it))
        };
        let found: Vec<_> = names.paths.iter().filter(is_of_platform).collect();
        if file.ends_with("platform.rs") {
            of_platform += found.len();
        } else {
            assert!(found.is_empty(), "{}: {found:?}", file.display());
        }
    }
    assert!(of_platform > 2, "{of_platform}");
}

/// Boards and moves are turned on their way into the composition layer and out of it, and nowhere else.
#[test]
fn only_the_composition_layer_turns_boards() {
    let is_turned = |line: &&str| line.contains(".normalised()") || line.contains(".rotate()");
    let mut turning = 0;
    for (folder, may_turn) in [("crates/composition/src", true), ("src", false)] {
        for file in source_files(&support::root().join(folder)) {
            let source = fs::read_to_string(&file).unwrap();
            let found: Vec<&str> = source.lines().filter(is_turned).collect();
            if may_turn {
                turning += found.len();
            } else if !file.ends_with("tests.rs") {
                assert!(found.is_empty(), "{}: {found:?}", file.display());
            }
        }
    }
    assert!(turning > 10, "{turning}");
}

#[test]
fn every_external_crate_has_a_layer() {
    let crates = crates();
    assert!(crates.len() > 5);
    for name in crates {
        let has = |layer: &Layer| layer.crates.split_whitespace().any(|it| it == name);
        assert!(layers().any(|it| has(&it)), "{name} has no layer");
    }
}

/// A module, what stands in it, and what is said of that.
const CLIMBED: &str = r#"
search/dfpn | use crate::notation::sfen; | notation::sfen
search/dfpn | use crate::{shogi::Move, verify}; | verify
search/table/slots | use super::super::verify::x; | verify::x
search/table/slots | use tsume_core_shogi::notation::sfen; | tsume_core_shogi
judge/solve | fn f() { crate::batch::seconds(t) } | batch::seconds
judge/solve | fn f() { assert!(x, "{}", crate::cli::x()) } | cli::x
judge | use super::cli::Exit; | cli::Exit
composition/problem | use crate::notation; | composition::notation
composition/vocabulary | use crate::search::Limits; | search::Limits
proof/verify/board | use crate::shogi::{Move, Position}; | shogi::Position
proof/verify/board | use crate::shogi::movegen::checks; | shogi::movegen
proof/verify/board | use crate::shogi::*; | shogi::*
proof/verify/board | use crate::notation::sfen; | notation::sfen
proof/certificate | use crate::verify::check; | proof::verify
report/text | use anstream::AutoStream; | anstream
shogi/notation/sfen | #[derive(serde::Serialize)] struct X; | serde
input/id | use clap::Parser; | clap
shogi/moves | use crate::notation::sfen; | shogi::notation
shogi/moves | fn f() -> String { format!("{x}") } | String
shogi/moves | use std::time::Instant; | std::time
shogi/moves | use std::{fmt, time::Instant}; | std::time
shogi/moves | fn f() { std::io::stdout(); } | std::io
cli/solve | fn f() { SystemTime::now() } | SystemTime
attic | use crate::shogi::Move; | not in the table
"#;

const ALLOWED: &str = r#"
search/dfpn | use crate::shogi::{Color, Move}; use super::table::Table; use crate::numbers::Pn;
search/table/entry | use super::super::numbers::Pn; use rustc_hash::FxHashMap;
search/dfpn | /* crate::cli */ /** [`crate::cli`] */ struct X;
search/dfpn | const X: &str = "crate::cli \" crate::report"; const Q: char = '"';
search/dfpn | fn f() {} #[cfg(test)] mod tests { use crate::notation::sfen; }
shogi/moves | impl std::fmt::Debug for Move { fn fmt() { write!(f, "x") } }
proof/verify/board | use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Square};
shogi/notation/usi | use super::sfen; use crate::{Move, Position};
cli/solve | use crate::{report::Html, search::Solver}; use clap::Parser;
"#;

#[test]
fn a_wall_that_is_climbed_is_noticed() {
    for line in CLIMBED.trim().lines() {
        let [module, source, expected] = *line.split(" | ").collect::<Vec<_>>() else {
            panic!("{line}");
        };
        let found = violations(&module_path(Path::new(module)), source).join("\n");
        assert!(found.contains(expected), "{line}: {found:?}");
    }
    for line in ALLOWED.trim().lines() {
        let (module, source) = line.split_once(" | ").unwrap();
        let found = violations(&module_path(Path::new(module)), source);
        assert_eq!(found, Vec::<String>::new(), "{line}");
    }
}

/// Everything a file does that its layer may not do.
fn violations(module: &[String], source: &str) -> Vec<String> {
    let Some(own) = module.first() else {
        // lib.rs and main.rs only name the modules.
        return Vec::new();
    };
    let rows = layers().filter(|it| is_under(&module.join("::"), it.name));
    let Some(layer) = rows.max_by_key(|layer| layer.name.len()) else {
        return vec![format!("module `{own}` is not in the table of layers")];
    };
    let is_in = |path: &str, list: &str| list.split_whitespace().any(|it| is_under(path, it));
    let crates = crates();
    let mut found = Vec::new();
    let foundation = FOUNDATIONS.iter().find(|(name, _)| name == own);
    let names = Names::of(&module[usize::from(foundation.is_some())..], source);
    for path in &names.paths {
        let path = path.as_str();
        let Some(path) = path.strip_prefix("crate::") else {
            let first = path.split("::").next().unwrap_or(path);
            // Their names stand in the files on top of each crate.
            let on_top = 1 + usize::from(foundation.is_some());
            if first.starts_with("tsume_core_") && module.len() > on_top {
                found.push(format!("`{own}` must not use `{first}` by this name"));
            }
            if crates.iter().any(|it| it == first) && !is_in(first, layer.crates) {
                found.push(format!("`{own}` must not use the crate `{first}`"));
            }
            if is_in(path, layer.words) {
                found.push(format!("`{own}` must not use `{path}`"));
            }
            continue;
        };
        let path = match foundation {
            Some((name, known)) if !is_in(path, &known.join(" ")) => format!("{name}::{path}"),
            _ => path.to_owned(),
        };
        let path = path.as_str();
        // A glob of a module of which only a part is allowed imports the other part, too.
        let glob = path.strip_suffix('*').is_some_and(|base| {
            let mut except = layer.except.split_whitespace();
            except.any(|it| it.starts_with(base))
        });
        let known = is_under(path, layer.name) || is_in(path, layer.modules);
        if !known || is_in(path, layer.except) || glob {
            found.push(format!("`{own}` must not know `{path}`"));
        }
    }
    for word in layer.words.split_whitespace().chain(NOWHERE.split(' ')) {
        if names.words.iter().any(|it| it == word) {
            found.push(format!("`{own}` must not use `{word}`"));
        }
    }
    found
}

/// Returns whether a path is this one, or begins with it.
fn is_under(path: &str, prefix: &str) -> bool {
    let rest = path.strip_prefix(prefix);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Returns the external crates that the packages depend on, as they are named in code.
fn crates() -> Vec<String> {
    let root = support::root();
    let mut manifests = vec![root.join("Cargo.toml")];
    manifests
        .extend(FOUNDATIONS.map(|(name, _)| root.join("crates").join(name).join("Cargo.toml")));
    let mut crates = Vec::new();
    for manifest in manifests {
        let manifest = fs::read_to_string(manifest).unwrap();
        let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        let names = dependencies
            .lines()
            .filter_map(|it| it.split_once([' ', '.']));
        let names = names.map(|(name, _)| name.replace('-', "_"));
        crates.extend(names.filter(|it| it != "#" && !it.starts_with("tsume_core_")));
    }
    crates
}

/// Returns the module a file is: `search/table/entry.rs` is `search::table::entry`.
fn module_path(relative: &Path) -> Vec<String> {
    let path = relative.with_extension("");
    let mut segments: Vec<String> = path
        .iter()
        .map(|segment| segment.to_str().unwrap().to_owned())
        .collect();
    let last = segments.last().map(String::as_str);
    if matches!(last, Some("mod" | "lib" | "main")) {
        segments.pop();
    }
    segments
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(source_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs")
            && path.file_stem().is_none_or(|stem| stem != "tests")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}
