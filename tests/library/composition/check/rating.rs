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
/// 6c8a+ 7a8a G*8b. The bishop is given away on an empty square.
const SACRIFICE: &str = "2k6/3gP4/1P1B5/9/9/9/9/9/9 b G2rb2g4s4n4l16p 1";
/// 3c2a+ 1a2a G*2b. The knight captures the gold that is dropped at once.
const BAIT: &str = "7gk/9/6N1S/9/9/9/9/9/9 b 2r2b3g3s3n4l18p 1";
/// G*2d 1d1e 2d2e 1e1f 2e2f. A gold follows the king.
const CHASE: &str = "9/9/9/8k/9/9/7R1/9/9 b Gr2b3g4s4n4l18p 1";
/// 3e4e 5e6f 4e6g 6f7e G*8e.
const PROMOTED: &str = "9/9/9/3+s5/4k1+B2/2B3G2/9/9/9 b G2r2g3s4n4l18p 1";

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
fn a_piece_that_captures_what_is_dropped_at_once_is_hardly_a_sacrifice() {
    let [sacrifice, bait] = [SACRIFICE, BAIT].map(|it| rating(it).aesthetics);
    assert_eq!(points(&sacrifice, RatingPart::Sacrifices), 14);
    assert_eq!(points(&sacrifice, RatingPart::Captures), 0);
    // The knight is worth 1.
    assert_eq!(points(&bait, RatingPart::Sacrifices), 2);
    assert_eq!(points(&bait, RatingPart::Captures), -10);
}

#[test]
fn a_piece_that_follows_the_king_to_the_end_takes_points_away() {
    let chase = rating(CHASE).aesthetics;
    assert_eq!(points(&chase, RatingPart::Tail), -10);
    assert_eq!(points(&chase, RatingPart::Chase), -8);
    let sacrifice = rating(SACRIFICE).aesthetics;
    assert_eq!(points(&sacrifice, RatingPart::Tail), 0);
}

#[test]
fn a_king_that_may_go_has_a_choice() {
    // The king walks twice in one, captures in the other.
    let chase = rating(CHASE).aesthetics;
    assert_eq!(points(&chase, RatingPart::Choices), 8);
    let bait = rating(BAIT).aesthetics;
    assert_eq!(points(&bait, RatingPart::Choices), -8);
}

#[test]
fn promoted_pieces_of_both_sides_take_points_away() {
    // One of the attacker's is a horse, the defender's is a silver.
    let promoted = rating(PROMOTED).aesthetics;
    assert_eq!(points(&promoted, RatingPart::Promoted), -10);
    assert_eq!(points(&promoted, RatingPart::Hand), 4);
}

#[test]
fn mirror_images_have_the_same_rating() {
    let mirrored = "kg7/9/S1N6/9/9/9/9/9/9 b 2r2b3g3s3n4l18p 1";
    assert_eq!(rating(BAIT), rating(mirrored));
}

#[test]
fn a_problem_of_white_is_rated_like_that_of_black() {
    let white = "9/9/9/9/9/9/s1n6/9/KG7 w 2R2B3G3S3N4L18P 1";
    assert_eq!(rating(BAIT), rating(white));
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
