//! The author's line (作意), and how it decides which line is judged.
//!
//! If every check in the author's line keeps a mate, this line is judged, to its end. This holds
//! even if another defence lasts longer or another check mates sooner; both are reported. If one of
//! its checks does not mate, or a position comes a second time, this is reported, and the line is
//! judged as if the author had given none. If only a length is known, lengths are compared.

use crate::finding::rules::Severity;
use crate::finding::verdict::{Detail, Finding, Kind, Length};
use crate::length::inquiry::{Inquiry, with};
use crate::length::line;
use crate::length::reading::plies_left;
use crate::length::refutation::PICTURE_NODES;
use crate::question::Author;
use crate::search::Within;
use crate::shogi::{Color, Move};

/// Nodes spent on the leftover of a line that is only reported, because the author's is judged.
const LEFTOVER_NODES: u64 = 2_000_000;

/// The line that is judged.
#[derive(Clone, Debug)]
pub(crate) struct JudgedLine {
    /// The moves, to the mate.
    pub(crate) moves: Vec<Move>,
    /// For each move: the composed length in plies if it is played, counted from before it. On a line of
    /// best play this is the number of plies left.
    pub(crate) plies_if_played: Vec<u32>,
    /// How many of the moves are the author's; no equal line can replace them.
    pub(crate) fixed: usize,
    /// The findings about the author's line.
    pub(crate) findings: Vec<Finding>,
    /// The line that lasts longer than the author's: the moves up to where the defender leaves the
    /// author's line, and the moves from there on.
    pub(crate) longer: Option<(Vec<Move>, Vec<Move>)>,
}

impl JudgedLine {
    fn of_best_play(moves: Vec<Move>) -> Self {
        Self {
            plies_if_played: plies_left(moves.len()),
            moves,
            fixed: 0,
            findings: Vec::new(),
            longer: None,
        }
    }
}

/// Returns the line to judge in a problem that is mate in exactly `plies`. `None` if a limit was
/// reached.
///
/// The leftover takes the most nodes to work out, so it is asked for only if lengths do not decide.
pub(crate) fn judged_line(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    plies: u32,
) -> Option<JudgedLine> {
    let optimal = count_optimal_moves(inquiry, &author.line, plies)?;
    let is_whole = optimal == plies as usize;
    let end = inquiry.position(&author.line[..optimal]);
    if is_whole && end.hand(Color::Black).is_empty() {
        // The defender can have nothing better, and of checks that mate equally soon the author's
        // is as good as any.
        let moves = author.line[..optimal].to_vec();
        return Some(beginning_as_author(author, moves, optimal));
    }
    if optimal < author.line.len() && !is_whole {
        let failing = failing_move(inquiry, author, optimal)?;
        if !failing.is_empty() {
            return without_the_author(inquiry, failing, plies);
        }
        match to_its_end(inquiry, author, plies, optimal)? {
            ToItsEnd::Judged(judged) => return Some(*judged),
            ToItsEnd::Repeats(found) => {
                return without_the_author(inquiry, vec![*found], plies);
            }
            ToItsEnd::CountsFutile => {}
        }
    }
    let best = main_line(inquiry, &author.line[..optimal], plies)?;
    let pairs = author.line[..optimal].iter().zip(&best);
    let common = pairs.take_while(|(a, b)| a == b).count();
    if common == optimal {
        return Some(beginning_as_author(author, best, optimal));
    }
    // The author's line is as long, but leaves more over. So it is not a line of best play.
    let mut judged = JudgedLine::of_best_play(best);
    judged.findings = vec![Finding {
        line: judged.moves[common..].to_vec(),
        authors_move: author.line.get(common).copied(),
        length: Some(Length::Exactly(plies)),
        detail: Detail::AuthorReplyLeaves,
        ..Finding::new(Kind::AuthorLine, &author.line[..common])
    }];
    Some(judged)
}

/// Returns the line of best play to judge, with findings that say what is wrong with the author's.
fn without_the_author(
    inquiry: &mut Inquiry<'_, '_>,
    findings: Vec<Finding>,
    plies: u32,
) -> Option<JudgedLine> {
    let mut judged = JudgedLine::of_best_play(main_line(inquiry, &[], plies)?);
    judged.findings = findings;
    Some(judged)
}

