//! What limits leave of a judgement: nothing that is said is wrong, and what is open is named.

use crate::common::setup;
use crate::{judge_within, moves, solver};
use tsume::composition::Author;
use tsume::composition::check::Question;
use tsume::composition::rules::Profile;
use tsume::composition::verdict::{Kind, Verdict};

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
