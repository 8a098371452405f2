//! Certificates of the answers of a run: made, checked, written.

use super::diagnostics::warning;
use super::files::safe_name;
use super::lang::{CERTIFICATES, said};
use super::plan::Proofs;
use crate::batch::replace::AtomicFile;
use crate::certificate::Claim;
use crate::certificate::file::{FileError, Form, Writer};
use crate::composition::Problem;
use crate::composition::certify::certify_after;
use crate::notation::{sfen, usi};
use crate::report::errors::of_io;
use crate::report::{Certified, Lang, Said, claim_in_words, lines_in_words};
use crate::search::{Limits, Progress, Solver, Uncertified};
use crate::shogi::Move;
use crate::verify::{self, Reason};
use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// An answer that cannot be proven because it is wrong, or the program is: a sentence that says
/// where.
pub(super) struct ProofFailure(pub Said);

/// What is to be proven: the claim, and the lines after which it is made (none: of the problem).
pub(super) type Statement = (Vec<Vec<Move>>, Claim);

/// A folder of certificates, a file for each problem.
#[derive(Clone)]
pub(super) struct Folder {
    path: PathBuf,
    form: Form,
}

impl Folder {
    /// Makes the folder if there is none.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path, form: Form) -> anyhow::Result<Self> {
        fs::create_dir_all(path).with_context(|| {
            let path = path.display();
            said([
                format!("cannot make the folder `{path}`"),
                format!("フォルダー「{path}」を作れない"),
            ])
        })?;
        Ok(Self {
            path: path.to_owned(),
            form,
        })
    }

    /// Begins the file of a problem. It appears when [`AtomicFile::publish`] is called.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(&self, id: &str) -> io::Result<(AtomicFile, Writer<BufWriter<File>>)> {
        let extension = match self.form {
            Form::Compact => "proof",
            Form::Readable => "proof.json",
        };
        let name = format!("{}.{extension}", safe_name(id));
        let (whole, file) = AtomicFile::create(&self.path.join(name))?;
        Ok((whole, Writer::new(BufWriter::new(file), self.form)?))
    }
}

impl Proofs {
    /// Whether anything is to be proven at all.
    pub const fn are_wanted(&self) -> bool {
        self.file.is_some() || self.verify
    }

    /// Finishes the file. Where no certificate came, what was there before is better than nothing.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        let Some(file) = self.file else {
            return Ok(());
        };
        if let (0, Some(whole)) = (self.written, &self.whole) {
            let path = whole.path().display();
            warning(&said([
                format!("no certificate could be made: `{path}` is not written"),
                format!("証明書を作れなかったので「{path}」には書かない"),
            ]));
            return Ok(());
        }
        let finished = file.finish().and_then(|_| match &self.whole {
            Some(whole) => whole.publish(),
            None => Ok(()),
        });
        finished.context(said(CERTIFICATES))
    }

    /// Proves statements about a problem that `solver` has just worked on.
    ///
    /// # Errors
    /// When a certificate cannot be written.
    pub fn prove(
        &mut self,
        solver: &mut Solver,
        (id, problem): (&str, &Problem),
        statements: &[Statement],
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> anyhow::Result<Result<Vec<Certified>, ProofFailure>> {
        let mut all = Vec::new();
        for (lines, claim) in statements {
            let claim = *claim;
            let mut certified = Certified {
                claim: claim.into(),
                lines: lines.iter().map(|line| in_usi(line)).collect(),
                plies: claim.plies(),
                positions: None,
                verified: false,
                limit: None,
            };
            match certify_after(solver, problem, lines, claim, limits, observer) {
                Ok((mut certificate, _)) => {
                    id.clone_into(&mut certificate.id);
                    let positions = certificate.entries.len() + certificate.composed.len();
                    certified.positions = Some(positions);
                    if self.verify {
                        if let Err(rejection) = verify::check(&certificate) {
                            let at = sfen::write(&rejection.position);
                            let reason = in_words(&rejection.reason);
                            return Ok(Err(withdrawn(&certified, &reason, &at)));
                        }
                        certified.verified = true;
                    }
                    if let Some(file) = &mut self.file {
                        let written = file.write(&certificate);
                        written.context(said(CERTIFICATES))?;
                        self.written += 1;
                    }
                }
                Err(Uncertified::Limit(reason)) => certified.limit = Some(reason.into()),
                Err(Uncertified::Contradiction(position)) => {
                    let at = sfen::write(&position);
                    return Ok(Err(withdrawn(
                        &certified,
                        &Said::new("the proof breaks off", "証明が途切れている"),
                        &at,
                    )));
                }
            }
            all.push(certified);
        }
        Ok(Ok(all))
    }
}

/// Moves as in USI.
pub(super) fn in_usi(line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| usi::write_move(mv)).collect()
}

