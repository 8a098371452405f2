//! `tsume verify`: checks certificates with the independent checker.

use super::args::{Format, VerifyArgs};
use super::exit::Exit;
use super::lang::{said, spoken};
use super::plan;
use super::proofs::of_certificates;
use super::stdout::stdout;
use crate::certificate::Certificate;
use crate::certificate::file::{FileError, Reader};
use crate::input::Source;
use crate::judge::certificates::in_usi;
use crate::judge::rejection::in_words;
use crate::notation::{sfen, usi};
use crate::report::errors::of_io;
use crate::report::{
    OnlyCheck, ProofErrorKind, ProofFormat, ProofProblem, ProofReport, ProofRow, ProofVerdict,
    Side, TOOL,
};
use crate::shogi::Color;
use crate::verify;
use anstream::AutoStream;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// Checks every certificate of every file.
///
/// # Errors
/// If the result cannot be written.
pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    plan::set_color(args.color);
    let format = match (args.format, args.quiet) {
        (Format::Text, false) => ProofFormat::Text,
        (Format::Text, true) => ProofFormat::Quiet,
        (Format::Json, _) => ProofFormat::Json,
        (Format::Jsonl, _) => ProofFormat::Jsonl,
    };
    let choice = AutoStream::choice(&io::stdout());
    let out: Box<dyn Write> = stdout();
    let mut report = ProofReport::new(AutoStream::new(out, choice), format, spoken());
    let sources = args.inputs.iter().map(|path| match path.to_str() {
        Some("-") => Source::Stdin,
        _ => Source::File(path.clone()),
    });
    plan::inputs_of(&sources.collect::<Vec<_>>())?;
    let mut exit = Exit::Success;
    for path in &args.inputs {
        exit = exit.max(file(path, &mut report)?);
    }
    report.finish()?;
    if report.is_empty() {
        let nothing = ["there is no certificate in the input", "入力に証明書がない"];
        anyhow::bail!(said(nothing));
    }
    Ok(exit)
}

fn file<W: Write>(path: &Path, report: &mut ProofReport<W>) -> anyhow::Result<Exit> {
    let name = path.display().to_string();
    if path == Path::new("-") {
        return certificates(
            said(["standard input", "標準入力"]),
            Reader::new(io::stdin().lock()),
            report,
        );
    }
    let opened = File::open(path).and_then(|file| {
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(file)
    });
    match opened {
        Ok(file) => certificates(&name, Reader::new(BufReader::new(file)), report),
        Err(error) => {
            let problem = ProofProblem {
                kind: ProofErrorKind::Io,
                message: of_io(&error).map(|lang, why| {
                    lang.of([format!("cannot be read: {why}"), format!("読めない：{why}")])
                }),
                sfen: None,
            };
            report.row(&ProofRow::of_error(&name, problem))?;
            Ok(Exit::Failure)
        }
    }
}

fn certificates<W: Write>(
    name: &str,
    reader: impl Iterator<Item = Result<Certificate, FileError>>,
    report: &mut ProofReport<W>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    // The last mate proven in each of the two games.
    let mut mates: [Option<Certificate>; 2] = [None, None];
    for certificate in reader {
        let mut certificate = match certificate {
            Ok(certificate) => certificate,
            Err(error) => {
                let problem = ProofProblem {
                    kind: ProofErrorKind::Malformed,
                    message: of_certificates(&error),
                    sfen: None,
                };
                report.row(&ProofRow::of_error(name, problem))?;
                return Ok(Exit::Rejected);
            }
        };
        let mut row = row(name, &certificate);
        certificate.entries = Vec::new();
        certificate.composed = Vec::new();
        if row.verdict == ProofVerdict::Proven {
            let is_composed = certificate.claim.is_composed();
            let mate = &mut mates[usize::from(is_composed)];
            let length = length(&certificate, mate.as_ref());
            if is_composed {
                row.plies_composed = length;
            } else {
                row.plies_strict = length;
            }
            let only = verify::only_checks(&certificate).into_iter();
            row.only_checks = only
                .map(|(after, mv)| OnlyCheck {
                    after: in_usi(&after),
                    mv: usi::write_move(mv),
                })
                .collect();
            if certificate.claim.is_mate() {
                *mate = Some(certificate);
            }
        } else {
            exit = Exit::Rejected;
        }
        report.row(&row)?;
    }
    Ok(exit)
}

/// Returns the length that a certificate proves, by itself or with an earlier mate of the same
/// game.
fn length(certificate: &Certificate, mate: Option<&Certificate>) -> Option<u32> {
    let made = |it: &Certificate| it.lines.first().map_or(0, Vec::len);
    if certificate.lines.len() > 1 {
        return None;
    }
    let at_start = certificate.setup.turn == certificate.attacker;
    let attacker_to_move = at_start == made(certificate).is_multiple_of(2);
    let plies = certificate.claim.plies()?;
    if certificate.claim.is_mate() {
        return least(plies, attacker_to_move);
    }
    let mate = mate?;
    let same = (&mate.setup, mate.attacker, &mate.lines)
        == (&certificate.setup, certificate.attacker, &certificate.lines);
    let bound = mate.claim.plies()?;
    same.then(|| shortest(bound, plies, attacker_to_move))?
}

/// Returns the strict length of a mate within `plies`, if no shorter mate is possible at all.
fn least(plies: u32, attacker_to_move: bool) -> Option<u32> {
    if attacker_to_move {
        shortest(plies, 0, true)
    } else {
        (plies < 2).then_some(0)
    }
}

/// Returns the strict length of a mate within `plies`, if there is none within `excluded` plies and
/// this leaves only one length: with the attacker to move, lengths are odd.
fn shortest(plies: u32, excluded: u32, attacker_to_move: bool) -> Option<u32> {
    let fits = |length: &u32| (length % 2 == 1) == attacker_to_move;
    let mut left = (excluded.checked_add(1)?..=plies).filter(fits);
    let length = left.next()?;
    left.next().is_none().then_some(length)
}

fn row(file: &str, certificate: &Certificate) -> ProofRow {
    let (verdict, error) = match verify::check(certificate) {
        Ok(()) => (ProofVerdict::Proven, None),
        Err(rejection) => {
            let problem = ProofProblem {
                kind: ProofErrorKind::Rejected,
                message: in_words(&rejection.reason),
                sfen: Some(sfen::write(&rejection.position)),
            };
            (ProofVerdict::Rejected, Some(problem))
        }
    };
    ProofRow {
        file: file.to_owned(),
        id: Some(certificate.id.clone()),
        sfen: Some(sfen::write(&certificate.setup)),
        attacker: Some(match certificate.attacker {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }),
        lines: certificate.lines.iter().map(|it| in_usi(it)).collect(),
        claim: Some(certificate.claim.into()),
        plies: certificate.claim.plies(),
        positions: Some(certificate.entries.len() + certificate.composed.len()),
        verdict,
        plies_strict: None,
        plies_composed: None,
        only_checks: Vec::new(),
        error,
        tool: TOOL.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_needs_both_bounds() {
        assert_eq!(shortest(5, 3, true), Some(5));
        assert_eq!(shortest(5, 4, true), Some(5));
        assert_eq!(shortest(6, 3, true), Some(5));
        assert_eq!(shortest(5, 1, true), None);
        assert_eq!(shortest(5, 5, true), None);
        assert_eq!((least(1, true), least(0, false)), (Some(1), Some(0)));
        assert_eq!((least(3, true), least(2, false)), (None, None));
        assert_eq!(shortest(4, 2, false), Some(4));
        assert_eq!(shortest(u32::MAX, u32::MAX, true), None);
    }
}
