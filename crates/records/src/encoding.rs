//! CP932 (the `Shift_JIS` of Windows) and UTF-8; EUC-JP of old systems is only read.
//!
//! The extension of a file does not tell its encoding: some programs write UTF-8 into `.kif`,
//! others CP932 into everything. The bytes do: Japanese text in one encoding is hardly ever valid
//! in the other.

use encoding_rs::{EUC_JP, SHIFT_JIS};

/// The encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, without a byte order mark.
    Utf8,
    /// UTF-8 with a byte order mark at the beginning of a file.
    Utf8Bom,
    /// CP932, the `Shift_JIS` of Windows.
    Cp932,
}

/// How a text is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// The encoding.
    pub encoding: Encoding,
    /// Whether lines end as on Windows, with CR and LF.
    pub crlf: bool,
}

impl TextForm {
    /// UTF-8, with lines that end with LF.
    pub const PLAIN: Self = Self {
        encoding: Encoding::Utf8,
        crlf: false,
    };

    /// CP932, with lines that end with CR and LF: what programs for Windows expect.
    pub const WINDOWS: Self = Self {
        encoding: Encoding::Cp932,
        crlf: true,
    };

    /// Returns the byte order mark that the file begins with, which may be empty.
    #[must_use]
    pub const fn mark(self) -> &'static [u8] {
        match self.encoding {
            Encoding::Utf8Bom => "\u{feff}".as_bytes(),
            Encoding::Utf8 | Encoding::Cp932 => b"",
        }
    }

    /// Returns the bytes of a text.
    ///
    /// # Errors
    /// The first character that the encoding does not have.
    pub fn bytes(self, text: &str) -> Result<Vec<u8>, Unencodable> {
        let bytes = encode(text, self.encoding)?;
        let line_end: &[u8] = if self.crlf { b"\r\n" } else { b"\n" };
        // No byte of a character in either encoding is a line end.
        let lines: Vec<&[u8]> = bytes.split(|it| *it == b'\n').collect();
        Ok(lines.join(line_end))
    }
}

/// A character that an encoding does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{character}` (U+{:04X}) cannot be written in CP932", u32::from(*.character))]
#[non_exhaustive]
pub struct Unencodable {
    /// The character.
    pub character: char,
    /// The place, in bytes of the text.
    pub at: usize,
}

/// Decodes a file. Invalid bytes become `�`, which makes their record an error.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_with_bom_removal(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    // One bad byte in a file of either encoding is a bad line, not a file of the other encoding.
    let utf8 = String::from_utf8_lossy(bytes);
    let cp932 = SHIFT_JIS.decode_without_bom_handling(bytes).0;
    if let Some(text) = decode_euc_jp(bytes, &cp932) {
        return text;
    }
    if bad_lines(&utf8) <= bad_lines(&cp932) {
        utf8.into_owned()
    } else {
        cp932.into_owned()
    }
}

/// Decodes bytes, if they are valid EUC-JP and unlikely to be CP932. Text in EUC-JP that is read as CP932 is
/// mostly half-width katakana, which hardly anybody writes.
fn decode_euc_jp(bytes: &[u8], cp932: &str) -> Option<String> {
    let text = EUC_JP.decode_without_bom_handling_and_without_replacement(bytes)?;
    let wide = cp932.chars().filter(|it| !it.is_ascii());
    let is_unlikely = |it: &char| matches!(*it, '｡'..='ﾟ' | char::REPLACEMENT_CHARACTER);
    let (unlikely, likely): (Vec<_>, Vec<_>) = wide.partition(is_unlikely);
    let is_euc = unlikely.len() > likely.len() && !text.contains(|it| matches!(it, '｡'..='ﾟ'));
    is_euc.then(|| text.into_owned())
}

/// Counts the lines with bytes that could not be decoded.
fn bad_lines(text: &str) -> usize {
    let is_bad = |line: &&str| line.contains('\u{fffd}');
    text.split('\n').filter(is_bad).count()
}

