//! `tsume verify`: checks certificates with the independent checker.

mod errors;
mod problems;

use crate::answer::errors::{of_io, of_reason};
use crate::answer::{OnlyCheck, ProofProblem, ProofRow, TOOL};
use crate::certificate::Certificate;
use crate::certificate::file::{FileError, Reader};
use crate::cli::exit::Exit;
use crate::cli::inputs::inputs_of;
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{localized, message_lang};
use crate::cli::output::{ColorWhen, ListFormat};
use crate::cli::stdout::stdout;
use crate::cli::values::{duration, size};
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::input::{Source, Unreadable, files_in};
use crate::judge::proven::ProvenClaims;
use crate::judge::rejection::in_words;
use crate::notation::{sfen, usi};
use crate::report::{ProofFormat, ProofReport};
use crate::said::Said;
use crate::shogi::Color;
use crate::verify::{self, Reason};
use crate::vocabulary::{ErrorKind, MissingClaim, ProofErrorKind, ProofVerdict};
use anstream::AutoStream;
use clap::Args;
use errors::of_certificates;
use problems::{Require, side};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ABOUT: &str = "\
Check certificates with the independent checker.

A certificate is a complete proof of an answer, written by `tsume solve --proof`, `tsume check \
--proof` or `tsume validate --proofs`. The checker has a board and rules of its own and shares no \
code with the search. It plays every check and every reply that the proof rests on. A proof holds \
for the strict game, in which every legal interposition (合駒) counts. Only a proof of composed \
plies leaves out futile interpositions (無駄合), after the checker has judged each of them itself.";

const EXAMPLES: &str = "\
Examples:
  tsume solve --proof first.proof problems/first-steps.sfen
  tsume verify first.proof          shows what is proven of each problem
  tsume verify --for problems/first-steps.sfen first.proof
                                    also tells of each problem whether its length is proven

Exit status, besides those in `tsume --help`:
  0    every certificate proves what it claims; with --for, every problem has its claims
  1    at least one certificate is rejected, a file is damaged, a claim is missing, or a folder has
       certificates of a problem whose answer they do not prove
  3    none of these, but a limit of time or memory was reached";

/// Options of `tsume verify`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct VerifyArgs {
    /// Files of certificates, folders with *.proof and *.proof.json, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,

    /// Also tell of each problem of this input whether its claims are among the proven ones
    ///
    /// A certificate belongs to the problem with the same diagram, hands and attacker, whatever its
    /// id is. May be given several times.
    #[arg(long = "for", value_name = "PROBLEMS")]
    pub problems: Vec<OsString>,

    /// What has to be proven of each problem
    #[arg(
        long,
        value_name = "CLAIM",
        value_enum,
        default_value_t,
        requires = "problems"
    )]
    pub require: Require,

    /// Wall-clock time for each certificate, such as 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Memory for each certificate, such as 512MiB, 8GiB [default: 4GiB]
    #[arg(long, alias = "memory", value_name = "SIZE", value_parser = size)]
    pub hash: Option<usize>,

    /// Format of the result
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: ListFormat,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorWhen,

    /// Report only rejected certificates, without a summary
    #[arg(short, long)]
    pub quiet: bool,
}

/// The memory for each certificate if `--hash` is not given.
const DEFAULT_MEMORY_BYTES: u64 = 4 << 30;

impl VerifyArgs {
    /// Checks every certificate of every file, and then whether each problem has its claims.
    ///
    /// # Errors
    /// If the result cannot be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.color.set();
        let format = match (self.format, self.quiet) {
            (ListFormat::Text, false) => ProofFormat::Text,
            (ListFormat::Text, true) => ProofFormat::Quiet,
            (ListFormat::Json, _) => ProofFormat::Json,
            (ListFormat::Jsonl, _) => ProofFormat::Jsonl,
        };
        let choice = AutoStream::choice(&io::stdout());
        let out: Box<dyn Write> = stdout();
        let report = ProofReport::new(AutoStream::new(out, choice), format, message_lang());
        let sources = self.inputs.iter().map(|path| match path.to_str() {
            Some("-") => Source::Stdin,
            _ => Source::File(path.clone()),
        });
        inputs_of(&sources.collect::<Vec<_>>())?;
        let interrupt = Interrupt::install()?;
        let mut run = VerifyRun {
            report,
            proven: ProvenClaims::default(),
            time: self.time,
            memory_bytes: self.hash.map_or(DEFAULT_MEMORY_BYTES, |it| it as u64),
            interrupt: &interrupt,
            exit: Exit::Success,
            problems: Vec::new(),
            is_in_folder: false,
        };
        interrupt.during(|| {
            self.inputs
                .iter()
                .try_for_each(|path| run.check_input(path))
        })?;
        let asks_for_problems = !self.problems.is_empty() && !interrupt.is_set();
        let problem_count = if asks_for_problems {
            Some(run.report_problems(&self.problems, self.require)?)
        } else {
            run.report_unproven()?;
            None
        };
        run.report.finish()?;
        if problem_count == Some(0) {
            // Without a problem nothing was proven that `--for` asks about.
            unread!(
                "there is no problem in `--for`",
                "--for に詰将棋の問題が見つからない",
            );
        }
        if run.report.is_empty() && !interrupt.is_set() {
            unread!("there is no certificate in the input", "入力に証明書がない");
        }
        Ok(interrupt.exit(run.exit))
    }
}

