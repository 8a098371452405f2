//! Compares answers about compositions with the independent checker: composed lengths and
//! leftovers, other mating checks, verdicts. Each comparison returns the disagreement, or what
//! there was to compare.

use std::collections::BTreeSet;
use tsume::answer::Row;
use tsume::composition::Interpositions;
use tsume::composition::composed::Composed;
use tsume::composition::rules::{Profile, Severity};
use tsume::composition::verdict::{Finding, Judgement, Kind, Length, Verdict};
use tsume::judge::level;
use tsume::notation::usi;
use tsume::search::{Answer, Exactness};
use tsume::shogi::{Color, Setup};
use tsume::verify::{BestPlay, Level, Outcome, Reference};

/// The levels of the search beside those of the witness.
pub const LEVELS: [(Interpositions, Level); Interpositions::ALL.len()] = {
    let mut all = [(Interpositions::Off, Level::Off); Interpositions::ALL.len()];
    let mut at = 0;
    while at < all.len() {
        let interpositions = Interpositions::ALL[at];
        all[at] = (interpositions, level(interpositions));
        at += 1;
    }
    all
};

/// How far the witness looks.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Plies.
    pub plies: u32,
    /// Nodes of one question.
    pub nodes: u64,
}

/// How many plies beyond the length the witness looks for other mates.
const BEYOND: u32 = 2;

fn witness(setup: &Setup, level: Level, patience: Patience) -> Reference {
    Reference::new(setup, Color::Black, level)
        .expect("a legal diagram")
        .with_node_cap(patience.nodes)
}

/// Length, leftover and line as the witness has them.
pub fn best_play(setup: &Setup, level: Level, patience: Patience) -> Outcome<BestPlay> {
    witness(setup, level, patience).best_play(patience.plies)
}

/// Compares length and leftover; whether there was a mate with both to compare.
pub fn compare_composed(found: &Composed, truth: &Outcome<BestPlay>) -> Result<bool, String> {
    match (truth, found.answer) {
        (Outcome::NoMateWithin(bound), Answer::Mate { plies, .. }) if plies <= *bound => {
            Err(format!("mate in {plies}, but none within {bound}"))
        }
        (Outcome::GaveUp | Outcome::NoMateWithin(_), _) | (_, Answer::Unknown(_)) => Ok(false),
        (
            Outcome::Mate(best),
            Answer::Mate {
                plies,
                exactness: Exactness::Shortest,
            },
        ) => {
            let leftover = found
                .reading
                .as_ref()
                .map(|reading| reading.leftover.total());
            if plies != best.plies {
                Err(format!("mate in {plies}, not in {}", best.plies))
            } else if leftover.is_some_and(|leftover| leftover != best.leftover) {
                Err(format!("{leftover:?} left over, not {}", best.leftover))
            } else {
                Ok(leftover.is_some())
            }
        }
        (Outcome::Mate(best), Answer::Mate { plies, .. }) if plies >= best.plies => Ok(false),
        (Outcome::Mate(best), answer) => Err(format!("{answer:?}, not mate in {}", best.plies)),
    }
}

/// Returns the number of pieces of a hand as in an SFEN, such as `G2P`.
fn count(hand: &str) -> u32 {
    let (total, _) = hand
        .chars()
        .fold((0, 0), |(total, number), it| match it.to_digit(10) {
            Some(digit) => (total, 10 * number + digit),
            None => (total + u32::max(number, 1), 0),
        });
    total
}

/// Compares the length and the leftover of a row; whether there was a leftover to compare.
pub fn compare_row(row: &Row, truth: &Outcome<BestPlay>) -> Result<bool, String> {
    let (Some(plies), Outcome::Mate(best)) = (row.plies, truth) else {
        return Ok(false);
    };
    if plies != best.plies {
        return Err(format!("a row with {plies} plies, not {}", best.plies));
    }
    let Some(leftover) = &row.leftover else {
        return Ok(false);
    };
    let total = count(leftover);
    if total == best.leftover {
        Ok(true)
    } else {
        Err(format!(
            "a row with {leftover:?} left over, not {}",
            best.leftover
        ))
    }
}

/// Returns the main line of a judgement if the witness can follow it.
fn main_line<'a>(
    judgement: &'a Judgement,
    setup: &Setup,
    patience: Patience,
) -> Option<(&'a [tsume::shogi::Move], u32)> {
    let Answer::Mate {
        plies,
        exactness: Exactness::Shortest,
    } = judgement.composed.answer
    else {
        return None;
    };
    let reading = judgement.composed.reading.as_ref()?;
    let can_follow = plies <= patience.plies && setup.turn == Color::Black;
    can_follow.then_some((&reading.line, plies))
}

