//! The tables: kept from one search to the next, and never cleared without a message.

use super::go_search::GoSearch;
use super::options::Options;
use super::output::GuiOutput;
use crate::said::Said;
use crate::search::{SearchConfig, Solver};
use crate::shogi::Position;
use std::thread::JoinHandle;

/// The thread of a search. It returns the tables, unless it has failed.
pub type Worker = JoinHandle<Option<Tables>>;

/// A solver with the options it was made with.
pub struct Tables {
    /// The solver, used by one search after another.
    solver: Solver,
    /// The memory asked for, even if there was less.
    hash_mib: usize,
    threads: usize,
    /// Whether a search has used the tables.
    used: bool,
}

impl Tables {
    /// Returns the tables of the previous search, or new ones if the options ask for others.
    /// Reports when tables are cleared, even after the answer, which may have come without waiting.
    ///
    /// If there is less memory than asked for, the default size is used and this is reported: an
    /// engine without an answer is useless.
    ///
    /// # Errors
    /// If there is not even memory for the default size.
    pub fn ready(before: Option<Self>, options: &Options, voice: &GuiOutput) -> Result<Self, Said> {
        let (hash_mib, threads) = (options.hash_mib, options.threads);
        if let Some(tables) = before {
            if (tables.hash_mib, tables.threads) == (hash_mib, threads) {
                return Ok(tables);
            }
            if tables.used {
                voice.tell(&both!(
                    "USI_Hash or Threads has changed: the table is cleared",
                    "USI_Hash か Threads が変わったので、置換表を空にした"
                ));
            }
        }
        // A failed allocation would end the program without a message.
        let fits = |mib: usize| {
            let bytes = mib << 20;
            Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
        };
        let usual = Options::default().hash_mib;
        let mib = if fits(hash_mib) {
            hash_mib
        } else if hash_mib > usual && fits(usual) {
            voice.tell(&both!(
                "USI_Hash {hash_mib} is more memory than there is: {usual} is used instead",
                "USI_Hash {hash_mib} だけのメモリがないので、代わりに {usual} を使う"
            ));
            usual
        } else {
            return Err(both!(
                "USI_Hash {hash_mib} is more memory than there is",
                "USI_Hash {hash_mib} だけのメモリがない"
            ));
        };
        let solver = Solver::new(SearchConfig {
            hash_bytes: mib << 20,
            threads,
            keep: true,
            ..SearchConfig::default()
        });
        Ok(Self {
            solver,
            hash_mib,
            threads,
            used: false,
        })
    }

    /// Returns the solver for a search.
    pub fn solver(&mut self, hunt: &GoSearch, voice: &GuiOutput) -> &mut Solver {
        if !hunt.is_over() {
            let position = Position::new(hunt.problem.setup());
            if self.used && !self.solver.keeps(&position) {
                voice.tell(&both!(
                    "the pieces in all are not those of the position before: the table is cleared",
                    "使われている駒が前と違うので、置換表を空にした"
                ));
            }
            self.used = true;
        }
        &mut self.solver
    }
}
