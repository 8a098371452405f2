//! Parsers of the values of options: moves, times, counts, sizes.

use crate::answer::errors::{of_help, of_move};
use crate::answer::{kind_named, kinds};
use crate::notation::moves::{Written, read};
use crate::report::columns;
use crate::vocabulary::Verdict;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::{Bound, RangeBounds};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The value of `--try`: its text, and the moves in it with their places.
#[derive(Clone, Debug)]
pub struct TryMoves {
    /// The text as it was typed.
    pub text: String,
    /// The moves as written. Only the board of a problem makes them moves of shogi.
    pub moves: Vec<Written>,
}

/// Reads moves in any notation, separated by blanks or commas.
pub fn moves(text: &str) -> Result<TryMoves, String> {
    let moves: Result<Vec<_>, _> = read(text).into_iter().collect();
    let moves = moves.map_err(|error| {
        let help = error.help.map(|it| format!("; {}", of_help(it)));
        let help = help.unwrap_or_default();
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        let (before, after) = text.split_at(error.span.start);
        let before = before.rsplit(is_separator).next().unwrap_or_default();
        let after = after.split(is_separator).next().unwrap_or_default();
        let error = of_move(&error.kind);
        format!("`{before}{after}`: {error}{help}")
    })?;
    if moves.is_empty() {
        return Err("write moves such as 3a3d+, G*5b or ▲３四飛成".to_owned());
    }
    Ok(TryMoves {
        text: text.to_owned(),
        moves,
    })
}

/// Returns the parser of a whole number in this range.
pub fn number<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|it| range.contains(it));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a number from {least} to {most}")
            }
            (Bound::Included(least), _) => format!("expected a number of at least {least}"),
            _ => "expected a number".to_owned(),
        })
    }
}

/// Reads a word of `--fail-on`.
pub fn fail_on_word(text: &str) -> Result<&'static str, String> {
    match text {
        "none" => Ok("none"),
        text => only_word(text).map_err(|words| words + ", none"),
    }
}

/// Reads a word of `--only`: a verdict, the kind of a finding, `unexpected` or `duplicate`.
pub fn only_word(text: &str) -> Result<&'static str, String> {
    let verdicts = Verdict::ALL.iter().map(|it| it.word());
    let words: Vec<_> = verdicts.chain(["unexpected", "duplicate"]).collect();
    let found = words.iter().copied().find(|&it| it == text);
    found.or_else(|| kind_named(text)).ok_or_else(|| {
        let kinds: Vec<_> = kinds().filter(|it| !words.contains(it)).collect();
        let words = [words.join(", "), kinds.join(", ")].join(", ");
        format!("write one of {words}")
    })
}

/// Reads the name of a column of CSV.
pub fn column(text: &str) -> Result<&'static str, String> {
    let found = columns().find(|&it| it == text.trim());
    found.ok_or_else(|| {
        let names: Vec<_> = columns().collect();
        let names = names.join(", ");
        format!("write some of {names}")
    })
}

/// The value of `--time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// There is no limit.
    None,
    /// The search ends after this time.
    After(Duration),
}

/// Reads a limit of time, or `none`.
pub fn time_limit(text: &str) -> Result<TimeLimit, &'static str> {
    match text {
        "none" => Ok(TimeLimit::None),
        text => duration(text).map(TimeLimit::After),
    }
}

/// Reads a time above 0: seconds, or a number with units.
pub fn duration(text: &str) -> Result<Duration, &'static str> {
    let is_number = text.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let time = if is_number {
        let seconds = text.parse().ok();
        seconds.and_then(|it| Duration::try_from_secs_f64(it).ok())
    } else {
        humantime::parse_duration(text).ok()
    };
    time.filter(|it| !it.is_zero())
        .ok_or("write a time above 0, in seconds or with a unit: 10, 0.5, 500ms, 2m, 1h")
}

/// Reads a number of nodes: digits, perhaps grouped by `_`, and k, M or G for powers of 1000.
pub fn count(text: &str) -> Result<u64, &'static str> {
    let count = match split_unit(text) {
        Some((digits, "k")) => scaled(digits, 1e3),
        Some((digits, "M")) => scaled(digits, 1e6),
        Some((digits, "G")) => scaled(digits, 1e9),
        Some(_) => None,
        // A number without a unit is exact, so it has no fraction.
        None => text.trim().replace('_', "").parse().ok(),
    };
    count
        .filter(|&it| it > 0)
        .ok_or("write a number above 0: 100000, 500k, 10M")
}

/// Returns whether an output is standard output (`-`).
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the parser of the path of a file or folder. It refuses standard output.
pub fn file_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if is_stdout(&path) {
            Err("this cannot go to standard output; for a file of this name write ./-")
        } else {
            Ok(path)
        }
    })
}

/// The highest number of threads or jobs.
pub const MAX_THREADS: usize = 256;

