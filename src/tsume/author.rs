//! The author's line (作意), and the line that is judged because of it.
//!
//! If every move of the attacker in it keeps a mate, the author's line *is* the line that is judged,
//! to its end, even where another defence lasts longer or another check mates sooner; both are told.
//! If a move of the attacker does not mate, that is told, and the line is judged as if the author had
//! given none. Where only a length is known, lengths are compared.

use super::inquiry::{Inquiry, with};
use super::rules::Severity;
use super::verdict::{Detail, Finding, Kind, Length};
use crate::search::variant::Within;
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

/// The line that is judged.
#[derive(Clone, Debug)]
pub(super) struct JudgedLine {
    /// The moves, to the mate.
    pub(super) moves: Vec<Move>,
    /// For each move the composed length from before it, if it is played. On a line of best play
    /// that is what remains of the line.
    pub(super) lasts: Vec<u32>,
    /// How many of the moves are the author's, so that no equal line can take their place.
    pub(super) fixed: usize,
    /// What is to be said of the author's line.
    pub(super) findings: Vec<Finding>,
    /// The line that lasts longer than the author's, from where the defender leaves that, with the
    /// moves before.
    pub(super) longer: Option<(Vec<Move>, Vec<Move>)>,
}

impl JudgedLine {
    fn of_best_play(moves: Vec<Move>) -> Self {
        Self {
            lasts: counted_down(moves.len()),
            moves,
            fixed: 0,
            findings: Vec::new(),
            longer: None,
        }
    }
}

/// What remains of a line of best play before each of its moves.
pub(super) fn counted_down(moves: usize) -> Vec<u32> {
    (1..=moves as u32).rev().collect()
}

/// Returns the line to be judged of a problem that is mate in exactly `plies`. `None` when a limit
/// came first.
pub(super) fn judged_line(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    plies: u32,
) -> Option<JudgedLine> {
    let best = best_play(inquiry, author, plies)?;
    let common = author.line.iter().zip(&best).take_while(|(a, b)| a == b);
    let at = common.count();
    if at == author.line.len() {
        let mut judged = JudgedLine::of_best_play(best);
        judged.fixed = at;
        judged.findings.extend(by_end(author, &judged.moves));
        return Some(judged);
    }
    let finding = |detail, severity| Finding {
        severity,
        line: best[at..].to_vec(),
        length: Some(Length::Exactly(plies)),
        detail,
        ..Finding::new(Kind::AuthorLine, &author.line[..at])
    };
    if at == best.len() {
        // The king is mated, whatever is put between.
        let mut judged = JudgedLine::of_best_play(best.clone());
        judged.fixed = best.len();
        judged.findings = vec![finding(Detail::AuthorReplyFutile, Severity::Info)];
        return Some(judged);
    }
    if let Some(failing) = failing_move(inquiry, author, at)? {
        let mut judged = JudgedLine::of_best_play(best);
        judged.findings = vec![failing];
        return Some(judged);
    }
    let left = best.len() as u32 - at as u32;
    let is_defence = inquiry.position(&author.line[..at]).turn() == Color::White;
    if is_defence && inquiry.is_optimal(&author.line[..at], author.line[at], left)? {
        // As long, but more is left over: it is no line of best play.
        let mut judged = JudgedLine::of_best_play(best.clone());
        judged.findings = vec![finding(Detail::AuthorReplyLeaves, Severity::Grave)];
        return Some(judged);
    }
    let judged = to_its_end(inquiry, author, plies, at)?;
    if judged.is_none() {
        let mut judged = JudgedLine::of_best_play(best.clone());
        judged.findings = vec![finding(Detail::AuthorReplyFutile, Severity::Info)];
        return Some(judged);
    }
    judged
}

