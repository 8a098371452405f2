//! The value of the position after a move, from the path, the tables, or a first look.

use super::child::{Child, Value};
use super::dominance;
use super::lookahead::{self, FirstLook, MateInThree};
use super::run_out::{Failure, RunOut};
use super::search::Search;
use crate::estimate::effort::{self, FirstSight};
use crate::estimate::moves::{self, KingState};
use crate::games::forbidden::StrictVerdict;
use crate::numbers::{FIRST_LOOK, Number, Plies, SECOND_LOOK};
use crate::repetition::claims::Claim;
use crate::repetition::condition::Condition;
use crate::shogi::{Color, Hand, Key, Move};
use crate::table::entry::Visit;
use crate::table::{Excluded, Known};
use crate::tuning::{NOT_A_KNOWN_MATE, RUN_OUT_CHECKS, RUN_OUT_PLIES};

impl Search<'_, '_> {
    /// Finds the value of the position after the child at `index`: from the path, the budget, the
    /// tables, or a first look.
    pub(super) fn evaluate<const ATTACK: bool>(
        &mut self,
        index: usize,
        depth: usize,
        budget: Plies,
        king_state: &mut KingState,
    ) {
        let mv = self.children[index].mv;
        let hand = self.attacker_hand_after(mv);
        let child = &mut self.children[index];
        let key = child.key;
        child.hand = hand;

        if let Some(ancestor) = self.path.find(key.first(), hand) {
            child.set::<ATTACK>(Value::Disproven {
                len: Plies::UNLIMITED,
                bare: Plies::UNLIMITED,
                hand,
                condition: Condition::one(ancestor),
            });
            return;
        }
        // An attacker's turn takes at least one ply, a defender's turn none.
        let least = if ATTACK { Plies::ZERO } else { Plies::new(1) };
        if budget < least {
            let all = dominance::all_in_hand_after(self.position, mv);
            child.set::<ATTACK>(Value::Disproven {
                len: least.minus(1),
                bare: least.minus(1),
                hand: all,
                condition: Condition::NONE,
            });
            return;
        }
        let handicap = match self.strict_verdict(mv, key, hand, budget) {
            StrictVerdict::Known(value) => return self.children[index].set::<ATTACK>(value),
            StrictVerdict::Mates => 0,
            StrictVerdict::Unknown => NOT_A_KNOWN_MATE * Number::from(self.forbidden.is_some()),
        };
        let child = &mut self.children[index];
        let estimate = match self.table.look(key, hand, budget, depth) {
            Known::Proven { len, hand } => {
                let strict = self.variant.is_none();
                child.set::<ATTACK>(Value::Proven { len, hand, strict });
                return;
            }
            Known::Disproven { len, bare, hand } => {
                child.set::<ATTACK>(Value::Disproven {
                    len,
                    bare,
                    hand,
                    condition: Condition::NONE,
                });
                return;
            }
            Known::Open {
                pn,
                dn,
                old,
                conditional,
            } => {
                child.old = old;
                let claim = if conditional {
                    self.conditional_claim(key, hand, budget)
                } else {
                    None
                };
                let value = match claim {
                    Some(Claim {
                        len,
                        bare,
                        condition,
                    }) => Value::Disproven {
                        len,
                        bare,
                        hand,
                        condition,
                    },
                    None => Value::Open { pn, dn },
                };
                self.children[index].set::<ATTACK>(value);
                return;
            }
            Known::New { pn, dn } => {
                let mut estimate = if ATTACK {
                    self.parts.estimates.of_check(self.position, mv, king_state)
                } else {
                    moves::of_reply(self.position, mv)
                };
                estimate.pn = estimate.pn.max(pn);
                estimate.dn = estimate.dn.max(dn);
                estimate
            }
        };
        child.new = true;
        child.rank = estimate.rank;
        if self.switches.order != 0 {
            self.children[index].rank = self.shuffled_rank(key.first());
        }
        let (pn, dn) = (estimate.pn, estimate.dn);
        let value = if !ATTACK && self.switches.first_look {
            self.look_ahead(index, depth, budget, (pn, dn), handicap)
        } else {
            let pn = pn + handicap;
            Value::Open { pn, dn }
        };
        self.children[index].set::<ATTACK>(value);
    }

