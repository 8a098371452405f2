//! Bounds the number of connections.
//!
//! Every program that reaches the port can hold connections without sending a request. To keep room for users with
//! the token, a new connection ends the oldest one that has not shown the token.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::AbortHandle;

/// The most connections at the same time.
const MAX_CONNECTIONS: usize = 128;

/// The trust in a connection: it is trusted once a request on it has shown the token.
#[derive(Clone, Debug, Default)]
pub(super) struct Guest(Arc<AtomicBool>);

impl Guest {
    /// Marks the connection as one that has shown the token.
    pub fn trust(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_trusted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// All connections with the tasks that serve them, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Guests(VecDeque<(Guest, AbortHandle)>);

impl Guests {
    /// Returns whether another connection may come: there is room, or an untrusted connection can end.
    pub fn has_room(&mut self) -> bool {
        self.0.retain(|(_, task)| !task.is_finished());
        self.0.len() < MAX_CONNECTIONS || self.0.iter().any(|(guest, _)| !guest.is_trusted())
    }

    /// Ends the oldest untrusted connection, if there is one.
    pub fn end_oldest_untrusted(&mut self) {
        let index = self.0.iter().position(|(guest, _)| !guest.is_trusted());
        if let Some((_, task)) = index.and_then(|index| self.0.remove(index)) {
            task.abort();
        }
    }

    /// Adds a connection with the task that serves it. If all places are taken, the oldest untrusted connection
    /// ends first.
    pub fn add(&mut self, guest: Guest, task: AbortHandle) {
        self.0.retain(|(_, task)| !task.is_finished());
        if self.0.len() >= MAX_CONNECTIONS {
            self.end_oldest_untrusted();
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
        for number in 0..MAX_CONNECTIONS {
            assert!(guests.has_room());
            let guest = Guest::default();
            if number != 1 {
                guest.trust();
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
        guests.0.back().unwrap().0.trust();
        assert!(!guests.has_room());
        all[5].1.abort();
        tasks.join_next().await;
        assert!(guests.has_room());
        tasks.abort_all();
    }
}
