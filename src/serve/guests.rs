//! The connections: how many there may be, and which one has to go when another one comes.
//!
//! Every program that reaches the port can hold connections without a request. To keep room for users with
//! the token, the oldest connection without the token ends first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::AbortHandle;

/// The most connections at the same time.
const MOST: usize = 128;

/// A connection. It is a stranger's until a request on it has shown the token.
#[derive(Clone, Debug, Default)]
pub(super) struct Guest(Arc<AtomicBool>);

impl Guest {
    /// Marks the connection as one that has shown the token.
    pub fn welcome(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_welcome(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// All connections, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Guests(VecDeque<(Guest, AbortHandle)>);

impl Guests {
    /// Returns whether another connection may come: there is room, or a stranger can go.
    pub fn has_room(&mut self) -> bool {
        self.0.retain(|it| !it.1.is_finished());
        self.0.len() < MOST || self.0.iter().any(|it| !it.0.is_welcome())
    }

    /// Ends the oldest connection of a stranger. Returns whether there was any.
    pub fn end_a_stranger(&mut self) -> bool {
        let at = self.0.iter().position(|it| !it.0.is_welcome());
        let stranger = at.and_then(|at| self.0.remove(at));
        stranger.inspect(|it| it.1.abort()).is_some()
    }

    /// Adds a connection with the task that serves it. If all places are taken, the oldest connection of a
    /// stranger ends first.
    pub fn add(&mut self, guest: Guest, task: AbortHandle) {
        self.0.retain(|it| !it.1.is_finished());
        if self.0.len() >= MOST {
            self.end_a_stranger();
        }
        self.0.push_back((guest, task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use tokio::task::JoinSet;

    #[tokio::test]
    async fn strangers_go_first_and_the_oldest_of_them() {
        let (mut guests, mut tasks) = (Guests::default(), JoinSet::new());
        let mut all = Vec::new();
        for number in 0..MOST {
            assert!(guests.has_room());
            let guest = Guest::default();
            if number != 1 {
                guest.welcome();
            }
            let task = tasks.spawn(pending::<()>());
            guests.add(guest.clone(), task.clone());
            all.push((guest, task));
        }
        // One of them never showed the token. It stays until another one comes.
        assert!(guests.has_room() && guests.has_room());
        tokio::task::yield_now().await;
        assert!(!all[1].1.is_finished());
        guests.add(Guest::default(), tasks.spawn(pending::<()>()));
        assert!(tasks.join_next().await.unwrap().unwrap_err().is_cancelled());
        assert!(all[1].1.is_finished() && !all[0].1.is_finished());
        // Every connection has shown the token now: the next one waits until one ends.
        guests.0.back().unwrap().0.welcome();
        assert!(!guests.has_room());
        all[5].1.abort();
        tasks.join_next().await;
        assert!(guests.has_room());
        tasks.abort_all();
    }
}
