//! `tsume usi`: the engine on standard input and output.

use super::exit::Exit;
use super::lang::{ANSWERS, said, spoken};
use super::plan;
use super::stdout::stdout;
use crate::input::Source;
use crate::usi::{UsiError, converse};
use anyhow::Context;
use std::io;

/// Obeys standard input until `quit` or its end.
///
/// # Errors
/// If commands cannot be read or answers cannot be written.
pub(super) fn run() -> anyhow::Result<Exit> {
    plan::inputs_of(&[Source::Stdin])?;
    match converse(io::stdin().lock(), stdout(), spoken()) {
        Ok(()) => Ok(Exit::Success),
        Err(UsiError::Read(error)) => {
            Err(error).context(said(["cannot read the commands", "命令を読めない"]))
        }
        Err(UsiError::Write(error)) => Err(error).context(said(ANSWERS)),
    }
}
