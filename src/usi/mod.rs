//! An engine for GUIs, which speaks the Universal Shogi Interface (`tsume usi`).
//!
//! `command`, `options` and `diagram` read the lines of the GUI and have no effects. `engine` obeys
//! them. `go_search` runs the search for one `go` in a thread of its own, with the `tables` of the
//! previous search. `answering` makes its answer. `output` sees that each `go` gets one answer, in time.
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

/// The longest line that is read, in bytes: a game of some ten thousand moves.
const MAX_LINE_BYTES: u64 = 1 << 16;

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

/// Obeys the commands until `quit` or the end of the input, and answers every search before it returns. Sentences
/// are in `language` until a command sets another.
///
/// # Errors
/// If commands cannot be read or answers cannot be written.
pub fn converse(
    mut input: impl BufRead,
    output: Box<dyn Write + Send>,
    language: Lang,
) -> Result<(), UsiError> {
    let gui = GuiOutput::new(output);
    let mut engine = Engine::new(gui.clone(), language);
    loop {
        let flow = match next_line(&mut input).map_err(UsiError::Read)? {
            Line::Read(line) => {
                let flow = guarded(|| {
                    panic_for_test("read", &line);
                    engine.obey(&line)
                });
                flow.unwrap_or_else(|message| {
                    engine.report_failure(&message);
                    ControlFlow::Continue(())
                })
            }
            Line::TooLong => {
                engine.skip_long_line();
                ControlFlow::Continue(())
            }
            Line::End => {
                engine.end();
                ControlFlow::Break(())
            }
        };
        gui.take_error().map_err(UsiError::Write)?;
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
    let mut limited = input.by_ref().take(MAX_LINE_BYTES);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Read(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests;