/// The state of a run.
struct VerifyRun<'a, W: Write> {
    report: ProofReport<W>,
    proven: ProvenClaims,
    /// The time for each certificate.
    time: Option<Duration>,
    /// The memory for each certificate.
    memory_bytes: u64,
    interrupt: &'a Interrupt,
    exit: Exit,
    /// The ids and problems of the certificates in folders.
    problems: Vec<(String, Problem)>,
    /// Whether the current file is in a folder of the input.
    is_in_folder: bool,
}

impl<W: Write> VerifyRun<'_, W> {
    /// Makes the exit status at least this severe.
    fn raise(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    /// Writes an error row about a file.
    fn fail(&mut self, name: &str, exit: Exit, kind: ProofErrorKind, why: Said) -> io::Result<()> {
        self.raise(exit);
        let problem = ProofProblem {
            kind,
            message: why,
            sfen: None,
        };
        self.report.row(&ProofRow::of_error(name, problem))
    }

    /// Writes that a file cannot be read.
    fn unreadable(&mut self, name: &str, why: Said) -> io::Result<()> {
        let why = why.map(|lang, why| both!(lang, "cannot be read: {why}", "読めない：{why}"));
        self.fail(name, Exit::Unread, ProofErrorKind::Io, why)
    }

    /// Checks a file, or all files of certificates in a folder.
    fn check_input(&mut self, path: &Path) -> io::Result<()> {
        if !path.is_dir() {
            return self.check_file(path);
        }
        let files = files_in(path, is_certificate_file);
        if files.is_empty() {
            let message = both!(
                "no .proof or .proof.json file in this folder",
                "このフォルダーに .proof、.proof.json のファイルがない"
            );
            let name = path.display().to_string();
            return self.fail(&name, Exit::Unread, ProofErrorKind::Io, message);
        }
        self.is_in_folder = true;
        for file in files {
            match file {
                Ok(file) => self.check_file(&file)?,
                Err(Unreadable { name, reason }) => {
                    self.unreadable(&name, of_reason(&reason))?;
                }
            }
        }
        self.is_in_folder = false;
        Ok(())
    }

    fn check_file(&mut self, path: &Path) -> io::Result<()> {
        let name = path.display().to_string();
        if path == Path::new("-") {
            let name = localized(["standard input", "標準入力"]);
            let reader = Reader::with_memory(io::stdin().lock(), self.memory_bytes);
            return self.check_certificates(name, reader);
        }
        match File::open(path) {
            Ok(file) => {
                let reader = Reader::with_memory(BufReader::new(file), self.memory_bytes);
                self.check_certificates(&name, reader)
            }
            Err(error) => self.unreadable(&name, of_io(&error)),
        }
    }

    /// Checks the certificates of a file one after another, and writes a row for each.
    fn check_certificates(
        &mut self,
        name: &str,
        reader: impl Iterator<Item = Result<Certificate, FileError>>,
    ) -> io::Result<()> {
        for certificate in reader {
            let mut certificate = match certificate {
                Ok(certificate) => certificate,
                Err(error) => {
                    let (kind, exit) = match error {
                        FileError::TooLarge { .. } => (ProofErrorKind::Limit, Exit::Unknown),
                        _ => (ProofErrorKind::Malformed, Exit::Wrong),
                    };
                    return self.fail(name, exit, kind, of_certificates(&error));
                }
            };
            let mut row = self.row(name, &certificate);
            if self.is_in_folder {
                self.note_problem(&certificate);
            }
            // The proofs are checked and large. Only the claim is still needed.
            certificate.entries = Vec::new();
            certificate.composed = Vec::new();
            certificate.brinkmates = Vec::new();
            match row.verdict {
                ProofVerdict::Proven => {
                    let proven = self.proven.add(&certificate);
                    row.plies_strict = proven.plies_strict;
                    row.plies_composed = proven.plies_composed;
                    for (after, mv) in proven.only_checks {
                        row.only_checks.push(OnlyCheck {
                            after: usi::write_moves(&after),
                            mv: usi::write_move(mv),
                        });
                    }
                }
                ProofVerdict::Rejected => self.raise(Exit::Wrong),
                ProofVerdict::Error => self.raise(Exit::Unknown),
            }
            self.report.row(&row)?;
            if self.interrupt.is_set() {
                break;
            }
        }
        Ok(())
    }

    /// Notes the problem of a certificate. The certificates of one problem follow each other, so it is noted once.
    fn note_problem(&mut self, certificate: &Certificate) {
        let attacker = match certificate.attacker {
            Color::Black => AttackerRule::Black,
            Color::White => AttackerRule::White,
        };
        let setup = certificate.setup.clone();
        let hand = DefenderHandRule::Given;
        let problem = [Goal::Mate, Goal::Threatmate]
            .into_iter()
            .find_map(|goal| Problem::for_goal(goal, setup.clone(), attacker, hand).ok());
        let last = self.problems.last().map(|(_, problem)| problem);
        if let Some(problem) = problem
            && last != Some(&problem)
        {
            self.problems.push((certificate.id.clone(), problem));
        }
    }

    /// Writes which problems of the folders have no proof of an answer or length. Certificates may prove other
    /// claims about these problems.
    fn report_unproven(&mut self) -> io::Result<()> {
        let all = std::mem::take(&mut self.problems);
        let rows: Vec<_> = (all.iter())
            .filter_map(|(id, problem)| problems::unproven_row(id, problem, &self.proven))
            .collect();
        if rows.iter().any(|row| row.missing == [MissingClaim::Answer]) {
            self.raise(Exit::Wrong);
        }
        if !rows.is_empty() {
            self.report.add_proven_problems(all.len() - rows.len());
        }
        rows.iter().try_for_each(|row| self.report.problem(row))
    }

    /// Checks a certificate, and returns its row without the values that follow from earlier certificates.
    fn row(&self, file: &str, certificate: &Certificate) -> ProofRow {
        let deadline = self.time.and_then(|it| Instant::now().checked_add(it));
        let stop = || self.interrupt.is_set() || deadline.is_some_and(|it| Instant::now() >= it);
        let checked = verify::check_until(certificate, &stop);
        let error = checked.err().map(|rejection| match rejection.reason {
            Reason::Stopped => ProofProblem {
                kind: ProofErrorKind::Limit,
                message: in_words(&rejection.reason),
                sfen: None,
            },
            reason => ProofProblem {
                kind: ProofErrorKind::Rejected,
                message: in_words(&reason),
                sfen: Some(sfen::write(&rejection.position)),
            },
        });
        let verdict = match error.as_ref().map(|it| it.kind) {
            None => ProofVerdict::Proven,
            Some(ProofErrorKind::Limit) => ProofVerdict::Error,
            Some(_) => ProofVerdict::Rejected,
        };
        ProofRow {
            file: file.to_owned(),
            id: Some(certificate.id.clone()),
            sfen: Some(sfen::write(&certificate.setup)),
            attacker: Some(side(certificate.attacker)),
            lines: certificate
                .lines
                .iter()
                .map(|it| usi::write_moves(it))
                .collect(),
            claim: Some(certificate.claim.into()),
            plies: certificate.claim.plies(),
            positions: Some(certificate.positions()),
            verdict,
            plies_strict: None,
            plies_composed: None,
            only_checks: Vec::new(),
            error,
            tool: TOOL.into(),
        }
    }

    /// Writes whether each of these problems has its claims. Returns how many there are.
    fn report_problems(&mut self, sources: &[OsString], require: Require) -> io::Result<usize> {
        let mut count = 0;
        for row in problems::rows(sources, require, &self.proven) {
            let exit = match &row.error {
                Some(error) if error.kind == ErrorKind::Io => Exit::Unread,
                _ if row.missing.is_empty() => Exit::Success,
                _ => Exit::Wrong,
            };
            // `raise` would borrow all of `self`, of which `rows` borrows a part.
            self.exit = self.exit.max(exit);
            self.report.problem(&row)?;
            count += 1;
        }
        Ok(count)
    }
}

/// Returns whether a name ends in `.proof` or `.proof.json`.
fn is_certificate_file(path: &Path) -> bool {
    let is_json = path.extension() == Some(OsStr::new("json"));
    let stem = if is_json {
        &path.with_extension("")
    } else {
        path
    };
    stem.extension() == Some(OsStr::new("proof"))
}
