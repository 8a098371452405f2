//! `PostSearch=check`: the judgement of a composition as output of the engine.

use super::engine::failed;
use super::go_search::{Found, GoSearch, InfoReporter, MateAnswer};
use crate::answer::{Finding, Member, Row};
use crate::composition::event::Listener;
use crate::composition::verdict::Kind;
use crate::judge::{Certifier, JudgeContext, ParsedProblem, Question, Task, ask};
use crate::notation::usi;
use crate::report::term_named;
use crate::said::Said;
use crate::search::{Answer, Exactness, Limits, Progress, Solver, Stats, StopReason};
use crate::shogi::{Move, Setup};
use crate::vocabulary::Lang;
use crate::vocabulary::{Grade, Limit, Verdict};

impl GoSearch {
    /// Answers a question about the position, as the command line does.
    pub(super) fn ask(
        &self,
        solver: &mut Solver,
        task: Task,
        limits: Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Row {
        let mut parsed = ParsedProblem::new("position", self.problem.clone());
        parsed.goal = self.options.goal;
        let question = &Question {
            task,
            goal: Some(self.options.goal),
            interpositions: self.options.interpositions,
            within: self.depth,
            limits,
            stats: true,
            ..Question::default()
        };
        let context = &mut JudgeContext {
            solver,
            question,
            observer,
            listener: Listener::default(),
        };
        match ask(context, &parsed, &mut Certifier::default()) {
            Ok((row, _)) => row,
            Err(error) => unreachable!("nothing is written: {error}"),
        }
    }

    /// Judges the composition, as `tsume check` does.
    pub(super) fn check(&self, solver: &mut Solver, signs: &mut InfoReporter<'_>) -> Found {
        let limits = self.limits(signs.before);
        let row = self.ask(solver, Task::Check, limits, &mut |it| signs.hear(it));
        if !row.is_judged() {
            let error = row.error.map(|error| error.message);
            signs.tell(&error.unwrap_or_else(|| failed("")));
            return Found::Unknown(self.any_reply());
        }
        let known = MateAnswer::of_row(&row);
        let found = self.report(signs, &known, None);
        self.tell_judgement(signs, &row);
        if matches!(found, Found::Mate(_)) {
            let stats = signs.in_all(known.stats);
            let singly = row.singly();
            let lines = singly.iter().filter_map(|(found, it)| shown(found, it));
            for (at, (line, plies)) in lines.enumerate().take(self.options.multi_pv - 1) {
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

impl MateAnswer {
    /// Returns the answer that a judged row has.
    fn of_row(row: &Row) -> Self {
        let stopped = row.limit.and_then(Limit::stop_reason);
        let mate = |plies, exactness| Answer::Mate { plies, exactness };
        let line = moves(&row.solution);
        Self {
            answer: match (row.plies, row.plies_at_most) {
                (Some(plies), _) => mate(plies, Exactness::Shortest),
                (None, Some(plies)) => mate(plies, Exactness::AtMost(stopped)),
                (None, None) if row.verdict == Verdict::NoMate => Answer::NoMate,
                (None, None) => Answer::Unknown(stopped.unwrap_or(StopReason::Nodes)),
            },
            leftover: row.hand_left(),
            line: row.leftover.is_some().then_some(line),
            strict: row.plies_strict,
            strict_line: moves(&row.unwritten.strict_line),
            stats: stats(row),
        }
    }
}

/// Returns the statistics of an answer.
pub(super) fn stats(row: &Row) -> Stats {
    let known = row.stats.as_ref();
    Stats {
        nodes: row.nodes,
        depth: known.map_or(0, |it| it.depth),
        hashfull: known.map_or(0, |it| it.hashfull),
        ..Stats::default()
    }
}

/// Returns moves of a row, as far as they can be read.
pub(super) fn moves(words: &[String]) -> Vec<Move> {
    let moves = words.iter().map_while(|it| usi::parse_move(it).ok());
    moves.collect()
}

/// Returns the whole line of a finding from the start, and the length of the mate it shows. A grey
/// interposition (無駄合の解釈) shows none: the line is a mate only if that were futile. Neither does a detour,
/// whose line ends where it is back in the solution.
fn shown(finding: &Finding, it: &Member) -> Option<(Vec<Move>, u32)> {
    let shows_none = finding.grade == Some(Grade::Remark)
        || finding.back_at.is_some()
        || finding.kind == Kind::GreyInterposition.key()
        || it.line.is_empty();
    let plies = finding.plies.or(finding.plies_at_most)?;
    (!shows_none).then(|| (moves(&[&it.before[..], &it.line[..]].concat()), plies))
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
    let note = |lang| {
        finding
            .note
            .written(lang, super::notation(lang), lines.setup)
    };
    let [note, japanese] = [note(Lang::English), note(Lang::Japanese)];
    let Some(ply) = finding.ply else {
        return Said::new(note, japanese);
    };
    if finding.is_of_the_whole() {
        let term = |lang| term_named(&finding.kind, lang);
        let [term, name] = [term(Lang::English), term(Lang::Japanese)];
        return both!("{term}: {note}", "{name}：{japanese}");
    }
    let after = lines.written(1, &[], &finding.after);
    let line = lines.written(ply, &finding.after, &finding.line);
    let length = match (finding.plies, finding.plies_at_most) {
        (Some(plies), _) => Some((plies, ["", ""])),
        (None, Some(plies)) => Some((plies, ["at most ", "以内"])),
        (None, None) => None,
    };
    let kind = Kind::from_word(&finding.kind).map_or("", Kind::english);
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
