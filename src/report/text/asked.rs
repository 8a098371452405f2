//! Answers to further questions about a problem, as text: variations, explanations, attempts,
//! refutations.

use super::ending;
use super::layout::hanging;
use crate::answer::{DefenceRow, ExplanationRow, TryRow, TurnRow, read_hand};
use crate::report::alike::{defence_groups, explanation_groups, open_moves, split};
use crate::report::view::View;
use crate::report::words::answers::leftover_in_words;
use crate::report::words::labels::words;
use crate::report::words::questions::{
    after, common_leftover, other_than, outcome, reason, why_line_ends,
};
use crate::said::{plies, ply};
use crate::vocabulary::{LineEnd, NoteKind, Verdict};

/// Returns each part with its heading, in the order in which they are shown.
pub(super) fn parts(view: &View<'_>, width: usize) -> Vec<(&'static str, Vec<String>)> {
    let (row, lang) = (view.row, view.lang);
    if !row.goal.is_mate() {
        return ending::parts(view, width);
    }
    let writer = Writer { view, width };
    let words = words(lang);
    let sentence = |text| format!("  {text}");
    let no_main_line = || vec![sentence(words.no_main_line)];
    let is_mate = row.plies.or(row.plies_at_most).is_some();
    let mut parts = Vec::new();
    if let Some(found) = &row.refutation {
        let lines = writer.refutation("  ", &[], &found.line, found.end);
        parts.push((words.best_refutation, lines));
    }
    if let Some(tries) = &row.tries {
        let lines = tries.iter().flat_map(|it| writer.attempt(it));
        parts.push((words.moves_tried, lines.collect()));
    }
    if let Some(turns) = &row.variations {
        let mut lines = Vec::new();
        writer.turns(&row.solution, turns, 2, &mut lines);
        if lines.is_empty() {
            lines.push(sentence(words.no_other_reply));
        }
        parts.push((words.all_variations, lines));
    } else if row.unwritten.asks_variations && is_mate {
        parts.push((words.all_variations, no_main_line()));
    }
    if let Some(found) = &row.explanations {
        let mut lines = writer.explanations(found);
        if lines.is_empty() {
            lines.push(sentence(words.none_set_aside));
        }
        let grey = row.notes.iter().find(|note| note.is_note(NoteKind::Grey));
        lines.extend(grey.into_iter().flat_map(|grey| {
            let text = grey.note.written(lang, view.notation, view.setup());
            writer.wrapped("  ", &text)
        }));
        parts.push((words.all_interpositions, lines));
    } else if row.unwritten.asks_explanations && is_mate {
        parts.push((words.all_interpositions, no_main_line()));
    }
    parts
}

/// Writes moves for people.
struct Writer<'a> {
    view: &'a View<'a>,
    width: usize,
}

