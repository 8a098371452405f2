//! The names that fields of objects and columns of tables have in the data of others.
//!
//! Names are the same whether they are written in capitals, with `_`, `-`, brackets or blanks, or without.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The position, whatever is in the field.
    Position,
    /// The position, if there is one in the field.
    PerhapsPosition,
    /// The side to move of a position whose fields stand apart.
    Side,
    /// The side to move of a position whose fields stand apart, if the field names one.
    PerhapsSide,
    /// The pieces in hand of a position whose fields stand apart: of both sides, or of the attacker.
    Hands,
    /// Those of the attacker.
    AttackersHand,
    /// Those of the defender.
    DefendersHand,
    /// Those of Black.
    BlacksHand,
    /// Those of White.
    WhitesHand,
    /// Those of Black, if there are pieces in the field.
    PerhapsBlacksHand,
    /// Those of White, if there are pieces in the field.
    PerhapsWhitesHand,
    /// The length.
    Plies,
    /// The length, if it is a number.
    PerhapsPlies,
    /// The author's line.
    Line,
    /// The author's line, if there are moves in the field.
    PerhapsLine,
    /// The title.
    Title,
    /// The author.
    Author,
}

use Meaning::{
    AttackersHand, Author, BlacksHand, DefendersHand, Hands, Line, PerhapsBlacksHand, PerhapsLine,
    PerhapsPlies, PerhapsPosition, PerhapsSide, PerhapsWhitesHand, Plies, Position, Side, Title,
    WhitesHand,
};

/// All names, as [`plain`] gives them. Of several fields the one whose name comes first counts.
const NAMES: [(Meaning, &[&str]); 17] = [
    (
        Position,
        &[
            "sfen",
            "initialsfen",
            "startsfen",
            "basesfen",
            "problemsfen",
            "initpos",
            "usen",
        ],
    ),
    (
        PerhapsPosition,
        &[
            "position",
            "initialposition",
            "startpos",
            "fen",
            "initialfen",
            "puzzlefen",
            "initialpuzzlefen",
            "board",
            "problem",
            "kyokumen",
            "局面",
            "局面図",
            "盤面",
            "初期局面",
            "初形",
            "問題",
            "usi",
            "kif",
            "kifu",
            "kifubody",
            "ki2",
            "csa",
            "bod",
            "body",
            "text",
            "content",
            "url",
            "kentourl",
            "link",
        ],
    ),
    (
        Side,
        &["turn", "side", "sidetomove", "teban", "手番", "color"],
    ),
    (PerhapsSide, &["attacker", "player", "tomove", "先後"]),
    (
        Hands,
        &[
            "hands",
            "hand",
            "mochigoma",
            "持駒",
            "持ち駒",
            "手持駒",
            "手持ち駒",
            "piecesinhand",
            "inhand",
            "komadai",
            "pocket",
            "reserve",
            "captured",
            "capturedpieces",
            "droppable",
        ],
    ),
    (
        AttackersHand,
        &[
            "attackerhand",
            "attackershand",
            "attackhand",
            "handattacker",
            "攻方持駒",
            "攻方持ち駒",
            "攻方の持駒",
            "攻方の持ち駒",
            "詰方持駒",
            "詰方の持駒",
        ],
    ),
    (
        DefendersHand,
        &[
            "defenderhand",
            "defendershand",
            "handdefender",
            "玉方持駒",
            "玉方持ち駒",
            "玉方の持駒",
            "玉方の持ち駒",
            "受方持駒",
            "受方の持駒",
        ],
    ),
    (
        BlacksHand,
        &[
            "blackhand",
            "blackshand",
            "blackhands",
            "handblack",
            "handsblack",
            "blackinhand",
            "sentehand",
            "senteshand",
            "sentehands",
            "handsente",
            "handssente",
            "senteinhand",
            "mochigomasente",
            "sentemochigoma",
            "先手持駒",
            "先手持ち駒",
            "先手の持駒",
            "先手の持ち駒",
            "持駒先手",
        ],
    ),
    (
        WhitesHand,
        &[
            "whitehand",
            "whiteshand",
            "whitehands",
            "handwhite",
            "handswhite",
            "whiteinhand",
            "gotehand",
            "goteshand",
            "gotehands",
            "handgote",
            "handsgote",
            "goteinhand",
            "mochigomagote",
            "gotemochigoma",
            "後手持駒",
            "後手持ち駒",
            "後手の持駒",
            "後手の持ち駒",
            "持駒後手",
        ],
    ),
    (PerhapsBlacksHand, &["black", "sente", "先手", "b"]),
    (PerhapsWhitesHand, &["white", "gote", "後手", "w"]),
    (Plies, &["expectedplies", "plies"]),
    (
        PerhapsPlies,
        &[
            "matelength",
            "matein",
            "mate",
            "plycount",
            "solutionplycount",
            "movecount",
            "movescount",
            "moves",
            "solutionmoves",
            "length",
            "steps",
            "tesu",
            "tesuu",
            "手数",
            "詰手数",
        ],
    ),
    (Line, &["authorline", "moves"]),
    (
        PerhapsLine,
        &[
            "solutionusi",
            "solutionmoves",
            "solution",
            "solutions",
            "answer",
            "answers",
            "matemoves",
            "usimoves",
            "line",
            "pv",
            "sakui",
            "作意",
            "解答",
            "正解",
            "手順",
            "解",
            "movesja",
        ],
    ),
    (
        Title,
        &["title", "作品名", "題名", "表題", "problemname", "name"],
    ),
    (
        Author,
        &["author", "作者", "authorname", "composer", "creator"],
    ),
];

