//! Every kind of finding: a position that shows it, and a neighbour that does not.

use super::{cell, judge, judge_within, moves, solver};
use support::setup;
use tsume::composition::Author;
use tsume::composition::attributes::Attribute;
use tsume::composition::check::Question;
use tsume::composition::rules::{Profile, Severity};
use tsume::composition::verdict::{Detail, Finding, Judgement, Kind, Length, Verdict};
use tsume::notation::square_name;
use tsume::shogi::Position;
use tsume::vocabulary::QuestionKind;

fn judged(sfen: &str, line: &str) -> Judgement {
    let question = Question {
        author: Author {
            line: moves(line),
            plies: None,
            ..Author::default()
        },
        ..Question::default()
    };
    judge(&mut solver(), &setup(sfen), &question)
}

fn all(judgement: &Judgement, kind: Kind) -> Vec<&Finding> {
    let of_kind = |it: &&Finding| it.kind == kind;
    judgement.findings.iter().filter(of_kind).collect()
}

/// Holds if the first diagram shows the kind at `expected`, with this severity, and the second does
/// not show the kind at all.
fn shows(kind: Kind, severity: Severity, expected: &str, shown: [&str; 2], neighbour: [&str; 2]) {
    let judgement = judged(shown[0], shown[1]);
    let found = all(&judgement, kind);
    let right = found
        .iter()
        .any(|it| cell(it) == expected && it.severity == severity);
    assert!(right, "{kind:?} {expected}: {:#?}", judgement.findings);
    let judgement = judged(neighbour[0], neighbour[1]);
    let found = all(&judgement, kind);
    assert!(found.is_empty(), "neighbour: {found:#?}");
}

macro_rules! kinds {
    ($($name:ident: $kind:ident $severity:ident $expected:literal,
        $sfen:literal $line:literal, not $neighbour:literal $neighbours_line:literal;)+) => {$(
        #[test]
        fn $name() {
            shows(
                Kind::$kind,
                Severity::$severity,
                $expected,
                [$sfen, $line],
                [$neighbour, $neighbours_line],
            );
        }
    )+};
}

const SOUND: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";

