//! Sentences about findings.

mod brinkmate;
mod detour;
pub(in crate::answer) mod edits;
pub mod errors;
pub mod illegal;
mod open;
pub(crate) mod places;
pub(crate) mod proofs;
pub mod taken;

use crate::answer::groups::FindingGroup;
use crate::answer::note::{Note, NoteMoves};
use crate::composition::Problem;
use crate::composition::verdict::{Detail, Finding, Kind, Length};
use crate::notation::{japanese, reasons, sfen, square_name};
use crate::said::Said;
use crate::shogi::{Hand, Move, Piece, Square};

says! {
    same_after_each(said, spaced, dotted, of_these): "{said}; the same after each of {spaced}",
        "{said}（{dotted}{of_these}に対しても同じ）";
    without(piece): "without {piece} nothing changes", "{piece}がなくても何も変わらない";
    without_any(pieces): "without any one of {pieces} nothing changes",
        "{pieces}のどれか一つがなくても何も変わらない";
    all_go_together(said): "{said}; all of these can go together", "{said}（すべて同時に除ける）";
    go_together(said, pieces): "{said}; these can go together: {pieces}", "{said}（{pieces}は同時に除ける）";
    in_equal_variation(said): "in an equal variation: {said}", "変同手順中：{said}";
    no_check(): "there is no check", "王手をかける手がない";
    no_mate(): "no sequence of checks mates", "どう王手を続けても詰まない";
    leaves_nothing(mate, pieces): "{mate} with nothing left over, but the main line, which lasts longer, leaves {pieces}",
        "この応手なら駒余らずで{mate}が、それより長い本手順では{pieces}が余る";
    longer_variation(longer, plies): "this defence lasts longer than the author's line and leaves pieces over: {longer} > {plies}",
        "作意より長く、駒の余る変化：{longer}手＞{plies}手";
    equal_variation(): "another defence lasts as long", "同手数になる応手がほかにもある";
    interposition_choice(): "another defence lasts as long", "合駒を替えても同手数になる";
    mirror_dual(): "the position is symmetrical", "局面が左右対称";
    variation_cook(mate): "in a variation that lasts longer than the author's line: {mate}",
        "作意より長い変化の中：{mate}";
    last_move_dual(): "mates at once, too", "この手でも詰み";
    mates_in(plies): "mates in {plies}", "{plies}手で詰む";
    mates_within(plies): "mates in at most {plies}", "{plies}手以内で詰む";
    does_not_mate(): "does not mate", "詰まない";
    the_main_line(): "the main line", "本手順";
    the_authors_move(): "after the author's move", "作意の手";
    as_soon(mate, other): "{mate}, as soon as {other}", "{mate}（{other}と同手数）";
    later(mate, plies, other): "{mate}, {plies} plies later than {other}", "{mate}（{other}より{plies}手長い）";
    without_coming_back(mate): "{mate} without coming back to the solution", "本手順に戻らずに{mate}";
    line_comes_back(mate): "{mate}; the line shown comes back to the solution", "{mate}（示した手順は本手順に戻る）";
    leaves(pieces): "the main line leaves {pieces}", "本手順で{pieces}が余る";
    leaves_some(): "the main line leaves pieces", "本手順で駒が余る";
    last_move_leaves(leaves, mv): "{leaves}; with {mv} in place of the last move nothing is left",
        "{leaves}（最終手を{mv}とすれば余らない）";
    leaves_perhaps_longer(leaves): "{leaves}; whether a shorter one leaves nothing was not worked out",
        "{leaves}（より短く余らない手順があるかは未検討）";
    grey_alike(): "some would count this interposition as futile; length and leftover are the same either way",
        "この合駒を無駄合とみる解釈もあるが、手数も駒余りも変わらない";
    leaving_nothing(): "with nothing left over", "駒余らず";
    leaving(pieces): "leaving {pieces}", "駒余り {pieces}";
    if_grey_is_futile(plies, left): "mate in {plies} {left} if all interpositions on which opinions differ are futile \
        (`solve --explain` lists them)",
        "無駄合かどうか解釈の分かれる合駒をすべて無駄合とみなせば{plies}手詰（{left}）";
}