/// Judges a line of best play whose first `fixed` moves are the author's.
fn beginning_as_author(author: &Author, moves: Vec<Move>, fixed: usize) -> JudgedLine {
    let mut judged = JudgedLine::of_best_play(moves);
    judged.fixed = fixed;
    let whole = judged.moves.len();
    if author.line.len() > fixed {
        // After a mate only futile interpositions are possible.
        judged.findings.push(Finding {
            severity: Severity::Info,
            line: judged.moves[fixed..].to_vec(),
            authors_move: author.line.get(fixed).copied(),
            length: Some(Length::Exactly(whole as u32)),
            detail: Detail::AuthorReplyFutile,
            ..Finding::new(Kind::AuthorLine, &judged.moves[..fixed])
        });
    } else {
        judged.findings.extend(by_end(author, &judged.moves));
    }
    judged
}

/// Returns how many moves at the beginning of a line are best play in length. The problem is mate in
/// exactly `plies`.
fn count_optimal_moves(inquiry: &mut Inquiry<'_, '_>, line: &[Move], plies: u32) -> Option<usize> {
    for ((ply, &mv), left) in line.iter().enumerate().zip((1..=plies).rev()) {
        if !inquiry.is_optimal(&line[..ply], mv, left)? {
            return Some(ply);
        }
    }
    Some(line.len().min(plies as usize))
}

/// Returns the main line of a problem that is mate in exactly `plies`: the author's as far as it is
/// best play, then the line of custom. All of the author's moves here are best play in length.
///
/// Where several moves mate equally soon, the author's is as good as any, whatever it leaves in
/// hand. The check reports the others beside it.
fn main_line(inquiry: &mut Inquiry<'_, '_>, authors: &[Move], plies: u32) -> Option<Vec<Move>> {
    let mut line: Vec<Move> = Vec::new();
    let mut leftover = inquiry.leftover(&line, plies)?.total();
    for (&mv, left) in authors.iter().zip((1..=plies).rev()) {
        let attack = inquiry.position(&line).turn() == Color::Black;
        let after = with(&line, mv);
        let leaves = inquiry.leftover(&after, left - 1)?.total();
        if !attack && leaves != leftover {
            // The attacker could keep more than in the best line, but the author does not.
            let is_whole = authors.len() as u32 == plies;
            let authors_leftover = inquiry.position(authors).hand(Color::Black).total();
            if !is_whole || authors_leftover > leftover {
                break;
            }
        }
        (line, leftover) = (after, leaves);
    }
    let rest = inquiry.follow(&line);
    line.extend(rest);
    Some(line)
}

/// The result for an author's line that is not a line of best play.
enum ToItsEnd {
    /// It is judged, to its end.
    Judged(Box<JudgedLine>),
    /// It leaves pieces over only because it counts a futile interposition.
    CountsFutile,
    /// A position comes a second time, so it is no solution.
    Repeats(Box<Finding>),
}

/// Returns the finding if a position comes a second time in a line that begins with the author's.
fn repetition(inquiry: &Inquiry<'_, '_>, author: &Author, moves: &[Move]) -> Option<Finding> {
    let (first, again) = line::first_repetition(&inquiry.root, moves)?;
    let from = (again - 1).min(author.line.len());
    Some(Finding {
        severity: Severity::Fatal,
        line: moves[from..again].to_vec(),
        detail: Detail::AuthorLineRepeats(first as u32),
        ..Finding::new(Kind::AuthorLine, &moves[..from])
    })
}

