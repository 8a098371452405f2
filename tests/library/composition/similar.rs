//! Finds twins of problems among a few thousand others: mirrored, shifted, and with pieces changed.
//!
//! `cargo run --release -p tsume-measure --bin similar` does the same among 400,000.

use support::Random;
use support::twins::{Kind, Work, collection, twin};
use tsume::composition::similar::{Collection, Wanted};

const TABLES: [&str; 3] = [
    include_str!("../../data/short_composed.tsv"),
    include_str!("../../data/short_game.tsv"),
    include_str!("../../data/reference.tsv"),
];

#[test]
fn twins_are_found_among_many_problems() {
    let mut random = Random(1);
    let tables: Vec<_> = TABLES.iter().flat_map(|it| Work::of_table(it)).collect();
    assert!(tables.len() > 1000, "{}", tables.len());
    let works = collection(&tables, 6000, &mut random);
    let index: Collection = works.iter().map(Work::known).collect();
    for kind in Kind::ALL {
        let (mut asked, mut found) = (0, 0);
        while asked < 60 {
            let number = random.below(works.len());
            let enough = match kind {
                // Of a few pieces, nothing is left when some of them differ.
                Kind::Changed(count) | Kind::All(count) => 6 * count,
                Kind::Later => usize::MAX * usize::from(works[number].line.len() < 7),
                _ => 0,
            };
            if works[number].pieces() < enough {
                continue;
            }
            let Some(twin) = twin(&works[number], kind, &mut random) else {
                continue;
            };
            asked += 1;
            let hits = index.find(&twin.known(), Wanted::default(), &|_| false);
            found += usize::from(hits.iter().any(|it| it.number == number));
            for hit in &hits {
                let is_alike = hit.difference.score() >= 60 || hit.ending.is_some();
                assert!(is_alike, "{hit:?}");
            }
        }
        assert!(found >= 59, "{kind:?}: {found} of {asked}");
    }
}
