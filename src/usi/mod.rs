//! An engine for GUIs, which speaks the Universal Shogi Interface (`tsume usi`).
//!
//! `command`, `options` and `diagram` read the lines of the GUI and have no effects. `engine` obeys
//! them. `go_search` is the search for one `go`, in a thread of its own, with the `tables` of the
//! previous one, and `answering` its answer. `output` makes sure that each `go` gets one answer, in time.
//!
//! Source: the protocol page of Shogidokoro, <https://shogidokoro.starfree.jp/usi.html>.

mod answering;
mod clock;
mod command;
mod diagram;
mod engine;
mod go_search;
mod options;
mod output;
mod tables;

use crate::guard::{guarded, panic_for_test};
use crate::vocabulary::Lang;
use engine::Engine;
use output::GuiOutput;
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;

/// The longest line that is read: a game of some ten thousand moves.
const LONGEST: u64 = 1 << 16;

/// The reason why a conversation ended before `quit` and before the end of the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UsiError {
    /// The commands cannot be read.
    #[error("cannot read the commands")]
    Read(#[source] io::Error),
    /// The answers cannot be written.
    #[error("cannot write the answers")]
    Write(#[source] io::Error),
}

/// Obeys these commands until `quit` or their end, in this language until another is set. Every search
/// has been answered then.
///
/// # Errors
/// If commands cannot be read or answers cannot be written.
pub fn converse(
    mut input: impl BufRead,
    output: Box<dyn Write + Send>,
    language: Lang,
) -> Result<(), UsiError> {
    let voice = GuiOutput::new(output);
    let mut engine = Engine::new(voice.clone(), language);
    loop {
        let flow = match next_line(&mut input).map_err(UsiError::Read)? {
            Line::Read(line) => {
                let obeyed = guarded(|| {
                    panic_for_test("read", &line);
                    engine.obey(&line)
                });
                obeyed.unwrap_or_else(|message| {
                    engine.fail(&message);
                    ControlFlow::Continue(())
                })
            }
            Line::TooLong => {
                engine.miss();
                ControlFlow::Continue(())
            }
            Line::End => {
                engine.end();
                ControlFlow::Break(())
            }
        };
        voice.heard().map_err(UsiError::Write)?;
        if flow.is_break() {
            return Ok(());
        }
    }
}

/// The next part of the input.
enum Line {
    Read(String),
    TooLong,
    End,
}

fn next_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    let mut limited = input.by_ref().take(LONGEST);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Read(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests;
