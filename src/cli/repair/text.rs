//! The answer about a problem and its versions, for people.

use super::rows::VersionWriter;
use crate::cli::lang::{said, spoken};
use crate::composition::Problem;
use crate::composition::repair::{Keep, Miss, Outcome, Repaired};
use crate::composition::rules::Grade;
use crate::composition::verdict::Verdict;
use crate::judge::repair::problem_of;
use crate::notation::western::{self, Ranks};
use crate::notation::{japanese, sfen, usi};
use crate::report::{Lang, Notation, amount, diagram, findings_in_words, printable, seconds};
use crate::search::StopReason;
use crate::shogi::Move;
use std::time::Duration;

/// The columns of a page of text.
const PAGE: usize = 80;

impl VersionWriter<'_> {
    /// Returns the whole answer about a problem.
    pub fn text(
        &self,
        outcome: &Outcome,
        (extends, quiet, verbose): (bool, bool, bool),
        elapsed: Duration,
    ) -> String {
        let lang = self.lang;
        if quiet {
            return self.briefly(outcome, (extends, elapsed));
        }
        let mut lines = vec![self.head(outcome, extends)];
        let count = outcome.found.len();
        if extends || outcome.verdict != Verdict::Sound {
            lines.push(self.summary(outcome, elapsed));
        }
        if !extends && count == 0 && outcome.verdict != Verdict::Sound {
            lines.extend(self.why_nothing(outcome));
        }
        for (repaired, number) in outcome.found.iter().zip(1..) {
            lines.push(String::new());
            lines.extend(self.version(repaired, number));
            if number == 1 || verbose {
                let problem = problem_of(&self.parsed.problem, &repaired.version);
                lines.push(String::new());
                lines.extend(diagram(problem.setup(), problem.attacker(), PAGE, lang));
            }
        }
        if count == 0 && !outcome.misses.is_empty() {
            lines.push(String::new());
            lines.push(both!(spoken(), "nearest misses", "惜しい図"));
            lines.extend(outcome.misses.iter().flat_map(|it| self.miss(it)));
        }
        let text = lines.join("\n");
        // Frames have marks for colours.
        anstream::adapter::strip_str(&text).to_string()
    }

    /// Returns one line for each version, or one that says that there is none.
    fn briefly(&self, outcome: &Outcome, (extends, elapsed): (bool, Duration)) -> String {
        let id = printable(&self.parsed.id);
        let lines = outcome.found.iter().zip(1..).map(|(repaired, number)| {
            let version = &repaired.version;
            let problem = problem_of(&self.parsed.problem, version);
            let sfen = sfen::write(problem.setup());
            let words = self.difference(version);
            format!("{id}#{number}  {sfen}  {}", words.in_lang(self.lang))
        });
        let lines: Vec<_> = lines.collect();
        if !lines.is_empty() {
            return lines.join("\n");
        }
        if !extends && outcome.verdict == Verdict::Sound {
            return format!("{id}: {}", said(["sound already", "もともと完全作"]));
        }
        format!("{id}: {}", self.summary(outcome, elapsed))
    }

    /// Returns what is the matter with the original.
    fn head(&self, outcome: &Outcome, extends: bool) -> String {
        let problem = &self.parsed.problem;
        let fatal: Vec<_> = (outcome.original.findings.iter())
            .filter(|it| self.profile.fails(it.severity))
            .cloned()
            .collect();
        let found = findings_in_words(problem, &fatal, self.notation, self.lang);
        let id = printable(&self.parsed.id);
        let verdict = said(match outcome.verdict {
            Verdict::Sound if extends => ["sound", "完全作"],
            Verdict::Sound => ["sound already", "もともと完全作"],
            Verdict::Blemished => ["blemished", "完全作（キズあり）"],
            Verdict::Flawed => ["flawed", "不完全作"],
            Verdict::NoMate => ["no mate", "不詰"],
            Verdict::Unknown => [
                "itself undecided within the limits",
                "元の図が制限内では不明",
            ],
        });
        let mut head = format!("{id}: {verdict}");
        if !found.is_empty() && outcome.verdict == Verdict::Flawed {
            head = format!("{head}: {found}");
        }
        if !outcome.line.is_empty() {
            let line = self.line_in_words(problem, &outcome.line);
            head = format!("{head}\n  {line}");
        }
        head
    }

    fn line_in_words(&self, problem: &Problem, line: &[Move]) -> String {
        let setup = problem.setup();
        match self.notation {
            Notation::Usi => usi::write_line(line),
            Notation::Western => western::write_line(setup, line, Ranks::Letters).join(" "),
            Notation::Japanese => japanese::write_line(setup, line).join(" "),
        }
    }

    fn summary(&self, outcome: &Outcome, elapsed: Duration) -> String {
        let lang = self.lang;
        let tally = outcome.tally;
        let found = outcome.found.len();
        let looked = amount(tally.looked_at as u64, lang);
        let nodes = amount(outcome.nodes, lang);
        let time = seconds(elapsed, lang);
        let mut text = both!(
            lang,
            "{found} found · {looked} versions looked at · {time} · {nodes} nodes",
            "{found}図を発見・{looked}図を検討・{time}・{nodes}ノード"
        );
        if tally.open > 0 {
            let open = amount(tally.open as u64, lang);
            text += &both!(
                lang,
                " · {open} undecided within the limits",
                "・{open}図は制限内では不明"
            );
        }
        if outcome.stopped == Some(StopReason::Interrupt) {
            text += lang.of([" · interrupted", "・中断"]);
        }
        text
    }

    /// Returns what became of the versions if none was found, and what else can be asked for.
    fn why_nothing(&self, outcome: &Outcome) -> Vec<String> {
        let lang = self.lang;
        let (tally, keep) = (outcome.tally, self.request.keep);
        let others = amount(tally.others as u64, lang);
        let flawed = amount(tally.flawed as u64, lang);
        let mut lines = Vec::new();
        if keep == Keep::Line {
            let mut text = both!(
                lang,
                "the line does not stay in {others}, it stays in {flawed} that are flawed",
                "作意が成立しない図 {others}、作意は成立するが不完全な図 {flawed}"
            );
            if tally.blemished > 0 {
                let blemished = amount(tally.blemished as u64, lang);
                text += &both!(
                    lang,
                    " and in {blemished} that are blemished",
                    "、キズの残る図 {blemished}"
                );
            }
            lines.push(text);
        }
        if tally.open > 0 {
            let advice = [
                "decides more: a larger --time, or --squares and --allow for where and how to change",
                "さらに調べるには --time を長く、または --squares・--allow で変える場所と方法を限定",
            ];
            lines.push(lang.of(advice).to_owned());
        } else if keep == Keep::Line && tally.flawed + tally.blemished == 0 {
            let advice = [
                "looks for other lines as long: --keep length",
                "同じ手数の別の手順も探すには --keep length",
            ];
            lines.push(lang.of(advice).to_owned());
        }
        lines
    }

    fn version(&self, repaired: &Repaired, number: usize) -> Vec<String> {
        let lang = self.lang;
        let words = self.difference(&repaired.version);
        let (english, japanese) = (words.in_lang(Lang::English), words.in_lang(Lang::Japanese));
        let words = match lang {
            Lang::English if english != japanese => format!("{japanese}   {english}"),
            _ => japanese.to_owned(),
        };
        let verdict = lang.of(match repaired.verdict {
            Verdict::Blemished => ["△ 完全作（キズあり） blemished", "△ 完全作（キズあり）"],
            _ => ["○ 完全作 sound", "○ 完全作"],
        });
        let problem = problem_of(&self.parsed.problem, &repaired.version);
        let mut lines = vec![
            format!("{number:>3}  {words}   {verdict}"),
            format!("     {}", sfen::write(problem.setup())),
        ];
        if !repaired.version.before.is_empty() || self.request.keep != Keep::Line {
            lines.push(format!(
                "     {}",
                self.line_in_words(&problem, &repaired.line)
            ));
        }
        let remain: Vec<_> = (repaired.judgement.findings.iter())
            .filter(|it| self.profile.grade(it.severity) >= Grade::Minor)
            .cloned()
            .collect();
        if !remain.is_empty() {
            let found = findings_in_words(&problem, &remain, self.notation, lang);
            lines.push(format!("     {found}"));
        }
        lines
    }

    fn miss(&self, miss: &Miss) -> Vec<String> {
        let lang = self.lang;
        let words = self.difference(&miss.version);
        let problem = problem_of(&self.parsed.problem, &miss.version);
        let told = |problem: &Problem, findings: &[_]| {
            findings_in_words(problem, findings, self.notation, lang)
        };
        let mut lines = vec![format!("  {}", words.in_lang(Lang::Japanese))];
        if lang == Lang::English {
            lines[0] = format!("{}   {}", lines[0], words.in_lang(Lang::English));
        }
        let original = &self.parsed.problem;
        for (what, problem, findings) in [
            (["removes", "消える"], original, &miss.removed),
            (["makes", "生じる"], &problem, &miss.made),
            (["leaves", "残る"], &problem, &miss.left),
        ] {
            if !findings.is_empty() {
                lines.push(format!(
                    "     {}: {}",
                    lang.of(what),
                    told(problem, findings)
                ));
            }
        }
        lines
    }
}
