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

/// The same in English and in Japanese.
type Bilingual = [String; 2];

fn both(english: impl Into<String>, japanese: impl Into<String>) -> Bilingual {
    [english.into(), japanese.into()]
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
        return Said::from(idle(problem, group, idle_together)).into();
    }
    let mut moves = Moves::new(problem);
    let [english, japanese] = sentence(found, &mut moves);
    let replies = group.ways_to_replies().into_iter();
    let replies: Vec<String> = replies.map(|way| moves.last(&[way])).collect();
    let of_these = match replies.len() {
        0 => return moves.note([english, japanese]),
        2 => "のどちら",
        _ => "のどれ",
    };
    let [spaced, dotted] = [replies.join(" "), replies.join("・")];
    moves.note([
        format!("{english}; the same after each of {spaced}"),
        format!("{japanese}（{dotted}{of_these}に対しても同じ）"),
    ])
}

/// Returns a sentence about one finding.
pub(in crate::answer) fn of_one(problem: &Problem, found: &Finding) -> Note {
    let mut moves = Moves::new(problem);
    let text = sentence(found, &mut moves);
    moves.note(text)
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

    /// Returns the mark for all moves of a line from the diagram on.
    fn all(&mut self, line: &[Move]) -> String {
        self.moves.line(line.to_vec(), 0)
    }

    fn note(self, text: Bilingual) -> Note {
        self.moves.note(Said::from(text))
    }
}

/// Returns a sentence about pieces that can be removed one by one, and those that can be removed
/// together.
fn idle(problem: &Problem, group: &FindingGroup<'_>, together: &[Square]) -> Bilingual {
    let names = |squares: &[Square]| {
        let names = squares.iter().map(|&it| piece_on(problem, it));
        let (english, japanese): (Vec<_>, Vec<_>) = names.map(|[a, b]| (a, b)).unzip();
        [english.join(", "), japanese.join("・")]
    };
    let [english, japanese] = names(&group.squares);
    let mut both = if group.squares.len() == 1 {
        both(
            format!("without {english} nothing changes"),
            format!("{japanese}がなくても何も変わらない"),
        )
    } else {
        both(
            format!("without any one of {english} nothing changes"),
            format!("{japanese}のどれか一つがなくても何も変わらない"),
        )
    };
    if together == group.squares {
        both = [
            format!("{}; all of these can go together", both[0]),
            format!("{}（すべて同時に除ける）", both[1]),
        ];
    } else if !together.is_empty() {
        let [english, japanese] = names(together);
        both = [
            format!("{}; these can go together: {english}", both[0]),
            format!("{}（{japanese}は同時に除ける）", both[1]),
        ];
    }
    both
}

fn sentence(found: &Finding, moves: &mut Moves<'_>) -> Bilingual {
    let [mut english, mut japanese] = about(found, moves);
    // The name of the kind says it already.
    if found.in_equal_variation && found.kind != Kind::EqualVariationCook {
        english.insert_str(0, "in an equal variation: ");
        japanese.insert_str(0, "変同手順中：");
    }
    [english, japanese]
}

fn about(found: &Finding, moves: &mut Moves<'_>) -> Bilingual {
    let mate = mate(found.length);
    match found.kind {
        Kind::NoMate if found.line.is_empty() => both("there is no check", "王手をかける手がない"),
        Kind::NoMate => both("no sequence of checks mates", "どう王手を続けても詰まない"),
        Kind::NoBrinkmate => brinkmate::none(found),
        Kind::PlainMate => mate,
        Kind::ExtraBrinkmate => brinkmate::extra(found),
        Kind::EarlyMate => early_mate(found, &mate),
        Kind::AuthorLine => match brinkmate::author_line(found) {
            Some(said) => said,
            None => author_line(found, &mate, moves),
        },
        Kind::Leftover => leftover(found, moves),
        Kind::LongerVariation => match found.detail {
            Detail::Leaves(hand) => both(
                format!(
                    "{} with nothing left over, but the main line, which lasts longer, leaves {}",
                    mate[0],
                    sfen::write_hand(hand)
                ),
                format!(
                    "この応手なら駒余らずで{}が、それより長い本手順では{}が余る",
                    mate[1],
                    pieces(hand)
                ),
            ),
            Detail::LongerThan(plies) => {
                let Some(Length::Exactly(longer) | Length::AtMost(longer)) = found.length else {
                    return mate;
                };
                both(
                    format!(
                        "this defence lasts longer than the author's line and leaves pieces over: \
                         {longer} > {plies}"
                    ),
                    format!("作意より長く、駒の余る変化：{longer}手＞{plies}手"),
                )
            }
            _ => mate,
        },
        Kind::EqualVariation => both(
            "another defence lasts as long",
            "同手数になる応手がほかにもある",
        ),
        Kind::InterpositionChoice => both(
            "another defence lasts as long",
            "合駒を替えても同手数になる",
        ),
        Kind::GreyInterposition => grey(found),
        Kind::IdlePiece => match found.detail {
            Detail::On(square) => {
                let [english, japanese] = piece_on(moves.problem, square);
                both(
                    format!("without {english} nothing changes"),
                    format!("{japanese}がなくても何も変わらない"),
                )
            }
            _ => mate,
        },
        Kind::MirrorDual => both("the position is symmetrical", "局面が左右対称"),
        Kind::ReturningDetour | Kind::RejoiningDetour | Kind::Transposition => {
            detour::sentence(found, &mate, moves)
        }
        Kind::VariationCook => both(
            format!(
                "in a variation that lasts longer than the author's line: {}",
                mate[0]
            ),
            format!("作意より長い変化の中：{}", mate[1]),
        ),
        Kind::LastMoveDual => both("mates at once, too", "この手でも詰み"),
        Kind::Cook
        | Kind::EqualVariationCook
        | Kind::PromotionDual
        | Kind::DistanceDual
        | Kind::LongLastMoveDual => compared(found.detail, mate),
    }
}

