//! Reasons why a diagram or a move is not legal, in both languages.

use crate::notation::japanese::{piece, square};
use crate::notation::reasons;
use crate::notation::sfen::IllegalMove;
use crate::said::Said;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, PieceKind, Square};

const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

fn squares(all: &[Square]) -> String {
    let names: Vec<_> = all.iter().map(|&it| square(it)).collect();
    names.join("・")
}

/// Returns a sentence on why a diagram is not a legal problem.
#[must_use]
pub fn not_legal(problem: &SetupProblem) -> Said {
    let japanese = match problem {
        SetupProblem::TooMany { kind, count, .. } => {
            let exist = PieceKind::SET[kind.index()];
            format!("{}が{count}枚ある（全部で{exist}枚）", piece(*kind))
        }
        SetupProblem::SeveralKings { color, squares } => {
            format!("{}の玉が{}枚ある", side(*color), squares.len())
        }
        SetupProblem::NoDefenderKing {
            attacker_king: None,
        } => "詰ますべき玉がない".to_owned(),
        SetupProblem::NoDefenderKing {
            attacker_king: Some(king),
        } => format!("詰ますべき玉がない（{}の玉は攻方のもの）", square(*king)),
        SetupProblem::Nifu { color, squares } => {
            let file = squares.first().map_or(0, |it| it.file() + 1);
            format!("{file}筋が二歩（{}）", side(*color))
        }
        SetupProblem::DeadEnd {
            piece: dead,
            square: on,
        } => format!(
            "行き所のない駒がある（{}{}）",
            square(*on),
            piece(dead.kind())
        ),
        SetupProblem::CheckOutOfTurn {
            color, checkers, ..
        } => format!(
            "{}の手番なのに、{}の玉に王手がかかっている（{}から）",
            side(color.flip()),
            side(*color),
            squares(checkers)
        ),
        SetupProblem::DefenderNotInCheck { .. } => {
            "玉方の手番だが、王手がかかっていない".to_owned()
        }
    };
    Said::new(reasons::reason(problem), japanese)
}

/// Returns a sentence on why a move is not legal in a problem.
#[must_use]
pub fn not_playable(reason: IllegalMove) -> Said {
    let japanese = match reason {
        IllegalMove::NoPiece(from) => format!("{}に手番の側の駒がない", square(from)),
        IllegalMove::Unreachable { kind, from, to } => format!(
            "{}の{}は{}へ動けない",
            square(from),
            piece(kind),
            square(to)
        ),
        IllegalMove::Occupied(on) => format!("{}にはすでに駒がある", square(on)),
        IllegalMove::NotInHand(kind) => format!("{}が持駒にない", piece(kind)),
        IllegalMove::CannotPromote => "そこでは成れない".to_owned(),
        IllegalMove::DeadEnd(kind) => format!("{}が行き所のない駒になる", piece(kind)),
        IllegalMove::Nifu(on) => format!("{}筋が二歩になる", on.file() + 1),
        IllegalMove::KingIntoCheck(to) => format!("玉が{}で取られる", square(to)),
        IllegalMove::LeavesCheck => "自玉に王手がかかったままになる".to_owned(),
        IllegalMove::PawnDropMate => "打歩詰になる".to_owned(),
        IllegalMove::NotACheck => "王手でない".to_owned(),
    };
    Said::new(reason.to_string(), japanese)
}
