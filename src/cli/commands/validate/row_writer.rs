//! Counts and writes the rows of a run, which come in the order of the input.

use super::args::ValidateArgs;
use super::expected::expected_verdict;
use crate::answer::Row;
use crate::batch::run::{Case, Item, Past, Settled};
use crate::cli::commands::ledger::{Ledger, is_wanted};
use crate::cli::diagnostics::Form;
use crate::cli::output::{Output, Reports, Stage};
use crate::judge::{Complaint, ParsedProblem};
use crate::vocabulary::Verdict;
use std::collections::HashMap;
use std::io;
use std::time::Duration;

/// The rows of a run.
pub(super) struct RowWriter {
    report: Reports,
    pub ledger: Ledger,
    /// The problems for the second pass.
    pub later: Vec<Case>,
    /// The rows of the first pass whose problems will be judged again, by id, each with its number.
    provisional: HashMap<String, (usize, Row)>,
    expect: bool,
    /// The results whose rows are written; `None` for all.
    only: Option<Vec<&'static str>>,
    /// The form in which errors are reported.
    errors: Form,
    /// Whether rows have the errors of inputs that are not problems.
    has_errors_in_rows: bool,
}

impl RowWriter {
    /// Begins without rows.
    pub fn new(args: &ValidateArgs, output: Output) -> Self {
        Self {
            has_errors_in_rows: output.has_errors_in_rows(),
            report: output.report(true, true),
            ledger: Ledger::new(true, args.fail_on.clone()),
            later: Vec::new(),
            provisional: HashMap::new(),
            expect: args.expect,
            // A file of `--resume` has all rows. There `--only` chooses the rows of its views.
            only: args.only.clone().filter(|_| args.resume.is_none()),
            errors: if args.check.common.output.quiet {
                Form::Line
            } else {
                Form::Full
            },
        }
    }

    /// Takes the problems for the second pass, which begins now.
    pub fn second_pass(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        for mut case in std::mem::take(&mut self.later) {
            case.waits = false;
            items.push(Item::Case(Box::new(case)));
        }
        items
    }

    /// Ends the rows. Rows of the first pass that were not replaced stay. Returns the counts, and the error if
    /// the end could not be written.
    pub fn end(
        mut self,
        past: &Past,
        elapsed: Duration,
        interrupted: bool,
    ) -> (Ledger, io::Result<()>) {
        let tally = &mut self.ledger.tally;
        (tally.elapsed, tally.interrupted) = (elapsed, interrupted);
        let written = self.write_end(past);
        (self.ledger, written)
    }

    fn write_end(&mut self, past: &Past) -> io::Result<()> {
        let mut remaining: Vec<_> = self
            .provisional
            .drain()
            .map(|(_, numbered)| numbered)
            .collect();
        remaining.sort_by_key(|(number, _)| *number);
        for (_, row) in remaining {
            self.ledger.add(&row);
            if self.only.is_none() {
                self.report.put(&row, Stage::Remains)?;
            } else if is_wanted(&row, self.only.as_deref()) {
                self.report.answer(&row)?;
            }
        }
        if self.ledger.is_empty() && past.lock().problem_elsewhere {
            // A share without problems gets a file, too, for programs that put the shares together.
            self.report.begin()?;
        }
        self.report.finish(&self.ledger.tally)
    }

    /// Writes the row of an item, unless the item is interrupted or waits for the second pass.
    pub fn take(&mut self, settled: Settled) -> io::Result<()> {
        match settled {
            Settled::Refused(row, refused) => {
                if let (Some(refused), false) = (&refused, self.has_errors_in_rows) {
                    self.errors.refused(refused);
                }
                self.write(&row)
            }
            // An interrupted problem is not finished, and gets no row.
            Settled::Row { row, .. } if row.is_interrupted() => Ok(()),
            Settled::Row {
                mut row,
                complaints,
                case,
                is_open,
            } => {
                self.tell(&case.parsed, &complaints);
                self.compare(&mut row, &case.parsed);
                if !is_open {
                    return self.write(&row);
                }
                // With `--only`, the result of the second pass decides whether the row is written.
                if self.only.is_none() {
                    self.report.put(&row, Stage::Provisional)?;
                }
                let order = self.provisional.len();
                self.provisional.insert(row.id.clone(), (order, *row));
                self.later.push(*case);
                Ok(())
            }
            Settled::Later(case) => {
                self.later.push(*case);
                Ok(())
            }
        }
    }

    /// Reports complaints about a problem, unless the first pass did.
    fn tell(&self, parsed: &ParsedProblem, complaints: &[Complaint]) {
        if !self.provisional.contains_key(&parsed.id) {
            self.errors
                .complain_all(&parsed.origin, &parsed.text, complaints);
        }
    }

    /// Compares a row with the claims of the input, if `--expect` was given.
    fn compare(&self, row: &mut Row, parsed: &ParsedProblem) {
        if self.expect && row.verdict != Verdict::Error {
            let (verdict, complaint) = expected_verdict(parsed);
            if let Some(complaint) = complaint {
                self.errors
                    .complain(&parsed.origin, &parsed.text, &complaint);
                row.notes.push(complaint.note());
            }
            row.compare(verdict);
        }
    }

    /// Writes a final row.
    fn write(&mut self, row: &Row) -> io::Result<()> {
        self.provisional.remove(&row.id);
        self.ledger.add(row);
        if is_wanted(row, self.only.as_deref()) {
            return self.report.answer(row);
        }
        Ok(())
    }
}
