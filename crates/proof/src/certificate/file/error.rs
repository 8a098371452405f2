//! Errors in files of certificates.

use std::io;
use thiserror::Error;

/// The reasons why a file cannot be read to its end.
#[derive(Debug, Error)]
pub enum FileError {
    /// The reader fails, or the compression is broken.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Neither of the two formats.
    #[error("this is not a file of certificates")]
    NotAProof,
    /// Written by a later version of the program.
    #[error("version {0} of the format is not known")]
    Version(u64),
    /// The file ends too soon.
    #[error("the file is cut short")]
    Truncated,
    /// A byte or a value that is not allowed at its place.
    #[error("{what} (byte {at} of the unpacked file)")]
    Malformed {
        /// The error.
        what: &'static str,
        /// The place, in bytes of the unpacked file.
        at: u64,
    },
    /// A certificate that does not fit into the memory allowed.
    #[error("a certificate takes more than the {memory} bytes of memory allowed (see --hash)")]
    TooLarge {
        /// The memory allowed, in bytes.
        memory: u64,
    },
    /// An error in a line of the readable format.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The error.
        message: String,
    },
}
