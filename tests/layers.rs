//! Keeps the walls between the layers: reads every source file and looks at what it imports.
//!
//! The table below says who may import whom. Code under `#[cfg(test)]`, which by habit ends a
//! file, is free to use everything.

use std::fs;
use std::path::{Path, PathBuf};

/// What a module of the first level may use.
struct Layer {
    name: &'static str,
    /// Other modules of the first level, or single paths in them.
    modules: &'static [&'static str],
    /// Paths in those modules that it may not use all the same.
    except: &'static [&'static str],
    /// External crates, besides `std`.
    crates: &'static [&'static str],
    /// Words of the standard library it may not use.
    words: &'static [&'static str],
}

/// Things of the outside world that inner layers know nothing about.
const CLOCK_AND_FILES: [&str; 7] = [
    "std::time",
    "std::io",
    "std::fs",
    "std::env",
    "std::process",
    "println!",
    "eprintln!",
];

const LAYERS: &[Layer] = &[
    Layer {
        name: "shogi",
        modules: &[],
        except: &[],
        crates: &[],
        words: &[
            "std::time",
            "std::io",
            "std::fs",
            "std::env",
            "std::process",
            "println!",
            "eprintln!",
            "String",
            "format!",
            "Display",
            "ToString",
            "to_string",
            "to_owned",
        ],
    },
    Layer {
        name: "certificate",
        modules: &["shogi"],
        except: &["shogi::movegen"],
        crates: &["rustc_hash", "thiserror"],
        words: &CLOCK_AND_FILES,
    },
    Layer {
        name: "notation",
        modules: &["shogi"],
        except: &[],
        crates: &["thiserror"],
        words: &CLOCK_AND_FILES,
    },
    Layer {
        name: "search",
        modules: &["shogi", "certificate"],
        except: &[],
        crates: &["rustc_hash", "rustix"],
        // The clock is read through the limits, and asked for in one file: see below.
        words: &[
            "std::io",
            "std::fs",
            "std::env",
            "std::process",
            "println!",
            "eprintln!",
        ],
    },
    Layer {
        name: "verify",
        // An independent witness shares plain data with the others, but no rules.
        modules: &["shogi", "certificate"],
        except: &[
            "shogi::position",
            "shogi::Position",
            "shogi::movegen",
            "shogi::bitboard",
            "shogi::Bitboard",
            "shogi::king_scan",
            "shogi::zobrist",
            "shogi::perft",
        ],
        crates: &["rustc_hash", "thiserror"],
        words: &CLOCK_AND_FILES,
    },
    Layer {
        name: "composition",
        modules: &["shogi", "search", "certificate"],
        except: &[],
        crates: &["rustc_hash"],
        words: &CLOCK_AND_FILES,
    },
    Layer {
        name: "input",
        modules: &["notation", "composition::problem", "composition::Problem"],
        except: &[],
        crates: &["csv", "serde", "serde_json", "thiserror"],
        words: &[
            "std::time",
            "std::env",
            "std::process",
            "println!",
            "eprintln!",
        ],
    },
    Layer {
        name: "certificate::file",
        modules: &["shogi", "certificate", "notation"],
        except: &[
            "shogi::position",
            "shogi::Position",
            "shogi::movegen",
            "shogi::bitboard",
        ],
        crates: &["serde", "serde_json", "thiserror", "zstd"],
        words: &[
            "std::time",
            "std::fs",
            "std::env",
            "std::process",
            "println!",
            "eprintln!",
        ],
    },
    Layer {
        name: "report",
        modules: &[
            "shogi",
            "certificate",
            "notation",
            "search",
            "composition",
            "input",
        ],
        except: &["shogi::movegen"],
        crates: &[
            "anstyle",
            "askama",
            "csv",
            "resvg",
            "serde",
            "serde_json",
            "unicode_width",
        ],
        words: &[
            "std::fs",
            "std::env",
            "std::process",
            "Instant",
            "IsTerminal",
            "println!",
        ],
    },
    Layer {
        name: "batch",
        modules: &[
            "shogi",
            "notation",
            "search",
            "composition",
            "input",
            "report",
        ],
        except: &[],
        // Rows tell limits of time in the words of humantime.
        crates: &["serde", "serde_json", "thiserror", "humantime"],
        words: &["println!", "eprintln!", "IsTerminal"],
    },
    Layer {
        name: "cli",
        modules: &[
            "shogi",
            "certificate",
            "notation",
            "search",
            "verify",
            "composition",
            "input",
            "report",
            "batch",
        ],
        except: &[],
        crates: &[
            "anstream",
            "anstyle",
            "annotate_snippets",
            "anyhow",
            "clap",
            "csv",
            "ctrlc",
            "humantime",
            "indicatif",
            "serde_json",
            "terminal_size",
            "unicode_width",
        ],
        words: &[],
    },
];

