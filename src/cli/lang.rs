//! The language of messages: that of `--lang`, else of the environment.

use super::exit::Unread;
use crate::answer::printable;
use crate::vocabulary::Lang;
use std::env;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes a text from a sentence in both languages, as [`both!`] does: the one in the language of messages.
macro_rules! say {
    ($english:literal, $japanese:literal $(,)?) => {
        both!($crate::cli::lang::message_lang(), $english, $japanese)
    };
}

/// Returns from a function with an error in the language of messages.
macro_rules! refuse {
    ($english:literal, $japanese:literal $(,)?) => {
        anyhow::bail!(say!($english, $japanese))
    };
}

/// Returns from a function with the error [`Unread`], in the language of messages.
macro_rules! unread {
    ($english:literal, $japanese:literal $(,)?) => {
        anyhow::bail!($crate::cli::exit::Unread(say!($english, $japanese)))
    };
}

/// Whether messages are in Japanese, for the whole process.
static IN_JAPANESE: AtomicBool = AtomicBool::new(false);

/// Sets the language of messages.
pub(super) fn set_message_lang(lang: Lang) {
    IN_JAPANESE.store(lang == Lang::Japanese, Ordering::Relaxed);
}

/// Returns the language of messages.
pub(super) fn message_lang() -> Lang {
    if IN_JAPANESE.load(Ordering::Relaxed) {
        Lang::Japanese
    } else {
        Lang::English
    }
}

/// Returns one of `[english, japanese]`: that in the language of messages.
pub(super) fn localized<T>(both: [T; 2]) -> T {
    message_lang().of(both)
}

/// Returns the name of a file for people.
pub(super) fn name_of(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// Returns a list of the first names, and how many more there are.
pub(super) fn listed(names: &[String]) -> String {
    const MAX_LISTED: usize = 5;
    let first = &names[..names.len().min(MAX_LISTED)];
    let list = first.join(localized([", ", "、"]));
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

/// Returns the error that a file cannot be read.
pub(super) fn cannot_read(path: &Path) -> Unread {
    let path = name_of(path);
    Unread(say!("cannot read `{path}`", "「{path}」を読み込めない"))
}

/// The message on how to continue an interrupted run with `--resume`.
pub(super) const SAME_AGAIN: [&str; 2] = [
    "to continue, give the same command again",
    "続けるには、同じコマンドをもう一度実行する",
];

/// Returns the message that a file is given twice.
pub(super) fn given_twice(path: &Path) -> String {
    let path = name_of(path);
    say!("`{path}` is given twice", "「{path}」が二度指定されている")
}

/// Returns the error that the input has no problem.
pub(super) fn no_problem() -> Unread {
    let message = [
        "there is no problem in the input",
        "詰将棋の問題が見つからない",
    ];
    Unread(localized(message).to_owned())
}

/// Returns the language asked for, or else that of the environment.
pub(super) fn chosen_lang(choice: Option<Lang>) -> Lang {
    choice.map_or_else(|| of_environment(|name| env::var(name).ok()), Into::into)
}

/// Returns the language of the environment. As in POSIX, the first of these variables that is not empty decides.
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
