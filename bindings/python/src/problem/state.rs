//! The state of a problem, for pickling.

use super::Problem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::{Fields, Kifu, Medium, Origin, Record};
use tsume::judge::{Complaint, Intake, ParsedProblem};
use tsume::notation::record::{self, Format};
use tsume::notation::sfen;
use tsume::report::{Lang, Said};

/// The parts from which a problem can be made again.
#[derive(FromPyObject, IntoPyObject)]
pub enum State {
    /// It was read from a record: the name, the text, whether it is JKF, the origin, the other
    /// fields as JSON, with their id, length and order, what was left out, in two languages, and whether
    /// the line breaks off.
    Read(
        String,
        String,
        bool,
        StoredOrigin,
        Option<StoredFields>,
        Vec<(String, String)>,
        bool,
    ),
    /// A problem made of an SFEN: the SFEN with its moves, the name, the length, and the line with opcodes.
    Made(String, Option<String>, Option<u32>, Option<String>),
}

/// The name and line of the origin, whether it is a stream and whether it is a file, and the number of the
/// record there.
type StoredOrigin = (String, Option<usize>, (bool, bool), Option<usize>);

/// The other fields of a record: id, length, odd length, the others as JSON, order, and whether
/// they are of a table.
type StoredFields = (
    Option<String>,
    Option<u32>,
    Option<String>,
    String,
    [Option<usize>; 2],
    bool,
);

impl State {
    /// Returns the state of a problem.
    pub fn of(Problem(problem, said): &Problem) -> Self {
        if problem.record().is_none() {
            let id = problem.id().map(str::to_owned);
            // The goal is part of it.
            let text = problem.to_string();
            let said = said.as_ref().map(ToString::to_string);
            return Self::Made(text, id, problem.author_plies(), said);
        }
        let parsed: &ParsedProblem = &problem.parsed();
        let is_line = sfen::parse_leniently(&parsed.text).is_ok();
        let text = if is_line {
            parsed.text.clone()
        } else {
            record::write(&parsed.source_record, Format::Jkf).0
        };
        let fields = parsed.fields.as_ref().map(|it| {
            let others = serde_json::to_string(&it.others).unwrap_or_default();
            let (id, odd) = (it.id.clone(), it.odd_plies.clone());
            (id, it.expected_plies, odd, others, it.order, it.of_table)
        });
        let it = &parsed.origin;
        let medium = (it.medium == Medium::Stream, it.medium == Medium::File);
        let origin = (it.name.clone(), it.line, medium, it.record);
        let said = |it: &Complaint, lang| it.message.in_lang(lang).to_owned();
        let left_out = parsed.left_out.iter();
        let left_out = left_out.map(|it| (said(it, Lang::English), said(it, Lang::Japanese)));
        let left_out = left_out.collect();
        let is_broken = parsed.record.broken.is_some();
        let id = parsed.id.clone();
        Self::Read(id, text, !is_line, origin, fields, left_out, is_broken)
    }

    /// Returns the problem with this state.
    pub fn problem(self) -> PyResult<Problem> {
        let (id, text, is_jkf, origin, fields, left_out, is_broken) = match self {
            Self::Made(text, id, plies, said) => {
                let text = match plies {
                    Some(plies) => format!("{text}; plies {plies};"),
                    None => text,
                };
                let problem = tsume::Problem::from_sfen(&text);
                let problem = problem.map_err(|error| super::refused(&error))?;
                let problem = match id {
                    Some(id) => problem.with_id(id),
                    None => problem,
                };
                return Ok(Problem(Arc::new(problem), said.map(Into::into)));
            }
            Self::Read(id, text, is_jkf, origin, fields, left_out, is_broken) => {
                (id, text, is_jkf, origin, fields, left_out, is_broken)
            }
        };
        let broken = || PyValueError::new_err("the state of this problem cannot be read");
        let (text, kifu) = if is_jkf {
            let part = record::read(&text, Format::Jkf).into_iter().next();
            let part = part.ok_or_else(broken)?;
            let (record, places) = part.content.map_err(|_| broken())?;
            (part.text, Some(Box::new(Kifu { record, places })))
        } else {
            (text, None)
        };
        let fields = fields.map(|(id, expected_plies, odd_plies, others, order, of_table)| {
            PyResult::Ok(Fields {
                id,
                expected_plies,
                odd_plies,
                others: serde_json::from_str(&others).map_err(|_| broken())?,
                order,
                of_table,
            })
        });
        let (name, line, medium, number) = origin;
        let mut origin = Origin::new(name, line);
        origin.record = number;
        origin.medium = match medium {
            (_, true) => Medium::File,
            (true, _) => Medium::Stream,
            _ => Medium::Argument,
        };
        let read = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto).read(Ok(Record {
            origin,
            text: Ok(text),
            fields: fields.transpose()?,
            kifu,
        }));
        let mut parsed = read.map_err(|_| broken())?;
        if is_broken {
            parsed = parsed.with_broken_line();
        }
        let left_out = left_out.into_iter();
        let left_out = left_out.map(|(english, japanese)| Said::new(english, japanese));
        Ok(Problem::from(tsume::Problem::from(ParsedProblem {
            id,
            left_out: left_out.map(Complaint::warning).collect(),
            ..parsed
        })))
    }
}
