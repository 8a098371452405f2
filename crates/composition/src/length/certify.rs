//! Certificates of answers: what is claimed, and the proof of it.

use crate::brinkmate;
use crate::certificate::{Certificate, Claim, ComposedEntry, Entry};
use crate::length::certify_composed::{CertificateBuilder, GAME};
use crate::length::composed::Composed;
use crate::length::futile::Interpositions;
use crate::length::line::position_after;
use crate::length::proof::Proof;
use crate::problem::Problem;
use crate::search::session::Session;
use crate::search::{Answer, Exactness, Limits, Progress, Solver, Stage, Stats, Uncertified};
use crate::search::{CERTIFICATE_ATTEMPTS, Search, Within, entries_in};
use crate::shogi::{Move, Position};
use crate::vocabulary::ClaimKind;

/// Returns the claims of an answer in the strict game. A shortest length is two claims: there is a
/// mate within this length, and none within two plies fewer.
#[must_use]
pub fn claims(answer: Answer) -> Vec<Claim> {
    match answer {
        Answer::NoMate => vec![Claim::NoMate],
        answer => bounds(answer, Claim::MateWithin, Claim::NoMateWithin),
    }
}

/// Returns the claims of an answer in the composed game at level
/// [`Standard`](Interpositions::Standard). No mate is a claim of the strict game, because
/// futile interpositions do not decide it.
#[must_use]
pub fn composed_claims(answer: Answer) -> Vec<Claim> {
    match answer {
        // A bound also holds in the strict game, and is proven there.
        Answer::Mate {
            exactness: Exactness::AtMost(_),
            ..
        } => Vec::new(),
        answer => bounds(
            answer,
            Claim::ComposedMateWithin,
            Claim::NoComposedMateWithin,
        ),
    }
}

/// Returns the claims of an answer in both games, as far as there are certificates at this level.
#[must_use]
pub fn claims_of(found: &Composed, level: Interpositions) -> Vec<Claim> {
    let mut all = Vec::new();
    if level == Interpositions::Standard {
        all.extend(composed_claims(found.answer));
    }
    all.extend(claims(found.strict.answer));
    all
}

/// Returns the claims of a mate: its length as an upper bound and, if it is the shortest, as a lower one.
fn bounds(answer: Answer, mate: fn(u32) -> Claim, none: fn(u32) -> Claim) -> Vec<Claim> {
    let Answer::Mate { plies, exactness } = answer else {
        return Vec::new();
    };
    let mut claims = vec![mate(plies)];
    if exactness == Exactness::Shortest && plies >= 2 {
        claims.push(none(plies - 2));
    }
    claims
}

