//! Lays out text: columns, wrapping, cutting. Widths are in columns of a terminal; a full-width
//! character takes two.

use super::{DIM, HEAD, Layout};
use crate::report::words::{dot, labels};
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns moves in columns, an even number in each line so that both sides keep their columns.
/// Lines after the first begin with a number.
pub(in crate::report) fn columns(moves: &[String], width: usize) -> Vec<String> {
    let cell = moves.iter().map(|mv| mv.width()).max().unwrap_or(0) + 2;
    let fitting = |margin: usize| (width.saturating_sub(margin) / cell).max(2) & !1;
    let margin = moves.len().to_string().len().max(2) + 2;
    if moves.len() <= fitting(2) {
        return vec![format!("  {}", moves.join("  "))];
    }
    moves
        .chunks(fitting(margin))
        .scan(1, |ply, chunk| {
            let first = *ply;
            *ply += chunk.len();
            let cells: String = chunk.iter().map(|mv| pad(mv, cell)).collect();
            let number = format!("{first:>0$}", margin - 2);
            Some(format!("{DIM}{number}{DIM:#}  {}", cells.trim_end()))
        })
        .collect()
}

/// Wraps words with single spaces. Lines are two columns narrower than `width`, as they are indented.
pub(in crate::report) fn wrapped<T: AsRef<str>>(
    words: impl IntoIterator<Item = T>,
    width: usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words
        .into_iter()
        .flat_map(|it| broken_at_width(it.as_ref(), width))
    {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() + 2 <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Wraps the lines of a message at its words.
#[cfg(feature = "cli")]
pub(crate) fn folded(text: &str, width: usize) -> String {
    let lines = text
        .lines()
        .flat_map(|it| wrapped(it.split(' '), width + 2));
    lines.collect::<Vec<_>>().join("\n")
}

/// Wraps words after a margin, which is four columns deeper from the second line on.
pub(super) fn hanging<T: AsRef<str>>(
    margin: &str,
    words: impl IntoIterator<Item = T>,
    width: usize,
) -> Vec<String> {
    let room = width.saturating_sub(margin.width() + 4).max(20);
    let lines = wrapped(words, room).into_iter().enumerate();
    lines
        .map(|(i, line)| {
            let deeper = if i == 0 { "" } else { "    " };
            format!("{margin}{deeper}{}", line.trim())
        })
        .collect()
}

/// Characters that may not begin a line, except after a blank.
const NOT_FIRST: &str = "()].,:;、。，．・：；？！）」』】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
/// Characters that may not end a line.
const NOT_LAST: &str = "([（「『【▲△";

/// Breaks a word that is too wide for a line, at a blank inside it if it has one. Japanese has none: a
/// line may end between almost any two wide characters.
fn broken_at_width(word: &str, width: usize) -> Vec<String> {
    let room = width.saturating_sub(2).max(8);
    if word.width() <= room {
        return vec![word.to_owned()];
    }
    let mut pieces = Vec::new();
    let mut rest = word;
    while rest.width() > room {
        let (mut used, mut fitting) = (0, 0);
        let mut end = None;
        let mut previous: Option<char> = None;
        for (start, c) in rest.char_indices() {
            let is_wide = |c: char| c.width().unwrap_or(0) > 1;
            let may_end = previous.is_some_and(|it| {
                (is_wide(it) || is_wide(c)) && !NOT_LAST.contains(it) && !NOT_FIRST.contains(c)
            });
            // A word of narrow characters stays whole even if it is too long.
            if may_end && (used <= room || end.is_none()) {
                end = Some(start);
            }
            used += c.width().unwrap_or(0);
            if used <= room {
                fitting = start + c.len_utf8();
            }
            if used > room && end.is_some() {
                break;
            }
            previous = Some(c);
        }
        let Some(end) = last_blank(&rest[..fitting]).or(end) else {
            break;
        };
        let (piece, others) = rest.split_at(end);
        pieces.push(piece.to_owned());
        rest = others.trim_start();
    }
    pieces.push(rest.to_owned());
    pieces
}

/// Returns the byte of the last blank beside a narrow character. A blank between two wide characters is part
/// of a Japanese sentence.
fn last_blank(text: &str) -> Option<usize> {
    let is_narrow = |c: Option<char>| c.is_some_and(|c| c.width() == Some(1));
    let mut blanks = text.rmatch_indices(' ').map(|(blank, _)| blank);
    blanks.find(|&blank| {
        let (before, after) = (&text[..blank], &text[blank + 1..]);
        is_narrow(before.chars().next_back()) || is_narrow(after.chars().next())
    })
}

/// Fills with spaces on the right.
pub(in crate::report) fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Fills with spaces on the left.
pub(super) fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Returns the width of the column of ids. It does not depend on the ids, because rows are written as they
/// are known.
pub(in crate::report) fn id_width(layout: Layout) -> usize {
    const WIDEST: usize = 24;
    if layout.clip {
        (layout.width / 4).clamp(WIDEST * 2 / 3, WIDEST)
    } else {
        WIDEST
    }
}

/// Shortens a name to this width, with `…` in its middle, since names of one collection differ at the end.
pub(in crate::report) fn shortened(name: &str, width: usize) -> String {
    if name.width() <= width {
        return name.to_owned();
    }
    let head = start_that_fits(name.chars(), width / 3);
    let tail = start_that_fits(name.chars().rev(), width.saturating_sub(head.width() + 1));
    format!("{head}…{}", tail.chars().rev().collect::<String>())
}

/// Cuts a text after a word, or after any character if the first word is too long, and adds `…`.
pub(in crate::report) fn clipped(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let first = wrapped(text.split(' '), width).into_iter().next();
    match first.filter(|it| it.width() + 2 <= width) {
        Some(line) => format!("{} …", line.trim_end()),
        None => start_that_fits(text.chars(), width.saturating_sub(1)) + "…",
    }
}

/// Returns the first characters that fit into this width.
fn start_that_fits(text: impl Iterator<Item = char>, width: usize) -> String {
    let (mut fitting, mut room) = (String::new(), width);
    for c in text {
        let needed = c.width().unwrap_or(0);
        if needed > room {
            break;
        }
        room -= needed;
        fitting.push(c);
    }
    fitting
}

/// The least width of the last column of a row. With less room it gets a line of its own.
const LEAST_ROOM: usize = 24;

/// Writes a row of a table. The columns before the last are `used` wide together. On a terminal the last one
/// is cut after a word.
pub(in crate::report) fn write_row<W: Write>(
    out: &mut W,
    columns: &str,
    used: usize,
    last: &str,
    layout: Layout,
) -> io::Result<()> {
    let room = layout.width.saturating_sub(used + 2);
    let last = match last {
        last if !layout.clip => last.to_owned(),
        last if room < LEAST_ROOM && last.width() > room => {
            writeln!(out, "{}", columns.trim_end())?;
            return writeln!(out, "  {}", clipped(last, layout.width.saturating_sub(2)));
        }
        last => clipped(last, room),
    };
    writeln!(out, "{}", format!("{columns}  {last}").trim_end())
}

/// Writes the counts of a run after their heading. On a terminal they are wrapped between counts.
pub(in crate::report) fn write_summary<W: Write>(
    out: &mut W,
    counts: &[String],
    layout: Layout,
) -> io::Result<()> {
    let lang = layout.lang;
    let title = labels::words(lang).summary;
    let room = if layout.clip {
        layout.width.saturating_sub(title.width() + 2)
    } else {
        usize::MAX
    };
    let lines = counts
        .iter()
        .flat_map(|it| wrapped_parts(it, dot(lang), room));
    let mut margin = format!("{HEAD}{title}{HEAD:#}");
    for line in lines {
        writeln!(out, "{margin}  {line}")?;
        margin = " ".repeat(title.width());
    }
    Ok(())
}

/// Writes parts with their headings, if they have one. A part without lines is left out.
pub(in crate::report) fn write_parts<W: Write>(
    out: &mut W,
    parts: Vec<(&str, Vec<String>)>,
) -> io::Result<()> {
    for (title, lines) in parts.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        writeln!(out)?;
        if !title.is_empty() {
            writeln!(out, "{HEAD}{title}{HEAD:#}")?;
        }
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Wraps a list at the separators between its parts.
pub(in crate::report) fn wrapped_parts(list: &str, between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in list.split(between) {
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + part.width() <= width => {
                line.push_str(between);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_after_a_word() {
        assert_eq!(clipped("▲７六歩", 9), "▲７六歩");
        assert_eq!(clipped("▲７六歩", 6), "▲７六…");
        assert_eq!(clipped("abc", 0), "…");
        assert_eq!(
            clipped("ply 1 cook ▲２三角不成 +2 more", 23),
            "ply 1 cook …"
        );
        assert_eq!(
            clipped("ply 1 cook ▲２三角不成 +2 more", 24),
            "ply 1 cook ▲２三角不成 …"
        );
        assert_eq!(
            clipped("攻方の手番から始まる作品ではない", 20),
            "攻方の手番から始ま …"
        );
    }

    #[test]
    fn a_long_name_keeps_both_ends() {
        assert_eq!(shortened("first-01", 16), "first-01");
        assert_eq!(
            shortened("collection/problem-017.kif", 16),
            "colle…em-017.kif"
        );
        assert_eq!(shortened("詰将棋作品集第十二番", 16), "詰将…集第十二番");
    }

    #[test]
    fn a_list_is_wrapped_between_its_parts() {
        let lines = wrapped_parts("12 problems · sound 8 · no mate 0", " · ", 24);
        assert_eq!(lines, ["12 problems · sound 8", "no mate 0"]);
    }

    #[test]
    fn a_long_line_keeps_each_side_in_its_columns() {
        let moves: Vec<_> = (1..=7).map(|n| format!("m{n}")).collect();
        assert_eq!(columns(&moves, 80), ["  m1  m2  m3  m4  m5  m6  m7"]);
        let narrow = columns(&moves, 24).join("\n");
        let narrow = anstream::adapter::strip_str(&narrow).to_string();
        assert_eq!(narrow, " 1  m1  m2  m3  m4\n 5  m5  m6  m7");
    }

    #[test]
    fn words_are_wrapped_at_the_width() {
        let words = ["aaaa", "bbbb", "cccc"].map(str::to_owned);
        assert_eq!(wrapped(&words, 11), ["aaaa bbbb", "cccc"]);
        assert_eq!(wrapped(&words, 2), ["aaaa", "bbbb", "cccc"]);
        let sentence = ["作意の手では、より長くかかる（５手）".to_owned()];
        let lines = wrapped(&sentence, 20);
        assert_eq!(lines, ["作意の手では、より", "長くかかる（５手）"]);
        let lines = wrapped(&sentence, 16);
        assert_eq!(lines, ["作意の手では、", "より長くかかる", "（５手）"]);
        let names = ["▲８八金 (mates: 迂回(ロ) detour or cook)".to_owned()];
        let lines = wrapped(&names, 24);
        assert_eq!(lines, ["▲８八金 (mates:", "迂回(ロ) detour or", "cook)"]);
    }
}
