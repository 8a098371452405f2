//! Judgements that a limit ended: nothing in them is wrong, and every open question is named.

use super::{judge_within, moves, solver};
use std::collections::BTreeSet;
use support::setup;
use tsume::composition::Author;
use tsume::composition::check::Question;
use tsume::composition::rules::{Grade, Profile};
use tsume::composition::verdict::{Judgement, Kind, OpenQuestion, Verdict};
use tsume::notation::usi;
use tsume::shogi::{Setup, Square};
use tsume::vocabulary::QuestionKind;

const PROFILES: &[Profile] = Profile::ALL;

/// As many nodes as the problems here need.
const ALL: u64 = 3_000_000;

/// With leftover pieces, with cooks and detours, symmetrical ones, and one with an equal line.
const PROBLEMS: &[&str] = &[
    "2p1kg3/2G1B4/2R6/4G4/9/9/9/9/9 b rbg4s4n4l17p 1",
    "9/6RS1/9/7k1/9/6S2/9/9/9 b r2b4g2s4n4l18p 1",
    "8k/9/8P/8S/8L/6L2/9/9/9 b 2r2b4g3s4n2l17p 1",
    "1G2k2G1/9/2SsGsS2/9/9/9/9/9/9 b 2r2bg4n4l18p 1",
    "4k4/9/L7L/3L1L3/1N5N1/9/9/9/9 b B2rb4g4s2n18p 1",
    "4k4/9/9/3S1S3/9/9/9/9/9 b GS2r2b3gs4n4l18p 1",
];

/// Returns the findings that are a blemish or worse.
fn grave(judgement: &Judgement, profile: Profile) -> BTreeSet<String> {
    let findings = judgement.findings.iter();
    let grave = findings.filter(|it| profile.grade(it.severity) >= Grade::Blemish);
    grave
        .map(|it| {
            let mv = it.line.first().map(|&mv| usi::write_move(mv));
            format!("{} {} {mv:?}", it.kind.key(), it.ply())
        })
        .collect()
}

fn is_open(judgement: &Judgement, profile: Profile) -> bool {
    judgement.unresolved(profile).next().is_some()
        || judgement.open_questions(profile).next().is_some()
}

/// If nothing is named as open, more nodes change nothing; an unknown verdict names what is open; any
/// other verdict stays.
#[test]
#[ignore = "takes 6 s"]
fn what_a_limit_left_open_is_named() {
    let tables = [
        (include_str!("../../../data/reference.tsv"), 8),
        (include_str!("../../../data/detours.tsv"), 90),
    ];
    let rows = tables.iter().flat_map(|&(table, each)| {
        let rows = table.lines().skip(1).step_by(each);
        rows.map(|row| row.split('\t').nth(1).expect("an SFEN"))
    });
    let (mut decided, mut open, mut decided_early) = (0, 0, 0);
    for sfen in PROBLEMS.iter().copied().chain(rows) {
        let judged = |nodes| judge_within(nodes, &mut solver(), &setup(sfen), &Question::default());
        let whole = judged(ALL);
        for nodes in [1_000, 3_000, 10_000, 20_000, 40_000, 80_000, 200_000] {
            let part = judged(nodes);
            for &profile in PROFILES {
                let name = format!("{sfen} {nodes} {profile:?}");
                let (verdict, known) = (part.verdict(profile), whole.verdict(profile));
                if is_open(&part, profile) {
                    open += 1;
                } else {
                    assert_eq!(grave(&part, profile), grave(&whole, profile), "{name}");
                    assert_ne!(verdict, Verdict::Unknown, "{name}");
                    decided_early += usize::from(part.stopped.is_some());
                }
                if verdict != Verdict::Unknown && known != Verdict::Unknown {
                    assert_eq!(verdict, known, "{name}");
                    decided += 1;
                }
            }
        }
    }
    let counts = (decided, open, decided_early);
    assert!(
        decided > 200 && open > 100 && decided_early > 0,
        "{counts:?}"
    );
}

#[test]
fn an_open_question_is_that_of_the_solution_then_of_its_length_then_of_the_rest() {
    let mut seen = Vec::new();
    for nodes in [5, 50, 200, 500, 1_000, 3_000, 10_000, 40_000, ALL] {
        let sfen = setup(PROBLEMS[0]);
        let judgement = judge_within(nodes, &mut solver(), &sfen, &Question::default());
        seen.extend(judgement.open_questions(Profile::Standard));
    }
    seen.dedup();
    let expected = [
        QuestionKind::Solution,
        QuestionKind::Length,
        QuestionKind::Line,
        QuestionKind::Leftover,
    ];
    assert_eq!(seen, expected.map(OpenQuestion::from));
}

