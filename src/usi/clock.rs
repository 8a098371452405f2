//! The clocks of a game, and the time for one move.

use crate::shogi::Color;
use std::time::Duration;

/// The clocks of `go btime …`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left: that of Black (先手), then of White.
    pub left: [Duration; 2],
    /// The time that each move adds, in the same order.
    pub increment: [Duration; 2],
    /// The time for each move when no time is left (秒読み).
    pub byoyomi: Duration,
}

/// The safety margin for the way of the answer to the GUI.
const MARGIN: Duration = Duration::from_millis(150);

/// The shortest time for a move.
const MIN_TIME: Duration = Duration::from_millis(20);

impl Clock {
    /// Returns the time for one move of this side: a twentieth of the time left, the increment and byoyomi, less
    /// [`MARGIN`].
    #[must_use]
    pub fn for_a_move(&self, turn: Color) -> Duration {
        let (left, increment) = (self.left[turn.index()], self.increment[turn.index()]);
        let share = (left / 20)
            .saturating_add(increment)
            .saturating_add(self.byoyomi);
        let available = left.saturating_add(self.byoyomi);
        share.min(available).saturating_sub(MARGIN).max(MIN_TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_move_never_takes_more_than_there_is() {
        let clock = Clock {
            left: [seconds(600), Duration::ZERO],
            increment: [Duration::ZERO, seconds(10)],
            byoyomi: seconds(5),
        };
        assert_eq!(clock.for_a_move(Color::Black) + MARGIN, seconds(35));
        assert_eq!(clock.for_a_move(Color::White) + MARGIN, seconds(5));
        assert_eq!(Clock::default().for_a_move(Color::Black), MIN_TIME);
    }
}