/// Makes a certificate for a claim about a problem, with the sides as given; returns it with the
/// statistics of the search. Call it when `solver` has just solved the problem: most of the proof
/// is then in its tables.
///
/// # Errors
/// If a limit is reached, or if the claim turns out to be wrong.
///
/// # Panics
/// As [`certify_after`].
pub fn certify(
    solver: &mut Solver,
    problem: &Problem,
    claim: Claim,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Result<(Certificate, Stats), Uncertified> {
    certify_after(solver, problem, &[], claim, limits, observer)
}

/// Makes a certificate for a claim about the positions after some lines of legal moves, or about
/// the problem itself if there are no lines. A claim about brinkmates is about one position. A certificate
/// may take as much memory as the tables.
///
/// A certificate that there is a brinkmate counts futile interpositions. If it needs more plies for this
/// than the claim has, it says so in a claim of its own.
///
/// # Errors
/// If a limit is reached, or if the claim turns out to be wrong for one of the positions.
/// [`Uncertified::Interpositions`] if a claim about brinkmates rests on interpositions: there is none within
/// three plies or more, but no certificate can tell them from futile ones; or there is one, but it needs
/// many more plies if futile ones count.
///
/// # Panics
/// As [`Solver::solve`].
pub fn certify_after(
    solver: &mut Solver,
    problem: &Problem,
    lines: &[Vec<Move>],
    claim: Claim,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Result<(Certificate, Stats), Uncertified> {
    let root = problem.position();
    let mut positions = vec![root.clone()];
    if !lines.is_empty() {
        let lines = problem.for_black(lines.to_vec());
        positions = lines.iter().map(|it| position_after(&root, it)).collect();
    }
    let bytes = solver.certificate_bytes();
    let mut observer = brinkmate::without_lines(observer, claim.is_brinkmate());
    let proven = problem.go_on(solver, limits, &mut observer, |session| {
        let proof = if claim.is_brinkmate() {
            brinkmate::prove(session, &positions[0], claim, entries_in(bytes))?
        } else {
            session.tell(Stage::Certificate);
            prove(session, &positions, claim, bytes)?
        };
        Ok((proof, session.stats()))
    });
    let (proof, stats) = proven?;
    let certificate = Certificate {
        id: String::new(),
        setup: problem.setup().clone(),
        attacker: problem.attacker(),
        lines: lines.to_vec(),
        claim: proof.claim,
        entries: proof.entries,
        composed: proof.composed,
        brinkmates: proof.brinkmates,
    };
    Ok((certificate, stats))
}

/// Proves a claim about mates. `bytes` is the most memory that the entries may take while they are made.
fn prove(
    session: &mut Session<'_>,
    positions: &[Position],
    claim: Claim,
    bytes: usize,
) -> Result<Proof, Uncertified> {
    let (entries, composed) = if claim.is_composed() {
        composed(session, positions, claim, bytes)?
    } else {
        let claims: Vec<_> = positions.iter().map(|it| (it.clone(), claim)).collect();
        let entries = session.strict(|search| search.extract(&claims, entries_in(bytes)))?;
        (entries, Vec::new())
    };
    Ok(Proof {
        claim,
        entries,
        composed,
        brinkmates: Vec::new(),
    })
}

/// Returns the entries of a claim about the composed game. `bytes` is the most memory that they may take
/// while they are made.
fn composed(
    session: &mut Session<'_>,
    positions: &[Position],
    claim: Claim,
    bytes: usize,
) -> Result<(Vec<Entry>, Vec<ComposedEntry>), Uncertified> {
    let plies = claim.plies().unwrap_or(0);
    let mut attempts = 0;
    let (builder, composed) = loop {
        attempts += 1;
        let trusting = attempts < CERTIFICATE_ATTEMPTS;
        let mut builder = CertificateBuilder::new(session.position(), bytes, trusting);
        let composed = session.variant(&GAME, |search| {
            (positions.iter()).try_for_each(|position| {
                search.at_position(position, 0, |search| {
                    builder.promise(search, claim.is_mate(), plies)
                })
            })?;
            builder.finish(search)
        })?;
        if let Some(composed) = composed {
            break (builder, composed);
        }
    };
    let left = bytes.saturating_sub(composed.len() * size_of::<ComposedEntry>());
    let strict: Vec<_> = (builder.strict.into_iter())
        .map(|(position, plies)| (position, Claim::MateWithin(plies)))
        .collect();
    let entries = if strict.is_empty() {
        Vec::new()
    } else {
        session.strict(|search| search.extract(&strict, entries_in(left)))?
    };
    Ok((entries, composed))
}

/// Returns the plies within which the problem is mate after a line, in the strict game. It is the
/// shortest mate that `solver` finds within these limits, not the shortest there is.
///
/// # Panics
/// As [`Solver::solve`].
pub fn mate_after(
    solver: &mut Solver,
    problem: &Problem,
    line: &[Move],
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Option<u32> {
    let line = problem.for_black(line.to_vec());
    problem.go_on(solver, limits, observer, |session| {
        session.tell(Stage::Certificate);
        let mate = session.strict(|search| search.after_line(&line, Search::any_mate));
        match mate {
            Some(Within::Mate(plies)) => Some(plies),
            Some(Within::No) | None => None,
        }
    })
}

impl From<Claim> for ClaimKind {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::MateWithin(_) => Self::MateWithin,
            Claim::NoMate => Self::NoMate,
            Claim::NoMateWithin(_) => Self::NoMateWithin,
            Claim::ComposedMateWithin(_) => Self::ComposedMateWithin,
            Claim::NoComposedMateWithin(_) => Self::NoComposedMateWithin,
            Claim::BrinkmateWithin(_) => Self::BrinkmateWithin,
            Claim::NoBrinkmateWithin(_) => Self::NoBrinkmateWithin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttackerRule;
    use crate::DefenderHandRule;
    use crate::notation::sfen;
    use crate::search::SearchConfig;
    use crate::verify;

    #[test]
    fn a_wrongly_trusted_no_mate_of_the_composed_game_does_no_harm() {
        // The composed length is 11: some replies to each check lose sooner.
        let text = "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1";
        let setup = sfen::parse(text).unwrap().setup;
        let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap();
        let root = problem.position();
        let make_solver = || {
            Solver::new(SearchConfig {
                hash_bytes: 4 << 20,
                ..SearchConfig::default()
            })
        };
        let limits = Limits::default();
        let losing = make_solver().session(&root, &limits, &mut |_| {}, |session| {
            session.variant(&GAME, |search| {
                let mut losing = Vec::new();
                for check in search.position().checks() {
                    for reply in search.after(check, |search| search.position().evasions()) {
                        let line = [check, reply];
                        if search.after_line(&line, |search| search.mate_within(7))
                            != Some(Within::No)
                        {
                            losing.push(line);
                        }
                    }
                }
                losing
            })
        });
        let claim = Claim::NoComposedMateWithin(9);
        let (made, found) = make_solver().session(&root, &limits, &mut |_| {}, |session| {
            session.variant(&GAME, |search| {
                for line in &losing {
                    search.after_line(line, |search| search.suggest_no_mate(7));
                }
            });
            let made = composed(session, std::slice::from_ref(&root), claim, 4 << 20);
            let known = |search: &mut Search<'_, '_>, line: &[Move; 2]| {
                search.after_line(line, |search| search.known_within(7))
            };
            let found = session.variant(&GAME, |search| {
                let all = losing.iter().filter_map(|line| known(search, line));
                all.filter(|found| !found.is_no()).count()
            });
            (made, found)
        });
        // Some suggested no-mates were trusted, and are now known to be mates.
        assert!(found > 0, "none of {} replies was trusted", losing.len());
        let (entries, composed) = made.unwrap();
        let certificate = Certificate {
            id: String::new(),
            setup: problem.setup().clone(),
            attacker: problem.attacker(),
            lines: Vec::new(),
            claim,
            entries,
            composed,
            brinkmates: Vec::new(),
        };
        assert_eq!(verify::check(&certificate), Ok(()));
    }
}
