//! Rows that were written before, made ready for the views that draw.

use super::comparison::problem_of;
use super::{Entry, Row};
use crate::composition::Problem;
use crate::notation::sfen::{first_illegal, first_not_legal};
use crate::notation::usi;
use crate::shogi::{Color, Move, Position};
use crate::vocabulary::Goal;

impl Entry {
    /// Makes an entry of a row that was written before: with its problem and its line, but without
    /// the judgement itself. A page shows the findings of such a row, too.
    #[must_use]
    pub fn of_stored(row: Row) -> Self {
        let problem = problem_of(row.goal, row.sfen.as_deref());
        let line = problem
            .as_ref()
            .and_then(|it| playable((it, row.goal), &row.solution))
            .unwrap_or_default();
        let leftover = problem
            .as_ref()
            .filter(|_| row.leftover.is_some() && !line.is_empty())
            .map(|it| {
                let mut position = Position::new(it.normalised());
                for &mv in &line {
                    position.make(it.to_normalised(mv));
                }
                position.hand(Color::Black)
            });
        Self {
            problem,
            line,
            leftover,
            ..Self::of_row(row)
        }
    }
}

/// Returns these moves, if the goal allows them: only a mate needs a check with every move. Rows may come
/// from others.
pub(super) fn playable((problem, goal): (&Problem, Goal), moves: &[String]) -> Option<Vec<Move>> {
    let line = moves.iter().map(|it| usi::parse_move(it));
    let line: Vec<Move> = line.collect::<Result<_, _>>().ok()?;
    let setup = problem.setup();
    let broken = if goal.is_mate() {
        first_illegal(setup, problem.attacker(), &line)
    } else {
        first_not_legal(setup, &line)
    };
    broken.is_none().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Html, Lang, Notation, Report, Tally};
    use crate::{Options, Problem, Solver};

    const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";

    fn page(entries: &[Entry], lang: Lang) -> String {
        let mut out = Vec::new();
        let mut page = Html::new(&mut out, lang, Notation::Japanese).with_total(7);
        for entry in entries {
            page.entry(entry).unwrap();
        }
        page.finish(&Tally::default()).unwrap();
        drop(page);
        String::from_utf8(out).unwrap()
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
        let entries = rows.map(Entry::of_stored);
        assert_eq!(entries[0].line.len(), 5);
        for (lang, term) in [(Lang::English, "余詰 cook"), (Lang::Japanese, "余詰")] {
            let page = page(&entries, lang);
            assert!(page.contains("2 / 7 "));
            assert!(page.contains(r#"data-kinds="cook"#));
            assert!(page.contains(&format!("<b>{term}</b>")));
            for cook in &cooks {
                let before = &entries[0].row.solution[..cook.ply.unwrap() - 1];
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
        let entry = Entry::of_stored(wrong);
        assert!(entry.line.is_empty() && entry.leftover.is_none());
        assert!(page(&[entry], Lang::English).contains("余詰 cook"));
        let mut none = row(COOKED);
        none.sfen = Some("nonsense".to_owned());
        assert!(Entry::of_stored(none).problem.is_none());
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
            let entry = Entry::of_stored(Row::of_json(row.to_json().as_bytes()).unwrap());
            assert_eq!(
                entry.problem.as_ref(),
                Some(problem.composition()),
                "{text}"
            );
            assert_eq!(entry.line.len(), moves, "{text}");
        }
    }
}