kinds! {
    no_mate_without_the_supporting_pawn: NoMate Fatal "1:G*4a=-",
        "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1" "",
        not "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1" "";
    a_line_longer_than_need_be_is_an_early_mate: EarlyMate Fatal "3:7h2c+=5",
        "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1" "1c2b 1a2b G*2c 2b2a 3c3b+ 2a1a 3b2b",
        not "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1" "1c2b 1a2b 7h2c+ 2b1a G*1b";
    another_mating_check_is_a_cook: Cook Fatal "3:G*2c=7",
        "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1" "",
        not "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1" "";
    in_a_mate_in_one_another_mate_is_a_cook: Cook Fatal "1:2a2b=3",
        "7G1/8k/9/9/9/9/7R1/9/9 b r2b3g4s4n4l18p 1" "",
        not "8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1" "";
    a_piece_too_many_in_hand_is_left_over: Leftover Fatal "1:3e4d=3",
        "6B1k/9/9/9/6B2/9/9/9/9 b S2r4g3s4n4l18p 1" "",
        not "6B1k/9/9/9/6B2/9/9/9/9 b 2r4g4s4n4l18p 1" "";
    a_longer_variation_leaves_what_the_shorter_line_does_not: LongerVariation Grave "4:6a7a=5",
        "3gk1p2/4B1G2/6R2/4G4/9/9/9/9/9 b rbg4s4n4l17p 1" "",
        not "6B1k/9/9/9/6B2/9/9/9/9 b S2r4g3s4n4l18p 1" "";
    the_same_position_in_as_many_plies_is_a_transposition: Transposition Heavy "1:3a3b+=3",
        "6R2/8k/6G1N/9/9/9/9/9/9 b r2b3g4s3n4l18p 1" "3a2a+ 1b1c 2a2c",
        not "ln7/1r1sk4/2pppp1+P1/6Np1/P1SBPS1b1/5P3/1PPP1+n2+p/1+p1S5/3K1G3 b GNPr2g3l3p 1" "6e4c+ 5b4c G*4b";
    the_solution_without_a_sacrifice_is_a_cook: Cook Fatal "1:G*2c=3",
        "9/8L/4n3k/9/7R1/9/9/9/9 b GPr2b3g4s3n3l17p 1" "P*1d 1c1d G*2d",
        not "6R2/8k/6G1N/9/9/9/9/9/9 b r2b3g4s3n4l18p 1" "3a2a+ 1b1c 2a2c";
    a_detour_that_joins_the_line_later_on: RejoiningDetour Heavy "1:1d2c=7",
        "5B2r/8k/9/8S/9/9/9/9/9 b rb4g3s4n4l18p 1" "",
        not "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1" "";
    coming_back_with_a_piece_more_is_coming_back: RejoiningDetour Heavy "1:L*1d=5",
        "9/8k/9/7R1/8G/9/9/9/9 b 2Lr2b3g4s4n2l18p 1" "",
        not "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1" "";
    a_detour_that_comes_back_to_where_it_began: ReturningDetour Minor "3:3a4b=9",
        "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1" "",
        not "5B2r/8k/9/8S/9/9/9/9/9 b rb4g3s4n4l18p 1" "";
    a_cook_in_a_variation_as_long_as_the_main_line: EqualVariationCook Heavy "3:G*1c=7",
        "5R1G1/6k2/9/8S/9/9/4N4/9/9 b Gr2b2g3s3n4l18p 1" "2a3a 3b3c G*2c 3c3d 4a4e+",
        not "9/6S2/8k/9/7L1/9/9/9/9 b G2r2b3g3s4n3l18p 1" "G*2d 1c1b 2d2c 1b1a 2c2b";
    a_variation_as_long_as_the_main_line: EqualVariation Minor "2:1c2b=5",
        "9/6S2/8k/9/7L1/9/9/9/9 b G2r2b3g3s4n3l18p 1" "G*2d 1c1b 2d2c 1b1a 2c2b",
        not "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1" "";
    such_a_variation_at_the_last_defence: EqualVariation Tolerated "2:2b2a=3",
        "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1" "S*2c 2b1a S*1b",
        not "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1" "";
    promoting_or_not_makes_no_difference: PromotionDual Minor "1:6e4c=3",
        "ln7/1r1sk4/2pppp1+P1/6Np1/P1SBPS1b1/5P3/1PPP1+n2+p/1+p1S5/3K1G3 b GNPr2g3l3p 1" "6e4c+ 5b4c G*4b",
        not "9/6G1R/7k1/9/6S2/9/9/9/9 b r2b3g3s4n4l18p 1" "1b2b+ 2c1d 2b2d";
    a_reply_as_long_that_leaves_a_piece_does_not_tell_them_apart: PromotionDual Minor "1:2a5a=3",
        "3kg2R1/9/1Snp1+P3/3+r5/9/9/9/9/9 b 2b3g3s3n4l16p 1" "2a5a+ 6a5a G*5b",
        not "9/6G1R/7k1/9/6S2/9/9/9/9 b r2b3g3s4n4l18p 1" "1b2b+ 2c1d 2b2d";
    the_attackers_own_moves_may_differ_after_a_promotion_dual: PromotionDual Minor "1:5b4c=5",
        "7k1/4BR2l/8p/6g2/9/9/9/9/9 b rb3g4s4n3l17p 1" "5b4c+ 2a1a 4b4a+ 1a2b 4a2a",
        not "9/6r2/6+b1k/7R1/6+B2/9/9/9/9 b G3g4s4n4l18p 1" "2d2c+ 1c2c G*1c";
    a_later_mate_without_promotion_is_a_dual_of_its_own_kind: LongerPromotionDual Grave "1:2d2c=5",
        "9/6r2/6+b1k/7R1/6+B2/9/9/9/9 b G3g4s4n4l18p 1" "2d2c+ 1c2c G*1c",
        not "7k1/4BR2l/8p/6g2/9/9/9/9/9 b rb3g4s4n3l17p 1" "5b4c+ 2a1a 4b4a+ 1a2b 4a2a";
    only_the_choice_of_the_last_move_leaves_a_piece: LastMoveLeftover Light "3:G*4b=3",
        "2G6/2Slk4/9/5L1n1/9/9/9/9/9 b 2G2r2bg3s3n2l18p 1" "",
        not "6B1k/9/9/9/6B2/9/9/9/9 b S2r4g3s4n4l18p 1" "";
    the_distance_of_a_slider_makes_no_difference: DistanceDual Minor "1:B*2b=3",
        "9/9/6Blk/9/9/9/9/9/9 b BG2r3g4s4n3l18p 1" "B*3a 1c1d G*1e",
        not "9/8k/9/7R1/8G/9/9/9/9 b 2Lr2b3g4s4n2l18p 1" "L*1c 1b1c L*1d";
    a_slower_mate_at_the_last_move: LongLastMoveDual Minor "3:5b4a+=5",
        "9/4Sk3/2R6/9/9/3B5/9/9/9 b rb4g3s4n4l18p 1" "7c4c+ 4b3a 4c4a",
        not "6G2/8k/9/8S/9/8L/9/9/9 b 2r2b3g3s4n3l18p 1" "1d1c+ 1b1a 1c1b";
    another_mate_at_the_last_move: LastMoveDual Tolerated "3:1c2c=3",
        "6G2/8k/9/8S/9/8L/9/9/9 b 2r2b3g3s4n3l18p 1" "1d1c+ 1b1a 1c1b",
        not "7G1/8k/9/9/9/9/7R1/9/9 b r2b3g4s4n4l18p 1" "";
    any_piece_may_be_put_between: InterpositionChoice Tolerated "2:L*2a=3",
        "8k/9/8P/9/6R2/9/9/9/9 b Nr2b4g4s3n4l17p 1" "3e3a+ P*2a N*2c",
        not "9/6S2/8k/9/7L1/9/9/9/9 b G2r2b3g3s4n3l18p 1" "G*2d 1c1b 2d2c 1b1a 2c2b";
    left_and_right_are_the_same: MirrorDual Tolerated "1:G*6c=3",
        "9/4k4/9/9/3L1L3/9/9/9/9 b G2r2b3g4s4n2l18p 1" "",
        not "9/4k4/9/9/3L1L3/9/9/9/8P b G2r2b3g4s4n2l17p 1" "";
    the_answer_depends_on_grey_interpositions: GreyInterposition Minor "1:3a3c+=1",
        "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1" "",
        not "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1" "";
    the_authors_reply_is_not_the_longest: AuthorLine Grave "2:4a5a=5",
        "5k3/3R5/4s4/9/3N5/9/9/9/9 b r2b4g3s3n4l18p 1" "6e5c 4a3a",
        not "5k3/3R5/4s4/9/3N5/9/9/9/9 b r2b4g3s3n4l18p 1" "6e5c 4a5a 5c6a+ 5a4a S*3b";
    the_authors_reply_does_not_count: AuthorLine Info "2:-=1",
        "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1" "1e3c+ P*1e 1f1e",
        not "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1" "1e3c+";
    the_authors_move_does_not_mate: AuthorLine Fatal "1:3a1a+=-",
        "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1" "3a1a+",
        not "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1" "3a3d+ 1d1e 3d2d 1e1f 2d2f";
}

