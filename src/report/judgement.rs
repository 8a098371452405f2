//! The judgement of a composition, in the fields of a row and in words.

use super::Notation;
use super::row::{Evidence, Finding, Limit, OpenMove, Row, RowAttribute, Status, Verdict, rules};
use crate::notation::{japanese, sfen, square_name, usi};
use crate::shogi::{Move, Piece, Square};
use crate::tsume::attributes::Attribute;
use crate::tsume::rules::{Profile, Severity};
use crate::tsume::verdict::{self, Detail, Judgement, Kind, Length, Missed};
use crate::tsume::{Interpositions, Problem};

/// The word for programs, the term of the art, and the English one.
pub(super) const fn terms(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::NoMate => ("no_mate", "不詰", "no mate"),
        Kind::EarlyMate => ("early_mate", "早詰", "early mate"),
        Kind::Cook => ("cook", "余詰", "cook"),
        Kind::Leftover => ("leftover", "駒余り", "leftover"),
        Kind::LongerVariation => ("longer_variation", "変長", "longer variation"),
        Kind::Transposition => ("transposition", "手順前後", "transposition"),
        Kind::RejoiningDetour => ("rejoining_detour", "迂回(ロ)", "rejoining detour"),
        Kind::EqualVariationCook => (
            "equal_variation_cook",
            "変同余詰",
            "cook in an equal variation",
        ),
        Kind::IdlePiece => ("idle_piece", "無駄駒", "idle piece"),
        Kind::AuthorLine => ("author_line", "作意と不一致", "author's line"),
        Kind::EqualVariation => ("equal_variation", "変同", "equal variation"),
        Kind::ReturningDetour => ("returning_detour", "迂回(イ)", "returning detour"),
        Kind::PromotionDual => ("promotion_dual", "成不成非限定", "promotion dual"),
        Kind::DistanceDual => ("distance_dual", "打点・着手非限定", "distance dual"),
        Kind::LongLastMoveDual => (
            "long_last_move_dual",
            "最終手余詰(長)",
            "long last move dual",
        ),
        Kind::GreyInterposition => ("grey_interposition", "無駄合の解釈", "grey interposition"),
        Kind::LastMoveDual => ("last_move_dual", "最終手余詰", "last move dual"),
        Kind::InterpositionChoice => ("interposition_choice", "合駒非限定", "interposition choice"),
        Kind::MirrorDual => ("mirror_dual", "左右対称", "mirror image"),
    }
}

/// All kinds, the gravest first.
const KINDS: [Kind; 19] = [
    Kind::NoMate,
    Kind::EarlyMate,
    Kind::Cook,
    Kind::Leftover,
    Kind::LongerVariation,
    Kind::Transposition,
    Kind::RejoiningDetour,
    Kind::EqualVariationCook,
    Kind::IdlePiece,
    Kind::AuthorLine,
    Kind::EqualVariation,
    Kind::ReturningDetour,
    Kind::PromotionDual,
    Kind::DistanceDual,
    Kind::LongLastMoveDual,
    Kind::GreyInterposition,
    Kind::LastMoveDual,
    Kind::InterpositionChoice,
    Kind::MirrorDual,
];

/// The words for programs of everything that can be found in a composition, the gravest first.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.into_iter().map(|kind| terms(kind).0)
}

/// A word among [`kinds`].
#[must_use]
pub fn kind_named(word: &str) -> Option<&'static str> {
    kinds().find(|&it| it == word)
}

/// The term of the art for a word among [`kinds`].
pub(super) fn term_of(word: &str) -> &'static str {
    let known = KINDS.into_iter().map(terms).find(|it| it.0 == word);
    known.map_or("", |(_, kanji, _)| kanji)
}

