//! The one folder whose files may be read.

use super::problem::argument_error;
use crate::answer::printable;
use crate::input::{Source, files_in, is_special};
use crate::said::Said;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder whose files may be read. A link that leads out of it is not followed.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The path, with all links resolved.
    path: PathBuf,
}

impl Folder {
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

    /// Returns the files that a name in the folder stands for: one file, or all problem files of a
    /// folder.
    ///
    /// # Errors
    /// If there is nothing of this name in the folder.
    pub(super) fn files(&self, name: &str) -> Result<Vec<PathBuf>, Said> {
        let path = Path::new(name);
        let is_inside = path
            .components()
            .all(|it| matches!(it, Component::Normal(_) | Component::CurDir));
        let existing = if is_inside {
            self.existing_inside(&self.path.join(path))
        } else {
            None
        };
        let Some(path) = existing else {
            let name = printable(name).into_owned();
            let why = both!(
                "there is no `{name}` in the folder of the server",
                "サーバーのフォルダーに「{name}」はない"
            );
            return Err(argument_error("files", &why));
        };
        if !path.is_dir() {
            return Ok(vec![path]);
        }
        let files = files_in(&path, Source::is_problem_file);
        Ok(files
            .into_iter()
            .flatten()
            .filter_map(|it| self.existing_inside(&it))
            .collect())
    }

    /// Returns the path with all links resolved. `None` if nothing is there, if it is outside this folder, or if it
    /// is a pipe or device.
    fn existing_inside(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().ok()?;
        (path.starts_with(&self.path) && !is_special(&path)).then_some(path)
    }

    /// Returns the path of a file, relative to the folder.
    pub(super) fn name<'p>(&self, path: &'p Path) -> std::borrow::Cow<'p, str> {
        path.strip_prefix(&self.path)
            .unwrap_or(path)
            .to_string_lossy()
    }
}
