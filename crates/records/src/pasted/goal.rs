//! The goal of a problem in words: `一手必至`, `必至問題`, `次の一手で必至をかけよ`, `Brinkmate in 3`.

use super::Found;
use super::reading::Draft;
use crate::headers;
use crate::notation::digits::{digit, kanji};

/// The most lines above and below a position in which words for the goal are looked for.
const LINES: usize = 3;

/// A text that asks for a brinkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    plies: Option<u32>,
}

impl Draft<'_> {
    /// Takes the goal from the words around the position, if they ask for a brinkmate. A length in 手詰 says otherwise.
    pub fn goal(&mut self, found: &Found) {
        let has = |key: &str| self.headers.iter().any(|it| it.0 == key);
        if self.plies.is_some() || has(headers::PLIES) || has(headers::GOAL) {
            return;
        }
        let is_text = |it: &usize| !self.pasted.line(*it).text.trim().is_empty();
        let above = (found.all.start..found.lines.start).rev().filter(is_text);
        let below = (found.lines.end..found.all.end).filter(is_text);
        let lines: Vec<usize> = above.take(LINES).chain(below.take(LINES)).collect();
        let first = lines.into_iter().find_map(|it| {
            let asked = brinkmate(self.pasted.line(it).text)?;
            Some((it, asked))
        });
        let Some((number, asked)) = first else {
            return;
        };
        let span = self.pasted.line(number).span();
        match asked.plies {
            Some(plies) => self.header(headers::PLIES, &format!("{plies}手必至"), span),
            None => self.header(headers::GOAL, "brinkmate", span),
        }
        self.uses(number);
    }
}

/// Returns the brinkmate that a line asks for. A line that only speaks of one asks for none.
fn brinkmate(text: &str) -> Option<Asked> {
    if ["詰将棋", "手詰", "詰めろ"]
        .iter()
        .any(|it| text.contains(it))
    {
        return None;
    }
    japanese(text).or_else(|| english(text))
}

fn japanese(text: &str) -> Option<Asked> {
    let places = |word| text.match_indices(word).take(3);
    let places = places("必至").chain(places("必死"));
    let all: Vec<Asked> = places
        .filter_map(|(at, word)| asked_at(text, at, word))
        .collect();
    // One with a length says more.
    let with_length = all.iter().find(|it| it.plies.is_some());
    with_length.or_else(|| all.first()).copied()
}

fn asked_at(text: &str, at: usize, word: &str) -> Option<Asked> {
    let (before, behind) = (&text[..at], &text[at + word.len()..]);
    let begins = |with: &[&str]| with.iter().any(|it| behind.starts_with(it));
    let asks = begins(&[
        "問題",
        "をかけよ",
        "をかけてください",
        "をかけて下さい",
        "をかけなさい",
        "をかけましょう",
        "を掛けよ",
        "を掛けてください",
        "を掛けて下さい",
    ]);
    let ends = |text: &str| text.trim().chars().all(|c| !c.is_alphanumeric());
    let length = before.trim_end_matches(['の', 'で']);
    let length = length.strip_suffix('手').and_then(last_number);
    if let Some(plies) = length
        && (asks || ends(behind) || begins(&["です", "】", "）", ")"]))
    {
        return Some(Asked { plies: Some(plies) });
    }
    // 必至 ３手
    let number = behind.trim().strip_suffix('手').and_then(last_number);
    if ends(before) && behind.starts_with([' ', '\u{3000}']) && number.is_some() {
        return Some(Asked { plies: number });
    }
    let is_alone = word == "必至" && ends(before) && ends(behind);
    (asks || is_alone).then_some(Asked { plies: None })
}

fn english(text: &str) -> Option<Asked> {
    let small = text.to_ascii_lowercase();
    let at = small.find("brinkmate").or_else(|| small.find("hisshi"))?;
    let behind = &small[at..];
    if let Some((_, number)) = behind.split_once(" in ") {
        let digits = number.trim_end_matches(|c: char| !c.is_alphanumeric());
        return Some(Asked {
            plies: Some(digits.parse().ok()?),
        });
    }
    let is_title = small[..at].trim().is_empty() && behind.ends_with("problem");
    is_title.then_some(Asked { plies: None })
}

/// Returns the number at the end of a text.
fn last_number(text: &str) -> Option<u32> {
    let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
    let begin = text.trim_end_matches(is_digit).len();
    headers::expected_plies(&text[begin..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_ask_for_a_brinkmate() {
        for (text, plies) in [
            ("一手必至", Some(1)),
            ("必至問題（3手必至）", Some(3)),
            ("次の一手で必至をかけよ", Some(1)),
            ("第2問 ５手必至です", Some(5)),
            ("必死 ３手", Some(3)),
            ("Brinkmate in 3", Some(3)),
            ("必至問題", None),
            ("【必至】", None),
            ("必至をかけてください。", None),
        ] {
            assert_eq!(brinkmate(text), Some(Asked { plies }), "{text}");
        }
        for text in [
            "必死で考えた",
            "必至をかけられて負けた",
            "３手必至の後の詰み",
            "詰将棋（必至ではない）",
            "5手詰 必至問題の次に",
            "必至をかけて勝った局面",
            "a brinkmate would be slower",
        ] {
            assert_eq!(brinkmate(text), None, "{text}");
        }
    }
}
