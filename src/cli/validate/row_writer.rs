//! Takes judged problems in the order of the input, and writes their rows.

use super::expected::expected_verdict;
use super::feed::{Case, Shared};
use super::ledger::Ledger;
use crate::batch::duplicates::{Answer, CachedVerdict};
use crate::cli::diagnostics::{
    complain, complain_all, complain_all_briefly, complain_briefly, refused, refused_briefly,
};
use crate::judge::{Complaint, Judge, ParsedProblem, Refused, Settings};
use crate::report::{Report, Row, Verdict};
use std::collections::HashMap;
use std::io;

/// The result of an item.
pub(super) enum Done {
    /// It is not a problem, which is its row.
    Refused(Box<(Row, Box<Refused>)>),
    /// It was judged; or nothing was done, because it waits or is a duplicate.
    Case(Option<Box<(Row, Vec<Complaint>)>>, Box<Case>),
}

/// The rows of a run.
pub(super) struct RowWriter {
    report: Box<dyn Report>,
    pub ledger: Ledger,
    /// The problems for the second pass, if there is to be one.
    later: Option<Vec<Case>>,
    is_second: bool,
    /// Whether rows of the second pass came after the others.
    has_late_rows: bool,
    /// The answers of the first pass to problems that will be judged again, by id, with their
    /// order.
    provisional: HashMap<String, (usize, Row)>,
    /// The rows of an earlier run that are still in their places.
    old: HashMap<String, Row>,
    expect: bool,
    /// Whether each error is reported in one line.
    brief: bool,
    rules: String,
    /// The limits of this pass, in words.
    limits: String,
    /// Judges duplicates of a problem that has no answer after all.
    judge: Judge,
    shared: Shared,
}

impl RowWriter {
    /// Makes a writer that continues these rows.
    pub fn new(
        report: Box<dyn Report>,
        (ledger, old): (Ledger, HashMap<String, Row>),
        tries_again: bool,
        (expect, brief): (bool, bool),
        settings: &Settings,
        shared: Shared,
    ) -> Self {
        Self {
            report,
            ledger,
            later: tries_again.then(Vec::new),
            is_second: false,
            has_late_rows: false,
            provisional: HashMap::new(),
            old,
            expect,
            brief,
            rules: settings.rules(),
            limits: settings.limits_in_words(),
            judge: Judge::new(settings.clone()),
            shared,
        }
    }

    /// Begins a pass with these limits.
    pub fn begin(&mut self, settings: &Settings) {
        self.limits = settings.limits_in_words();
        self.judge = Judge::new(settings.clone());
    }

    /// Returns the number of problems that wait for the second pass.
    pub fn waiting(&self) -> usize {
        self.later.as_ref().map_or(0, Vec::len)
    }

    /// Takes the problems for the second pass, which begins now.
    pub fn second_pass(&mut self) -> Vec<Case> {
        self.is_second = true;
        let mut later = self.later.take().unwrap_or_default();
        for case in &mut later {
            case.waits = false;
        }
        later
    }

    /// Returns the counted rows, their writer, and whether any rows of a second pass came after the
    /// others. Rows of the first pass that were not replaced stay.
    pub fn close(mut self) -> io::Result<(Ledger, Box<dyn Report>, bool)> {
        let mut remaining: Vec<_> = self.provisional.into_values().collect();
        remaining.sort_by_key(|it| it.0);
        for (_, row) in remaining {
            self.ledger.add(&row);
            self.report.remains(&row)?;
        }
        for row in self.old.values() {
            self.ledger.add(row);
        }
        Ok((self.ledger, self.report, self.has_late_rows))
    }

    /// Writes the row of an item, if it has one by now.
    pub fn take(&mut self, done: Done) -> io::Result<()> {
        match done {
            Done::Refused(both) => {
                let (row, about) = *both;
                let tell = if self.brief { refused_briefly } else { refused };
                tell(&about);
                self.write(&row)
            }
            Done::Case(Some(judged), case) => self.judged(*judged, *case),
            Done::Case(None, case) => self.repeat(*case),
        }
    }

