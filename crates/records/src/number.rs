//! Numbers in any digits.

use crate::notation::digits::{digit, kanji};

/// Reads a number in ASCII, full-width or kanji digits, below 10,000.
pub(super) fn number(word: &str) -> Option<u32> {
    let (mut sum, mut digits) = (0_u32, 0_u32);
    let mut read_any = false;
    for c in word.chars() {
        read_any = true;
        match (digit(c), kanji(c)) {
            (Some(value), _) | (None, Some(value @ 0..=9)) => digits = digits * 10 + value,
            (None, Some(unit)) => {
                sum += digits.max(1) * unit;
                digits = 0;
            }
            (None, None) => return None,
        }
        if sum + digits > 9_999 {
            return None;
        }
    }
    read_any.then_some(sum + digits)
}
