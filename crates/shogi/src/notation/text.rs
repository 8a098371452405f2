//! `Display` and `FromStr` of squares, moves and diagrams: USI and SFEN.

use super::sfen::{self, SfenError};
use super::usi::{self, UsiError};
use crate::{Move, Setup, Square};
use std::fmt;
use std::str::FromStr;

/// Writes a square as in USI: `5b`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&super::square_name(*self))
    }
}

/// Reads a square like `5b`.
impl FromStr for Square {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Self, UsiError> {
        usi::parse_square(text)
    }
}

/// Writes a move as in USI: `3a3b+`, `G*5b`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&usi::write_move(*self))
    }
}

/// Reads a move like `3a3b+` or `G*5b`. Only its form is tested.
impl FromStr for Move {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Self, UsiError> {
        usi::parse_move(text)
    }
}

/// Writes a diagram as SFEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&sfen::write(self))
    }
}

/// Reads the diagram of an SFEN. Its legality is not tested.
impl FromStr for Setup {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        Ok(sfen::parse(text)?.setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_text_is_read_again() {
        for text in ["1a", "9i", "5b"] {
            assert_eq!(text.parse::<Square>().unwrap().to_string(), text);
        }
        for text in ["3a3b+", "G*5b", "9i9h"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
    }

    #[test]
    fn malformed_text_is_refused_with_its_place() {
        for text in ["", "5", "0a", "5j", "5bb", "五b"] {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(error.span, 0..text.len(), "{text}");
        }
        assert_eq!("5e5e".parse::<Move>().unwrap_err().span, 0..4);
        assert!("9/9".parse::<Setup>().is_err());
    }
}
