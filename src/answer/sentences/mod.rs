//! Sentences about findings.

mod brinkmate;
mod detour;
mod open;

use crate::answer::groups::FindingGroup;
use crate::answer::note::{Note, NoteMoves};
use crate::composition::Problem;
use crate::composition::verdict::{Detail, Finding, Kind, Length};
use crate::notation::{japanese, reasons, sfen, square_name};
use crate::said::Said;
use crate::shogi::{Hand, Move, Piece, Square};

/// Returns a sentence about findings that are reported as one. `idle_together` are the idle pieces that
/// can be removed together.
pub(in crate::answer) fn of_group(
    problem: &Problem,
    group: &FindingGroup<'_>,
    idle_together: &[Square],
) -> Note {
    let found = group.first;
    if found.kind == Kind::IdlePiece && !group.squares.is_empty() {
        return idle(problem, group, idle_together).into();
    }
    let mut moves = Moves::new(problem);
    let said = sentence(found, &mut moves);
    let replies = group.ways_to_replies().into_iter();
    let replies: Vec<String> = replies.map(|way| moves.last(&[way])).collect();
    let of_these = match replies.len() {
        0 => return moves.moves.note(said),
        2 => "のどちら",
        _ => "のどれ",
    };
    let [spaced, dotted] = [replies.join(" "), replies.join("・")];
    moves.moves.note(both!(
        [said],
        "{said}; the same after each of {spaced}",
        "{said}（{dotted}{of_these}に対しても同じ）"
    ))
}

/// Returns a sentence about one finding.
pub(in crate::answer) fn of_one(problem: &Problem, found: &Finding) -> Note {
    let mut moves = Moves::new(problem);
    let said = sentence(found, &mut moves);
    moves.moves.note(said)
}

/// The moves in a sentence about a problem.
struct Moves<'a> {
    problem: &'a Problem,
    moves: NoteMoves,
}

impl<'a> Moves<'a> {
    fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            moves: NoteMoves::default(),
        }
    }

    /// Returns the mark for the last move of a line from the diagram on.
    fn last(&mut self, parts: &[&[Move]]) -> String {
        self.moves.last(parts.concat())
    }
}

/// Returns a sentence about pieces that can be removed one by one, and those that can be removed
/// together.
fn idle(problem: &Problem, group: &FindingGroup<'_>, together: &[Square]) -> Said {
    let names = |squares: &[Square]| {
        let names: Vec<Said> = squares.iter().map(|&it| piece_on(problem, it)).collect();
        Said::list(&names, [", ", "・"])
    };
    let pieces = names(&group.squares);
    let said = if group.squares.len() == 1 {
        without(&pieces)
    } else {
        both!(
            [pieces],
            "without any one of {pieces} nothing changes",
            "{pieces}のどれか一つがなくても何も変わらない"
        )
    };
    if together == group.squares {
        both!(
            [said],
            "{said}; all of these can go together",
            "{said}（すべて同時に除ける）"
        )
    } else if together.is_empty() {
        said
    } else {
        let pieces = names(together);
        both!(
            [said, pieces],
            "{said}; these can go together: {pieces}",
            "{said}（{pieces}は同時に除ける）"
        )
    }
}

/// Returns that a piece is idle.
fn without(piece: &Said) -> Said {
    both!(
        [piece],
        "without {piece} nothing changes",
        "{piece}がなくても何も変わらない"
    )
}

fn sentence(found: &Finding, moves: &mut Moves<'_>) -> Said {
    let about = about(found, moves);
    // The name of the kind says it already.
    if found.in_equal_variation && found.kind != Kind::EqualVariationCook {
        return both!(
            [about],
            "in an equal variation: {about}",
            "変同手順中：{about}"
        );
    }
    about
}