impl Writer<'_> {
    /// Returns the text after a title that ends with a colon.
    fn titled(&self, title: &str, text: &str) -> String {
        both!(self.view.lang, "{title} {text}", "{title}{text}")
    }

    /// Writes the variations at each turn of the defender along a line.
    fn turns(&self, main: &[String], turns: &[TurnRow], indent: usize, lines: &mut Vec<String>) {
        let (view, lang) = (self.view, self.view.lang);
        let labels = words(lang);
        let margin = " ".repeat(indent);
        for turn in turns {
            let (prefix, rest) = split(main, turn.ply);
            let instead = match rest.first() {
                Some(mv) => other_than(view.mv(prefix, mv), lang),
                None => labels.mated.to_owned(),
            };
            lines.push(format!("{margin}{}  {instead}", ply(turn.ply, lang)));
            for group in defence_groups(&turn.defences) {
                self.defences(prefix, &group, indent + 2, lines);
            }
            let inner = " ".repeat(indent + 2);
            for (words, moves) in [
                (labels.set_aside, &turn.set_aside),
                (labels.not_worked_out, &turn.open),
            ] {
                if !moves.is_empty() {
                    let replies = view.replies(prefix, moves, '合').join(" ");
                    lines.extend(self.wrapped(&inner, &self.titled(words, &replies)));
                }
            }
        }
    }

    /// Writes defences that differ only in the kind of piece dropped.
    fn defences(
        &self,
        prefix: &[String],
        group: &[&DefenceRow],
        indent: usize,
        lines: &mut Vec<String>,
    ) {
        let (view, lang) = (self.view, self.view.lang);
        let replies: Vec<&String> = group.iter().map(|it| &it.mv).collect();
        let first = group[0];
        let length = plies(first.plies).into_lang(lang);
        let mut text = vec![view.reply(prefix, &replies), format!(" {length}")];
        if first.equal {
            text.push(words(lang).equal_variation.to_owned());
        }
        text.extend(common_leftover(group, lang));
        text.push(String::new());
        let whole = [prefix, std::slice::from_ref(&first.mv)].concat();
        text.extend(view.moves(&whole, first.line.get(1..).unwrap_or_default()));
        let margin = " ".repeat(indent);
        lines.extend(self.wrapped(&margin, text.join(" ").trim_end()));
        // The deviations may differ even if the lines are alike.
        for defence in group {
            if group.len() > 1 && !defence.variations.is_empty() {
                let name = view.mv(prefix, &defence.mv);
                lines.push(format!("{margin}  {}", after(&name, lang)));
            }
            let whole = [prefix, &defence.line[..]].concat();
            self.turns(&whole, &defence.variations, indent + 4, lines);
        }
    }

    /// Writes why interpositions are futile, or might be.
    fn explanations(&self, found: &[ExplanationRow]) -> Vec<String> {
        let (view, lang) = (self.view, self.view.lang);
        let main = &view.row.solution;
        let mut lines: Vec<String> = explanation_groups(found)
            .iter()
            .flat_map(|group| {
                let first = group[0];
                let (prefix, _) = split(main, first.ply);
                let replies: Vec<&String> = group.iter().map(|it| &it.mv).collect();
                let before_capture = [prefix, std::slice::from_ref(&first.mv)].concat();
                let capture = view.mv(
                    &before_capture,
                    first.capture.as_deref().unwrap_or_default(),
                );
                let reply = view.reply(prefix, &replies);
                let head = format!("{}  {reply}  {capture}", ply(first.ply, lang));
                let mut lines = self.wrapped("  ", &head);
                let reason = reason(first, lang).unwrap_or_default();
                lines.extend(self.wrapped("      ", &reason));
                lines
            })
            .collect();
        let open = open_moves(view, found);
        if !open.is_empty() {
            lines.extend(self.wrapped(
                "  ",
                &self.titled(words(lang).not_worked_out, &open.join(" ")),
            ));
        }
        lines
    }

    /// Writes a try and its outcome.
    fn attempt(&self, found: &TryRow) -> Vec<String> {
        let (view, lang) = (self.view, self.view.lang);
        let name = view.moves(&[], &found.moves).join(" ");
        let mut outcome = outcome(found, lang);
        let leftover = found.leftover.as_deref().and_then(read_hand);
        if let (Some(leftover), Some(_)) = (leftover, found.plies) {
            outcome += lang.of([", ", "・"]);
            outcome += &leftover_in_words(leftover, lang);
        }
        let mut lines = self.wrapped("  ", &format!("{name}  {outcome}"));
        if let Some(end) = found.end {
            lines.extend(self.refutation("    ", &found.moves, &found.line, end));
        } else if found.verdict == Verdict::Mate && !found.line.is_empty() {
            let text = view.moves(&found.moves, &found.line).join(" ");
            lines.extend(self.wrapped("    ", &text));
        }
        lines
    }

    /// Writes a refutation after the moves `prefix`, and why it ends.
    fn refutation(
        &self,
        margin: &str,
        prefix: &[String],
        line: &[String],
        end: LineEnd,
    ) -> Vec<String> {
        let lang = self.view.lang;
        let end = why_line_ends(line, end, lang);
        if line.is_empty() {
            return self.wrapped(margin, &end);
        }
        // The end stays on one line.
        let end = both!(lang, "({end})", "（{end}）");
        let moves = self.view.moves(prefix, line).into_iter();
        hanging(margin, moves.chain([end]), self.width)
    }

    /// Wraps a text after a margin.
    fn wrapped(&self, margin: &str, text: &str) -> Vec<String> {
        hanging(margin, text.split(' '), self.width)
    }
}
