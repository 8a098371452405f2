//! Notes on how a problem was read and what kind of line the answer has, for programs and people.

use super::finding::Finding;
use super::row::Row;
use crate::composition::explain::{BroadAnswer, Explanations};
use crate::composition::{ProblemNote, Reading};
use crate::notation::{japanese, sfen};
use crate::said::Said;
use crate::shogi::Hand;
use crate::vocabulary::NoteKind;

says! {
    filled_in(hand): "the defender holds the rest: {hand}", "玉方の持駒は残り全部とした：{hand}";
    missing(hand): "these of the 40 pieces are missing: {hand}", "40枚のうち次の駒がない：{hand}";
    attacker_in_check(): "the side to move is in check and is taken for the attacker (see `--attacker`)",
        "手番の側に王手がかかっているが、攻方とみなした（--attacker で変えられる）";
    same_position(of, how): "the position of `{of}`{how}", "{of} と同一局面{how}";
    mirrored(): ", mirrored", "（左右反転）";
    turned(): ", with colours exchanged", "（先後反転）";
    mirrored_and_turned(): ", mirrored and with colours exchanged", "（左右・先後とも反転）";
    line_is_mate(): "the line is a mate", "示した手順は";
    longer_line_is_mate(plies): "the line shown is longer, {plies} plies: a mate",
        "示した手順は{plies}手で、上の手数より長い：";
    of_strict_game(line): "{line} of the strict game, where futile interpositions count, \
        and perhaps not the shortest; the main line was not worked out",
        "{line}無駄合も数える詰手順で、最短とは限らず、本手順は未検討";
    longer_line_is_authors(plies): "the line shown is longer, {plies} plies: it is the author's",
        "示した手順は{plies}手で、上の手数より長い：作意の手順";
    line_is_authors(plies): "the line shown is the author's, {plies} plies", "示した手順は作意（{plies}手）";
    grey_is_open(): "whether the answer is another if grey interpositions are futile, too, was not worked out within the limits",
        "解釈の分かれる合駒も無駄合とみなすとどうなるかは、制限のため未検討";
    if_grey_is_futile(answer, other): "{answer}, or {other} if grey interpositions are futile, too (`--interpositions broad`)",
        "{answer}だが、解釈の分かれる合駒も無駄合とみなせば{other}（--interpositions broad）";
    mate_in(plies): "mate in {plies}", "{plies}手詰";
    mate_leaving(plies, pieces): "mate in {plies} leaving {pieces}", "{plies}手駒余り（{pieces}）";
}

impl From<&ProblemNote> for Finding {
    fn from(note: &ProblemNote) -> Self {
        match note {
            ProblemNote::DefenderHandFilledIn(hand) => {
                Self::note(NoteKind::DefenderHandFilledIn, filled_in(pieces(*hand)))
            }
            ProblemNote::PiecesMissing(hand) => {
                Self::note(NoteKind::PiecesMissing, missing(pieces(*hand)))
            }
            ProblemNote::AttackerInCheck => {
                Self::note(NoteKind::AttackerInCheck, attacker_in_check())
            }
        }
    }
}

impl Finding {
    /// Makes the note that an earlier problem with this id has the same position.
    #[must_use]
    pub fn duplicate(of: &str, is_mirrored: bool, is_turned: bool) -> Self {
        let how = match (is_mirrored, is_turned) {
            (false, false) => Said::default(),
            (true, false) => mirrored(),
            (false, true) => turned(),
            (true, true) => mirrored_and_turned(),
        };
        Self::note(NoteKind::Duplicate, same_position(of, how))
    }

    /// Makes the note that the line is one of the strict game, because a limit came before the main
    /// line was read, or any mate was enough. It may be longer than the length in the row.
    #[must_use]
    pub fn line_of_the_strict_game(row: &Row) -> Self {
        let line = if row.is_line_longer() {
            longer_line_is_mate(row.solution.len())
        } else {
            line_is_mate()
        };
        Self::note(NoteKind::Line, of_strict_game(line))
    }

    /// Makes the note that the line is the author's, which is judged to its end although best play has
    /// another length.
    #[must_use]
    pub fn line_of_the_author(row: &Row) -> Self {
        let plies = row.solution.len();
        let line = if row.is_line_longer() {
            longer_line_is_authors(plies)
        } else {
            line_is_authors(plies)
        };
        Self::note(NoteKind::AuthorsLine, line)
    }

    /// Makes the note that the answer differs if grey interpositions, on which opinions differ, are futile, or
    /// that a limit left this open. `None` if the answer stays the same.
    #[must_use]
    pub fn grey(found: &Explanations, main: &Reading) -> Option<Self> {
        let note = match (found.broad, found.other_answer(main)) {
            (BroadAnswer::Unknown, _) => grey_is_open(),
            (_, Some((plies, leftover))) => {
                let answer = short_answer(main.line.len() as u32, main.leftover);
                if_grey_is_futile(answer, short_answer(plies, leftover))
            }
            _ => return None,
        };
        Some(Self::note(NoteKind::Grey, note))
    }
}

/// Returns an answer in short: `mate in 3 leaving P`, `3手駒余り（歩）`; `mate in 1`, `1手詰`.
fn short_answer(plies: u32, leftover: Hand) -> Said {
    if leftover.is_empty() {
        mate_in(plies)
    } else {
        mate_leaving(plies, pieces(leftover))
    }
}

/// Returns pieces in hand: `G2P`, `金 歩二`.
fn pieces(hand: Hand) -> Said {
    Said::new(sfen::write_hand(hand), japanese::hand(hand))
}
