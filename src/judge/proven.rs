//! The claims that checked certificates prove about problems.

use crate::certificate::{Certificate, Claim};
use crate::composition::Problem;
use crate::shogi::{Color, Move, Setup};
use crate::verify::{self, ProvenAfter};
use std::collections::{BTreeMap, HashMap};

/// The claims of checked certificates, by problem.
#[derive(Debug, Default)]
pub struct ProvenClaims {
    problems: HashMap<(Setup, Color), Claims>,
}

/// The proven claims about one problem.
#[derive(Debug, Default)]
struct Claims {
    /// The plies of the shortest proven mate, by the lines after which it begins and whether it is
    /// one of the composed game.
    mates: HashMap<(Vec<Vec<Move>>, bool), u32>,
    strict_length: Option<u32>,
    composed_length: Option<u32>,
    no_mate: bool,
    /// The only check that can mate, by the moves before it.
    only_checks: BTreeMap<Vec<Move>, Move>,
    /// The plies within which a brinkmate or a mate is proven, and those within which there is neither.
    brinkmate_within: Option<u32>,
    no_brinkmate_within: Option<u32>,
    /// The composed plies within which there is no mate, after each line.
    no_mate_within: BTreeMap<Vec<Move>, u32>,
}

/// The further claims that a certificate proves, alone or with earlier ones.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Consequences {
    /// The strict length.
    pub plies_strict: Option<u32>,
    /// The composed length.
    pub plies_composed: Option<u32>,
    /// The turns of the attacker at which no check but one can mate: the moves before the turn, and
    /// this check.
    pub only_checks: Vec<(Vec<Move>, Move)>,
}

/// The proven facts about a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProvenAnswer {
    /// Whether it is proven that there is no mate.
    pub no_mate: bool,
    /// The plies within which a mate or a brinkmate is proven. A mate of the composed game is preferred to one
    /// of the strict game.
    pub plies_at_most: Option<u32>,
    /// The composed length, or that of a brinkmate.
    pub plies: Option<u32>,
    /// The strict length.
    pub plies_strict: Option<u32>,
    /// The number of the attacker's turns, from the start along one line of best play, at which a single
    /// check can mate. 0 if the composed length is not proven.
    pub turns: usize,
    /// The plies within which it is proven that there is no brinkmate.
    pub none_within: Option<u32>,
}

impl ProvenClaims {
    /// Adds the claim of a checked certificate.
    pub fn add(&mut self, certificate: &Certificate) -> Consequences {
        let Certificate {
            setup,
            attacker,
            lines,
            claim,
            ..
        } = certificate;
        let claims = self.problems.entry((setup.clone(), *attacker)).or_default();
        let is_composed = claim.is_composed();
        let game = (lines.clone(), is_composed);
        let length = length(certificate, claims.mates.get(&game).copied());
        if claim.is_mate()
            && let Some(plies) = claim.plies()
        {
            let known = claims.mates.entry(game).or_insert(plies);
            *known = plies.min(*known);
        }
        if let Claim::NoComposedMateWithin(plies) = *claim {
            for line in lines {
                let known = claims.no_mate_within.entry(line.clone()).or_default();
                *known = plies.max(*known);
            }
        }
        // A claim about the position after a line says nothing about the problem.
        if lines.is_empty() {
            match *claim {
                Claim::NoMate => claims.no_mate = true,
                Claim::BrinkmateWithin(plies) => {
                    let known = &mut claims.brinkmate_within;
                    *known = known.map_or(Some(plies), |it| Some(it.min(plies)));
                }
                Claim::NoBrinkmateWithin(plies) => {
                    let known = &mut claims.no_brinkmate_within;
                    *known = (*known).max(Some(plies));
                }
                Claim::MateWithin(_)
                | Claim::NoMateWithin(_)
                | Claim::ComposedMateWithin(_)
                | Claim::NoComposedMateWithin(_) => {}
            }
            let known = if is_composed {
                &mut claims.composed_length
            } else {
                &mut claims.strict_length
            };
            *known = length.or(*known);
        }
        let only_checks = verify::only_checks(certificate);
        claims.only_checks.extend(only_checks.iter().cloned());
        Consequences {
            plies_strict: if is_composed { None } else { length },
            plies_composed: if is_composed { length } else { None },
            only_checks,
        }
    }