    /// Returns what the strict game knows of the position after a move, in a search of another game.
    fn strict_verdict(&mut self, mv: Move, key: Key, hand: Hand, budget: Plies) -> StrictVerdict {
        match (&self.forbidden, &self.variant) {
            (Some(forbidden), _) => forbidden.verdict(key ^ self.salt, hand, budget),
            (None, Some(_)) => self
                .strict_fact(self.position.key_after(mv), hand, budget)
                .map_or(StrictVerdict::Unknown, StrictVerdict::Known),
            (None, None) => StrictVerdict::Unknown,
        }
    }

    /// Returns a conditional disproof that holds on the current path.
    pub(crate) fn conditional_claim(&self, key: Key, hand: Hand, budget: Plies) -> Option<Claim> {
        self.parts.conditional.look(
            key.first(),
            hand,
            budget,
            &self.path,
            |ancestor, hand, budget| match self.table.look_up_ancestor(ancestor, hand, budget) {
                Known::Disproven { bare, .. } => Some(bare),
                Known::Proven { .. } | Known::Open { .. } | Known::New { .. } => None,
            },
        )
    }

    /// Takes a first look at the attacker's turn after a reply, which settles it or leaves it open.
    /// `estimate` has the numbers of the reply without this look (pn, dn). `handicap` is added to the
    /// proof number.
    fn look_ahead(
        &mut self,
        index: usize,
        depth: usize,
        budget: Plies,
        estimate: (Number, Number),
        handicap: Number,
    ) -> Value {
        let Child { mv, hand, .. } = self.children[index];
        let undo = self.position.make(mv);
        self.stats.nodes += 1;
        let key = match self.variant {
            Some(_) => self.position.key(),
            None => self.children[index].key,
        };
        let seen = self.look_here(budget);
        let (pn, dn) = match seen {
            LookAhead::Excluded { sight, .. } => {
                effort::first_numbers(self.position, sight, estimate, self.stats.nodes)
            }
            _ => estimate,
        };
        self.position.unmake(mv, undo);
        let visit = Visit::new(depth, 1);
        match seen {
            LookAhead::NoCheck(failing_hand) => {
                let excluded = Excluded {
                    len: Plies::UNLIMITED,
                    bare: Plies::UNLIMITED,
                };
                self.strict_table()
                    .store_disproven((key, hand), excluded, failing_hand, visit);
                Value::Disproven {
                    len: Plies::UNLIMITED,
                    bare: Plies::UNLIMITED,
                    hand: failing_hand,
                    condition: Condition::NONE,
                }
            }
            LookAhead::RunOut { hand, bare } => {
                let excluded = Excluded {
                    len: Plies::UNLIMITED,
                    bare: if bare { Plies::UNLIMITED } else { Plies::NONE },
                };
                let position = (key, self.children[index].hand);
                self.strict_table()
                    .store_disproven(position, excluded, hand, visit);
                Value::Disproven {
                    len: excluded.len,
                    bare: excluded.bare,
                    hand,
                    condition: Condition::NONE,
                }
            }
            LookAhead::Mate(len, proof) => {
                // With pieces out of the game, the defender may lack the piece to interpose.
                let strict = self.is_whole();
                if strict {
                    self.strict_table()
                        .store_proven((key, hand), len, proof, visit);
                } else {
                    let key = self.children[index].key;
                    self.table.store_proven((key, hand), len, proof, visit);
                }
                Value::Proven {
                    len,
                    hand: proof,
                    strict,
                }
            }
            LookAhead::Excluded { strict, bare, .. } => {
                let len = if self.variant.is_some() { bare } else { strict };
                let pn = pn + handicap;
                let key = self.children[index].key;
                self.table
                    .store_first((key, hand), (pn, dn), Excluded { len, bare }, visit);
                if budget > len {
                    return Value::Open { pn, dn };
                }
                Value::Disproven {
                    len,
                    bare,
                    hand,
                    condition: Condition::NONE,
                }
            }
        }
    }

