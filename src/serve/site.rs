//! The page without a server: files for any web host, with the engine in workers of the browser.

use super::joined::Joined;
use super::page::{FILES, file};
use super::problem_page::SiteFile;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::Path;
use std::{fs, io};

/// The file that says which engine the page has.
const ENGINE_HERE: &str = "engine/engine_here.js";

/// The content of that file for a page without a server.
const ENGINE_IN_WORKERS: &str = "// The engine of this page: the library in workers.\n\
    export { WorkerEngine as Engine } from \"./worker_engine.js\";\n";

/// The library, built for WebAssembly.
const ENGINE: &str = "tsume.wasm";

/// The problems of the site.
const PROBLEMS: &str = "problems.json";

/// The first bytes of every file of WebAssembly.
const WASM_MAGIC: &[u8] = b"\0asm";

/// The worker that answers without a network.
const SERVICE_WORKER: &str = "service_worker.js";

/// The scripts of the page, as the page names them. In a site they are one, under the name of the last.
const SCRIPTS: [&str; 2] = ["rescue.js", "main.js"];

/// The text before the name of a style sheet in the page, and the text behind it. A site has one style sheet, under the
/// name of the first.
const STYLE: &str = "<link rel=\"stylesheet\" href=\"";
const TAG_END: &str = "\">";

/// The policy of the page, for hosts that send no such header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// The content of a site besides the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Site<'a> {
    /// The names of the files of problems.
    pub names: &'a [String],
    /// The problems, as the call `files` answers them.
    pub problems: &'a [Value],
    /// Other files: the pages of single problems.
    pub pages: &'a [SiteFile],
}

impl Site<'_> {
    /// Writes the site into a folder. Returns whether the folder has an engine, which is part of the site then. If a
    /// file cannot be written, the files there stay as they were.
    ///
    /// # Errors
    /// If the file of the engine is no WebAssembly, the folder cannot be made, or a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<bool> {
        let engine = engine_in(folder)?;
        if engine
            .as_ref()
            .is_some_and(|it| !it.starts_with(WASM_MAGIC))
        {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the engine is no file of WebAssembly",
            ));
        }
        let problems: Vec<Value> = self.problems.iter().map(without_gaps).collect();
        let mut files = page(problems.len());
        let problems = json!({"files": self.names, "problems": problems});
        files.push((PROBLEMS, problems.to_string().into_bytes().into()));
        let has_engine = engine.is_some();
        files.extend(engine.map(|it| (ENGINE, it.into())));
        list_in_service_worker(&mut files);
        // A page for posts needs no place among the files that a browser keeps.
        files.extend((self.pages.iter()).map(|(name, bytes)| (&**name, Cow::Borrowed(&**bytes))));
        let is_new = !folder.exists();
        fs::create_dir_all(folder)?;
        let written = write_all_or_none(folder, &files);
        if written.is_err() && is_new {
            // It has nothing but empty folders.
            drop(fs::remove_dir_all(folder));
        }
        written.map(|()| has_engine)
    }
}

