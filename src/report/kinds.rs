//! The kinds of findings, by name.

use crate::composition::verdict::Kind;

/// Makes the table of kinds: the key, the Japanese term and the English name of each, the gravest
/// first. The compiler asks for a kind that is missing here.
macro_rules! kinds {
    ($($kind:ident = $key:literal, $term:literal, $english:literal;)+) => {
        /// Returns the key, the Japanese term and the English name.
        pub(super) const fn terms(kind: Kind) -> (&'static str, &'static str, &'static str) {
            match kind {
                $(Kind::$kind => ($key, $term, $english),)+
            }
        }

        /// All kinds, the gravest first.
        pub(super) const KINDS: &[Kind] = &[$(Kind::$kind),+];
    };
}

kinds! {
    NoMate = "no_mate", "不詰", "no mate";
    NoBrinkmate = "no_brinkmate", "必至なし", "no brinkmate";
    PlainMate = "plain_mate", "詰みあり", "plain mate";
    EarlyMate = "early_mate", "早詰", "early mate";
    Cook = "cook", "余詰", "cook";
    Leftover = "leftover", "駒余り", "leftover";
    LongerVariation = "longer_variation", "変長", "longer variation";
    Transposition = "transposition", "手順前後", "transposition";
    RejoiningDetour = "rejoining_detour", "迂回(ロ)", "rejoining detour";
    EqualVariationCook = "equal_variation_cook", "変同余詰", "cook in an equal variation";
    ExtraBrinkmate = "extra_brinkmate", "余必至", "extra brinkmate";
    IdlePiece = "idle_piece", "無駄駒", "idle piece";
    AuthorLine = "author_line", "作意と不一致", "author's line";
    EqualVariation = "equal_variation", "変同", "equal variation";
    ReturningDetour = "returning_detour", "迂回(イ)", "returning detour";
    PromotionDual = "promotion_dual", "成不成非限定", "promotion dual";
    DistanceDual = "distance_dual", "打点・着手非限定", "distance dual";
    LongLastMoveDual = "long_last_move_dual", "最終手余詰(長)", "long last move dual";
    GreyInterposition = "grey_interposition", "無駄合の解釈", "grey interposition";
    LastMoveDual = "last_move_dual", "最終手余詰", "last move dual";
    InterpositionChoice = "interposition_choice", "合駒非限定", "interposition choice";
    MirrorDual = "mirror_dual", "左右対称", "mirror image";
    VariationCook = "variation_cook", "変化余詰", "cook in a variation";
}

/// Returns the keys of all kinds, the gravest first.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|&kind| terms(kind).0)
}

/// Returns the key among [`kinds`] that equals `word`.
#[must_use]
pub fn kind_named(word: &str) -> Option<&'static str> {
    kinds().find(|&it| it == word)
}

/// Returns the Japanese term of a key among [`kinds`].
pub(super) fn term_of(word: &str) -> &'static str {
    let known = KINDS.iter().copied().map(terms).find(|it| it.0 == word);
    known.map_or("", |(_, kanji, _)| kanji)
}

/// Returns the English name of a key among [`kinds`].
pub(super) fn english_of(word: &str) -> &'static str {
    let known = KINDS.iter().copied().map(terms).find(|it| it.0 == word);
    known.map_or("", |(_, _, english)| english)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_word() {
        for &kind in KINDS {
            assert_eq!(kind_named(terms(kind).0), Some(terms(kind).0));
            assert_eq!(term_of(terms(kind).0), terms(kind).1);
            assert_eq!(english_of(terms(kind).0), terms(kind).2);
        }
    }

    /// The table of the manual has the term of each kind, and its grade under each profile.
    #[test]
    fn the_manual_has_the_terms_and_grades() {
        use crate::composition::rules::{Grade, Profile};
        let page = include_str!("../manual/judging.md");
        let (_, page) = page.split_once("\n| kind | ").expect("a table");
        for &kind in KINDS {
            let (word, kanji, _) = terms(kind);
            let row = page
                .lines()
                .find(|it| it.starts_with(&format!("| `{word}` |")));
            let cells: Vec<_> = row.expect(word).split(" | ").collect();
            assert_eq!(cells[1], kanji, "{word}");
            let profiles = [Profile::Strict, Profile::Standard, Profile::Lenient];
            let grades = profiles.map(|it| match it.grade(kind.severity()) {
                Grade::Remark => "remark",
                Grade::Minor => "minor",
                Grade::Blemish => "blemish",
                Grade::Fatal => "fatal",
            });
            assert_eq!(cells[2..5], grades, "{word}");
        }
    }
}
