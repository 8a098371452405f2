//! Chooses the best of many problems, and avoids problems that are alike.

use crate::answer::Row;
use crate::batch::compose::likeness_of;
use crate::composition::compose::{Composed, Likeness};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Returns the best problems, `most` of them at most, with the same number of each length as far as
/// possible. They are sorted by length, then the best first.
///
/// The problems are chosen one by one. A problem loses worth by what it has in common with the chosen ones.
/// Problems of the lesser half of their length are chosen only when the better halves are used up.
pub(super) fn best(rows: Vec<Row>, most: usize) -> Vec<Row> {
    let mut by_length: BTreeMap<u32, Vec<Candidate>> = BTreeMap::new();
    for row in rows {
        let plies = row.plies.unwrap_or(0);
        let candidates = by_length.entry(plies).or_default();
        candidates.push(Candidate::new(row));
    }
    let mut better = Vec::new();
    let mut lesser = Vec::new();
    for mut candidates in by_length.into_values() {
        candidates.sort_by_key(|it| Reverse(it.worth));
        lesser.push(candidates.split_off(candidates.len().div_ceil(2)));
        better.push(candidates);
    }
    let mut chosen: Vec<Candidate> = Vec::new();
    choose(&mut better, most, &mut chosen);
    for candidate in lesser.iter_mut().flatten() {
        candidate.loss = chosen.iter().map(|it| candidate.loss_beside(it)).sum();
    }
    choose(&mut lesser, most, &mut chosen);
    chosen.sort_by_key(|it| (it.row.plies, Reverse(it.worth)));
    chosen.into_iter().map(|it| it.row).collect()
}

/// Chooses problems of all lengths in turn, until there are `most`. Each list has the problems of one length.
fn choose(lengths: &mut [Vec<Candidate>], most: usize, chosen: &mut Vec<Candidate>) {
    loop {
        let before = chosen.len();
        for at in 0..lengths.len() {
            if chosen.len() == most {
                return;
            }
            let Some(best) = take_best(&mut lengths[at]) else {
                continue;
            };
            for other in lengths.iter_mut().flatten() {
                other.loss += other.loss_beside(&best);
            }
            chosen.push(best);
        }
        if chosen.len() == before {
            return;
        }
    }
}

/// A problem that may be chosen.
struct Candidate {
    row: Row,
    likeness: Option<Likeness>,
    worth: u32,
    /// The worth that it loses by what it has in common with the chosen ones.
    loss: u32,
}

impl Candidate {
    fn new(row: Row) -> Self {
        Self {
            likeness: likeness_of(&row),
            worth: row.rating.as_ref().map_or(0, Composed::worth_of),
            loss: 0,
            row,
        }
    }

    fn value(&self) -> i64 {
        i64::from(self.worth) - i64::from(self.loss)
    }

    /// Returns the worth that the problem loses if `other` is chosen.
    fn loss_beside(&self, other: &Self) -> u32 {
        let (Some(one), Some(other)) = (&self.likeness, &other.likeness) else {
            return 0;
        };
        match one.plies_in_common(other) {
            common if common + 2 >= one.shorter(other).max(5) => 100,
            0 => 0,
            1..3 => 4,
            3..5 => 20,
            _ => 40,
        }
    }
}

/// Removes and returns the problem that is worth most now, the first of equals.
fn take_best(candidates: &mut Vec<Candidate>) -> Option<Candidate> {
    let places = 0..candidates.len();
    let best = places.min_by_key(|&at| Reverse(candidates[at].value()))?;
    Some(candidates.remove(best))
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
        assert_eq!(ids(4), "cdef");
        assert_eq!(ids(5), "cdbef");
        assert_eq!(ids(99), "cdbeaf");
    }

    /// A problem of three plies with this line.
    fn played(id: &str, aesthetics: u32, sfen: &str, line: &str) -> Row {
        let mut row = row(id, 3, aesthetics);
        row.sfen = Some(sfen.to_owned());
        row.solution = line.split(' ').map(str::to_owned).collect();
        row
    }

    #[test]
    fn the_same_course_is_not_chosen_again_as_long_as_a_better_half_has_another() {
        let gold = "4e1b+ 2a1b G*2b";
        let one = played("a", 90, "7k1/9/7P1/9/5B3/9/9/9/9 b G 1", gold);
        let same = played("b", 85, "7k1/9/7P1/9/5B3/9/9/8P/9 b G 1", gold);
        let other = played("c", 80, "4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*5b 5a4a G*4b");
        let ids = |rows: Vec<Row>| -> String {
            let best = best(rows, 2);
            best.iter().map(|it| it.id.as_str()).collect()
        };
        let three = vec![one, same, other];
        let with = |more: Vec<Row>| [three.clone(), more].concat();
        let lesser = vec![row("d", 3, 10), row("e", 3, 5)];
        assert_eq!(ids(with(lesser)), "ac");
        assert_eq!(ids(with(vec![row("d", 3, 95)])), "da");
        // The other course is of the lesser half now.
        assert_eq!(ids(three.clone()), "ab");
    }
}
