//! Files that appear when they are complete, and files that only one run at a time writes.
//!
//! A regular file is written beside its place and put there as a whole. The target of a symbolic
//! link is replaced, not the link. Permissions stay as they were. Pipes and devices are written to
//! directly.

use crate::input::{is_special, is_there};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The most symbolic links followed one after another, as in operating systems.
const LINKS: usize = 40;

/// The most attempts at opening a file that other runs keep replacing.
const REPLACED: usize = 1000;

/// The end of a file's name while the file is incomplete. This program owns every file so named.
const UNFINISHED: &str = ".tsume-part";

/// A file that is written beside the place where it is to be. If it is not published, it is
/// removed.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file itself, locked until it is closed.
    file: File,
    beside: PathBuf,
    path: PathBuf,
    /// The old file at the destination, locked. `None` if there is none, or if this run holds its
    /// lock already.
    there: Option<File>,
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
        let path = followed(path)?;
        // A file without permission to write is not replaced, either.
        let there = match open_alone(OpenOptions::new().write(true), &path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (mut whole, file) = Self::begin_beside(path, there)?;
        // Another run may have begun to write it in its place in the meantime.
        if whole.there.is_none() && whole.path.exists() {
            whole.there = Some(open_alone(OpenOptions::new().write(true), &whole.path)?);
        }
        Ok((whole, file))
    }

    /// Begins such a file where nothing may be, not even a symbolic link.
    ///
    /// # Errors
    /// When something is there, or nothing can be written beside it.
    pub fn create_new(path: &Path) -> io::Result<(Self, File)> {
        refuse_what_is_there(path)?;
        let (mut whole, file) = Self::begin_beside(path.to_owned(), None)?;
        whole.is_new = true;
        Ok((whole, file))
    }

    /// Begins such a file in the place of one that this run has open for itself alone.
    pub(super) fn create_over_own(path: &Path) -> io::Result<(Self, File)> {
        let path = followed(path)?;
        let rights = path.metadata()?.permissions();
        let (whole, file) = Self::begin_beside(path, None)?;
        file.set_permissions(rights)?;
        Ok((whole, file))
    }

    fn begin_beside(path: PathBuf, there: Option<File>) -> io::Result<(Self, File)> {
        let beside = beside(&path);
        // One that a run left behind is taken over.
        let file = open_ours(&beside)?;
        let whole = Self {
            file: file.try_clone()?,
            beside,
            path,
            there,
            is_new: false,
            is_published: false,
        };
        file.set_len(0)?;
        if let Some(there) = &whole.there {
            file.set_permissions(there.metadata()?.permissions())?;
        }
        Ok((whole, file))
    }

    /// The same as [`create`](Self::create); but a pipe or a device is given as it is.
    ///
    /// # Errors
    /// As there.
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
    /// When that cannot be done.
    pub fn publish(&mut self) -> io::Result<()> {
        if self.is_new {
            refuse_what_is_there(&self.path)?;
        } else {
            // Should the power fail now, one of the two is there as a whole.
            self.file.sync_all()?;
        }
        // Some systems do not replace what is open.
        self.there = None;
        fs::rename(&self.beside, &self.path)?;
        self.is_published = true;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // After it was published, what is beside it is that of another run.
        if !self.is_published {
            drop(fs::remove_file(&self.beside));
        }
    }
}

/// Makes a folder if there is none, and makes sure that files can be written in it. For this it writes a file
/// and removes it. Its name is `run`, a number that no other run on this machine has.
///
/// # Errors
/// When it cannot be made, or no file can be created there.
pub fn writable_folder(path: &Path, run: u32) -> io::Result<()> {
    fs::create_dir_all(path)?;
    // Rights alone do not tell: what is mounted may be read-only, and an administrator may do all.
    AtomicFile::create_new(&path.join(format!(".{run}"))).map(drop)
}

/// Returns where a file is written until it is complete.
#[must_use]
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(UNFINISHED);
    path.with_file_name(name)
}

fn refuse_what_is_there(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Opens the unfinished file of this run, or takes over one that another has left.
fn open_ours(beside: &Path) -> io::Result<File> {
    match beside.symlink_metadata() {
        Ok(it) if !it.is_file() || has_other_names(&it) => Err(io::Error::other(format!(
            "`{}` is in the way, and none that was left behind",
            beside.display()
        ))),
        _ => open_alone(OpenOptions::new().write(true).create(true), beside),
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

/// Where a path leads, which need not be there yet.
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

/// Opens a file that is written in its place, for this run alone.
///
/// # Errors
/// When it cannot be opened, or another run has it or is about to replace it.
pub(super) fn open_in_place(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let path = followed(path)?;
    refuse_replaced(&path)?;
    let file = open_alone(options, &path)?;
    refuse_replaced(&path)?;
    Ok(file)
}

/// Refuses a file beside which another run is writing its successor.
fn refuse_replaced(path: &Path) -> io::Result<()> {
    let beside = beside(path);
    if !beside.symlink_metadata().is_ok_and(|it| it.is_file()) {
        return Ok(());
    }
    match open_alone(OpenOptions::new().write(true), &beside) {
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => Err(error),
        _ => Ok(()),
    }
}

/// Opens a file, which is no link, for this run alone, until it is closed.
fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    for _ in 0..REPLACED {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) if is_there(&file, path) => return Ok(file),
            // The other run has put a new file there in the meantime.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => break,
            // Not every file system knows locks.
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
        let (mut whole, mut file) = AtomicFile::create(path).unwrap();
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
