//! Well-known compositions, and the examples of the rule for detours, each with its reasoning.

use super::{cell, judge_within, moves, solver};
use support::setup;
use tsume::composition::Author;
use tsume::composition::check::Question;
use tsume::composition::rules::Profile;
use tsume::composition::verdict::Verdict::{self, Blemished, Flawed};
use tsume::composition::verdict::{Detail, Finding, Judgement, Kind, Length};

fn judged(sfen: &str, line: &str, nodes: u64) -> Judgement {
    let question = Question {
        author: Author {
            line: moves(line),
            ..Author::default()
        },
        ..Question::default()
    };
    judge_within(nodes, &mut solver(), &setup(sfen), &question)
}

fn kinds_at(judgement: &Judgement, name: &str) -> Vec<Kind> {
    let at = |it: &&Finding| cell(it).starts_with(name) && !it.in_equal_variation;
    judgement
        .findings
        .iter()
        .filter(at)
        .map(|it| it.kind)
        .collect()
}

fn verdicts(judgement: &Judgement) -> [Verdict; 3] {
    [Profile::Strict, Profile::Standard, Profile::Lenient].map(|it| judgement.verdict(it))
}

/// ▲１二歩不成 △２一玉, the longest defence, ▲１一歩成 △２二玉 ▲１三銀成 △１一玉: where
/// the solution is after △１一玉 at ply 4, in an equal line, two plies later. It avoids the diagram
/// itself, so it is a detour that comes back later on.
#[test]
fn what_the_longest_defence_comes_back_to_is_a_detour() {
    for sfen in [
        "8k/9/8P/8S/8L/6L2/9/9/9 b 2r2b4g3s4n2l17p 1",
        "8k/9/8P/8G/8L/6L2/9/9/9 b 2r2b3g4s4n2l17p 1",
    ] {
        let judgement = judged(sfen, "", 2_000_000);
        assert_eq!(kinds_at(&judgement, "1:1c1b=7"), [Kind::RejoiningDetour]);
        let detour = &judgement.findings[0];
        assert_eq!(detour.line.len(), 6);
        assert_eq!(detour.back.as_ref().unwrap().solution.len(), 4);
        assert_eq!(verdicts(&judgement), [Flawed, Blemished, Blemished]);
    }
}

/// ▲３三飛成 is met by △１五玉, the longest defence, and mates in 7 without coming back. Only the
/// blunder △１四玉, which is mate in 1, meets a position of an equal line.
#[test]
fn what_a_blunder_comes_back_to_is_no_detour() {
    let judgement = judged("9/6RS1/9/7k1/9/6S2/9/9/9 b r2b4g2s4n4l18p 1", "", 2_000_000);
    assert_eq!(kinds_at(&judgement, "1:3b3c+=7"), [Kind::Cook]);
    assert_eq!(verdicts(&judgement), [Flawed; 3]);
}

const ZUKO005: [&str; 2] = [
    "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1",
    "B*6c 7d8d 9g9c+ 8d9c 8b9b 9c8c P*8d 8c8d P*8e 8d8c 8a8b 7c8b 6c7d+ 8c7d 9b9d+ 7d7c \
     5a6b 6a6b 9d7d 7c7d G*8d",
];

/// ▲７四角不成 at ply 13: △同玉 comes back to the solution, and is mate at ply 21. But △７三玉 lasts to
/// ply 31, and there the bishop stays on the board and mates: the longest defence does not come
/// back. So it is no detour, but mates later without promotion.
#[test]
fn zuko005_mates_later_by_the_bishop_that_does_not_promote() {
    let judgement = judged(ZUKO005[0], ZUKO005[1], 8_000_000);
    let kind = Kind::LongerPromotionDual;
    assert_eq!(kinds_at(&judgement, "13:6c7d="), [kind]);
    let found = judgement.findings.iter().find(|it| it.kind == kind);
    let found = found.expect("a longer promotion dual");
    assert_eq!(found.length, Some(Length::Exactly(31)));
    assert_eq!(found.line[..2], moves("6c7d 8c7c"));
    assert_eq!(judgement.verdict(Profile::Standard), Flawed);
    let reading = judgement.composed.reading.expect("a judged line");
    assert_eq!(reading.line, moves(ZUKO005[1]));
}

