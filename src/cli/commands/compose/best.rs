//! The best of many problems.

use crate::composition::compose::Composed;
use crate::report::Row;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Returns the best problems of each length, of all lengths as many as there are, until there are `most`. Short
/// ones come first, and of one length the best.
pub(super) fn best(rows: Vec<Row>, most: usize) -> Vec<Row> {
    let mut by_length: BTreeMap<u32, Vec<Row>> = BTreeMap::new();
    for row in rows {
        by_length
            .entry(row.plies.unwrap_or(0))
            .or_default()
            .push(row);
    }
    for rows in by_length.values_mut() {
        rows.sort_by_key(|it| Reverse(worth(it)));
    }
    let longest = by_length.values().map(Vec::len).max().unwrap_or(0);
    let mut left = most;
    let mut taken: BTreeMap<u32, usize> = BTreeMap::new();
    for place in 0..longest {
        for (&plies, rows) in &by_length {
            if place < rows.len() && left > 0 {
                *taken.entry(plies).or_default() += 1;
                left -= 1;
            }
        }
    }
    let chosen = by_length.into_iter().flat_map(|(plies, rows)| {
        let count = taken.get(&plies).copied().unwrap_or(0);
        rows.into_iter().take(count)
    });
    chosen.collect()
}

/// Returns how much one would like to show a problem.
fn worth(row: &Row) -> u32 {
    let rating = row.rating.as_ref();
    rating.map_or(0, Composed::worth_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::rating::{Rating, Score};

    fn row(id: &str, plies: u32, aesthetics: u32) -> Row {
        let mut row = Row::about(id.to_owned(), String::new());
        row.plies = Some(plies);
        row.rating = Some(Rating {
            aesthetics: Score {
                points: aesthetics,
                parts: Vec::new(),
            },
            ..Rating::default()
        });
        row
    }

    #[test]
    fn every_length_gets_its_best_first() {
        let rows = vec![
            row("a", 5, 10),
            row("b", 3, 20),
            row("c", 3, 90),
            row("d", 3, 50),
            row("e", 5, 70),
            row("f", 7, 1),
        ];
        let ids = |most| -> String {
            let best = best(rows.clone(), most);
            best.iter().map(|it| it.id.as_str()).collect()
        };
        assert_eq!(ids(0), "");
        assert_eq!(ids(1), "c");
        assert_eq!(ids(3), "cef");
        assert_eq!(ids(5), "cdeaf");
        assert_eq!(ids(99), "cdbeaf");
    }
}