    /// Writes the row of a judged problem, unless it will be judged again.
    fn judged(
        &mut self,
        (mut row, complaints): (Row, Vec<Complaint>),
        case: Case,
    ) -> io::Result<()> {
        // An interrupted problem is not finished, and gets no row.
        if row.is_interrupted() {
            return Ok(());
        }
        row.similar.clone_from(&case.similar);
        let is_open = self.later.is_some() && row.is_out_of_breath();
        let parsed = &case.parsed;
        self.tell(parsed, &complaints);
        if let Some(place) = case.place {
            let verdict = CachedVerdict::of(&row);
            let mut known = self.shared.lock();
            let known = &mut *known;
            let verdicts = if is_open {
                &mut known.open
            } else {
                &mut known.verdicts
            };
            verdicts.set(place, verdict);
        }
        if let Some(again) = &case.again {
            again.note(&mut row);
        }
        self.compare(&mut row, parsed);
        if is_open {
            self.write_open(row, case)
        } else {
            self.write(&row)
        }
    }

    /// Writes the row of a duplicate, or lets it wait for the answer to the earlier problem.
    fn repeat(&mut self, case: Case) -> io::Result<()> {
        let place = case.again.as_ref().and_then(|it| it.answer);
        let known = self.shared.lock();
        let said = place.map_or(Answer::Open, |it| known.verdicts.get(it));
        // The answer of the first pass holds until there is a better one.
        let is_open = said == Answer::Open && self.later.is_some();
        let open = place.filter(|_| is_open).map(|it| known.open.get(it));
        drop(known);
        let (verdict, again) = match (open.unwrap_or(said), &case.again) {
            (Answer::Said(verdict), Some(again)) => (verdict, again),
            // This is so rare that the others may wait, which keeps the order.
            (Answer::Nothing, _) => {
                let judged = self.judge.row(&case.parsed);
                return self.judged(judged, case);
            }
            (Answer::Open | Answer::Said(_), _) => {
                // Without a second pass, the answer is missing because the run was interrupted.
                if let Some(later) = &mut self.later {
                    later.push(case);
                }
                return Ok(());
            }
        };
        let parsed = &case.parsed;
        let (mut row, complaints) = again.row(parsed, verdict, &self.rules, &self.limits);
        row.similar.clone_from(&case.similar);
        self.tell(parsed, &complaints);
        self.compare(&mut row, parsed);
        if is_open {
            self.write_open(row, case)
        } else {
            self.write(&row)
        }
    }

    /// Reports complaints about a problem, unless this was done in the first pass.
    fn tell(&self, parsed: &ParsedProblem, complaints: &[Complaint]) {
        if !self.provisional.contains_key(&parsed.id) {
            if self.brief {
                complain_all_briefly(&parsed.origin, &parsed.text, complaints);
            } else {
                complain_all(&parsed.origin, &parsed.text, complaints);
            }
        }
    }

    fn complain(&self, parsed: &ParsedProblem, complaint: &Complaint) {
        let tell = if self.brief {
            complain_briefly
        } else {
            complain
        };
        tell(&parsed.origin, &parsed.text, complaint);
    }

    fn compare(&self, row: &mut Row, parsed: &ParsedProblem) {
        if self.expect && row.verdict != Verdict::Error {
            let (verdict, complaint) = expected_verdict(parsed);
            if let Some(complaint) = complaint {
                self.complain(parsed, &complaint);
                row.notes.push(complaint.note());
            }
            row.compare(verdict);
        }
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        let id = &row.id;
        let was_there = self.provisional.remove(id).is_some() | self.old.remove(id).is_some();
        self.has_late_rows |= self.is_second && !was_there;
        self.ledger.add(row);
        self.report.answer(row)
    }

    /// Writes the row of a problem that will be judged again.
    fn write_open(&mut self, row: Row, case: Case) -> io::Result<()> {
        self.report.provisional(&row)?;
        self.old.remove(&row.id);
        let order = self.provisional.len();
        let id = row.id.clone();
        self.provisional.insert(id, (order, row));
        if let Some(later) = &mut self.later {
            later.push(case);
        }
        Ok(())
    }
}