#[test]
fn nothing_is_found_in_a_sound_composition() {
    let judgement = judged(SOUND, "");
    assert!(judgement.findings.is_empty(), "{:#?}", judgement.findings);
    assert_eq!((judgement.alternatives, judgement.turns), (15, 3));
    for &profile in Profile::ALL {
        assert_eq!(judgement.verdict(profile), Verdict::Sound);
    }
}

/// Returns the verdicts on a composition by the profiles, the strictest first.
fn verdicts(sfen: &str, line: &str) -> Vec<Verdict> {
    let judgement = judged(sfen, line);
    let profiles = Profile::ALL.iter();
    profiles.map(|&it| judgement.verdict(it)).collect()
}

#[test]
fn profiles_tolerate_more_or_less() {
    use Verdict::{Blemished, Flawed, Sound};
    let returning = "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1";
    assert_eq!(verdicts(returning, ""), [Flawed, Blemished, Sound, Sound]);
    let rejoining = "5B2r/8k/9/8S/9/9/9/9/9 b rb4g3s4n4l18p 1";
    assert_eq!(
        verdicts(rejoining, ""),
        [Flawed, Flawed, Blemished, Blemished]
    );
    let cooked = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
    assert_eq!(verdicts(cooked, ""), [Flawed; 4]);
    let equal_at_the_end = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";
    assert_eq!(
        verdicts(equal_at_the_end, ""),
        [Flawed, Sound, Sound, Sound]
    );
    let later_without_promotion = "5B2r/6B1k/9/9/9/9/9/9/9 b r4g4s4n4l18p 1";
    let judged_by = |rules| {
        let question = Question {
            rules,
            ..Question::default()
        };
        judge(&mut solver(), &setup(later_without_promotion), &question).verdict(rules)
    };
    let of_all: Vec<_> = Profile::ALL.iter().map(|&it| judged_by(it)).collect();
    assert_eq!(of_all, [Flawed, Flawed, Flawed, Blemished]);
    let last_move_leaves = "2G6/2Slk4/9/5L1n1/9/9/9/9/9 b 2G2r2bg3s3n2l18p 1";
    assert_eq!(
        verdicts(last_move_leaves, ""),
        [Flawed, Flawed, Blemished, Sound]
    );
    assert_eq!(
        verdicts(last_move_leaves, "G*4c 5b4a G*4b"),
        [Flawed, Blemished, Sound, Sound]
    );
}

