//! Names of problems, each unique within a run.

use super::reader::Origin;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Hands out the ids of one run.
#[derive(Debug, Default)]
pub struct Ids {
    /// Hashes stand for the ids, so that millions of them cost little. Two ids with the same hash,
    /// which is not to be expected, would give the second a number that it did not need.
    used: HashSet<u64>,
}

impl Ids {
    /// No id is taken yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The id a problem would have if no other had it: the one the file gives, else its place.
    #[must_use]
    pub fn wish(given: Option<&str>, origin: &Origin) -> String {
        match given.map(str::trim) {
            Some(given) if !given.is_empty() => given.to_owned(),
            _ => origin.to_string(),
        }
    }

    /// The id of the next problem: the one the file gives, else the place it stands at
    /// (`file:line`). An id that is taken gets a number: `x`, `x#2`, `x#3`. One of several lines becomes
    /// one line, since it stands in tables and messages.
    pub fn assign(&mut self, given: Option<&str>, origin: &Origin) -> String {
        let base = Self::wish(given, origin).replace(char::is_control, " ");
        let mut id = base.clone();
        let mut number = 1_u64;
        while !self.used.insert(fingerprint(&id)) {
            number += 1;
            id = format!("{base}#{number}");
        }
        id
    }
}

/// A hash that is the same in every run of this program.
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
