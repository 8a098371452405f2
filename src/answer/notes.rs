//! Notes on how a problem was read and what kind of line the answer has, for programs and people.

use super::finding::Finding;
use super::row::Row;
use crate::composition::explain::{BroadAnswer, Explanations};
use crate::composition::{ProblemNote, Reading};
use crate::notation::{japanese, sfen};
use crate::said::Said;
use crate::shogi::Hand;
use crate::vocabulary::{Lang, NoteKind};

impl From<&ProblemNote> for Finding {
    fn from(note: &ProblemNote) -> Self {
        let hands = |hand: Hand| (sfen::write_hand(hand), japanese::hand(hand));
        let (kind, note) = match note {
            ProblemNote::DefenderHandFilledIn(hand) => {
                let (english, japanese) = hands(*hand);
                (
                    NoteKind::DefenderHandFilledIn,
                    both!(
                        "the defender holds the rest: {english}",
                        "玉方の持駒は残り全部とした：{japanese}"
                    ),
                )
            }
            ProblemNote::PiecesMissing(hand) => {
                let (english, japanese) = hands(*hand);
                (
                    NoteKind::PiecesMissing,
                    both!(
                        "these of the 40 pieces are missing: {english}",
                        "40枚のうち次の駒がない：{japanese}"
                    ),
                )
            }
            ProblemNote::AttackerInCheck => (
                NoteKind::AttackerInCheck,
                both!(
                    "the side to move is in check and is taken for the attacker (see `--attacker`)",
                    "手番の側に王手がかかっているが、攻方とみなした（--attacker で変えられる）"
                ),
            ),
        };
        Self::note(kind, note)
    }
}

impl Finding {
    /// Makes the note that an earlier problem with this id has the same position.
    #[must_use]
    pub fn duplicate(of: &str, mirrored: bool, turned: bool) -> Self {
        let [english, japanese] = match (mirrored, turned) {
            (false, false) => ["", ""],
            (true, false) => [", mirrored", "（左右反転）"],
            (false, true) => [", with colours exchanged", "（先後反転）"],
            (true, true) => [
                ", mirrored and with colours exchanged",
                "（左右・先後とも反転）",
            ],
        };
        Self::note(
            NoteKind::Duplicate,
            both!(
                "the position of `{of}`{english}",
                "{of} と同一局面{japanese}"
            ),
        )
    }

    /// Makes the note that the line is one of the strict game, because a limit came before the main
    /// line was read, or any mate was enough. It may be longer than the length in the row.
    #[must_use]
    pub fn line_of_the_strict_game(row: &Row) -> Self {
        let plies = row.solution.len();
        let longer = row.is_line_longer();
        let [english, japanese] = if longer {
            [
                format!("the line shown is longer, {plies} plies: a mate"),
                format!("示した手順は{plies}手で、上の手数より長い："),
            ]
        } else {
            ["the line is a mate".to_owned(), "示した手順は".to_owned()]
        };
        Self::note(
            NoteKind::Line,
            both!(
                "{english} of the strict game, where futile interpositions count, and perhaps \
                     not the shortest; the main line was not worked out",
                "{japanese}無駄合も数える詰手順で、最短とは限らず、本手順は未検討"
            ),
        )
    }

    /// Makes the note that the line is the author's, which is judged to its end; best play has
    /// another length.
    #[must_use]
    pub fn line_of_the_author(row: &Row) -> Self {
        let plies = row.solution.len();
        let [english, japanese] = if row.is_line_longer() {
            [
                format!("the line shown is longer, {plies} plies: it is the author's"),
                format!("示した手順は{plies}手で、上の手数より長い：作意の手順"),
            ]
        } else {
            [
                format!("the line shown is the author's, {plies} plies"),
                format!("示した手順は作意（{plies}手）"),
            ]
        };
        Self::note(NoteKind::AuthorsLine, Said::new(english, japanese))
    }

    /// Makes the note that the answer differs if the grey classes of interpositions are futile, or
    /// that a limit left this open.
    #[must_use]
    pub fn grey(found: &Explanations, main: &Reading) -> Option<Self> {
        let note = match (found.broad, found.other_answer(main)) {
            (BroadAnswer::Unknown, _) => both!(
                "whether the answer is another if grey interpositions are futile, too, was not \
                 worked out within the limits",
                "解釈の分かれる合駒も無駄合とみなすとどうなるかは、制限のため未検討"
            ),
            (_, Some((plies, leftover))) => {
                let both = |lang| {
                    let brief = |plies, hand| brief(plies, hand, lang);
                    [
                        brief(main.line.len() as u32, main.leftover),
                        brief(plies, leftover),
                    ]
                };
                let ([english, other], [japanese, broad]) =
                    (both(Lang::English), both(Lang::Japanese));
                both!(
                    "{english}, or {other} if grey interpositions are futile, too \
                         (`--interpositions broad`)",
                    "{japanese}だが、解釈の分かれる合駒も無駄合とみなせば{broad}\
                         （--interpositions broad）"
                )
            }
            _ => return None,
        };
        Some(Self::note(NoteKind::Grey, note))
    }
}

/// Returns an answer in short: `mate in 3 leaving P`, `3手駒余り 歩`; `mate in 1`, `1手詰`.
fn brief(plies: u32, leftover: Hand, lang: Lang) -> String {
    let (english, japanese) = (sfen::write_hand(leftover), japanese::hand(leftover));
    lang.of(if leftover.is_empty() {
        [format!("mate in {plies}"), format!("{plies}手詰")]
    } else {
        [
            format!("mate in {plies} leaving {english}"),
            format!("{plies}手駒余り（{japanese}）"),
        ]
    })
}