/// What the one module that knows formats of records may use besides.
const RECORDS: &[&str] = &["encoding_rs", "serde", "serde_json", "shogi_kifu_converter"];

/// Every external crate the package may depend on.
const CRATES: &[&str] = &[
    "anstream",
    "anstyle",
    "annotate_snippets",
    "anyhow",
    "askama",
    "clap",
    "csv",
    "ctrlc",
    "encoding_rs",
    "humantime",
    "indicatif",
    "resvg",
    "rustc_hash",
    "serde",
    "serde_json",
    "shogi_kifu_converter",
    "terminal_size",
    "thiserror",
    "unicode_width",
    "zstd",
];

/// A clock of the wall may jump; limits and times spent go by one that only ever goes on.
#[test]
fn nobody_looks_at_a_clock_that_may_jump() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut instants = 0;
    for file in source_files(&root) {
        let source = fs::read_to_string(&file).unwrap();
        for word in ["SystemTime", "UNIX_EPOCH"] {
            assert!(!source.contains(word), "{}: {word}", file.display());
        }
        instants += source.matches("Instant::now()").count();
    }
    assert!(instants > 5, "{instants}");
}

/// What differs between platforms is in one file of the search, so that it can be replaced in one place.
#[test]
fn the_search_asks_the_platform_in_one_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search");
    for file in source_files(&root) {
        let source = fs::read_to_string(&file).unwrap();
        let code = code(&source);
        let is_platform = file.ends_with("platform.rs");
        for word in ["Instant::now", "std::thread", "unsafe", "rustix"] {
            let place = file.display();
            assert!(is_platform || !mentions(&code, word), "{place}: {word}");
        }
        assert!(!is_platform || code.contains("Instant::now"));
    }
}

#[test]
fn no_module_imports_what_it_must_not_know() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut imports = 0;
    for file in source_files(&root) {
        let relative = file.strip_prefix(&root).unwrap();
        let module = module_path(relative);
        let source = fs::read_to_string(&file).unwrap();
        imports += references(&code(&source), &module).len();
        for problem in violations(&module, &source) {
            found.push(format!("src/{}: {problem}", relative.display()));
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
    // A reader that reads nothing would find nothing.
    assert!(imports > 50, "only {imports} imports seen");
}

#[test]
fn every_external_crate_is_in_the_table() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
    let dependencies = dependencies.split("\n[").next().unwrap();
    let names: Vec<_> = dependencies
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.replace('-', "_"))
        .collect();
    assert!(names.len() > 5);
    for name in names {
        assert!(CRATES.contains(&name.as_str()), "{name} has no layer");
    }
}

