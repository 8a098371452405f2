//! The rules in a request, and further questions.

use super::board::Board;
use super::json::words_of;
use super::remembered::AnswerKey;
use crate::answer::rules;
use crate::composition::rules::Profile;
use crate::composition::{Interpositions, Problem, Questions};
use crate::judge;
use crate::notation::sfen;
use serde::Deserialize;

/// The rules of a judgement, and further questions.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Rules {
    #[serde(default, rename = "rules")]
    pub profile: Profile,
    #[serde(default)]
    pub interpositions: Interpositions,
    #[serde(default)]
    pub expected_plies: Option<u32>,
    /// Whether to look for idle pieces.
    #[serde(default)]
    pub idle_pieces: bool,
    /// Levels of variations in the row.
    #[serde(default)]
    pub variations: u32,
    /// Whether to explain the interpositions in the main line.
    #[serde(default)]
    pub explain: bool,
    /// Whether the limits are spent on what is open, though the verdict is settled.
    #[serde(default)]
    pub all: bool,
    /// Whether an answer that is remembered will do, such as one that was given in another language.
    #[serde(default)]
    pub known: bool,
}

/// The most levels of variations.
pub(super) const MOST_LEVELS: u32 = 3;

impl Rules {
    /// Returns the question that the rules of a request ask.
    pub fn question(&self) -> judge::Question {
        judge::Question {
            rules: self.profile,
            interpositions: self.interpositions,
            nodes_per_alternative: self.all.then_some(u64::MAX),
            idle_pieces: self.idle_pieces,
            further: Questions {
                variations: self.variations.min(MOST_LEVELS),
                explain: self.explain,
                ..Questions::default()
            },
            ..judge::Question::default()
        }
    }

    /// Takes the rules of a row in place of these.
    pub fn take(&mut self, words: &str) {
        (self.profile, self.interpositions) = Default::default();
        for word in words.split_whitespace() {
            if let Some(word) = word.strip_prefix("interpositions=") {
                self.interpositions = Interpositions::from_word(word).unwrap_or_default();
            } else if let Some(profile) = Profile::from_word(word) {
                self.profile = profile;
            }
        }
    }

    /// Returns the key under which an answer by these rules is remembered.
    pub fn asked(&self, problem: &Problem, board: &Board) -> AnswerKey {
        AnswerKey {
            id: board.name().to_owned(),
            sfen: sfen::write(problem.setup()),
            moves: words_of(&board.moves),
            opcodes: board.opcodes.clone(),
            plies: self.expected_plies,
            goal: board.asked,
            rules: rules(self.profile, self.interpositions),
        }
    }
}
