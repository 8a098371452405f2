//! Answers to further questions about a problem, as text: variations, explanations, attempts,
//! refutations.

use super::brinkmate;
use super::text::wrapped;
use super::view::{View, is_same_drop};
use super::words::answers::left_over;
use super::words::questions::{
    EQUAL, INTERPOSITIONS, MATED, NO_MAIN_LINE, NO_OTHER_REPLY, NONE_SET_ASIDE, NOT_WORKED_OUT,
    REFUTATION, SET_ASIDE, TRY, VARIATIONS, after, ends, leftover, other_than, outcome, reason,
};
use super::words::{plies, ply};
use crate::answer::{DefenceRow, ExplanationRow, TryRow, TurnRow, hand};
use crate::vocabulary::{LineEnd, NoteKind, Verdict};
use unicode_width::UnicodeWidthStr;

/// Returns each part with its heading, in the order in which they are shown.
pub(super) fn parts(view: &View<'_>, width: usize) -> Vec<(&'static str, Vec<String>)> {
    let (row, lang) = (view.row, view.lang);
    if !row.goal.is_mate() {
        return brinkmate::text::parts(view, width);
    }
    let writer = Writer { view, width };
    let sentence = |text: [&str; 2]| format!("  {}", lang.of(text));
    let no_main_line = || vec![sentence(NO_MAIN_LINE)];
    let is_mate = row.plies.or(row.plies_at_most).is_some();
    let mut parts = Vec::new();
    if let Some(found) = &row.refutation {
        let lines = writer.refutation("  ", &[], &found.line, found.end);
        parts.push((lang.of(REFUTATION), lines));
    }
    if let Some(found) = &row.attempt {
        parts.push((lang.of(TRY), writer.attempt(found)));
    }
    if let Some(turns) = &row.variations {
        let mut lines = Vec::new();
        writer.turns(&row.solution, turns, 2, &mut lines);
        if lines.is_empty() {
            lines.push(sentence(NO_OTHER_REPLY));
        }
        parts.push((lang.of(VARIATIONS), lines));
    } else if row.unwritten.asks_variations && is_mate {
        parts.push((lang.of(VARIATIONS), no_main_line()));
    }
    if let Some(found) = &row.explanations {
        let mut lines = writer.explanations(found);
        if lines.is_empty() {
            lines.push(sentence(NONE_SET_ASIDE));
        }
        let grey = row.notes.iter().find(|note| note.is_note(NoteKind::Grey));
        lines.extend(grey.into_iter().flat_map(|grey| {
            let text = grey.note.written(lang, view.notation, view.setup());
            writer.wrapped("  ", &text)
        }));
        parts.push((lang.of(INTERPOSITIONS), lines));
    } else if row.unwritten.asks_explanations && is_mate {
        parts.push((lang.of(INTERPOSITIONS), no_main_line()));
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
    fn titled(&self, title: [&str; 2], text: &str) -> String {
        let gap = self.view.lang.of([" ", ""]);
        format!("{}{gap}{text}", self.view.lang.of(title))
    }

    fn turns(&self, main: &[String], turns: &[TurnRow], indent: usize, lines: &mut Vec<String>) {
        let (view, lang) = (self.view, self.view.lang);
        let margin = " ".repeat(indent);
        for turn in turns {
            let (prefix, rest) = split(main, turn.ply);
            let instead = match rest.first() {
                Some(mv) => other_than(&view.mv(prefix, mv), lang),
                None => lang.of(MATED).to_owned(),
            };
            lines.push(format!("{margin}{}  {instead}", ply(turn.ply, lang)));
            for group in grouped(&turn.defences) {
                self.defences(prefix, &group, indent + 2, lines);
            }
            let inner = " ".repeat(indent + 2);
            for (words, moves) in [(SET_ASIDE, &turn.set_aside), (NOT_WORKED_OUT, &turn.open)] {
                if !moves.is_empty() {
                    let replies = view.together(prefix, moves, '合').join(" ");
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
        let length = plies(first.plies, lang);
        let mut words = vec![view.reply(prefix, &replies), format!(" {length}")];
        if first.equal {
            words.push(lang.of(EQUAL).to_owned());
        }
        words.extend(leftover(group, lang));
        words.push(String::new());
        let whole = [prefix, std::slice::from_ref(&first.mv)].concat();
        words.extend(view.moves(&whole, first.line.get(1..).unwrap_or_default()));
        let margin = " ".repeat(indent);
        lines.extend(self.wrapped(&margin, words.join(" ").trim_end()));
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

    fn explanations(&self, found: &[ExplanationRow]) -> Vec<String> {
        let (view, lang) = (self.view, self.view.lang);
        let main = &view.row.solution;
        let mut lines: Vec<String> = explained(found)
            .iter()
            .flat_map(|group| {
                let first = group[0];
                let (prefix, _) = split(main, first.ply);
                let replies: Vec<&String> = group.iter().map(|it| &it.mv).collect();
                let made = [prefix, std::slice::from_ref(&first.mv)].concat();
                let capture = view.mv(&made, first.capture.as_deref().unwrap_or_default());
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
            lines.extend(self.wrapped("  ", &self.titled(NOT_WORKED_OUT, &open.join(" "))));
        }
        lines
    }

    fn attempt(&self, found: &TryRow) -> Vec<String> {
        let (view, lang) = (self.view, self.view.lang);
        let name = view.moves(&[], &found.moves).join(" ");
        let mut said = outcome(found, lang);
        let left = found.leftover.as_deref().and_then(hand);
        if let (Some(left), Some(_)) = (left, found.plies) {
            said += lang.of([", ", "・"]);
            said += &left_over(left, lang);
        }
        let mut lines = self.wrapped("  ", &format!("{name}  {said}"));
        if let Some(end) = found.end {
            lines.extend(self.refutation("    ", &found.moves, &found.line, end));
        } else if found.verdict == Verdict::Mate && !found.line.is_empty() {
            let text = view.moves(&found.moves, &found.line).join(" ");
            lines.extend(self.wrapped("    ", &text));
        }
        lines
    }

    fn refutation(
        &self,
        margin: &str,
        prefix: &[String],
        line: &[String],
        end: LineEnd,
    ) -> Vec<String> {
        let lang = self.view.lang;
        let end = ends(line, end, lang);
        if line.is_empty() {
            return self.wrapped(margin, end);
        }
        let moves = self.view.moves(prefix, line).join(" ");
        let text = both!(lang, "{moves} ({end})", "{moves} （{end}）");
        self.wrapped(margin, &text)
    }

    /// Wraps words after a margin, with a deeper margin from the second line on.
    fn wrapped(&self, margin: &str, text: &str) -> Vec<String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let room = self.width.saturating_sub(margin.width() + 4).max(20);
        let lines = wrapped(&words, room).into_iter().enumerate();
        lines
            .map(|(i, line)| {
                format!(
                    "{margin}{}{}",
                    if i == 0 { "" } else { "    " },
                    line.trim()
                )
            })
            .collect()
    }
}

/// Splits a line before the move at a ply.
pub(super) fn split(line: &[String], ply: u32) -> (&[String], &[String]) {
    line.split_at((ply.saturating_sub(1) as usize).min(line.len()))
}

/// Groups decided explanations that differ only in the kind of piece dropped.
pub(super) fn explained(found: &[ExplanationRow]) -> Vec<Vec<&ExplanationRow>> {
    let mut groups: Vec<Vec<&ExplanationRow>> = Vec::new();
    for it in found.iter().filter(|it| it.futile.is_some()) {
        let same = |group: &&mut Vec<&ExplanationRow>| {
            let first = group[0];
            is_same_drop(&first.mv, &it.mv)
                && *first
                    == (ExplanationRow {
                        mv: first.mv.clone(),
                        ..it.clone()
                    })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(it),
            None => groups.push(vec![it]),
        }
    }
    groups
}

/// Writes the interpositions that a limit left undecided.
pub(super) fn open_moves(view: &View<'_>, found: &[ExplanationRow]) -> Vec<String> {
    let open = found.iter().filter(|it| it.futile.is_none());
    open.map(|it| view.mv(split(&view.row.solution, it.ply).0, &it.mv))
        .collect()
}

/// Groups defences that differ only in the kind of piece dropped.
pub(super) fn grouped(defences: &[DefenceRow]) -> Vec<Vec<&DefenceRow>> {
    let mut groups: Vec<Vec<&DefenceRow>> = Vec::new();
    for defence in defences {
        let same = |group: &&mut Vec<&DefenceRow>| {
            is_same_drop(&group[0].mv, &defence.mv)
                && group[0].line.get(1..) == defence.line.get(1..)
                && group[0].equal == defence.equal
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(defence),
            None => groups.push(vec![defence]),
        }
    }
    groups
}
