//! What else was asked about a problem, as text: variations, explanations, attempts, refutations.

use super::text::{Notation, plies, wrapped};
use super::{Entry, Finding};
use crate::notation::japanese;
use crate::shogi::{Hand, Move, PieceKind, Square};
use crate::tsume::explain::{Explanation, Grey};
use crate::tsume::refutation::{End, Outcome, Refutation};
use crate::tsume::variations::{Defence, Turn};
use crate::tsume::{Problem, Reading};
use unicode_width::UnicodeWidthStr;

const VARIATIONS: &str = "variations (変化)";
const INTERPOSITIONS: &str = "futile interpositions (無駄合)";

/// Each part with its heading, in the order in which it is shown.
pub(super) fn parts(
    entry: &Entry,
    notation: Notation,
    width: usize,
) -> Vec<(&'static str, Vec<String>)> {
    let Some(problem) = &entry.problem else {
        return Vec::new();
    };
    let writer = Writer {
        problem,
        notation,
        width,
    };
    let main: Vec<Move> = entry
        .line
        .iter()
        .map(|&mv| problem.to_normalised(mv))
        .collect();
    let (questions, study) = (&entry.questions, &entry.study);
    let no_main_line = || vec!["  not worked out: the main line is not known".to_owned()];
    let is_mate = entry.row.plies.or(entry.row.plies_at_most).is_some();
    let mut parts = Vec::new();
    if let Some(refutation) = &study.refutation {
        let heading = "refutation: the best defence against the most stubborn try";
        parts.push((heading, writer.refutation("  ", &[], refutation)));
    }
    if let (Some(attempt), Some(outcome)) = (&questions.attempt, &study.attempt) {
        parts.push(("try (紛れ)", writer.attempt(attempt.moves(), outcome)));
    }
    // Other formats may tell some without being asked.
    let turns = study.variations.as_ref();
    if let Some(turns) = turns.filter(|_| questions.variations > 0) {
        let mut lines = Vec::new();
        writer.turns(&main, turns, 2, &mut lines);
        if lines.is_empty() {
            lines.push("  the defender has no other reply".to_owned());
        }
        parts.push((VARIATIONS, lines));
    } else if questions.variations > 0 && is_mate {
        parts.push((VARIATIONS, no_main_line()));
    }
    if let Some(found) = &study.explanations {
        let mut lines = writer.explanations(&main, &found.interpositions);
        if !found.open.is_empty() {
            let prefix = |ply: u32| &main[..(ply as usize - 1).min(main.len())];
            let open = found.open.iter();
            let moves: Vec<_> = open.map(|&(ply, mv)| writer.mv(prefix(ply), mv)).collect();
            lines.push(format!(
                "  not worked out within the limits: {}",
                moves.join(" ")
            ));
        }
        if lines.is_empty() {
            lines.push("  no interposition on the main line is set aside".to_owned());
        }
        let grey = entry
            .row
            .notes
            .iter()
            .find(|note| note.kind == Finding::GREY && note.evidence.is_none());
        lines.extend(
            grey.into_iter()
                .flat_map(|grey| writer.wrapped("  ", &grey.note)),
        );
        parts.push((INTERPOSITIONS, lines));
    } else if questions.explain && is_mate {
        parts.push((INTERPOSITIONS, no_main_line()));
    }
    parts
}

/// Writes moves for people.
struct Writer<'a> {
    problem: &'a Problem,
    notation: Notation,
    width: usize,
}