/// Returns the author's line to be judged to its end. It leaves best play at ply `leaves_at`, and every check
/// in it keeps a mate.
fn to_its_end(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    plies: u32,
    leaves_at: usize,
) -> Option<ToItsEnd> {
    let mut moves = author.line.clone();
    // Results about the end of the line are used for its beginning.
    let mut lengths = Vec::new();
    for end in (leaves_at + 1..=moves.len()).rev() {
        let Within::Mate(length) = inquiry.mate_in(&moves[..end])? else {
            // A check that does not mate was looked at before.
            return Some(ToItsEnd::CountsFutile);
        };
        lengths.push(length);
    }
    lengths.extend((0..=leaves_at).rev().map(|made| plies - made as u32));
    lengths.reverse();
    // After a mate only futile interpositions are possible.
    let mate = lengths.iter().position(|&plies| plies == 0);
    let mut findings = Vec::new();
    if let Some(mate) = mate.filter(|&mate| mate < moves.len()) {
        let after = moves.split_off(mate);
        lengths.truncate(mate + 1);
        findings.push(Finding {
            severity: Severity::Info,
            authors_move: after.first().copied(),
            length: Some(Length::Exactly(mate as u32)),
            detail: Detail::AuthorReplyFutile,
            ..Finding::new(Kind::AuthorLine, &moves)
        });
    }
    let count = moves.len();
    let rest = lengths[count];
    if rest > 0 {
        inquiry.leftover(&moves, rest)?;
        let follow = inquiry.follow(&moves);
        moves.extend(follow);
        lengths.extend((0..rest).rev());
        findings.extend(by_end(author, &moves));
    }
    if let Some(found) = repetition(inquiry, author, &moves) {
        return Some(ToItsEnd::Repeats(Box::new(found)));
    }
    let plies_if_played = lengths[1..].iter().map(|&plies| 1 + plies).collect();
    let deviations = find_deviations(inquiry, &moves, leaves_at, &lengths)?;
    if deviations.has_futile && !inquiry.position(&moves).hand(Color::Black).is_empty() {
        return Some(ToItsEnd::CountsFutile);
    }
    if let Some(ply) = deviations.sooner_mate {
        findings.push(Finding {
            length: Some(Length::Exactly(ply as u32 + lengths[ply])),
            line: best_from(inquiry, &moves[..ply], lengths[ply])?,
            detail: Detail::Author(moves.len() as u32),
            ..Finding::new(Kind::EarlyMate, &moves[..ply])
        });
    }
    let mut judged = JudgedLine {
        fixed: moves.len(),
        moves,
        plies_if_played,
        findings,
        longer: None,
    };
    if let Some(ply) = deviations.longer_defence {
        add_longer_defence(inquiry, &mut judged, ply, lengths[ply])?;
    }
    Some(ToItsEnd::Judged(Box::new(judged)))
}

/// The places where the author's line leaves best play.
#[derive(Default)]
struct Deviations {
    /// The first ply at which the attacker could mate sooner.
    sooner_mate: Option<usize>,
    /// The first ply at which the defender could last longer.
    longer_defence: Option<usize>,
    /// Whether some reply lasts as long only as a futile interposition.
    has_futile: bool,
}

/// Finds the deviations from ply `from` on. `lengths` has the composed length before each move and at
/// the end.
fn find_deviations(
    inquiry: &mut Inquiry<'_, '_>,
    moves: &[Move],
    from: usize,
    lengths: &[u32],
) -> Option<Deviations> {
    let mut found = Deviations::default();
    for ply in from..moves.len() {
        let (length, if_played) = (lengths[ply], 1 + lengths[ply + 1]);
        let is_attack = inquiry.position(&moves[..ply]).turn() == Color::Black;
        if is_attack && if_played > length {
            found.sooner_mate.get_or_insert(ply);
        } else if !is_attack && if_played < length {
            found.longer_defence.get_or_insert(ply);
        } else if !is_attack {
            found.has_futile |= !inquiry.is_optimal(&moves[..ply], moves[ply], length)?;
        }
    }
    Some(found)
}

/// Adds the finding that the defender could last for `plies` from `ply` on, and the line that does.
fn add_longer_defence(
    inquiry: &mut Inquiry<'_, '_>,
    judged: &mut JudgedLine,
    ply: usize,
    plies: u32,
) -> Option<()> {
    let before = judged.moves[..ply].to_vec();
    let line = best_from(inquiry, &before, plies)?;
    let end = inquiry.position(&[&before[..], &line[..]].concat());
    let kind = if end.hand(Color::Black).is_empty() {
        Kind::AuthorLine
    } else {
        Kind::LongerVariation
    };
    judged.findings.push(Finding {
        length: Some(Length::Exactly(ply as u32 + plies)),
        line: line.clone(),
        authors_move: judged.moves.get(ply).copied(),
        detail: Detail::LongerThan(ply as u32 + judged.plies_if_played[ply]),
        ..Finding::new(kind, &before)
    });
    judged.longer = Some((before, line));
    Some(())
}

/// Returns the line of best play after these moves, from a position that is mate in exactly
/// `plies`. If the leftover takes too many nodes to work out, this is any line of that length.
fn best_from(inquiry: &mut Inquiry<'_, '_>, before: &[Move], plies: u32) -> Option<Vec<Move>> {
    let (left, _) = inquiry.within(LEFTOVER_NODES, |inquiry| inquiry.leftover(before, plies));
    match left {
        Some(_) => Some(inquiry.follow(before)),
        None => inquiry.any_line(before, plies),
    }
}

