//! `PostSearch=check`: the judgement of a composition as output of the engine.

use super::engine::failed;
use super::go_search::{Found, GoSearch, InfoReporter};
use crate::composition::rules::{Profile, Severity};
use crate::composition::verdict::{self, Kind, Length};
use crate::judge::{Certifier, Checks, JudgeContext, ParsedProblem, Question, Task, ask};
use crate::notation::usi;
use crate::report::{Entry, Finding, Lang, Row, Said, Verdict, term_named};
use crate::search::{Limits, Progress, Solver};
use crate::shogi::{Move, Position, Setup};
use crate::vocabulary::Grade;

pub(super) const CHECKS: Checks = Checks {
    profile: Profile::Standard,
    nodes_per_alternative: None,
    idle_pieces: false,
    attributes: false,
    variations: 0,
};

impl GoSearch {
    /// Answers a question about the position.
    pub(super) fn ask(
        &self,
        solver: &mut Solver,
        question: Question<'_>,
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Entry {
        let mut parsed = ParsedProblem::new("position", self.problem.clone());
        parsed.goal = self.options.goal;
        let context = &mut JudgeContext {
            solver,
            limits,
            interpositions: self.options.interpositions,
            stats: false,
            observer,
        };
        match ask(context, &parsed, question, &mut Certifier::default()) {
            Ok((entry, _)) => entry,
            Err(error) => unreachable!("nothing is written: {error}"),
        }
    }

    /// Judges the composition, as `tsume check` does.
    pub(super) fn check(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let question = Task::Check(CHECKS).into();
        let limits = self.limits(signs.before);
        let entry = self.ask(solver, question, &limits, &mut |it| signs.hear(it));
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
        self.tell_judgement(signs, &entry.row);
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

    /// Tells the verdict of a judgement, its findings, and what is open.
    pub(super) fn tell_judgement(&self, signs: &InfoReporter<'_>, row: &Row) {
        signs.tell(&in_words(row));
        let minor = row.notes.iter();
        let minor: Vec<_> = minor
            .filter(|it| it.grade == Some(Grade::Minor))
            .cloned()
            .collect();
        let lines = Lines {
            setup: self.problem.setup(),
            main: &row.solution,
        };
        for (word, findings) in [
            (["defect: ", "不完全の理由："], &row.defects),
            (["blemish: ", "キズ："], &row.blemishes),
            (["minor: ", "軽微："], &minor),
        ] {
            for finding in findings {
                let sentence = sentence(finding, &lines);
                signs.tell(&sentence.map(|lang, text| lang.of(word).to_owned() + &text));
            }
        }
        for open in row.unresolved.iter().flatten() {
            signs.tell(&match (open.ply, &open.mv) {
                (Some(ply), Some(mv)) => {
                    let [english, japanese] =
                        lines.written(ply, &open.after, std::slice::from_ref(mv));
                    both!("open: ply {ply} {english}", "未検討：{ply}手目 {japanese}")
                }
                _ => match open.question_in_words(&self.problem) {
                    Some(said) => said.map(|lang, text| both!(lang, "open: ", "未検討：") + &text),
                    None => continue,
                },
            });
        }
    }
}

/// The diagram and the main line, from which the lines of findings go on.
struct Lines<'a> {
    setup: &'a Setup,
    main: &'a [String],
}

impl Lines<'_> {
    /// Returns the moves of a finding at a ply, in the notation of each language. `after` are the moves before
    /// it, if it does not leave the main line.
    fn written(&self, ply: usize, after: &[String], line: &[String]) -> [String; 2] {
        let main = self.main.get(..ply.saturating_sub(1)).unwrap_or_default();
        let before = if after.is_empty() { main } else { after };
        [Lang::English, Lang::Japanese].map(|lang| {
            let whole = before.iter().chain(line);
            let whole: Vec<Move> = whole.map_while(|it| usi::parse_move(it).ok()).collect();
            let written = super::notation(lang).write(self.setup, &whole);
            written.get(before.len()..).unwrap_or_default().join(" ")
        })
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
        Verdict::Sound => both!("sound", "完全作"),
        Verdict::Blemished => both!("sound, with a blemish", "完全作（キズあり）"),
        Verdict::Flawed => both!("flawed", "不完全作"),
        Verdict::NoMate => both!("no mate", "不詰"),
        Verdict::NoBrinkmate => both!("no brinkmate", "必至なし"),
        _ => both!(
            "soundness was not decided within the limits",
            "制限のため、完全作かどうかは不明"
        ),
    }
}

/// Returns a finding in one line: its place, its kind, and the moves that prove it.
fn sentence(finding: &Finding, lines: &Lines<'_>) -> Said {
    let Some(ply) = finding.ply else {
        return finding.note.clone();
    };
    if finding.is_of_the_whole() {
        return finding.note.clone().map(|lang, note| {
            let term = term_named(&finding.kind, lang);
            both!(lang, "{term}: {note}", "{term}：{note}")
        });
    }
    let after = lines.written(1, &[], &finding.after);
    let line = lines.written(ply, &finding.after, &finding.line);
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
    if !finding.after.is_empty() {
        english.push(format!(" after {}", after[0]));
        japanese.push(format!("（{} の後）", after[1]));
    }
    if let Some((plies, [at_most, within])) = length {
        let [goal, term] = if finding.kind == Kind::ExtraBrinkmate.key() {
            ["brinkmate", "必至"]
        } else {
            ["mate", "詰み"]
        };
        english.push(format!(", {goal} in {at_most}{plies} from the start"));
        japanese.push(format!("、初形から{plies}手{within}で{term}"));
    }
    if !finding.line.is_empty() {
        english.push(format!(": {}", line[0]));
        japanese.push(format!("：{}", line[1]));
    }
    Said::new(english.concat(), japanese.concat())
}
