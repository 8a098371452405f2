//! The reasons why a diagram is not a legal problem, in words.

use super::{Help, square_name};
use crate::{PieceKind, setup::SetupProblem};
use std::fmt;

/// Writes the reason in words, as [`reason`] does.
impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&reason(self))
    }
}

impl std::error::Error for SetupProblem {}

/// Returns a reason in words for an error message: lower case, no period.
#[must_use]
pub fn reason(problem: &SetupProblem) -> String {
    match problem {
        SetupProblem::TooMany { kind, count, .. } => {
            let in_set = PieceKind::SET[kind.index()];
            format!("{count} {}s, {in_set} exist", kind_name(*kind))
        }
        SetupProblem::SeveralKings {
            attacks, squares, ..
        } => {
            let number = match squares.len() {
                2 => "two".to_owned(),
                count => count.to_string(),
            };
            format!("{number} kings of one side ({})", role_name(*attacks))
        }
        SetupProblem::NoDefenderKing {
            attacker_king: None,
        } => "no king to mate".to_owned(),
        SetupProblem::NoDefenderKing {
            attacker_king: Some(king),
        } => format!(
            "no king to mate: the only king ({}) is the attacker's",
            square_name(*king)
        ),
        SetupProblem::Nifu {
            attacks, squares, ..
        } => {
            let number = match squares.len() {
                2 => "two".to_owned(),
                count => count.to_string(),
            };
            let file = squares.first().map_or(0, |square| square.file() + 1);
            format!(
                "{number} unpromoted pawns of one side ({}) on file {file}",
                role_name(*attacks)
            )
        }
        SetupProblem::DeadEnd { piece, square } => format!(
            "a {} that can never move ({})",
            kind_name(piece.kind()),
            square_name(*square)
        ),
        SetupProblem::CheckOutOfTurn {
            attacks, checkers, ..
        } => {
            let from: Vec<_> = checkers.iter().map(|&square| square_name(square)).collect();
            format!(
                "the {} is in check (from {}) though the {} is to move",
                role_name(*attacks),
                from.join(", "),
                role_name(!*attacks)
            )
        }
        SetupProblem::DefenderNotInCheck { .. } => {
            "the defender is to move without being in check".to_owned()
        }
    }
}

/// Returns advice on how to correct the diagram, if there is any.
#[must_use]
pub const fn help(problem: &SetupProblem) -> Option<Help> {
    match problem {
        SetupProblem::NoDefenderKing {
            attacker_king: Some(_),
        } => Some(Help::SideToMoveAttacks),
        SetupProblem::CheckOutOfTurn { .. } => Some(Help::BeforeTheCheck),
        SetupProblem::Nifu { .. } => Some(Help::PromotedPawn),
        SetupProblem::NoDefenderKing {
            attacker_king: None,
        }
        | SetupProblem::TooMany { .. }
        | SetupProblem::SeveralKings { .. }
        | SetupProblem::DeadEnd { .. }
        | SetupProblem::DefenderNotInCheck { .. } => None,
    }
}

/// Returns the English name of a side of a problem.
const fn role_name(attacks: bool) -> &'static str {
    if attacks { "attacker" } else { "defender" }
}

/// Returns the English name of a kind.
#[must_use]
pub const fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::Horse => "horse",
        PieceKind::Dragon => "dragon",
    }
}
