//! Standard output that reports lost output, and what is told of a write that failed.
//!
//! The standard library ignores a closed standard output, so a run would succeed although nothing
//! arrived.

use super::lang::{name_of, spoken};
use crate::answer::errors::of_io;
use crate::answer::printable_lines;
use std::fmt;
use std::io::{self, LineWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the reader of standard output has gone away. One for the whole process.
static READER_IS_GONE: AtomicBool = AtomicBool::new(false);

/// Whether there is no standard output at all (`tsume … >&-`).
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks whether there is a standard output. This has to come first: where there is none, the run time
/// of the language opens one that leads nowhere.
pub fn look_for_stdout() {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let is_closed = io::stdout().as_fd().try_clone_to_owned().is_err();
        IS_CLOSED.store(is_closed, Ordering::Relaxed);
    }
}

/// Returns whether the reader of standard output has gone away (`tsume … | head`).
pub(super) fn reader_is_gone() -> bool {
    READER_IS_GONE.load(Ordering::Relaxed)
}

/// Notes whether an error says that the reader of standard output has gone away.
pub(super) fn noted<T>(result: io::Result<T>) -> io::Result<T> {
    if let Err(error) = &result
        && error.kind() == io::ErrorKind::BrokenPipe
    {
        READER_IS_GONE.store(true, Ordering::Relaxed);
    }
    result
}

/// Returns standard output, which passes lines on when they are complete.
pub(super) fn stdout() -> Box<dyn Write + Send> {
    if IS_CLOSED.load(Ordering::Relaxed) {
        return Box::new(Closed);
    }
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if let Ok(handle) = io::stdout().as_fd().try_clone_to_owned() {
            return Box::new(LineWriter::new(Noting(std::fs::File::from(handle))));
        }
    }
    Box::new(Noting(io::stdout()))
}

/// A writer of text in UTF-8 that writes characters with escapes if a terminal would obey them.
pub(super) struct Legible<W> {
    out: W,
    /// The first bytes of a character whose others are still to come.
    begun: Vec<u8>,
}

impl<W: Write> Legible<W> {
    pub const fn new(out: W) -> Self {
        Self {
            out,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Legible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            // More bytes may complete the last character.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        let text = String::from_utf8_lossy(&text);
        self.out.write_all(printable_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard output, which notes whether its reader has gone away. Its errors have its name.
struct Noting<W>(W);

impl<W: Write> Write for Noting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        noted(self.0.write(bytes)).map_err(|it| cannot_write(None, it))
    }

    fn flush(&mut self) -> io::Result<()> {
        noted(self.0.flush()).map_err(|it| cannot_write(None, it))
    }
}

/// That something cannot be written, with its name and what the system says.
#[derive(Debug)]
struct CannotWrite {
    /// The file; `None` is standard output.
    path: Option<PathBuf>,
    why: io::Error,
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match (&self.path, self.why.kind()) {
            // A file that is not there may be written, so what is missing is its folder.
            (Some(_), io::ErrorKind::NotFound) => both!(
                "its folder is missing, or nothing can be written there",
                "フォルダーがないか、そこには書き込めない"
            ),
            _ => of_io(&self.why),
        };
        let why = why.in_lang(spoken());
        f.write_str(&match &self.path {
            Some(path) => {
                let path = name_of(path);
                say!(
                    "cannot write `{path}`: {why}",
                    "「{path}」に書き込めない：{why}"
                )
            }
            None => say!(
                "cannot write to standard output: {why}",
                "標準出力に書き込めない：{why}"
            ),
        })
    }
}

impl std::error::Error for CannotWrite {}

/// Returns the error of a write to this file, or to standard output. A write that a signal broke off is no error.
pub(super) fn cannot_write(path: Option<&Path>, why: io::Error) -> io::Error {
    if let Some(cause) = why.get_ref()
        && cause.is::<CannotWrite>()
    {
        return why;
    }
    if why.kind() == io::ErrorKind::Interrupted {
        return why;
    }
    let path = path.map(Path::to_owned);
    io::Error::other(CannotWrite { path, why })
}

/// A closed standard output: every write fails.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        let why = io::Error::other("standard output is closed");
        Err(cannot_write(None, why))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_escapes_for_what_it_would_obey() {
        let mut out = Legible::new(Vec::new());
        for bytes in "題\u{1b}]0;x\u{7}名\n\u{202e}".as_bytes().chunks(1) {
            out.write_all(bytes).unwrap();
        }
        let text = String::from_utf8(out.out).unwrap();
        assert_eq!(text, "題\\u{1b}]0;x\\u{7}名\n\\u{202e}");
    }
}