/// The word for programs, the term of the art, and the number of an attribute.
const fn attribute(it: Attribute) -> (&'static str, &'static str, Option<u32>) {
    match it {
        Attribute::BoardPieces(n) => ("board_pieces", "盤面", Some(n)),
        Attribute::HandPieces(n) => ("hand_pieces", "持駒", Some(n)),
        Attribute::Pieces(n) => ("pieces", "使用駒", Some(n)),
        Attribute::TwoKings => ("two_kings", "双玉図式", None),
        Attribute::TwoBareKings => ("two_bare_kings", "双裸玉", None),
        Attribute::SevenKinds => ("seven_kinds", "七色図式", None),
        Attribute::LikeAGame => ("like_a_game", "実戦形?", None),
        Attribute::FocalSacrifices(n) => ("focal_sacrifices", "焦点の捨駒", Some(n)),
        Attribute::DistantDrop(n) => ("distant_drop", "遠打", Some(n)),
        Attribute::ExactDrops(n) => ("exact_drops", "限定打", Some(n)),
        Attribute::Repetitions(n) => ("repetitions", "繰返し", Some(n)),
        Attribute::Checks(n) => ("checks", "王手", Some(n)),
        Attribute::BareKing => ("bare_king", "裸玉", None),
        Attribute::Empty => ("no_attackers", "無仕掛", None),
        Attribute::SinglePiece => ("single_piece", "単騎図式", None),
        Attribute::SinglePieceMate => ("single_piece_mate", "単騎詰", None),
        Attribute::Simple => ("simple", "簡素図式", None),
        Attribute::Poor => ("no_gold_no_silver", "貧乏図式", None),
        Attribute::Small => ("small_pieces", "小駒図式", None),
        Attribute::MajorOnly => ("major_pieces", "飛角図式", None),
        Attribute::OneKind => ("one_kind", "一色図式", None),
        Attribute::Smoke => ("smoke", "煙詰", None),
        Attribute::CentreMate => ("centre_mate", "都詰", None),
        Attribute::CornerMate => ("corner_mate", "雪隠詰", None),
        Attribute::ReturningKing => ("returning_king", "還元玉", None),
        Attribute::Sacrifices(n) => ("sacrifices", "捨駒", Some(n)),
        Attribute::Interpositions(n) => ("interpositions", "合駒", Some(n)),
        Attribute::MovedInterpositions(n) => ("moved_interpositions", "移動合", Some(n)),
        Attribute::UnguardedInterpositions(n) => ("unguarded_interpositions", "中合", Some(n)),
        Attribute::CounterChecks(n) => ("counter_checks", "逆王手", Some(n)),
        Attribute::NonPromotions(n) => ("non_promotions", "不成", Some(n)),
        Attribute::PawnDropMates(n) => ("pawn_drop_mates", "打歩詰", Some(n)),
    }
}

impl From<Attribute> for RowAttribute {
    fn from(it: Attribute) -> Self {
        let (kind, _, count) = attribute(it);
        Self { kind, count }
    }
}

/// The attributes in the terms of the art: `盤面 3 ·`, `裸玉 ·`, `捨駒 2`.
pub(super) fn attributes(judgement: &Judgement) -> Vec<String> {
    let mut words: Vec<String> = judgement
        .attributes
        .iter()
        .map(|&it| match attribute(it) {
            (_, term, Some(count)) => format!("{term} {count} ·"),
            (_, term, None) => format!("{term} ·"),
        })
        .collect();
    if let Some(last) = words.last_mut() {
        last.truncate(last.len() - " ·".len());
    }
    words
}

/// Whether a length is known to be less than so many plies.
fn is_within(length: Option<Length>, plies: u32) -> bool {
    matches!(length, Some(Length::Exactly(n) | Length::AtMost(n)) if n < plies)
}

