//! Squares and shifts in words.

use crate::notation::{japanese, reasons, square_name};
use crate::said::Said;
use crate::shogi::{PieceKind, Square};

/// Returns the name of a square.
pub(crate) fn of_square(square: Square) -> Said {
    Said::new(square_name(square), japanese::square(square))
}

says! {
    attackers(): "attacker's", "攻方";
    defenders(): "defender's", "玉方";
}

/// Returns the side that a piece belongs to.
pub(crate) fn whose(is_attacker: bool) -> Said {
    if is_attacker {
        attackers()
    } else {
        defenders()
    }
}

/// Returns the name of a kind of piece.
pub(crate) fn kind_in_words(kind: PieceKind) -> Said {
    Said::new(reasons::kind_name(kind), japanese::piece(kind))
}

/// Returns a shift, with its units: `2 files to the left`, `左へ2筋`.
pub(crate) fn shift_in_words(files: i8, ranks: i8) -> Vec<Said> {
    steps(files, ranks, |count, way, unit| {
        let s = if count == 1 { "" } else { "s" };
        let to = if unit == "file" { "to the " } else { "" };
        format!("{count} {unit}{s} {to}{way}")
    })
}

/// Returns the steps of a shift, files first. `english` makes the English words of a number, a way and a unit.
pub(crate) fn steps(files: i8, ranks: i8, english: fn(u8, &str, &str) -> String) -> Vec<Said> {
    let mut steps = Vec::new();
    for (distance, unit, ways, kanji, kanji_unit) in [
        (files, "file", ["right", "left"], ["右", "左"], "筋"),
        (ranks, "rank", ["up", "down"], ["上", "下"], "段"),
    ] {
        if distance != 0 {
            let (count, way) = (distance.unsigned_abs(), usize::from(distance > 0));
            let japanese = format!("{}へ{count}{kanji_unit}", kanji[way]);
            steps.push(Said::new(english(count, ways[way], unit), japanese));
        }
    }
    steps
}
