//! Writes a file that grows row by row. Some rows may be replaced later.
//!
//! New rows are added at the end. Rows that replace others are collected, and from time to time the file is replaced
//! as a whole. If the program is killed, every problem still has one row: the old or the new one.

use super::created::Created;
use super::replace::{AtomicFile, open_in_place};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The shortest time between two replacements of the file. A kill loses the rows collected since the last one.
const SHORTEST_PAUSE: Duration = Duration::from_secs(5);
/// The least ratio of the pause to the time that a replacement takes.
const PAUSE_RATIO: u32 = 20;

/// A file of rows.
#[derive(Debug)]
pub struct RowFile {
    /// Dropped first, while the file is still locked.
    created: Created,
    path: PathBuf,
    file: File,
    /// The length of the content, in bytes.
    end: u64,
    /// Whether the file still has old content that is to be removed.
    stale: bool,
    /// The places of the rows that may be replaced, by the ids of their problems.
    replaceable: HashMap<String, Range<u64>>,
    /// The rows that will replace them. They may be replaced in turn.
    staged: HashMap<String, Vec<u8>>,
    /// The earliest time of the next replacement of the file.
    due: Instant,
}

impl RowFile {
    /// Begins a file; an existing one is emptied when the first bytes come.
    ///
    /// # Errors
    /// If it cannot be written, or if another run is writing it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let rows = Self::open(path)?;
        Ok(Self {
            end: 0,
            stale: true,
            ..rows
        })
    }

    /// Opens a file to continue it, or creates it.
    ///
    /// # Errors
    /// If it cannot be written, or if another run is writing it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let created = Created::at(path);
        let mut options = OpenOptions::new();
        let file = open_in_place(options.read(true).append(true).create(true), path)?;
        Ok(Self {
            created,
            path: path.to_owned(),
            end: file.metadata()?.len(),
            file,
            stale: false,
            replaceable: HashMap::new(),
            staged: HashMap::new(),
            due: Instant::now(),
        })
    }

    /// Returns the file.
    pub(super) const fn file(&self) -> &File {
        &self.file
    }

    /// Allows the row of this problem at `place` to be replaced.
    pub(super) fn may_replace(&mut self, id: String, place: Range<u64>) {
        self.replaceable.insert(id, place);
    }

    /// Cuts the file off at `end`.
    ///
    /// # Errors
    /// If this is not possible.
    pub(super) fn cut(&mut self, end: u64) -> io::Result<()> {
        if self.end != end {
            self.file.set_len(end)?;
            self.end = end;
        }
        Ok(())
    }

    /// Removes old content that is to be removed. From now on the file stays, even if it is empty.
    ///
    /// # Errors
    /// If this is not possible.
    pub fn begin(&mut self) -> io::Result<()> {
        self.created.keep();
        if self.stale {
            self.file.set_len(0)?;
            self.stale = false;
        }
        Ok(())
    }

    /// Adds bytes that are not a row.
    ///
    /// # Errors
    /// If this is not possible.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.begin()?;
        self.file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Adds the row of a problem, or replaces the existing one. `is_open` says that a row that is added may be replaced
    /// later.
    ///
    /// # Errors
    /// If this is not possible.
    pub fn put(&mut self, id: &str, row: &[u8], is_open: bool) -> io::Result<()> {
        if self.replaceable.contains_key(id) {
            self.staged.insert(id.to_owned(), row.to_owned());
            if Instant::now() >= self.due {
                self.settle()?;
            }
            return Ok(());
        }
        let from = self.end;
        self.add(row)?;
        if is_open {
            self.replaceable.insert(id.to_owned(), from..self.end);
        }
        Ok(())
    }

    /// Replaces the file by one with all collected rows.
    ///
    /// # Errors
    /// If this is not possible; then the file is as it was.
    pub fn settle(&mut self) -> io::Result<()> {
        if self.staged.is_empty() {
            return Ok(());
        }
        let began = Instant::now();
        let replaceable = std::mem::take(&mut self.replaceable);
        let mut replaceable: Vec<_> = replaceable.into_iter().collect();
        replaceable.sort_by_key(|(_, place)| place.start);
        let staged = std::mem::take(&mut self.staged);
        let mut places = HashMap::new();
        let file = rewrite(&self.path, |from, to| {
            let (mut read, mut written) = (0, 0);
            for (id, old) in replaceable {
                copy(from, to, read..old.start)?;
                written += old.start - read;
                read = old.end;
                let length = if let Some(row) = staged.get(&id) {
                    to.write_all(row)?;
                    row.len() as u64
                } else {
                    copy(from, to, old.clone())?;
                    old.end - old.start
                };
                places.insert(id, written..written + length);
                written += length;
            }
            from.seek(SeekFrom::Start(read))?;
            io::copy(from, to).map(drop)
        })?;
        self.end = file.metadata()?.len();
        self.file = file;
        self.replaceable = places;
        self.due = Instant::now() + SHORTEST_PAUSE.max(began.elapsed() * PAUSE_RATIO);
        Ok(())
    }
}

/// Replaces a file of this run as a whole. `write` gets the old and the new one. Returns the new file, which is
/// locked and open at its end.
pub(super) fn rewrite(
    path: &Path,
    write: impl FnOnce(&mut BufReader<File>, &mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<File> {
    let (mut atomic, file) = AtomicFile::create_over_own(path)?;
    let mut to = BufWriter::new(&file);
    write(&mut BufReader::new(File::open(path)?), &mut to)?;
    to.flush()?;
    drop(to);
    atomic.publish()?;
    Ok(file)
}

/// Copies a part of a file, whose place is in bytes.
pub(super) fn copy(
    from: &mut BufReader<File>,
    to: &mut impl Write,
    part: Range<u64>,
) -> io::Result<()> {
    from.seek(SeekFrom::Start(part.start))?;
    io::copy(&mut from.take(part.end - part.start), to).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_problem_has_one_row_at_any_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let read = || fs::read_to_string(&path).unwrap();
        fs::write(&path, "old").unwrap();
        let mut rows = RowFile::create(&path).unwrap();
        rows.add(b"").unwrap();
        assert_eq!(read(), "old");
        rows.add(b"head\n").unwrap();
        for (id, row, is_open) in [
            ("a", "a1\n", true),
            ("b", "b\n", false),
            ("c", "c1\n", true),
            ("d", "d1\n", true),
        ] {
            rows.put(id, row.as_bytes(), is_open).unwrap();
        }
        assert_eq!(read(), "head\na1\nb\nc1\nd1\n");
        // The first replacement comes at once, others after a pause.
        rows.put("c", b"longer\n", true).unwrap();
        assert_eq!(read(), "head\na1\nb\nlonger\nd1\n");
        rows.put("d", b"d2\n", false).unwrap();
        rows.put("c", b"c\n", false).unwrap();
        rows.put("e", b"e\n", false).unwrap();
        assert_eq!(read(), "head\na1\nb\nlonger\nd1\ne\n");
        rows.settle().unwrap();
        assert_eq!(read(), "head\na1\nb\nc\nd2\ne\n");
        rows.put("a", b"a\n", false).unwrap();
        rows.put("f", b"f\n", false).unwrap();
        rows.settle().unwrap();
        assert_eq!(read(), "head\na\nb\nc\nd2\ne\nf\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // The new file is locked, too.
        let error = RowFile::create(&path).unwrap_err();
        assert_eq!(error.to_string(), "another run is writing it");
        assert_ne!(read(), "");
    }
}
