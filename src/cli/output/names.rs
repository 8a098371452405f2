//! Names of outputs: folders and formats by their names, and names for the files in a folder.

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

/// Returns the format of files of a type: the one that has their ending for a name.
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

/// Returns the format asked for by `--format`, else that of the output's name. `None` if neither says one:
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

/// Returns the format that the name of a file stands for; `None` if the name has no ending. Another
/// ending is a mistake, unless the format is asked for by `option`.
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
/// bytes. A file has a longer name while it is being written.
const LONGEST_NAME: usize = 180;

/// Names of files in one folder, each given out once.
#[derive(Debug, Default)]
pub struct FileNames {
    /// The names given out, each in the form that [`folded`] makes.
    used: HashSet<String>,
    /// The last number behind each name that was wished for again: those up to it are taken.
    numbers: HashMap<String, usize>,
}

impl FileNames {
    /// Gives out the name of the file of a problem for people: its id without what names of files cannot
    /// have, and cut where it is too long. One that was given out gets a number.
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
    // Small letters first: the capital of `ß` that is one letter has no other capital.
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
    let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
    match name.trim_matches(['.', ' ']) {
        "" => "problem".to_owned(),
        // Behind a line, so that it is neither a device nor an option.
        name if is_taken(name) || name.starts_with('-') => format!("_{name}"),
        name => name.to_owned(),
    }
}

/// Whether a name is that of a device on Windows, whatever its extension.
fn is_taken(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let stem = stem.to_ascii_uppercase();
    let is_port = |rest: &str| "0123456789¹²³".chars().any(|it| rest.chars().eq([it]));
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || ["COM", "LPT"]
            .iter()
            .any(|it| stem.strip_prefix(it).is_some_and(is_port))
}

/// How long a name of letters that are safe everywhere may be, in bytes, before what is put behind it.
const LONGEST_SAFE_NAME: usize = 120;

/// Returns a name for a problem's file that differs for each id and is the same in every run. Only
/// letters, digits, `-`, `_` and points that do not come first are kept. A number made from the
/// whole id follows if this changes the name. It also follows if a file system might confuse names,
/// because it does not distinguish capitals or different forms of a letter.
pub fn safe_name(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let is_short = !id.is_empty() && id.len() <= LONGEST_SAFE_NAME;
    if is_short && id.chars().all(is_plain) && !is_taken(id) && !id.starts_with('-') {
        return id.to_owned();
    }
    let mut name: String = (id.chars())
        .enumerate()
        .map(|(at, c)| match c {
            '.' if at > 0 => c,
            '-' if at == 0 => '_',
            c if c.is_alphanumeric() || is_plain(c) => c,
            _ => '_',
        })
        .collect();
    name.truncate(name.floor_char_boundary(LONGEST_SAFE_NAME));
    if is_taken(&name) {
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
            assert!(!is_taken(&name), "{name}");
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
            for (at, id) in group.iter().enumerate() {
                let number = (at > 0).then(|| format!("-{}", at + 1));
                let number = number.unwrap_or_default();
                assert_eq!(names.of(id), format!("{id}{number}"));
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
