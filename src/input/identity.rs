//! Recognises the files that a run reads by device and inode, so that none of them is overwritten.
//!
//! A name is not enough: symbolic links, hard links, folders and the redirection of the shell give one file several
//! names.

use super::folder::files_in;
use super::source::Source;
use std::collections::HashSet;
use std::fs::{File, Metadata};
#[cfg(unix)]
use std::io;
use std::path::{Component, Path, PathBuf};

/// The identity of a regular file, the same for all of its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileId(Key);

/// Device and inode.
#[cfg(unix)]
type Key = (u64, u64);

/// The path without symbolic links. Two hard links of one file have different ones.
#[cfg(not(unix))]
type Key = PathBuf;

impl FileId {
    /// Returns the file at a path, links followed; `None` if it is no regular file.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Self::of_metadata(&metadata, path)
    }

    /// Returns the file that standard input is redirected from.
    #[must_use]
    pub fn of_stdin() -> Option<Self> {
        #[cfg(unix)]
        return Self::of_stream(&io::stdin());
        #[cfg(not(unix))]
        None
    }

    /// Returns the file that standard output is redirected to.
    #[must_use]
    pub fn of_stdout() -> Option<Self> {
        #[cfg(unix)]
        return Self::of_stream(&io::stdout());
        #[cfg(not(unix))]
        None
    }

    #[cfg(unix)]
    fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let handle = stream.as_fd().try_clone_to_owned().ok()?;
        let metadata = File::from(handle).metadata().ok()?;
        Self::of_metadata(&metadata, Path::new(""))
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata, _: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let key = (metadata.dev(), metadata.ino());
        metadata.is_file().then_some(Self(key))
    }

    #[cfg(not(unix))]
    fn of_metadata(metadata: &Metadata, path: &Path) -> Option<Self> {
        let key = path.canonicalize().ok()?;
        metadata.is_file().then_some(Self(key))
    }
}

/// Returns whether an open file is the one at a path. A link there is not followed.
#[cfg(unix)]
pub(crate) fn is_there(file: &File, path: &Path) -> bool {
    let (Ok(file), Ok(there)) = (file.metadata(), path.symlink_metadata()) else {
        return false;
    };
    FileId::of_metadata(&file, path) == FileId::of_metadata(&there, path)
}

/// Returns true: on other systems an open file cannot be replaced.
#[cfg(not(unix))]
pub(crate) fn is_there(_: &File, _: &Path) -> bool {
    true
}

/// The files that a run reads, and the folders in which it looks for them.
#[derive(Clone, Debug, Default)]
pub struct InputFiles {
    files: HashSet<FileId>,
    folders: Vec<PathBuf>,
}

impl InputFiles {
    /// Finds all files of these sources.
    #[must_use]
    pub fn new(sources: &[Source]) -> Self {
        let mut inputs = Self::default();
        for source in sources {
            match source {
                Source::Text(_) => {}
                Source::Stdin => inputs.files.extend(FileId::of_stdin()),
                Source::File(path) | Source::Problem { file: path, .. } => inputs.add(path),
                Source::Folder(folder) => {
                    inputs.folders.extend(folder.canonicalize());
                    // A text without a problem counts, too: it may get one during the run.
                    let files = files_in(folder, Source::is_problem_file);
                    for path in files.into_iter().flatten() {
                        inputs.add(&path);
                    }
                }
            }
        }
        inputs
    }

    fn add(&mut self, path: &Path) {
        self.files.extend(FileId::of_path(path));
    }

    /// Returns whether this file is read, under any name.
    #[must_use]
    pub fn has(&self, file: Option<&FileId>) -> bool {
        file.is_some_and(|it| self.files.contains(it))
    }

    /// Returns whether a file of this name is read, or would be if it existed.
    #[must_use]
    pub fn would_read(&self, path: &Path) -> bool {
        self.has(FileId::of_path(path).as_ref())
            || Source::is_problem_file(path) && self.are_around(path)
    }

    /// Returns whether a path is one of the folders that are read, or inside one.
    #[must_use]
    pub fn are_around(&self, path: &Path) -> bool {
        if self.folders.is_empty() {
            return false;
        }
        let Some(place) = resolved(path) else {
            return false;
        };
        self.folders.iter().any(|folder| place.starts_with(folder))
    }
}

/// Returns the absolute path without symbolic links. The last parts of the path need not exist yet.
#[must_use]
pub fn resolved(path: &Path) -> Option<PathBuf> {
    let mut parts: Vec<_> = path.components().collect();
    let mut missing = Vec::new();
    loop {
        let existing: PathBuf = parts.iter().collect();
        let existing = match parts[..] {
            [] => Path::new("."),
            _ => &existing,
        };
        if let Ok(mut place) = existing.canonicalize() {
            for part in missing.into_iter().rev() {
                match part {
                    // A name that does not exist is no link, so `..` leads back to the folder before it.
                    Component::ParentDir => drop(place.pop()),
                    part => place.push(part),
                }
            }
            return Some(place);
        }
        missing.push(parts.pop()?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_not_there_yet_is_resolved_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for (path, place) in [
            ("a", "a"),
            ("a/b/c.sfen", "a/b/c.sfen"),
            ("a/../b", "b"),
            (".", ""),
        ] {
            let found = resolved(&folder.path().join(path)).unwrap();
            assert_eq!(found, root.join(place).components().collect::<PathBuf>());
        }
        let here = std::env::current_dir().unwrap().canonicalize().unwrap();
        assert_eq!(resolved(Path::new("not-here")), Some(here.join("not-here")));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_known_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("in")).unwrap();
        fs::write(at("in/a.sfen"), "").unwrap();
        fs::hard_link(at("in/a.sfen"), at("hard")).unwrap();
        std::os::unix::fs::symlink("hard", at("soft")).unwrap();
        fs::write(at("other"), "").unwrap();
        let inputs = InputFiles::new(&[Source::Folder(at("in"))]);
        for (name, is_read) in [
            ("in/a.sfen", true),
            ("hard", true),
            ("soft", true),
            ("other", false),
            ("in/new.sfen", true),
            ("in/sub/new.kif", true),
            ("in/new.html", false),
            ("in/../new.sfen", false),
        ] {
            assert_eq!(inputs.would_read(&at(name)), is_read, "{name}");
        }
        assert!(inputs.are_around(&at("in/sub/below")));
        assert!(!inputs.are_around(&at("in2")));
    }
}
