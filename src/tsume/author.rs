//! The author's line (作意) beside the main line.
//!
//! If every move of it is one of best play, it *is* the main line. Otherwise it is said where it
//! goes wrong: an attacking move that does not mate, or takes longer than need be (早詰), or a reply
//! that is not the longest defence. Where only a length is known, lengths are compared.

use super::inquiry::{Inquiry, with};
use super::rules::Severity;
use super::verdict::{Detail, Finding, Kind, Length};
use crate::shogi::{Color, Move};

/// What the author says of the solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Author {
    /// The line, or its beginning. Every move must be legal, and the attacker's must be checks.
    pub line: Vec<Move>,
    /// The length in plies.
    pub plies: Option<u32>,
    /// Whether the line goes on with a move that cannot be played, or with an attacking move that
    /// is no check.
    pub broken: bool,
}

impl Author {
    /// The length in plies, told or counted.
    pub(super) fn length(&self) -> Option<u32> {
        let counted = u32::try_from(self.line.len())
            .ok()
            .filter(|&plies| plies > 0);
        self.plies.or(counted)
    }
}

/// The main line of a problem that is mate in exactly `plies` plies: the author's as far as that is
/// best play, and as custom has it from there.
///
/// Of attacking moves that mate equally soon the author's is as good as any, whatever it leaves in
/// hand: the others are what a checker reports beside it.
pub(super) fn main_line(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    plies: u32,
) -> Option<Vec<Move>> {
    let mut line: Vec<Move> = Vec::new();
    let mut leftover = inquiry.leftover(&line, plies)?.total();
    for (&mv, left) in author.line.iter().zip((1..=plies).rev()) {
        if !inquiry.is_optimal(&line, mv, left)? {
            break;
        }
        let attack = inquiry.position(&line).turn() == Color::Black;
        let after = with(&line, mv);
        let leaves = inquiry.leftover(&after, left - 1)?.total();
        if !attack && leaves != leftover {
            // The attacker could keep more than in the best line, but the author does not.
            let whole = author.line.len() as u32 == plies;
            let end = inquiry.position(&author.line).hand(Color::Black).total();
            if !whole || end > leftover {
                break;
            }
        }
        (line, leftover) = (after, leaves);
    }
    let rest = inquiry.follow(&line);
    line.extend(rest);
    Some(line)
}

/// Where the author's line goes wrong. `main` is the main line, `without_leftover` the length of
/// the line the defender had to choose by the old convention.
pub(super) fn findings(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    main: &[Move],
    without_leftover: Option<u32>,
) -> Option<Vec<Finding>> {
    let common = author
        .line
        .iter()
        .zip(main)
        .take_while(|(a, b)| a == b)
        .count();
    let mut findings = Vec::new();
    let excused = author.length().is_some() && author.length() == without_leftover;
    if author.line.len() > common {
        let left = (main.len() - common) as u32;
        findings.extend(first_deviation(
            inquiry, author, main, common, left, excused,
        )?);
        if findings.iter().all(|it| it.severity < Severity::Fatal) {
            findings.extend(failing_move(inquiry, author, common)?);
        }
    }
    if findings.is_empty() && !excused {
        findings.extend(by_length(author, main));
    }
    // A line that stops short is told whatever length comes with it.
    if common == author.line.len() {
        findings.extend(by_end(author, main));
    }
    Some(findings)
}

/// Where the author's line ends before it should.
fn by_end(author: &Author, main: &[Move]) -> Option<Finding> {
    let at = author.line.len();
    if !author.broken && (at == 0 || at >= main.len()) {
        return None;
    }
    let kind = Kind::AuthorLine;
    Some(Finding {
        kind,
        severity: if author.broken && at < main.len() {
            kind.severity()
        } else {
            Severity::Info
        },
        before: main[..at.min(main.len())].to_vec(),
        line: main[at.min(main.len())..].to_vec(),
        length: Some(Length::Exactly(main.len() as u32)),
        in_equal_variation: false,
        detail: match (author.broken, at < main.len()) {
            (false, _) => Detail::AuthorLineStops,
            (true, true) => Detail::AuthorLineBreaks,
            (true, false) => Detail::AuthorLineGoesOn,
        },
    })
}

/// The first move of the author that is not best play.
fn first_deviation(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    main: &[Move],
    at: usize,
    left: u32,
    excused: bool,
) -> Option<Vec<Finding>> {
    let (before, mv) = (&author.line[..at], author.line[at]);
    let finding = |kind: Kind, detail| Finding {
        kind,
        severity: kind.severity(),
        before: before.to_vec(),
        line: main[at..].to_vec(),
        length: Some(Length::Exactly(main.len() as u32)),
        in_equal_variation: false,
        detail,
    };
    if left == 0 {
        let end = Detail::AuthorReplyFutile;
        return Some(if excused {
            Vec::new()
        } else {
            vec![finding(Kind::AuthorLine, end)]
        });
    }
    let after = with(before, mv);
    let attack = inquiry.position(before).turn() == Color::Black;
    if attack {
        let detail = Detail::Author(author.length().unwrap_or(0));
        let mates = !inquiry.mate(&after)?.is_no();
        let longer = mates && inquiry.mate_within(&after, left - 1)?.is_no();
        return Some(if longer {
            vec![finding(Kind::EarlyMate, detail)]
        } else {
            Vec::new()
        });
    }
    if excused {
        return Some(Vec::new());
    }
    let lasts = match left.checked_sub(3) {
        Some(sooner) => inquiry.mate_within(&after, sooner)?.is_no(),
        None => true,
    };
    let detail = match lasts {
        false => Detail::AuthorReplyShort,
        true if inquiry.is_optimal(before, mv, left)? => Detail::AuthorReplyLeaves,
        true => Detail::AuthorReplyFutile,
    };
    Some(vec![finding(Kind::AuthorLine, detail)])
}

/// The first move of the author's attack that does not mate, and a reply that shows it.
fn failing_move(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    from: usize,
) -> Option<Vec<Finding>> {
    for at in from..author.line.len() {
        let (before, mv) = (&author.line[..at], author.line[at]);
        if inquiry.position(before).turn() == Color::White {
            continue;
        }
        let after = with(before, mv);
        if !inquiry.mate(&after)?.is_no() {
            continue;
        }
        let mut line = vec![mv];
        for reply in inquiry.moves(&after) {
            if inquiry.mate(&with(&after, reply))?.is_no() {
                line.push(reply);
                break;
            }
        }
        return Some(vec![Finding {
            kind: Kind::AuthorLine,
            severity: Severity::Fatal,
            before: before.to_vec(),
            line,
            length: None,
            in_equal_variation: false,
            detail: Detail::AuthorMoveFails,
        }]);
    }
    Some(Vec::new())
}

/// The author's length against the main line's.
fn by_length(author: &Author, main: &[Move]) -> Option<Finding> {
    let (told, found) = (author.plies?, main.len() as u32);
    let kind = match told.cmp(&found) {
        std::cmp::Ordering::Greater => Kind::EarlyMate,
        std::cmp::Ordering::Less => Kind::AuthorLine,
        std::cmp::Ordering::Equal => return None,
    };
    Some(Finding {
        kind,
        severity: kind.severity(),
        before: Vec::new(),
        line: main.to_vec(),
        length: Some(Length::Exactly(found)),
        in_equal_variation: false,
        detail: Detail::Author(told),
    })
}
