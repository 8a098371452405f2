//! Answers as records: the main line; the longest variation at each of the defender's turns and every
//! finding as branches, with comments that explain them.

mod brinkmate;

use super::brinkmate::EndingView;
use super::kinds::{kinds, term_of};
use super::view::JudgementView;
use super::words::findings::of_one;
use super::words::open::why_open;
use super::{Entry, Lang, Notation, NoteKind, Verdict};
use crate::composition::Problem;
use crate::composition::rules::{Grade, Severity};
use crate::composition::variations::Turn;
use crate::composition::verdict::{Kind, Length};
use crate::notation::record::{End, NodeId, Record, headers, rank_of_header};
use crate::shogi::Move;
use crate::vocabulary::Goal;

/// The beginning of comments about a length that the record did not expect, and about open
/// questions.
const OTHER_LENGTH: &str = "手数不一致";
const LEFT_OPEN: &str = "検討未了";
/// The beginning of the comment about an earlier problem with the same position.
const SAME: &str = "同一局面";
/// The beginning of the comment for moves that are missing or not those of the main line.
const NO_MAIN_LINE: &str = "本手順未詳";
/// The comment at the branch that was the record's main line.
const AUTHORS_LINE: &str = "作意";
/// The word for variations in comments.
const VARIATION: &str = "変化";
const EQUAL: &str = "変同";
const LEFTOVER: &str = " 駒余り";
/// The mark after the name of a finding that is a blemish under the rules.
const BLEMISH: [&str; 2] = [" [blemish]", "［キズ］"];
/// The mark after the name of a finding of a lower grade.
const TOLERATED: [&str; 2] = [" [minor]", "［許容］"];
/// The mark behind them in Japanese. It tells these comments from those of people.
const JUDGED: &str = "（検討）";
/// Words that may follow the name of a finding in a comment of this module, or of its earlier versions.
const MARKS: [&str; 8] = [
    " (",
    JUDGED,
    BLEMISH[0],
    BLEMISH[1],
    TOLERATED[0],
    TOLERATED[1],
    " [キズ]",
    " [許容]",
];

/// Returns the record of an answer, with comments in this language.
pub(super) fn of_entry(entry: &Entry, problem: &Problem, lang: Lang, notation: Notation) -> Record {
    let mut record = Record::new(problem.setup().clone());
    record.headers = headers(entry);
    let mut writer = Writer {
        problem,
        record: &mut record,
        turns: entry.study.variations.as_deref().unwrap_or_default(),
        shown: Vec::new(),
        ends_in_mate: entry.goal_of_length().is_mate(),
        lang,
        notation,
    };
    let row = &entry.row;
    // A line longer than the mate is not a main line: readers of the record would take it for the
    // author's. A judged line is the author's, or one of best play.
    let is_judged = (entry.judgement.as_ref())
        .is_some_and(|(judgement, _)| judgement.composed.reading.is_some());
    let is_provisional = entry.judgement.is_some() && !is_judged;
    let fits = match row.plies {
        _ if is_judged => true,
        // It is not the main line of a composition, even if it has the right length by chance.
        _ if is_provisional => false,
        Some(plies) => plies as usize == entry.line.len(),
        None => !row.is_line_longer(),
    };
    let line = if fits { &entry.line[..] } else { &[] };
    let last = writer.record.tree.add_line(0, line);
    if let Some(source) = &entry.source_record {
        writer.comments_of(source);
    }
    if writer.ends_in_mate && (is_judged || !is_provisional && row.plies == Some(line.len() as u32))
    {
        writer.record.tree.node_mut(last).end = Some(End::Mate);
    }
    if let (Some(expected), Some(plies)) = (row.expected_plies, row.plies)
        && !row.is_length(expected)
    {
        let how = lang.of([
            format!("the record says {expected} plies, it is {plies}"),
            format!("記録は{expected}手、実際は{plies}手"),
        ]);
        writer.remark(OTHER_LENGTH, &how);
    }
    if let (Some(expected), Verdict::NoMate) = (row.expected_plies, row.verdict) {
        let how = lang.of([
            format!("the record says {expected} plies, there is no mate"),
            format!("記録は{expected}手、実際は不詰"),
        ]);
        writer.remark(OTHER_LENGTH, &how);
    }
    if row.notes.iter().any(|it| it.is_note(NoteKind::Line)) {
        let why = lang.of([
            "the main line was not worked out within the limits",
            "制限のため、本手順は未検討",
        ]);
        writer.remark(NO_MAIN_LINE, why);
    }
    if let Some(id) = &row.duplicate_of {
        writer.remark(SAME, id);
    }
    if row.verdict == Verdict::Unknown || !row.unresolved.as_ref().is_none_or(Vec::is_empty) {
        let open = why_open(row, lang).unwrap_or(lang.of([
            "the limits left something open",
            "制限のため、未検討のところがある",
        ]));
        writer.remark(LEFT_OPEN, open);
    }
    if let Some(view) = JudgementView::of(entry) {
        writer.findings(&view);
    }
    writer.variations();
    if let Some(view) = EndingView::of(entry) {
        brinkmate::add(&mut writer, &view, last);
    }
    if let Some(source) = &entry.source_record {
        writer.branches_of(source);
    }
    record
}