impl Writer<'_> {
    /// The moves of `line`, which follow those of `prefix`.
    fn moves(&self, prefix: &[Move], line: &[Move]) -> Vec<String> {
        let whole = prefix.iter().chain(line);
        let given: Vec<Move> = whole.map(|&mv| self.problem.to_given(mv)).collect();
        let written = self.notation.write(self.problem.setup(), &given);
        written[prefix.len()..].to_vec()
    }

    fn mv(&self, prefix: &[Move], mv: Move) -> String {
        self.moves(prefix, &[mv]).concat()
    }

    /// Replies, those on the same square taken together where pieces of several kinds are dropped.
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

    /// One reply, or drops of several kinds on one square: `△２二合（歩香）`.
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
                Some(&mv) => format!("other than {}", self.mv(prefix, mv)),
                None => "(mated)".to_owned(),
            };
            lines.push(format!("{margin}{}手目  {instead}", turn.ply));
            for group in grouped(&turn.defences) {
                self.defences(prefix, &group, indent + 2, lines);
            }
            let inner = " ".repeat(indent + 2);
            for (words, moves) in [
                ("無駄合 (set aside):", &turn.set_aside),
                ("not worked out within the limits:", &turn.open),
            ] {
                if !moves.is_empty() {
                    let text = format!("{words} {}", self.replies(prefix, moves));
                    lines.extend(self.wrapped(&inner, &text));
                }
            }
        }
    }

    /// Defences that differ only in the kind of piece dropped.
    fn defences(
        &self,
        prefix: &[Move],
        group: &[&Defence],
        indent: usize,
        lines: &mut Vec<String>,
    ) {
        let replies: Vec<Move> = group.iter().map(|it| it.reply()).collect();
        let Defence { reading, plies, .. } = group[0];
        let mut words = vec![self.reply(prefix, &replies), format!(" {plies}手")];
        if group[0].equal {
            words.push("変同".to_owned());
        }
        words.extend(leftover(group));
        words.push(String::new());
        let mut whole = prefix.to_vec();
        whole.push(replies[0]);
        words.extend(self.moves(&whole, &reading.line[1..]));
        let margin = " ".repeat(indent);
        lines.extend(self.wrapped(&margin, words.join(" ").trim_end()));
        // Deviations from lines that run alike may differ all the same.
        for defence in group {
            if group.len() > 1 && !defence.turns.is_empty() {
                let name = self.mv(prefix, defence.reply());
                lines.push(format!("{margin}  after {name}:"));
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
                let head = format!("{}手目  {reply}  {capture}", group[0].ply);
                let mut lines = self.wrapped("  ", &head);
                lines.extend(self.wrapped("      ", &reason(group[0])));
                lines
            })
            .collect()
    }

    fn attempt(&self, moves: &[Move], outcome: &Outcome) -> Vec<String> {
        let name = self.moves(&[], moves).join(" ");
        let mut lines = Vec::new();
        let mut say = |text: &str| lines.extend(self.wrapped("  ", &format!("{name}  {text}")));
        match outcome {
            Outcome::Mate {
                plies: length,
                at_most,
                reading,
            } => {
                match (length, reading) {
                    (Some(length), Some(Reading { leftover, .. })) => say(&format!(
                        "mates: {length}手, {}",
                        super::text::left_over(*leftover)
                    )),
                    (Some(length), None) => say(&format!("mates: {length}手")),
                    (None, _) => say(&format!(
                        "mates in at most {}; a shorter mate is not excluded",
                        plies(*at_most)
                    )),
                }
                if let Some(reading) = reading.as_ref().filter(|it| !it.line.is_empty()) {
                    let text = self.moves(moves, &reading.line).join(" ");
                    lines.extend(self.wrapped("    ", &text));
                }
            }
            Outcome::Fails(refutation) => {
                say("fails: no mate, proven");
                if let Some(refutation) = refutation {
                    lines.extend(self.refutation("    ", moves, refutation));
                }
            }
            Outcome::Unknown(_) => say("unknown: neither a mate nor its absence was proven"),
        }
        lines
    }

    fn refutation(&self, margin: &str, prefix: &[Move], refutation: &Refutation) -> Vec<String> {
        let end = match refutation.end {
            End::NoCheck if refutation.line.is_empty() => "the attacker has no check",
            End::NoCheck => "(no check is left)",
            End::Repetition => "(a position comes back: perpetual check)",
            End::ChecksLeft => "… (checks are left, none of which mates)",
        };
        let moves = self.moves(prefix, &refutation.line).join(" ");
        self.wrapped(margin, format!("{moves} {end}").trim_start())
    }

    /// Words behind a margin, and further in from the second line on.
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

/// Explanations that differ only in the kind of piece dropped, taken together.
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

/// One reply after these moves, or drops of several kinds on one square, in Japanese: `△２二合（歩香）`.
pub(super) fn reply(problem: &Problem, prefix: &[Move], group: &[Move]) -> String {
    let writer = Writer {
        problem,
        notation: Notation::Japanese,
        width: 0,
    };
    writer.reply(prefix, group)
}

/// Whether both moves drop a piece on the same square.
fn is_same_drop(a: Move, b: Move) -> bool {
    a.is_drop() && b.is_drop() && a.to() == b.to()
}

/// Defences that differ only in the kind of piece dropped, taken together.
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

/// What defences of one line leave over: they differ at most in the piece interposed.
pub(super) fn leftover(group: &[&Defence]) -> Option<String> {
    let hands: Vec<Hand> = group.iter().map(|it| it.reading.leftover).collect();
    if hands.iter().all(|&hand| hand == hands[0]) {
        let some = !hands[0].is_empty();
        return some.then(|| format!("駒余り {}", japanese::hand(hands[0])));
    }
    let common = hands.iter().fold(hands[0], |all, &hand| all.min(hand));
    let interposed = "取った合駒".to_owned();
    Some(if common.is_empty() {
        format!("駒余り {interposed}")
    } else {
        format!("駒余り {} {interposed}", japanese::hand(common))
    })
}

/// Why an interposition does not count, or might not.
fn reason(it: &Explanation) -> String {
    let verdict = if it.futile { "futile" } else { "counts" };
    let who = if it.by_checker {
        "the checking piece"
    } else {
        "another piece"
    };
    let mate = |length: u32| match length {
        0 => "mate".to_owned(),
        n => format!("mate in {}", plies(n)),
    };
    let after = mate(it.plies_after);
    let without = if it.plies_without == it.plies_after {
        "as without it".to_owned()
    } else {
        format!("without it {}", mate(it.plies_without))
    };
    let fact = format!("{verdict}: {who} takes, then {after}, {without}");
    let grey = match it.grey {
        None => return fact,
        Some(Grey::NewReply) => "it leaves a reply that was not there before",
        Some(Grey::DoubleCheck) => "it takes with double check (間接両王手)",
        Some(Grey::DiscoveredCheck) => "the check is a third piece's",
        Some(Grey::OtherPiece) => "it is not the checking piece that takes",
    };
    format!("{fact} · grey: {grey}")
}
