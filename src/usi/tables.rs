//! The tables of the search, which are kept from one search to the next. Clearing them is reported.

use super::go_search::GoSearch;
use super::options::Options;
use super::output::GuiOutput;
use crate::said::Said;
use crate::search::{SearchConfig, Solver};
use crate::shogi::Position;
use std::thread::JoinHandle;

/// The thread of a search. It returns the tables, unless it has failed.
pub type SearchThread = JoinHandle<Option<Tables>>;

/// A solver with the options it was made with.
pub struct Tables {
    /// The solver, used by one search after another.
    solver: Solver,
    /// The memory asked for, in MiB, even if there was less.
    hash_mib: usize,
    threads: usize,
    /// Whether a search has used the tables.
    used: bool,
}

impl Tables {
    /// Returns the tables of the previous search, or new ones if the size or the number of threads has changed.
    /// Reports when tables are cleared.
    ///
    /// If there is less memory than asked for, uses the default size and reports this, so that there is an answer.
    ///
    /// # Errors
    /// If there is not even memory for the default size.
    pub fn prepare(
        previous: Option<Self>,
        options: &Options,
        output: &GuiOutput,
    ) -> Result<Self, Said> {
        let (hash_mib, threads) = (options.hash_mib, options.threads);
        if let Some(tables) = previous {
            if (tables.hash_mib, tables.threads) == (hash_mib, threads) {
                return Ok(tables);
            }
            if tables.used {
                output.tell(&both!(
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
        let default_mib = Options::default().hash_mib;
        let mib = if fits(hash_mib) {
            hash_mib
        } else if hash_mib > default_mib && fits(default_mib) {
            output.tell(&both!(
                "USI_Hash {hash_mib} is more memory than there is: {default_mib} is used instead",
                "USI_Hash {hash_mib} だけのメモリがないので、代わりに {default_mib} を使う"
            ));
            default_mib
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

    /// Returns the solver for a search. Reports if the tables are of no use for its position.
    pub fn solver(&mut self, search: &GoSearch, output: &GuiOutput) -> &mut Solver {
        if !search.is_mated_already() {
            let position = Position::new(search.problem.setup());
            if self.used && !self.solver.keeps(&position) {
                output.tell(&both!(
                    "the pieces in all are not those of the position before: the table is cleared",
                    "使われている駒が前と違うので、置換表を空にした"
                ));
            }
            self.used = true;
        }
        &mut self.solver
    }
}