/// Returns the headers of the input in their order, with length and verdict.
fn headers(entry: &Entry) -> Vec<(String, String)> {
    let row = &entry.row;
    let mut headers = entry
        .source_record
        .as_ref()
        .map_or_else(Vec::new, |it| it.headers.clone());
    if row.verdict == Verdict::NoMate {
        // The length that the record stated is in a comment.
        headers.retain(|(name, _)| name != headers::PLIES);
    } else if let Some(plies) = row.plies.or(row.expected_plies) {
        let length = match entry.goal_of_length() {
            Goal::Brinkmate => format!("{plies}手必至"),
            Goal::Mate | Goal::Threatmate => format!("{plies}手詰"),
        };
        set(&mut headers, headers::PLIES, length);
    }
    let names_itself = headers.iter().any(|(_, value)| value.ends_with("手必至"));
    if row.goal.is_mate() || names_itself {
        headers.retain(|(name, _)| name != headers::GOAL);
    } else {
        set(&mut headers, headers::GOAL, row.goal.word().to_owned());
    }
    if let Some(view) = JudgementView::of(entry) {
        let soundness = soundness(row.verdict, &view);
        set(&mut headers, headers::SOUNDNESS, soundness);
    }
    headers
}

/// Sets a header in its place, or else where it belongs among those of tsume records.
fn set(headers: &mut Vec<(String, String)>, key: &str, value: String) {
    if let Some(header) = headers.iter_mut().find(|(name, _)| name == key) {
        header.1 = value;
        return;
    }
    let is_before = |(name, _): &(String, String)| rank_of_header(name) < rank_of_header(key);
    let at = headers.iter().rposition(is_before).map_or(0, |it| it + 1);
    headers.insert(at, (key.to_owned(), value));
}

/// Returns whether a comment was written by this module. A record that is judged again gets it
/// anew, if it still holds.
fn is_ours(comment: &str) -> bool {
    let is_finding = |word| {
        let rest = comment.strip_prefix(term_of(word));
        rest.is_some_and(|rest| MARKS.iter().any(|it| rest.starts_with(it)))
    };
    let is_variation = |name| {
        let rest = comment
            .strip_prefix(name)
            .and_then(|it| it.strip_prefix(' '));
        let plies = rest.map(|it| it.strip_suffix(LEFTOVER).unwrap_or(it));
        let plies = plies.and_then(|it| it.strip_suffix('手'));
        plies.is_some_and(|it| it.parse::<u32>().is_ok())
    };
    [OTHER_LENGTH, LEFT_OPEN, NO_MAIN_LINE, SAME]
        .iter()
        .chain(&brinkmate::COMMENTS)
        .filter_map(|it| comment.strip_prefix(it))
        .any(|rest| rest.starts_with([':', '：']))
        || [VARIATION, EQUAL].into_iter().any(is_variation)
        || kinds().any(is_finding)
}

