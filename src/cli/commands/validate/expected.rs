//! The verdict that a record claims, for `--expect`.

use crate::judge::{Complaint, ParsedProblem};
use crate::notation::record::headers;
use crate::vocabulary::Verdict;

/// Returns the verdict that the record claims, or a complaint about a word that is no verdict. Without a verdict
/// the words on soundness (完全性) count.
pub(super) fn expected_verdict(parsed: &ParsedProblem) -> (Option<Verdict>, Option<Complaint>) {
    let others = parsed.fields.as_ref().map(|it| &it.others);
    let fields = [
        "expected_verdict",
        "verdict",
        headers::SOUNDNESS,
        "soundness",
    ];
    let of_field = |key: &str| others.and_then(|it| it.get(key)?.as_str());
    let field = fields.into_iter().find_map(of_field);
    let of_opcode = |key| parsed.record.tail.iter().find(|it| it.key == key);
    let opcode = ["verdict", "soundness"].into_iter().find_map(of_opcode);
    let Some(word) = field.or(opcode.map(|it| it.value.as_str())) else {
        return (None, None);
    };
    let word = word.trim();
    if matches!(word, "" | "unknown" | "error" | "検討未了" | "不明") {
        return (None, None);
    }
    let verdict = verdict_of(word);
    if verdict.is_some() {
        return (verdict, None);
    }
    let message = both!(
        "the expected verdict `{word}` is not a verdict",
        "判定「{word}」というものはない"
    );
    let span = if field.is_none() {
        opcode.map(|it| it.span.clone())
    } else {
        None
    };
    let complaint = Complaint::warning(message).at(span).with_help(both!("write sound (完全), blemished (キズ), flawed (不完全), mate (詰), no_mate (不詰), brinkmate \
         (必至), no_brinkmate (必至なし), threatmate (詰めろ) or no_threat (詰めろでない)", "完全、キズ、不完全、詰、不詰、必至、必至なし、詰めろ、詰めろでないのどれかを書く"));
    (None, Some(complaint))
}

/// Returns the verdict that a word stands for. The word may be followed by reasons in brackets.
fn verdict_of(word: &str) -> Option<Verdict> {
    let mut parts = word.split(['（', '(']);
    let base = parts.next().unwrap_or("").trim();
    let is_blemished = parts.next().is_some_and(|it| it.starts_with("キズ"));
    Some(match base {
        "完全" | "完全作" if is_blemished => Verdict::Blemished,
        "完全" => Verdict::Sound,
        "キズ" | "キズあり" => Verdict::Blemished,
        "不完全" | "余詰" | "余詰作" | "余詰あり" | "早詰" | "早詰作" => {
            Verdict::Flawed
        }
        "不詰作" => Verdict::NoMate,
        word => {
            let mut all = Verdict::ALL.iter().copied();
            let known = all.find(|it| [it.word(), it.term()].contains(&word));
            return known.filter(|it| !matches!(it, Verdict::Unknown | Verdict::Error));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_on_soundness_are_verdicts() {
        for (word, verdict) in [
            ("完全", Some(Verdict::Sound)),
            ("完全（キズあり：変同）", Some(Verdict::Blemished)),
            ("完全（キズあり）（変同）", Some(Verdict::Blemished)),
            ("完全作(キズあり)", Some(Verdict::Blemished)),
            ("不完全（余詰・変長）", Some(Verdict::Flawed)),
            ("不詰", Some(Verdict::NoMate)),
            ("傑作", None),
            ("完全無欠", None),
        ] {
            assert_eq!(verdict_of(word), verdict, "{word}");
        }
    }
}
