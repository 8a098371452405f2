//! The language of messages: that of `--lang`, else of the environment.

use super::exit::Unread;
use crate::answer::printable;
use crate::vocabulary::Lang;
use std::env;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says the same in both languages, as [`both!`] does, and gives the text in the language of messages.
macro_rules! say {
    ($english:literal, $japanese:literal $(,)?) => {
        both!($crate::cli::lang::spoken(), $english, $japanese)
    };
}

/// Ends a function with an error that is said in both languages.
macro_rules! refuse {
    ($english:literal, $japanese:literal $(,)?) => {
        anyhow::bail!(say!($english, $japanese))
    };
}

/// Ends a function with an error of what is to be read, that is said in both languages.
macro_rules! unread {
    ($english:literal, $japanese:literal $(,)?) => {
        anyhow::bail!($crate::cli::exit::Unread(say!($english, $japanese)))
    };
}

/// Whether messages on standard error are in Japanese. Like colours, this holds for the whole
/// process.
static IN_JAPANESE: AtomicBool = AtomicBool::new(false);

/// Sets the language of messages.
pub(super) fn speak(lang: Lang) {
    IN_JAPANESE.store(lang == Lang::Japanese, Ordering::Relaxed);
}

/// Returns the language of messages.
pub(super) fn spoken() -> Lang {
    if IN_JAPANESE.load(Ordering::Relaxed) {
        Lang::Japanese
    } else {
        Lang::English
    }
}

/// Returns the text in the language of messages; `[english, japanese]`.
pub(super) fn said<T>(both: [T; 2]) -> T {
    spoken().of(both)
}

/// Returns the name of a file for people.
pub(super) fn name_of(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// Returns the first of these names, and how many more there are.
pub(super) fn listed(names: &[String]) -> String {
    const NAMED: usize = 5;
    let first = &names[..names.len().min(NAMED)];
    let list = first.join(said([", ", "、"]));
    match names.len() - first.len() {
        0 => list,
        more => say!("{list} and {more} more", "{list}ほか{more}件"),
    }
}

/// Returns the message that a file of rows cannot be continued.
pub(super) fn cannot_continue(path: &Path) -> String {
    let path = name_of(path);
    say!(
        "cannot continue `{path}`",
        "「{path}」を続きから再開できない"
    )
}

/// Adds the path to an error of reading a file.
pub(super) fn cannot_read(path: &Path) -> Unread {
    let path = name_of(path);
    Unread(say!("cannot read `{path}`", "「{path}」を読み込めない"))
}

/// How a run with `--resume` goes on.
pub(super) const SAME_AGAIN: [&str; 2] = [
    "to continue, give the same command again",
    "続けるには、同じコマンドをもう一度実行する",
];

/// Returns the message that a file is given twice.
pub(super) fn given_twice(path: &Path) -> String {
    let path = name_of(path);
    say!("`{path}` is given twice", "「{path}」が二度指定されている")
}

/// The error that there is no problem.
pub(super) fn no_problem() -> Unread {
    let message = [
        "there is no problem in the input",
        "詰将棋の問題が見つからない",
    ];
    Unread(said(message).to_owned())
}

/// Returns the language asked for, or else that of the environment.
pub(super) fn wanted(choice: Option<Lang>) -> Lang {
    choice.map_or_else(|| of_environment(|name| env::var(name).ok()), Into::into)
}

/// Returns the language of messages: as usual, the first of these variables that is not empty
/// decides.
fn of_environment(value: impl Fn(&str) -> Option<String>) -> Lang {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
    let locale = names.filter_map(value).find(|it| !it.is_empty());
    Lang::of_locale(&locale.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |variables: &[(&str, &str)]| {
            of_environment(|name| {
                let found = variables.iter().find(|it| it.0 == name);
                found.map(|it| it.1.to_owned())
            })
        };
        assert_eq!(of(&[]), Lang::English);
        assert_eq!(of(&[("LANG", "ja_JP.UTF-8")]), Lang::Japanese);
        assert_eq!(of(&[("LANG", "ja")]), Lang::Japanese);
        assert_eq!(of(&[("LANG", "en_GB.UTF-8")]), Lang::English);
        let both = [("LC_ALL", ""), ("LC_MESSAGES", "ja_JP"), ("LANG", "de_DE")];
        assert_eq!(of(&both), Lang::Japanese);
        assert_eq!(of(&[("LC_ALL", "C"), ("LANG", "ja_JP")]), Lang::English);
    }
}