fn about(found: &Finding, moves: &mut Moves<'_>) -> Said {
    let mate = mate(found.length);
    match found.kind {
        Kind::NoMate if found.line.is_empty() => both!("there is no check", "王手をかける手がない"),
        Kind::NoMate => both!("no sequence of checks mates", "どう王手を続けても詰まない"),
        Kind::NoBrinkmate => brinkmate::none(found),
        Kind::PlainMate => mate,
        Kind::ExtraBrinkmate => brinkmate::extra(found),
        Kind::EarlyMate => early_mate(found, &mate),
        Kind::AuthorLine => {
            brinkmate::author_line(found).unwrap_or_else(|| author_line(found, &mate, moves))
        }
        Kind::Leftover => leftover(found, moves),
        Kind::LongerVariation => match (found.detail, found.length) {
            (Detail::Leaves(hand), _) => {
                let pieces = pieces(hand);
                both!(
                    [mate, pieces],
                    "{mate} with nothing left over, but the main line, which lasts longer, leaves {pieces}",
                    "この応手なら駒余らずで{mate}が、それより長い本手順では{pieces}が余る"
                )
            }
            (Detail::LongerThan(plies), Some(Length::Exactly(longer) | Length::AtMost(longer))) => {
                both!(
                    "this defence lasts longer than the author's line and leaves pieces over: {longer} > {plies}",
                    "作意より長く、駒の余る変化：{longer}手＞{plies}手"
                )
            }
            _ => mate,
        },
        Kind::EqualVariation => both!(
            "another defence lasts as long",
            "同手数になる応手がほかにもある"
        ),
        Kind::InterpositionChoice => both!(
            "another defence lasts as long",
            "合駒を替えても同手数になる"
        ),
        Kind::GreyInterposition => grey(found),
        Kind::IdlePiece => match found.detail {
            Detail::On(square) => without(&piece_on(moves.problem, square)),
            _ => mate,
        },
        Kind::MirrorDual => both!("the position is symmetrical", "局面が左右対称"),
        Kind::ReturningDetour | Kind::RejoiningDetour | Kind::Transposition => {
            detour::sentence(found, &mate, moves)
        }
        Kind::VariationCook => both!(
            [mate],
            "in a variation that lasts longer than the author's line: {mate}",
            "作意より長い変化の中：{mate}"
        ),
        Kind::LastMoveDual => both!("mates at once, too", "この手でも詰み"),
        Kind::Cook
        | Kind::EqualVariationCook
        | Kind::PromotionDual
        | Kind::DistanceDual
        | Kind::LongLastMoveDual => compared(found.detail, mate),
    }
}

/// Returns the length of the mate.
fn mate(length: Option<Length>) -> Said {
    match length {
        Some(Length::Exactly(plies)) => both!("mates in {plies}", "{plies}手で詰む"),
        Some(Length::AtMost(plies)) => {
            both!("mates in at most {plies}", "{plies}手以内で詰む")
        }
        None => both!("does not mate", "詰まない"),
    }
}

/// Returns the length of a mate, compared with that of the main line or after the author's move.
fn compared(detail: Detail, mate: Said) -> Said {
    let (plies, other) = match detail {
        Detail::Longer(plies) => (plies, both!("the main line", "本手順")),
        Detail::LongerThanMove(plies) => (plies, both!("after the author's move", "作意の手")),
        _ => return mate,
    };
    if plies == 0 {
        both!(
            [mate, other],
            "{mate}, as soon as {other}",
            "{mate}（{other}と同手数）"
        )
    } else {
        both!(
            [mate, other],
            "{mate}, {plies} plies later than {other}",
            "{mate}（{other}より{plies}手長い）"
        )
    }
}

fn early_mate(found: &Finding, mate: &Said) -> Said {
    match (found.detail, found.length) {
        (Detail::Author(plies), Some(Length::Exactly(n) | Length::AtMost(n))) if n < plies => {
            both!(
                [mate],
                "{mate}; the author needs {plies}",
                "{mate}（作意は{plies}手）"
            )
        }
        _ => both!(
            [mate],
            "{mate}; the author's move here takes longer",
            "{mate}（作意の手では、より長くかかる）"
        ),
    }
}

