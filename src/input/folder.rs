//! Finds the files in a folder and below: those with problems, and those that are skipped.

use super::json;
use super::names::FieldNames;
use super::pasted::has_position;
use super::problem_text::looks_like_problem;
use super::sniff::{Sniffed, sniff};
use super::source::{LARGEST_FILE, Source, Unreadable, Why};
use super::table::delimiter_of_header;
use crate::notation::FileType;
use crate::notation::record::{self, Parts};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the files in a folder and below from which problems are read, in the order of [`files_in`]. If there are
/// none, returns an error.
pub(super) fn walk(folder: &Path) -> Vec<Result<PathBuf, Unreadable>> {
    let mut found = files_in(folder, |path| {
        Source::is_problem_file(path) && may_hold_problems(path)
    });
    if found.is_empty() {
        found.push(Err(Unreadable {
            name: folder.display().to_string(),
            reason: Why::NothingInFolder,
        }));
    }
    found
}

/// Returns the files in a folder and below that [`Source::Folder`] skips: those with another extension, and texts
/// or JSON without a problem.
#[must_use]
pub fn passed_over(folder: &Path) -> Vec<PathBuf> {
    let found = files_in(folder, |path| {
        !(Source::is_problem_file(path) && may_hold_problems(path))
    });
    found.into_iter().flatten().collect()
}

/// Returns whether a file with an extension of problems may have some. Only a text or JSON may be about something
/// else, so only these are opened.
fn may_hold_problems(path: &Path) -> bool {
    match FileType::of(path) {
        Some(FileType::Text) => !is_prose(path).unwrap_or(false),
        Some(FileType::Json) => holds_problem(path).unwrap_or(true),
        _ => true,
    }
}

/// Returns whether there is a problem in a file of JSON. A file that is too large to be read counts as one without.
fn holds_problem(path: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    fs::File::open(path)?
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes.len() as u64 <= LARGEST_FILE && json::holds_problem(&bytes))
}

/// Returns whether a text is no record, and has neither a line with a problem nor a diagram.
fn is_prose(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    let mut file = fs::File::open(path)?.take(LONGEST_PROSE + 1);
    file.read_to_end(&mut begin)?;
    if begin.len() as u64 > LONGEST_PROSE {
        return Ok(false);
    }
    let text = record::decode(&begin);
    if text.lines().any(has_problem) || json::holds_problem(&begin) {
        return Ok(false);
    }
    let parts = match sniff(&begin) {
        Some(Sniffed::Record(format)) => Parts::new(text, format),
        _ => Parts::of_text(text),
    };
    Ok(parts.is_empty())
}

/// The longest text that is searched for a problem, in bytes. A longer one is read in any case.
const LONGEST_PROSE: u64 = 1 << 20;

/// Returns whether a line has a problem, or part of a diagram.
fn has_problem(line: &str) -> bool {
    let line = line.trim();
    let is_part = line.starts_with(['|', '｜']) || record::is_of_hand(line);
    let is_header = || delimiter_of_header(line, &FieldNames::default()).is_some();
    let is_problem = || match has_position(line) {
        Some(has_position) => has_position,
        None => !line.is_empty() && looks_like_problem(line),
    };
    !line.starts_with('#') && (is_part || is_problem() || is_header())
}

/// Returns the wanted files in a folder and below, sorted by path, and the folders that cannot be read.
///
/// Folders that are symbolic links are not entered, so that the walk ends. Pipes and devices are skipped, because
/// some have no end. Files and folders with a name that begins with a point are skipped as well.
#[must_use]
pub fn files_in(folder: &Path, wanted: fn(&Path) -> bool) -> Vec<Result<PathBuf, Unreadable>> {
    let mut found = Vec::new();
    descend(folder, wanted, &mut found);
    found
}

fn descend(folder: &Path, wanted: fn(&Path) -> bool, found: &mut Vec<Result<PathBuf, Unreadable>>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<_> = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.path()).collect(),
        Err(error) => return found.push(Err(Unreadable::new(folder, error))),
    };
    paths.sort();
    for path in paths {
        if is_hidden(&path) {
            continue;
        }
        if path.is_dir() {
            if !path.is_symlink() {
                descend(&path, wanted, found);
            }
        // `wanted` may open the file, so this test comes first.
        } else if !is_special(&path) && wanted(&path) {
            found.push(Ok(path));
        }
    }
}

/// Returns whether the name begins with a point.
fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns whether a path leads to a pipe, a device or the like: neither a file nor a folder.
#[must_use]
pub fn is_special(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|it| !it.is_file() && !it.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_walked_in_order_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for folder in ["b", ".trash"] {
            fs::create_dir(root.join(folder)).unwrap();
        }
        let names = ["z.sfen", "b/2.TXT", "b/1.sfen", "a.txt", "README.md"];
        let problem = "# one\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
        for name in names.into_iter().chain([".trash/3.sfen", "b/.4.sfen"]) {
            fs::write(root.join(name), problem).unwrap();
        }
        for (name, text) in [
            ("b/empty.txt", ""),
            (
                "readme.txt",
                "注意：詰将棋の本から、5手詰と https://example.org/x\n# 4k4/9 b G 1\n",
            ),
            ("thumbs.db", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        ] {
            fs::write(root.join(name), text).unwrap();
        }
        let found: Vec<_> = walk(root)
            .into_iter()
            .map(|path| path.unwrap().strip_prefix(root).unwrap().to_owned())
            .collect();
        let expected = ["a.txt", "b/1.sfen", "b/2.TXT", "z.sfen"].map(PathBuf::from);
        assert_eq!(found, expected);
        let others: Vec<_> = passed_over(root)
            .iter()
            .map(|path| path.strip_prefix(root).unwrap().to_owned())
            .collect();
        let expected = ["README.md", "b/empty.txt", "readme.txt", "thumbs.db"];
        assert_eq!(others, expected.map(PathBuf::from));
    }

    #[test]
    fn a_text_with_a_problem_is_no_prose() {
        for (text, is_prose) in [
            ("", true),
            ("詰将棋について：", true),
            ("This is about a/b/c and k, b - 1.\n", true),
            ("'quoted\n", true),
            ("about\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n", false),
            ("4k4/9 b G 1\n", false),
            ("{\"sfen\": 5}\n", false),
            ("id,sfen\n", false),
            ("第一番\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n", false),
            ("持駒 金\n", false),
            ("▲７六歩 △３四歩\n▲２六歩 △８四歩\n", false),
            ("V2.2\nPI\n+\n", false),
            (
                "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9_b_G_1\n",
                false,
            ),
            ("https://lishogi.org/about\n", true),
            (
                "....k....\n.........\n....P....\n.........\n.........\n.........\n.........\n.........\n.........\nhand: G\n",
                false,
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.txt");
            fs::write(&path, text).unwrap();
            assert_eq!(may_hold_problems(&path), !is_prose, "{text}");
        }
    }

    #[test]
    fn a_folder_without_problems_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let found = walk(folder.path());
        assert_eq!(found.len(), 1);
        assert!(
            found[0]
                .as_ref()
                .unwrap_err()
                .to_string()
                .contains("no .sfen")
        );
    }
}