/// Returns the names of fields with a meaning, the surest first.
pub(super) fn names_of(meaning: Meaning) -> &'static [&'static str] {
    let found = NAMES.iter().find(|(it, _)| *it == meaning);
    found.map_or(&[], |(_, names)| names)
}

/// Returns the place of a field among those with a meaning; the surest has the first.
pub(super) fn rank(meaning: Meaning, name: &str) -> Option<usize> {
    let name = plain(name);
    names_of(meaning).iter().position(|it| *it == name)
}

/// Returns a name as the table has it: in small letters, without the signs between words.
fn plain(name: &str) -> Cow<'_, str> {
    let is_sign = |it: char| {
        matches!(
            it,
            '_' | '-' | ' ' | '\'' | '’' | '(' | ')' | '（' | '）' | '\u{3000}'
        )
    };
    if !name.contains(|it: char| it.is_uppercase() || is_sign(it)) {
        return Cow::Borrowed(name);
    }
    let letters = name.chars().filter(|it| !is_sign(*it));
    Cow::Owned(letters.flat_map(char::to_lowercase).collect())
}

/// Returns whether the fields are those of a row that this program wrote.
pub(crate) fn is_own(fields: &Map<String, Value>) -> bool {
    ["tool", "solution"]
        .iter()
        .all(|it| fields.contains_key(*it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_signs_do_not_matter() {
        for name in [
            "initial_sfen",
            "initialSfen",
            "Initial SFEN",
            "INITIAL-SFEN",
        ] {
            assert_eq!(rank(Position, name), Some(1), "{name}");
        }
        assert_eq!(rank(Position, "finalSfen"), None);
        for (_, names) in NAMES {
            assert!(names.iter().all(|it| plain(it) == *it), "{names:?}");
        }
    }

    #[test]
    fn the_manual_lists_all_names() {
        let manual = include_str!("../manual/solving.md");
        for (meaning, names) in NAMES {
            let row = manual.lines().find(|it| {
                let is_row = it.starts_with("| ");
                is_row && names.iter().all(|name| it.contains(&format!("`{name}`")))
            });
            assert!(row.is_some(), "{meaning:?}");
        }
        // Nor has it others.
        let begin = manual.find("| field | names |").unwrap();
        let table = manual[begin..].split("\n\n").next().unwrap();
        for row in table.lines().skip(2) {
            let names = row.split('|').nth(2).unwrap();
            for name in names.split('`').skip(1).step_by(2) {
                let is_known = NAMES.iter().any(|(_, it)| it.contains(&name));
                assert!(is_known, "{name}");
            }
        }
    }
}