    /// Looks one move deep, or three if this answers the question.
    fn look_here(&mut self, budget: Plies) -> LookAhead {
        let nodes = &mut self.stats.nodes;
        let (sight, parried_by_interposition) =
            match lookahead::first_look(self.position, &mut self.scratch, nodes) {
                FirstLook::NoCheck(hand) => return LookAhead::NoCheck(hand),
                FirstLook::Mate(proof) => return self.mate_on_the_spot(proof),
                FirstLook::Open {
                    sight,
                    parried_by_interposition,
                } => (sight, parried_by_interposition),
            };
        // Neither of the next two tests knows forbidden positions.
        let all_allowed = self.forbidden.is_none();
        if self.expects_no_mate && all_allowed && sight.checks as usize <= RUN_OUT_CHECKS {
            self.scratch.clear();
            // In a variant an interposition may not count, so the test does without them.
            let interposes = self.variant.is_none();
            let mut test = RunOut::new(self.position, &mut self.scratch, interposes);
            let failure = test.checks_fail(RUN_OUT_PLIES);
            *nodes += test.moves_made();
            if let Some(Failure { hand, bare }) = failure {
                return LookAhead::RunOut { hand, bare };
            }
        }
        let second_look = self.switches.second_look && all_allowed;
        if second_look && budget > FIRST_LOOK && budget <= SECOND_LOOK {
            self.scratch.clear();
            let want_bare = self.variant.is_some();
            match lookahead::mate_in_three(self.position, &mut self.scratch, nodes, want_bare) {
                MateInThree::Mate(proof) => return LookAhead::Mate(Plies::new(3), proof),
                MateInThree::No { bare } if bare || !want_bare => {
                    return LookAhead::Excluded {
                        strict: SECOND_LOOK,
                        bare: if bare { SECOND_LOOK } else { Plies::NONE },
                        sight,
                    };
                }
                MateInThree::No { .. } => {}
            }
        }
        LookAhead::Excluded {
            strict: FIRST_LOOK,
            bare: if parried_by_interposition {
                Plies::NONE
            } else {
                FIRST_LOOK
            },
            sight,
        }
    }
}

impl Search<'_, '_> {
    /// Returns the mate on the spot that was found. If every such mate leads to a forbidden position,
    /// only a mate in one is excluded.
    fn mate_on_the_spot(&mut self, proof: Hand) -> LookAhead {
        if self.forbidden.is_none() || self.has_allowed_mate() {
            return LookAhead::Mate(Plies::new(1), proof);
        }
        LookAhead::Excluded {
            strict: FIRST_LOOK,
            bare: Plies::NONE,
            sight: FirstSight {
                checks: self.scratch.len() as u32,
                flights: self.position.flights().count(),
            },
        }
    }

    /// Returns whether a check mates at once and is not forbidden.
    fn has_allowed_mate(&mut self) -> bool {
        let checks = self.position.checks();
        checks.into_iter().any(|mv| {
            let undo = self.position.make(mv);
            let hand = self.position.hand(Color::Black);
            let key = self.position.key();
            let is_forbidden = (self.forbidden.as_ref())
                .is_some_and(|forbidden| forbidden.positions.contains(key, hand));
            let mates = !is_forbidden && !self.position.has_evasion();
            self.position.unmake(mv, undo);
            mates
        })
    }
}

/// The result of looking ahead at an attacker's turn.
enum LookAhead {
    /// There is no legal check, not even with this hand.
    NoCheck(Hand),
    /// The checks run out, even with this hand. `bare`: also if the defender never interposes.
    RunOut { hand: Hand, bare: bool },
    /// A mate of this length that needs this hand.
    Mate(Plies, Hand),
    /// No mate within the plies `strict` in the strict game, nor within `bare` if the defender never
    /// interposes.
    Excluded {
        strict: Plies,
        bare: Plies,
        sight: FirstSight,
    },
}
