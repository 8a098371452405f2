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

/// The columns of a page of text.
const PAGE: usize = 80;

/// The versions found of one problem.
pub(super) struct Page<'a> {
    pub writer: VersionWriter<'a>,
    pub outcome: &'a Outcome,
    pub elapsed: Duration,
    pub lang: Lang,
    /// The width at which sentences are wrapped.
    pub width: Option<usize>,
}

impl Page<'_> {
    /// Returns the whole answer. With `verbose` there is a diagram of every version.
    pub fn text(&self, verbose: bool) -> String {
        let outcome = self.outcome;
        let mut lines = vec![self.head()];
        if !self.is_done() {
            let mut about = vec![self.summary()];
            if !self.extends() && outcome.found.is_empty() {
                about.extend(self.why_nothing());
            }
            lines.extend(about.iter().map(|it| self.wrapped(it, "  ")));
        }
        for (repaired, number) in outcome.found.iter().zip(1..) {
            lines.push(String::new());
            let mut version = self.version(repaired, number).into_iter();
            lines.extend(version.next().map(|it| self.wrapped(&it, "     ")));
            lines.extend(version);
            if number == 1 || verbose {
                let problem = self.writer.problem(&repaired.version);
                lines.push(String::new());
                let (setup, attacker) = (problem.setup(), problem.attacker());
                lines.extend(diagram(setup, attacker, PAGE, self.lang));
            }
        }
        if outcome.found.is_empty() && !outcome.misses.is_empty() {
            lines.push(String::new());
            lines.push(both!(self.lang, "nearest misses", "惜しい図"));
            lines.extend(outcome.misses.iter().flat_map(|it| self.miss(it)));
        }
        let text = lines.join("\n");
        // Frames have marks for colours.
        anstream::adapter::strip_str(&text).to_string()
    }

    /// Returns one line for each version, or one that says that there is none.
    pub fn briefly(&self) -> String {
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
        } else if self.is_done() {
            format!("{id}: {}", self.lang.of(SOUND_ALREADY))
        } else {
            format!("{id}: {}", self.summary())
        }
    }

    fn extends(&self) -> bool {
        self.writer.request.extends
    }

    /// Returns whether there was nothing to repair.
    fn is_done(&self) -> bool {
        !self.extends() && self.outcome.verdict == Verdict::Sound
    }

    fn findings(&self, problem: &Problem, findings: &[Finding]) -> String {
        findings_in_words(problem, findings, self.writer.notation, self.lang)
    }

    fn line(&self, problem: &Problem, line: &[Move]) -> String {
        self.writer.notation.write(problem.setup(), line).join(" ")
    }

    /// Returns the flaws of the original.
    fn head(&self) -> String {
        let (problem, outcome) = (&self.writer.parsed.problem, self.outcome);
        let profile = self.writer.request.profile;
        let fatal = outcome.original.findings.iter();
        let fatal = fatal.filter(|it| profile.fails(it.severity)).cloned();
        let found = self.findings(problem, &fatal.collect::<Vec<_>>());
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
        if !found.is_empty() && outcome.verdict == Verdict::Flawed {
            head = format!("{head}: {found}");
        }
        if !outcome.line.is_empty() {
            let line = self.line(problem, &outcome.line);
            head = format!("{head}\n  {line}");
        }
        head
    }

    /// Wraps a sentence on a terminal; its further lines have this margin.
    fn wrapped(&self, text: &str, margin: &str) -> String {
        self.width.map_or_else(
            || text.to_owned(),
            |width| {
                folded(text, width.saturating_sub(margin.len()))
                    .replace('\n', &format!("\n{margin}"))
            },
        )
    }

    /// Returns how many ideas were found, and how many versions if there are more.
    fn found(&self) -> String {
        let (found, lang) = (&self.outcome.found, self.lang);
        let ideas = found.iter().map(|it| it.idea).max().unwrap_or(0);
        let firsts = (1..=ideas).filter_map(|idea| found.iter().find(|it| it.idea == idea));
        let versions: usize = firsts.map(|it| 1 + it.like_it).sum();
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

    fn summary(&self) -> String {
        let (lang, outcome) = (self.lang, self.outcome);
        let tally = outcome.tally;
        let found = self.found();
        let looked = amount(tally.looked_at as u64, lang);
        let nodes = amount(outcome.nodes, lang);
        let time = seconds(self.elapsed, lang);
        let mut text = both!(
            lang,
            "{found} · {looked} versions looked at · {time} · {nodes} nodes",
            "{found}・{looked}図を検討・{time}・{nodes}ノード"
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

    /// Returns the outcome if no version was found, with advice on options.
    fn why_nothing(&self) -> Vec<String> {
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
        let remain = repaired.judgement.findings.iter();
        let remain = remain.filter(|it| profile.grade(it.severity) >= Grade::Minor);
        let remain: Vec<_> = remain.cloned().collect();
        if !remain.is_empty() {
            let found = self.findings(&problem, &remain);
            lines.push(format!("     {found}"));
        }
        lines
    }

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
