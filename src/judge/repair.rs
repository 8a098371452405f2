//! Repairs and extends a problem, and makes a problem with an answer of every version found.

use super::evidence::stands;
use super::intake::ParsedProblem;
use crate::composition::repair::{
    CannotRepair, Event, Keep, Miss, Outcome, Repaired, Request, Version,
};
use crate::composition::repair::{extend, repair};
use crate::composition::rules::Profile;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::composition::{Interpositions, verdict};
use crate::notation::record::{Record, headers};
use crate::notation::{sfen, usi};
use crate::report::{Finding, Lang, Notation, Row, Said, VersionRow, difference};
use crate::search::{Limits, Solver};
use std::time::Duration;

/// Returns that problems with this goal are neither repaired nor extended.
#[must_use]
pub fn of_other_goal(goal: Goal) -> Said {
    let term = goal.term();
    Said::new(
        CannotRepair::OtherGoal(goal).to_string(),
        format!("目的は{term}：修正と逆算は詰将棋だけにできる"),
    )
}

/// Repairs a problem, or puts two moves before it.
///
/// The line that stays is the author's, even if it cannot be played on the board as it is.
///
/// # Errors
/// If there is nothing to begin with.
pub fn versions(
    solvers: &mut [Solver],
    parsed: &ParsedProblem,
    (request, extends): (&Request, bool),
    limits: &Limits,
    observer: &(dyn Fn(&Event<'_>) + Sync),
) -> Result<Outcome, CannotRepair> {
    if parsed.goal != Goal::Mate {
        return Err(CannotRepair::OtherGoal(parsed.goal));
    }
    if parsed.record.broken.is_some() && !extends && request.keep != Keep::Mate {
        return Err(CannotRepair::LineBreaksOff);
    }
    let problem = &parsed.problem;
    let (author, _) = parsed.author();
    let recorded = &parsed.record.moves;
    let request = Request {
        line: if recorded.is_empty() {
            author.line.clone()
        } else {
            recorded.clone()
        },
        ..request.clone()
    };
    let work = if extends { extend } else { repair };
    work(solvers, problem, &author, &request, limits, observer)
}

/// Returns the problem that a version is.
///
/// # Panics
/// Never: a version is a legal diagram.
#[must_use]
pub fn problem_of(original: &Problem, version: &Version) -> Problem {
    let attacker = AttackerRule::of(original.attacker());
    Problem::new(version.setup.clone(), attacker, DefenderHandRule::Given)
        .expect("a version is a legal diagram")
}

/// Returns the answer about a version, as a check gives it, but without the strict length. `title` is
/// the title of its record.
///
/// # Errors
/// If the independent checker cannot replay the proof of a finding.
pub fn row(
    original: &ParsedProblem,
    id: String,
    title: &str,
    repaired: &Repaired,
    (profile, interpositions): (Profile, Interpositions),
) -> Result<Row, Said> {
    let problem = problem_of(&original.problem, &repaired.version);
    let mut judgement = repaired.judgement.clone();
    judgement.findings.sort_by_key(|it| {
        let severity = std::cmp::Reverse(it.severity);
        (severity, it.kind, it.in_equal_variation, it.ply())
    });
    for finding in &judgement.findings {
        replayed(&problem, finding, interpositions)?;
    }
    let found = &judgement.composed;
    let sfen = sfen::write(problem.setup());
    let mut row = Row::of_composed(id, sfen, interpositions, found, Duration::ZERO);
    row.solution = usi::write_moves(&repaired.line);
    let leftover = found.reading.as_ref().map(|it| it.leftover);
    row.leftover = leftover.map(sfen::write_hand);
    row.notes = problem.notes().iter().map(Finding::from).collect();
    // A version comes from where its original stands, but is no row of its table.
    row.comes_from(&original.origin);
    row.own = None;
    row.judge(&problem, &judgement, profile, interpositions);
    let mut record = Record::new(problem.setup().clone());
    record
        .headers
        .push((headers::TITLE.to_owned(), title.to_owned()));
    row.unwritten.problem = Some(Box::new(problem));
    row.unwritten.source = Some(Box::new(record));
    Ok(row)
}

fn replayed(
    problem: &Problem,
    finding: &verdict::Finding,
    interpositions: Interpositions,
) -> Result<(), Said> {
    stands(problem, finding, interpositions).map_err(|reason| {
        both!(
            "the proof of a finding fails ({reason}): please report this",
            "指摘の証明が成り立たない（{reason}）：報告してほしい"
        )
    })
}

/// Makes the rows of the versions of one problem.
#[derive(Clone, Copy, Debug)]
pub struct VersionWriter<'a> {
    /// The problem.
    pub parsed: &'a ParsedProblem,
    /// The profile of the verdicts.
    pub profile: Profile,
    /// The question.
    pub request: &'a Request,
    /// The notation of moves in words.
    pub notation: Notation,
}

impl VersionWriter<'_> {
    /// Returns the problem that a version is.
    #[must_use]
    pub fn problem(&self, version: &Version) -> Problem {
        problem_of(&self.parsed.problem, version)
    }

    /// Returns what was changed, in words.
    #[must_use]
    pub fn difference(&self, version: &Version) -> Said {
        let problem = self.problem(version);
        difference(
            &self.parsed.problem,
            version,
            self.notation,
            problem.setup(),
        )
    }

    /// Returns the answer about a version, with its number in the id.
    ///
    /// # Errors
    /// If the independent checker cannot replay the proof of a finding.
    pub fn row(&self, repaired: &Repaired, number: usize) -> Result<Row, Said> {
        let id = format!("{}#{number}", self.parsed.id);
        let words = self.difference(&repaired.version);
        let title = format!("{} {}", self.parsed.id, words.in_lang(Lang::Japanese));
        let rules = (self.profile, self.request.interpositions);
        row(self.parsed, id, &title, repaired, rules)
    }

    /// Returns what a version is, as it stands in its row.
    #[must_use]
    pub fn version(&self, version: &Version) -> VersionRow {
        VersionRow::new(&self.parsed.id, &self.parsed.problem, version)
    }

    /// Returns what a version is that is not sound.
    #[must_use]
    pub fn missed(&self, miss: &Miss) -> VersionRow {
        self.version(&miss.version).missed(miss)
    }
}
