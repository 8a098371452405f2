//! A folder whose files others may have read.

use super::{Source, files_in, is_special};
use std::borrow::Cow;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder whose files may be read. A link that leads out of it is not followed.
#[derive(Clone, Debug)]
pub struct AllowedFolder {
    /// The path, with all links resolved.
    path: PathBuf,
}

impl AllowedFolder {
    /// Allows the files of a folder to be read.
    ///
    /// # Errors
    /// If there is no such folder, or if it cannot be read.
    pub fn new(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        if path.is_dir() {
            Ok(Self { path })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Returns the files that a name in the folder stands for: one file, or all problem files of a folder. `None` if
    /// there is nothing of this name in it.
    #[must_use]
    pub fn files(&self, name: &str) -> Option<Vec<PathBuf>> {
        let name = Path::new(name);
        let is_inside = |it| matches!(it, Component::Normal(_) | Component::CurDir);
        if !name.components().all(is_inside) {
            return None;
        }
        let path = self.existing_inside(&self.path.join(name))?;
        if !path.is_dir() {
            return Some(vec![path]);
        }
        let files = files_in(&path, Source::is_problem_file).into_iter();
        let there = files.flatten().filter_map(|it| self.existing_inside(&it));
        Some(there.collect())
    }

    /// Returns the path with all links resolved. `None` if nothing is there, if it is outside this folder, or if it
    /// is a pipe or device.
    fn existing_inside(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().ok()?;
        (path.starts_with(&self.path) && !is_special(&path)).then_some(path)
    }

    /// Returns the path of a file, relative to the folder.
    #[must_use]
    pub fn name<'p>(&self, path: &'p Path) -> Cow<'p, str> {
        path.strip_prefix(&self.path)
            .unwrap_or(path)
            .to_string_lossy()
    }
}
