//! Divides problems into shares, one for each machine of a run.

use std::fmt;
use std::str::FromStr;

/// One of several shares of the problems. Each problem belongs to exactly one, which depends only
/// on its canonical form, not on its place or the version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Returns whether a problem in canonical form belongs to the share.
    #[must_use]
    pub fn has(self, sfen: &str) -> bool {
        fnv1a(sfen.as_bytes()) % self.count == self.index
    }

    /// Returns whether the item with this number, from 0, belongs to the share.
    #[must_use]
    pub const fn has_number(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// Returns whether this is the first share, to which inputs without a problem belong.
    #[must_use]
    pub const fn is_first(self) -> bool {
        self.index == 0
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(share, count)| {
            let (share, count) = (share.parse::<u64>().ok()?, count.parse().ok()?);
            let index = share.checked_sub(1)?;
            (index < count).then_some(Self { index, count })
        });
        parsed.ok_or("write the share and the number of shares: 1/4, 2/4, …")
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// Returns the 64-bit FNV-1a hash of G. Fowler, L. C. Noll and K.-P. Vo. Shares must never change, and hashes of
/// libraries may.
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_problem_is_in_one_share_and_shares_are_about_as_large() {
        let shares: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|it| it.parse().unwrap()).into();
        let mut sizes = [0; 3];
        for number in 0..3000 {
            let text = format!("problem {number}");
            let owners = (0..3).filter(|&at| shares[at].has(&text));
            let owners: Vec<_> = owners.collect();
            assert_eq!(owners.len(), 1);
            sizes[owners[0]] += 1;
        }
        assert!(sizes.iter().all(|&size| size > 850), "{sizes:?}");
        assert_eq!(shares[1].to_string(), "2/3");
    }

    #[test]
    fn a_share_that_is_none_is_refused() {
        for wrong in ["", "1", "0/3", "4/3", "1/0", "-1/3", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
