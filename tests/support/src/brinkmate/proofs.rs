//! Certificates of brinkmates: the checker confirms them, and rejects damaged ones.

use crate::Random;
use tsume::certificate::{Certificate, Claim};
use tsume::composition::brinkmate::{self, Solution};
use tsume::composition::certify::certify;
use tsume::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use tsume::search::{Answer, Limits, Solver, Uncertified};
use tsume::shogi::{Color, PieceKind, Position, Setup};
use tsume::verify::{self, Brinkmates, Defences, Shortest};

/// Makes the certificates of an answer about brinkmates, but not that of no mate.
pub fn certificates(
    solver: &mut Solver,
    setup: &Setup,
    found: &Solution,
) -> Result<Vec<Certificate>, Uncertified> {
    let (attacker, hand) = (AttackerRule::Black, DefenderHandRule::Given);
    let problem = Problem::for_goal(Goal::Brinkmate, setup.clone(), attacker, hand);
    let problem = problem.expect("a legal position");
    let claims = brinkmate::claims(found).into_iter();
    let claims = claims.filter(|it| it.is_brinkmate());
    claims
        .map(|claim| {
            let made = certify(solver, &problem, claim, &Limits::default(), &mut |_| {});
            made.map(|(certificate, _)| certificate)
        })
        .collect()
}

/// Returns whether Black, to move, mates by checks, if a certificate shows it that the checker confirms.
pub fn mates(solver: &mut Solver, setup: &Setup) -> Option<bool> {
    let (attacker, hand) = (AttackerRule::Black, DefenderHandRule::Given);
    let problem = Problem::new(setup.clone(), attacker, hand).ok()?;
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let position = Position::new(setup);
    let answer = solver.solve(&position, &limits, &mut |_| {}).answer;
    let claim = match answer {
        Answer::Mate { plies, .. } => Claim::MateWithin(plies),
        Answer::NoMate => Claim::NoMate,
        Answer::Unknown(_) => return None,
    };
    let made = certify(solver, &problem, claim, &Limits::default(), &mut |_| {});
    let (certificate, _) = made.ok()?;
    accepts(&certificate).then_some(claim != Claim::NoMate)
}

/// Returns whether a claim about a problem is true; `None` if brute force does not tell.
pub fn is_true(setup: &Setup, claim: Claim) -> Option<bool> {
    let mut plain = Brinkmates::new(Color::Black, 1_000, 1_000);
    if setup.turn == Color::White {
        let is_brinkmate = match plain.defences(setup) {
            Ok(Defences::Threatmate { holding }) => holding.is_empty(),
            Ok(Defences::NoThreat) => false,
            _ => return None,
        };
        return match claim {
            Claim::BrinkmateWithin(0) => Some(is_brinkmate),
            Claim::NoBrinkmateWithin(0) => Some(!is_brinkmate),
            _ => None,
        };
    }
    let has_one = match plain.shortest(setup, claim.plies()?).ok()? {
        Shortest::Mate | Shortest::Brinkmate { .. } => true,
        // A proof of a brinkmate counts futile interpositions, so there would be none the shorter.
        Shortest::NoBrinkmateWithin(_) => false,
        Shortest::GaveUp => return None,
    };
    match claim {
        Claim::BrinkmateWithin(_) => Some(has_one),
        Claim::NoBrinkmateWithin(_) => Some(!has_one),
        _ => None,
    }
}

/// Damages a certificate in one place. `None` if there is nothing to damage.
pub fn damaged(certificate: &Certificate, random: &mut Random) -> Option<Certificate> {
    let mut it = certificate.clone();
    match random.below(8) {
        0 => {
            let at = random.below(it.entries.len().max(1));
            (at < it.entries.len()).then(|| it.entries.remove(at))?;
        }
        1 => {
            let at = random.below(it.brinkmates.len().max(1));
            (at < it.brinkmates.len()).then(|| it.brinkmates.remove(at))?;
        }
        2 => {
            let other = random.below(certificate.entries.len().max(1));
            let mv = certificate.entries.get(other)?.mv;
            let at = random.below(it.entries.len());
            it.entries[at].mv = mv;
        }
        3 => {
            let at = random.below(it.brinkmates.len().max(1));
            let entry = it.brinkmates.get_mut(at)?;
            entry.plies = entry.plies?.get().checked_add(2)?.try_into().ok();
        }
        4 => {
            let at = random.below(it.brinkmates.len().max(1));
            let entry = it.brinkmates.get_mut(at)?;
            entry.plies = entry.plies?.get().checked_sub(2)?.try_into().ok();
        }
        5 => {
            it.claim = match it.claim {
                Claim::BrinkmateWithin(plies) => Claim::BrinkmateWithin(plies.checked_sub(2)?),
                Claim::NoBrinkmateWithin(plies) => Claim::NoBrinkmateWithin(plies + 2),
                other => other,
            };
        }
        6 => {
            let kind = PieceKind::HAND[random.below(7)];
            let hand = &mut it.setup.hands[random.below(2)];
            *hand = hand.has(kind).then(|| hand.remove(kind))?;
        }
        _ => {
            let kind = PieceKind::HAND[random.below(7)];
            let at = random.below(it.entries.len().max(1));
            let entry = it.entries.get_mut(at)?;
            entry.hand = entry.hand.has(kind).then(|| entry.hand.remove(kind))?;
        }
    }
    (it != *certificate).then_some(it)
}

/// Returns whether the checker accepts a certificate.
pub fn accepts(certificate: &Certificate) -> bool {
    verify::check(certificate).is_ok()
}
