//! Certificates made by hand, each false or out of order in one point that only one rule of the checker
//! notices.

mod brinkmates;
mod lengths;
mod one_solution;
mod problems;

use super::{composed_certified, composed_solver};
use std::collections::BTreeMap;
use std::num::NonZeroU16;
use support::Random;
use support::positions::{Theme, position};
use tsume::certificate::{Certificate, Claim, ComposedEntry, Entry, Placement};
use tsume::composition::certify::certify;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::{sfen, usi};
use tsume::search::{Limits, Solver};
use tsume::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use tsume::verify::board::Board;
use tsume::verify::{
    DiagramError, Level, Outcome, ProvenAfter, Reason, Reference, check, only_checks, rules, turns_with_one_check,
};

fn setup(text: &str) -> Setup {
    let record = sfen::parse(&format!("{text} 1"));
    record.unwrap_or_else(|it| panic!("{text}: {it}")).setup
}

fn mv(text: &str) -> Move {
    usi::parse_move(text).unwrap()
}

/// An entry about a position with Black to move; without plies if they are 0, without a move if it is empty.
fn entry(text: &str, plies: u16, it: &str) -> Entry {
    let setup = setup(text);
    Entry {
        board: Placement::new(&setup.board),
        hand: setup.hands[0],
        plies: NonZeroU16::new(plies),
        mv: (!it.is_empty()).then(|| mv(it)),
    }
}

fn composed(entry: Entry, vanished: Hand, robust: bool) -> ComposedEntry {
    ComposedEntry { entry, vanished, robust }
}

fn certificate(setup: Setup, claim: Claim, entries: &[Entry]) -> Certificate {
    Certificate {
        id: String::new(),
        setup,
        attacker: Color::Black,
        lines: Vec::new(),
        claim,
        entries: entries.to_vec(),
        composed: Vec::new(),
        brinkmates: Vec::new(),
    }
}

fn verdict(certificate: &Certificate) -> Result<(), Reason> {
    check(certificate).map_err(|rejection| rejection.reason)
}

fn square(text: &str) -> Square {
    mv(&format!("P*{text}")).to()
}

/// Without a piece of the attacker there is no check, so any such position is a no-mate.
fn idle(text: &str) -> Certificate {
    let entries = [entry(text, 0, "")];
    certificate(setup(text), Claim::NoMate, &entries)
}

/// The gold mates by G*1b or G*2b.
const MATE: &str = "8k/9/7G1/9/9/9/9/9/9 b G";

/// White has no move, and is not in check.
const STALEMATE: &str = "8k/9/7G1/4B4/9/9/9/9/9 w G";
