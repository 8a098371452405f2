//! Certificates in words.

use crate::answer::Certified;
use crate::said::Said;
use crate::vocabulary::{ClaimKind, Lang};

/// Returns a claim in words.
#[must_use]
pub fn claim_in_words(kind: ClaimKind, plies: Option<u32>, lang: Lang) -> String {
    let plies = plies.unwrap_or_default();
    let noun = if plies == 1 { "ply" } else { "plies" };
    lang.of(match kind {
        ClaimKind::MateWithin if plies == 0 => ["mated".to_owned(), "詰上り".to_owned()],
        ClaimKind::MateWithin => [
            format!("mate within {plies} {noun}"),
            format!("{plies}手以内で詰む"),
        ],
        ClaimKind::NoMate => ["no mate".to_owned(), "詰まない".to_owned()],
        ClaimKind::NoMateWithin => [
            format!("no mate within {plies} {noun}"),
            format!("{plies}手以内では詰まない"),
        ],
        ClaimKind::ComposedMateWithin => [
            format!("mate within {plies} composed {noun}"),
            format!("無駄合を除いて{plies}手以内で詰む"),
        ],
        ClaimKind::NoComposedMateWithin => [
            format!("no mate within {plies} composed {noun}"),
            format!("無駄合を除いて{plies}手以内では詰まない"),
        ],
        ClaimKind::BrinkmateWithin if plies == 0 => ["brinkmate".to_owned(), "必至".to_owned()],
        ClaimKind::BrinkmateWithin => [
            format!("brinkmate or mate within {plies} {noun}"),
            format!("{plies}手以内で必至がかかるか詰む"),
        ],
        ClaimKind::NoBrinkmateWithin if plies == 0 => {
            ["no brinkmate".to_owned(), "必至ではない".to_owned()]
        }
        ClaimKind::NoBrinkmateWithin => [
            format!("no mate, and no brinkmate within {plies} {noun}"),
            format!("詰まず、{plies}手以内の必至もない"),
        ],
    })
}

/// Returns the lines of a claim in words, if it is not about the problem itself.
#[must_use]
pub fn lines_in_words(lines: &[Vec<String>], lang: Lang) -> String {
    match lines {
        [] => String::new(),
        [line] => {
            let line = line.join(" ");
            both!(lang, "after {line}: ", "{line} の後：")
        }
        lines => {
            let count = lines.len();
            both!(
                lang,
                "after each of {count} lines: ",
                "{count}通りの手順のそれぞれの後："
            )
        }
    }
}

pub(in crate::report) fn positions(count: usize, lang: Lang) -> String {
    let s = if count == 1 { "" } else { "s" };
    both!(lang, "{count} position{s}", "{count}局面")
}

impl Certified {
    /// Returns the certified claim and the result in words.
    #[must_use]
    pub fn in_words(&self, lang: Lang) -> String {
        let claim = claim_in_words(self.claim, self.plies, lang);
        let mut text = lines_in_words(&self.lines, lang) + &claim;
        text += &match (self.positions, self.limit) {
            (Some(count), _) => {
                let count = positions(count, lang);
                both!(lang, ", {count}", "（{count}）")
            }
            (None, Some(limit)) => {
                let limit = limit.in_lang(lang);
                both!(lang, ": not certified, {limit}", "（証明書なし：{limit}）")
            }
            (None, None) => both!(
                lang,
                ": no certificate, because it rests on interpositions that may be futile",
                "（無駄合かもしれない合駒によるので証明書なし）"
            ),
        };
        if self.verified {
            text += lang.of([", verified", "・検証済み"]);
        }
        text
    }

    /// Returns the same in both languages.
    #[must_use]
    pub fn said(&self) -> Said {
        Said::new(self.in_words(Lang::English), self.in_words(Lang::Japanese))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Limit;

    #[test]
    fn a_claim_without_a_certificate_names_the_limit() {
        let missing = |limit| Certified {
            claim: ClaimKind::NoMateWithin,
            lines: Vec::new(),
            plies: Some(3),
            positions: None,
            verified: false,
            limit: Some(limit),
        };
        let memory = |lang| missing(Limit::Memory).in_words(lang);
        let none = memory(Lang::English);
        assert_eq!(none, "no mate within 3 plies: not certified, limit: memory");
        let none = memory(Lang::Japanese);
        assert_eq!(none, "3手以内では詰まない（証明書なし：メモリの上限）");
        let time = missing(Limit::Time).in_words(Lang::English);
        assert!(time.ends_with("limit: time"), "{time}");
    }
}
