//! Judges one problem after another, even if one of them makes the program fail.

use super::ask::ask;
use super::certificates::{CertificateFile, CertificateFolder, CertificateSink, Certifier};
use super::complaint::Complaint;
use super::context::JudgeContext;
use super::entry::row_of_failure;
use super::parsed::ParsedProblem;
use super::settings::Settings;
use crate::answer::Row;
use crate::answer::errors::of_io;
use crate::certificate::Certificate;
use crate::composition::event::Listener;
use crate::guard::guarded;
use crate::search::{Progress, Solver};
use crate::vocabulary::ErrorKind;
use std::io;
use std::time::Duration;

/// Judges problems, with tables of its own.
#[derive(Debug)]
pub struct Judge {
    /// `None` before the first problem and after a panic.
    solver: Option<Solver>,
    settings: Settings,
    limits_in_words: String,
}

impl Judge {
    /// Makes a judge with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            solver: None,
            limits_in_words: settings.limits_in_words(),
            settings,
        }
    }

    /// Sets the time for each of the next problems; `None` is no limit. Rows still have the time of the settings.
    pub const fn set_time(&mut self, time: Option<Duration>) {
        self.settings.question.limits.time = time;
    }

    /// Judges a problem. Also returns complaints about its record.
    pub fn row(&mut self, parsed: &ParsedProblem) -> (Row, Vec<Complaint>) {
        self.row_with(parsed, &mut |_| {})
    }

    /// Judges a problem, and reports the progress. Also returns complaints about its record.
    pub fn row_with(
        &mut self,
        parsed: &ParsedProblem,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> (Row, Vec<Complaint>) {
        let folder = self.settings.folder.clone();
        self.run(parsed, observer, |context| {
            let mut file = folder.as_deref().map(|folder| PendingFile {
                folder,
                id: &parsed.id,
                file: None,
            });
            let result = ask_with_certificates(context, parsed, &mut file);
            result.unwrap_or_else(|error| {
                let message = cannot_write(of_io(&error));
                let row = row_of_failure(parsed, ErrorKind::Io, message.clone());
                (row, vec![Complaint::error(message)])
            })
        })
    }

    /// Adds the limits to the row of an input that is no problem.
    #[must_use]
    pub fn with_limits(&self, mut row: Row) -> Row {
        row.limits = Some(self.limits_in_words.clone());
        row
    }

    /// Runs `work` on a problem. If it panics, the row has the error, and the next problem gets a new solver.
    fn run(
        &mut self,
        parsed: &ParsedProblem,
        observer: &mut (dyn FnMut(&Progress) + Send),
        work: impl FnOnce(&mut JudgeContext<'_>) -> (Row, Vec<Complaint>),
    ) -> (Row, Vec<Complaint>) {
        let settings = &self.settings;
        let solver = self.solver.take();
        let mut solver = solver.unwrap_or_else(|| Solver::new(settings.config.clone()));
        let judged = guarded(|| {
            work(&mut JudgeContext {
                solver: &mut solver,
                question: &settings.question,
                observer,
                listener: Listener::default(),
            })
        });
        let (mut row, complaints) = match judged {
            Ok(judged) => {
                self.solver = Some(solver);
                judged
            }
            Err(message) => row_of_panic(parsed, &message),
        };
        row.limits = Some(self.limits_in_words.clone());
        (row, complaints)
    }
}

says! {
    cannot_write(error): "cannot write the certificates: {error}", "証明書を書き込めない：{error}";
}

/// A file for the certificates of a problem. The first certificate begins it.
struct PendingFile<'a> {
    folder: &'a dyn CertificateFolder,
    id: &'a str,
    file: Option<Box<dyn CertificateFile>>,
}

impl CertificateSink for PendingFile<'_> {
    fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.folder.begin(self.id)?),
        };
        file.write(certificate)
    }
}

