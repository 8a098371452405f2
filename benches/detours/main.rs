//! Finds alternatives and their names by the rule about detours, and writes the table of them, in some minutes:
//!
//! ```text
//! cargo run --release -p tsume-measure --bin detours > tests/data/detours.tsv
//! ```

mod variants;

use support::detours::table::{EFFORT, HEADER, problems, rows};
use variants::variants;

/// Writes all rows of machine-made problems; of positions from games and of variants of problems those that are
/// told apart by anything, and every tenth or hundredth. Rows that take too long go to standard error.
fn main() {
    let composed = include_str!("../../tests/data/short_composed.tsv");
    let mut all = problems(include_str!("../../tests/data/classes.tsv"), &[3, 5]);
    all.extend(problems(composed, &[7]));
    let from_games = all.len();
    all.extend(problems(
        include_str!("../../tests/data/short_game.tsv"),
        &[3, 5],
    ));
    all.extend(problems(
        include_str!("../../tests/data/double_king.tsv"),
        &[3, 5],
    ));
    let from_variants = all.len();
    all.extend(problems(composed, &[3, 5]).iter().flat_map(variants));
    let found = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let numbered = all.iter().enumerate().filter(move |it| it.0 % 2 == half);
            let rows = |(number, problem)| (number, rows(problem, EFFORT));
            scope.spawn(move || numbered.map(rows).collect::<Vec<_>>())
        });
        let join = |half: std::thread::ScopedJoinHandle<_>| half.join().expect("no panic");
        let mut found: Vec<(usize, _)> = halves.map(join).into_iter().flatten().collect();
        found.sort_by_key(|it| it.0);
        found
    });
    let mut text = format!("{HEADER}\n");
    let mut plain = 0;
    for (number, (rows, open)) in found {
        for row in rows {
            let is_plain = row.contains("\tcook\t") && row.ends_with("\t0\t");
            plain += usize::from(is_plain && number >= from_games);
            let step = if number < from_variants { 10 } else { 100 };
            if number < from_games || !is_plain || plain % step == 0 {
                text += &row;
                text.push('\n');
            }
        }
        for row in open {
            eprintln!("open: {row}");
        }
    }
    print!("{text}");
}
