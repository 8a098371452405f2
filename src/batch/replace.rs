//! Files that appear when they are complete, and files that only one run at a time writes.
//!
//! A regular file is written beside its place and put there as a whole. The target of a symbolic
//! link is replaced, not the link. Permissions stay as they were. Pipes and devices are written to
//! directly. A file that is written in its place is emptied only when the first bytes come, so a
//! run that fails before leaves it as it was.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The most symbolic links followed one after another, as in operating systems.
const LINKS: usize = 40;

/// A file that is written beside its destination. If it is not published, it is removed.
#[derive(Debug)]
pub struct AtomicFile {
    beside: PathBuf,
    path: PathBuf,
}

impl AtomicFile {
    /// Begins such a file and opens it for writing.
    ///
    /// # Errors
    /// If nothing can be written at the destination or beside it, or if another run is writing it.
    pub fn create(path: &Path) -> io::Result<(Self, File)> {
        let path = followed(path)?;
        // A file that cannot be written to is not replaced either.
        let there = match OpenOptions::new().write(true).open(&path) {
            Ok(file) => Some(file.metadata()?.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(".part");
        let beside = path.with_file_name(name);
        // A file left behind by an earlier run is used again.
        let file = open_alone(OpenOptions::new().write(true).create(true), &beside)?;
        let whole = Self { beside, path };
        file.set_len(0)?;
        if let Some(permissions) = there {
            file.set_permissions(permissions)?;
        }
        Ok((whole, file))
    }

    /// Begins such a file; a pipe or a device is opened directly.
    ///
    /// # Errors
    /// As [`AtomicFile::create`].
    pub fn begin(path: &Path) -> io::Result<(Option<Self>, File)> {
        if is_special(path) {
            return Ok((None, File::create(path)?));
        }
        let (whole, file) = Self::create(path)?;
        Ok((Some(whole), file))
    }

    /// Returns its destination.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the complete file at its destination.
    ///
    /// # Errors
    /// If this is not possible.
    pub fn publish(&self) -> io::Result<()> {
        fs::rename(&self.beside, &self.path)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // After publication there is nothing to remove.
        drop(fs::remove_file(&self.beside));
    }
}

/// A file that is written in its place, and emptied when the first bytes come.
#[derive(Debug)]
pub struct InPlace {
    file: File,
    /// Whether the old content is still to be removed.
    stale: bool,
}

impl InPlace {
    /// Opens the file, or creates it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let stale = !is_special(path);
        let mut options = OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        Ok(Self { file, stale })
    }

    /// Returns the file itself.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }
}

impl From<File> for InPlace {
    /// Writes at the file's position; nothing is removed from it.
    fn from(file: File) -> Self {
        Self { file, stale: false }
    }
}

impl Write for InPlace {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stale && !bytes.is_empty() {
            self.file.set_len(0)?;
            self.stale = false;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns whether the path is neither a file nor a folder.
#[must_use]
pub fn is_special(path: &Path) -> bool {
    let there = path.metadata();
    there.is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Follows the links of a path, whose end need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Opens a file for this run alone, until it is closed.
///
/// # Errors
/// If it cannot be opened, or if another run has it open.
pub(super) fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    loop {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) if is_there(&file, path) => return Ok(file),
            // The other run has put a new file there in the meantime.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let kind = io::ErrorKind::ResourceBusy;
                return Err(io::Error::new(kind, "another run is writing it"));
            }
            // Not every file system has locks.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

#[cfg(unix)]
fn is_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(file), Ok(there)) = (file.metadata(), path.metadata()) else {
        return false;
    };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}

/// On other systems an open file cannot be replaced.
#[cfg(not(unix))]
fn is_there(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn put(path: &Path, text: &str) {
        let (whole, mut file) = AtomicFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        whole.publish().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_rights_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("in")).unwrap();
        symlink("in/file", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        put(&at("second"), "one");
        assert_eq!(fs::read_to_string(at("in/file")).unwrap(), "one");
        fs::set_permissions(at("in/file"), fs::Permissions::from_mode(0o640)).unwrap();
        put(&at("link"), "two");
        assert_eq!(fs::read_to_string(at("in/file")).unwrap(), "two");
        let mode = at("in/file").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(at("link").is_symlink() && at("second").is_symlink());
        symlink("round", at("round")).unwrap();
        assert!(AtomicFile::create(&at("round")).is_err());
    }

    #[test]
    fn a_file_written_in_its_place_is_emptied_by_the_first_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "what was there").unwrap();
        let mut file = InPlace::open(&path).unwrap();
        file.write_all(b"").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "what was there");
        file.write_all(b"a").unwrap();
        file.write_all(b"b").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "ab");
    }

    #[test]
    fn one_run_at_a_time_writes_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(folder.path().join("x.part"), "left behind").unwrap();
        let first = AtomicFile::create(&path).unwrap();
        let error = AtomicFile::create(&path).unwrap_err();
        assert_eq!(error.to_string(), "another run is writing it");
        first.0.publish().unwrap();
        drop(first);
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
        put(&path, "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
