//! The tables: kept from one search to the next, and never cleared without a word.

use super::gate::Voice;
use super::hunt::Hunt;
use crate::search::{SearchConfig, Solver};
use crate::shogi::Position;
use std::thread::JoinHandle;

/// A search in its thread. It gives the tables back, unless it has failed.
pub type Worker = JoinHandle<Option<Tables>>;

/// A solver, and what it was made with.
pub struct Tables {
    /// Asked by one search after another.
    pub solver: Solver,
    hash_mib: usize,
    threads: usize,
}

impl Tables {
    /// Those of the search before, once it has ended, or new ones where the options ask for others. Says so
    /// when something learnt is forgotten, even after the answer: that may have come without waiting.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn ready(before: Option<Worker>, hunt: &Hunt, voice: &Voice) -> Result<Self, String> {
        // It has been answered; mostly it has ended, too.
        let before = before.and_then(|thread| thread.join().unwrap_or(None));
        let (hash_mib, threads) = (hunt.options.hash_mib, hunt.options.threads);
        if let Some(tables) = before {
            if (tables.hash_mib, tables.threads) == (hash_mib, threads) {
                let position = Position::new(hunt.problem.normalised());
                if !tables.solver.keeps(&position) {
                    voice.tell("other pieces in all than before: the table is cleared");
                }
                return Ok(tables);
            }
            voice.tell("USI_Hash or Threads has changed: the table is cleared");
        }
        let bytes = hash_mib << 20;
        // Memory that cannot be had would end the program without a word.
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            return Err(format!("USI_Hash {hash_mib} is more memory than there is"));
        }
        let solver = Solver::new(SearchConfig {
            hash_bytes: bytes,
            variants: true,
            threads,
            keep: true,
            ..SearchConfig::default()
        });
        Ok(Self {
            solver,
            hash_mib,
            threads,
        })
    }
}