/// Answers a question, with the certificates in a file of their own if there is a folder for them.
///
/// # Errors
/// If the file cannot be written.
fn ask_with_certificates(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    pending: &mut Option<PendingFile<'_>>,
) -> io::Result<(Row, Vec<Complaint>)> {
    let sink = pending.as_mut().map(|it| it as &mut dyn CertificateSink);
    let mut certifier = Certifier {
        sink,
        verify: context.question.verify,
        written: 0,
    };
    let (row, complaints) = ask(context, parsed, &mut certifier)?;
    // If the answer is withdrawn or unfinished, the file of an earlier run stays: it is better than none.
    let is_proven = row.certificates.is_some() && !row.is_interrupted();
    if is_proven && let Some(file) = pending.take().and_then(|it| it.file) {
        file.publish()?;
    }
    Ok((row, complaints))
}

/// Returns the row of a problem in which the program failed.
fn row_of_panic(parsed: &ParsedProblem, message: &str) -> (Row, Vec<Complaint>) {
    let complaint = Complaint::of_panic(message);
    let row = row_of_failure(parsed, ErrorKind::Internal, complaint.message.clone());
    (row, vec![complaint])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::{AttackerRule, DefenderHandRule};
    use crate::input::Requests;
    use crate::judge::{Intake, Question, Task};
    use crate::search::{Limits, SearchConfig};
    use crate::vocabulary::Verdict;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

    /// A folder that counts the files, and interrupts the work when one is begun.
    #[derive(Clone, Debug, Default)]
    struct Counting {
        interrupts: bool,
        stop: Arc<AtomicBool>,
        begun: Arc<AtomicUsize>,
        published: Arc<AtomicUsize>,
    }

    impl CertificateFolder for Counting {
        fn begin(&self, _: &str) -> io::Result<Box<dyn CertificateFile>> {
            self.begun.fetch_add(1, SeqCst);
            self.stop.store(self.interrupts, SeqCst);
            Ok(Box::new(self.clone()))
        }
    }

    impl CertificateSink for Counting {
        fn write(&mut self, _: &Certificate) -> io::Result<()> {
            Ok(())
        }
    }

    impl CertificateFile for Counting {
        fn publish(self: Box<Self>) -> io::Result<()> {
            self.published.fetch_add(1, SeqCst);
            Ok(())
        }
    }

    #[test]
    fn an_interrupted_problem_has_no_file_of_certificates() {
        for interrupts in [false, true] {
            let folder = Counting {
                interrupts,
                ..Counting::default()
            };
            let mut question = Question {
                task: Task::Check,
                ..Question::default()
            };
            question.limits.stop = Some(Arc::clone(&folder.stop));
            let settings = Settings {
                question,
                folder: Some(Arc::new(folder.clone())),
                ..Settings::default()
            };
            let line = "{\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}\n";
            let record = Requests::new(Box::new(std::io::Cursor::new(line))).next();
            let mut intake = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto);
            let parsed = intake.read(record.expect("a line")).expect("a problem");
            let (row, _) = Judge::new(settings).row(&parsed);
            assert_eq!(row.is_interrupted(), interrupts);
            assert_eq!(folder.begun.load(SeqCst), 1);
            assert_eq!(folder.published.load(SeqCst), usize::from(!interrupts));
        }
    }

    #[test]
    fn a_problem_in_which_the_program_fails_is_an_error_row_and_the_next_is_judged() {
        let lines = "{\"id\":1,\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\",\"n\":2}\n".repeat(3);
        let mut intake = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto);
        let mut judge = Judge::new(Settings {
            config: SearchConfig {
                hash_bytes: 1 << 20,
                ..SearchConfig::default()
            },
            question: Question {
                task: Task::Check,
                limits: Limits {
                    nodes: Some(1000),
                    ..Limits::default()
                },
                ..Question::default()
            },
            ..Settings::default()
        });
        let verdicts: Vec<_> = Requests::new(Box::new(std::io::Cursor::new(lines)))
            .enumerate()
            .map(|(i, record)| {
                let Ok(parsed) = intake.read(record) else {
                    panic!("these are problems");
                };
                let row = match i {
                    1 => judge.run(&parsed, &mut |_| {}, |_| panic!("on purpose")).0,
                    _ => judge.row(&parsed).0,
                };
                assert_eq!(row.id, "1");
                assert_eq!(row.input.as_ref().map(|it| &it["n"]), Some(&2.into()));
                assert!(row.sfen.is_some());
                assert_eq!(row.limits.as_deref(), Some("nodes=1000 hash=1MiB"));
                (row.verdict, row.error.map(|it| it.message.to_string()))
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