#[test]
fn a_wall_that_is_climbed_is_noticed() {
    for (module, source, expected) in [
        (
            "search/dfpn",
            "use crate::notation::sfen;",
            "notation::sfen",
        ),
        (
            "search/dfpn",
            "use crate::{shogi::Move, composition};",
            "composition",
        ),
        (
            "search/dfpn",
            "fn f() { crate::report::seconds(t) }",
            "report::seconds",
        ),
        ("search/table", "use super::super::verify::x;", "verify::x"),
        ("search", "use super::cli::Exit;", "cli::Exit"),
        ("composition/problem", "use crate::notation;", "notation"),
        (
            "verify/board",
            "use crate::shogi::{Move, Position};",
            "shogi::Position",
        ),
        (
            "verify/board",
            "use crate::shogi::movegen::checks;",
            "shogi::movegen",
        ),
        ("verify/board", "use crate::shogi::*;", "shogi::*"),
        (
            "verify/board",
            "use crate::search::Solver;",
            "search::Solver",
        ),
        ("report/text", "use anstream::AutoStream;", "anstream"),
        (
            "notation/sfen",
            "#[derive(serde::Serialize)] struct X;",
            "serde",
        ),
        ("input/id", "use clap::Parser;", "clap"),
        (
            "shogi/moves",
            "fn f() -> String { format!(\"{x}\") }",
            "String",
        ),
        ("shogi/moves", "use std::time::Instant;", "std::time"),
        ("shogi/moves", "use std::{fmt, time::Instant};", "std::time"),
        ("notation/usi", "fn f() { println!(\"x\") }", "println!"),
        ("attic", "use crate::shogi::Move;", "not in the table"),
    ] {
        let module: Vec<_> = module.split('/').map(str::to_owned).collect();
        let found = violations(&module, source).join("\n");
        assert!(found.contains(expected), "{source}: {found:?}");
    }
}

#[test]
fn what_is_allowed_is_not_complained_about() {
    for (module, source) in [
        (
            "search/dfpn",
            "use crate::shogi::{Color, Move}; use super::table::Table;",
        ),
        (
            "search/table/entry",
            "use super::super::numbers::Pn; use rustc_hash::FxHashMap;",
        ),
        (
            "search/dfpn",
            "// crate::notation is far away\n/* crate::cli */ /// [`crate::cli`]",
        ),
        (
            "search/dfpn",
            "const X: &str = \"crate::cli \\\" crate::report\"; const Q: char = '\"';",
        ),
        (
            "search/dfpn",
            "fn f() {}\n#[cfg(test)]\nmod tests { use crate::notation::sfen; }",
        ),
        (
            "shogi/moves",
            "impl std::fmt::Debug for Move { fn fmt() { write!(f, \"x\") } }",
        ),
        (
            "verify/board",
            "use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Square};",
        ),
        (
            "cli/solve",
            "use crate::{report::Row, search::Solver}; use clap::Parser;",
        ),
    ] {
        let module: Vec<_> = module.split('/').map(str::to_owned).collect();
        assert_eq!(
            violations(&module, source),
            Vec::<String>::new(),
            "{source}"
        );
    }
}

/// Everything a file does that its layer may not do.
fn violations(module: &[String], source: &str) -> Vec<String> {
    let Some(own) = module.first() else {
        // lib.rs and main.rs only name the modules.
        return Vec::new();
    };
    // A module inside another may have a row of its own, which then counts for it.
    let path = format!("{}::", module.join("::"));
    let rows = LAYERS
        .iter()
        .filter(|layer| path.starts_with(&format!("{}::", layer.name)));
    let Some(layer) = rows.max_by_key(|layer| layer.name.len()) else {
        return vec![format!("module `{own}` is not in the table of layers")];
    };
    let code = code(source);
    let mut found = Vec::new();
    for path in references(&code, module) {
        let is_under = |prefix: &&str| path == **prefix || path.starts_with(&format!("{prefix}::"));
        let inside = is_under(&layer.name);
        let allowed = layer.modules.iter().any(&is_under);
        // A glob of a module of which only a part is allowed imports the other part, too.
        let glob = path.strip_suffix("::*").is_some_and(|base| {
            layer
                .except
                .iter()
                .any(|e| e.starts_with(&format!("{base}::")))
        });
        let excepted = glob || layer.except.iter().any(is_under);
        let external = path.starts_with("std::") || !path.is_empty() && CRATES.contains(&&*path);
        if !inside && !external && (!allowed || excepted) {
            found.push(format!("`{own}` must not know `{path}`"));
        }
    }
    let is_of_records = module.len() > 1 && module[..2] == ["notation", "record"];
    for name in CRATES {
        let more = is_of_records && RECORDS.contains(name);
        if !layer.crates.contains(name) && !more && mentions(&code, &format!("{name}::")) {
            found.push(format!("`{own}` must not use the crate `{name}`"));
        }
    }
    let std_paths = standard_paths(&code);
    for word in layer.words {
        let in_path = |path: &String| path == word || path.starts_with(&format!("{word}::"));
        if mentions(&code, word) || std_paths.iter().any(in_path) {
            found.push(format!("`{own}` must not use `{word}`"));
        }
    }
    found
}

