//! The one folder whose files may be read.

use super::trouble::Trouble;
use crate::input::{Source, files_in, is_special};
use crate::report::printable;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder whose files may be read. Nothing outside it is, whatever a link in it says.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Without links.
    path: PathBuf,
}

impl Folder {
    /// Allows a folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn new(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        if path.is_dir() {
            Ok(Self { path })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Returns the files of a name in the folder: the file, or those of a folder in it.
    pub(super) fn files(&self, name: &str) -> Result<Vec<PathBuf>, Trouble> {
        let path = Path::new(name);
        let is_inside = path
            .components()
            .all(|it| matches!(it, Component::Normal(_) | Component::CurDir));
        let found = self.path.join(path);
        let found = if is_inside { self.within(&found) } else { None };
        let Some(found) = found else {
            let name = printable(name).into_owned();
            return Err(Trouble::argument(
                "files",
                both!(
                    "there is no `{name}` in the folder of the server",
                    "サーバーのフォルダーに「{name}」はない"
                ),
            ));
        };
        if !found.is_dir() {
            return Ok(vec![found]);
        }
        let all = files_in(&found, Source::is_problem_file);
        Ok(all
            .into_iter()
            .flatten()
            .filter_map(|it| self.within(&it))
            .collect())
    }

    /// Returns a path without links, if there is a file or folder, and if that is in this folder.
    fn within(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().ok()?;
        (path.starts_with(&self.path) && !is_special(&path)).then_some(path)
    }

    /// Returns the name of a file in the folder.
    pub(super) fn name<'p>(&self, path: &'p Path) -> std::borrow::Cow<'p, str> {
        path.strip_prefix(&self.path)
            .unwrap_or(path)
            .to_string_lossy()
    }
}
