//! `PostSearch=check`: the judgement of a composition as output of the engine.

use super::engine::failed;
use super::go_search::{Found, GoSearch, InfoReporter};
use crate::composition::Questions;
use crate::composition::rules::{Profile, Severity};
use crate::composition::verdict::{self, Length};
use crate::judge::{Checks, JudgeContext, ParsedProblem, composition};
use crate::report::{Finding, Lang, Row, RowGrade, Said, Verdict, term_named};
use crate::search::{Progress, Solver};
use crate::shogi::{Move, Position};

const CHECKS: Checks = Checks {
    profile: Profile::Standard,
    nodes_per_alternative: None,
    idle_pieces: false,
    attributes: false,
    variations: 0,
};

impl GoSearch {
    /// Judges the composition, as `tsume check` does.
    pub(super) fn check(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let parsed = ParsedProblem::new("position", self.problem.clone());
        let limits = self.limits(signs.before);
        let (entry, _) = composition::entry(
            &mut JudgeContext {
                solver,
                limits: &limits,
                interpositions: self.options.interpositions,
                stats: false,
                observer: &mut |progress: &Progress| signs.hear(progress),
            },
            &parsed,
            CHECKS,
            Questions::default(),
        );
        let position = Position::new(self.problem.normalised());
        let Some((judgement, _)) = &entry.judgement else {
            let error = entry.row.error.map(|error| error.message);
            signs.tell(&error.unwrap_or_else(|| failed("")));
            return Found::Unknown(self.any_reply(&position));
        };
        let is_no_mate = |it: &&verdict::Finding| it.kind == verdict::Kind::NoMate;
        let refutation = judgement.findings.iter().find(is_no_mate);
        // At the attacker's turn the line begins with a check that fails.
        let escape = refutation
            .filter(|_| !self.problem.attacker_to_move())
            .and_then(|it| it.line.first().copied());
        let found = self.report(signs, &position, &judgement.composed, escape);
        signs.tell(&in_words(&entry.row));
        let minor = entry.row.notes.iter();
        let minor: Vec<_> = minor
            .filter(|it| it.grade == Some(RowGrade::Minor))
            .cloned()
            .collect();
        for (word, findings) in [
            (["defect: ", "不完全の理由："], &entry.row.defects),
            (["blemish: ", "キズ："], &entry.row.blemishes),
            (["minor: ", "軽微："], &minor),
        ] {
            for finding in findings {
                signs.tell(&sentence(finding).map(|lang, text| lang.of(word).to_owned() + &text));
            }
        }
        for open in entry.row.unresolved.iter().flatten() {
            signs.tell(&match (open.ply, &open.mv) {
                (Some(ply), Some(mv)) => Said::new(
                    format!("open: ply {ply} {mv}"),
                    format!("未検討：{ply}手目 {mv}"),
                ),
                _ => match open.question_in_words(&self.problem) {
                    Some(said) => {
                        said.map(|lang, text| lang.of(["open: ", "未検討："]).to_owned() + &text)
                    }
                    None => continue,
                },
            });
        }
        if matches!(found, Found::Mate(_)) {
            // The line of a detour ends where it is back in the solution, not in the mate.
            let grave = |it: &&verdict::Finding| it.severity > Severity::Info && it.back.is_none();
            let stats = signs.in_all(judgement.composed.strict.stats);
            let lines = judgement.findings.iter().filter(grave).filter_map(shown);
            for (at, (line, plies)) in lines.enumerate().take(self.options.multi_pv - 1) {
                let line = self.given(&line);
                signs.say(&self.info(stats, Some(at + 2), Some(plies), &line));
            }
        }
        found
    }
}

/// Returns the whole line of a finding from the start, and the length of the mate it shows. A grey
/// interposition (無駄合の解釈) shows none: the line is a mate only if that were futile.
fn shown(finding: &verdict::Finding) -> Option<(Vec<Move>, u32)> {
    if finding.kind == verdict::Kind::GreyInterposition {
        return None;
    }
    let (Length::Exactly(plies) | Length::AtMost(plies)) = finding.length?;
    let line = finding.before.iter().chain(&finding.line);
    (!finding.line.is_empty()).then(|| (line.copied().collect(), plies))
}

fn in_words(row: &Row) -> Said {
    match row.verdict {
        Verdict::Sound => Said::new("sound", "完全作"),
        Verdict::Blemished => Said::new("sound, with a blemish", "完全作（キズあり）"),
        Verdict::Flawed => Said::new("flawed", "不完全作"),
        Verdict::NoMate => Said::new("no mate", "不詰"),
        _ => Said::new(
            "soundness was not decided within the limits",
            "制限のため、完全作かどうかは不明",
        ),
    }
}

/// Returns a finding in one line: its place, its kind, and the moves that prove it.
fn sentence(finding: &Finding) -> Said {
    let Some(ply) = finding.ply else {
        return finding.note.clone();
    };
    if finding.is_of_the_whole() {
        return finding.note.clone().map(|lang, note| {
            let term = term_named(&finding.kind, lang);
            lang.of([format!("{term}: {note}"), format!("{term}：{note}")])
        });
    }
    let (after, line) = (finding.after.join(" "), finding.line.join(" "));
    let length = match (finding.plies, finding.plies_at_most) {
        (Some(plies), _) => Some((plies, ["", ""])),
        (None, Some(plies)) => Some((plies, ["at most ", "以内"])),
        (None, None) => None,
    };
    let kind = finding.kind.replace('_', " ");
    let mut english = vec![format!("{kind} at ply {ply}")];
    let mut japanese = vec![format!(
        "{ply}手目 {}",
        term_named(&finding.kind, Lang::Japanese)
    )];
    if !after.is_empty() {
        english.push(format!(" after {after}"));
        japanese.push(format!("（{after} の後）"));
    }
    if let Some((plies, [at_most, within])) = length {
        english.push(format!(", mate in {at_most}{plies} from the start"));
        japanese.push(format!("、初形から{plies}手{within}で詰み"));
    }
    if !line.is_empty() {
        english.push(format!(": {line}"));
        japanese.push(format!("：{line}"));
    }
    Said::new(english.concat(), japanese.concat())
}
