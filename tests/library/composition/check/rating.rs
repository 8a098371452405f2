//! Ratings: the parts add up, and the numbers put problems in the order in which people would.

use super::{judge, solver};
use support::setup;
use tsume::composition::check::Question;
use tsume::composition::rating::{Rating, Score};
use tsume::vocabulary::RatingPart;

fn rated(sfen: &str, attributes: bool) -> Option<Rating> {
    let question = Question {
        attributes,
        ..Question::default()
    };
    judge(&mut solver(), &setup(sfen), &question).rating
}

fn rating(sfen: &str) -> Rating {
    rated(sfen, true).expect("the main line is known")
}

fn points(score: &Score, kind: RatingPart) -> i32 {
    let part = score.parts.iter().find(|it| it.kind == kind);
    part.map_or(0, |it| it.points)
}

/// A gold mates at once.
const PLAIN: &str = "8k/9/8P/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1";
/// 3c2a+ 1a2a G*2b
const SACRIFICE: &str = "7gk/9/6N1S/9/9/9/9/9/9 b 2r2b3g3s3n4l18p 1";

/// G*2d 1c1b 2d2c 1b1a 2c2b. After 1c2b the attacker mates in three plies, after other replies at once.
const VARIATION: &str = "9/6S2/8k/9/7L1/9/9/9/9 b G2r2b3g3s4n3l18p 1";

#[test]
fn the_parts_add_up() {
    for text in [PLAIN, SACRIFICE] {
        let rating = rating(text);
        for score in [&rating.difficulty, &rating.aesthetics] {
            let sum: i32 = score.parts.iter().map(|it| it.points).sum();
            assert_eq!(score.points, sum.clamp(0, 100) as u32, "{rating:?}");
            assert!(score.parts.iter().all(|it| it.points != 0), "{rating:?}");
        }
    }
}

#[test]
fn a_sacrifice_is_harder_and_more_to_like_than_a_plain_mate() {
    let (plain, sacrifice) = (rating(PLAIN), rating(SACRIFICE));
    assert!(sacrifice.difficulty.points > plain.difficulty.points);
    assert!(sacrifice.aesthetics.points > plain.aesthetics.points);
    assert!(points(&sacrifice.aesthetics, RatingPart::Sacrifices) > 0);
    assert_eq!(points(&plain.aesthetics, RatingPart::Sacrifices), 0);
}

#[test]
fn mirror_images_have_the_same_rating() {
    let mirrored = "kg7/9/S1N6/9/9/9/9/9/9 b 2r2b3g3s3n4l18p 1";
    assert_eq!(rating(SACRIFICE), rating(mirrored));
}

#[test]
fn a_problem_of_white_is_rated_like_that_of_black() {
    let white = "9/9/9/9/9/9/s1n6/9/KG7 w 2R2B3G3S3N4L18P 1";
    assert_eq!(rating(SACRIFICE), rating(white));
}

#[test]
fn nothing_is_rated_without_being_asked() {
    assert_eq!(rated(PLAIN, false), None);
}

#[test]
fn variations_count_that_need_more_than_a_mate_at_once() {
    let read = rating(VARIATION);
    let part = |kind| {
        let parts = &read.difficulty.parts;
        parts.iter().find(|it| it.kind == kind).map(|it| it.count)
    };
    assert_eq!(part(RatingPart::Variations), Some(1), "{read:?}");
    assert_eq!(part(RatingPart::LongestVariation), Some(4), "{read:?}");
    let plain = rating(PLAIN);
    assert_eq!(points(&plain.difficulty, RatingPart::Variations), 0);
}
