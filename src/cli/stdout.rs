//! Standard output that reports lost output, and the errors of writes that failed.
//!
//! The standard library ignores a closed standard output, so a run would succeed although nothing
//! arrived.

use super::lang::{message_lang, name_of};
use crate::answer::errors::of_io;
use crate::answer::printable_lines;
use std::fmt;
use std::io::{self, LineWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the reader of standard output has gone away (`tsume … | head`).
static READER_IS_GONE: AtomicBool = AtomicBool::new(false);

/// Whether there is no standard output at all (`tsume … >&-`).
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Notes whether standard output is closed. Has to be called before the Rust runtime starts, which opens
/// `/dev/null` in its place.
pub fn note_closed_stdout() {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let is_closed = io::stdout().as_fd().try_clone_to_owned().is_err();
        IS_CLOSED.store(is_closed, Ordering::Relaxed);
    }
}

/// Returns whether the reader of standard output has gone away.
pub(super) fn reader_is_gone() -> bool {
    READER_IS_GONE.load(Ordering::Relaxed)
}

/// Passes a result on, and notes an error that says that the reader has gone away.
pub(super) fn note_gone_reader<T>(result: io::Result<T>) -> io::Result<T> {
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
            return Box::new(LineWriter::new(TrackedStdout(std::fs::File::from(handle))));
        }
    }
    Box::new(TrackedStdout(io::stdout()))
}

/// A writer of text in UTF-8 that escapes characters that a terminal would obey.
pub(super) struct EscapingWriter<W> {
    out: W,
    /// The bytes of a character that is not complete yet.
    incomplete: Vec<u8>,
}

impl<W: Write> EscapingWriter<W> {
    pub const fn new(out: W) -> Self {
        Self {
            out,
            incomplete: Vec::new(),
        }
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.incomplete);
        text.extend_from_slice(bytes);
        let complete_bytes = match std::str::from_utf8(&text) {
            // More bytes may complete the last character.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => text.len(),
        };
        self.incomplete = text.split_off(complete_bytes);
        let text = String::from_utf8_lossy(&text);
        self.out.write_all(printable_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard output that notes whether its reader has gone away. Errors in writing name it.
struct TrackedStdout<W>(W);

impl<W: Write> Write for TrackedStdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        note_gone_reader(self.0.write(bytes)).map_err(|it| cannot_write(None, it))
    }

    fn flush(&mut self) -> io::Result<()> {
        note_gone_reader(self.0.flush()).map_err(|it| cannot_write(None, it))
    }
}

/// The error that something cannot be written, with its name and the error of the system.
#[derive(Debug)]
struct CannotWrite {
    /// The file; `None` is standard output.
    path: Option<PathBuf>,
    why: io::Error,
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match (&self.path, self.why.kind()) {
            // A missing file would be made, so its folder is missing.
            (Some(_), io::ErrorKind::NotFound) => both!(
                "its folder is missing, or nothing can be written there",
                "フォルダーがないか、そこには書き込めない"
            ),
            _ => of_io(&self.why),
        };
        let why = why.in_lang(message_lang());
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

/// Adds to the error of a write the name of the file, or that of standard output. An interrupted write stays as it
/// is, because the caller repeats it.
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
        let mut out = EscapingWriter::new(Vec::new());
        for bytes in "題\u{1b}]0;x\u{7}名\n\u{202e}".as_bytes().chunks(1) {
            out.write_all(bytes).unwrap();
        }
        let text = String::from_utf8(out.out).unwrap();
        assert_eq!(text, "題\\u{1b}]0;x\\u{7}名\n\\u{202e}");
    }
}
