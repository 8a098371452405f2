//! The clocks of a game, and what one move may take of them.

use crate::shogi::Color;
use std::time::Duration;

/// What `go btime …` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left, Black's (先手) and White's.
    pub left: [Duration; 2],
    /// What each move adds to it.
    pub increment: [Duration; 2],
    /// What each move may take once nothing is left (秒読み).
    pub byoyomi: Duration,
}

/// How much sooner than the clock an answer has to be there: it has a way to go.
const MARGIN: Duration = Duration::from_millis(150);

/// The least time there is any sense in.
const LEAST: Duration = Duration::from_millis(20);

impl Clock {
    /// What one move of this side may take: a twentieth of what is left, and what comes anew with
    /// every move.
    #[must_use]
    pub fn for_a_move(&self, turn: Color) -> Duration {
        let (left, increment) = (self.left[turn.index()], self.increment[turn.index()]);
        let usual = (left / 20)
            .saturating_add(increment)
            .saturating_add(self.byoyomi);
        let most = left.saturating_add(self.byoyomi);
        usual.min(most).saturating_sub(MARGIN).max(LEAST)
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
        assert_eq!(Clock::default().for_a_move(Color::Black), LEAST);
    }
}