/// A sentence about a finding: lower case, no period.
pub(super) fn sentence(problem: &Problem, found: &verdict::Finding) -> String {
    let mate = match found.length {
        Some(Length::Exactly(plies)) => format!("mates in {plies}"),
        Some(Length::AtMost(plies)) => format!("mates in at most {plies}"),
        None => "does not mate".to_owned(),
    };
    let text = match (found.kind, found.detail) {
        (Kind::NoMate, _) if found.line.is_empty() => "there is no check".to_owned(),
        (Kind::NoMate, _) => "no sequence of checks mates".to_owned(),
        (Kind::EarlyMate, Detail::Author(plies)) if is_within(found.length, plies) => {
            format!("{mate}; the author needs {plies}")
        }
        (Kind::EarlyMate, _) => format!("{mate}; the author's move here takes longer"),
        (Kind::AuthorLine, Detail::Author(plies)) => {
            format!("the author says {plies} plies, but the defence lasts longer: {mate}")
        }
        (Kind::AuthorLine, Detail::AuthorMoveFails) if found.line.len() > 1 => {
            "the author's move does not mate after this reply".to_owned()
        }
        (Kind::AuthorLine, Detail::AuthorMoveFails) => "the author's move does not mate".to_owned(),
        (Kind::AuthorLine, Detail::AuthorReplyFutile) => {
            "the author's reply is a futile interposition and does not count".to_owned()
        }
        (Kind::AuthorLine, Detail::AuthorLineStops) => {
            "the author's line stops short of the mate; it goes on like this".to_owned()
        }
        (Kind::AuthorLine, Detail::AuthorLineBreaks) => {
            let ply = found.ply();
            format!("the author's move at ply {ply} cannot be played; the main line goes on like this")
        }
        (Kind::AuthorLine, Detail::AuthorLineGoesOn) => {
            "the author's line goes on behind the mate".to_owned()
        }
        (Kind::AuthorLine, Detail::AuthorReplyLeaves) => {
            "the author's reply lasts as long, but leaves more over in the end than this one".to_owned()
        }
        (Kind::AuthorLine, _) => {
            format!("this is a better defence than the author's: the attacker {mate}")
        }
        (Kind::Leftover, Detail::Leaves(hand)) => {
            format!("the main line leaves {}", sfen::write_hand(hand))
        }
        (Kind::Leftover, Detail::LeavesButFor(hand, last)) => format!(
            "the main line leaves {}; the author's may end with {}, which leaves nothing",
            sfen::write_hand(hand),
            usi::write_move(problem.to_given(last))
        ),
        (Kind::Leftover, Detail::LeavesPerhapsLonger(hand)) => format!(
            "the main line leaves {}; whether a shorter one leaves nothing was not worked out",
            sfen::write_hand(hand)
        ),
        (Kind::LongerVariation, Detail::Leaves(hand)) => format!(
            "{mate} with nothing left over, but the longest defence leaves {}",
            sfen::write_hand(hand)
        ),
        (Kind::EqualVariation | Kind::InterpositionChoice, _) => {
            "another defence lasts as long".to_owned()
        }
        (Kind::GreyInterposition, Detail::IfGreyIsFutile(plies, hand)) => {
            let left = if hand.is_empty() {
                "with nothing left over".to_owned()
            } else {
                format!("leaving {}", sfen::write_hand(hand))
            };
            format!("mate in {plies} {left} for whoever counts these interpositions as futile")
        }
        (Kind::GreyInterposition, _) => {
            "some would count this interposition as futile; length and leftover are the same either \
             way"
                .to_owned()
        }
        (Kind::IdlePiece, Detail::On(square)) => {
            format!("without {} nothing changes", piece_on(problem, square))
        }
        (Kind::MirrorDual, _) => "the position is symmetrical".to_owned(),
        (Kind::ReturningDetour, _) => {
            format!("{mate}, only by coming back to where the line was before")
        }
        (Kind::RejoiningDetour, _) => {
            format!("{mate}, only by coming back to the solution later on, with loss of time")
        }
        (Kind::Transposition, _) => {
            format!("{mate}, only by coming back to the solution later on")
        }
        (Kind::LastMoveDual, _) => "mates at once, too".to_owned(),
        (_, Detail::Longer(0)) => format!("{mate}, as soon as the main line"),
        (_, Detail::Longer(plies)) => format!("{mate}, {plies} plies later than the main line"),
        _ => mate,
    };
    if found.in_equal_variation {
        format!("in an equal variation: {text}")
    } else {
        text
    }
}

/// `５五歩 (5e)`.
fn piece_on(problem: &Problem, square: Square) -> String {
    let square = problem.to_given_square(square);
    let piece = problem.setup().piece_at(square).map(Piece::kind);
    format!(
        "{}{} ({})",
        japanese::square(square),
        piece.map_or("", japanese::piece),
        square_name(square)
    )
}

/// A question about the whole that was left without an answer.
fn missed_question(problem: &Problem, it: Missed) -> String {
    match it {
        Missed::Leftover => "whether a shorter line leaves nothing over".to_owned(),
        Missed::AuthorLine => "whether the author's line is best play".to_owned(),
        Missed::GreyInterpositions => {
            "what becomes of it if all grey interpositions are futile".to_owned()
        }
        Missed::IdlePiece(square) => format!("whether {} is idle", piece_on(problem, square)),
    }
}