/// Returns the finding for an author's line that ends too early, if it does.
fn by_end(author: &Author, main: &[Move]) -> Option<Finding> {
    let given = author.line.len();
    if !author.broken && (given == 0 || given >= main.len()) {
        return None;
    }
    let (severity, detail) = match (author.broken, given < main.len()) {
        (false, _) => (Severity::Info, Detail::AuthorLineStops),
        (true, true) => (Kind::AuthorLine.severity(), Detail::AuthorLineBreaks),
        (true, false) => (Severity::Info, Detail::AuthorLineGoesOn),
    };
    Some(Finding {
        severity,
        line: main[given.min(main.len())..].to_vec(),
        length: Some(Length::Exactly(main.len() as u32)),
        detail,
        ..Finding::new(Kind::AuthorLine, &main[..given.min(main.len())])
    })
}

/// Returns the finding for the first move of the author's attack that does not mate, with a reply that
/// proves it. Empty if every move mates; `None` if a limit was reached.
fn failing_move(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    from: usize,
) -> Option<Vec<Finding>> {
    for ply in from..author.line.len() {
        let (before, mv) = (&author.line[..ply], author.line[ply]);
        if inquiry.position(before).turn() == Color::White {
            continue;
        }
        let after = with(before, mv);
        if !inquiry.mate(&after)?.is_no() {
            continue;
        }
        let mut line = vec![mv];
        let (reply, _) = inquiry.within(PICTURE_NODES, |inquiry| refuting_reply(inquiry, &after));
        line.extend(reply);
        return Some(vec![Finding {
            severity: Severity::Fatal,
            line,
            detail: Detail::AuthorMoveFails,
            ..Finding::new(Kind::AuthorLine, before)
        }]);
    }
    Some(Vec::new())
}

/// Returns the first reply in the order of custom after which there is no mate.
fn refuting_reply(inquiry: &mut Inquiry<'_, '_>, line: &[Move]) -> Option<Move> {
    for reply in inquiry.moves(line) {
        if inquiry.mate(&with(line, reply))?.is_no() {
            return Some(reply);
        }
    }
    None
}

/// Compares the author's length with that of best play, if there is no whole line of the author's.
/// `without_leftover` is the length of the line that the defender had to choose by the old
/// convention. Returns at most one finding; `None` if a limit was reached first.
pub(crate) fn by_length(
    inquiry: &mut Inquiry<'_, '_>,
    author: &Author,
    main: &[Move],
    without_leftover: Option<u32>,
) -> Option<Vec<Finding>> {
    let found = main.len() as u32;
    let other = |it: &u32| Some(*it) != without_leftover && *it != found;
    let Some(stated) = author.plies.filter(other) else {
        return Some(Vec::new());
    };
    let finding = if stated < found {
        Finding::new(Kind::AuthorLine, &[])
    } else if is_strict_length(inquiry, stated)? {
        return Some(vec![counts_futile(main, stated)]);
    } else {
        Finding::new(Kind::EarlyMate, &[])
    };
    Some(vec![Finding {
        line: main.to_vec(),
        length: Some(Length::Exactly(found)),
        detail: Detail::Author(stated),
        ..finding
    }])
}

/// Returns the remark that the author's length counts futile interpositions.
fn counts_futile(main: &[Move], stated: u32) -> Finding {
    Finding {
        severity: Severity::Info,
        line: main.to_vec(),
        length: Some(Length::Exactly(main.len() as u32)),
        detail: Detail::AuthorCountsFutile(stated),
        ..Finding::new(Kind::AuthorLine, &[])
    }
}

/// Returns whether the strict length is `plies`. `None` if a limit was reached first.
pub(crate) fn is_strict_length(inquiry: &mut Inquiry<'_, '_>, plies: u32) -> Option<bool> {
    if plies.is_multiple_of(2) {
        return Some(false);
    }
    let mut mates_within = |plies: u32| {
        let found = (inquiry.session).strict(|search| search.mate_within(plies))?;
        Some(!found.is_no())
    };
    let sooner = plies.checked_sub(2);
    if sooner.map_or(Some(false), &mut mates_within)? {
        return Some(false);
    }
    mates_within(plies)
}
