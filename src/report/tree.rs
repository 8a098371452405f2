//! Answers to further questions about a problem, as text: variations, explanations, attempts,
//! refutations.

use super::text::{Layout, wrapped};
use super::words::answers::left_over;
use super::words::questions::{
    EQUAL, INTERPOSITIONS, MATED, NO_MAIN_LINE, NO_OTHER_REPLY, NONE_SET_ASIDE, NOT_WORKED_OUT,
    REFUTATION, SET_ASIDE, TRY, VARIATIONS, after, ends, leftover, other_than, outcome, reason,
};
use super::words::{plies, ply};
use super::{Entry, Lang, NoteKind, brinkmate};
use crate::composition::Problem;
use crate::composition::explain::Explanation;
use crate::composition::refutation::{Outcome, Refutation};
use crate::composition::variations::{Defence, Turn};
use crate::notation::japanese;
use crate::shogi::{Move, PieceKind, Square};
use crate::vocabulary::Notation;
use unicode_width::UnicodeWidthStr;

/// Returns each part with its heading, in the order in which they are shown.
pub(super) fn parts(entry: &Entry, layout: Layout) -> Vec<(&'static str, Vec<String>)> {
    let Some(problem) = &entry.problem else {
        return Vec::new();
    };
    let lang = layout.lang;
    let writer = Writer {
        problem,
        notation: layout.notation,
        lang,
        width: layout.width,
    };
    let main: Vec<Move> = entry
        .line
        .iter()
        .map(|&mv| problem.to_normalised(mv))
        .collect();
    let (questions, study) = (&entry.questions, &entry.study);
    if entry.brinkmate.is_some() {
        return brinkmate::text::parts(entry, layout);
    }
    let sentence = |text: [&str; 2]| format!("  {}", lang.of(text));
    let no_main_line = || vec![sentence(NO_MAIN_LINE)];
    let is_mate = entry.row.plies.or(entry.row.plies_at_most).is_some();
    let mut parts = Vec::new();
    if let Some(refutation) = &study.refutation {
        parts.push((
            lang.of(REFUTATION),
            writer.refutation("  ", &[], refutation),
        ));
    }
    if let (Some(attempt), Some(outcome)) = (&questions.attempt, &study.attempt) {
        parts.push((lang.of(TRY), writer.attempt(attempt.moves(), outcome)));
    }
    // Some formats always contain variations.
    let turns = study.variations.as_ref();
    if let Some(turns) = turns.filter(|_| questions.variations > 0) {
        let mut lines = Vec::new();
        writer.turns(&main, turns, 2, &mut lines);
        if lines.is_empty() {
            lines.push(sentence(NO_OTHER_REPLY));
        }
        parts.push((lang.of(VARIATIONS), lines));
    } else if questions.variations > 0 && is_mate {
        parts.push((lang.of(VARIATIONS), no_main_line()));
    }
    if let Some(found) = &study.explanations {
        let mut lines = writer.explanations(&main, &found.interpositions);
        if !found.open.is_empty() {
            let prefix = |ply: u32| &main[..(ply as usize - 1).min(main.len())];
            let open = found.open.iter();
            let moves: Vec<_> = open.map(|&(ply, mv)| writer.mv(prefix(ply), mv)).collect();
            lines.extend(writer.wrapped("  ", &writer.titled(NOT_WORKED_OUT, &moves.join(" "))));
        }
        if lines.is_empty() {
            lines.push(sentence(NONE_SET_ASIDE));
        }
        let grey = entry
            .row
            .notes
            .iter()
            .find(|note| note.is_note(NoteKind::Grey));
        lines.extend(
            grey.into_iter()
                .flat_map(|grey| writer.wrapped("  ", grey.note.in_lang(lang))),
        );
        parts.push((lang.of(INTERPOSITIONS), lines));
    } else if questions.explain && is_mate {
        parts.push((lang.of(INTERPOSITIONS), no_main_line()));
    }
    parts
}

/// Writes moves for people.
struct Writer<'a> {
    problem: &'a Problem,
    notation: Notation,
    lang: Lang,
    width: usize,
}