/// Compares other mating checks at every turn of the attacker in the main line; which the witness
/// has found, as in the tables, or nothing where it gave up.
pub fn compare_alternatives(
    judgement: &Judgement,
    setup: &Setup,
    patience: Patience,
) -> Result<Option<BTreeSet<String>>, String> {
    let Some((line, plies)) = main_line(judgement, setup, patience) else {
        return Ok(None);
    };
    let open = |ply: usize, mv: &str| {
        judgement.unresolved.iter().any(|it| {
            it.before.len() + 1 == ply
                && line.starts_with(&it.before)
                && usi::write_move(it.mv) == mv
        })
    };
    let mut witness = witness(setup, Level::Standard, patience);
    let mut all = BTreeSet::new();
    for made in (0..line.len()).step_by(2) {
        let before = &line[..made];
        let Some(truth) = witness.mating_checks(before, plies + BEYOND) else {
            return Ok(None);
        };
        let truth: BTreeSet<String> = truth
            .iter()
            .filter(|it| it.mv != line[made])
            .map(|it| (usi::write_move(it.mv), it.plies))
            .filter(|(mv, _)| !open(made + 1, mv))
            .map(|(mv, plies)| format!("{}:{mv}={plies}", made + 1))
            .collect();
        let ours: BTreeSet<String> = judgement
            .findings
            .iter()
            .filter(|it| it.before == before && it.line.first() != Some(&line[made]))
            .filter(|it| matches!(it.length, Some(Length::Exactly(n) | Length::AtMost(n)) if n <= plies + BEYOND))
            // A line of the old order may begin with another check; its length is not that of a mate.
            .filter(|it| !matches!(it.kind, Kind::GreyInterposition | Kind::LongerVariation))
            .map(cell)
            .collect();
        if ours != truth {
            return Err(format!("{ours:?}, not {truth:?}"));
        }
        all.extend(truth);
    }
    Ok(Some(all))
}

/// `ply:move=length`, as in the tables.
pub fn cell(finding: &Finding) -> String {
    let length = match finding.length {
        Some(Length::Exactly(plies)) => plies.to_string(),
        Some(Length::AtMost(plies)) => format!("<={plies}"),
        None => "-".to_owned(),
    };
    let mv = finding
        .line
        .first()
        .map_or("-".to_owned(), |&mv| usi::write_move(mv));
    format!("{}:{mv}={length}", finding.ply())
}

/// Holds the verdicts to what the witness has found, as far as that decides them: whether there is a
/// mate, pieces left over, and the other mates. Whether there was anything to compare.
pub fn compare_verdicts(
    judgement: &Judgement,
    truth: &Outcome<BestPlay>,
    alternatives: Option<&BTreeSet<String>>,
) -> Result<bool, String> {
    let verdict = |profile| judgement.verdict(profile);
    let profiles = [
        Profile::Lenient,
        Profile::Standard,
        Profile::Strict,
        Profile::Unique,
    ];
    let wrong = |profile, why: &str| {
        let verdict = verdict(profile);
        Err(format!("{verdict:?} under {profile:?} rules, but {why}"))
    };
    let Outcome::Mate(best) = truth else {
        return Ok(false);
    };
    for profile in profiles {
        if verdict(profile) == Verdict::NoMate {
            return wrong(profile, &format!("a mate of {} plies", best.plies));
        }
    }
    // What is worse under one set of rules is no better under a stricter one.
    for pair in profiles.windows(2) {
        if verdict(pair[0]) == Verdict::Flawed && verdict(pair[1]) != Verdict::Flawed {
            return wrong(pair[1], &format!("flawed under {:?} ones", pair[0]));
        }
    }
    let standard = verdict(Profile::Standard);
    if best.leftover > 0 && standard == Verdict::Sound {
        return wrong(Profile::Standard, &format!("{} left over", best.leftover));
    }
    // Other mates may be tolerated for many reasons; but nothing flawed is without one.
    let is_flaw = |it: &&Finding| Profile::Strict.fails(it.severity);
    if standard == Verdict::Flawed && judgement.findings.iter().find(is_flaw).is_none() {
        return wrong(Profile::Standard, "nothing to show for it");
    }
    // Where everything has to be unique, all but the last move is, mirror images apart.
    let mirrored = (judgement.findings.iter())
        .any(|it| it.kind == Kind::MirrorDual && it.severity == Severity::Tolerated);
    if verdict(Profile::Strict) == Verdict::Sound && !mirrored {
        let last = format!("{}:", best.plies);
        let early = alternatives.and_then(|all| all.iter().find(|cell| !cell.starts_with(&last)));
        if let Some(early) = early {
            return wrong(Profile::Strict, early);
        }
    }
    Ok(true)
}
