//! The answer about a problem and its versions, for people.

use crate::answer::{findings_in_words, printable};
use crate::composition::Problem;
use crate::composition::repair::{Keep, Miss, Outcome, Repaired};
use crate::composition::rules::Grade;
use crate::composition::verdict::{Finding, Verdict};
use crate::judge::repair::VersionWriter;
use crate::notation::sfen;
use crate::report::folded;
use crate::report::{amount, diagram, rating_in_words, seconds};
use crate::search::StopReason;
use crate::shogi::Move;
use crate::vocabulary::Lang;
use std::time::Duration;

/// The verdict on a composition that needs no repair.
const SOUND_ALREADY: [&str; 2] = ["sound already", "もともと完全作"];

/// The width of a diagram with what stands beside it, in columns.
const DIAGRAM_COLUMNS: usize = 80;

/// The answer about one problem.
pub(super) struct Page<'a> {
    pub writer: VersionWriter<'a>,
    pub outcome: &'a Outcome,
    pub elapsed: Duration,
    pub lang: Lang,
    /// The columns at which sentences are wrapped; `None` outside a terminal.
    pub width: Option<usize>,
}

impl Page<'_> {
    /// Returns the whole answer. With `verbose` there is a diagram of every version.
    pub fn text(&self, verbose: bool) -> String {
        let outcome = self.outcome;
        let mut lines = vec![self.head()];
        if !self.is_sound_already() {
            let mut about = vec![self.summary()];
            if !self.extends() && outcome.found.is_empty() {
                about.extend(self.advice());
            }
            lines.extend(about.iter().map(|it| self.wrapped(it, "  ")));
        }
        for (repaired, number) in outcome.found.iter().zip(1..) {
            lines.push(String::new());
            let mut version_lines = self.version(repaired, number).into_iter();
            lines.extend(version_lines.next().map(|it| self.wrapped(&it, "     ")));
            lines.extend(version_lines);
            if number == 1 || verbose {
                let problem = self.writer.problem(&repaired.version);
                lines.push(String::new());
                let (setup, attacker) = (problem.setup(), problem.attacker());
                lines.extend(diagram(setup, attacker, DIAGRAM_COLUMNS, self.lang));
            }
        }
        if outcome.found.is_empty() && !outcome.misses.is_empty() {
            lines.push(String::new());
            lines.push(both!(self.lang, "nearest misses", "惜しい図"));
            lines.extend(outcome.misses.iter().flat_map(|it| self.miss(it)));
        }
        let text = lines.join("\n");
        // The frames of diagrams have escape codes for colours.
        anstream::adapter::strip_str(&text).to_string()
    }

    /// Returns one line for each version, or one line that says that there is none.
    pub fn brief_text(&self) -> String {
        let id = printable(&self.writer.parsed.id);
        let found = self.outcome.found.iter().zip(1..);
        let lines = found.map(|(repaired, number)| {
            let version = &repaired.version;
            let sfen = sfen::write(self.writer.problem(version).setup());
            let words = self.writer.difference(version);
            format!("{id}#{number}  {sfen}  {}", words.in_lang(self.lang))
        });
        let lines: Vec<_> = lines.collect();
        if !lines.is_empty() {
            lines.join("\n")
        } else if self.is_sound_already() {
            format!("{id}: {}", self.lang.of(SOUND_ALREADY))
        } else {
            format!("{id}: {}", self.summary())
        }
    }

    fn extends(&self) -> bool {
        self.writer.request.extends
    }

    /// Returns whether there was nothing to repair.
    fn is_sound_already(&self) -> bool {
        !self.extends() && self.outcome.verdict == Verdict::Sound
    }

    fn findings(&self, problem: &Problem, findings: &[Finding]) -> String {
        findings_in_words(problem, findings, self.writer.notation, self.lang)
    }

    fn line(&self, problem: &Problem, line: &[Move]) -> String {
        self.writer.notation.write(problem.setup(), line).join(" ")
    }

    /// Returns id, verdict, fatal findings and line of the original.
    fn head(&self) -> String {
        let (problem, outcome) = (&self.writer.parsed.problem, self.outcome);
        let profile = self.writer.request.profile;
        let mut fatal = outcome.original.findings.clone();
        fatal.retain(|it| profile.fails(it.severity));
        let fatal = self.findings(problem, &fatal);
        let id = printable(&self.writer.parsed.id);
        let verdict = self.lang.of(match outcome.verdict {
            Verdict::Sound if self.extends() => ["sound", "完全作"],
            Verdict::Sound => SOUND_ALREADY,
            Verdict::Unknown => [
                "itself undecided within the limits",
                "元の図が制限内では不明",
            ],
            verdict => [verdict.english(), verdict.term()],
        });
        let mut head = format!("{id}: {verdict}");
        if !fatal.is_empty() && outcome.verdict == Verdict::Flawed {
            head = format!("{head}: {fatal}");
        }
        if !outcome.line.is_empty() {
            let line = self.line(problem, &outcome.line);
            head = format!("{head}\n  {line}");
        }
        head
    }

    /// Wraps a sentence on a terminal. Lines after the first begin with `margin`.
    fn wrapped(&self, text: &str, margin: &str) -> String {
        match self.width {
            None => text.to_owned(),
            Some(width) => folded(text, width.saturating_sub(margin.len()))
                .replace('\n', &format!("\n{margin}")),
        }
    }

    /// Returns how many ideas were found, and how many versions if there are more versions than ideas.
    fn found_in_words(&self) -> String {
        let (found, lang) = (&self.outcome.found, self.lang);
        let ideas = found.iter().map(|it| it.idea).max().unwrap_or(0);
        let first_of_each = (1..=ideas).filter_map(|idea| found.iter().find(|it| it.idea == idea));
        let versions: usize = first_of_each.map(|it| 1 + it.like_it).sum();
        match (ideas, versions) {
            (0, _) => lang.of(["0 found", "0図を発見"]).to_owned(),
            (_, _) if ideas == versions => both!(lang, "{ideas} found", "{ideas}図を発見"),
            (1, _) => both!(
                lang,
                "1 idea in {versions} versions found",
                "1種の狙いで{versions}図を発見"
            ),
            _ => both!(
                lang,
                "{ideas} ideas in {versions} versions found",
                "{ideas}種の狙いで{versions}図を発見"
            ),
        }
    }

    /// Returns the numbers of versions found, looked at and left, with time and nodes.
    fn summary(&self) -> String {
        let (lang, outcome) = (self.lang, self.outcome);
        let tally = outcome.tally;
        let found = self.found_in_words();
        let looked_at = amount(tally.looked_at as u64, lang);
        let nodes = amount(outcome.nodes, lang);
        let time = seconds(self.elapsed, lang);
        let mut text = both!(
            lang,
            "{found} · {looked_at} versions looked at · {time} · {nodes} nodes",
            "{found}・{looked_at}図を検討・{time}・{nodes}ノード"
        );
        for (count, what) in [
            (
                tally.alike,
                ["with the same ideas not looked at", "同じ狙いで未検討"],
            ),
            (tally.left, ["more not looked at", "ほかに未検討"]),
            (
                tally.open,
                ["undecided within the limits", "制限内では不明"],
            ),
        ] {
            if count > 0 {
                let (count, what) = (amount(count as u64, lang), lang.of(what));
                text += &both!(lang, " · {count} {what}", "・{what}{count}図");
            }
        }
        if outcome.stopped == Some(StopReason::Interrupt) {
            text += lang.of([" · interrupted", "・中断"]);
        }
        text
    }

    /// Returns why no version was found, and advice on options.
    fn advice(&self) -> Vec<String> {
        let lang = self.lang;
        let (tally, keep) = (self.outcome.tally, self.writer.request.keep);
        let others = amount(tally.others as u64, lang);
        let flawed = amount(tally.flawed as u64, lang);
        let mut lines = Vec::new();
        if keep == Keep::Line {
            let mut text = both!(
                lang,
                "{others} versions have another solution; {flawed} keep the solution and are flawed",
                "作意が成立しない図 {others}、作意は成立するが不完全な図 {flawed}"
            );
            if tally.blemished > 0 {
                let blemished = amount(tally.blemished as u64, lang);
                text += &both!(
                    lang,
                    ", {blemished} keep it and are blemished",
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
        let edits = self.writer.request.edits;
        if edits < 3 {
            let more = edits + 1;
            lines.push(both!(
                lang,
                "looks at more changes at once: --edits {more}",
                "{more}か所を同時に変えるには --edits {more}"
            ));
        }
        lines
    }

    /// Returns the lines about a version: the change with the verdict, SFEN, line, rating, idea and findings.
    fn version(&self, repaired: &Repaired, number: usize) -> Vec<String> {
        let lang = self.lang;
        let words = self.writer.difference(&repaired.version);
        let (english, japanese) = (words.in_lang(Lang::English), words.in_lang(Lang::Japanese));
        let words = match lang {
            Lang::English if english != japanese => format!("{japanese}   {english}"),
            _ => japanese.to_owned(),
        };
        let verdict = lang.of(match repaired.verdict {
            Verdict::Blemished => ["△ 完全作（キズあり） blemished", "△ 完全作（キズあり）"],
            _ => ["○ 完全作 sound", "○ 完全作"],
        });
        let problem = self.writer.problem(&repaired.version);
        let mut lines = vec![
            format!("{number:>3}  {words}   {verdict}"),
            format!("     {}", sfen::write(problem.setup())),
        ];
        if !repaired.version.before.is_empty() || self.writer.request.keep != Keep::Line {
            lines.push(format!("     {}", self.line(&problem, &repaired.line)));
        }
        if let Some(rating) = &repaired.judgement.rating {
            lines.push(format!("     {}", rating_in_words(rating, lang)));
        }
        if repaired.like_it > 0 {
            let like_it = repaired.like_it;
            lines.push(if self.writer.request.all {
                let idea = repaired.idea;
                both!(lang, "     idea {idea}", "     狙い{idea}")
            } else {
                let s = if like_it == 1 { "" } else { "s" };
                both!(
                    lang,
                    "     {like_it} more version{s} of the same idea",
                    "     同じ狙いの図がほかに{like_it}"
                )
            });
        }
        let profile = self.writer.request.profile;
        let mut remaining = repaired.judgement.findings.clone();
        remaining.retain(|it| profile.grade(it.severity) >= Grade::Minor);
        if !remaining.is_empty() {
            lines.push(format!("     {}", self.findings(&problem, &remaining)));
        }
        lines
    }

    /// Returns the lines about a version that is not quite sound.
    fn miss(&self, miss: &Miss) -> Vec<String> {
        let lang = self.lang;
        let words = self.writer.difference(&miss.version);
        let problem = self.writer.problem(&miss.version);
        let mut lines = vec![format!("  {}", words.in_lang(Lang::Japanese))];
        if lang == Lang::English {
            lines[0] = format!("{}   {}", lines[0], words.in_lang(Lang::English));
        }
        let original = &self.writer.parsed.problem;
        for (what, problem, findings) in [
            (["removes", "消える"], original, &miss.removed),
            (["makes", "生じる"], &problem, &miss.made),
            (["leaves", "残る"], &problem, &miss.left),
        ] {
            if !findings.is_empty() {
                let found = self.findings(problem, findings);
                lines.push(format!("     {}: {found}", lang.of(what)));
            }
        }
        lines
    }
}
