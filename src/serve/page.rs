//! The files of the page, which are part of the program.

use crate::report::outlines_as_json;
use std::borrow::Cow;
#[cfg(debug_assertions)]
use std::{fs, path::Path};

/// Makes the table of files.
macro_rules! files {
    ($($name:literal)*) => {
        /// The names and the bytes of all files.
        pub(super) const FILES: &[(&str, &[u8])] = &[
            $(($name, include_bytes!(concat!("page/", $name))),)*
        ];
    };
}

files! {
    "board/board.css"
    "board/board.js"
    "board/diagram.js"
    "board/gestures.js"
    "board/hands.js"
    "board/player.js"
    "compose/compose.js"
    "dom.js"
    "editor/editor.js"
    "editor/io.js"
    "editor/lines.js"
    "editor/opening.js"
    "editor/palette.js"
    "editor/panels.css"
    "editor/repair.js"
    "editor/verdict.js"
    "editor/versions.js"
    "engine/engine.js"
    "engine/engine_bench.js"
    "engine/engine_error.js"
    "engine/engine_here.js"
    "engine/engine_library.js"
    "engine/engine_worker.js"
    "engine/worker_engine.js"
    "icon-192.png"
    "icon-512.png"
    "icon.svg"
    "index.html"
    "keys.js"
    "main.js"
    "manifest.webmanifest"
    "menus.js"
    "page.css"
    "rescue.js"
    "service_worker.js"
    "solve/collection.js"
    "solve/course.js"
    "solve/front.js"
    "solve/solve.css"
    "solve/solve.js"
    "solve/solve_view.js"
    "state/asking.js"
    "state/bench.js"
    "state/connection.js"
    "state/history.js"
    "state/judge.js"
    "state/moves.js"
    "state/route.js"
    "state/shogi.js"
    "state/store.js"
    "state/tree.js"
    "table/exports.js"
    "table/judging.js"
    "table/problems.js"
    "table/table.css"
    "table/table.js"
    "table/zip.js"
    "words.js"
}

/// The module with the outlines of the characters in diagrams. It is made from those of the reports.
pub(super) const GLYPHS: &str = "glyphs.js";

/// Returns the media type and the bytes of a file; `None` for a name that is not in the table.
///
/// Debug builds read the file from the source folder, so that a change is seen at once.
pub(super) fn file(name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    if name == GLYPHS {
        let module = format!("export default {};\n", outlines_as_json());
        return Some((media_type_of(name), Cow::Owned(module.into_bytes())));
    }
    let (name, bytes) = FILES.iter().find(|(other, _)| *other == name)?;
    let bytes = from_source(name).map_or(Cow::Borrowed(*bytes), Cow::Owned);
    Some((media_type_of(name), bytes))
}

#[cfg(debug_assertions)]
fn from_source(name: &str) -> Option<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve/page");
    fs::read(Path::new(folder).join(name)).ok()
}

#[cfg(not(debug_assertions))]
const fn from_source(_name: &str) -> Option<Vec<u8>> {
    None
}

fn media_type_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn names_in(folder: &Path, root: &Path, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                names_in(&path, root, names);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                names.push(name.replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_in_the_table() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let mut names = Vec::new();
        names_in(&root, &root, &mut names);
        names.sort();
        let mut known: Vec<String> = FILES.iter().map(|it| it.0.to_owned()).collect();
        known.sort();
        assert_eq!(known, names);
    }

    #[test]
    fn only_names_in_the_table_are_files() {
        assert!(file("index.html").is_some_and(|it| !it.1.is_empty()));
        for name in [
            "",
            "/",
            "../page.rs",
            "./index.html",
            "INDEX.html",
            "index.html/",
        ] {
            assert_eq!(file(name), None, "{name}");
        }
    }
}