#[test]
fn the_authors_line_is_the_main_line_if_it_is_best_play() {
    let sfen = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";
    for line in ["S*2c 2b2a S*1b", "S*2c 2b1a S*2b", "S*2c 2b2a"] {
        let judgement = judged(sfen, line);
        let reading = judgement.composed.reading.as_ref().expect("a main line");
        assert!(reading.line.starts_with(&moves(line)), "{line}");
        assert_eq!(
            judgement.verdict(Profile::Standard),
            Verdict::Sound,
            "{line}"
        );
    }
}

#[test]
fn a_length_alone_is_compared() {
    let told = |plies| {
        let question = Question {
            author: Author {
                line: Vec::new(),
                plies: Some(plies),
                ..Author::default()
            },
            ..Question::default()
        };
        let judgement = judge(&mut solver(), &setup(SOUND), &question);
        let found = judgement.findings.into_iter().next();
        found.map(|it| (it.kind, it.length, it.detail))
    };
    let five = Some(Length::Exactly(5));
    assert_eq!(told(5), None);
    assert_eq!(told(7), Some((Kind::EarlyMate, five, Detail::Author(7))));
    assert_eq!(told(3), Some((Kind::AuthorLine, five, Detail::Author(3))));
}

/// Lengths are compared with those after the author's moves where his defence is not the longest.
#[test]
fn a_cook_is_compared_with_what_the_authors_move_takes() {
    let sfen = "3gk1p2/4B1G2/6R2/4G4/9/9/9/9/9 b rbg4s4n4l17p 1";
    let judgement = judged(sfen, "5b6a+ 5a6a 3c6c+ 6a5a G*4a");
    let at = |ply: usize, check: &str| {
        let check = moves(check)[0];
        let mut found = judgement.findings.iter();
        let found = found.find(|it| it.ply() == ply && it.line.first() == Some(&check));
        found.map(|it| (it.length, it.detail))
    };
    let seven = Some(Length::Exactly(7));
    assert_eq!(at(1, "4d4a"), None);
    assert_eq!(at(1, "3b4a"), Some((seven, Detail::LongerThanMove(0))));
    assert_eq!(at(5, "6c5c"), Some((seven, Detail::Longer(2))));
}

