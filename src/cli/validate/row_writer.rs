//! Takes what was judged, in the order of the input, and has it written.

use super::feed::{Case, Shared};
use super::ledger::Ledger;
use crate::batch::duplicates::{Answer, CachedVerdict, Duplicate};
use crate::cli::check::claims;
use crate::cli::diagnostics::{Complaint, complain, complain_briefly};
use crate::cli::judge::Judge;
use crate::cli::plan::Judging;
use crate::cli::read::{ParsedProblem, Refused};
use crate::cli::solve::unseen;
use crate::notation::sfen;
use crate::report::{Entry, Finding, Limit, Report, Row, Said, Verdict};
use std::collections::HashMap;
use std::io;

/// What became of an item.
pub(super) enum Done {
    /// It is no problem, which is its row.
    Refused(Box<(Entry, Box<Refused>)>),
    /// It was judged; or nothing was done, because it waits or is the same as another.
    Case(Option<Box<(Entry, Vec<Complaint>)>>, Box<Case>),
}

/// The rows of a run.
pub(super) struct RowWriter {
    report: Box<dyn Report>,
    pub ledger: Ledger,
    /// The problems for the second pass, if there is to be one.
    later: Option<Vec<Case>>,
    is_second: bool,
    /// Whether rows of the second pass came behind the others.
    has_late_rows: bool,
    /// The answers of the first pass to problems that are to be tried again, by their ids, with their
    /// order.
    provisional: HashMap<String, (usize, Entry)>,
    /// The rows of an earlier run that are still in their places.
    old: HashMap<String, Row>,
    expect: bool,
    /// Whether what is wrong with a line is told in one.
    brief: bool,
    rules: String,
    /// The limits of this pass, in words.
    limits: String,
    /// Judges what was to have the answer of a problem that has none after all.
    judge: Judge,
    shared: Shared,
}

impl RowWriter {
    /// Goes on with these rows.
    pub fn new(
        report: Box<dyn Report>,
        (ledger, old): (Ledger, HashMap<String, Row>),
        tries_again: bool,
        (expect, brief): (bool, bool),
        judging: &Judging,
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
            rules: judging.rules(),
            limits: judging.limits_in_words(),
            judge: Judge::new(judging.clone()),
            shared,
        }
    }

    /// A pass with these limits begins.
    pub fn begin(&mut self, judging: &Judging) {
        self.limits = judging.limits_in_words();
        self.judge = Judge::new(judging.clone());
    }

    /// How many problems wait for the second pass.
    pub fn waiting(&self) -> usize {
        self.later.as_ref().map_or(0, Vec::len)
    }

    /// The problems that are to be tried again, from now on.
    pub fn second_pass(&mut self) -> Vec<Case> {
        self.is_second = true;
        let mut later = self.later.take().unwrap_or_default();
        for case in &mut later {
            case.waits = false;
        }
        later
    }

    /// The rows counted, their writer, and whether any came behind the others from a second pass. Rows
    /// of the first pass that no others replace stay.
    pub fn close(mut self) -> io::Result<(Ledger, Box<dyn Report>, bool)> {
        let mut remaining: Vec<_> = self.provisional.into_values().collect();
        remaining.sort_by_key(|it| it.0);
        for (_, entry) in remaining {
            self.ledger.add(&entry.row);
            self.report.remains(&entry)?;
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
                let (entry, refused) = *both;
                if self.brief {
                    refused.complain_briefly();
                } else {
                    refused.complain();
                }
                self.write(&entry)
            }
            Done::Case(Some(judged), case) => self.judged(*judged, *case),
            Done::Case(None, case) => self.repeat(*case),
        }
    }

    /// Writes the row of a problem that was judged, unless it is to be tried again.
    fn judged(
        &mut self,
        (mut entry, complaints): (Entry, Vec<Complaint>),
        case: Case,
    ) -> io::Result<()> {
        // What was broken off is not finished, and has no row.
        if entry.row.limit == Some(Limit::Interrupt) {
            return Ok(());
        }
        let is_open = self.later.is_some() && entry.row.is_out_of_breath();
        let given = &case.given;
        self.tell(given, &complaints);
        if let Some(place) = case.place {
            let gist = CachedVerdict::of(&entry.row);
            let mut known = self.shared.lock();
            let known = &mut *known;
            let gists = if is_open {
                &mut known.open
            } else {
                &mut known.gists
            };
            gists.set(place, gist);
        }
        if let Some(again) = &case.again {
            note(&mut entry, again);
        }
        self.compare(&mut entry, given);
        if is_open {
            self.write_open(entry, case)
        } else {
            self.write(&entry)
        }
    }

    /// Writes the row of a problem that came before, or lets it wait for the answer to that.
    fn repeat(&mut self, case: Case) -> io::Result<()> {
        let place = case.again.as_ref().and_then(|it| it.answer);
        let known = self.shared.lock();
        let said = place.map_or(Answer::Open, |it| known.gists.get(it));
        // What the first pass says holds until there is more.
        let is_open = said == Answer::Open && self.later.is_some();
        let open = place.filter(|_| is_open).map(|it| known.open.get(it));
        drop(known);
        let (gist, again) = match (open.unwrap_or(said), &case.again) {
            (Answer::Said(gist), Some(again)) => (gist, again),
            // That is rare enough for the others to wait, which keeps the order.
            (Answer::Nothing, _) => {
                let judged = self.judge.entry(&case.given);
                return self.judged(judged, case);
            }
            (Answer::Open | Answer::Said(_), _) => {
                // Without a second pass the answer is missing because the run is broken off.
                if let Some(later) = &mut self.later {
                    later.push(case);
                }
                return Ok(());
            }
        };
        let given = &case.given;
        let sfen = sfen::write(given.problem.setup());
        let mut row = gist.row(given.id.clone(), sfen, self.rules.clone());
        let fields = given.fields.as_ref();
        row.hand_through(fields.map(|it| &it.others));
        row.limits = Some(self.limits.clone());
        let (author, complaints) = claims(given);
        row.quote(&given.problem, &author);
        row.notes.extend(complaints.iter().map(Complaint::note));
        self.tell(given, &complaints);
        let mut entry = unseen(row);
        entry.problem = Some(given.problem.clone());
        note(&mut entry, again);
        self.compare(&mut entry, given);
        if is_open {
            self.write_open(entry, case)
        } else {
            self.write(&entry)
        }
    }

    /// Says what is odd about a problem, unless that was said in the first pass.
    fn tell(&self, given: &ParsedProblem, complaints: &[Complaint]) {
        if !self.provisional.contains_key(&given.id) {
            for complaint in complaints {
                self.complain(given, complaint);
            }
        }
    }

    fn complain(&self, given: &ParsedProblem, complaint: &Complaint) {
        let tell = if self.brief {
            complain_briefly
        } else {
            complain
        };
        tell(&given.origin, &given.text, complaint);
    }

    fn compare(&self, entry: &mut Entry, given: &ParsedProblem) {
        if self.expect && entry.row.verdict != Verdict::Error {
            let (verdict, complaint) = expected_verdict(given);
            if let Some(complaint) = complaint {
                self.complain(given, &complaint);
                entry.row.notes.push(complaint.note());
            }
            entry.row.compare(verdict);
        }
    }

    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let id = &entry.row.id;
        let was_there = self.provisional.remove(id).is_some() | self.old.remove(id).is_some();
        self.has_late_rows |= self.is_second && !was_there;
        self.ledger.add(&entry.row);
        self.report.entry(entry)
    }

    /// Writes the row of a problem that is to be tried again.
    fn write_open(&mut self, entry: Entry, case: Case) -> io::Result<()> {
        self.report.provisional(&entry)?;
        self.old.remove(&entry.row.id);
        let order = self.provisional.len();
        let id = entry.row.id.clone();
        self.provisional.insert(id, (order, entry));
        if let Some(later) = &mut self.later {
            later.push(case);
        }
        Ok(())
    }
}

