//! Hints (ヒント): the first moves of a solution, and the piece that moves next.

use super::{HEAD, Text};
use crate::answer::places::of_square;
use crate::notation::{japanese, reasons};
use crate::report::view::View;
use crate::report::words::labels;
use crate::vocabulary::{Lang, Verdict};
use std::io::{self, Write};

sentences! {
    moves(kind, from): "the {kind} on {from} moves", "{from}の{kind}を動かす";
    dropped(kind): "a {kind} is dropped", "持駒の{kind}を打つ";
    no_solution(): "none, because there is no solution", "解がないので出せない";
    none(): "none, because the shortest line is not known", "最短の手順が不明なので出せない";
}

impl<W: Write> Text<W> {
    /// Writes the hint of this number. An odd number tells the attacker's piece that moves next, an even one
    /// also its move.
    pub(super) fn hint(&mut self, view: &View<'_>, number: u32) -> io::Result<()> {
        let (row, lang) = (view.row, view.lang);
        let title = labels::words(lang).hint;
        let is_known = row.plies.is_some() && !view.main.is_empty() && !row.is_line_longer();
        if !is_known {
            let why = match row.verdict {
                Verdict::NoMate | Verdict::NoBrinkmate | Verdict::NoThreat => no_solution(lang),
                _ => none(lang),
            };
            return writeln!(self.out, "\n{HEAD}{title}{HEAD:#}  {why}");
        }
        let replies_first = usize::from(!view.problem.attacker_to_move());
        let known = (number as usize - 1 + replies_first).min(view.main.len());
        self.line(view, &view.main[..known])?;
        match next(view, known).filter(|_| number % 2 == 1) {
            Some(next) => writeln!(self.out, "\n{HEAD}{title}{HEAD:#}  {next}"),
            None => Ok(()),
        }
    }
}

/// Returns the piece of the next move of the line, of which so many are known.
fn next(view: &View<'_>, known: usize) -> Option<String> {
    let line = view.playable_moves(&[], view.main)?;
    let mut setup = view.setup().clone();
    let are_played = line[..known].iter().all(|&mv| setup.play(mv));
    let mv = *line.get(known).filter(|_| are_played)?;
    let kind = match mv.from() {
        Some(from) => setup.piece_at(from)?.kind(),
        None => mv.dropped()?,
    };
    let name = match view.lang {
        Lang::English => reasons::kind_name(kind).to_owned(),
        Lang::Japanese => japanese::piece(kind).to_string(),
    };
    Some(match mv.from() {
        Some(from) => moves(name, of_square(from).in_lang(view.lang), view.lang),
        None => dropped(name, view.lang),
    })
}
