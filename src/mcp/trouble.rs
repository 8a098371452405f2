//! The reason why a call has no answer, in words for the assistant.

use crate::answer::errors::{help_of, of_source};
use crate::answer::{Row, RowError, printable};
use crate::input::{Unreadable, Why};
use crate::judge::intake::{Refusal, Refused};
use crate::judge::{Complaint, MessageLevel};
use crate::said::Said;
use crate::vocabulary::{ErrorKind, Lang};
use crate::workbench::Fault;

/// The most complaints about one problem that are told.
const MOST: usize = 10;

/// The reason why a call has no answer.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// The text in each language, of one or several lines.
    text: Said,
}

impl Trouble {
    /// Gives the reason in one sentence.
    pub fn new(message: impl Into<Said>) -> Self {
        let message = message.into();
        Self {
            text: message.map(|lang, text| lang.of(before(MessageLevel::Error)).to_owned() + &text),
        }
    }

    /// Says which argument is wrong, and why.
    pub fn argument(name: &str, why: impl Into<Said>) -> Self {
        let why = why
            .into()
            .map(|lang, why| both!(lang, "the argument `{name}`: {why}", "引数 {name}：{why}"));
        Self::new(why)
    }

    /// Says a text that is already in the language of the answer.
    pub fn verbatim(text: String) -> Self {
        Self {
            text: Said::new(text.clone(), text),
        }
    }

    /// Says that the call was stopped.
    pub fn stopped() -> Self {
        Self::new(["the call was stopped", "要求は止められた"])
    }

    /// Says that the program failed, and why.
    pub fn internal(reason: &str) -> Self {
        Self::from(Fault::internal(reason))
    }

    /// Says what is wrong in a text, with a mark under the place.
    pub fn in_text(text: &str, complaint: &Complaint) -> Self {
        Self {
            text: in_text(text, 1, complaint),
        }
    }

    /// Says why a record is no problem.
    pub fn refused(refused: &Refused) -> Self {
        let text = match refused.reason() {
            Refusal::Unreadable(error) => return Self::unreadable(error),
            Refusal::Record {
                origin,
                text,
                complaints,
            } => {
                let first = origin.line_there().unwrap_or(1);
                let all = complaints.iter().take(MOST);
                let all: Vec<_> = all.map(|it| in_text(text, first, it)).collect();
                Said::list(&all, ["\n\n", "\n\n"])
            }
        };
        Self { text }
    }

    /// Says the message of a row with an error.
    pub fn of_row(row: &Row) -> Self {
        let error = row.error.as_ref();
        let unknown = || Said::new("the answer is an error", "答えがエラーになった");
        Self::new(error.map_or_else(unknown, |it| it.message.clone()))
    }

    /// Says why a text cannot be read at all.
    pub fn unreadable(error: &Unreadable) -> Self {
        let mut trouble = Self::new(of_source(error));
        // All other advice is about options of the command line.
        let help = help_of(error).filter(|_| matches!(error.reason, Why::NoDiagram));
        if let Some(help) = help {
            trouble.text = with_help(trouble.text, &help);
        }
        trouble
    }

    /// Returns the text in a language.
    pub fn in_lang(&self, lang: Lang) -> &str {
        self.text.in_lang(lang)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::new(fault.message)
    }
}

/// Returns a complaint with its place in a text. `first` is the number of the first line.
pub(super) fn in_text(text: &str, first: usize, complaint: &Complaint) -> Said {
    let span = complaint.span.clone();
    let mut error = RowError::new(ErrorKind::Record, complaint.message.clone(), span);
    error.locate(text, first);
    let said = Said::new(
        one(&error, complaint.level, Lang::English),
        one(&error, complaint.level, Lang::Japanese),
    );
    match &complaint.help {
        Some(help) => with_help(said, help),
        None => said,
    }
}

/// Returns the word before a message, in both languages.
pub(super) const fn before(level: MessageLevel) -> [&'static str; 2] {
    match level {
        MessageLevel::Note => ["note: ", "注："],
        MessageLevel::Warning => ["warning: ", "警告："],
        MessageLevel::Error => ["error: ", "エラー："],
    }
}

fn one(error: &RowError, level: MessageLevel, lang: Lang) -> String {
    let level = lang.of(before(level));
    let message = error.with_place(lang);
    match &error.excerpt {
        Some(excerpt) => format!("{level}{message}\n\n{excerpt}"),
        None => format!("{level}{message}"),
    }
}

fn with_help(said: Said, help: &Said) -> Said {
    said.map(|lang, text| {
        let help = printable(help.in_lang(lang)).into_owned();
        both!(lang, "{text}\nhelp: {help}", "{text}\nヒント：{help}")
    })
}