/// Returns a problem without the fields that say nothing, so that a long list is small.
fn without_gaps(problem: &Value) -> Value {
    let says_nothing = |it: &Value| match it {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    let fields = problem.as_object().into_iter().flatten();
    let telling = fields.filter(|(_, value)| !says_nothing(value));
    Value::Object(
        telling
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    )
}

/// Returns the engine in a folder, built from `bindings/wasm`.
fn engine_in(folder: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(folder.join(ENGINE)) {
        Ok(engine) => Ok(Some(engine)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes files into a folder, which may have others: all of them, or none if one cannot be written.
fn write_all_or_none(folder: &Path, files: &[(&str, Cow<'_, [u8]>)]) -> io::Result<()> {
    let temporary = |name: &str| folder.join(format!("{name}.tsume-part"));
    let write_all = || -> io::Result<()> {
        for (name, bytes) in files {
            let path = temporary(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let mut file = fs::File::create(path)?;
            file.write_all(bytes)?;
            // Only now a disk may report that it is full. The pages of problems are too many to wait for each.
            if !name.starts_with("problems/") {
                file.sync_all()?;
            }
        }
        for (name, _) in files {
            fs::rename(temporary(name), folder.join(name))?;
        }
        Ok(())
    };
    let written = write_all();
    if written.is_err() {
        for (name, _) in files {
            drop(fs::remove_file(temporary(name)));
        }
    }
    written
}

/// Returns the files of the page as a site with so many problems has them.
fn page(problems: usize) -> Vec<(&'static str, Cow<'static, [u8]>)> {
    let content = |name: &str| match name {
        ENGINE_HERE => Cow::Borrowed(ENGINE_IN_WORKERS.as_bytes()),
        name => file(name).map_or(Cow::Borrowed(&[][..]), |it| it.1),
    };
    let read = |name: &str| String::from_utf8_lossy(&content(name)).into_owned();
    let Joined {
        text,
        modules,
        missing,
        ..
    } = Joined::new(&SCRIPTS, read);
    debug_assert!(missing.is_empty(), "{missing:?}");
    let [rescue, main] = SCRIPTS;
    let page = read("index.html");
    let style = |line| str::strip_prefix(line, STYLE)?.strip_suffix(TAG_END);
    let styles: Vec<&str> = page.lines().filter_map(style).collect();
    let style: String = styles.iter().map(|name| read(name)).collect();
    let is_other = |name: &str| !modules.contains_key(name) && !styles.contains(&name);
    let others = FILES
        .iter()
        .map(|(name, _)| *name)
        .filter(|it| is_other(it));
    let others = others.map(|name| match name {
        "index.html" => {
            let rest = styles
                .iter()
                .skip(1)
                .map(|it| format!("{STYLE}{it}{TAG_END}"));
            let script = format!("<script type=\"module\" src=\"{rescue}\"></script>");
            let joined: Vec<String> = rest.chain([script]).collect();
            (name, with_head(&page, &joined, problems))
        }
        name => (name, content(name)),
    });
    let joined = [("page.css", style), (main, text)];
    let joined = joined.map(|(name, text)| (name, text.into_bytes().into()));
    others.chain(joined).collect()
}

/// Returns the page with its policy and with the manifest that lets a browser offer to install it. The lines `joined`,
/// which name files that a site does not have, are left out. If there are problems, the page opens at their list.
fn with_head(page: &str, joined: &[String], problems: usize) -> Cow<'static, [u8]> {
    let first = "<meta charset=\"utf-8\">";
    let head = format!(
        "{first}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
        <link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
        <link rel=\"apple-touch-icon\" href=\"icon-192.png\">\n\
        <link rel=\"preload\" href=\"{PROBLEMS}\" as=\"fetch\" crossorigin>"
    );
    let lines = page.lines().filter(|it| joined.iter().all(|out| out != it));
    let page: String = lines.flat_map(|line| [line, "\n"]).collect();
    let page = page.replacen(first, &head, 1);
    let page = if problems > 0 {
        let root = format!("<html data-problems=\"{problems}\"");
        page.replacen("<html", &root, 1)
    } else {
        page
    };
    page.into_bytes().into()
}

/// Writes into the service worker the names of the files, and a version that changes with their content.
fn list_in_service_worker(files: &mut [(&str, Cow<'_, [u8]>)]) {
    let mut hasher = DefaultHasher::new();
    for (name, bytes) in &*files {
        hasher.write(name.as_bytes());
        hasher.write(bytes);
    }
    let names: Vec<&str> = (files.iter().map(|(name, _)| *name))
        .filter(|&name| name != SERVICE_WORKER)
        .collect();
    let declarations = format!(
        "const VERSION = \"{:016x}\", FILES = {};",
        hasher.finish(),
        json!(names)
    );
    for (name, bytes) in files {
        if *name == SERVICE_WORKER {
            let text = String::from_utf8_lossy(bytes);
            let text = text.replacen("const VERSION = \"\", FILES = [];", &declarations, 1);
            *bytes = text.into_bytes().into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let site = Site::default();
        let to = folder.path().join("a/site");
        assert!(!site.write(&to).unwrap());
        fs::write(to.join(ENGINE), b"\0asm").unwrap();
        assert!(site.write(&to).unwrap());
        let read = |name: &str| fs::read_to_string(to.join(name)).unwrap();
        // All modules of the page are in one.
        let script = read("main.js");
        assert!(script.contains("\nclass WorkerEngine ") && script.contains("\nclass HttpEngine "));
        let is_left = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert_eq!(script.lines().find(|it| is_left(it)), None);
        assert!(!to.join("dom.js").exists() && !to.join("solve/solve.css").exists());
        assert!(read("page.css").contains("#solve"));
        assert!(to.join("engine/engine_worker.js").exists());
        assert_eq!(read(ENGINE), "\0asm");
        assert_eq!(read(PROBLEMS), r#"{"files":[],"problems":[]}"#);
        let page = read("index.html");
        assert!(page.contains("src=\"main.js\"") && !page.contains("rescue.js"));
        assert_eq!(page.matches(STYLE).count(), 1);
        assert!(!page.contains("data-problems"));
        assert!(page.contains("manifest.webmanifest") && page.contains("'wasm-unsafe-eval'"));
        assert!(!page.contains("unsafe-inline"));
        let first = read(SERVICE_WORKER);
        assert!(first.contains("\"tsume.wasm\"") && first.contains("\"main.js\""));
        // Another engine is another version.
        fs::write(to.join(ENGINE), b"\0asm other").unwrap();
        site.write(&to).unwrap();
        assert_ne!(read(SERVICE_WORKER), first);
    }

    #[test]
    fn an_engine_that_is_none_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(ENGINE), b"text").unwrap();
        assert!(Site::default().write(folder.path()).is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
