//! The opcodes after an SFEN.

use super::Parser;
use crate::notation::sfen::Opcode;
use crate::notation::sfen::error::SfenErrorKind as Kind;

impl Parser<'_> {
    /// Reads the opcodes from here to the end.
    pub(super) fn tail(&mut self) -> Vec<Opcode> {
        let mut opcodes = Vec::new();
        while self.at < self.end {
            // `_` stands for a blank in the addresses of web pages.
            if self.rest().starts_with([';', ' ', '\t', '_']) {
                self.at += 1;
                continue;
            }
            let start = self.at;
            let mut quote = None;
            for (offset, byte) in self.rest().bytes().enumerate() {
                match (byte, quote) {
                    (b'"', None) => quote = Some(start + offset),
                    (b'"', Some(_)) => quote = None,
                    (b';', None) => break,
                    _ => {}
                }
                self.at = start + offset + 1;
            }
            if let Some(quote) = quote {
                self.error(Kind::UnclosedQuote, quote..self.end);
            }
            let text = self.text[start..self.at].trim_end();
            // Empty if there were only blanks that are not skipped above, such as U+3000.
            if text.is_empty() {
                continue;
            }
            let (key, value) = text.split_once([' ', '\t']).unwrap_or((text, ""));
            let value = value.trim_start();
            opcodes.push(Opcode {
                key: key.to_owned(),
                value: unquoted(value),
                span: start..start + text.len(),
            });
        }
        opcodes
    }
}

/// Returns the content of a quoted string, with each doubled quotation mark as one; any other text
/// as it is.
fn unquoted(text: &str) -> String {
    text.strip_prefix('"')
        .and_then(|inside| inside.strip_suffix('"'))
        .filter(|inside| !inside.replace("\"\"", "").contains('"'))
        .map_or_else(|| text.to_owned(), |inside| inside.replace("\"\"", "\""))
}
