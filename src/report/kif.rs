//! Answers as records. The branches of the main line are the longest variation at each of the defender's
//! turns and every finding, with comments that explain them.

mod brinkmate;

use super::alike::split;
use super::ending::EndingView;
use super::view::View;
use super::words::judged::kinds_of;
use super::words::open::why_open;
use crate::answer::{Finding, Member, Row, TurnRow, english_of, kinds, term_of};
use crate::composition::verdict::Kind;
use crate::notation::record::{End, NodeId, Record, headers, rank_of_header};
use crate::notation::usi;
use crate::vocabulary::{Goal, Grade, NoteKind, Verdict};

/// The beginning of the comment about a length that is not that of the record.
const OTHER_LENGTH: &str = "手数不一致";
/// The beginning of the comment about open questions.
const LEFT_OPEN: &str = "検討未了";
/// The beginning of the comment about an earlier problem with the same position.
const SAME: &str = "同一局面";
/// The beginning of comments on how the input was read.
const AS_READ: &str = "入力の読み方";
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
/// The mark after them in Japanese. It distinguishes these comments from those of people.
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

sentences! {
    is_other_length(expected, plies): "the record says {expected} plies, it is {plies}",
        "記録は{expected}手、実際は{plies}手";
    is_no_mate(expected): "the record says {expected} plies, there is no mate",
        "記録は{expected}手、実際は不詰";
    no_main_line(): "the main line was not worked out within the limits", "制限のため、本手順は未検討";
    left_open(): "the limits left something open", "制限のため、未検討のところがある";
}

/// Returns the record of an answer, with comments in its language.
pub(super) fn record_of(view: &View<'_>) -> Record {
    let row = view.row;
    let mut record = Record::new(view.setup().clone());
    record.headers = headers(row);
    let mut writer = Writer {
        view,
        record: &mut record,
        written_defences: Vec::new(),
        ends_in_mate: row.goal_of_length().is_mate(),
    };
    // A line that is longer than the mate is left out, because people would take it for the author's.
    // A judged line is the author's, or one of best play.
    let is_judged = row.has_judged_line();
    let is_provisional = row.is_judged() && !is_judged;
    let fits = match row.plies {
        _ if is_judged => true,
        // This is not the main line of a composition, even if it happens to have the right length.
        _ if is_provisional => false,
        Some(plies) => plies as usize == view.main.len(),
        None => !row.is_line_longer(),
    };
    let line = if fits { view.main } else { &[] };
    let moves = view.playable_moves(&[], line).unwrap_or_default();
    let last = writer.record.tree.add_line(0, &moves);
    let source = row.unwritten.source.as_deref();
    if let Some(source) = source {
        writer.copy_comments(source);
    }
    if writer.ends_in_mate && (is_judged || !is_provisional && row.plies == Some(line.len() as u32))
    {
        writer.record.tree.node_mut(last).end = Some(End::Mate);
    }
    writer.add_remarks();
    writer.add_findings();
    writer.add_variations();
    if let Some(ending) = EndingView::of(view) {
        brinkmate::add_ending(&mut writer, &ending, last);
    }
    if let Some(source) = source {
        writer.add_branches_of(source);
    }
    record
}

/// Returns the headers of the input in their order, with length and verdict.
fn headers(row: &Row) -> Vec<(String, String)> {
    let source = row.unwritten.source.as_ref();
    let mut headers = source.map_or_else(Vec::new, |it| it.headers.clone());
    if row.verdict == Verdict::NoMate {
        // The length that the record stated is in a comment.
        headers.retain(|(name, _)| name != headers::PLIES);
    } else if let Some(plies) = row.plies.or(row.expected_plies) {
        let length = match row.goal_of_length() {
            Goal::Brinkmate => format!("{plies}手必至"),
            Goal::Mate | Goal::Threatmate => format!("{plies}手詰"),
        };
        set_header(&mut headers, headers::PLIES, length);
    }
    let names_itself = headers.iter().any(|(_, value)| value.ends_with("手必至"));
    if row.goal.is_mate() || names_itself {
        headers.retain(|(name, _)| name != headers::GOAL);
    } else {
        set_header(&mut headers, headers::GOAL, row.goal.word().to_owned());
    }
    if row.is_judged() {
        set_header(&mut headers, headers::SOUNDNESS, soundness(row));
    }
    headers
}

/// Sets a header where it is, or else inserts it in the usual order of headers.
fn set_header(headers: &mut Vec<(String, String)>, key: &str, value: String) {
    if let Some((_, old)) = headers.iter_mut().find(|(name, _)| name == key) {
        *old = value;
        return;
    }
    let is_before = |(name, _): &(String, String)| rank_of_header(name) < rank_of_header(key);
    let index = headers.iter().rposition(is_before).map_or(0, |it| it + 1);
    headers.insert(index, (key.to_owned(), value));
}

