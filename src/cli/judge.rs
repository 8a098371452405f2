//! Judges one of many problems after the other, whatever happens in one of them.

use super::check::{self, JudgeContext};
use super::diagnostics::{Complaint, in_both};
use super::lang::{CERTIFICATES, said};
use super::plan::{Judging, Proofs};
use super::proofs::Folder;
use super::read::ParsedProblem;
use crate::batch::guard::guarded;
use crate::composition::Questions;
use crate::report::{Entry, Said};
use crate::search::Solver;
use anyhow::Context;

/// One who judges, with tables of its own.
pub(super) struct Judge {
    /// Made when the first problem comes, and anew after a panic.
    solver: Option<Solver>,
    judging: Judging,
    limits_in_words: String,
}

impl Judge {
    /// Has not judged anything yet.
    pub fn new(judging: Judging) -> Self {
        Self {
            solver: None,
            limits_in_words: judging.limits_in_words(),
            judging,
        }
    }

    /// Judges a problem. What is odd about its record comes with it, for somebody to say.
    pub fn entry(&mut self, given: &ParsedProblem) -> (Entry, Vec<Complaint>) {
        let checks = self.judging.checks;
        let (folder, verify) = (self.judging.folder.clone(), self.judging.verify);
        self.by(given, |bench| {
            let (mut entry, mut complaints) =
                check::entry(bench, given, checks, Questions::default());
            let proofs = (folder.as_ref(), verify);
            match certify(bench, given, proofs, &mut entry) {
                Ok(complaint) => complaints.extend(complaint),
                Err(error) => {
                    let message = in_both(&error);
                    entry = check::failed_in(given, "io", message.clone());
                    complaints.push(Complaint {
                        harmless: false,
                        message,
                        span: None,
                        help: None,
                    });
                }
            }
            (entry, complaints)
        })
    }

    /// The row of an input that is no problem.
    pub fn refusal(&self, mut entry: Entry) -> Entry {
        entry.row.limits = Some(self.limits_in_words.clone());
        entry
    }

    /// Has the work on a problem done; when it fails, that is the row.
    fn by(
        &mut self,
        given: &ParsedProblem,
        work: impl FnOnce(&mut JudgeContext<'_>) -> (Entry, Vec<Complaint>),
    ) -> (Entry, Vec<Complaint>) {
        let judging = &self.judging;
        let solver = self.solver.take();
        let mut solver = solver.unwrap_or_else(|| Solver::new(judging.config.clone()));
        let judged = guarded(|| {
            work(&mut JudgeContext {
                solver: &mut solver,
                limits: &judging.limits,
                interpositions: judging.interpositions,
                stats: judging.stats,
                observer: &mut |_| {},
            })
        });
        let (mut entry, complaints) = match judged {
            Ok(judged) => {
                self.solver = Some(solver);
                judged
            }
            Err(message) => panicked(given, &message),
        };
        entry.row.limits = Some(self.limits_in_words.clone());
        (entry, complaints)
    }
}

/// Certifies a judged composition, in a file of its own if there is a folder for them.
///
/// # Errors
/// When the file cannot be written.
fn certify(
    bench: &mut JudgeContext<'_>,
    given: &ParsedProblem,
    (folder, verify): (Option<&Folder>, bool),
    entry: &mut Entry,
) -> anyhow::Result<Option<Complaint>> {
    if entry.judgement.is_none() || folder.is_none() && !verify {
        return Ok(None);
    }
    let begun = folder.map(|folder| folder.begin(&given.id)).transpose();
    let (whole, file) = begun.context(said(CERTIFICATES))?.unzip();
    let mut proofs = Proofs {
        file,
        whole: None,
        written: 0,
        verify,
    };
    let complaint = check::certify(bench, given, &mut proofs, entry)?;
    // Where none came, those of an earlier run are better than nothing.
    let complete = complaint.is_none() && proofs.written > 0;
    if let (Some(whole), Some(file), true) = (whole, proofs.file, complete) {
        let finished = file.finish().and_then(|_| whole.publish());
        finished.context(said(CERTIFICATES))?;
    }
    Ok(complaint)
}

/// The row of a problem in which the program failed.
fn panicked(given: &ParsedProblem, message: &str) -> (Entry, Vec<Complaint>) {
    let message = Said::new(
        format!("the program failed: {message}"),
        format!("プログラムの内部で誤りが起きた：{message}"),
    );
    let complaint = Complaint::of_bug(message.clone());
    let entry = check::failed_in(given, "internal", message);
    (entry, vec![complaint])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::plan::Service;
    use crate::cli::read::Reading;
    use crate::input::Requests;
    use crate::report::Verdict;

    #[test]
    fn a_problem_in_which_the_program_fails_is_an_error_row_and_the_next_is_judged() {
        let lines = "{\"id\":1,\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\",\"n\":2}\n".repeat(3);
        let service = Service::for_tests(1 << 20);
        let mut reading = Reading::echoing(service.attacker, service.defender_hand);
        let mut judge = Judge::new(service.judging);
        let verdicts: Vec<_> = Requests::new(Box::new(std::io::Cursor::new(lines)))
            .enumerate()
            .map(|(i, record)| {
                let Ok(given) = reading.read(record) else {
                    panic!("these are problems");
                };
                let entry = match i {
                    1 => judge.by(&given, |_| panic!("on purpose")).0,
                    _ => judge.entry(&given).0,
                };
                assert_eq!(entry.row.id, "1");
                assert_eq!(entry.row.input["n"], 2);
                assert!(entry.row.sfen.is_some());
                assert_eq!(entry.row.limits.as_deref(), Some("nodes=1000 hash=1MiB"));
                (
                    entry.row.verdict,
                    entry.row.error.map(|it| it.message.to_string()),
                )
            })
            .collect();
        let failed = "the program failed: on purpose".to_owned();
        assert_eq!(
            verdicts,
            [
                (Verdict::Sound, None),
                (Verdict::Error, Some(failed)),
                (Verdict::Sound, None)
            ]
        );
    }
}
