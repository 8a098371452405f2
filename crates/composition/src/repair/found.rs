//! Collects the sound and blemished versions of a repair by their ideas.

use super::edit::Edit;
use super::idea::VersionIdea;
use super::{Repaired, Request};
use crate::finding::verdict::Verdict;
use std::cmp::Reverse;

/// The versions that were found.
#[derive(Default)]
pub(super) struct Found {
    versions: Vec<Repaired>,
    /// The ideas of the versions, in the order in which they were found.
    ideas: Vec<FoundIdea>,
}

/// An idea of versions that were found.
struct FoundIdea {
    idea: VersionIdea,
    /// Whether one of the versions is sound.
    is_sound: bool,
}

impl Found {
    /// Returns the versions in the order in which they were found.
    pub(super) fn versions(&self) -> &[Repaired] {
        &self.versions
    }

    /// Returns the number of sound versions.
    pub(super) fn count_sound(&self) -> usize {
        let sound = self.versions.iter();
        sound.filter(|it| it.verdict == Verdict::Sound).count()
    }

    /// Returns the number of ideas with a sound version.
    pub(super) fn count_ideas(&self) -> usize {
        self.ideas.iter().filter(|it| it.is_sound).count()
    }

    /// Returns whether there is a sound version that may be of this idea.
    pub(super) fn has_idea(&self, expected: &VersionIdea) -> bool {
        let mut sound = self.ideas.iter().filter(|it| it.is_sound);
        sound.any(|it| it.idea.may_be(expected))
    }

    /// Adds a version. Returns it with the number of its idea, and of earlier versions with this idea.
    pub(super) fn add(&mut self, mut repaired: Repaired, idea: VersionIdea) -> Repaired {
        let known = self.ideas.iter().position(|it| it.idea == idea);
        let index = known.unwrap_or(self.ideas.len());
        if known.is_none() {
            self.ideas.push(FoundIdea {
                idea,
                is_sound: false,
            });
        }
        self.ideas[index].is_sound |= repaired.verdict == Verdict::Sound;
        repaired.idea = index + 1;
        let alike = self.versions.iter().filter(|it| it.idea == index + 1);
        repaired.like_it = alike.count();
        self.versions.push(repaired.clone());
        repaired
    }

    /// Returns the versions to be reported: sound ones first, then by least change, extensions by rating. Of
    /// each idea only the first one is reported, unless the request wants all.
    pub(super) fn into_reported(self, request: &Request) -> Vec<Repaired> {
        let found = self.versions;
        let idle: Vec<bool> = found.iter().map(|it| is_idle(it, &found)).collect();
        let mut found: Vec<_> = found.into_iter().zip(idle).collect();
        found.sort_by_key(|(it, is_idle)| {
            let is_blemished = it.verdict != Verdict::Sound;
            (is_blemished, it.version.cost, *is_idle, it.place)
        });
        by_idea(found.into_iter().map(|(it, _)| it).collect(), request)
    }
}

/// Groups versions by idea, numbers the ideas in their order, and keeps as many as are wanted. The versions
/// come in the order of their worth. Of each idea only the first one is kept, unless all are wanted.
fn by_idea(found: Vec<Repaired>, request: &Request) -> Vec<Repaired> {
    let mut groups: Vec<Vec<Repaired>> = Vec::new();
    for repaired in found {
        match groups.iter_mut().find(|it| it[0].idea == repaired.idea) {
            Some(group) => group.push(repaired),
            None => groups.push(vec![repaired]),
        }
    }
    if request.extends {
        let points = |it: &Repaired| {
            let rating = it.judgement.rating.as_ref();
            rating.map_or((0, 0), |it| (it.aesthetics.points, it.difficulty.points))
        };
        groups.sort_by_key(|group| {
            let is_blemished = group[0].verdict != Verdict::Sound;
            (is_blemished, Reverse(points(&group[0])))
        });
    }
    groups.truncate(request.best);
    let mut reported = Vec::new();
    for (mut group, number) in groups.into_iter().zip(1..) {
        let like_it = group.len() - 1;
        if !request.all {
            group.truncate(1);
        }
        for repaired in &mut group {
            (repaired.idea, repaired.like_it) = (number, like_it);
        }
        reported.append(&mut group);
    }
    reported
}

/// Returns whether a version has an idle piece that it moved or replaced: the version without this piece was
/// found, too, with the same line and findings. An added piece is never idle, because without it
/// the diagram is flawed.
fn is_idle(repaired: &Repaired, found: &[Repaired]) -> bool {
    let edits = &repaired.version.edits;
    edits.iter().enumerate().any(|(index, &edit)| {
        let (piece, square) = match edit {
            Edit::Move { piece, from, .. } => (piece, from),
            Edit::Swap { square, old, .. } | Edit::Side { square, old } => (old, square),
            _ => return false,
        };
        let mut without = edits.clone();
        without[index] = Edit::Remove { piece, square };
        let mut others = found.iter().filter(|it| it.version.edits == without);
        others.any(|other| {
            other.line == repaired.line && other.judgement.findings == repaired.judgement.findings
        })
    })
}
