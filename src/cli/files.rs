//! Names of files that are written.

use crate::batch::shard::fnv1a;
use crate::notation::FileType;
use std::collections::HashSet;
use std::path::Path;

/// Whether an output is a folder, or is to be one.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

/// How long the name of a file may be, in bytes, before a number and the extension: few systems have room
/// for more than 255, and some of that is for the file while it is written.
const LONGEST_NAME: usize = 180;

/// The name of the file of a problem for people: its id without what names of files cannot have, and cut
/// where it is too long. One that was given out gets a number.
pub(super) fn file_name(id: &str, used: &mut HashSet<String>) -> String {
    use FileType::{Bod, Csa, Jkf, Ki2, Kif, Kifu, Sfen, Text};
    let last = id.rsplit(['/', '\\']).next().unwrap_or(id);
    let last = match last.rsplit_once('.') {
        Some((stem, end)) => match FileType::of_extension(end) {
            Some(Kif | Kifu | Ki2 | Csa | Jkf | Sfen | Text | Bod) => stem,
            _ => last,
        },
        None => last,
    };
    let is_bad = |c: char| c.is_control() || "<>:\"|?*".contains(c);
    let name: String = last
        .chars()
        .map(|c| if is_bad(c) { '-' } else { c })
        .collect();
    let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
    let name = match name.trim_matches(['.', ' ']) {
        "" => "problem",
        name => name,
    };
    let mut unique = name.to_owned();
    let mut number = 1;
    while !used.insert(unique.to_lowercase()) {
        number += 1;
        unique = format!("{name}-{number}");
    }
    unique
}

/// How long a name of letters that are safe everywhere may be, in bytes, before what is put behind it.
const LONGEST_SAFE_NAME: usize = 120;

/// A name for the file of a problem, another for each id and the same in every run. What is safe everywhere is kept: letters,
/// digits, `-`, `_` and points that do not come first. Where that changes the name, or where a file
/// system may take it for another, because it does not tell capitals from small letters or forms of
/// a letter from each other, a number made from the whole id follows.
pub(super) fn safe_name(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !id.is_empty() && id.len() <= LONGEST_SAFE_NAME && id.chars().all(is_plain) {
        return id.to_owned();
    }
    let mut name: String = (id.chars())
        .enumerate()
        .map(|(at, c)| match c {
            '.' if at > 0 => c,
            c if c.is_alphanumeric() || is_plain(c) => c,
            _ => '_',
        })
        .collect();
    name.truncate(name.floor_char_boundary(LONGEST_SAFE_NAME));
    format!("{name}-{:016x}", fnv1a(id.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe_and_told_apart() {
        assert_eq!(safe_name("muso-001_a"), "muso-001_a");
        let ids = [
            "muso001",
            "Muso001",
            "a/b",
            "a_b",
            "a:b",
            "../x",
            "",
            ".",
            "..",
            "詰将棋",
            "a b",
        ];
        let long = "x".repeat(5_000);
        let names: Vec<String> = ids.into_iter().chain([&*long]).map(safe_name).collect();
        for (name, at) in names.iter().zip(0..) {
            assert!(
                !name.starts_with('.') && !name.contains(['/', '\\', ':']),
                "{name}"
            );
            assert!(name.len() < 200);
            let folded = name.to_lowercase();
            assert!(
                names[..at].iter().all(|it| it.to_lowercase() != folded),
                "{name}"
            );
        }
    }
}
