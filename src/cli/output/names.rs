//! Recognizes folders and formats by the names of outputs, and makes names for the files in a folder.

use crate::answer::is_obeyed;
use crate::batch::shard::fnv1a;
use crate::cli::lang::name_of;
use crate::cli::values::is_stdout;
use crate::notation::FileType;
use clap::ValueEnum;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Returns whether an output is a folder, or is meant to be one.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

/// Returns the format of files of a type: the format whose name is the ending of these files.
pub fn format_of_type<F: ValueEnum>(file: FileType) -> Option<F> {
    let name = match file {
        FileType::Text => "text",
        FileType::Ki2u => "ki2",
        file => file.extension(),
    };
    F::from_str(name, false).ok()
}

/// Returns the type of the files of a format.
pub fn type_of_format(format: &impl ValueEnum) -> FileType {
    let value = format.to_possible_value();
    let file = value.and_then(|it| FileType::of_extension(it.get_name()));
    file.unwrap_or(FileType::Text)
}

/// Returns the format asked for by `--format`, else that of the output's name. Without `--format` there is none for
/// standard output, folders, and names without an ending.
///
/// # Errors
/// If the command writes no format with the ending of this name.
pub fn chosen_format<F: ValueEnum>(
    given: Option<F>,
    output: Option<&Path>,
) -> anyhow::Result<Option<F>> {
    match output.filter(|it| !is_stdout(it) && !is_folder(it)) {
        Some(path) if given.is_none() => format_of_name(path, format_of_type, "--format"),
        _ => Ok(given),
    }
}

/// Returns the format that the name of a file stands for; `None` if the name has no ending. `option` is the option
/// that the error recommends.
///
/// # Errors
/// If the command writes no format with this ending.
pub fn format_of_name<F>(
    path: &Path,
    of_type: impl Fn(FileType) -> Option<F>,
    option: &str,
) -> anyhow::Result<Option<F>> {
    if path.extension().is_none() {
        return Ok(None);
    }
    if let Some(format) = FileType::of(path).and_then(&of_type) {
        return Ok(Some(format));
    }
    let is_written = |ending: &str| FileType::of_extension(ending).and_then(&of_type).is_some();
    let endings: Vec<_> = FileType::extensions()
        .filter(|it| is_written(it))
        .map(|it| format!(".{it}"))
        .collect();
    let (path, endings) = (name_of(path), endings.join(" "));
    refuse!(
        "no format of this command has the ending of `{path}`: use one of {endings}, \
             or choose the format with `{option}`",
        "「{path}」の拡張子で書ける形式はない：{endings} のどれかにするか、{option} で形式を指定する"
    )
}

/// The longest name of a file in bytes, without a number and the extension. Most systems allow 255
/// bytes, and the temporary file has a longer name.
const MAX_NAME_BYTES: usize = 180;

/// Names of files in one folder, each given out once.
#[derive(Debug, Default)]
pub struct FileNames {
    /// The names given out, each in the form that [`folded`] makes.
    used: HashSet<String>,
    /// The last number given out after each name that was asked for more than once.
    numbers: HashMap<String, usize>,
}

impl FileNames {
    /// Returns a readable name for a problem's file: its id without characters that file names cannot have, cut
    /// if it is too long. A name that was given out before gets a number.
    pub fn of(&mut self, id: &str) -> String {
        let name = readable_name(id);
        let key = folded(&name);
        if self.used.insert(key.clone()) {
            return name;
        }
        let number = self.numbers.entry(key).or_insert(1);
        loop {
            *number += 1;
            let unique = format!("{name}-{number}");
            if self.used.insert(folded(&unique)) {
                return unique;
            }
        }
    }
}

/// Returns a name that is the same for names which a file system may confuse, because it does not tell
/// capitals from small letters: `ß` is `SS` there, and `ﬁ` is `FI`.
fn folded(name: &str) -> String {
    // Small letters first: the capital letter `ẞ` becomes `SS` only by way of `ß`.
    name.to_lowercase().to_uppercase().to_lowercase()
}

