//! Certificates in words.

use crate::answer::Certified;
use crate::said::{Said, plies};
use crate::vocabulary::{ClaimKind, Lang};

sentences! {
    mated(): "mated", "詰上り";
    mate_within(plies): "mate within {plies}", "{plies}以内で詰む";
    no_mate(): "no mate", "詰まない";
    no_mate_within(plies): "no mate within {plies}", "{plies}以内では詰まない";
    brinkmate(): "brinkmate", "必至";
    brinkmate_within(plies): "brinkmate or mate within {plies}", "{plies}以内で必至がかかるか詰む";
    no_brinkmate(): "no brinkmate", "必至ではない";
    no_brinkmate_within(plies): "no mate, and no brinkmate within {plies}", "詰まず、{plies}以内の必至もない";
    after_a_line(line): "after {line}: ", "{line} の後：";
    after_lines(count): "after each of {count} lines: ", "{count}通りの手順のそれぞれの後：";
    with_positions(positions): ", {positions}", "（{positions}）";
    not_certified(limit): ": not certified, {limit}", "（証明書なし：{limit}）";
    rests_on_interpositions(): ": no certificate, because it rests on interpositions that may be futile",
        "（無駄合かもしれない合駒によるので証明書なし）";
}

/// Returns a claim in words.
#[must_use]
pub fn claim_in_words(kind: ClaimKind, count: Option<u32>, lang: Lang) -> String {
    let count = count.unwrap_or_default();
    let length = plies(count).into_lang(lang);
    let noun = if count == 1 { "ply" } else { "plies" };
    let composed = || both!(lang, "{count} composed {noun}", "無駄合を除いて{count}手");
    match kind {
        ClaimKind::MateWithin if count == 0 => mated(lang),
        ClaimKind::MateWithin => mate_within(length, lang),
        ClaimKind::NoMate => no_mate(lang),
        ClaimKind::NoMateWithin => no_mate_within(length, lang),
        ClaimKind::ComposedMateWithin => mate_within(composed(), lang),
        ClaimKind::NoComposedMateWithin => no_mate_within(composed(), lang),
        ClaimKind::BrinkmateWithin if count == 0 => brinkmate(lang),
        ClaimKind::BrinkmateWithin => brinkmate_within(length, lang),
        ClaimKind::NoBrinkmateWithin if count == 0 => no_brinkmate(lang),
        ClaimKind::NoBrinkmateWithin => no_brinkmate_within(length, lang),
    }
}

/// Returns the lines of a claim in words, if it is not about the problem itself.
#[must_use]
pub fn lines_in_words(lines: &[Vec<String>], lang: Lang) -> String {
    match lines {
        [] => String::new(),
        [line] => after_a_line(line.join(" "), lang),
        lines => after_lines(lines.len(), lang),
    }
}

/// Returns a number of positions in words.
pub(crate) fn positions(count: usize, lang: Lang) -> String {
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
            (Some(count), _) => with_positions(positions(count, lang), lang),
            (None, Some(limit)) => not_certified(limit.in_lang(lang), lang),
            (None, None) => rests_on_interpositions(lang),
        };
        if self.verified {
            text += lang.of([", verified", "・検証済み"]);
        }
        text
    }

    /// Returns the certified claim and the result in both languages.
    #[must_use]
    pub fn in_both_languages(&self) -> Said {
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