/// Returns the length of the mate.
fn mate(length: Option<Length>) -> Bilingual {
    match length {
        Some(Length::Exactly(plies)) => {
            both(format!("mates in {plies}"), format!("{plies}手で詰む"))
        }
        Some(Length::AtMost(plies)) => both(
            format!("mates in at most {plies}"),
            format!("{plies}手以内で詰む"),
        ),
        None => both("does not mate", "詰まない"),
    }
}

/// Returns the length of a mate, compared with that of the main line or after the author's move.
fn compared(detail: Detail, [english, japanese]: Bilingual) -> Bilingual {
    let (plies, other, japanese_other) = match detail {
        Detail::Longer(plies) => (plies, "the main line", "本手順"),
        Detail::LongerThanMove(plies) => (plies, "after the author's move", "作意の手"),
        _ => return [english, japanese],
    };
    if plies == 0 {
        both(
            format!("{english}, as soon as {other}"),
            format!("{japanese}（{japanese_other}と同手数）"),
        )
    } else {
        both(
            format!("{english}, {plies} plies later than {other}"),
            format!("{japanese}（{japanese_other}より{plies}手長い）"),
        )
    }
}

fn early_mate(found: &Finding, mate: &Bilingual) -> Bilingual {
    match (found.detail, found.length) {
        (Detail::Author(plies), Some(Length::Exactly(n) | Length::AtMost(n))) if n < plies => both(
            format!("{}; the author needs {plies}", mate[0]),
            format!("{}（作意は{plies}手）", mate[1]),
        ),
        _ => both(
            format!("{}; the author's move here takes longer", mate[0]),
            format!("{}（作意の手では、より長くかかる）", mate[1]),
        ),
    }
}

