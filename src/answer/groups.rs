//! Groups findings that are reported as one.
//!
//! Findings of a group have the same kind, grade, length and grounds, so that the report of the group
//! holds for each of its moves. The same move after several equal replies is one finding with a list
//! of replies. A long-range piece dropped at several distances is one finding with a list of moves.
//! Idle pieces are one finding with a list of squares.

use crate::composition::verdict::{Detail, Finding, Kind};
use crate::shogi::{Move, PieceKind, Square};

/// Findings that are reported as one.
#[derive(Clone, Debug)]
pub(super) struct FindingGroup<'j> {
    /// The finding that is reported, with its line.
    pub(super) first: &'j Finding,
    /// All moves of the group, that of the first finding at the head. Empty if the finding is not
    /// about a move.
    pub(super) moves: Vec<Move>,
    /// All lines before the finding, that of the first finding at the head.
    pub(super) ways: Vec<&'j [Move]>,
    /// The squares of the pieces in question.
    pub(super) squares: Vec<Square>,
    /// All findings of the group with their indices in the judgement.
    pub(super) members: Vec<(usize, &'j Finding)>,
}

impl<'j> FindingGroup<'j> {
    pub(super) fn new(index: usize, found: &'j Finding) -> Self {
        Self {
            first: found,
            members: vec![(index, found)],
            moves: found.line.first().copied().into_iter().collect(),
            ways: vec![&found.before],
            squares: square(found).into_iter().collect(),
        }
    }

    /// Returns the replies after which the finding is the same, if there are several.
    pub(super) fn replies(&self) -> Vec<Move> {
        let mut replies = Vec::new();
        for reply in self.ways.iter().filter_map(|way| way.last()) {
            if !replies.contains(reply) {
                replies.push(*reply);
            }
        }
        match replies.len() {
            1 => Vec::new(),
            _ => replies,
        }
    }

    /// Returns one line for each of the [replies](Self::replies). It ends with that reply.
    pub(super) fn ways_to_replies(&self) -> Vec<&'j [Move]> {
        let find = |reply: Move| self.ways.iter().find(|way| way.last() == Some(&reply));
        self.replies()
            .into_iter()
            .filter_map(find)
            .copied()
            .collect()
    }

    /// Returns whether `found` is this group's finding after another reply.
    fn is_same_after_other_reply(&self, found: &Finding) -> bool {
        let first = self.first;
        found.kind.is_other_check()
            && is_reported_alike(first, found)
            && first.before.len() == found.before.len()
            && self.moves.len() == 1
            && found.line.first() == self.moves.first()
    }

    /// Returns whether the two differ only in the move or the idle piece, and are reported as one.
    fn can_absorb(&self, other: &Self) -> bool {
        let (a, b) = (self.first, other.first);
        if a.kind == Kind::IdlePiece {
            return (a.kind, a.severity) == (b.kind, b.severity);
        }
        if !is_reported_alike(a, b) {
            return false;
        }
        let (Some(&mine), Some(&theirs)) = (a.line.first(), b.line.first()) else {
            return false;
        };
        self.ways == other.ways
            && (!shows_own_line(a.kind)
                || a.line[1..] == b.line[1..]
                || is_same_slider(mine, theirs))
    }

    fn absorb(&mut self, other: Self) {
        self.moves.extend(other.moves);
        self.squares.extend(other.squares);
        self.members.extend(other.members);
    }
}

/// Returns whether the reports of two findings differ in nothing but their moves.
fn is_reported_alike(a: &Finding, b: &Finding) -> bool {
    (a.kind, a.severity, a.length, a.detail, &a.back)
        == (b.kind, b.severity, b.length, b.detail, &b.back)
        && (a.in_equal_variation, a.authors_move) == (b.in_equal_variation, b.authors_move)
}

/// Returns the square of the piece in question.
fn square(found: &Finding) -> Option<Square> {
    match found.detail {
        Detail::On(square) => Some(square),
        _ => None,
    }
}