impl Writer<'_> {
    /// Returns the text after a title that ends with a colon.
    fn titled(&self, title: [&str; 2], text: &str) -> String {
        let gap = self.lang.of([" ", ""]);
        format!("{}{gap}{text}", self.lang.of(title))
    }

    /// Writes the moves of `line`, which follow those of `prefix`.
    fn moves(&self, prefix: &[Move], line: &[Move]) -> Vec<String> {
        let whole = prefix.iter().chain(line);
        let given: Vec<Move> = whole.map(|&mv| self.problem.to_given(mv)).collect();
        let written = self.notation.write(self.problem.setup(), &given);
        written[prefix.len()..].to_vec()
    }

    fn mv(&self, prefix: &[Move], mv: Move) -> String {
        self.moves(prefix, &[mv]).concat()
    }

    /// Writes replies; drops of several kinds on one square are written as one.
    fn replies(&self, prefix: &[Move], moves: &[Move]) -> String {
        let mut groups: Vec<Vec<Move>> = Vec::new();
        for &mv in moves {
            let same = |group: &&mut Vec<Move>| is_same_drop(group[0], mv);
            match groups.iter_mut().find(same) {
                Some(group) => group.push(mv),
                None => groups.push(vec![mv]),
            }
        }
        let names: Vec<_> = groups.iter().map(|it| self.reply(prefix, it)).collect();
        names.join(" ")
    }

    /// Writes one reply, or drops of several kinds on one square: `△２二合（歩香）`.
    fn reply(&self, prefix: &[Move], group: &[Move]) -> String {
        if group.len() == 1 {
            return self.mv(prefix, group[0]);
        }
        let mut kinds: Vec<PieceKind> = group.iter().filter_map(|mv| mv.dropped()).collect();
        kinds.sort_unstable();
        match self.notation {
            Notation::Japanese => {
                let to: Square = self.problem.to_given(group[0]).to();
                let side = japanese::side(!self.problem.attacker());
                let names: String = kinds.into_iter().map(japanese::piece).collect();
                format!("{side}{}合（{names}）", japanese::square(to))
            }
            Notation::Western | Notation::Usi => {
                let names: Vec<_> = group.iter().map(|&mv| self.mv(prefix, mv)).collect();
                names.join(",")
            }
        }
    }

    fn turns(&self, main: &[Move], turns: &[Turn], indent: usize, lines: &mut Vec<String>) {
        let margin = " ".repeat(indent);
        for turn in turns {
            let made = turn.ply as usize - 1;
            let (prefix, rest) = main.split_at(made.min(main.len()));
            let instead = match rest.first() {
                Some(&mv) => other_than(&self.mv(prefix, mv), self.lang),
                None => self.lang.of(MATED).to_owned(),
            };
            lines.push(format!("{margin}{}  {instead}", ply(turn.ply, self.lang)));
            for group in grouped(&turn.defences) {
                self.defences(prefix, &group, indent + 2, lines);
            }
            let inner = " ".repeat(indent + 2);
            for (words, moves) in [(SET_ASIDE, &turn.set_aside), (NOT_WORKED_OUT, &turn.open)] {
                if !moves.is_empty() {
                    let text = self.titled(words, &self.replies(prefix, moves));
                    lines.extend(self.wrapped(&inner, &text));
                }
            }
        }
    }

    /// Writes defences that differ only in the kind of piece dropped.
    fn defences(
        &self,
        prefix: &[Move],
        group: &[&Defence],
        indent: usize,
        lines: &mut Vec<String>,
    ) {
        let replies: Vec<Move> = group.iter().map(|it| it.reply()).collect();
        let Defence {
            reading,
            plies: length,
            ..
        } = group[0];
        let length = plies(*length, self.lang);
        let mut words = vec![self.reply(prefix, &replies), format!(" {length}")];
        if group[0].equal {
            words.push(self.lang.of(EQUAL).to_owned());
        }
        words.extend(leftover(group, self.lang));
        words.push(String::new());
        let mut whole = prefix.to_vec();
        whole.push(replies[0]);
        words.extend(self.moves(&whole, &reading.line[1..]));
        let margin = " ".repeat(indent);
        lines.extend(self.wrapped(&margin, words.join(" ").trim_end()));
        // The deviations may differ even if the lines are alike.
        for defence in group {
            if group.len() > 1 && !defence.turns.is_empty() {
                let name = self.mv(prefix, defence.reply());
                lines.push(format!("{margin}  {}", after(&name, self.lang)));
            }
            let mut whole = prefix.to_vec();
            whole.extend(&defence.reading.line);
            self.turns(&whole, &defence.turns, indent + 4, lines);
        }
    }

    fn explanations(&self, main: &[Move], found: &[Explanation]) -> Vec<String> {
        explained(found)
            .iter()
            .flat_map(|group| {
                let prefix = &main[..(group[0].ply as usize - 1).min(main.len())];
                let replies: Vec<Move> = group.iter().map(|it| it.mv).collect();
                let mut made = prefix.to_vec();
                made.push(replies[0]);
                let capture = self.mv(&made, group[0].capture);
                let reply = self.reply(prefix, &replies);
                let head = format!("{}  {reply}  {capture}", ply(group[0].ply, self.lang));
                let mut lines = self.wrapped("  ", &head);
                lines.extend(self.wrapped("      ", &reason(group[0], self.lang)));
                lines
            })
            .collect()
    }

    fn attempt(&self, moves: &[Move], found: &Outcome) -> Vec<String> {
        let name = self.moves(&[], moves).join(" ");
        let mut said = outcome(found, self.lang);
        if let Outcome::Mate {
            plies: Some(_),
            reading: Some(reading),
            ..
        } = found
        {
            said += self.lang.of([", ", "・"]);
            said += &left_over(reading.leftover, self.lang);
        }
        let mut lines = self.wrapped("  ", &format!("{name}  {said}"));
        match found {
            Outcome::Mate {
                reading: Some(reading),
                ..
            } if !reading.line.is_empty() => {
                let text = self.moves(moves, &reading.line).join(" ");
                lines.extend(self.wrapped("    ", &text));
            }
            Outcome::Fails(Some(refutation)) => {
                lines.extend(self.refutation("    ", moves, refutation));
            }
            _ => {}
        }
        lines
    }

    fn refutation(&self, margin: &str, prefix: &[Move], refutation: &Refutation) -> Vec<String> {
        let end = ends(refutation, self.lang);
        if refutation.line.is_empty() {
            return self.wrapped(margin, end);
        }
        let moves = self.moves(prefix, &refutation.line).join(" ");
        let text = self
            .lang
            .of([format!("{moves} ({end})"), format!("{moves} （{end}）")]);
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

/// Groups explanations that differ only in the kind of piece dropped.
pub(super) fn explained(found: &[Explanation]) -> Vec<Vec<&Explanation>> {
    let mut groups: Vec<Vec<&Explanation>> = Vec::new();
    for it in found {
        let same = |group: &&mut Vec<&Explanation>| {
            let first = group[0];
            is_same_drop(first.mv, it.mv)
                && *first
                    == (Explanation {
                        mv: first.mv,
                        ..*it
                    })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(it),
            None => groups.push(vec![it]),
        }
    }
    groups
}

/// Writes one reply after these moves, or drops of several kinds on one square: `△２二合（歩香）`.
pub(super) fn reply(
    problem: &Problem,
    prefix: &[Move],
    group: &[Move],
    notation: Notation,
) -> String {
    let writer = Writer {
        problem,
        notation,
        lang: Lang::English,
        width: 0,
    };
    writer.reply(prefix, group)
}

/// Returns whether both moves drop a piece on the same square.
pub(super) fn is_same_drop(a: Move, b: Move) -> bool {
    a.is_drop() && b.is_drop() && a.to() == b.to()
}

/// Groups defences that differ only in the kind of piece dropped.
pub(super) fn grouped(defences: &[Defence]) -> Vec<Vec<&Defence>> {
    let mut groups: Vec<Vec<&Defence>> = Vec::new();
    for defence in defences {
        let same = |group: &&mut Vec<&Defence>| {
            is_same_drop(group[0].reply(), defence.reply())
                && group[0].reading.line[1..] == defence.reading.line[1..]
                && group[0].equal == defence.equal
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(defence),
            None => groups.push(vec![defence]),
        }
    }
    groups
}
