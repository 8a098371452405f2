//! Rows as reports show them: lines, findings and open moves in the wanted notation and language.

use super::groups::{group_alike, is_same_drop};
use super::words::open::possible_kinds;
use super::words::{at_most, joined, plies, ply, short_term, term_named};
use crate::answer::{Finding, Row, Undecided, printable};
use crate::composition::Problem;
use crate::composition::verdict::Kind;
use crate::notation::sfen::{first_illegal_in_game, first_illegal_in_problem};
use crate::notation::{japanese, usi};
use crate::shogi::{Move, PieceKind, Setup};
use crate::vocabulary::{Goal, Lang, Notation, Verdict};
use std::borrow::Cow;

/// Writes the moves of an answer, which rows have in USI notation.
///
/// A row that another program wrote may have moves that cannot be played; these stay in USI.
pub(super) struct View<'a> {
    pub row: &'a Row,
    pub problem: Cow<'a, Problem>,
    pub lang: Lang,
    pub notation: Notation,
    /// The line of the row, if it can be played.
    pub main: &'a [String],
}

/// Moves or a question that a limit left open.
pub(super) struct OpenPart {
    /// The ply, or the question.
    pub place: String,
    /// The moves at that ply.
    pub moves: Vec<String>,
}

impl<'a> View<'a> {
    /// Returns the view of a row. `None` for an error row, or if the diagram is no problem.
    pub fn of(row: &'a Row, lang: Lang, notation: Notation) -> Option<Self> {
        if row.verdict == Verdict::Error {
            return None;
        }
        let mut view = Self {
            row,
            problem: row.problem()?,
            lang,
            notation,
            main: &row.solution,
        };
        if view.playable_moves(&[], view.main).is_none() {
            view.main = &[];
        }
        Some(view)
    }

    /// Returns the diagram.
    pub fn setup(&self) -> &Setup {
        self.problem.setup()
    }

    /// Returns the moves of `before` and `line` together, if they can be played. Only a mate needs a check
    /// with every move of the attacker.
    pub fn playable_moves(&self, before: &[String], line: &[String]) -> Option<Vec<Move>> {
        let moves = before.iter().chain(line).map(|it| usi::parse_move(it));
        let moves: Vec<Move> = moves.collect::<Result<_, _>>().ok()?;
        // The lines of an answer that was made just now are known to be legal.
        let is_fresh = self.row.unwritten.problem.is_some();
        let broken = match self.row.goal {
            _ if is_fresh => None,
            Goal::Mate => first_illegal_in_problem(self.setup(), self.problem.attacker(), &moves),
            _ => first_illegal_in_game(self.setup(), &moves),
        };
        broken.is_none().then_some(moves)
    }

    /// Writes a line that follows other moves from the diagram on. Moves that cannot be played stay in USI.
    pub fn moves(&self, before: &[String], line: &[String]) -> Vec<String> {
        let written = (self.playable_moves(before, line)).map(|whole| {
            self.notation
                .write(self.setup(), &whole)
                .split_off(before.len())
        });
        written.unwrap_or_else(|| line.iter().map(|it| printable(it).into_owned()).collect())
    }

    /// Writes a move that follows other moves from the diagram on.
    pub fn mv(&self, before: &[String], mv: &str) -> String {
        self.moves(before, &[mv.to_owned()]).concat()
    }

    /// Writes replies. In Japanese, drops of several kinds on one square are written as one:
    /// `△２二合（歩香）`. `verb` is the word after the square.
    pub fn replies(&self, before: &[String], replies: &[String], verb: char) -> Vec<String> {
        let groups = group_alike(replies, |a, b| is_same_drop(a, b));
        let name = |group: &Vec<&String>| self.same_drop(before, group, verb);
        groups.iter().map(name).collect()
    }

    /// Writes one reply, or drops of several kinds on one square.
    pub fn reply(&self, before: &[String], group: &[&String]) -> String {
        self.same_drop(before, group, '合')
    }

    /// Writes one reply, or drops of several kinds on one square with this word after the square.
    fn same_drop(&self, before: &[String], group: &[&String], verb: char) -> String {
        if group.len() > 1 && self.notation == Notation::Japanese {
            let drops = group.iter().filter_map(|it| usi::parse_move(it).ok());
            let drops: Vec<Move> = drops.collect();
            let mut kinds: Vec<PieceKind> = drops.iter().filter_map(|it| it.dropped()).collect();
            kinds.sort_unstable();
            let side = japanese::side(!self.problem.attacker());
            let square = drops
                .first()
                .map_or(String::new(), |it| japanese::square(it.to()));
            let names: String = kinds.into_iter().map(japanese::piece).collect();
            return format!("{side}{square}{verb}（{names}）");
        }
        let names: Vec<_> = group.iter().map(|it| self.mv(before, it)).collect();
        names.join(",")
    }