fn author_line(found: &Finding, mate: &Bilingual, moves: &mut Moves<'_>) -> Bilingual {
    // The author has this move instead of the first one of the line.
    let authors = found.authors_move;
    let authors = authors.map(|mv| moves.last(&[&found.before, &[mv]]));
    let [named, japanese_name] = match authors {
        Some(mv) => [format!(" {mv}"), mv],
        None => [String::new(), String::new()],
    };
    match found.detail {
        Detail::Author(plies) => both(
            format!(
                "the author says {plies} plies, but the defence lasts longer: {}",
                mate[0]
            ),
            format!("作意は{plies}手だが、玉方はより長く逃れられる：{}", mate[1]),
        ),
        Detail::AuthorCountsFutile(plies) => both(
            format!("the length {plies} in the input counts futile interpositions"),
            format!("入力の{plies}手は無駄合も数えた手数"),
        ),
        Detail::LongerThan(plies) => match found.length {
            Some(Length::Exactly(longer) | Length::AtMost(longer)) => both(
                format!("the author's defence{named} is not the longest: {longer} > {plies}"),
                format!("作意の応手{japanese_name}は最長でない：{longer}手＞{plies}手"),
            ),
            None => both(
                format!("the best defence lasts longer than the author's {plies} plies"),
                format!("最善の応手は作意の{plies}手より長く続く"),
            ),
        },
        Detail::AuthorMoveFails if found.line.len() > 1 => both(
            "the author's move does not mate after this reply",
            "作意の手は、この応手で詰まない",
        ),
        Detail::AuthorMoveFails => both("the author's move does not mate", "作意の手では詰まない"),
        Detail::AuthorLineRepeats(0) => both(
            "the author's line comes back to the first position: the attacker has failed",
            "作意は初形に戻る（同一局面に戻れば攻方の失敗）",
        ),
        Detail::AuthorLineRepeats(ply) => both(
            format!(
                "the author's line comes back to the position after ply {ply}: the attacker has \
                 failed"
            ),
            format!("作意は{ply}手目の局面に戻る（同一局面に戻れば攻方の失敗）"),
        ),
        Detail::AuthorReplyFutile => both(
            format!("the author's reply{named} is a futile interposition and does not count"),
            format!("作意の応手{japanese_name}は無駄合で、手数に数えない"),
        ),
        Detail::AuthorLineStops => both(
            "the author's line stops short of the mate; it goes on like this",
            "作意の手順は詰上りの前で終わっていて、続きはこの手順になる",
        ),
        Detail::AuthorLineBreaks => {
            let ply = found.ply();
            let is_check = found.before.len().is_multiple_of(2) == moves.problem.attacker_to_move();
            let [why, japanese_why] = if is_check {
                [
                    "cannot be read, is illegal or no check",
                    "読めない手、指せない手、王手でない手のどれか",
                ]
            } else {
                ["cannot be read or is illegal", "読めない手か、指せない手"]
            };
            both(
                format!("the author's line breaks off at ply {ply}: the move there {why}"),
                format!("作意は{ply}手目で途切れる：{japanese_why}"),
            )
        }
        Detail::AuthorLineGoesOn => both(
            "the author's line continues after the mate",
            "作意の手順は詰上りの後まで続いている",
        ),
        Detail::AuthorReplyLeaves => both(
            format!(
                "the author's reply{named} lasts as long, but leaves more over in the end than \
                 this one"
            ),
            format!("作意の応手{japanese_name}は同手数だが、この応手より駒が多く余る"),
        ),
        _ => both(
            format!(
                "this is a better defence than the author's: the attacker {}",
                mate[0]
            ),
            format!("作意より優る応手で、{}", mate[1]),
        ),
    }
}

fn leftover(found: &Finding, moves: &mut Moves<'_>) -> Bilingual {
    let leaves = |hand| {
        both(
            format!("the main line leaves {}", sfen::write_hand(hand)),
            format!("本手順で{}が余る", pieces(hand)),
        )
    };
    match found.detail {
        Detail::Leaves(hand) => leaves(hand),
        Detail::LeavesButFor(hand, last) => {
            let [english, japanese] = leaves(hand);
            let kept = found.line.len().saturating_sub(1);
            let mv = moves.last(&[&found.before, &found.line[..kept], &[last]]);
            both(
                format!("{english}; the author's may end with {mv}, which leaves nothing"),
                format!("{japanese}（作意の最終手が{mv}なら余らない）"),
            )
        }
        Detail::LeavesPerhapsLonger(hand) => {
            let [english, japanese] = leaves(hand);
            both(
                format!("{english}; whether a shorter one leaves nothing was not worked out"),
                format!("{japanese}（より短く余らない手順があるかは未検討）"),
            )
        }
        _ => both("the main line leaves pieces", "本手順で駒が余る"),
    }
}

fn grey(found: &Finding) -> Bilingual {
    match found.detail {
        Detail::IfGreyIsFutile(plies, hand) => {
            let left = if hand.is_empty() {
                both("with nothing left over", "駒余らず")
            } else {
                both(
                    format!("leaving {}", sfen::write_hand(hand)),
                    format!("駒余り {}", pieces(hand)),
                )
            };
            both(
                format!(
                    "mate in {plies} {} if all interpositions on which opinions differ are \
                     futile (`solve --explain` lists them)",
                    left[0]
                ),
                format!(
                    "無駄合かどうか解釈の分かれる合駒をすべて無駄合とみなせば{plies}手詰（{}）",
                    left[1]
                ),
            )
        }
        _ => both(
            "some would count this interposition as futile; length and leftover are the same \
             either way",
            "この合駒を無駄合とみる解釈もあるが、手数も駒余りも変わらない",
        ),
    }
}

/// `金・歩二`.
fn pieces(hand: Hand) -> String {
    japanese::hand(hand).replace(' ', "・")
}

/// `the pawn on 5e` and `５五歩`.
fn piece_on(problem: &Problem, square: Square) -> Bilingual {
    let piece = problem.setup().piece_at(square).map(Piece::kind);
    let name = japanese::square(square) + piece.map_or("", japanese::piece);
    let kind = piece.map_or("piece", reasons::kind_name);
    both(format!("the {kind} on {}", square_name(square)), name)
}

#[cfg(test)]
mod tests;