#[test]
fn the_author_of_a_longer_variation_is_told_only_that() {
    let sfen = "3gk1p2/4B1G2/6R2/4G4/9/9/9/9/9 b rbg4s4n4l17p 1";
    let question = Question {
        author: Author {
            line: Vec::new(),
            plies: Some(5),
            ..Author::default()
        },
        ..Question::default()
    };
    let judgement = judge(&mut solver(), &setup(sfen), &question);
    assert_eq!(all(&judgement, Kind::LongerVariation).len(), 1);
    assert!(all(&judgement, Kind::AuthorLine).is_empty());
}

/// SEMANTICS of ties: of two last moves the value takes the one that leaves something.
const LAST_MOVE_TIE: &str = "9/6B1k/6+R1+n/8l/9/4n3N/9/9/9 b Nrb4g4s3l18p 1";

fn with_line(sfen: &str, line: &str, broken: bool) -> Judgement {
    let question = Question {
        author: Author {
            line: moves(line),
            broken,
            ..Author::default()
        },
        ..Question::default()
    };
    judge(&mut solver(), &setup(sfen), &question)
}

#[test]
fn the_last_move_of_the_author_may_leave_less() {
    let without = judged(LAST_MOVE_TIE, "");
    assert_eq!(without.verdict(Profile::Standard), Verdict::Blemished);
    let leftover = all(&without, Kind::LastMoveLeftover);
    assert_eq!((leftover[0].ply(), leftover[0].line.len()), (5, 1));

    let line = "N*2d 1c2d 1f2d 1b1a N*2c";
    let judgement = with_line(LAST_MOVE_TIE, line, false);
    assert_eq!(judgement.verdict(Profile::Standard), Verdict::Sound);
    let reading = judgement.composed.reading.as_ref().unwrap();
    assert!(reading.leftover.is_empty());
    assert_eq!(reading.line.len(), 5);
    assert_eq!(all(&judgement, Kind::LastMoveDual).len(), 1);
    assert!(all(&judgement, Kind::GreyInterposition).is_empty());
}

#[test]
fn where_the_line_of_the_author_ends_is_told() {
    let detail = |line, broken| {
        let judgement = with_line(SOUND, line, broken);
        let found = all(&judgement, Kind::AuthorLine);
        found.first().map(|it| (it.severity, it.detail))
    };
    let whole = "3a3d+ 1d1e 3d2d 1e1f 2d2f";
    assert_eq!(detail("", false), None);
    assert_eq!(detail(whole, false), None);
    assert_eq!(
        detail(whole, true),
        Some((Severity::Info, Detail::AuthorLineGoesOn))
    );
    assert_eq!(
        detail("3a3d+ 1d1e", true),
        Some((Severity::Grave, Detail::AuthorLineBreaks))
    );
    assert_eq!(
        detail("3a3d+ 1d1e 3d2d", false),
        Some((Severity::Info, Detail::AuthorLineStops))
    );
}

/// A position that comes a second time is the attacker's failure, in the author's moves or in the line that
/// goes on from them. Before it was refused, such a line had no end.
#[test]
fn the_line_of_the_author_may_not_come_back_to_a_position() {
    let returning = "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1";
    let rook = "9/4L4/9/8k/9/7R1/9/9/9 b R2b4g4s4n3l18p 1";
    let around = "R*2d 1d1e 2d2e 1e1d 2e2d";
    for (sfen, line, ply, back_at) in [
        (
            returning,
            "4a3a 2b3c 3a4b 3c2b 4b3a 2b3c 3a3b 3c3b 4d4b+",
            5,
            1,
        ),
        (returning, "4a3a 2b3c 3a4b 3c2b 4b3a", 5, 1),
        (returning, "4a3a 2b3c 3a4b 3c2b", 5, 1),
        (rook, around, 5, 1),
        (rook, &format!("{around} 1d1e 2d2e 1e1d 2e2d"), 5, 1),
    ] {
        let judgement = judged(sfen, line);
        let found = all(&judgement, Kind::AuthorLine);
        let [found] = found[..] else {
            panic!("{line}: {found:#?}");
        };
        assert_eq!(found.detail, Detail::AuthorLineRepeats(back_at), "{line}");
        let end = found.before.len() + found.line.len();
        assert_eq!((end, found.severity), (ply, Severity::Fatal), "{line}");
        assert_eq!(
            judgement.verdict(Profile::Standard),
            Verdict::Flawed,
            "{line}"
        );
        // The line of best play is judged.
        let reading = judgement.composed.reading.as_ref().expect("a main line");
        assert_eq!(
            reading.line.len(),
            if sfen == rook { 7 } else { 5 },
            "{line}"
        );
    }
    let judgement = judged(rook, "R*2d 1d1e 2d2e 1e1d");
    let found = all(&judgement, Kind::AuthorLine);
    assert_eq!(found[0].detail, Detail::AuthorLineStops);
}