/// ▲２八飛 at ply 9 of the equal line with △２七玉 is a cook there, and nothing is one on the
/// line of the book.
#[test]
fn zuko044_has_a_cook_in_an_equal_variation_only() {
    let judgement = judged(
        "9/9/9/5nSp1/7+rp/7k1/5N3/4+B+b2l/4+p1rN1 b 2GN2g3s3l15p 1",
        "5h4h 2f2g G*2f 2e2f 4h2f 2g2f N*3h 3i3h+ B*3e 3h3e R*3f 2f2g G*3h 2g3f 3h3g",
        20_000_000,
    );
    assert_eq!(verdicts(&judgement), [Flawed, Blemished, Blemished]);
    let cooks = |it: &&Finding| it.kind == Kind::EqualVariationCook && it.in_equal_variation;
    assert!(judgement.findings.iter().any(|it| cooks(&it)));
}

const ZUKO001: [&str; 2] = [
    "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1",
    "S*5d 6e7e 7i8g 7e8f 5g6f 3f6f 5a9e+ 8f7f P*7g 6f7g 9e7g 7f8e R*1e R*2e 1e2e 1f2e 7g9e \
     8e7f R*2f R*3f 2f3f 2e3f 9e7g 7f8e R*3e R*4e 3e4e 3f4e 7g9e 8e7f R*4f R*5f 4f5f 4e5f \
     9e7g 7f8e R*8d 8e8d 7g9e 8d8c 9b8b 8a8b 8g7e 7d7e P*8d 8c9b S*8a 9b9a 7b8b 9a8b 7a7b \
     8b9a P*9b 5f9b 8a9b+ 9a9b B*7d 9b9a 7b8b 9a8b 8d8c+ 8b7a 9e6b 7a6b 5d6c+ 6b6a 8c7b \
     6a5a 6c5b",
];

/// △２五飛合 at ply 14 is effective: after its capture there is no mate in time without the rook. How long the
/// other replies last, to the ply, would take a hundred million nodes to work out and does not matter.
#[test]
#[ignore = "takes 10 s"]
fn zuko001_is_judged_without_the_exact_length_of_every_reply() {
    let judgement = judged(ZUKO001[0], ZUKO001[1], 30_000_000);
    assert_eq!(judgement.verdict(Profile::Standard), Verdict::Sound);
    let reading = judgement.composed.reading.expect("a judged line");
    assert_eq!(reading.line, moves(ZUKO001[1]));
}

const MUSO042: [&str; 2] = [
    "2s3S2/9/+b4L2P/1+P1Lk1P2/1s1P4p/3pB1Np1/+R8/2p+lNP1+p1/3N5 b NLr4gs8p 1",
    "L*5e 5d5e N*4g 5e5f 9g5g 5f4e 5g4f 4e3d 4f3e 3d4c 3e4d 4c3b 4d4b 3b2c 4b2b 2c3d 2b2d \
     3d4e 2d3e 4e5f 3e5e 5f6g 5e5g 6g7f 5g7g 7f6e 6i5g 6e5d 5h4f 5d4c 4g3e 4c3b 3f2d 3b3c \
     7g7c 3c2d 7c2c 2d3e 2c3d 3e4f 3d4e 4f5g 4e4g",
];

