//! Writes files that appear only when they are complete, and locks files so that only one run writes them.
//!
//! A regular file is written under another name beside its destination, and renamed. The target of a symbolic link is
//! replaced, not the link. Permissions stay as they were. Pipes and devices are written to directly.

use crate::input::{is_special, is_there};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The most symbolic links followed one after another, as in operating systems.
const LINKS_MAX: usize = 40;

/// The most attempts at opening a file that other runs keep replacing.
const ATTEMPTS_MAX: usize = 1000;

/// The end of a file's name while the file is incomplete. This program owns every file so named.
const UNFINISHED: &str = ".tsume-part";

/// A file that is written beside its destination. If it is not published, it is removed on drop.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file itself, locked until it is closed.
    file: File,
    /// The path of the unfinished file.
    beside: PathBuf,
    /// The destination.
    path: PathBuf,
    /// The old file at the destination, locked. `None` if there is none, or if this run holds its
    /// lock already.
    old: Option<File>,
    /// Whether the destination must be free.
    is_new: bool,
    is_published: bool,
}

impl AtomicFile {
    /// Begins such a file and opens it for writing.
    ///
    /// # Errors
    /// If nothing can be written at the destination or beside it, or if another run is writing it.
    pub fn create(path: &Path) -> io::Result<(Self, File)> {
        let path = resolve_links(path)?;
        // A file without permission to write is not replaced, either.
        let old = match open_locked(OpenOptions::new().write(true), &path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (mut atomic, file) = Self::begin_beside(path, old)?;
        // Another run may have created a file at the destination in the meantime.
        if atomic.old.is_none() && atomic.path.exists() {
            atomic.old = Some(open_locked(OpenOptions::new().write(true), &atomic.path)?);
        }
        Ok((atomic, file))
    }

    /// Begins such a file at a destination where nothing is, not even a symbolic link.
    ///
    /// # Errors
    /// If something is there, or nothing can be written beside it.
    pub fn create_new(path: &Path) -> io::Result<(Self, File)> {
        refuse_existing(path)?;
        let (mut atomic, file) = Self::begin_beside(path.to_owned(), None)?;
        atomic.is_new = true;
        Ok((atomic, file))
    }

    /// Begins a file that will replace one that this run has locked itself.
    pub(super) fn create_over_own(path: &Path) -> io::Result<(Self, File)> {
        let path = resolve_links(path)?;
        let permissions = path.metadata()?.permissions();
        let (atomic, file) = Self::begin_beside(path, None)?;
        file.set_permissions(permissions)?;
        Ok((atomic, file))
    }

    fn begin_beside(path: PathBuf, old: Option<File>) -> io::Result<(Self, File)> {
        let beside = beside(&path);
        let file = open_unfinished(&beside)?;
        let atomic = Self {
            file: file.try_clone()?,
            beside,
            path,
            old,
            is_new: false,
            is_published: false,
        };
        // An earlier run may have left some content.
        file.set_len(0)?;
        if let Some(old) = &atomic.old {
            file.set_permissions(old.metadata()?.permissions())?;
        }
        Ok((atomic, file))
    }

    /// Does the same as [`create`](Self::create), but opens a pipe or a device directly.
    ///
    /// # Errors
    /// Those of [`create`](Self::create).
    pub fn begin(path: &Path) -> io::Result<(Option<Self>, File)> {
        if is_special(path) {
            return Ok((None, File::create(path)?));
        }
        let (atomic, file) = Self::create(path)?;
        Ok((Some(atomic), file))
    }

    /// Returns its destination.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the complete file at its destination.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn publish(&mut self) -> io::Result<()> {
        if self.is_new {
            refuse_existing(&self.path)?;
        } else {
            // If the power fails during the renaming, the old or the new file is complete.
            self.file.sync_all()?;
        }
        // Some systems do not replace an open file.
        self.old = None;
        fs::rename(&self.beside, &self.path)?;
        self.is_published = true;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // After publishing, an unfinished file of this name would be that of another run.
        if !self.is_published {
            drop(fs::remove_file(&self.beside));
        }
    }
}

/// Creates a folder if there is none, and makes sure that files can be written in it: a file is created there and
/// removed again. `run` is the number in its name, which no other run on this machine has.
///
/// # Errors
/// If the folder or the file cannot be created.
pub fn writable_folder(path: &Path, run: u32) -> io::Result<()> {
    fs::create_dir_all(path)?;
    // Permissions alone do not say it: a file system may be read-only, and an administrator ignores them.
    AtomicFile::create_new(&path.join(format!(".{run}"))).map(drop)
}

/// Returns the path at which a file is written until it is complete.
#[must_use]
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(UNFINISHED);
    path.with_file_name(name)
}

fn refuse_existing(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Creates an unfinished file, or takes over one that another run has left.
fn open_unfinished(beside: &Path) -> io::Result<File> {
    match beside.symlink_metadata() {
        Ok(it) if !it.is_file() || has_other_names(&it) => Err(io::Error::other(format!(
            "`{}` is in the way, and none that was left behind",
            beside.display()
        ))),
        _ => open_locked(OpenOptions::new().write(true).create(true), beside),
    }
}

#[cfg(unix)]
fn has_other_names(file: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Returns the path without symbolic links at its end. Nothing need exist there.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Opens a file that is written at its destination directly, and locks it.
///
/// # Errors
/// If it cannot be opened, or if another run has locked it or is about to replace it.
pub(super) fn open_in_place(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let path = resolve_links(path)?;
    refuse_replaced(&path)?;
    let file = open_locked(options, &path)?;
    refuse_replaced(&path)?;
    Ok(file)
}

/// Refuses a file that another run is about to replace: it has locked the unfinished file beside it.
fn refuse_replaced(path: &Path) -> io::Result<()> {
    let beside = beside(path);
    if !beside.symlink_metadata().is_ok_and(|it| it.is_file()) {
        return Ok(());
    }
    match open_locked(OpenOptions::new().write(true), &beside) {
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => Err(error),
        _ => Ok(()),
    }
}

/// Opens a file, which is no link, and locks it until it is closed.
fn open_locked(options: &OpenOptions, path: &Path) -> io::Result<File> {
    for _ in 0..ATTEMPTS_MAX {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) if is_there(&file, path) => return Ok(file),
            // Another run has replaced the file after it was opened here.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => break,
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    let kind = io::ErrorKind::ResourceBusy;
    Err(io::Error::new(kind, "another run is writing it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn put(path: &Path, text: &str) {
        let (mut atomic, mut file) = AtomicFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        atomic.publish().unwrap();
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
    fn one_run_at_a_time_writes_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(beside(&path), "left behind").unwrap();
        let mut first = AtomicFile::create(&path).unwrap();
        let error = AtomicFile::create(&path).unwrap_err();
        assert_eq!(error.to_string(), "another run is writing it");
        first.0.publish().unwrap();
        drop(first);
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
        put(&path, "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
