//! The state of a problem, for pickling.

use super::Problem;
use crate::asked::invalid;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::{Fields, Kifu, Origin, Record};
use tsume::judge::{Complaint, Intake, ParsedProblem};
use tsume::notation::record::{self, Format};
use tsume::notation::sfen;
use tsume::said::Said;
use tsume::vocabulary::Lang;

/// The parts from which a problem can be made again. Python gets them as JSON.
#[derive(Serialize, Deserialize)]
enum State {
    Read(Box<ReadState>),
    Made(MadeState),
}

/// The state of a problem that was read from a record.
#[derive(Serialize, Deserialize)]
struct ReadState {
    id: String,
    text: String,
    is_jkf: bool,
    origin: Origin,
    fields: Option<Fields>,
    /// The complaints about parts that were left out, in both languages.
    left_out: Vec<(String, String)>,
    /// Whether the line breaks off.
    is_broken: bool,
}

/// The state of a problem that was made of an SFEN.
#[derive(Serialize, Deserialize)]
struct MadeState {
    /// The SFEN with its moves.
    text: String,
    id: Option<String>,
    plies: Option<u32>,
    /// The line with opcodes.
    said: Option<String>,
}

/// Returns the state of a problem.
pub fn of(problem: &Problem) -> PyResult<String> {
    let Problem(it, said) = problem;
    let state = if it.record().is_none() {
        State::Made(MadeState {
            // The goal is part of it.
            text: it.to_string(),
            id: it.id().map(str::to_owned),
            plies: it.author_plies(),
            said: said.as_ref().map(ToString::to_string),
        })
    } else {
        State::Read(Box::new(ReadState::of(&it.parsed())))
    };
    serde_json::to_string(&state).map_err(invalid)
}

/// Returns the problem with this state.
pub fn problem(state: &str) -> PyResult<Problem> {
    match serde_json::from_str(state).map_err(invalid)? {
        State::Read(state) => state.problem(),
        State::Made(state) => state.problem(),
    }
}

impl MadeState {
    fn problem(self) -> PyResult<Problem> {
        let text = match self.plies {
            Some(plies) => format!("{}; plies {plies};", self.text),
            None => self.text,
        };
        let mut problem = tsume::Problem::from_sfen(&text).map_err(|it| super::refused(&it))?;
        if let Some(id) = self.id {
            problem = problem.with_id(id);
        }
        Ok(Problem(Arc::new(problem), self.said.map(Into::into)))
    }
}

impl ReadState {
    fn of(parsed: &ParsedProblem) -> Self {
        let is_line = sfen::parse_leniently(&parsed.text).is_ok();
        let said = |it: &Complaint, lang| it.message.in_lang(lang).to_owned();
        let left_out = parsed.left_out.iter();
        let left_out = left_out.map(|it| (said(it, Lang::English), said(it, Lang::Japanese)));
        Self {
            id: parsed.id.clone(),
            text: if is_line {
                parsed.text.clone()
            } else {
                record::write(&parsed.source_record, Format::Jkf).0
            },
            is_jkf: !is_line,
            origin: parsed.origin.clone(),
            fields: parsed.fields.clone(),
            left_out: left_out.collect(),
            is_broken: parsed.record.broken.is_some(),
        }
    }

    fn problem(self) -> PyResult<Problem> {
        let broken = || invalid("the state of this problem cannot be read");
        let (text, kifu) = if self.is_jkf {
            let part = record::read(&self.text, Format::Jkf).into_iter().next();
            let part = part.ok_or_else(broken)?;
            let (record, places) = part.content.map_err(|_| broken())?;
            (part.text, Some(Box::new(Kifu { record, places })))
        } else {
            (self.text, None)
        };
        let read = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto).read(Ok(Record {
            origin: self.origin,
            text: Ok(text),
            fields: self.fields,
            kifu,
        }));
        let mut parsed = read.map_err(|_| broken())?;
        if self.is_broken {
            parsed = parsed.with_broken_line();
        }
        let left_out = self.left_out.into_iter();
        let left_out = left_out.map(|(english, japanese)| Said::new(english, japanese));
        Ok(Problem::from(tsume::Problem::from(ParsedProblem {
            id: self.id,
            left_out: left_out.map(Complaint::warning).collect(),
            ..parsed
        })))
    }
}