/// The book's line has 43 plies and is judged to its end; another defence at ply 34 lasts to ply 47.
#[test]
fn muso042_is_judged_on_the_line_of_the_book() {
    let judgement = judged(MUSO042[0], MUSO042[1], 8_000_000);
    let line = moves(MUSO042[1]);
    assert_eq!(judgement.composed.reading.as_ref().unwrap().line, line);
    let longer = judgement
        .findings
        .iter()
        .find(|it| it.kind == Kind::AuthorLine);
    let longer = longer.expect("a longer defence");
    assert_eq!(longer.before, line[..33]);
    assert_eq!(longer.length, Some(Length::Exactly(47)));
    assert_eq!(longer.detail, Detail::LongerThan(43));
    // What is found at the attacker's turns is found on that line.
    let detour = judgement
        .findings
        .iter()
        .find(|it| it.kind == Kind::RejoiningDetour);
    let detour = detour.expect("a detour at ply 11");
    assert_eq!(detour.before, line[..10]);
    assert_eq!(detour.back.as_ref().unwrap().solution, line[..12]);
    assert_eq!(judgement.verdict(Profile::Standard), Flawed);
}

/// △同玉 at ply 6 lasts to ply 15, the book's line to ply 13.
#[test]
fn zuko007_has_a_longer_defence_than_that_of_the_book() {
    let line = "S*8b 7a8b N*7d 8b8c S*9d 9e9d S*9b 9d9b 8d9c+ 9b9c B*9b 9c9b G*8d";
    let sfen = "1nkg5/2s6/3rp4/1B7/r8/1PN6/9/9/9 b BG3SN2gn4l16p 1";
    let judgement = judged(sfen, line, 12_000_000);
    assert_eq!(kinds_at(&judgement, "6:8c9d=15"), [Kind::AuthorLine]);
    assert_eq!(judgement.verdict(Profile::Standard), Flawed);
    assert_eq!(judgement.composed.reading.unwrap().line, moves(line));
}

/// △同香 at ply 16 lasts to ply 27, the book's line to ply 21.
#[test]
fn zuko012_has_a_longer_defence_than_that_of_the_book() {
    let line = "R*2c 2b3b 2c1c 3b2a 1c2c 1a2b N*1c 2a1a P*1b 1a1b N*2d 1b1a 1c2a+ 1a2a N*3c \
                2a1a 2d1b+ 1a1b 1d1c 2b1c 2c2a+";
    let sfen = "5+rl1s/7k1/8n/6p1+B/9/9/9/9/9 b R2NPb4g3sn3l16p 1";
    let judgement = judged(sfen, line, 8_000_000);
    assert_eq!(kinds_at(&judgement, "16:3a3c=27"), [Kind::AuthorLine]);
    assert_eq!(judgement.verdict(Profile::Standard), Flawed);
    assert_eq!(judgement.composed.reading.unwrap().line, moves(line));
    assert!(!judgement.findings.iter().any(|it| it.kind == Kind::Cook));
}

/// After △２二玉 three other checks mate, after △３三玉, which lasts as long, one does: an author means that
/// line, and the three are cooks in an equal variation.
#[test]
fn of_equal_lines_the_one_with_the_fewest_cooks_is_judged() {
    let sfen = "5R1G1/6k2/9/8S/9/9/4N4/9/9 b Gr2b2g3s3n4l18p 1";
    let judgement = judged(sfen, "", 2_000_000);
    let line = &judgement.composed.reading.as_ref().unwrap().line;
    assert_eq!(line[..2], moves("2a3a 3b3c"));
    let cooks = |kind| {
        judgement
            .findings
            .iter()
            .filter(move |it| it.kind == kind)
            .count()
    };
    assert_eq!((cooks(Kind::Cook), cooks(Kind::EqualVariationCook)), (1, 3));
    // The author's line is judged, whatever is found on it.
    let judgement = judged(sfen, "2a3a 3b2b 4a4b+ 2b1a G*1b", 2_000_000);
    let cooks = |kind| {
        judgement
            .findings
            .iter()
            .filter(move |it| it.kind == kind)
            .count()
    };
    assert_eq!((cooks(Kind::Cook), cooks(Kind::EqualVariationCook)), (2, 1));
    assert_eq!(cooks(Kind::LongerPromotionDual), 1);
}