/// Reads a number of threads or jobs.
pub fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: NonZeroUsize = NonZeroUsize::new(MAX_THREADS).expect("it is not 0");
    number(NonZeroUsize::MIN..=MOST)(text)
}

/// Reads an amount of memory in bytes. KiB, MiB, GiB and TiB (or K, M, G and T) are powers of 1024,
/// kB, MB, GB and TB powers of 1000.
pub fn size(text: &str) -> Result<usize, &'static str> {
    let Some((digits, unit)) = split_unit(text) else {
        return Err(SIZE_ERROR);
    };
    let (letter, factor) = match unit.strip_suffix("iB") {
        Some(letter) => (letter, 1024.0_f64),
        None => unit
            .strip_suffix('B')
            .map_or((unit, 1024.0), |it| (it, 1000.0)),
    };
    let power = ["K", "M", "G", "T"]
        .iter()
        .zip(1..)
        .find(|(name, _)| **name == letter.to_uppercase());
    let bytes = power.and_then(|(_, power)| scaled(digits, factor.powi(power)));
    // The maximum is half of the address space: no machine has more memory, and sums cannot overflow.
    match bytes.filter(|&it| it >= 1 << 20) {
        None => Err(SIZE_ERROR),
        Some(bytes) => usize::try_from(bytes)
            .ok()
            .filter(|&bytes| bytes <= usize::MAX / 2)
            .ok_or("that is more than this machine can address"),
    }
}

/// The error about a text that is no size.
const SIZE_ERROR: &str = "write a number and a unit, 1 MiB at least: 64MiB, 256M, 1GiB";

/// Divides a text such as `1.5 GiB` into its number and its unit.
fn split_unit(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic())?;
    Some((text[..end].trim_end(), &text[end..]))
}

/// Returns a decimal number times a factor, if the result is below 10^18.
fn scaled(digits: &str, factor: f64) -> Option<u64> {
    let digits = digits.replace('_', "");
    // Signs and exponents, which floats may have, are no part of a size.
    if !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let value = digits.parse::<f64>().ok()? * factor;
    (value < 1e18).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_need_a_unit() {
        assert_eq!(size("256MiB"), Ok(256 << 20));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("1.5 GiB"), Ok(3 << 29));
        assert_eq!(size("2MB"), Ok(2_000_000));
        for wrong in [
            "256",
            "",
            "MiB",
            "-1M",
            "1KiB",
            "0M",
            "1e3M",
            "9999999999G",
            "64 PiB",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn nodes_may_be_grouped_or_scaled() {
        assert_eq!(count("1"), Ok(1));
        assert_eq!(count("1_000_000"), Ok(1_000_000));
        assert_eq!(count("500k"), Ok(500_000));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        for wrong in ["0", "", "k", "-3", "ten", "1.5", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn threads_are_few() {
        for (text, number) in [("1", 1), ("256", 256)] {
            assert_eq!(thread_count(text).unwrap().get(), number);
        }
        for wrong in ["0", "257", "-1", "", "two", "99999999999999999999"] {
            let error = thread_count(wrong).unwrap_err();
            assert_eq!(error, "expected a number from 1 to 256", "{wrong}");
        }
    }

    #[test]
    fn what_is_expected_is_said_of_numbers() {
        assert_eq!(number(1..)("7"), Ok(7));
        for wrong in ["0", "-1", "x", ""] {
            let error = number(1..)(wrong).unwrap_err();
            assert_eq!(error, "expected a number of at least 1", "{wrong}");
        }
        let error = number(1..=3)("4").unwrap_err();
        assert_eq!(error, "expected a number from 1 to 3");
    }

    #[test]
    fn moves_know_their_places() {
        let found = moves(" 3a3d+, 1d1e,G*5b").unwrap();
        let spans: Vec<_> = found.moves.into_iter().map(|it| it.span).collect();
        assert_eq!(spans, [1..6, 8..12, 13..17]);
        assert_eq!(moves("▲７六歩△同玉").unwrap().moves.len(), 2);
        for wrong in ["", " ,", "3a3d+ 5b", "７六", "▲"] {
            assert!(moves(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_may_be_none() {
        assert_eq!(time_limit("none"), Ok(TimeLimit::None));
        let second = TimeLimit::After(Duration::from_secs(1));
        assert_eq!(time_limit("1s"), Ok(second));
        assert!(time_limit("never").is_err());
    }

    #[test]
    fn a_time_without_a_unit_is_in_seconds() {
        for (text, millis) in [
            ("1", 1_000),
            ("0.5", 500),
            ("1.5s", 1_500),
            ("1.5m", 90_000),
            ("10s", 10_000),
            ("500ms", 500),
            ("1m 30s", 90_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "0", "0.0", "-1", "1e3", ".", "x", "inf", "5 apples"] {
            assert!(
                duration(wrong).unwrap_err().contains("in seconds"),
                "{wrong}"
            );
        }
    }
}
