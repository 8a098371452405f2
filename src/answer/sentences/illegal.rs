//! Reasons why a diagram or a move is not legal, in both languages.

use crate::notation::japanese::{piece, square};
use crate::notation::reasons;
use crate::notation::sfen::IllegalMove;
use crate::said::Said;
use crate::shogi::setup::SetupProblem;
use crate::shogi::{Color, PieceKind, Square};

/// Returns the Japanese name of a side of a game.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// Returns the Japanese name of a side of a problem.
const fn role(attacks: bool) -> &'static str {
    if attacks { "攻方" } else { "玉方" }
}

fn squares(all: &[Square]) -> String {
    let names: Vec<_> = all.iter().map(|&it| square(it)).collect();
    names.join("・")
}

/// Returns a sentence on why a diagram is not a legal problem.
#[must_use]
pub fn not_legal(problem: &SetupProblem) -> Said {
    translated! { problem, reasons::reason(problem);
        SetupProblem::TooMany { kind, count, .. } =>
            "{}が{count}枚ある（全部で{}枚）", piece(*kind), PieceKind::SET[kind.index()];
        SetupProblem::SeveralKings { attacks, squares, .. } => "{}の玉が{}枚ある", role(*attacks), squares.len();
        SetupProblem::NoDefenderKing { attacker_king: None } => "詰ますべき玉がない";
        SetupProblem::NoDefenderKing { attacker_king: Some(king) } =>
            "詰ますべき玉がない（{}の玉は攻方のもの）", square(*king);
        SetupProblem::Nifu { attacks, squares, .. } =>
            "{}筋が二歩（{}）", squares.first().map_or(0, |it| it.file() + 1), role(*attacks);
        SetupProblem::DeadEnd { piece: dead, square: on } =>
            "行き所のない駒がある（{}{}）", square(*on), piece(dead.kind());
        SetupProblem::CheckOutOfTurn { attacks, checkers, .. } =>
            "{}の手番なのに、{}の玉に王手がかかっている（{}から）",
            role(!*attacks), role(*attacks), squares(checkers);
        SetupProblem::DefenderNotInCheck { .. } => "玉方の手番だが、王手がかかっていない";
    }
}

/// Returns a sentence on why a move is not legal in a problem.
#[must_use]
pub fn not_playable(reason: IllegalMove) -> Said {
    translated! { reason, reason.to_string();
        IllegalMove::NoPiece(from) => "{}に手番の側の駒がない", square(from);
        IllegalMove::Unreachable { kind, from, to } => "{}の{}は{}へ動けない", square(from), piece(kind), square(to);
        IllegalMove::Occupied(on) => "{}にはすでに駒がある", square(on);
        IllegalMove::NotInHand(kind) => "{}が持駒にない", piece(kind);
        IllegalMove::CannotPromote => "そこでは成れない";
        IllegalMove::DeadEnd(kind) => "{}が行き所のない駒になる", piece(kind);
        IllegalMove::Nifu(on) => "{}筋が二歩になる", on.file() + 1;
        IllegalMove::KingIntoCheck(to) => "玉が{}で取られる", square(to);
        IllegalMove::LeavesCheck => "自玉に王手がかかったままになる";
        IllegalMove::PawnDropMate => "打歩詰になる";
        IllegalMove::NotACheck => "王手でない";
    }
}
