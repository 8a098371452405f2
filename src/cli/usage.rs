//! Help, the version, and errors of the command line itself.

use super::commands::Cli;
use super::diagnostics;
use super::exit::Exit;
use super::lang::{said, spoken};
use super::stdout;
use crate::answer::printable_lines;
use crate::vocabulary::Lang;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};
use std::error::Error as _;

/// Prints help or the version, or says what is wrong with the arguments.
pub(super) fn print(mut error: Error) -> Exit {
    suggest(&mut error);
    let error = &error;
    // Help and version are no failures.
    if error.exit_code() != 0 {
        let text = error.to_string();
        if let Some(message) = message(error).filter(|_| spoken() == Lang::Japanese) {
            diagnostics::misused(&message, &advice(error));
        } else if wants_jobs(error) {
            let message = text.lines().next().unwrap_or_default();
            let message = message.strip_prefix("error: ").unwrap_or(message);
            diagnostics::misused(message, &[VALIDATE_HAS_JOBS[0].to_owned()]);
        } else if printable_lines(&text) == text && diagnostics::fits(&text) {
            // If standard error is closed, no message can be shown.
            drop(error.print());
        } else {
            diagnostics::tell(text.trim_end());
        }
        return Exit::Failure;
    }
    match stdout::noted(error.print()) {
        Ok(()) => Exit::Success,
        Err(_) if stdout::reader_is_gone() => Exit::ReaderGone,
        Err(_) => Exit::Failure,
    }
}

/// Suggests an option whose name has the word that was typed, or no option if none is alike.
fn suggest(error: &mut Error) {
    let (Some(typed), Some(alike), Some(ContextValue::StyledStr(usage))) = (
        text(error, ContextKind::InvalidArg),
        text(error, ContextKind::SuggestedArg),
        error.get(ContextKind::Usage),
    ) else {
        return;
    };
    let word = typed.trim_start_matches('-');
    if word.chars().next() == alike.trim_start_matches('-').chars().next() {
        return;
    }
    let usage = usage.to_string();
    let mut root = Cli::command();
    root.build();
    let mut names = usage.split_whitespace();
    let Some(command) = names.find_map(|it| root.find_subcommand_mut(it).cloned()) else {
        return;
    };
    let mut options = command.get_arguments().filter_map(|it| it.get_long());
    let with_word = options.find(|it| it.split('-').any(|part| part == word));
    match with_word.map(|it| format!("--{it}")) {
        Some(option) => error.insert(ContextKind::SuggestedArg, ContextValue::String(option)),
        None => error.remove(ContextKind::SuggestedArg),
    };
    let usage = command.clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
}

/// Returns in Japanese what is wrong. `None` for errors that have no sentence of their own, and for
/// help that is printed because something is missing.
fn message(error: &Error) -> Option<String> {
    let argument = || text(error, ContextKind::InvalidArg);
    let value = || text(error, ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::InvalidValue => match value()? {
            value if value.is_empty() => format!("「{}」に値がない", argument()?),
            value => format!("「{}」に「{value}」という値はない", argument()?),
        },
        ErrorKind::UnknownArgument => format!("「{}」という引数はない", argument()?),
        ErrorKind::InvalidSubcommand => {
            let command = text(error, ContextKind::InvalidSubcommand)?;
            format!("「{command}」というコマンドはない")
        }
        ErrorKind::NoEquals => format!("「{}」の値は = に続けて書く", argument()?),
        ErrorKind::ValueValidation => {
            let (argument, value) = (argument()?, value()?);
            let wrong = format!("「{argument}」の値「{value}」は使えない");
            match error.source() {
                Some(reason) => format!("{wrong}：{reason}"),
                None => wrong,
            }
        }
        ErrorKind::TooManyValues => {
            format!("「{}」の値が多い：「{}」", argument()?, value()?)
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("「{}」の値の数が合わない", argument()?)
        }
        ErrorKind::ArgumentConflict => {
            let argument = argument()?;
            match text(error, ContextKind::PriorArg)? {
                prior if prior == argument => format!("「{argument}」は一度しか指定できない"),
                prior => format!("「{argument}」と「{prior}」は同時に指定できない"),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            format!("必要な引数がない：{}", argument()?)
        }
        ErrorKind::InvalidUtf8 => "UTF-8でない引数がある".to_owned(),
        _ => return None,
    })
}