    /// Returns the findings about the composition, the severest first.
    pub fn findings(&self) -> impl Iterator<Item = FindingView<'_>> {
        self.row.findings().map(|it| self.finding(it))
    }

    /// Returns the view of a finding about the composition.
    pub fn finding<'v>(&'v self, found: &'v Finding) -> FindingView<'v> {
        FindingView {
            found,
            before: self.row.moves_before(found),
            view: self,
        }
    }

    /// Returns the open moves by turn, and the open questions.
    pub fn open(&self) -> Vec<OpenPart> {
        let lang = self.lang;
        // Each part with the moves before its turn; questions have none.
        let mut parts: Vec<(Option<&[String]>, OpenPart)> = Vec::new();
        for open in self.row.unresolved.iter().flatten() {
            let (Some(number), Some(mv)) = (open.ply, &open.mv) else {
                if let Some(words) = open.question_in_words(&self.problem) {
                    let place = words.in_lang(lang).to_owned();
                    let moves = Vec::new();
                    parts.push((None, OpenPart { place, moves }));
                }
                continue;
            };
            let before = self.row.moves_before_open(open);
            let text = self.mv(before, mv) + &self.possible_kinds(open);
            match parts.last_mut() {
                Some((Some(last), part)) if *last == before => part.moves.push(text),
                _ => {
                    let aside = [" (in an equal variation)", "（変同手順）"];
                    let aside = if open.after.is_empty() {
                        ""
                    } else {
                        lang.of(aside)
                    };
                    let place = ply(number, lang) + aside;
                    let moves = vec![text];
                    parts.push((Some(before), OpenPart { place, moves }));
                }
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Returns the kinds that an open move can have, if it mates.
    fn possible_kinds(&self, open: &Undecided) -> String {
        if open.mates {
            possible_kinds(&open.names, self.lang)
        } else {
            String::new()
        }
    }
}

/// A finding at its place in the line of an answer.
pub(super) struct FindingView<'v> {
    pub found: &'v Finding,
    /// The moves before it from the start.
    pub before: &'v [String],
    view: &'v View<'v>,
}

impl FindingView<'_> {
    /// Returns whether it is a finding of this kind.
    pub fn is(&self, kind: Kind) -> bool {
        self.found.kind == kind.key()
    }

    /// Returns whether the finding has no line of its own, or the whole judged line.
    pub fn is_about_whole_line(&self) -> bool {
        let line = &self.found.line;
        line.is_empty() || self.view.row.has_judged_line() && *line == self.view.row.solution
    }

    /// Returns the name of the kind: `余詰 cook`.
    pub fn term(&self) -> String {
        term_named(&self.found.kind, self.view.lang)
    }

    /// Returns the ply: `ply 3`.
    pub fn ply(&self) -> String {
        ply(self.found.ply.unwrap_or(1), self.view.lang)
    }

    /// Returns the place and the kind: `ply 3  余詰 cook`.
    pub fn place(&self) -> String {
        if self.is_about_whole_line() || self.is(Kind::NoMate) {
            self.term()
        } else {
            format!("{}  {}", self.ply(), self.term())
        }
    }

    /// Returns the place, the kind in one word and the first move: `ply 3 cook ▲２三金`.
    pub fn in_short(&self) -> String {
        let kind = short_term(&self.found.kind, self.view.lang).to_owned();
        if self.is_about_whole_line() || self.is(Kind::NoMate) {
            return kind;
        }
        let first = self.moves().into_iter().next();
        joined([self.ply(), kind, first.unwrap_or_default()], " ")
    }

    /// Returns the moves of the finding.
    pub fn moves(&self) -> Vec<String> {
        let moves = self.found.moves().iter();
        moves.map(|it| self.view.mv(self.before, it)).collect()
    }

    /// Returns the moves of the finding, unless it is about the whole line of the answer.
    pub fn shown_moves(&self) -> Vec<String> {
        if self.is_about_whole_line() {
            Vec::new()
        } else {
            self.moves()
        }
    }

    /// Returns the moves of the finding from where they leave the judged line: the rest of `before`, and its
    /// line.
    pub fn line(&self) -> Vec<String> {
        let main = if self.view.row.has_judged_line() {
            &self.view.row.solution[..]
        } else {
            &[]
        };
        let same = self.before.iter().zip(main).take_while(|(a, b)| a == b);
        let (common, rest) = self.before.split_at(same.count());
        self.view
            .moves(common, &[rest, &self.found.line[..]].concat())
    }

    /// Returns the sentence about the finding. A stored row has only the English one; other languages get
    /// the length.
    pub fn sentence(&self) -> String {
        let (found, lang) = (self.found, self.view.lang);
        if found.note.is_known_in(lang) {
            return found
                .note
                .written(lang, self.view.notation, self.view.setup());
        }
        match (found.plies, found.plies_at_most) {
            (Some(count), _) => plies(count).into_lang(lang),
            (None, Some(count)) => at_most(count).into_lang(lang),
            (None, None) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::{Row, Tally};
    use crate::report::view::View;
    use crate::report::{Html, Report};
    use crate::vocabulary::{Lang, Notation};
    use crate::{Options, Problem, Solver};

    const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";

    fn page(rows: &[Row], lang: Lang) -> String {
        let mut out = Vec::new();
        let mut page = Html::new(&mut out, lang, Notation::Japanese).with_total(7);
        for row in rows {
            page.answer(row).unwrap();
        }
        page.finish(&Tally::default()).unwrap();
        drop(page);
        String::from_utf8(out).unwrap()
    }

    /// A page of a million problems does not wait in memory.
    #[test]
    fn each_card_is_written_with_its_answer() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut page = Html::new(&file, Lang::English, Notation::Japanese);
        let written = || std::fs::read_to_string(file.path()).unwrap();
        let row = row(COOKED);
        page.answer(&row).unwrap();
        assert_eq!(written(), "", "a page of one problem has another head");
        for count in 2..5 {
            page.answer(&row).unwrap();
            assert_eq!(written().matches("<script type=").count(), count);
        }
        page.finish(&Tally::default()).unwrap();
        assert!(written().contains("<h1>Tsume shogi report</h1>"));
    }

    fn view(row: &Row) -> View<'_> {
        View::of(row, Lang::English, Notation::Usi).unwrap()
    }

    fn row(sfen: &str) -> Row {
        let problem: Problem = sfen.parse().unwrap();
        let row = Solver::default().check_row(&problem, &Options::new());
        serde_json::from_str(&row.to_json()).unwrap()
    }

    #[test]
    fn a_page_of_stored_rows_has_their_lines_and_findings() {
        let rows = [row(COOKED), row("4k4/9/4P4/9/9/9/9/9/9 b G 1")];
        let cooks = rows[0].defects.clone();
        assert_eq!(view(&rows[0]).main.len(), 5);
        for (lang, term) in [(Lang::English, "余詰 cook"), (Lang::Japanese, "余詰")] {
            let page = page(&rows, lang);
            assert!(page.contains("2 / 7 "));
            assert!(page.contains(r#"data-kinds="cook"#));
            assert!(page.contains(&format!("<b>{term}</b>")));
            for cook in &cooks {
                let before = &rows[0].solution[..cook.ply.unwrap() - 1];
                let whole = [before, &cook.line].concat().join(" ");
                assert!(page.contains(&whole), "{whole}");
            }
        }
    }

    #[test]
    fn a_row_of_others_need_not_be_playable() {
        let mut wrong = row(COOKED);
        wrong.solution = vec!["1a9i".to_owned(), "nonsense".to_owned()];
        wrong.defects[0].line = vec!["9i1a+".to_owned()];
        assert!(view(&wrong).main.is_empty());
        assert!(page(&[wrong], Lang::English).contains("余詰 cook"));
        let mut none = row(COOKED);
        none.sfen = Some("nonsense".to_owned());
        assert!(none.problem().is_none());
    }

    #[test]
    fn a_stored_row_keeps_diagram_and_line_whatever_its_goal() {
        let mut solver = Solver::default();
        for (text, moves) in [
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", 1),
            (
                "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1; goal \"brinkmate\"",
                3,
            ),
            (
                "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1; goal \"threatmate\"",
                0,
            ),
        ] {
            let problem: Problem = text.parse().unwrap();
            let row = solver.solve_row(&problem, &Options::new());
            let row = Row::of_json(row.to_json().as_bytes()).unwrap();
            let known = row.problem();
            assert_eq!(known.as_deref(), Some(problem.composition()), "{text}");
            assert_eq!(view(&row).main.len(), moves, "{text}");
        }
    }
}
