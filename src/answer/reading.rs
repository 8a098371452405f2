//! Contents of a row that follow from its fields, for new rows and rows read from a file.

use super::finding::{Finding, Member, Undecided};
use super::row::Row;
use super::study::TurnRow;
use super::unwritten::{problem_of, read_hand};
use crate::composition::Problem;
use crate::composition::verdict::Kind;
use crate::shogi::Hand;
use crate::vocabulary::{Goal, Verdict};
use std::borrow::Cow;
use std::time::Duration;

impl Row {
    /// Returns the moves before a finding, from the start.
    pub(crate) fn moves_before<'a>(&'a self, found: &'a Finding) -> &'a [String] {
        self.line_before([&found.before, &found.after], found.ply)
    }

    /// Returns the moves before an undecided move, from the start.
    pub(crate) fn moves_before_open<'a>(&'a self, open: &'a Undecided) -> &'a [String] {
        self.line_before([&open.before, &open.after], open.ply)
    }

    /// Returns the first of these lines that has moves, or else the main line before this ply.
    fn line_before<'a>(&'a self, known: [&'a [String]; 2], ply: Option<usize>) -> &'a [String] {
        let known = known.into_iter().find(|it| !it.is_empty());
        known.unwrap_or_else(|| {
            let played = ply.map_or(0, |ply| ply.saturating_sub(1));
            &self.solution[..played.min(self.solution.len())]
        })
    }

    /// Returns the findings about the composition, the severest first.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let all = self.defects.iter().chain(&self.blemishes);
        all.chain(&self.notes).filter(|it| it.grade.is_some())
    }

    /// Returns every single finding, the severest first, after the finding under which it is reported.
    #[must_use]
    pub fn each_finding(&self) -> Vec<(&Finding, Member)> {
        let mut members = Vec::new();
        for found in self.findings() {
            if found.members.is_empty() {
                let alone = Member {
                    at: members.len(),
                    before: self.moves_before(found).to_vec(),
                    line: found.line.clone(),
                    note: found.note.clone(),
                };
                members.push((found, alone));
            }
            members.extend(found.members.iter().map(|it| (found, it.clone())));
        }
        members.sort_by_key(|(_, member)| member.at);
        members
    }

    /// Returns the findings that are fatal or blemishes, the severest first.
    pub fn grave_findings(&self) -> impl Iterator<Item = &Finding> {
        self.defects.iter().chain(&self.blemishes)
    }

    /// Returns how many moves and questions were left open that could change the verdict.
    #[must_use]
    pub fn count_open(&self) -> usize {
        self.unresolved.as_ref().map_or(0, Vec::len)
    }

    /// Returns the problem of a row, if its diagram is one.
    #[must_use]
    pub fn problem(&self) -> Option<Cow<'_, Problem>> {
        match &self.unwritten.problem {
            Some(problem) => Some(Cow::Borrowed(problem)),
            None => problem_of(self.goal, self.sfen.as_deref()).map(Cow::Owned),
        }
    }

    /// Returns the wall-clock time.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let exact = self.unwritten.elapsed;
        if exact.is_zero() {
            Duration::from_millis(self.elapsed_ms)
        } else {
            exact
        }
    }

    /// Returns the attacker's hand at the end of the main line, if it was worked out.
    #[must_use]
    pub fn hand_left(&self) -> Option<Hand> {
        read_hand(self.leftover.as_deref()?)
    }

    /// Returns the variations that are known, whether or not they were asked for.
    pub(crate) fn turns(&self) -> &[TurnRow] {
        let turns = self.unwritten.turns.as_ref().or(self.variations.as_ref());
        turns.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the goal that the length belongs to: that of the row, unless a plain mate was found
    /// instead of a brinkmate.
    #[must_use]
    pub fn goal_of_length(&self) -> Goal {
        if self.is_plain_mate() {
            Goal::Mate
        } else {
            self.goal
        }
    }

    /// Returns whether a plain mate was found instead of a brinkmate.
    #[must_use]
    pub fn is_plain_mate(&self) -> bool {
        self.goal == Goal::Brinkmate
            && (self.verdict == Verdict::Mate
                || self.finding_kinds().any(|it| it == Kind::PlainMate.key()))
    }

    /// Returns whether the composition was judged, not only solved.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        self.unresolved.is_some()
    }

    /// Returns whether the line of the row was judged: best play, or the author's line.
    pub(crate) fn has_judged_line(&self) -> bool {
        let has_best_play = if self.goal.is_mate() {
            self.leftover.is_some()
        } else {
            self.plies.is_some()
        };
        self.is_judged() && has_best_play
    }
}
