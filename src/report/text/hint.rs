//! Writes hints (ヒント): the first moves of a solution, and the piece that moves next.

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
    /// Writes the hint with this number, from 1. Odd hints name the piece that the attacker moves next. Even
    /// hints show its move.
    pub(super) fn write_hint(&mut self, view: &View<'_>, number: u32) -> io::Result<()> {
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
        self.write_line(view, &view.main[..known])?;
        if number % 2 == 1
            && let Some(piece) = next_piece(view, known)
        {
            writeln!(self.out, "\n{HEAD}{title}{HEAD:#}  {piece}")?;
        }
        Ok(())
    }
}

/// Returns the piece that moves after the first `known` moves of the line.
fn next_piece(view: &View<'_>, known: usize) -> Option<String> {
    let line = view.playable_moves(&[], view.main)?;
    let mut setup = view.setup().clone();
    if !line[..known].iter().all(|&mv| setup.play(mv)) {
        return None;
    }
    let mv = *line.get(known)?;
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