/// The checks go round in a circle, and the move that closes it is the attacker's.
#[test]
fn the_line_of_a_perpetual_check_can_be_replayed() {
    for sfen in [
        "7k1/9/9/6R2/9/9/9/9/9 b S 1",
        "9/6L2/7k1/9/9/9/9/9/9 b R 1",
        "9/9/8k/9/8B/9/9/9/9 b BG 1",
        "4R4/9/6k2/9/4p4/9/9/9/9 b S 1",
    ] {
        let setup = setup(sfen);
        let judgement = judge(&mut solver(), &setup, &Question::default());
        assert_eq!(
            judgement.verdict(Profile::Standard),
            Verdict::NoMate,
            "{sfen}"
        );
        let line = &judgement.findings[0].line;
        assert!(!line.is_empty(), "{sfen}");
        tsume::verify::replay(&setup, tsume::shogi::Color::Black, line)
            .unwrap_or_else(|error| panic!("{sfen}: {error}"));
    }
}

/// The bishop that did not promote does so with its next move, on the same squares.
#[test]
fn a_promotion_that_is_made_up_for_makes_no_difference() {
    let judgement = judged("8k/6+S2/9/9/4g3B/9/9/9/9 b 2rb3g3s4n4l18p 1", "");
    assert_eq!(all(&judgement, Kind::PromotionDual).len(), 1);
    assert!(all(&judgement, Kind::Cook).is_empty());
}

const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
const LEAVES_AND_COOKED: &str = "2+b6/+n1+R6/2p2L+R2/k8/9/K2G5/9/9/9 b BSs 1";

/// The main line may take the last node: then no other check has been looked at, and all of them are
/// told to be open.
#[test]
fn however_few_nodes_there_are_every_other_check_is_told_of() {
    let question = Question::default();
    let mut read = 0;
    for (diagram, is_sound) in [(SOUND, true), (LEAVES_AND_COOKED, false), (COOKED, false)] {
        for nodes in (1..2_000).step_by(7) {
            let judgement = judge_within(nodes, &mut solver(), &setup(diagram), &question);
            let verdict = judgement.verdict(Profile::Standard);
            let may_be_sound = is_sound && judgement.stopped.is_none();
            assert!(
                verdict != Verdict::Sound || may_be_sound,
                "{diagram}: {nodes}"
            );
            let Some(reading) = &judgement.composed.reading else {
                continue;
            };
            read += usize::from(judgement.stopped.is_some());
            for mv in Position::new(&setup(diagram)).checks() {
                let told = mv == reading.line[0]
                    || (judgement.findings.iter())
                        .any(|it| it.before.is_empty() && it.line.first() == Some(&mv))
                    || judgement.refuted.contains(&(Vec::new(), mv))
                    || (judgement.unresolved.iter()).any(|it| it.before.is_empty() && it.mv == mv);
                assert!(told, "{diagram}: {nodes}, {mv:?}");
            }
        }
    }
    assert!(read > 20, "{read}");
}

