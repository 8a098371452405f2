//! The reasons why an answer has no certificate.

use super::answer::StopReason;
use crate::shogi::Setup;
use std::error::Error;
use std::fmt;

/// A reason why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// A limit ended the work.
    Limit(StopReason),
    /// The proof does not hold at this position, so nothing that rests on it is proven.
    Contradiction(Box<Setup>),
    /// The claim that there is no brinkmate rests on interpositions that may be futile. Certificates
    /// cannot state this.
    Interpositions,
    /// The defender is to move and not in check: no mate by checks begins there.
    NotInCheck,
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Limit(_) => "a limit ended the work before the certificate was made",
            Self::Contradiction(_) => "the proof does not hold, and the answer with it",
            Self::Interpositions => {
                "the answer rests on interpositions that may be futile, and no certificate can hold it"
            }
            Self::NotInCheck => "the defender is to move without being in check",
        })
    }
}

impl Error for Uncertified {}
