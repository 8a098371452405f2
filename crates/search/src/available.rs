//! Whether the system can provide the memory and the threads of a configuration.

use super::config::SearchConfig;
use super::platform::{self, HAS_THREADS};
use super::threads::stack::can_start;
use std::error::Error;
use std::fmt;

/// The most threads that search one problem.
const THREADS_MAX: usize = 1024;

/// The system cannot provide what a configuration asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unavailable {
    /// There is too little memory for the tables.
    Memory {
        /// The memory asked for, in bytes.
        asked: usize,
        /// About the most that can be reserved at this moment, in bytes.
        available: usize,
    },
    /// There are too many threads, or too little memory for their stacks.
    Threads {
        /// The threads asked for.
        asked: usize,
        /// The most that any system may have, or that this one could start at this moment.
        available: usize,
    },
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { asked, available } => write!(
                f,
                "tables of {} MiB ask for more memory than there is: about {} MiB",
                asked >> 20,
                available >> 20
            ),
            Self::Threads { asked, available } => {
                write!(
                    f,
                    "{asked} threads are too many here: {available} can be had"
                )
            }
        }
    }
}

impl Error for Unavailable {}

impl SearchConfig {
    /// Asks the system whether it could provide the memory and the threads now. Other programs may take
    /// them before they are used.
    ///
    /// # Errors
    /// If it could not.
    pub fn available(&self) -> Result<(), Unavailable> {
        let asked = self.hash_bytes;
        let Some(tables) = reserved(asked) else {
            let available = most_bytes(asked);
            return Err(Unavailable::Memory { asked, available });
        };
        if !HAS_THREADS {
            return Ok(());
        }
        let asked = self.threads;
        // The tables stay reserved meanwhile: the stacks of threads need memory in addition.
        let available = if asked > THREADS_MAX {
            THREADS_MAX
        } else {
            can_start(platform::threads(asked), 0)
        };
        drop(tables);
        if available < asked {
            return Err(Unavailable::Threads { asked, available });
        }
        Ok(())
    }
}

/// Memory that no other program can take until this is dropped.
#[derive(Debug)]
pub struct Room {
    _memory: Vec<u8>,
}

/// Reserves memory without touching it, if the system can provide it.
#[must_use]
pub fn reserved(bytes: usize) -> Option<Room> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    Some(Room { _memory: memory })
}

/// Returns the largest number of bytes below `too_many` that can be reserved, exact to one MiB.
fn most_bytes(too_many: usize) -> usize {
    let (mut possible, mut impossible) = (0, too_many);
    while impossible - possible > 1 << 20 {
        let middle = possible + (impossible - possible) / 2;
        if reserved(middle).is_some() {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    possible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_available_memory_and_threads() {
        let config = |hash_bytes, threads| SearchConfig {
            hash_bytes,
            threads,
            ..SearchConfig::default()
        };
        assert_eq!(config(1 << 20, 2).available(), Ok(()));
        assert_eq!(config(1 << 20, 0).available(), Ok(()), "that is one");
        let Err(error @ Unavailable::Memory { asked, available }) =
            config(usize::MAX, 1).available()
        else {
            panic!("no system has so much")
        };
        assert_eq!(asked, usize::MAX);
        assert!(available > 16 << 20 && available < usize::MAX);
        let text = format!("tables of {} MiB", usize::MAX >> 20);
        assert!(error.to_string().starts_with(&text), "{error}");
        let threads = config(1 << 20, usize::MAX).available();
        assert!(matches!(
            threads,
            Err(Unavailable::Threads {
                available: 1024,
                ..
            })
        ));
    }
}
