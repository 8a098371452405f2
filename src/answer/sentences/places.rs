//! Squares and shifts in words.

use crate::notation::{japanese, square_name};
use crate::said::Said;
use crate::shogi::Square;

/// Returns the name of a square.
pub(crate) fn of_square(square: Square) -> Said {
    Said::new(square_name(square), japanese::square(square))
}

/// Returns the steps of a shift, files first. `english` makes the English words of a number, a way and a unit.
pub(crate) fn steps(files: i8, ranks: i8, english: fn(u8, &str, &str) -> String) -> Vec<Said> {
    let mut steps = Vec::new();
    for (by, unit, ways, kanji, kanji_unit) in [
        (files, "file", ["right", "left"], ["右", "左"], "筋"),
        (ranks, "rank", ["up", "down"], ["上", "下"], "段"),
    ] {
        if by != 0 {
            let (count, way) = (by.unsigned_abs(), usize::from(by > 0));
            let japanese = format!("{}へ{count}{kanji_unit}", kanji[way]);
            steps.push(Said::new(english(count, ways[way], unit), japanese));
        }
    }
    steps
}
