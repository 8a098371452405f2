//! The tables: kept from one search to the next, and never cleared without a word.

use super::gate::Voice;
use super::hunt::Hunt;
use super::options::Options;
use crate::search::{SearchConfig, Solver};
use crate::shogi::Position;
use std::thread::JoinHandle;

/// A search in its thread. It gives the tables back, unless it has failed.
pub type Worker = JoinHandle<Option<Tables>>;

/// A solver, and what it was made with.
pub struct Tables {
    /// Asked by one search after another.
    solver: Solver,
    /// What was asked for, even where there was less.
    hash_mib: usize,
    threads: usize,
    /// Whether anything may have been learnt.
    used: bool,
}

impl Tables {
    /// Those of the search before, or new ones where the options ask for others. Says so when something
    /// learnt is forgotten, even after the answer: that may have come without waiting.
    ///
    /// Where there is less memory than was asked for, the usual size has to do, and that is said: an
    /// engine that answers nothing is of no use to anybody.
    ///
    /// # Errors
    /// When there is not even so much memory.
    pub fn ready(before: Option<Self>, options: &Options, voice: &Voice) -> Result<Self, String> {
        let (hash_mib, threads) = (options.hash_mib, options.threads);
        if let Some(tables) = before {
            if (tables.hash_mib, tables.threads) == (hash_mib, threads) {
                return Ok(tables);
            }
            if tables.used {
                voice.tell("USI_Hash or Threads has changed: the table is cleared");
            }
        }
        // Memory that cannot be had would end the program without a word.
        let fits = |mib: usize| {
            let bytes = mib << 20;
            Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
        };
        let usual = Options::default().hash_mib;
        let mib = if fits(hash_mib) {
            hash_mib
        } else if hash_mib > usual && fits(usual) {
            voice.tell(&format!(
                "USI_Hash {hash_mib} is more memory than there is: {usual} is used instead"
            ));
            usual
        } else {
            return Err(format!("USI_Hash {hash_mib} is more memory than there is"));
        };
        let solver = Solver::new(SearchConfig {
            hash_bytes: mib << 20,
            variants: true,
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

    /// The solver for a search.
    pub fn solver(&mut self, hunt: &Hunt, voice: &Voice) -> &mut Solver {
        if !hunt.is_over() {
            let position = Position::new(hunt.problem.normalised());
            if self.used && !self.solver.keeps(&position) {
                voice.tell("other pieces in all than before: the table is cleared");
            }
            self.used = true;
        }
        &mut self.solver
    }
}