/// The program text without comments, contents of literals, and test code at the end.
fn code(source: &str) -> String {
    let source = source
        .find("\n#[cfg(test)]")
        .map_or(source, |end| &source[..end]);
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            end_of_string(rest)
        } else if let Some(length) = char_literal(rest) {
            length
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

/// The length of a string literal at the beginning of the text.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character literal at the beginning of the text (`'x'`, `'\n'`, not `'a`).
fn char_literal(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    if let Some(escape) = inner.strip_prefix('\\') {
        return Some(2 + escape.char_indices().skip(1).find(|&(_, c)| c == '\'')?.0 + 1);
    }
    let length = inner.chars().next()?.len_utf8();
    inner[length..].starts_with('\'').then_some(length + 2)
}

/// Every path that begins with `crate` or `super`, from the root of the crate.
fn references(code: &str, module: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (start, tree) in trees(code, &["crate", "super"]) {
        for path in tree {
            let mut segments: Vec<&str> = path.split("::").collect();
            let mut base: Vec<&str> = Vec::new();
            if start == "super" {
                base = module.iter().map(String::as_str).collect();
                base.pop();
                while segments.first() == Some(&"super") {
                    segments.remove(0);
                    base.pop();
                }
            }
            base.extend(segments);
            found.push(base.join("::"));
        }
    }
    found
}

/// Every path that begins with `std`, groups spelled out.
fn standard_paths(code: &str) -> Vec<String> {
    let trees = trees(code, &["std", "core", "alloc"]);
    let paths = trees.into_iter().flat_map(|(_, paths)| paths);
    paths.map(|path| format!("std::{path}")).collect()
}

/// The paths behind each occurrence of a root, groups spelled out.
fn trees<'a>(code: &str, roots: &[&'a str]) -> Vec<(&'a str, Vec<String>)> {
    let mut found = Vec::new();
    for &root in roots {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].trim_end();
            let after = code[at + root.len()..].trim_start();
            let fresh = !before.ends_with("::") && !code[..at].ends_with(is_word);
            if let Some(rest) = after.strip_prefix("::").filter(|_| fresh) {
                let mut paths = Vec::new();
                tree(rest, "", &mut paths);
                found.push((root, paths));
            }
        }
    }
    found
}

/// Reads one branch of a `use` tree (or a plain path) and returns what follows it.
fn tree<'a>(text: &'a str, prefix: &str, paths: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start();
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            let before = rest.len();
            rest = tree(rest, prefix, paths).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
            assert!(rest.len() < before, "cannot read the imports at {rest:.40}");
        }
    }
    let end = text.find(|c| !is_word(c) && c != '*').unwrap_or(text.len());
    let (segment, rest) = text.split_at(end);
    let path = match (prefix, segment) {
        (prefix, "self" | "") => prefix.to_owned(),
        ("", segment) => segment.to_owned(),
        (prefix, segment) => format!("{prefix}::{segment}"),
    };
    if let Some(rest) = rest.trim_start().strip_prefix("::") {
        return tree(rest, &path, paths);
    }
    paths.push(path);
    let renamed = rest.trim_start().strip_prefix("as ");
    renamed.map_or(rest, |rest| rest.trim_start().trim_start_matches(is_word))
}

/// Whether the code has these characters as words of their own.
fn mentions(code: &str, text: &str) -> bool {
    code.match_indices(text).any(|(at, _)| {
        let before = &code[..at];
        let after = &code[at + text.len()..];
        !before.ends_with(is_word)
            && !before.ends_with("::")
            && (!text.ends_with(is_word) || !after.starts_with(is_word))
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The module a file is: `search/table/entry.rs` is `search::table::entry`.
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
