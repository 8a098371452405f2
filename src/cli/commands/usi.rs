//! `tsume usi`: the engine on standard input and output.

use crate::cli::exit::Exit;
use crate::cli::inputs::inputs_of;
use crate::cli::lang::{localized, message_lang};
use crate::cli::stdout::stdout;
use crate::input::Source;
use crate::usi::{UsiError, converse};
use anyhow::Context;
use clap::Args;
use std::io;

const ABOUT: &str = "\
Run as a USI engine for a GUI: ShogiHome, ShogiGUI, 将棋所 and others.

Add this program with the argument `usi` to the engines of the GUI, and start a mate search \
(詰み探索). For a GUI without engine arguments, copy or link the program under the name `tsume-usi`. \
Limits and rules are options of the engine, which the GUI sets. The engine reads commands from \
standard input and writes answers to standard output, until `quit` or the end of the input. Both \
end a search under way, so a script has to wait for its answer.";

const EXAMPLES: &str = "\
Commands:
  go mate MS|infinite     `checkmate` with the line, `nomate`, `timeout` (undecided within the
                          limits) or `notimplemented` (no position that can be searched)
  go btime … | nodes N    `bestmove`: the first move of the mate, or `resign` if none is known
  go infinite             the same, after `stop`
  position sfen … moves … | startpos …, setoption, isready, usinewgame, stop, gameover, quit

The GUI shows the options of the engine; the manual explains them (src/manual/gui.md).

A side to move that is in check while its opponent has no king is the defender: the answer is its
longest defence. The tables keep what was proven for the next position, as long as the two have the
same pieces in all.";

/// Options of `tsume usi`: none. The GUI sets the options of the engine.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct UsiArgs {}

impl UsiArgs {
    /// Follows the commands on standard input until `quit` or the end of the input.
    ///
    /// # Errors
    /// If commands cannot be read or answers cannot be written.
    pub fn run() -> anyhow::Result<Exit> {
        inputs_of(&[Source::Stdin])?;
        match converse(io::stdin().lock(), stdout(), message_lang()) {
            Ok(()) => Ok(Exit::Success),
            Err(UsiError::Read(error)) => {
                Err(error).context(localized(["cannot read the commands", "命令を読めない"]))
            }
            Err(UsiError::Write(error)) => Err(error.into()),
        }
    }
}