fn note(entry: &mut Entry, again: &Duplicate) {
    let row = &mut entry.row;
    row.duplicate_of = Some(again.of.clone());
    let note = Finding::duplicate(&again.of, again.mirrored, again.turned);
    row.notes.push(note);
}

/// The verdict that the record says the problem has.
fn expected_verdict(given: &ParsedProblem) -> (Option<Verdict>, Option<Complaint>) {
    let others = given.fields.as_ref().map(|it| &it.others);
    let of_field = |key| others.and_then(|it| it.get(key)?.as_str());
    let opcode = given.record.tail.iter().find(|it| it.key == "verdict");
    let said = of_field("expected_verdict").or_else(|| of_field("verdict"));
    let verdict = match said.or(opcode.map(|it| it.value.as_str())).map(str::trim) {
        None | Some("" | "unknown" | "error") => None,
        Some("sound" | "完全" | "完全作") => Some(Verdict::Sound),
        Some(
            "blemished"
            | "キズ"
            | "キズあり"
            | "完全（キズあり）"
            | "完全(キズあり)"
            | "完全作（キズあり）"
            | "完全作(キズあり)",
        ) => Some(Verdict::Blemished),
        Some("flawed" | "不完全" | "不完全作" | "余詰" | "余詰作" | "早詰" | "早詰作") => {
            Some(Verdict::Flawed)
        }
        Some("mate" | "詰") => Some(Verdict::Mate),
        Some("no_mate" | "不詰" | "不詰作") => Some(Verdict::NoMate),
        Some(other) => {
            let complaint = Complaint {
                harmless: true,
                message: Said::new(
                    format!("the expected verdict `{other}` is none"),
                    format!("判定「{other}」というものはない"),
                ),
                span: opcode.filter(|_| said.is_none()).map(|it| it.span.clone()),
                help: Some(Said::new(
                    "write sound (完全), blemished (キズ), flawed (不完全), mate (詰) or no_mate (不詰)",
                    "完全、キズ、不完全、詰、不詰のどれかを書く",
                )),
            };
            return (None, Some(complaint));
        }
    };
    (verdict, None)
}
