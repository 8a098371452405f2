//! A rating in words.

use crate::composition::rating::{Rating, Score, ScorePart};
use crate::report::words::labels;
use crate::vocabulary::Lang;

/// Returns the two scores with their names: `difficulty 難易度 43/100`.
pub(super) fn scores(rating: &Rating, lang: Lang) -> [(String, &Score); 2] {
    let words = labels::words(lang);
    let scores = [
        (words.difficulty, &rating.difficulty),
        (words.aesthetics, &rating.aesthetics),
    ];
    scores.map(|(name, score)| (format!("{name} {}/100", score.points), score))
}

/// Returns the two scores in one line.
#[must_use]
pub fn rating_in_words(rating: &Rating, lang: Lang) -> String {
    scores(rating, lang).map(|(score, _)| score).join(" · ")
}

/// Returns the parts of a score: `手数 7 (+20)`.
#[must_use]
pub fn parts(score: &Score, lang: Lang) -> Vec<String> {
    let word = |part: &ScorePart| {
        let ScorePart {
            kind,
            count,
            points,
        } = part;
        let name = kind.in_lang(lang);
        format!("{name} {count} ({points:+})")
    };
    score.parts.iter().map(word).collect()
}
