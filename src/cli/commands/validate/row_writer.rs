//! Takes the rows of a run in the order of the input, counts and writes them.

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
    /// The answers of the first pass to problems that will be judged again, by id, with their
    /// order.
    provisional: HashMap<String, (usize, Row)>,
    expect: bool,
    /// The results that are shown, if not all are.
    only: Option<Vec<&'static str>>,
    /// The form in which errors are reported.
    errors: Form,
    /// Whether the rows tell why an input is no problem.
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
            // The rows of a run that may be continued are all there; only its views are chosen.
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
        let again = |mut case: Case| {
            case.waits = false;
            Item::Case(Box::new(case))
        };
        std::mem::take(&mut self.later)
            .into_iter()
            .map(again)
            .collect()
    }

    /// Ends the rows. Rows of the first pass that were not replaced stay. Also returns whether the end could be
    /// written.
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
        let mut remaining: Vec<_> = self.provisional.drain().map(|it| it.1).collect();
        remaining.sort_by_key(|it| it.0);
        for (_, row) in remaining {
            self.ledger.add(&row);
            if self.only.is_none() {
                self.report.put(&row, Stage::Remains)?;
            } else if is_wanted(&row, self.only.as_deref()) {
                self.report.answer(&row)?;
            }
        }
        if self.ledger.is_empty() && past.lock().problem_elsewhere {
            // Jobs that put the shares together find a file of each.
            self.report.begin()?;
        }
        self.report.finish(&self.ledger.tally)
    }

    /// Writes the row of an item, if it has one by now.
    pub fn take(&mut self, settled: Settled) -> io::Result<()> {
        match settled {
            Settled::Refused(row, about) => {
                if let Some(refused) = about.as_ref().filter(|_| !self.has_errors_in_rows) {
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
                // Whether it is shown is known in the end.
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

    /// Reports complaints about a problem, unless this was done in the first pass.
    fn tell(&self, parsed: &ParsedProblem, complaints: &[Complaint]) {
        if !self.provisional.contains_key(&parsed.id) {
            self.errors
                .complain_all(&parsed.origin, &parsed.text, complaints);
        }
    }

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

    fn write(&mut self, row: &Row) -> io::Result<()> {
        self.provisional.remove(&row.id);
        self.ledger.add(row);
        if is_wanted(row, self.only.as_deref()) {
            return self.report.answer(row);
        }
        Ok(())
    }
}
