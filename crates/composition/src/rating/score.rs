//! A score and its parts.

use crate::vocabulary::RatingPart;

/// The rating of a composition. The numbers compare problems; they are not the opinion of a judge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "rows", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rating {
    /// How hard it is for a person to find the solution.
    pub difficulty: Score,
    /// How much there is to like: sacrifices, surprise, variety, economy, the final position.
    pub aesthetics: Score,
}

/// A sum of parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "rows", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// The sum, from 0 to 100.
    pub points: u32,
    /// The parts that add something or take something away.
    pub parts: Vec<ScorePart>,
}

/// A part of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "rows", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScorePart {
    /// The thing that is counted.
    pub kind: RatingPart,
    /// How many there are.
    pub count: u32,
    /// The points for it, negative if they are taken away.
    pub points: i32,
}

impl Score {
    /// Adds a part, unless its points round to none.
    pub(super) fn add(&mut self, kind: RatingPart, count: f64, points: f64) {
        let points = points.round() as i32;
        if points != 0 {
            // A positive count is told as 1 at least, also if it rounds to zero.
            let count = if count > 0.0 {
                count.round().max(1.0)
            } else {
                0.0
            } as u32;
            self.parts.push(ScorePart {
                kind,
                count,
                points,
            });
        }
        let sum: i32 = self.parts.iter().map(|part| part.points).sum();
        self.points = sum.clamp(0, 100) as u32;
    }
}

/// Returns the number of things, as a float for sums of points.
pub(super) fn count(things: impl IntoIterator) -> f64 {
    things.into_iter().map(|_| 1.0).sum()
}
