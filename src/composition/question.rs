//! The question about a composition.

use super::author::Author;
use super::composed::Questions;
use super::futile::Interpositions;
use super::rules::Profile;

/// A question about a composition.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    /// The author's claims.
    pub author: Author,
    /// Search nodes for each alternative that is told if it stays open. `None`: no bound for an alternative that
    /// can change the verdict, 200,000 nodes for others. [`u64::MAX`]: the limits of the whole are spent on
    /// all of them, after everything else is answered.
    pub nodes_per_alternative: Option<u64>,
    /// Whether to look for idle pieces (無駄駒), which takes another judgement for each piece.
    pub idle_pieces: bool,
    /// The profile of the verdict. Alternatives that it tolerates even at their worst are searched
    /// with few nodes.
    pub profile: Profile,
    /// Further questions, asked once the main line is known. If there is no mate, the finding has
    /// its refutation even without a question.
    pub questions: Questions,
    /// Levels of variations that the output shows without being asked. They are worked out last, and
    /// change neither the verdict nor the count of nodes.
    pub shown_variations: u32,
}