fn usi(problem: &Problem, line: &[Move]) -> Vec<String> {
    line.iter()
        .map(|&mv| usi::write_move(problem.to_given(mv)))
        .collect()
}

impl Row {
    /// Takes over the judgement of a composition under these rules.
    pub fn judge(
        &mut self,
        problem: &Problem,
        judgement: &Judgement,
        profile: Profile,
        interpositions: Interpositions,
    ) {
        let main = judgement.composed.reading.as_ref().map(|it| &it.line);
        let after = |before: &[Move]| match main {
            Some(main) if !main.starts_with(before) => usi(problem, before),
            _ => Vec::new(),
        };
        for found in &judgement.findings {
            let (plies, plies_at_most) = match found.length {
                Some(Length::Exactly(plies)) => (Some(plies), None),
                Some(Length::AtMost(plies)) => (None, Some(plies)),
                None => (None, None),
            };
            let line = usi(problem, &found.line);
            let finding = Finding {
                kind: terms(found.kind).0,
                evidence: Some(Evidence {
                    ply: found.ply(),
                    mv: line.first().cloned(),
                    line,
                    plies,
                    plies_at_most,
                    after: after(&found.before),
                    square: match found.detail {
                        Detail::On(square) => Some(square_name(problem.to_given_square(square))),
                        _ => None,
                    },
                }),
                note: sentence(problem, found),
            };
            if profile.fails(found.severity) {
                self.defects.push(finding);
            } else if found.severity == Severity::Info {
                self.notes.push(finding);
            } else {
                self.blemishes.push(finding);
            }
        }
        let missed = judgement.missed.iter();
        self.notes.extend(
            missed
                .filter(|it| profile.fails(it.worst()))
                .map(|&it| Finding {
                    kind: "not_decided",
                    evidence: None,
                    note: format!("not worked out: {}", missed_question(problem, it)),
                }),
        );
        let open = judgement.unresolved(profile).map(|it| OpenMove {
            ply: it.before.len() + 1,
            mv: usi::write_move(problem.to_given(it.mv)),
            mates: it.mates,
            after: after(&it.before),
        });
        self.unresolved = Some(open.collect());
        self.rules = rules(profile, interpositions);
        self.verdict = match judgement.verdict(profile) {
            verdict::Verdict::Sound => Verdict::Sound,
            verdict::Verdict::Flawed => Verdict::Flawed,
            verdict::Verdict::NoMate => Verdict::NoMate,
            verdict::Verdict::Unknown => Verdict::Unknown,
        };
        let open = self
            .unresolved
            .as_ref()
            .is_some_and(|open| !open.is_empty());
        if let Some(reason) = judgement.stopped {
            self.limit = Some(Limit::from(reason));
            if open || self.verdict == Verdict::Unknown {
                self.status = Status::Limit;
            }
        } else if self.verdict == Verdict::Unknown {
            // Nothing ended the whole, but alternatives had a limit of their own.
            (self.status, self.limit) = (Status::Limit, Some(Limit::Nodes));
        }
    }
}

/// A finding in words, and the line that proves it. Duals found at one turn that differ in nothing
/// but the move are told together, with the line of the first.
pub(super) struct Told {
    pub(super) severity: Severity,
    /// In an equal variation, not in the main line.
    pub(super) aside: bool,
    /// It is about what the author says, who wants to hear of it.
    pub(super) is_answer: bool,
    /// Where, and what: `3手目  余詰  cook`.
    pub(super) what: String,
    /// The moves.
    pub(super) moves: Vec<String>,
    /// A sentence.
    pub(super) how: String,
    /// The line, from where it leaves the main line.
    pub(super) line: Vec<String>,
}