/// Encodes a text.
///
/// # Errors
/// The first character that the encoding does not have.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, Unencodable> {
    if encoding != Encoding::Cp932 {
        return Ok(text.as_bytes().to_vec());
    }
    // A character and its twin have the same length in UTF-8, so places stay the same.
    let twin = |c: char| TWINS.iter().find(|(other, _)| *other == c);
    let windows = |c: char| twin(c).map_or(c, |(_, windows)| *windows);
    let text: String = text.chars().map(windows).collect();
    let (bytes, _, replaced) = SHIFT_JIS.encode(&text);
    if !replaced {
        return Ok(bytes.into_owned());
    }
    let mut buffer = [0; 4];
    let mut characters = text.char_indices();
    let bad = characters.find(|&(_, it)| SHIFT_JIS.encode(it.encode_utf8(&mut buffer)).2);
    let (at, character) = bad.unwrap_or((0, '\u{fffd}'));
    Err(Unencodable { character, at })
}

/// Characters that other systems write, each with the one that Windows has for the same bytes of CP932.
/// They are wave dash, double vertical line, em dash and minus.
const TWINS: [(char, char); 4] = [
    ('\u{301c}', '\u{ff5e}'),
    ('\u{2016}', '\u{2225}'),
    ('\u{2014}', '\u{2015}'),
    ('\u{2212}', '\u{ff0d}'),
];

/// Decodes bytes, if they are valid CP932.
#[must_use]
pub fn decode_cp932(bytes: &[u8]) -> Option<String> {
    let text = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_tell_the_encoding() {
        let text = "作者：伊藤看寿\n";
        let cp932 = encode(text, Encoding::Cp932).unwrap();
        assert_ne!(cp932, text.as_bytes());
        assert_eq!(decode(&cp932), text);
        assert_eq!(decode(text.as_bytes()), text);
        let marked = ["\u{feff}".as_bytes(), text.as_bytes()].concat();
        assert_eq!(decode(&marked), text);
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&[&[0xff, 0xfe], wide.as_slice()].concat()), text);
    }

    #[test]
    fn old_systems_wrote_euc_jp() {
        for text in ["'対局者：羽生\n", "N+先手の名\nN-ごて\n", "$EVENT:竜王戦\n"] {
            let (bytes, _, replaced) = EUC_JP.encode(text);
            assert!(!replaced);
            assert_eq!(decode(&bytes), text);
            let cp932 = encode(text, Encoding::Cp932).unwrap();
            assert_eq!(decode(&cp932), text);
        }
        let kana = encode("N+ﾊﾌﾞ ﾖｼﾊﾙ 羽生\n", Encoding::Cp932).unwrap();
        assert_eq!(decode(&kana), "N+ﾊﾌﾞ ﾖｼﾊﾙ 羽生\n");
    }

    #[test]
    fn a_bad_byte_spoils_a_line_and_not_the_file() {
        let text = "作者：伊藤看寿\n出典：将棋図巧\n";
        for encoding in [Encoding::Utf8, Encoding::Cp932] {
            let mut bytes = encode(text, encoding).unwrap();
            bytes.extend(b"x\xff\n");
            let decoded = decode(&bytes);
            assert!(decoded.starts_with(text), "{encoding:?}: {decoded}");
            assert!(decoded.contains('\u{fffd}'), "{encoding:?}: {decoded}");
        }
    }

    #[test]
    fn a_character_that_is_not_there_is_named() {
        let error = encode("作者：𠮷田", Encoding::Cp932).unwrap_err();
        assert_eq!((error.character, error.at), ('𠮷', 9));
        assert!(encode("髙﨑①♪～", Encoding::Cp932).is_ok());
        let bytes = encode("〜‖—−", Encoding::Cp932).unwrap();
        assert_eq!(bytes, b"\x81\x60\x81\x61\x81\x5c\x81\x7c");
        let error = encode("〜𠮷", Encoding::Cp932).unwrap_err();
        assert_eq!((error.character, error.at), ('𠮷', 3));
    }
}
