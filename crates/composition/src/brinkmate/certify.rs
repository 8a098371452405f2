//! Certificates of brinkmates: which moves, replies and mates prove a claim.

use super::answer::{Solution, State, Threat, Verdict};
use super::hunt::{Hunt, Node};
use super::solve::PLIES;
use crate::certificate::{Claim, Entry, Placement};
use crate::length::futile::Interpositions;
use crate::length::line::Name;
use crate::length::proof::Proof;
use crate::search::session::Session;
use crate::search::{Exactness, Uncertified, Within};
use crate::shogi::{Color, Move, Position};
use rustc_hash::FxHashSet;
use std::num::NonZeroU16;

/// The most plies by which a brinkmate may become longer if futile interpositions count.
const MAX_EXTRA_PLIES: u32 = 6;

/// Returns the claims of an answer. A shortest brinkmate is three claims: there is no mate, there is
/// a brinkmate within this length, and none within two plies fewer. A plain mate has claims of its own
/// (see [`claims`](crate::length::certify::claims)).
#[must_use]
pub fn claims(solution: &Solution) -> Vec<Claim> {
    match solution.verdict {
        Verdict::Brinkmate { plies, exactness } => {
            let mut claims = vec![Claim::NoMate, Claim::BrinkmateWithin(plies)];
            if exactness == Exactness::Shortest && plies > 2 {
                claims.push(Claim::NoBrinkmateWithin(plies - 2));
            }
            claims
        }
        Verdict::NoBrinkmate {
            within: Some(plies),
        } => vec![Claim::NoBrinkmateWithin(plies)],
        Verdict::Unknown { none_within, .. } if none_within > 0 => {
            vec![Claim::NoBrinkmateWithin(none_within)]
        }
        // A certificate has a length in any case.
        Verdict::NoBrinkmate { within: None } => vec![Claim::NoBrinkmateWithin(PLIES)],
        Verdict::Unknown { .. } | Verdict::Mate => Vec::new(),
    }
}

/// Returns the claim about a position with the defender to move.
#[must_use]
pub fn claim_of_state(threat: &Threat) -> Option<Claim> {
    match threat.state {
        State::Brinkmate => Some(Claim::BrinkmateWithin(0)),
        State::Threatmate | State::NoThreat => Some(Claim::NoBrinkmateWithin(0)),
        State::Mate | State::Check | State::Unknown(_) => None,
    }
}

/// Proves a claim about the brinkmates of a position with at most `max_entries` entries.
pub(crate) fn prove(
    session: &mut Session<'_>,
    position: &Position,
    claim: Claim,
    max_entries: usize,
) -> Result<Proof, Uncertified> {
    let level = match claim {
        Claim::BrinkmateWithin(_) => Interpositions::Off,
        _ => Interpositions::Standard,
    };
    Hunt::new(session, level).prove_claim(&Node::root(position), claim, max_entries)
}

/// The entries of a certificate in the making, and what they still need.
#[derive(Default)]
pub(super) struct Making {
    /// The positions that are mates, or no mates.
    strict: Vec<(Position, Claim)>,
    known: FxHashSet<Name>,
    /// The attacker's turns that still need an entry: that there is a brinkmate within a number of plies,
    /// or that there is none.
    pub(super) turns: Vec<(Node, u32)>,
    /// All turns that ever were in `turns`.
    pub(super) seen: FxHashSet<(Name, u32)>,
    brinkmates: Vec<Entry>,
}

impl Making {
    /// Adds a turn of the attacker that needs an entry.
    pub(super) fn add_turn(&mut self, node: Node, plies: u32) {
        if self.seen.insert((node.name(), plies)) {
            self.turns.push((node, plies));
        }
    }

    /// Adds several turns with the same number of plies.
    pub(super) fn add_turns(&mut self, nodes: Vec<Node>, plies: u32) {
        for node in nodes {
            self.add_turn(node, plies);
        }
    }

    /// Adds a position that is a mate, or no mate.
    pub(super) fn add_strict(&mut self, node: &Node, claim: Claim) {
        if self.known.insert(node.name()) {
            self.strict.push((node.position.clone(), claim));
        }
    }

    /// Adds an entry about a brinkmate.
    pub(super) fn add_entry(&mut self, node: &Node, plies: u32, mv: Option<Move>) {
        self.brinkmates.push(Entry {
            board: Placement::new(&node.position.to_setup().board),
            hand: node.position.hand(Color::Black),
            plies: NonZeroU16::new(plies as u16),
            mv,
        });
    }
}

