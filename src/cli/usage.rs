//! Help, the version, and errors of the command line itself, all in the words of clap.

use super::diagnostics;
use super::exit::Exit;
use super::stdout;
use crate::answer::printable_lines;
use clap::Error;

/// Prints help or the version, or says what is wrong with the arguments.
pub(super) fn print(error: &Error) -> Exit {
    // Help and version are no failures.
    if error.exit_code() == 0 {
        return match stdout::noted(error.print()) {
            Ok(()) => Exit::Success,
            Err(_) if stdout::reader_is_gone() => Exit::ReaderGone,
            Err(_) => Exit::Failure,
        };
    }
    let text = error.to_string();
    if printable_lines(&text) == text {
        // If standard error is closed, no message can be shown.
        drop(error.print());
    } else {
        diagnostics::tell(text.trim_end());
    }
    Exit::Failure
}
