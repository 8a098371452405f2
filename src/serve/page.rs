//! The files of the page, which are part of the program.

use crate::report::outlines_as_json;
use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

/// Makes the table of files. Each has its type by its extension.
macro_rules! files {
    ($($name:literal)*) => {
        /// The names and the bytes of all files.
        const FILES: &[(&str, &[u8])] = &[
            $(($name, include_bytes!(concat!("page/", $name))),)*
        ];
    };
}

files! {
    "asking.js"
    "bench.js"
    "board.css"
    "board.js"
    "connection.js"
    "diagram.js"
    "dom.js"
    "editor.js"
    "engine.js"
    "engine_here.js"
    "engine_worker.js"
    "gestures.js"
    "hands.js"
    "history.js"
    "icon.svg"
    "index.html"
    "io.js"
    "judge.js"
    "keys.js"
    "lines.js"
    "main.js"
    "menus.js"
    "page.css"
    "opening.js"
    "palette.js"
    "panels.css"
    "player.js"
    "problems.js"
    "repair.js"
    "shogi.js"
    "store.js"
    "tree.js"
    "verdict.js"
    "versions.js"
    "words.js"
    "worker_engine.js"
}

/// The module with the outlines of the characters in diagrams, those of the reports.
const GLYPHS: &str = "glyphs.js";

/// Returns the type and the bytes of a file. Only the names in the table are files.
///
/// While the program is worked on, the file is read from its source, so that a change is seen at once.
pub(super) fn file(name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    if name == GLYPHS {
        let module = format!("export default {};\n", outlines_as_json());
        return Some((kind_of(name), Cow::Owned(module.into_bytes())));
    }
    let (name, bytes) = FILES.iter().find(|it| it.0 == name)?;
    let bytes = fresh(name).map_or(Cow::Borrowed(*bytes), Cow::Owned);
    Some((kind_of(name), bytes))
}

/// The file that says which engine the page has.
const ENGINE_HERE: &str = "engine_here.js";

/// That file for a page without a server.
const IN_A_WORKER: &str = "// The engine of this page: the library in a worker.\n\
    export { WorkerEngine as Engine } from \"./worker_engine.js\";\n";

/// The policy of a page without a server, whose host sends no such header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// Writes the page into a folder, for a host that only sends files. The engine is not among them: it is
/// `tsume.wasm`, which is built from `bindings/wasm`.
///
/// # Errors
/// If the folder cannot be made, or a file cannot be written.
pub fn write_static(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let names = FILES.iter().map(|it| it.0).chain([GLYPHS]);
    for name in names {
        let Some((_, mut bytes)) = file(name) else {
            continue;
        };
        if name == ENGINE_HERE {
            bytes = Cow::Borrowed(IN_A_WORKER.as_bytes());
        }
        if name == "index.html" {
            let page = String::from_utf8_lossy(&bytes);
            let first = "<meta charset=\"utf-8\">";
            let policy = "<meta http-equiv=\"Content-Security-Policy\" content=";
            let page = page.replacen(first, &format!("{first}\n{policy}\"{POLICY}\">"), 1);
            bytes = Cow::Owned(page.into_bytes());
        }
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}

#[cfg(debug_assertions)]
fn fresh(name: &str) -> Option<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve/page");
    fs::read(Path::new(folder).join(name)).ok()
}

#[cfg(not(debug_assertions))]
const fn fresh(_name: &str) -> Option<Vec<u8>> {
    None
}

fn kind_of(name: &str) -> &'static str {
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
    fn a_page_without_a_server_is_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        write_static(folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for (name, _) in FILES {
            assert!(
                !fs::read(folder.path().join(name)).unwrap().is_empty(),
                "{name}"
            );
        }
        assert!(read("glyphs.js").starts_with("export default {"));
        assert!(read(ENGINE_HERE).contains("./worker_engine.js"));
        assert!(read("index.html").contains("'wasm-unsafe-eval'"));
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
