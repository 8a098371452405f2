//! Decoding of values: percent-encoding, and base64.

use super::plus::{MARK, Marked};
use crate::encoding::decode;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;

/// Base64 as programs write it, with or without padding.
const RELAXED: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The fewest signs of base64 that are decoded: no position is shorter.
const SHORTEST: usize = 12;

/// Decodes percent-encoding. Each `+` that was not encoded becomes a mark, because it may be a blank.
pub(super) fn of_percent(raw: &str) -> Marked {
    let marked = raw.replace('+', MARK);
    let bytes: Vec<u8> = percent_decode_str(&marked).collect();
    Marked {
        text: decode(&bytes),
        has_coded: raw.contains("%2B") || raw.contains("%2b"),
    }
}

/// Returns whether there is still percent-encoding in a text.
pub(super) fn is_coded(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .windows(3)
        .any(|it| it[0] == b'%' && it[1].is_ascii_hexdigit() && it[2].is_ascii_hexdigit())
}

/// Decodes base64 of a text, in either alphabet.
pub(super) fn of_base64(text: &str) -> Option<String> {
    let is_sign = |it: u8| it.is_ascii_alphanumeric() || b"+/-_=".contains(&it);
    if text.len() < SHORTEST || !text.bytes().all(is_sign) {
        return None;
    }
    let standard = text.replace('-', "+").replace('_', "/");
    let bytes = RELAXED.decode(standard).ok()?;
    let text = decode(&bytes);
    let is_odd = |it: char| {
        it == char::REPLACEMENT_CHARACTER || it.is_control() && !matches!(it, '\n' | '\r' | '\t')
    };
    (!text.contains(is_odd)).then_some(text)
}
