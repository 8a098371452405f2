//! Cards of rows that were written before, which have their findings but no judgement.

use super::card::Card;
use super::tree::{Item, Line};
use crate::composition::Problem;
use crate::report::stored::playable;
use crate::report::words::judged::left_open;
use crate::report::words::labels::words;
use crate::report::words::open::missed_question;
use crate::report::words::{at_most, dot, plies, ply, term_named};
use crate::report::{Entry, Finding, Lang, Notation};
use crate::vocabulary::{Goal, Grade};

impl Card {
    /// Adds the findings and the open moves of a row.
    pub(super) fn stored(
        &mut self,
        problem: &Problem,
        entry: &Entry,
        (lang, notation): (Lang, Notation),
    ) {
        let row = &entry.row;
        let all = row.defects.iter().chain(&row.blemishes).chain(&row.notes);
        let all: Vec<&Finding> = all.filter(|it| it.grade.is_some()).collect();
        let mut kinds: Vec<&str> = Vec::new();
        for it in &all {
            if !kinds.contains(&&*it.kind) {
                kinds.push(&it.kind);
            }
        }
        self.kinds = kinds.join(" ");
        let squares = all.iter().filter(|it| it.kind == "idle_piece");
        let squares: Vec<&str> = squares.flat_map(|it| &it.squares).map(|it| &**it).collect();
        self.idle = squares.join(" ");

        let mut why: Vec<String> = Vec::new();
        for it in all.iter().filter(|it| it.grade >= Some(Grade::Blemish)) {
            let term = term_named(&it.kind, lang);
            if !why.contains(&term) {
                why.push(term);
            }
        }
        let mut why = vec![why.join(lang.of([", ", "・"]))];
        let open = row.unresolved.as_deref().unwrap_or_default();
        if row.defects.is_empty() && !open.is_empty() {
            why.insert(0, left_open(open.len(), lang));
        }
        why.push(std::mem::take(&mut self.why));
        why.retain(|it| !it.is_empty());
        self.why = why.join(dot(lang));

        let names = words(lang);
        for (title, class, grade) in [
            (names.defects, "flawed", Grade::Fatal),
            (names.blemishes, "blemished", Grade::Blemish),
            (names.minor, "sound", Grade::Minor),
            (names.remarks, "error", Grade::Remark),
        ] {
            let of_grade = all.iter().filter(|it| it.grade == Some(grade));
            let items = of_grade.map(|it| finding(problem, entry, it, (lang, notation)));
            let others = items.filter_map(|it| self.tree.add(class, it));
            let others = others.collect();
            self.section(title, class, others);
        }
        let open = open.iter().filter_map(|it| {
            let (term, moves) = if let (Some(at), Some(mv)) = (it.ply, &it.mv) {
                let before = before(entry, at, &it.after);
                let about = (problem, entry.row.goal);
                (ply(at, lang), last(about, &before, mv, notation))
            } else {
                let question = missed_question(problem, it.as_question(problem)?);
                (lang.of(question), String::new())
            };
            Some(Item {
                term,
                moves,
                ..Item::empty()
            })
        });
        self.section(names.open, "unknown", open.collect());
    }
}

/// Makes an item of a finding with its line, from where it leaves the main line.
fn finding(
    problem: &Problem,
    entry: &Entry,
    it: &Finding,
    (lang, notation): (Lang, Notation),
) -> Item {
    let before = before(entry, it.ply.unwrap_or(1), &it.after);
    let mut item = Item {
        term: term_named(&it.kind, lang),
        how: how(it, lang),
        ..Item::empty()
    };
    let whole: Vec<String> = before.iter().chain(&it.line).cloned().collect();
    let about = (problem, entry.row.goal);
    let Some(whole) = playable(about, &whole).filter(|_| !it.line.is_empty()) else {
        return item;
    };
    let main = entry.line.iter();
    let common = main.zip(&whole).take_while(|(a, b)| a == b).count();
    item.line = Line::new(problem, &whole, common, notation);
    let told = it.ply.filter(|_| !it.is_of_the_whole());
    item.ply = told.map_or_else(String::new, |at| ply(at, lang));
    let moves = match &it.moves[..] {
        [] => &it.line[..1],
        moves => moves,
    };
    let moves = moves.iter().map(|mv| last(about, &before, mv, notation));
    item.moves = moves.collect::<Vec<_>>().join(" ");
    item
}

/// Returns the sentence of a finding. Rows have it in English only.
fn how(it: &Finding, lang: Lang) -> String {
    let note = it.note.in_lang(lang);
    if lang == Lang::English || note != it.note.in_lang(Lang::English) {
        return note.to_owned();
    }
    match (it.plies, it.plies_at_most) {
        (Some(count), _) => plies(count, lang),
        (None, Some(count)) => at_most(count, lang),
        (None, None) => String::new(),
    }
}

/// Returns the moves before a finding at this ply.
fn before(entry: &Entry, at: usize, after: &[String]) -> Vec<String> {
    if !after.is_empty() {
        return after.to_vec();
    }
    let main = entry.row.solution.iter();
    main.take(at.saturating_sub(1)).cloned().collect()
}

/// Returns a move after others as it is written, or in USI if it cannot be played.
fn last(
    (problem, goal): (&Problem, Goal),
    before: &[String],
    mv: &str,
    notation: Notation,
) -> String {
    let mut whole = before.to_vec();
    whole.push(mv.to_owned());
    let line = playable((problem, goal), &whole);
    let written = line.and_then(|line| notation.write(problem.setup(), &line).pop());
    written.unwrap_or_else(|| mv.to_owned())
}