// Early mates and the author's line.
says! {
    author_needs(mate, plies): "{mate}; the author needs {plies}", "{mate}（作意は{plies}手）";
    author_takes_longer(mate): "{mate}; the author's move here takes longer",
        "{mate}（作意の手では、より長くかかる）";
    says_less(plies, mate): "the author says {plies} plies, but the defence lasts longer: {mate}",
        "作意は{plies}手だが、玉方はより長く逃れられる：{mate}";
    counts_futile(plies): "the length {plies} in the input counts futile interpositions",
        "入力の{plies}手は無駄合も数えた手数";
    is_not_longest(named, longer, plies): "the author's defence{named} is not the longest: {longer} > {plies}",
        "作意の応手{named}は最長でない：{longer}手＞{plies}手";
    lasts_longer(plies): "the best defence lasts longer than the author's {plies} plies",
        "最善の応手は作意の{plies}手より長く続く";
    fails_after_reply(): "the author's move does not mate after this reply", "作意の手は、この応手で詰まない";
    fails(): "the author's move does not mate", "作意の手では詰まない";
    repeats_start(): "the author's line comes back to the first position: the attacker has failed",
        "作意は初形に戻る（同一局面に戻れば攻方の失敗）";
    repeats(ply): "the author's line comes back to the position after ply {ply}: the attacker has failed",
        "作意は{ply}手目の局面に戻る（同一局面に戻れば攻方の失敗）";
    reply_is_futile(named): "the author's reply{named} is a futile interposition and does not count",
        "作意の応手{named}は無駄合で、手数に数えない";
    stops_short(): "the author's line stops short of the mate; it goes on like this",
        "作意の手順は詰上りの前で終わっていて、続きはこの手順になる";
    breaks_at_check(): "cannot be read, is illegal or no check", "読めない手、指せない手、王手でない手のどれか";
    breaks_at_reply(): "cannot be read or is illegal", "読めない手か、指せない手";
    breaks(ply, why): "the author's line breaks off at ply {ply}: the move there {why}",
        "作意は{ply}手目で途切れる：{why}";
    goes_on(): "the author's line continues after the mate", "作意の手順は詰上りの後まで続いている";
    reply_leaves(named): "the author's reply{named} lasts as long, but leaves more over in the end than this one",
        "作意の応手{named}は同手数だが、この応手より駒が多く余る";
    better_defence(mate): "this is a better defence than the author's: the attacker {mate}",
        "作意より優る応手で、{mate}";
}

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
    let ways = group.ways_to_replies().into_iter();
    let replies: Vec<String> = ways.map(|way| moves.last_move(&[way])).collect();
    let of_these = match replies.len() {
        0 => return moves.lines.note(said),
        2 => "のどちら",
        _ => "のどれ",
    };
    let [spaced, dotted] = [" ", "・"].map(|it| replies.join(it));
    moves
        .lines
        .note(same_after_each(said, spaced, dotted, of_these))
}

/// Returns a sentence about one finding.
pub(in crate::answer) fn of_one(problem: &Problem, found: &Finding) -> Note {
    let mut moves = Moves::new(problem);
    let said = sentence(found, &mut moves);
    moves.lines.note(said)
}

/// The moves in a sentence about a problem, collected while it is made.
struct Moves<'a> {
    problem: &'a Problem,
    lines: NoteMoves,
}

impl<'a> Moves<'a> {
    fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            lines: NoteMoves::default(),
        }
    }

    /// Returns the mark for the last move of a line. The parts make up the line from the diagram on.
    fn last_move(&mut self, parts: &[&[Move]]) -> String {
        self.lines.last_move(parts.concat())
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
        without(pieces)
    } else {
        without_any(pieces)
    };
    if together == group.squares {
        all_go_together(said)
    } else if together.is_empty() {
        said
    } else {
        go_together(said, names(together))
    }
}

fn sentence(found: &Finding, moves: &mut Moves<'_>) -> Said {
    let sentence = without_place(found, moves);
    // The name of an equal variation's cook says the place already.
    if found.in_equal_variation && found.kind != Kind::EqualVariationCook {
        return in_equal_variation(sentence);
    }
    sentence
}