/// All findings in words.
pub(super) fn told(problem: &Problem, judgement: &Judgement, notation: Notation) -> Vec<Told> {
    let main = judgement.composed.reading.as_ref().map(|it| &it.line[..]);
    let mut told: Vec<Told> = Vec::new();
    let mut last: Option<&verdict::Finding> = None;
    for found in &judgement.findings {
        let mut whole = found.before.clone();
        whole.extend(&found.line);
        let texts = written(problem, &whole, notation);
        let mv = texts.get(found.before.len()).cloned();
        if let (Some(before), Some(known)) = (last, told.last_mut())
            && (before.kind, before.severity, before.detail)
                == (found.kind, found.severity, found.detail)
            && before.before == found.before
            && (found.severity < Severity::Heavy || before.line.get(1..) == found.line.get(1..))
        {
            known.moves.extend(mv);
            continue;
        }
        last = Some(found);
        let (_, kanji, english) = terms(found.kind);
        let is_of_the_whole = found.line.is_empty() || main == Some(&found.line[..]);
        let what = if is_of_the_whole || found.kind == Kind::NoMate {
            format!("{kanji}  {english}")
        } else {
            format!("{}手目  {kanji}  {english}", found.ply())
        };
        let common = main.map_or(0, |main| {
            let same = found.before.iter().zip(main).take_while(|(a, b)| a == b);
            same.count()
        });
        told.push(Told {
            severity: found.severity,
            aside: found.in_equal_variation,
            is_answer: found.kind == Kind::AuthorLine,
            what,
            moves: mv.into_iter().filter(|_| !is_of_the_whole).collect(),
            how: sentence(problem, found),
            // The main line has been shown.
            line: if is_of_the_whole {
                Vec::new()
            } else {
                texts[common..].to_vec()
            },
        });
    }
    told
}

/// How much of what could change the verdict was left open.
pub(super) fn count_open(judgement: &Judgement, profile: Profile) -> usize {
    let missed = judgement.missed.iter();
    let missed = missed.filter(|it| profile.fails(it.worst())).count();
    judgement.unresolved(profile).count() + missed
}

/// What was left open: the moves by turn (`3手目`, and the moves), and what else could change the
/// verdict.
pub(super) fn open(
    problem: &Problem,
    judgement: &Judgement,
    profile: Profile,
    notation: Notation,
) -> Vec<(String, Vec<String>)> {
    let main = judgement.composed.reading.as_ref().map(|it| &it.line[..]);
    let mut turns: Vec<(&[Move], String, Vec<String>)> = Vec::new();
    for it in judgement.unresolved(profile) {
        let mut whole = it.before.clone();
        whole.push(it.mv);
        let text = written(problem, &whole, notation).pop().unwrap_or_default();
        let text = if it.mates {
            format!("{text} (mates)")
        } else {
            text
        };
        match turns.last_mut() {
            Some((before, _, moves)) if *before == it.before => moves.push(text),
            _ => {
                let aside = main.is_some_and(|main| !main.starts_with(&it.before));
                let aside = if aside { " (equal variation)" } else { "" };
                let what = format!("{}手目{aside}", it.before.len() + 1);
                turns.push((&it.before, what, vec![text]));
            }
        }
    }
    let missed = judgement.missed.iter();
    let missed = missed
        .filter(|it| profile.fails(it.worst()))
        .map(|&it| (missed_question(problem, it), Vec::new()));
    turns
        .into_iter()
        .map(|(_, what, moves)| (what, moves))
        .chain(missed)
        .collect()
}

fn written(problem: &Problem, line: &[Move], notation: Notation) -> Vec<String> {
    let line: Vec<Move> = line.iter().map(|&mv| problem.to_given(mv)).collect();
    notation.write(problem.setup(), &line)
}

/// What fails the composition, in the terms of the art, each once: `早詰, 余詰`.
pub(super) fn reasons(judgement: &Judgement, profile: Profile) -> String {
    let mut names: Vec<&str> = Vec::new();
    for found in &judgement.findings {
        let name = terms(found.kind).1;
        if profile.fails(found.severity) && !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_word() {
        for kind in KINDS {
            assert_eq!(kind_named(terms(kind).0), Some(terms(kind).0));
            assert_eq!(term_of(terms(kind).0), terms(kind).1);
        }
        // The kinds are numbered as they are declared, and the last of them is the last here.
        let last = KINDS.map(|kind| kind as usize).into_iter().max();
        assert_eq!(last, Some(KINDS.len() - 1));
        assert_eq!(Kind::MirrorDual as usize, KINDS.len() - 1);
    }
}