    /// Returns the proven facts about a problem.
    #[must_use]
    pub fn about(&self, problem: &Problem) -> ProvenAnswer {
        let setup = problem.setup();
        let Some(claims) = self.problems.get(&(setup.clone(), problem.attacker())) else {
            return ProvenAnswer::default();
        };
        let mate = |is_composed| claims.mates.get(&(Vec::new(), is_composed)).copied();
        let plies_at_most = mate(true).or(mate(false));
        let after = ProvenAfter {
            only_checks: &claims.only_checks,
            no_mate_within: &claims.no_mate_within,
        };
        let plies = claims.composed_length;
        ProvenAnswer {
            no_mate: claims.no_mate,
            plies_at_most,
            plies,
            plies_strict: claims.strict_length,
            turns: plies.map_or(0, |plies| {
                verify::turns_with_one_check(setup, problem.attacker(), &after, plies)
            }),
            none_within: None,
        }
    }

    /// Returns the proven facts about a brinkmate. The defender may be to move: then its length is 0.
    #[must_use]
    pub fn about_brinkmate(&self, problem: &Problem) -> ProvenAnswer {
        let setup = problem.setup();
        let Some(claims) = self.problems.get(&(setup.clone(), problem.attacker())) else {
            return ProvenAnswer::default();
        };
        let none_within = claims.no_brinkmate_within;
        let defender_to_move = !problem.attacker_to_move();
        let no_mate = claims.no_mate || none_within.is_some() || defender_to_move;
        // With a plain mate, the claim of a brinkmate may be about the mate.
        let plies_at_most = if no_mate {
            claims.brinkmate_within
        } else {
            None
        };
        let is_least = |plies: &u32| *plies < 2 || none_within.is_some_and(|it| it + 2 >= *plies);
        ProvenAnswer {
            no_mate,
            plies_at_most,
            plies: plies_at_most.filter(is_least),
            none_within,
            ..ProvenAnswer::default()
        }
    }
}

/// Returns the number of turns of the attacker in a mate of this length.
const fn turns_of(plies: u32) -> usize {
    plies.div_ceil(2) as usize
}

impl ProvenAnswer {
    /// Returns whether, along one line of best play, a single check can mate at every turn of the
    /// attacker but the last. At the last turn another mate on the spot is no cook, unless it is the
    /// first turn as well.
    #[must_use]
    pub fn has_one_solution(&self) -> bool {
        self.plies
            .is_some_and(|plies| self.turns >= turns_of(plies).saturating_sub(1).max(1))
    }
}

/// Returns the length that a certificate proves, by itself or with an earlier mate after the same
/// lines in the same game.
fn length(certificate: &Certificate, mate: Option<u32>) -> Option<u32> {
    // A brinkmate says nothing about the length of a mate.
    if certificate.lines.len() > 1 || certificate.claim.is_brinkmate() {
        return None;
    }
    let played = certificate.lines.first().map_or(0, Vec::len);
    let attacker_begins = certificate.setup.turn == certificate.attacker;
    let attacker_to_move = attacker_begins == played.is_multiple_of(2);
    let plies = certificate.claim.plies()?;
    if certificate.claim.is_mate() {
        return least(plies, attacker_to_move);
    }
    shortest(mate?, plies, attacker_to_move)
}

/// Returns the length of a mate within `plies`, if no shorter mate is possible at all.
fn least(plies: u32, attacker_to_move: bool) -> Option<u32> {
    if attacker_to_move {
        shortest(plies, 0, true)
    } else {
        (plies < 2).then_some(0)
    }
}

/// Returns the length of a mate within `plies`, if there is none within `excluded` plies and this
/// leaves only one length. With the attacker to move lengths are odd, otherwise even.
fn shortest(plies: u32, excluded: u32, attacker_to_move: bool) -> Option<u32> {
    let fits = |length: &u32| (length % 2 == 1) == attacker_to_move;
    let mut possible = (excluded.checked_add(1)?..=plies).filter(fits);
    let length = possible.next()?;
    possible.next().is_none().then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_needs_both_bounds() {
        assert_eq!(shortest(5, 3, true), Some(5));
        assert_eq!(shortest(5, 4, true), Some(5));
        assert_eq!(shortest(6, 3, true), Some(5));
        assert_eq!(shortest(5, 1, true), None);
        assert_eq!(shortest(5, 5, true), None);
        assert_eq!((least(1, true), least(0, false)), (Some(1), Some(0)));
        assert_eq!((least(3, true), least(2, false)), (None, None));
        assert_eq!(shortest(4, 2, false), Some(4));
        assert_eq!(shortest(u32::MAX, u32::MAX, true), None);
    }
}