/// `完全`, `完全（キズあり：変同）`, `不完全（余詰・変長）`, `不詰`, `検討未了`
fn soundness(verdict: Verdict, view: &JudgementView<'_>) -> String {
    match verdict {
        Verdict::Sound => "完全".to_owned(),
        Verdict::NoMate => "不詰".to_owned(),
        Verdict::NoBrinkmate => "必至なし".to_owned(),
        Verdict::Flawed | Verdict::Blemished => {
            let kinds = view.reasons().into_iter().map(Kind::term);
            let kinds: Vec<&str> = kinds.collect();
            let kinds = kinds.join("・");
            match verdict {
                Verdict::Flawed => format!("不完全（{kinds}）"),
                _ => format!("完全（キズあり：{kinds}）"),
            }
        }
        Verdict::Mate
        | Verdict::Brinkmate
        | Verdict::Threatmate
        | Verdict::NoThreat
        | Verdict::Unknown
        | Verdict::Error => "検討未了".to_owned(),
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    record: &'a mut Record,
    /// The variations that are known.
    turns: &'a [Turn],
    /// The defences that are in the record: the ply, and the place among those of the turn.
    shown: Vec<(u32, usize)>,
    /// Whether lines end in mate, not in a brinkmate.
    ends_in_mate: bool,
    lang: Lang,
    notation: Notation,
}

impl Writer<'_> {
    fn comment(&mut self, id: NodeId, text: String) {
        self.record.tree.node_mut(id).comments.push(text);
    }

    /// Writes a comment about the whole record.
    fn remark(&mut self, about: &str, text: &str) {
        let text = (self.lang).of([format!("{about}: {text}"), format!("{about}：{text}")]);
        self.comment(0, text);
    }

    /// Copies the comments of the record at the start, and at its main line as far as it is ours.
    fn comments_of(&mut self, source: &Record) {
        let (mut theirs, mut ours) = (0, 0);
        loop {
            let comments = &source.tree.node(theirs).comments;
            let comments = comments.iter().filter(|it| !is_ours(it)).cloned();
            self.record.tree.node_mut(ours).comments.extend(comments);
            let next = (source.tree.next(theirs).0, self.record.tree.next(ours).0);
            let (Some(their_next), Some(our_next)) = next else {
                return;
            };
            if source.tree.node(their_next).mv != self.record.tree.node(our_next).mv {
                return;
            }
            (theirs, ours) = (their_next, our_next);
        }
    }

    /// Adds the lines of the record with their comments after ours; lines in both are written once.
    /// Its main line is a branch if it is not ours.
    fn branches_of(&mut self, source: &Record) {
        let main = source.tree.line_from(0).map(|id| source.tree.node(id).mv);
        let ours = self.record.tree.line_from(0);
        let ours: Vec<_> = ours.map(|id| self.record.tree.node(id).mv).collect();
        let common = main.zip(&ours).take_while(|(a, b)| a == *b).count();
        let nodes = (0..source.tree.len()).map(|id| source.tree.node(id));
        let mut comments = nodes.flat_map(|it| &it.comments);
        let is_marked = ours.is_empty() || comments.any(|it| it == AUTHORS_LINE);
        let mut pairs = vec![(0, 0)];
        let mut at = 0;
        while let Some(&(theirs, here)) = pairs.get(at) {
            at += 1;
            for &child in &source.tree.node(theirs).children {
                if let Some(mv) = source.tree.node(child).mv {
                    pairs.push((child, self.record.tree.add(here, mv)));
                }
            }
        }
        let authors = source.tree.line_from(0).nth(common);
        for (theirs, here) in pairs {
            let other = source.tree.node(theirs);
            // The comments of common moves are there already.
            let is_common = other.depth == 0 && other.ply <= common;
            let node = self.record.tree.node_mut(here);
            if authors == Some(theirs) && !is_marked {
                node.comments.push(AUTHORS_LINE.to_owned());
            }
            if !is_common {
                let there = node.comments.clone();
                let comments = other.comments.iter();
                let new = comments.filter(|it| !is_ours(it) && !there.contains(it));
                node.comments.extend(new.cloned());
            }
            node.seconds = node.seconds.or(other.seconds);
            // An end in the midst of a line would cut it off.
            if node.children.is_empty() {
                node.end = node.end.or(other.end);
            }
        }
    }

    /// Adds a line of the normalised board after another one. Returns the node of its first new
    /// move, or else its last node, and its last node.
    fn line(&mut self, before: &[Move], line: &[Move]) -> (NodeId, NodeId) {
        let given = |&mv: &Move| self.problem.to_given(mv);
        let before: Vec<_> = before.iter().map(given).collect();
        let line: Vec<_> = line.iter().map(given).collect();
        let tree = &mut self.record.tree;
        let mut at = tree.add_line(0, &before);
        let known = tree.len();
        let mut first = None;
        for mv in line {
            at = tree.add(at, mv);
            if at >= known {
                first.get_or_insert(at);
            }
        }
        (first.unwrap_or(at), at)
    }

    fn findings(&mut self, view: &JudgementView<'_>) {
        for (found, grade) in view.singly() {
            if found.severity == Severity::Info {
                continue;
            }
            let (term, english) = (found.kind.term(), found.kind.english());
            let grade = self.lang.of(match grade {
                Grade::Fatal => ["", ""],
                Grade::Blemish => BLEMISH,
                Grade::Minor | Grade::Remark => TOLERATED,
            });
            self.equal_variation(&found.before);
            let about = of_one(self.problem, found, (self.lang, self.notation));
            let text = self.lang.of([
                format!("{term}{grade} ({english}): {about}"),
                format!("{term}{grade}{JUDGED}：{about}"),
            ]);
            let (first, last) = self.line(&found.before, &found.line);
            self.comment(first, text);
            // A grey interposition would have to be futile for the line to end in mate.
            let plies = (found.before.len() + found.line.len()) as u32;
            let mates = found.length == Some(Length::Exactly(plies));
            let is_of_mate = self.ends_in_mate || found.kind == Kind::PlainMate;
            if mates && is_of_mate && found.kind != Kind::GreyInterposition {
                self.record.tree.node_mut(last).end = Some(End::Mate);
            }
        }
    }

    /// Adds the variation that the moves before a finding follow, if they leave the main line. The
    /// finding then branches off best play, instead of standing in its place.
    fn equal_variation(&mut self, before: &[Move]) {
        let main = self.main();
        let common = main.iter().zip(before).take_while(|(a, b)| a == b).count();
        let Some(&reply) = before.get(common) else {
            return;
        };
        let turns = self.turns;
        let turn = turns.iter().find(|it| it.ply as usize == common + 1);
        let defences = turn
            .into_iter()
            .flat_map(|turn| turn.defences.iter().enumerate());
        let mut found = defences.filter(|(_, it)| it.reading.line.first() == Some(&reply));
        if let (Some(turn), Some((at, _))) = (turn, found.next()) {
            self.variation(&main, turn, at);
        }
    }

    /// Adds the longest variation of each turn, and all that are equal to the main line.
    fn variations(&mut self) {
        let main = self.main();
        for turn in self.turns {
            for (at, defence) in turn.defences.iter().enumerate() {
                if at == 0 || defence.equal {
                    self.variation(&main, turn, at);
                }
            }
        }
    }

    /// Adds a variation, unless it is there already.
    fn variation(&mut self, main: &[Move], turn: &Turn, at: usize) {
        let Some(defence) = turn.defences.get(at) else {
            return;
        };
        if self.shown.contains(&(turn.ply, at)) {
            return;
        }
        self.shown.push((turn.ply, at));
        let before = &main[..(turn.ply as usize - 1).min(main.len())];
        let plies = defence.plies;
        let left = defence.reading.leftover;
        let left = if left.is_empty() { "" } else { LEFTOVER };
        let name = if defence.equal { EQUAL } else { VARIATION };
        let (first, last) = self.line(before, &defence.reading.line);
        self.comment(first, format!("{name} {plies}手{left}"));
        self.record.tree.node_mut(last).end = Some(End::Mate);
    }

    /// Returns the main line on the normalised board.
    fn main(&self) -> Vec<Move> {
        let main = self.record.tree.main_line().into_iter();
        main.map(|mv| self.problem.to_normalised(mv)).collect()
    }
}