/// The advice to judge several problems at the same time with `validate`.
const VALIDATE_HAS_JOBS: [&str; 2] = [
    "`tsume validate` judges several problems at the same time, with `--jobs`",
    "複数の問題を並列に検討するのは tsume validate（--jobs）",
];

/// Returns whether `solve` or `check` was asked to work on several problems at the same time.
fn wants_jobs(error: &Error) -> bool {
    let argument = text(error, ContextKind::InvalidArg).unwrap_or_default();
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let has_none = usage.contains("tsume solve") || usage.contains("tsume check");
    error.kind() == ErrorKind::UnknownArgument && argument.starts_with("--jobs") && has_none
}

/// Returns the words that can be written instead, and the place of the help.
fn advice(error: &Error) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(values) = text(error, ContextKind::ValidValue).filter(|it| !it.is_empty()) {
        lines.push(format!("使える値：{values}"));
    }
    for kind in [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ] {
        if let Some(similar) = text(error, kind) {
            lines.push(format!("似たもの：{similar}"));
        }
    }
    if wants_jobs(error) {
        lines.push(VALIDATE_HAS_JOBS[1].to_owned());
    } else if error.get(ContextKind::Suggested).is_some()
        && error.kind() == ErrorKind::UnknownArgument
    {
        lines.push("オプションでない引数なら、-- の後に書く".to_owned());
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.trim_start_matches("Usage:").trim();
        let words = [("[OPTIONS]", "[オプション]"), ("<COMMAND>", "<コマンド>")];
        let usage = words.iter().fold(usage.to_owned(), |text, (english, it)| {
            text.replace(english, it)
        });
        lines.push(format!("使い方：{usage}"));
    }
    lines.push("説明：--help（英語）".to_owned());
    lines
}

/// Returns a part of the error as text.
fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(said([", ", "、"]))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The words of the standard library and of the parser of arguments explain nothing, and are
    /// not in Japanese.
    #[test]
    fn every_number_that_does_not_fit_is_refused_in_our_words() {
        let theirs = ["zero for", "invalid digit", "is not in", "cannot parse"];
        let mut refused = 0;
        for command in Cli::command().get_subcommands() {
            for option in command.get_arguments().filter_map(|it| it.get_long()) {
                for value in ["0", "-1", "x", "", "99999999999999999999999"] {
                    let option = format!("--{option}={value}");
                    let words = ["tsume", command.get_name(), "x", &option];
                    let Err(error) = Cli::try_parse_from(words) else {
                        continue;
                    };
                    let reason = error.source().map(ToString::to_string);
                    let reason = reason.unwrap_or_default();
                    refused += usize::from(reason.contains("number"));
                    assert!(
                        theirs.iter().all(|it| !reason.contains(it)),
                        "{words:?}: {error}"
                    );
                }
            }
        }
        assert!(refused > 50, "{refused}");
    }

    #[test]
    fn an_option_is_suggested_if_its_name_is_alike() {
        for (line, expected) in [
            ("check x --rating", Some("--explain-rating")),
            ("check x --tiem 5", Some("--time")),
            ("solve x --rating", None),
        ] {
            let words = std::iter::once("tsume").chain(line.split(' '));
            let mut error = Cli::try_parse_from(words).unwrap_err();
            suggest(&mut error);
            let alike = text(&error, ContextKind::SuggestedArg);
            assert_eq!(alike.as_deref(), expected, "{line}");
        }
    }

    /// Every kind of error that the arguments can bring about has a sentence.
    #[test]
    fn what_is_wrong_is_said_in_japanese() {
        for (line, expected) in [
            ("solve x --colour", "「--colour」という引数はない"),
            ("sovle x", "「sovle」というコマンドはない"),
            (
                "solve x --lang fr",
                "「--lang <LANG>」に「fr」という値はない",
            ),
            ("solve x --time", "「--time <TIME>」に値がない"),
            (
                "solve x -q -v",
                "「--quiet」と「--verbose」は同時に指定できない",
            ),
            (
                "solve x --nodes 5 --nodes 6",
                "「--nodes <N>」は一度しか指定できない",
            ),
            ("solve", "必要な引数がない：<INPUT>..."),
            ("generate man x", "「x」という引数はない"),
        ] {
            let words = std::iter::once("tsume").chain(line.split(' '));
            let error = Cli::try_parse_from(words).unwrap_err();
            assert_eq!(
                message(&error).as_deref(),
                Some(expected),
                "{line}: {error}"
            );
        }
    }
}