/// The author's move is not the first by custom, so that the mirror image of a dual is looked at before
/// the dual.
#[test]
fn no_limit_makes_a_cook_of_the_mirror_image_of_a_dual() {
    for (sfen, line, most, mirror_images) in [
        (
            "1G2k2G1/9/2SsGsS2/9/9/9/9/9/9 b 2r2bg4n4l18p 1",
            "7c6b+ 5a4a 3c4b+",
            4_000,
            2,
        ),
        (
            "4k4/9/L7L/3L1L3/1N5N1/9/9/9/9 b B2rb4g4s2n18p 1",
            "B*7c 5a5b 7c6b+",
            14_000,
            3,
        ),
    ] {
        let question = Question {
            author: Author {
                line: moves(line),
                ..Author::default()
            },
            ..Question::default()
        };
        let judged = |nodes| judge_within(nodes, &mut solver(), &setup(sfen), &question);
        let whole = judged(1_000_000);
        assert_eq!(whole.verdict(Profile::Standard), Verdict::Sound, "{sfen}");
        let images = whole
            .findings
            .iter()
            .filter(|it| it.kind == Kind::MirrorDual);
        assert_eq!(images.count(), mirror_images, "{sfen}");
        for nodes in (50..most).step_by(40) {
            let verdict = judged(nodes).verdict(Profile::Standard);
            let possible = [Verdict::Sound, Verdict::Unknown];
            assert!(possible.contains(&verdict), "{nodes}: {verdict:?}");
        }
    }
}

/// Returns the diagram with left and right exchanged.
fn mirror_image(setup: &Setup) -> Setup {
    let mut image = setup.clone();
    for square in Square::all() {
        let other = Square::new(8 - square.file(), square.rank());
        image.board[other.index()] = setup.board[square.index()];
    }
    image
}

/// Compositions with equal lines between which only the squares decide, and with these the kinds of what is
/// found beside them, or the pieces left over.
const LEANING: [&str; 5] = [
    "9/9/8k/9/7+R1/9/7+P1/8P/9 b SPr2b4g3s4n4l15p 1",
    "5nG1p/8k/9/9/7S1/9/9/9/9 b GS2r2b2g2s3n4l17p 1",
    "3+B5/1k7/s2L5/1+SS1b4/9/9/9/9/9 b RPr4gs4n3l17p 1",
    "k8/9/2+Rn5/1S1N5/9/9/9/9/9 b Lr2b4g3s2n3l18p 1",
    "k2p5/n8/P8/2S1P4/1+R7/9/9/9/9 b Pr2b4g3s3n4l14p 1",
];

/// The mirror image of a composition has the same verdict, lengths, leftover pieces and kinds of findings.
#[test]
#[ignore = "takes 4 s"]
fn the_mirror_image_of_a_composition_is_judged_as_the_composition() {
    let table = include_str!("../../../data/reference.tsv").lines().skip(1);
    let rows = table
        .step_by(4)
        .map(|row| row.split('\t').nth(1).expect("an SFEN"));
    let mut compared = 0;
    for sfen in PROBLEMS.iter().copied().chain(LEANING).chain(rows) {
        let judged = |setup: &Setup| {
            let found = judge_within(ALL, &mut solver(), setup, &Question::default());
            let open = PROFILES.iter().any(|&profile| is_open(&found, profile));
            let kinds = |it: &str| it.split(' ').next().expect("a kind").to_owned();
            let kinds: BTreeSet<_> = grave(&found, Profile::Strict)
                .iter()
                .map(|it| kinds(it))
                .collect();
            let reading = found.composed.reading.as_ref();
            let leftover = reading.map(|it| it.leftover);
            let verdicts: Vec<_> = PROFILES.iter().map(|&it| found.verdict(it)).collect();
            let lengths = (found.composed.answer, found.composed.strict.answer);
            (!open).then_some((verdicts, lengths, leftover, kinds))
        };
        let setup = setup(sfen);
        let Some(found) = judged(&setup) else {
            continue;
        };
        assert_eq!(judged(&mirror_image(&setup)), Some(found), "{sfen}");
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}
