//! The sample of positions holds every kind that is rare among random ones.

use support::rare::KINDS;
use support::sample::sample;
use tsume::shogi::Color;

#[test]
fn the_sample_holds_what_is_rare() {
    for (name, is) in KINDS {
        let count = sample().iter().filter(|it| is(it)).count();
        assert!(count >= 50, "only {count} with: {name}");
    }
    let sides = Color::ALL.map(|color| {
        let sample = sample().iter();
        sample.filter(|it| it.turn() == color && it.king(color).is_none()).count()
    });
    assert!(sides.iter().all(|&count| count >= 200), "{sides:?}");
}