/// Returns the sentence about a finding without the words for an equal variation.
fn without_place(found: &Finding, moves: &mut Moves<'_>) -> Said {
    let mate = mate(found.length);
    match found.kind {
        Kind::NoMate if found.line.is_empty() => no_check(),
        Kind::NoMate => no_mate(),
        Kind::NoBrinkmate => brinkmate::no_brinkmate(found),
        Kind::PlainMate => mate,
        Kind::ExtraBrinkmate => brinkmate::extra_brinkmate(found),
        Kind::EarlyMate => match (found.detail, found.length) {
            (Detail::Author(plies), Some(Length::Exactly(n) | Length::AtMost(n))) if n < plies => {
                author_needs(mate, plies)
            }
            _ => author_takes_longer(mate),
        },
        Kind::AuthorLine => {
            brinkmate::author_line(found).unwrap_or_else(|| author_line(found, mate, moves))
        }
        Kind::Leftover | Kind::LastMoveLeftover => leftover(found, moves),
        Kind::LongerVariation => match (found.detail, found.length) {
            (Detail::Leaves(hand), _) => leaves_nothing(mate, pieces(hand)),
            (Detail::LongerThan(plies), Some(Length::Exactly(longer) | Length::AtMost(longer))) => {
                longer_variation(longer, plies)
            }
            _ => mate,
        },
        Kind::EqualVariation => equal_variation(),
        Kind::InterpositionChoice => interposition_choice(),
        Kind::GreyInterposition => grey(found),
        Kind::IdlePiece => match found.detail {
            Detail::On(square) => without(piece_on(moves.problem, square)),
            _ => mate,
        },
        Kind::MirrorDual => mirror_dual(),
        Kind::ReturningDetour | Kind::RejoiningDetour | Kind::Transposition => {
            detour::sentence(found, &mate, moves)
        }
        Kind::VariationCook => variation_cook(mate),
        Kind::LastMoveDual => last_move_dual(),
        Kind::Cook
        | Kind::LongerPromotionDual
        | Kind::EqualVariationCook
        | Kind::PromotionDual
        | Kind::DistanceDual
        | Kind::LongLastMoveDual => compared(found.detail, mate),
    }
}

/// Returns the words that a move mates in this length, or does not mate.
fn mate(length: Option<Length>) -> Said {
    match length {
        Some(Length::Exactly(plies)) => mates_in(plies),
        Some(Length::AtMost(plies)) => mates_within(plies),
        None => does_not_mate(),
    }
}

/// Returns the words about a mate, compared with that of the main line or after the author's move.
fn compared(detail: Detail, mate: Said) -> Said {
    let (plies, other) = match detail {
        Detail::Longer(plies) => (plies, the_main_line()),
        Detail::LongerThanMove(plies) => (plies, the_authors_move()),
        Detail::WithoutComingBack => return without_coming_back(mate),
        Detail::LineComesBack => return line_comes_back(mate),
        _ => return mate,
    };
    if plies == 0 {
        as_soon(mate, other)
    } else {
        later(mate, plies, other)
    }
}

/// Returns the sentence about the author's line of a mate.
fn author_line(found: &Finding, mate: Said, moves: &mut Moves<'_>) -> Said {
    // The author has this move instead of the first one of the line.
    let authors = found.authors_move;
    let authors = authors.map(|mv| moves.last_move(&[&found.before, &[mv]]));
    let named = authors.map(|mv| both!(" {mv}", "{mv}")).unwrap_or_default();
    match found.detail {
        Detail::Author(plies) => says_less(plies, mate),
        Detail::AuthorCountsFutile(plies) => counts_futile(plies),
        Detail::LongerThan(plies) => match found.length {
            Some(Length::Exactly(longer) | Length::AtMost(longer)) => {
                is_not_longest(named, longer, plies)
            }
            None => lasts_longer(plies),
        },
        Detail::AuthorMoveFails if found.line.len() > 1 => fails_after_reply(),
        Detail::AuthorMoveFails => fails(),
        Detail::AuthorLineRepeats(0) => repeats_start(),
        Detail::AuthorLineRepeats(ply) => repeats(ply),
        Detail::AuthorReplyFutile => reply_is_futile(named),
        Detail::AuthorLineStops => stops_short(),
        Detail::AuthorLineBreaks => {
            let is_check = found.before.len().is_multiple_of(2) == moves.problem.attacker_to_move();
            let why = if is_check {
                breaks_at_check()
            } else {
                breaks_at_reply()
            };
            breaks(found.ply(), why)
        }
        Detail::AuthorLineGoesOn => goes_on(),
        Detail::AuthorReplyLeaves => reply_leaves(named),
        _ => better_defence(mate),
    }
}

/// Returns the sentence about pieces left over (駒余り).
fn leftover(found: &Finding, moves: &mut Moves<'_>) -> Said {
    match found.detail {
        Detail::Leaves(hand) if found.kind == Kind::LastMoveLeftover => last_move_leaves(
            leaves(pieces(hand)),
            moves.last_move(&[&found.before, &found.line]),
        ),
        Detail::Leaves(hand) => leaves(pieces(hand)),
        Detail::LeavesPerhapsLonger(hand) => leaves_perhaps_longer(leaves(pieces(hand))),
        _ => leaves_some(),
    }
}

/// Returns the sentence about an interposition that is futile to some judges only.
fn grey(found: &Finding) -> Said {
    let Detail::IfGreyIsFutile(plies, hand) = found.detail else {
        return grey_alike();
    };
    let left = if hand.is_empty() {
        leaving_nothing()
    } else {
        leaving(pieces(hand))
    };
    if_grey_is_futile(plies, left)
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