fn readable_name(id: &str) -> String {
    use FileType::{Bod, Csa, Jkf, Ki2, Kif, Kifu, Sfen, Text};
    let last = id.rsplit(['/', '\\']).next().unwrap_or(id);
    let last = match last.rsplit_once('.') {
        Some((stem, end)) => match FileType::of_extension(end) {
            Some(Kif | Kifu | Ki2 | Csa | Jkf | Sfen | Text | Bod) => stem,
            _ => last,
        },
        None => last,
    };
    let is_bad = |c: char| is_obeyed(c) || "<>:\"|?*".contains(c);
    let name: String = last
        .chars()
        .map(|c| if is_bad(c) { '-' } else { c })
        .collect();
    let name = &name[..name.floor_char_boundary(MAX_NAME_BYTES)];
    match name.trim_matches(['.', ' ']) {
        "" => "problem".to_owned(),
        // The `_` keeps the name from being a device or an option.
        name if is_device_name(name) || name.starts_with('-') => format!("_{name}"),
        name => name.to_owned(),
    }
}

/// Returns whether a name is that of a device on Windows, with any extension.
fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let stem = stem.to_ascii_uppercase();
    let is_port = |rest: &str| "0123456789¹²³".chars().any(|it| rest.chars().eq([it]));
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || ["COM", "LPT"]
            .iter()
            .any(|it| stem.strip_prefix(it).is_some_and(is_port))
}

/// The longest part of [`safe_name`] that comes from the id, in bytes.
const MAX_SAFE_NAME_BYTES: usize = 120;

/// Returns a name for a problem's file that differs for each id and is the same in every run. Only
/// letters, digits, `-`, `_` and dots that do not come first are kept. A number made from the
/// whole id follows if this changes the name. It also follows if a file system might confuse names,
/// because it does not distinguish capitals or different forms of a letter.
pub fn safe_name(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let is_short = !id.is_empty() && id.len() <= MAX_SAFE_NAME_BYTES;
    if is_short && id.chars().all(is_plain) && !is_device_name(id) && !id.starts_with('-') {
        return id.to_owned();
    }
    let mut name: String = (id.chars())
        .enumerate()
        .map(|(index, c)| match c {
            '.' if index > 0 => c,
            '-' if index == 0 => '_',
            c if c.is_alphanumeric() || is_plain(c) => c,
            _ => '_',
        })
        .collect();
    name.truncate(name.floor_char_boundary(MAX_SAFE_NAME_BYTES));
    if is_device_name(&name) {
        name.insert(0, '_');
    }
    format!("{name}-{:016x}", fnv1a(id.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_that_of_a_device_or_an_option() {
        let mut names = FileNames::default();
        for (id, name) in [
            ("con", "_con"),
            ("CON", "_CON-2"),
            ("x/nul.foo", "_nul.foo"),
            ("Com7.kif", "_Com7"),
            ("lpt¹", "_lpt¹"),
            ("-rf", "_-rf"),
            ("--help.sfen", "_--help"),
            ("console", "console"),
            ("com10", "com10"),
            ("a-b", "a-b"),
            ("x\u{202e}gnp.exe", "x-gnp.exe"),
            ("\u{200b}", "_-"),
        ] {
            assert_eq!(names.of(id), name);
        }
        for id in ["con", "NUL", "com1", "-rf", "aux.x"] {
            let name = safe_name(id);
            assert!(!is_device_name(&name), "{name}");
            assert!(!name.starts_with('-') && name != id, "{name}");
        }
    }

    #[test]
    fn names_that_a_file_system_may_confuse_are_told_apart() {
        for group in [
            &["ß", "SS", "ẞ", "sS", "ſs"][..],
            &["ﬁn", "FIN"],
            &["σας", "ΣΑΣ", "σασ"],
            &["K", "K", "k"],
            &["ᾳ", "ΑΙ"],
            &["ΐ", "ΐ"],
        ] {
            let mut names = FileNames::default();
            for (id, number) in group.iter().zip(1..) {
                let expected = match number {
                    1 => (*id).to_owned(),
                    _ => format!("{id}-{number}"),
                };
                assert_eq!(names.of(id), expected);
            }
        }
        let mut names = FileNames::default();
        for id in ["は", "ば", "ハ", "i", "j"] {
            assert_eq!(names.of(id), id);
        }
    }

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
