//! Digits of both widths, and kanji numerals.

/// Returns the value of a digit of either width.
#[must_use]
pub fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(u32::from(c) - u32::from('0')),
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => None,
    }
}

/// Returns the value of a kanji numeral: a digit, or ten, a hundred, a thousand.
#[must_use]
pub const fn kanji(c: char) -> Option<u32> {
    Some(match c {
        '〇' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        '百' => 100,
        '千' => 1000,
        _ => return None,
    })
}
