//! Ids of problems, each unique within a run.

use super::record::Origin;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Assigns the ids of one run.
#[derive(Debug, Default)]
pub struct Ids {
    /// Hashes of the ids, so that millions of them take little memory. A collision would only give the second id
    /// a number.
    used: HashSet<u64>,
    /// By the hash of each id that came again: the last number that was added to it.
    numbers: HashMap<u64, u64>,
}

impl Ids {
    /// Begins without ids.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the id that a problem gets if no other has it yet: its own, else its place.
    #[must_use]
    pub fn preferred(named: Option<&str>, origin: &Origin) -> String {
        match named.map(str::trim) {
            Some(named) if !named.is_empty() => named.to_owned(),
            _ => origin.to_string(),
        }
    }

    /// Returns the id of the next problem: its own, else its place (`file:line`). An id that is taken gets a
    /// number: `x`, `x#2`, `x#3`. Line breaks become blanks, because ids are written in tables and messages.
    pub fn assign(&mut self, given: Option<&str>, origin: &Origin) -> String {
        let base = Self::preferred(given, origin).replace(char::is_control, " ");
        let key = fingerprint(&base);
        if self.used.insert(key) {
            return base;
        }
        let number = self.numbers.entry(key).or_insert(1);
        loop {
            *number += 1;
            let id = format!("{base}#{number}");
            if self.used.insert(fingerprint(&id)) {
                return id;
            }
        }
    }
}

/// Returns a hash that is the same in every run of this program.
fn fingerprint(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_given_id_comes_before_the_place() {
        let mut ids = Ids::new();
        let place = Origin::new("a.sfen", Some(3));
        assert_eq!(ids.assign(Some("muso001"), &place), "muso001");
        assert_eq!(ids.assign(None, &place), "a.sfen:3");
        assert_eq!(ids.assign(Some("two\nlines\n"), &place), "two lines");
        assert_eq!(ids.assign(Some("  "), &Origin::new("stdin", None)), "stdin");
    }

    #[test]
    fn no_id_is_given_twice() {
        let mut ids = Ids::new();
        let place = Origin::new("a.sfen", Some(3));
        let names = ["x", "x#2", "x", "x"].map(|name| ids.assign(Some(name), &place));
        assert_eq!(names, ["x", "x#2", "x#3", "x#4"]);
    }
}
