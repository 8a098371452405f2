//! Writes a problem in short: its verdict, board, line and rating.

use super::layout::hanging;
use super::{Text, columns, style};
use crate::answer::Row;
use crate::report::board::diagram;
use crate::report::rating::rating_in_words;
use crate::report::view::View;
use crate::report::words::judged::in_one_line;
use crate::vocabulary::Notation;
use std::io::{self, Write};

impl<W: Write> Text<W> {
    /// Writes a problem in short. Up to eleven plies take eighteen lines at most.
    pub(super) fn write_brief(&mut self, row: &Row) -> io::Result<()> {
        let (width, lang) = (self.layout.width, self.layout.lang);
        let style = style(row);
        writeln!(self.out, "{style}{}{style:#}", in_one_line(row, lang))?;
        let Some(view) = View::of(row, lang, self.layout.notation) else {
            return Ok(());
        };
        for line in diagram(view.setup(), view.problem.attacker(), width, lang) {
            writeln!(self.out, "{line}")?;
        }
        let lines = match self.layout.notation {
            Notation::Usi => hanging("  ", &row.solution, width),
            _ => columns(&view.moves(&[], &row.solution), width),
        };
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        if let Some(rating) = &row.rating {
            writeln!(self.out, "  {}", rating_in_words(rating, lang))?;
        }
        Ok(())
    }
}
