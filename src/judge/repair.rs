//! Repairs or extends a problem, and makes a row of every version found.

use super::evidence::confirm_lines;
use super::parsed::ParsedProblem;
use crate::answer::{Finding, RepairRow, Row, VersionRow, difference};
use crate::composition::repair::{CannotRepair, Event, Keep, Miss, Outcome, Repaired, Request};
use crate::composition::repair::{Version, repair};
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::notation::record::{Record, headers};
use crate::notation::{sfen, usi};
use crate::said::Said;
use crate::search::{Limits, Solver};
use crate::vocabulary::{Lang, Notation, Verdict};
use std::time::Duration;

says! {
    proof_fails(reason): "the proof of a finding fails ({reason}): please report this",
        "指摘の証明が成り立たない（{reason}）：報告してほしい";
}

/// Returns the reason why a problem cannot be repaired or extended, in words.
#[must_use]
pub fn in_words(why: CannotRepair) -> Said {
    translated! { why, why.to_string();
        CannotRepair::OtherGoal(goal) => "目的は{}：修正と逆算は詰将棋だけにできる", goal.term();
        CannotRepair::DefenderToMove => "玉方の手番になっている：作品は攻方の手から始まる";
        CannotRepair::LineBreaksOff => "作意が読めない手か指せない手で途切れていて、残すべき手順が分からない";
        CannotRepair::NoLine | CannotRepair::NoMate => "残すべき手順がない";
        CannotRepair::Undecided(_) => "残すべき手順が分かる前に制限に達した";
        CannotRepair::OtherLength { stated, found } =>
            "作意は{stated}手とあるが手順がなく、最善手順は{found}手で詰む";
    }
}

/// Repairs a problem, or puts two moves before it.
///
/// The line to keep is the author's, even if it cannot be played on the board as it is.
///
/// # Errors
/// If the problem can be neither repaired nor extended.
pub fn find_versions(
    solvers: &mut [Solver],
    parsed: &ParsedProblem,
    request: &Request,
    limits: &Limits,
    observer: &(dyn Fn(&Event<'_>) + Sync),
) -> Result<Outcome, CannotRepair> {
    if parsed.goal != Goal::Mate {
        return Err(CannotRepair::OtherGoal(parsed.goal));
    }
    if parsed.record.broken.is_some() && !request.extends && request.keep != Keep::Mate {
        return Err(CannotRepair::LineBreaksOff);
    }
    let (author, _) = parsed.author();
    let recorded = &parsed.record.moves;
    let line = if recorded.is_empty() {
        &author.line
    } else {
        recorded
    };
    let request = Request {
        line: line.clone(),
        ..request.clone()
    };
    repair(
        solvers,
        &parsed.problem,
        &author,
        &request,
        limits,
        observer,
    )
}

/// Makes the rows of the versions of one problem.
#[derive(Clone, Copy, Debug)]
pub struct VersionWriter<'a> {
    /// The problem.
    pub parsed: &'a ParsedProblem,
    /// The question.
    pub request: &'a Request,
    /// The notation of moves in words.
    pub notation: Notation,
}

impl VersionWriter<'_> {
    /// Returns a version as a problem.
    ///
    /// # Panics
    /// Never: a version is a legal diagram.
    #[must_use]
    pub fn problem(&self, version: &Version) -> Problem {
        let attacker = AttackerRule::of(self.parsed.problem.attacker());
        Problem::new(version.setup.clone(), attacker, DefenderHandRule::Given)
            .expect("a version is a legal diagram")
    }

    /// Returns the changes in words.
    #[must_use]
    pub fn difference(&self, version: &Version) -> Said {
        let changed = self.problem(version);
        difference(
            &self.parsed.problem,
            version,
            self.notation,
            changed.setup(),
        )
    }

    /// Returns the row of a version, without the strict length. The id ends with `number`.
    ///
    /// # Errors
    /// If the independent checker cannot replay the proof of a finding.
    pub fn row(&self, repaired: &Repaired, number: usize) -> Result<RepairRow, Said> {
        let problem = self.problem(&repaired.version);
        let interpositions = self.request.interpositions;
        let mut judgement = repaired.judgement.clone();
        judgement.findings.sort_by_key(|finding| {
            let worst_first = std::cmp::Reverse(finding.severity);
            let kind = (finding.kind, finding.in_equal_variation);
            (worst_first, kind, finding.ply())
        });
        if let Some(reason) = confirm_lines(&problem, &mut judgement, interpositions).first() {
            return Err(proof_fails(&**reason));
        }
        let composed = &judgement.composed;
        let original = &self.parsed.id;
        let sfen = sfen::write(problem.setup());
        let id = format!("{original}#{number}");
        let mut row = Row::of_composed(id, sfen, composed);
        row.add_search(composed.strict.stats, Duration::ZERO, interpositions);
        let leftover = composed.reading.as_ref().map(|it| it.leftover);
        row.set_solution(
            usi::write_moves(&repaired.line),
            leftover.map(sfen::write_hand),
        );
        row.notes = problem.notes().iter().map(Finding::from).collect();
        // A version keeps the origin of its original, but not the original's row of a table.
        row.set_origin(&self.parsed.origin);
        row.own = None;
        row.judge(&problem, &judgement, self.request.profile, interpositions);
        let difference = self.difference(&repaired.version);
        let others = match repaired.like_it {
            0 => String::new(),
            _ if self.request.all => String::new(),
            others => format!("（ほか{others}図）"),
        };
        let title = format!("{original} {}{others}", difference.in_lang(Lang::Japanese));
        let mut record = Record::new(problem.setup().clone());
        record.headers.push((headers::TITLE.to_owned(), title));
        row.unwritten.problem = Some(Box::new(problem));
        row.unwritten.source = Some(Box::new(record));
        row.rating.clone_from(&judgement.rating);
        let mut version = VersionRow::new(original, &self.parsed.problem, &repaired.version, None);
        (version.idea, version.like_it) = (Some(repaired.idea), Some(repaired.like_it));
        Ok(RepairRow { row, version })
    }

    /// Returns the row of a version that is not sound.
    #[must_use]
    pub fn row_of_miss(&self, miss: &Miss) -> RepairRow {
        let original = &self.parsed.id;
        let difference = self.difference(&miss.version);
        let id = format!("{original} {}", difference.in_lang(Lang::English));
        let sfen = sfen::write(self.problem(&miss.version).setup());
        let mut row = Row::about(id, sfen);
        row.verdict = Verdict::Flawed;
        let version = VersionRow::new(original, &self.parsed.problem, &miss.version, Some(miss));
        RepairRow { row, version }
    }
}