fn withdrawn(certified: &Certified, reason: &Said, at: &str) -> ProofFailure {
    let claim = |lang| {
        let claim = claim_in_words(certified.claim, certified.plies, lang);
        lines_in_words(&certified.lines, lang) + &claim
    };
    let (english, japanese) = (claim(Lang::English), claim(Lang::Japanese));
    ProofFailure(reason.clone().map(|lang, reason| {
        lang.of([
            format!(
                "the search says \"{english}\", but its proof fails, and the answer is withdrawn: \
                 {reason}, at {at}"
            ),
            format!(
                "探索の答え「{japanese}」の証明が成り立たないので、答えを取り消す：{reason}（局面 {at}）"
            ),
        ])
    }))
}

/// Why a certificate is rejected, with moves as in USI.
pub(super) fn in_words(reason: &Reason) -> Said {
    let mv = |mv: Move| usi::write_move(mv);
    let after = |check: Option<Move>| {
        check.map_or([String::new(), String::new()], |check| {
            let check = mv(check);
            [
                format!("after the check {check} "),
                format!("王手 {check} の後、"),
            ]
        })
    };
    let japanese = in_japanese(reason);
    match *reason {
        Reason::Illegal(it) => Said::new(format!("the move {} is not legal", mv(it)), japanese),
        Reason::BrokenLine(it) => Said::new(
            format!("the line cannot be played: {} is not legal", mv(it)),
            japanese,
        ),
        Reason::NotCheck(it) => Said::new(format!("the move {} is not a check", mv(it)), japanese),
        Reason::CheckNotAnswered(it) => Said::new(
            format!(
                "no reply to the check {} leads to a position with a proof",
                mv(it)
            ),
            japanese,
        ),
        Reason::ReplyNotCovered {
            check,
            reply,
            plies,
        } => {
            let (after, reply) = (after(check), mv(reply));
            Said::new(
                format!(
                    "{}the reply {reply} leads to no proof of a mate within {plies} plies",
                    after[0]
                ),
                format!("{}{japanese}", after[1]),
            )
        }
        Reason::NotMated { check, .. } | Reason::NotDelayed { check, .. } => {
            let after = after(check);
            Said::new(
                format!("{}{reason}", after[0]),
                format!("{}{japanese}", after[1]),
            )
        }
        reason => Said::new(reason.to_string(), japanese),
    }
}

/// The same in Japanese, but for the check before.
fn in_japanese(reason: &Reason) -> String {
    let mv = |mv: Move| usi::write_move(mv);
    let on = crate::notation::japanese::square;
    let piece = crate::notation::japanese::piece;
    match *reason {
        Reason::Diagram(_) => "局面が成り立たない".to_owned(),
        Reason::TooMany(kind) => format!("{}が一組の駒より多い", piece(kind)),
        Reason::MoreThanProblem(kind) => format!("{}が問題の局面より多い", piece(kind)),
        Reason::DeadEnd(square) => format!("{}に行き所のない駒がある", on(square)),
        Reason::Nifu(square) => format!("{}の歩が二歩になっている", on(square)),
        Reason::NotInCheck => "玉方の手番だが、王手がかかっていない".to_owned(),
        Reason::BrokenLine(it) => format!("手順を指せない：{} は反則手", mv(it)),
        Reason::NoMove => "詰める手か手数が書かれていない".to_owned(),
        Reason::UnexpectedMove => "詰まないはずの局面に詰める手が書かれている".to_owned(),
        Reason::Illegal(it) => format!("{} は反則手", mv(it)),
        Reason::NotCheck(it) => format!("{} は王手でない", mv(it)),
        Reason::RootNotCovered => "問題の局面が証明に含まれていない".to_owned(),
        Reason::ReplyNotCovered { reply, plies, .. } => {
            format!("応手 {} を{plies}手以内で詰める証明がない", mv(reply))
        }
        Reason::CheckNotAnswered(it) => {
            format!("王手 {} に対して、詰まないと証明された応手がない", mv(it))
        }
        Reason::NoReply => "詰まないと証明された応手がない".to_owned(),
        Reason::NotMated { plies, .. } => {
            format!("どの応手も{plies}手以内で詰むか無駄合であることが示されていない")
        }
        Reason::NotDelayed { plies, .. } => {
            format!("無駄合でなく{plies}手より長く逃れる応手が示されていない")
        }
        Reason::NoLength => "手数が書かれていない".to_owned(),
        Reason::UnexpectedComposed => {
            "無駄合も数える証明に、無駄合を除く局面が含まれている".to_owned()
        }
        Reason::TooInvolved => "合駒の判定に時間がかかりすぎる".to_owned(),
    }
}

/// Why a file of certificates cannot be read to its end.
pub(super) fn of_certificates(error: &FileError) -> Said {
    let japanese = match error {
        FileError::Io(error) => of_io(error).in_lang(Lang::Japanese).to_owned(),
        FileError::NotAProof => "証明書のファイルでない".to_owned(),
        FileError::Version(version) => format!("形式の版 {version} は未知"),
        FileError::Truncated => "ファイルが途中で切れている".to_owned(),
        FileError::Malformed { at, .. } => {
            format!("内容が壊れている（展開後の{at}バイト目）")
        }
        FileError::Line { line, .. } => format!("{line}行目の内容が正しくない"),
    };
    Said::new(error.to_string(), japanese)
}