#[test]
fn what_is_left_open_is_never_sound() {
    let question = Question {
        nodes_per_alternative: Some(1),
        ..Question::default()
    };
    let judgement = judge(&mut solver(), &setup(SOUND), &question);
    assert!(judgement.composed.reading.is_some());
    assert!(!judgement.unresolved.is_empty());
    assert_eq!(judgement.verdict(Profile::Standard), Verdict::Unknown);
}

#[test]
fn a_piece_without_which_nothing_changes_is_idle() {
    let idle = |sfen: &str| {
        let question = Question {
            idle_pieces: true,
            ..Question::default()
        };
        let judgement = judge_within(20_000_000, &mut solver(), &setup(sfen), &question);
        assert_eq!(judgement.open_questions, []);
        let squares = all(&judgement, Kind::IdlePiece).into_iter();
        squares
            .map(|it| match it.detail {
                Detail::On(square) => square_name(square),
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>()
    };
    // The bishop in the corner guards nothing that matters.
    assert_eq!(idle(SOUND), ["9i"]);
    let without = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    assert_eq!(idle(without), [""; 0]);
    let with_a_pawn = "6R2/9/9/8k/6B2/9/9/p8/9 b rb4g4s4n4l17p 1";
    assert_eq!(idle(with_a_pawn), ["9h"]);
}

/// Whatever the limit, a piece that is idle is found to be so, or told to be undecided.
#[test]
fn a_piece_whose_judgement_was_cut_off_is_undecided() {
    let question = Question {
        idle_pieces: true,
        ..Question::default()
    };
    let mut left_open = 0;
    for nodes in [2_000, 5_000, 10_000, 15_000, 20_000, 30_000, 100_000] {
        let diagram = setup("8k/7g1/6P1G/7PP/9/9/9/2B6/P8 b 2rb2g4s4n4l14p 1");
        let judgement = judge_within(nodes, &mut solver(), &diagram, &question);
        if judgement.composed.reading.is_none() {
            continue;
        }
        let idle = all(&judgement, Kind::IdlePiece);
        for name in ["1d", "9i"] {
            let is_it = |square| square_name(square) == name;
            let found = (idle.iter()).any(|it| matches!(it.detail, Detail::On(at) if is_it(at)));
            let open = (judgement.open_questions.iter())
                .any(|it| it.kind == QuestionKind::IdlePiece && it.square.is_some_and(is_it));
            assert!(found || open, "{nodes}: {name}");
            left_open += usize::from(open);
        }
    }
    assert!(left_open > 0);
}

#[test]
fn attributes_are_those_of_diagram_line_and_mate() {
    use Attribute::*;
    let attributes = |sfen: &str| {
        let judgement = judged(sfen, "");
        assert!(judgement.composed.reading.is_some());
        judgement.attributes
    };
    // 3a3d+ 1d1e 3d2d 1e1f 2d2f
    assert_eq!(
        attributes("6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1"),
        [
            BoardPieces(3),
            HandPieces(0),
            Pieces(3),
            Simple,
            Poor,
            MajorOnly,
            Checks(16)
        ]
    );
    // 3c2a+ 1a2a G*2b
    let sacrifice = attributes("7gk/9/6N1S/9/9/9/9/9/9 b 2r2b3g3s3n4l18p 1");
    assert!(sacrifice.contains(&Sacrifices(1)) && !sacrifice.contains(&FocalSacrifices(1)));
    // 3e3a+ P*2a N*2c
    assert_eq!(
        attributes("8k/9/8P/9/6R2/9/9/9/9 b Nr2b4g4s3n4l17p 1"),
        [
            BoardPieces(3),
            HandPieces(1),
            Pieces(4),
            Simple,
            Poor,
            CornerMate,
            Interpositions(1),
            Checks(10)
        ]
    );
    // L*2d 2b1b 8c2c+ 1b1a 2c2b: the lance may be dropped anywhere on the file.
    let far = attributes("9/7k1/1R7/9/9/9/9/6L2/9 b Lr2b4g4s4n2l18p 1");
    assert!(far.iter().any(|it| matches!(it, DistantDrop(_))), "{far:?}");
    assert!(far.iter().all(|it| !matches!(it, ExactDrops(_))), "{far:?}");
}