impl Hunt<'_, '_> {
    fn prove_claim(
        &mut self,
        root: &Node,
        mut claim: Claim,
        max_entries: usize,
    ) -> Result<Proof, Uncertified> {
        let mut making = Making::default();
        let plies = claim.plies().unwrap_or(0);
        let is_attack = root.position.turn() == Color::Black;
        match claim {
            Claim::BrinkmateWithin(_) => {
                let plies = self.strict_plies(root, plies, is_attack)?;
                claim = Claim::BrinkmateWithin(plies);
                if is_attack {
                    making.add_turn(root.clone(), plies);
                } else {
                    self.promise_defences(&mut making, root, plies)?;
                }
                while let Some((node, plies)) = making.turns.pop() {
                    self.promise_brinkmate(&mut making, &node, plies)?;
                }
            }
            _ if is_attack => making = self.promise_none(root, plies)?,
            _ => making = self.promise_no_brinkmate(root)?,
        }
        let left = max_entries.saturating_sub(making.brinkmates.len());
        let entries = if making.strict.is_empty() {
            Vec::new()
        } else {
            (self.session).strict(|search| search.extract(&making.strict, left))?
        };
        making
            .brinkmates
            .sort_unstable_by_key(|it| (it.board, it.hand.bits(), it.plies));
        Ok(Proof {
            claim,
            entries,
            composed: Vec::new(),
            brinkmates: making.brinkmates,
        })
    }

    /// Returns the answer, or why there is none.
    pub(super) fn decided<T>(&self, node: &Node, answer: Option<T>) -> Result<T, Uncertified> {
        answer.ok_or_else(|| match self.stopped() {
            Some(reason) => Uncertified::Limit(reason),
            None => Uncertified::Contradiction(Box::new(node.position.to_setup())),
        })
    }

    pub(super) fn contradiction(node: &Node) -> Uncertified {
        Uncertified::Contradiction(Box::new(node.position.to_setup()))
    }

    /// Returns the least number of plies, not below `plies`, within which there is a brinkmate if futile
    /// interpositions count.
    fn strict_plies(
        &mut self,
        root: &Node,
        plies: u32,
        is_attack: bool,
    ) -> Result<u32, Uncertified> {
        for plies in (plies..=plies + MAX_EXTRA_PLIES).step_by(2) {
            let found = self.in_rounds(|hunt| {
                if is_attack {
                    hunt.attack(root, plies)
                } else {
                    hunt.defend(root, plies)
                }
            });
            if self.decided(root, found)? {
                return Ok(plies);
            }
            // Futile interpositions are possible only after a check.
            if plies < 2 {
                return Err(Self::contradiction(root));
            }
        }
        Err(Uncertified::Interpositions)
    }

    /// Adds the entry that a turn of the attacker needs: a move that forces a brinkmate.
    fn promise_brinkmate(
        &mut self,
        making: &mut Making,
        node: &Node,
        plies: u32,
    ) -> Result<(), Uncertified> {
        let found = self.in_rounds(|hunt| hunt.attack(node, plies));
        self.decided(node, found)?;
        let known = self.bounds.get(&node.name()).copied().unwrap_or_default();
        let (Some(mv), true) = (known.best, known.at_most <= plies) else {
            return Err(Self::contradiction(node));
        };
        making.add_entry(node, plies, Some(mv));
        self.promise_defences(making, &node.after(mv), plies - 1)
    }

    /// Adds what proves that every defence is mated, or followed by a brinkmate, and that a pass is
    /// mated.
    fn promise_defences(
        &mut self,
        making: &mut Making,
        node: &Node,
        bound: u32,
    ) -> Result<(), Uncertified> {
        if !node.in_check() {
            self.promise_mate(making, &node.passed())?;
        }
        for reply in node.position.legal_moves() {
            let after = node.after(reply);
            let mates = self.in_rounds(|hunt| hunt.mates(&after));
            if self.decided(&after, mates)? {
                self.promise_mate(making, &after)?;
            } else if bound > 1 {
                making.add_turn(after, bound - 1);
            } else {
                return Err(Self::contradiction(&after));
            }
        }
        Ok(())
    }

    fn promise_mate(&mut self, making: &mut Making, node: &Node) -> Result<(), Uncertified> {
        let found = self.any_mate(node);
        match self.decided(node, found)? {
            Within::Mate(plies) => {
                making.add_strict(node, Claim::MateWithin(plies));
                Ok(())
            }
            Within::No => Err(Self::contradiction(node)),
        }
    }
}