/// Returns whether each finding of this kind gets its own line of moves.
const fn shows_own_line(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Cook
            | Kind::EarlyMate
            | Kind::Transposition
            | Kind::RejoiningDetour
            | Kind::EqualVariationCook
            | Kind::ReturningDetour
    )
}

/// Returns whether both moves drop the same long-range piece, on squares of one file, rank or diagonal.
fn is_same_slider(a: Move, b: Move) -> bool {
    let slides = matches!(
        a.dropped(),
        Some(PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook)
    );
    if !slides || a.dropped() != b.dropped() {
        return false;
    }
    let files = a.to().file().abs_diff(b.to().file());
    let ranks = a.to().rank().abs_diff(b.to().rank());
    match a.dropped() {
        Some(PieceKind::Bishop) => files == ranks,
        _ => files == 0 || ranks == 0,
    }
}

/// Groups the findings of a judgement.
pub(super) fn groups(findings: &[Finding]) -> Vec<FindingGroup<'_>> {
    let mut groups: Vec<FindingGroup<'_>> = Vec::new();
    for (index, found) in findings.iter().enumerate() {
        match groups
            .iter_mut()
            .find(|it| it.is_same_after_other_reply(found))
        {
            Some(group) if !group.ways.contains(&&found.before[..]) => {
                group.ways.push(&found.before);
                group.members.push((index, found));
            }
            _ => groups.push(FindingGroup::new(index, found)),
        }
    }
    let mut merged: Vec<FindingGroup<'_>> = Vec::new();
    for group in groups {
        match merged.iter_mut().find(|it| it.can_absorb(&group)) {
            Some(earlier) => earlier.absorb(group),
            None => merged.push(group),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::verdict::Length;
    use crate::notation::usi;

    fn found(kind: Kind, before: &str, line: &str, plies: u32) -> Finding {
        let moves = |text: &str| -> Vec<Move> {
            let words = text.split_whitespace();
            words.map(|it| usi::parse_move(it).unwrap()).collect()
        };
        Finding {
            kind,
            severity: kind.severity(),
            before: moves(before),
            line: moves(line),
            authors_move: None,
            length: Some(Length::Exactly(plies)),
            in_equal_variation: false,
            detail: Detail::Nothing,
            back: None,
        }
    }

    /// Returns the moves and replies of each group.
    fn grouped(findings: &[Finding]) -> Vec<(String, String)> {
        let groups = groups(findings);
        let texts = groups.iter();
        texts
            .map(|it| (usi::write_line(&it.moves), usi::write_line(&it.replies())))
            .collect()
    }

    #[test]
    fn the_same_after_several_replies_is_one_finding() {
        let dual = Kind::LastMoveDual;
        let grouped = grouped(&[
            found(dual, "2a2b P*1b", "2c2b", 3),
            found(dual, "2a2b L*1b", "2c2b", 3),
            found(dual, "2a2b N*1b", "2c2a", 3),
            // The mate takes longer there.
            found(dual, "2a2b S*1b", "2c2b", 5),
        ]);
        let expected = [("2c2b", "P*1b L*1b"), ("2c2a", ""), ("2c2b", "")];
        assert_eq!(grouped, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn a_slider_at_several_distances_is_one_finding() {
        let cook = Kind::Cook;
        let grouped = grouped(&[
            found(cook, "", "R*5a 1a1b", 7),
            found(cook, "", "R*6a 1a2b", 7),
            // The mate takes longer.
            found(cook, "", "R*7a 1a2b", 9),
            found(cook, "", "R*1i 1a2a", 9),
            found(cook, "", "B*5e 1a3b", 9),
        ]);
        let moves: Vec<&str> = grouped.iter().map(|it| &it.0[..]).collect();
        assert_eq!(moves, ["R*5a R*6a", "R*7a", "R*1i", "B*5e"]);
    }

    #[test]
    fn idle_pieces_are_one_finding() {
        let on = |file, rank| Finding {
            detail: Detail::On(Square::new(file, rank)),
            ..found(Kind::IdlePiece, "", "", 5)
        };
        let findings = [on(0, 0), on(8, 8)];
        let groups = groups(&findings);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].squares, [Square::new(0, 0), Square::new(8, 8)]);
    }
}