fn author_line(found: &Finding, mate: &Said, moves: &mut Moves<'_>) -> Said {
    // The author has this move instead of the first one of the line.
    let authors = found.authors_move;
    let authors = authors.map(|mv| moves.last(&[&found.before, &[mv]]));
    let named = authors.map(|mv| both!(" {mv}", "{mv}")).unwrap_or_default();
    match found.detail {
        Detail::Author(plies) => both!(
            [mate],
            "the author says {plies} plies, but the defence lasts longer: {mate}",
            "作意は{plies}手だが、玉方はより長く逃れられる：{mate}"
        ),
        Detail::AuthorCountsFutile(plies) => both!(
            "the length {plies} in the input counts futile interpositions",
            "入力の{plies}手は無駄合も数えた手数"
        ),
        Detail::LongerThan(plies) => match found.length {
            Some(Length::Exactly(longer) | Length::AtMost(longer)) => both!(
                [named],
                "the author's defence{named} is not the longest: {longer} > {plies}",
                "作意の応手{named}は最長でない：{longer}手＞{plies}手"
            ),
            None => both!(
                "the best defence lasts longer than the author's {plies} plies",
                "最善の応手は作意の{plies}手より長く続く"
            ),
        },
        Detail::AuthorMoveFails if found.line.len() > 1 => both!(
            "the author's move does not mate after this reply",
            "作意の手は、この応手で詰まない"
        ),
        Detail::AuthorMoveFails => {
            both!("the author's move does not mate", "作意の手では詰まない")
        }
        Detail::AuthorLineRepeats(0) => both!(
            "the author's line comes back to the first position: the attacker has failed",
            "作意は初形に戻る（同一局面に戻れば攻方の失敗）"
        ),
        Detail::AuthorLineRepeats(ply) => both!(
            "the author's line comes back to the position after ply {ply}: the attacker has failed",
            "作意は{ply}手目の局面に戻る（同一局面に戻れば攻方の失敗）"
        ),
        Detail::AuthorReplyFutile => both!(
            [named],
            "the author's reply{named} is a futile interposition and does not count",
            "作意の応手{named}は無駄合で、手数に数えない"
        ),
        Detail::AuthorLineStops => both!(
            "the author's line stops short of the mate; it goes on like this",
            "作意の手順は詰上りの前で終わっていて、続きはこの手順になる"
        ),
        Detail::AuthorLineBreaks => {
            let ply = found.ply();
            let is_check = found.before.len().is_multiple_of(2) == moves.problem.attacker_to_move();
            let why = if is_check {
                both!(
                    "cannot be read, is illegal or no check",
                    "読めない手、指せない手、王手でない手のどれか"
                )
            } else {
                both!("cannot be read or is illegal", "読めない手か、指せない手")
            };
            both!(
                [why],
                "the author's line breaks off at ply {ply}: the move there {why}",
                "作意は{ply}手目で途切れる：{why}"
            )
        }
        Detail::AuthorLineGoesOn => both!(
            "the author's line continues after the mate",
            "作意の手順は詰上りの後まで続いている"
        ),
        Detail::AuthorReplyLeaves => both!(
            [named],
            "the author's reply{named} lasts as long, but leaves more over in the end than this one",
            "作意の応手{named}は同手数だが、この応手より駒が多く余る"
        ),
        _ => both!(
            [mate],
            "this is a better defence than the author's: the attacker {mate}",
            "作意より優る応手で、{mate}"
        ),
    }
}

fn leftover(found: &Finding, moves: &mut Moves<'_>) -> Said {
    let (Detail::Leaves(hand) | Detail::LeavesButFor(hand, _) | Detail::LeavesPerhapsLonger(hand)) =
        found.detail
    else {
        return both!("the main line leaves pieces", "本手順で駒が余る");
    };
    let pieces = pieces(hand);
    let leaves = both!(
        [pieces],
        "the main line leaves {pieces}",
        "本手順で{pieces}が余る"
    );
    match found.detail {
        Detail::LeavesButFor(_, last) => {
            let kept = found.line.len().saturating_sub(1);
            let mv = moves.last(&[&found.before, &found.line[..kept], &[last]]);
            both!(
                [leaves],
                "{leaves}; the author's may end with {mv}, which leaves nothing",
                "{leaves}（作意の最終手が{mv}なら余らない）"
            )
        }
        Detail::LeavesPerhapsLonger(_) => both!(
            [leaves],
            "{leaves}; whether a shorter one leaves nothing was not worked out",
            "{leaves}（より短く余らない手順があるかは未検討）"
        ),
        _ => leaves,
    }
}

fn grey(found: &Finding) -> Said {
    let Detail::IfGreyIsFutile(plies, hand) = found.detail else {
        return both!(
            "some would count this interposition as futile; length and leftover are the same \
             either way",
            "この合駒を無駄合とみる解釈もあるが、手数も駒余りも変わらない"
        );
    };
    let pieces = pieces(hand);
    let left = if hand.is_empty() {
        both!("with nothing left over", "駒余らず")
    } else {
        both!([pieces], "leaving {pieces}", "駒余り {pieces}")
    };
    both!(
        [left],
        "mate in {plies} {left} if all interpositions on which opinions differ are futile \
         (`solve --explain` lists them)",
        "無駄合かどうか解釈の分かれる合駒をすべて無駄合とみなせば{plies}手詰（{left}）"
    )
}

/// Returns pieces in hand: `G2P`, `金・歩二`.
fn pieces(hand: Hand) -> Said {
    Said::new(
        sfen::write_hand(hand),
        japanese::hand(hand).replace(' ', "・"),
    )
}

/// Returns the piece on a square: `the pawn on 5e`, `５五歩`.
fn piece_on(problem: &Problem, square: Square) -> Said {
    let piece = problem.setup().piece_at(square).map(Piece::kind);
    let name = japanese::square(square) + piece.map_or("", japanese::piece);
    let kind = piece.map_or("piece", reasons::kind_name);
    let square = square_name(square);
    both!("the {kind} on {square}", "{name}")
}

#[cfg(test)]
mod tests;