/// Returns whether a comment was written by this module. It is not copied: if it still holds, the new
/// answer has it, too.
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
    [OTHER_LENGTH, LEFT_OPEN, NO_MAIN_LINE, SAME, AS_READ]
        .iter()
        .chain(&brinkmate::COMMENTS)
        .filter_map(|it| comment.strip_prefix(it))
        .any(|rest| rest.starts_with([':', '：']))
        || [VARIATION, EQUAL].into_iter().any(is_variation)
        || kinds().any(is_finding)
}

/// Returns the verdict as the value of a header: `完全`, `完全（キズあり：変同）`, `不完全（余詰・変長）`,
/// `不詰`, `検討未了`.
fn soundness(row: &Row) -> String {
    match row.verdict {
        Verdict::Sound => "完全".to_owned(),
        Verdict::NoMate => "不詰".to_owned(),
        Verdict::NoBrinkmate => "必至なし".to_owned(),
        Verdict::Flawed | Verdict::Blemished => {
            let kinds = kinds_of(row.grave_findings()).into_iter().map(term_of);
            let kinds: Vec<&str> = kinds.collect();
            let kinds = kinds.join("・");
            match row.verdict {
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

/// The nodes of a line that was added.
struct AddedLine {
    /// The first move that was not in the record before, or else the last move.
    first: NodeId,
    last: NodeId,
}

/// A record that is being written.
struct Writer<'a> {
    view: &'a View<'a>,
    record: &'a mut Record,
    /// The defences that are in the record: the ply, and the index among those of the turn.
    written_defences: Vec<(u32, usize)>,
    /// Whether lines end in mate, not in a brinkmate.
    ends_in_mate: bool,
}

impl Writer<'_> {
    /// Adds a comment to a move.
    fn comment(&mut self, id: NodeId, text: String) {
        self.record.tree.node_mut(id).comments.push(text);
    }

    /// Writes a comment about the whole record.
    fn remark(&mut self, about: &str, text: &str) {
        let text = (self.view.lang).of([format!("{about}: {text}"), format!("{about}：{text}")]);
        self.comment(0, text);
    }

    /// Writes what is to be said about the whole answer: its length, its line, the input, and what is open.
    fn add_remarks(&mut self) {
        let (row, lang) = (self.view.row, self.view.lang);
        if let (Some(expected), Some(plies)) = (row.expected_plies, row.plies)
            && !row.is_length(expected)
        {
            self.remark(OTHER_LENGTH, &is_other_length(expected, plies, lang));
        }
        if let (Some(expected), Verdict::NoMate) = (row.expected_plies, row.verdict) {
            self.remark(OTHER_LENGTH, &is_no_mate(expected, lang));
        }
        if row.notes.iter().any(|it| it.is_note(NoteKind::Line)) {
            self.remark(NO_MAIN_LINE, &no_main_line(lang));
        }
        for note in row.notes.iter().filter(|it| it.is_note(NoteKind::Record)) {
            self.remark(AS_READ, &note.note.in_lang(lang));
        }
        if let Some(id) = &row.duplicate_of {
            self.remark(SAME, id);
        }
        if row.verdict == Verdict::Unknown || row.count_open() > 0 {
            let open = why_open(row, lang).unwrap_or_else(|| left_open(lang));
            self.remark(LEFT_OPEN, &open);
        }
    }

    /// Copies the comments of the input at its start, and along its main line as far as ours is the same.
    fn copy_comments(&mut self, source: &Record) {
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

    /// Adds the lines of the input with their comments as branches after ours. Lines in both are written
    /// once. If its main line is not ours, it is marked as the author's.
    fn add_branches_of(&mut self, source: &Record) {
        let main = source.tree.line_from(0).map(|id| source.tree.node(id).mv);
        let our_main = self.record.tree.line_from(0);
        let our_main: Vec<_> = our_main.map(|id| self.record.tree.node(id).mv).collect();
        let common = main.zip(&our_main).take_while(|(a, b)| a == *b).count();
        let nodes = (0..source.tree.len()).map(|id| source.tree.node(id));
        let mut comments = nodes.flat_map(|it| &it.comments);
        let is_marked = our_main.is_empty() || comments.any(|it| it == AUTHORS_LINE);
        // The nodes of the input, each with its node in our record.
        let mut pairs = vec![(0, 0)];
        let mut index = 0;
        while let Some(&(theirs, ours)) = pairs.get(index) {
            index += 1;
            for &child in &source.tree.node(theirs).children {
                if let Some(mv) = source.tree.node(child).mv {
                    pairs.push((child, self.record.tree.add(ours, mv)));
                }
            }
        }
        let first_of_author = source.tree.line_from(0).nth(common);
        for (theirs, ours) in pairs {
            let other = source.tree.node(theirs);
            // The comments of common moves are there already.
            let is_common = other.depth == 0 && other.ply <= common;
            let node = self.record.tree.node_mut(ours);
            if first_of_author == Some(theirs) && !is_marked {
                node.comments.push(AUTHORS_LINE.to_owned());
            }
            if !is_common {
                let known = node.comments.clone();
                let comments = other.comments.iter();
                let new = comments.filter(|it| !is_ours(it) && !known.contains(it));
                node.comments.extend(new.cloned());
            }
            node.seconds = node.seconds.or(other.seconds);
            // An end in the midst of a line would cut it off.
            if node.children.is_empty() {
                node.end = node.end.or(other.end);
            }
        }
    }

    /// Adds a line after another one.
    fn add_line(&mut self, before: &[String], line: &[String]) -> AddedLine {
        let whole = self.view.playable_moves(before, line).unwrap_or_default();
        let (before, line) = whole.split_at(before.len().min(whole.len()));
        let tree = &mut self.record.tree;
        let mut last = tree.add_line(0, before);
        let first_new = tree.len();
        let mut first = None;
        for &mv in line {
            last = tree.add(last, mv);
            if last >= first_new {
                first.get_or_insert(last);
            }
        }
        let first = first.unwrap_or(last);
        AddedLine { first, last }
    }

    /// Adds every finding but remarks, each as a branch with a comment.
    fn add_findings(&mut self) {
        for (found, member) in self.view.row.each_finding() {
            if found.grade != Some(Grade::Remark) {
                self.add_finding(found, &member);
            }
        }
    }

    fn add_finding(&mut self, found: &Finding, member: &Member) {
        let lang = self.view.lang;
        let (term, english) = (term_of(&found.kind), english_of(&found.kind));
        let grade = lang.of(match found.grade {
            Some(Grade::Blemish) => BLEMISH,
            Some(Grade::Minor | Grade::Remark) => TOLERATED,
            Some(Grade::Fatal) | None => ["", ""],
        });
        self.add_equal_variation(&member.before);
        let about = (member.note).written(lang, self.view.notation, self.view.setup());
        let text = both!(
            lang,
            "{term}{grade} ({english}): {about}",
            "{term}{grade}{JUDGED}：{about}"
        );
        let added = self.add_line(&member.before, &member.line);
        self.comment(added.first, text);
        // A grey interposition would have to be futile for the line to end in mate.
        let plies = (member.before.len() + member.line.len()) as u32;
        let mates = found.plies == Some(plies);
        let is = |kind: Kind| found.kind == kind.key();
        let is_of_mate = self.ends_in_mate || is(Kind::PlainMate);
        if mates && is_of_mate && !is(Kind::GreyInterposition) {
            self.record.tree.node_mut(added.last).end = Some(End::Mate);
        }
    }

    /// Adds the variation that the moves before a finding follow, if they leave the main line. It comes
    /// first, so that best play is the line and the finding its branch.
    fn add_equal_variation(&mut self, before: &[String]) {
        let main = self.main_line();
        let common = main.iter().zip(before).take_while(|(a, b)| a == b).count();
        let Some(reply) = before.get(common) else {
            return;
        };
        let mut turns = self.view.row.turns().iter();
        let Some(turn) = turns.find(|it| it.ply as usize == common + 1) else {
            return;
        };
        if let Some(index) = turn.defences.iter().position(|it| it.mv == *reply) {
            self.add_variation(&main, turn, index);
        }
    }

    /// Adds the longest variation of each turn, and all that are equal to the main line.
    fn add_variations(&mut self) {
        let main = self.main_line();
        for turn in self.view.row.turns() {
            for (index, defence) in turn.defences.iter().enumerate() {
                if index == 0 || defence.equal {
                    self.add_variation(&main, turn, index);
                }
            }
        }
    }

    /// Adds a variation, unless it is there already.
    fn add_variation(&mut self, main: &[String], turn: &TurnRow, index: usize) {
        let Some(defence) = turn.defences.get(index) else {
            return;
        };
        if self.written_defences.contains(&(turn.ply, index)) {
            return;
        }
        self.written_defences.push((turn.ply, index));
        let (before, _) = split(main, turn.ply);
        let plies = defence.plies;
        let leftover = if defence.leftover.is_empty() {
            ""
        } else {
            LEFTOVER
        };
        let name = if defence.equal { EQUAL } else { VARIATION };
        let added = self.add_line(before, &defence.line);
        self.comment(added.first, format!("{name} {plies}手{leftover}"));
        self.record.tree.node_mut(added.last).end = Some(End::Mate);
    }

    /// Returns the main line of the record.
    fn main_line(&self) -> Vec<String> {
        let main = self.record.tree.main_line().into_iter();
        main.map(usi::write_move).collect()
    }
}
