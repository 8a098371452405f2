//! `tsume usi`: an engine for programs with a board on the screen.
//!
//! `command`, `options` and `diagram` read what a GUI says and do nothing; `engine` obeys, `hunt` is
//! the search for one `go`, in a thread of its own, and `gate` sees to it that each `go` gets one
//! answer.
//!
//! Source: the protocol page of Shogidokoro, <https://shogidokoro.starfree.jp/usi.html>.

mod clock;
mod command;
mod diagram;
mod engine;
mod gate;
mod hunt;
mod judge;
mod options;

use super::exit::Exit;
use anyhow::Context;
use engine::Engine;
use gate::Voice;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

/// The longest line that is read: a game of some ten thousand moves.
const LONGEST: u64 = 1 << 16;

/// Obeys standard input until `quit` or its end.
///
/// # Errors
/// When nothing can be read or written any more.
pub(super) fn run() -> anyhow::Result<Exit> {
    let voice = Voice::new(Box::new(io::stdout()));
    let mut engine = Engine::new(voice.clone());
    let mut input = io::stdin().lock();
    while let Some(line) = next_line(&mut input).context("cannot read the commands")? {
        let flow = match line {
            Some(line) => engine.obey(&line),
            None => {
                voice.tell("a line that is too long was left out");
                ControlFlow::Continue(())
            }
        };
        voice.heard().context("cannot write the answers")?;
        if flow.is_break() {
            return Ok(Exit::Success);
        }
    }
    engine.end();
    voice.heard().context("cannot write the answers")?;
    Ok(Exit::Success)
}

/// The next line, or `Some(None)` in place of one that is too long. `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Option<String>>> {
    let mut line = Vec::new();
    let mut limited = input.by_ref().take(LONGEST);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok(Some(Some(String::from_utf8_lossy(&line).into_owned())))
}

#[cfg(test)]
mod tests;
