//! Answers to further questions about a problem, in the form of JSON.

use crate::composition::Reading;
use crate::composition::explain::{Explanation, Explanations, Grey};
use crate::composition::refutation::{Attempt, End, Outcome, Refutation};
use crate::composition::variations::{Defence, Turn};
use crate::notation::{sfen, usi};
use crate::vocabulary::{GreyClass, LineEnd, Taker, Verdict};
use serde::{Deserialize, Serialize};

/// A defender's turn of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TurnRow {
    /// The ply of the replies in the whole line, from 1.
    pub ply: u32,
    /// Every reply except that of the line and futile interpositions, the longest first.
    pub defences: Vec<DefenceRow>,
    /// Futile interpositions (無駄合): legal, but not counted as replies.
    pub set_aside: Vec<String>,
    /// Replies that a limit left undecided.
    pub open: Vec<String>,
}

/// A reply and the line after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DefenceRow {
    /// The reply.
    #[serde(rename = "move")]
    pub mv: String,
    /// The composed length from the start.
    pub plies: u32,
    /// The plies of `line`.
    pub remaining: u32,
    /// The attacker's hand at the mate, as in an SFEN.
    pub leftover: String,
    /// 変同: as long as the main line, and without leftover.
    pub equal: bool,
    /// Best play from the reply on, the reply first.
    pub line: Vec<String>,
    /// Deviations from this line, if more levels were asked for.
    pub variations: Vec<TurnRow>,
}

/// Why an interposition is futile, or might be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExplanationRow {
    /// The ply in the main line, from 1.
    pub ply: u32,
    /// The interposition.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is futile; otherwise it is of a grey class. Null if a limit left it undecided, as
    /// all fields after it.
    pub futile: Option<bool>,
    /// The capture with check that proves it.
    pub capture: Option<String>,
    /// The capturing piece.
    pub by: Option<Taker>,
    /// Plies from the capture to the mate, with the captured piece out of the game.
    pub plies_after: Option<u32>,
    /// Plies of the mate without this interposition and those farther from the king.
    pub plies_without: Option<u32>,
    /// The grey class, if opinions differ on the interposition.
    pub grey: Option<GreyClass>,
}

/// The outcome of a try.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TryRow {
    /// The moves.
    pub moves: Vec<String>,
    /// `mate`, `no_mate` or `unknown`.
    pub verdict: Verdict,
    /// The composed length from the start, if it is proven.
    pub plies: Option<u32>,
    /// A proven upper bound of the length, if the length is not proven. Null otherwise.
    pub plies_at_most: Option<u32>,
    /// The attacker's hand at the mate. Null without a line to a mate.
    pub leftover: Option<String>,
    /// The line after the moves: best play to the mate, or the refutation.
    pub line: Vec<String>,
    /// Why the refutation ends, as in [`RefutationRow::end`]. Null without one.
    pub end: Option<LineEnd>,
}

/// The best defence against the hardest try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RefutationRow {
    /// The moves of both sides.
    pub line: Vec<String>,
    /// Why the line ends.
    pub end: LineEnd,
}

/// Makes the rows of the defender's turns.
pub(super) fn turn_rows(turns: &[Turn]) -> Vec<TurnRow> {
    let turn = |turn: &Turn| TurnRow {
        ply: turn.ply,
        defences: turn.defences.iter().map(defence_row).collect(),
        set_aside: usi::write_moves(&turn.set_aside),
        open: usi::write_moves(&turn.open),
    };
    turns.iter().map(turn).collect()
}

fn defence_row(defence: &Defence) -> DefenceRow {
    let Reading { line, leftover } = &defence.reading;
    DefenceRow {
        mv: usi::write_move(defence.reply()),
        plies: defence.plies,
        remaining: line.len() as u32,
        leftover: sfen::write_hand(*leftover),
        equal: defence.equal,
        line: usi::write_moves(line),
        variations: turn_rows(&defence.turns),
    }
}

/// Makes the rows of explained interpositions, and of those that a limit left undecided.
pub(super) fn explanation_rows(found: &Explanations) -> Vec<ExplanationRow> {
    let known = found.interpositions.iter().map(explanation_row);
    let open = found.open.iter().map(|&(ply, mv)| ExplanationRow {
        ply,
        mv: usi::write_move(mv),
        ..ExplanationRow::default()
    });
    known.chain(open).collect()
}

fn explanation_row(explanation: &Explanation) -> ExplanationRow {
    ExplanationRow {
        ply: explanation.ply,
        mv: usi::write_move(explanation.mv),
        futile: Some(explanation.futile),
        capture: Some(usi::write_move(explanation.capture)),
        by: Some(if explanation.by_checker {
            Taker::Checker
        } else {
            Taker::Other
        }),
        plies_after: Some(explanation.plies_after),
        plies_without: Some(explanation.plies_without),
        grey: explanation.grey.map(|grey| match grey {
            Grey::NewReply => GreyClass::NewReply,
            Grey::DoubleCheck => GreyClass::DoubleCheck,
            Grey::DiscoveredCheck => GreyClass::DiscoveredCheck,
            Grey::OtherPiece => GreyClass::OtherPiece,
        }),
    }
}

/// Makes the row of a try.
pub(super) fn try_row(attempt: &Attempt, outcome: &Outcome) -> TryRow {
    let mut row = TryRow {
        moves: usi::write_moves(attempt.moves()),
        ..TryRow::default()
    };
    match outcome {
        Outcome::Mate {
            plies,
            at_most,
            reading,
        } => {
            row.verdict = Verdict::Mate;
            row.plies = *plies;
            row.plies_at_most = plies.is_none().then_some(*at_most);
            if let Some(Reading { line, leftover }) = reading {
                row.line = usi::write_moves(line);
                row.leftover = Some(sfen::write_hand(*leftover));
            }
        }
        Outcome::Fails(refutation) => {
            row.verdict = Verdict::NoMate;
            if let Some(refutation) = refutation {
                row.line = usi::write_moves(&refutation.line);
                row.end = Some(line_end(refutation.end));
            }
        }
        Outcome::Unknown(_) => {}
    }
    row
}

pub(super) fn refutation_row(refutation: &Refutation) -> RefutationRow {
    RefutationRow {
        line: usi::write_moves(&refutation.line),
        end: line_end(refutation.end),
    }
}

const fn line_end(end: End) -> LineEnd {
    match end {
        End::NoCheck => LineEnd::NoCheck,
        End::Repetition => LineEnd::Repetition,
        End::ChecksLeft => LineEnd::ChecksLeft,
    }
}