/// The main line of a problem that is mate in exactly `plies` plies: the author's as far as that is
/// best play, and as custom has it from there.
///
/// Of attacking moves that mate equally soon the author's is as good as any, whatever it leaves in
/// hand: the others are what a checker reports beside it.
fn best_play(inquiry: &mut Inquiry<'_, '_>, author: &Author, plies: u32) -> Option<Vec<Move>> {
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

/// The author's line, which leaves best play at `at` and in which every check keeps a mate. `Some(None)`
/// if it leaves pieces over only because it counts a futile interposition.
fn to_its_end(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    plies: u32,
    at: usize,
) -> Option<Option<JudgedLine>> {
    let mut moves = author.line.clone();
    // From the end to the beginning: what is found out about the end serves the beginning.
    let mut lengths = Vec::new();
    for end in (at + 1..=moves.len()).rev() {
        let Within::Mate(bound) = inquiry.mate(&moves[..end])? else {
            // A reply to a check that does not mate was looked at before.
            return Some(None);
        };
        lengths.push(inquiry.length(&moves[..end], bound)?);
    }
    lengths.extend((0..=at).rev().map(|made| plies - made as u32));
    lengths.reverse();
    // Behind a mate there are futile interpositions at the most.
    let mate = lengths.iter().position(|&plies| plies == 0);
    let mut findings = Vec::new();
    if let Some(mate) = mate.filter(|&mate| mate < moves.len()) {
        moves.truncate(mate);
        lengths.truncate(mate + 1);
        findings.push(Finding {
            severity: Severity::Info,
            length: Some(Length::Exactly(mate as u32)),
            detail: Detail::AuthorReplyFutile,
            ..Finding::new(Kind::AuthorLine, &moves)
        });
    }
    let told = moves.len();
    let rest = lengths[told];
    if rest > 0 {
        inquiry.leftover(&moves, rest)?;
        let follow = inquiry.follow(&moves);
        moves.extend(follow);
        lengths.extend((0..rest).rev());
        findings.extend(by_end(author, &moves));
    }
    let lasts: Vec<u32> = lengths[1..].iter().map(|&plies| 1 + plies).collect();
    let (mut longer, mut sooner, mut futile) = (None, None, false);
    for ply in at..moves.len() {
        let (length, lasts) = (lengths[ply], lasts[ply]);
        let attack = inquiry.position(&moves[..ply]).turn() == Color::Black;
        if attack && lasts > length {
            sooner.get_or_insert(ply);
        } else if !attack && lasts < length {
            longer.get_or_insert(ply);
        } else if !attack {
            futile |= !inquiry.is_optimal(&moves[..ply], moves[ply], length)?;
        }
    }
    if futile && !inquiry.position(&moves).hand(Color::Black).is_empty() {
        return Some(None);
    }
    let whole = moves.len() as u32;
    if let Some(ply) = sooner {
        let line = best_from(inquiry, &moves[..ply], lengths[ply])?;
        findings.push(Finding {
            length: Some(Length::Exactly(ply as u32 + lengths[ply])),
            line,
            detail: Detail::Author(whole),
            ..Finding::new(Kind::EarlyMate, &moves[..ply])
        });
    }
    let mut judged = JudgedLine {
        fixed: moves.len(),
        moves,
        lasts,
        findings,
        longer: None,
    };
    if let Some(ply) = longer {
        let before = judged.moves[..ply].to_vec();
        let leaves = !inquiry.leftover(&before, lengths[ply])?.is_empty();
        let line = inquiry.follow(&before);
        let kind = match leaves {
            true => Kind::LongerVariation,
            false => Kind::AuthorLine,
        };
        judged.findings.push(Finding {
            length: Some(Length::Exactly(ply as u32 + lengths[ply])),
            line: line.clone(),
            detail: Detail::LongerThan(ply as u32 + judged.lasts[ply]),
            ..Finding::new(kind, &before)
        });
        judged.longer = Some((before, line));
    }
    Some(Some(judged))
}

/// The line of best play after these moves, from where it is mate in exactly so many plies.
fn best_from(inquiry: &mut Inquiry<'_, '_>, before: &[Move], plies: u32) -> Option<Vec<Move>> {
    inquiry.leftover(before, plies)?;
    Some(inquiry.follow(before))
}

/// Where the author's line ends before it should.
fn by_end(author: &Author, main: &[Move]) -> Option<Finding> {
    let at = author.line.len();
    if !author.broken && (at == 0 || at >= main.len()) {
        return None;
    }
    let (severity, detail) = match (author.broken, at < main.len()) {
        (false, _) => (Severity::Info, Detail::AuthorLineStops),
        (true, true) => (Kind::AuthorLine.severity(), Detail::AuthorLineBreaks),
        (true, false) => (Severity::Info, Detail::AuthorLineGoesOn),
    };
    Some(Finding {
        severity,
        line: main[at.min(main.len())..].to_vec(),
        length: Some(Length::Exactly(main.len() as u32)),
        detail,
        ..Finding::new(Kind::AuthorLine, &main[..at.min(main.len())])
    })
}

/// The first move of the author's attack that does not mate, and a reply that shows it.
fn failing_move(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    from: usize,
) -> Option<Option<Finding>> {
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
        return Some(Some(Finding {
            severity: Severity::Fatal,
            line,
            detail: Detail::AuthorMoveFails,
            ..Finding::new(Kind::AuthorLine, before)
        }));
    }
    Some(None)
}

/// Compares the author's length, where there is no whole line of his, with that of best play.
/// `without_leftover` is the length of the line the defender had to choose by the old convention.
pub(super) fn by_length(
    author: &Author,
    main: &[Move],
    without_leftover: Option<u32>,
) -> Option<Finding> {
    let (told, found) = (author.plies?, main.len() as u32);
    if Some(told) == without_leftover || told == found {
        return None;
    }
    let kind = match told > found {
        true => Kind::EarlyMate,
        false => Kind::AuthorLine,
    };
    Some(Finding {
        line: main.to_vec(),
        length: Some(Length::Exactly(found)),
        detail: Detail::Author(told),
        ..Finding::new(kind, &[])
    })
}
