//! Errors and warnings on standard error, with a caret under the place in question.

use super::lang::{localized, message_lang};
use super::progress::columns;
use crate::answer::errors::{help_of, of_character, of_io, of_source};
use crate::answer::{printable, printable_in_place, printable_lines};
use crate::batch::resume::ResumeError;
use crate::batch::terms::Term;
use crate::input::{Origin, TextPlace, Unreadable};
use crate::judge::intake::{Refusal, Refused};
use crate::judge::{Complaint, MessageLevel};
use crate::notation::record::Unencodable;
use crate::report::amount;
use crate::report::folded as folded_lines;
use crate::said::Said;
use crate::vocabulary::Lang;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::borrow::{Borrow, Cow};
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// The form in which an error is reported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// With a caret under the place, and help.
    Full,
    /// In one line: `file:line:column: error: message`.
    Line,
}

/// The most messages about one record. Each message scans the whole record, so without a bound the time would
/// grow with the square of its length.
const MAX_MESSAGES: usize = 20;

impl Form {
    /// Reports why a record is not a problem; in one line, the first reason.
    pub fn refused(self, refused: &Refused) {
        match refused.reason() {
            Refusal::Unreadable(error) => self.unreadable(error),
            Refusal::Record {
                origin,
                text,
                complaints,
            } => {
                let most = if self == Self::Line { 1 } else { usize::MAX };
                self.complain_all(origin, text, complaints.iter().take(most));
            }
        }
    }

    /// Reports the messages about one record: the first of them, and how many more there are.
    pub fn complain_all<C: Borrow<Complaint>>(
        self,
        origin: &Origin,
        text: &str,
        complaints: impl IntoIterator<Item = C>,
    ) {
        let mut complaints = complaints.into_iter();
        for complaint in complaints.by_ref().take(MAX_MESSAGES) {
            self.complain(origin, text, complaint.borrow());
        }
        if let Some(more) = more_like_these(complaints) {
            self.complain(origin, text, &more);
        }
    }

    /// Reports an error in a line.
    pub fn complain(self, origin: &Origin, line: &str, complaint: &Complaint) {
        match self {
            Self::Full => show(&[with_caret(origin, line, complaint)]),
            Self::Line => write(&in_one_line(origin, line, complaint)),
        }
    }

    /// Reports that a source cannot be read.
    pub fn unreadable(self, error: &Unreadable) {
        let message = of_source(error).into_lang(message_lang());
        let message = printable(&message);
        match self {
            Self::Full => {
                let help = help_of(error).map(|it| it.into_lang(message_lang()));
                show_message(MessageLevel::Error, &message, help.as_slice());
            }
            Self::Line => write(&format!("{}: {message}", name(MessageLevel::Error))),
        }
    }
}

/// Returns the message on how many others there are; `None` if there are none.
fn more_like_these<C: Borrow<Complaint>>(others: impl IntoIterator<Item = C>) -> Option<Complaint> {
    let (mut number, mut level) = (0_u64, MessageLevel::Note);
    for other in others {
        number += 1;
        level = level.max(other.borrow().level);
    }
    if number == 0 {
        return None;
    }
    let message = Said::new(
        format!("{} more like these", amount(number, Lang::English)),
        format!("ほかに{}件", amount(number, Lang::Japanese)),
    );
    Some(Complaint {
        level,
        ..Complaint::error(message)
    })
}

/// Returns an error with the line and a caret under the place in it.
fn with_caret<'a>(origin: &'a Origin, line: &'a str, complaint: &'a Complaint) -> Group<'a> {
    let level = renderer_level(complaint.level);
    let title = level.primary_title(folded(
        &printable(complaint.message.in_lang(message_lang())),
        LABEL_COLUMNS,
    ));
    let mut group = if let Some(span) = &complaint.span {
        let (line, span) = without_long_end(line, on_char_boundaries(line, span));
        let source = printable_in_place(&line).into_owned();
        let mut snippet = Snippet::source(source).path(printable(&origin.name));
        if let Some(number) = origin.line {
            snippet = snippet.line_start(number);
        }
        let caret = AnnotationKind::Primary.span(span);
        title.element(snippet.annotation(caret))
    } else {
        let path = printable(&origin.to_string()).into_owned();
        title.element(annotate_snippets::Origin::path(path))
    };
    if let Some(help) = &complaint.help {
        group = group
            .element(help_level().message(folded(help.in_lang(message_lang()), LABEL_COLUMNS)));
    }
    group
}

/// Returns an error as `file:line:column: error: message`.
fn in_one_line(origin: &Origin, line: &str, complaint: &Complaint) -> String {
    let level = name(complaint.level);
    let place = match (&complaint.span, origin.line) {
        (Some(span), Some(first)) => {
            // The place may be in a later line of the record. Columns count characters, like the caret.
            let TextPlace { line, column, .. } = TextPlace::new(line, span, first);
            format!("{}:{line}:{column}", printable(&origin.name))
        }
        _ => printable(&origin.to_string()).into_owned(),
    };
    let message = printable(complaint.message.in_lang(message_lang()));
    folded(&format!("{place}: {level}: {message}"), 0).replace('\n', "\n    ")
}

/// Reports the character of a record that its encoding does not have.
pub(super) fn unencodable(id: &str, text: &str, error: &Unencodable) {
    let end = error.at + error.character.len_utf8();
    let message =
        of_character(error).map(|lang, text| both!(lang, "{text} ({id})", "{text}（{id}）"));
    let complaint = Complaint::error(message).at(error.at..end).with_help(both!(
        "write UTF-8: `--encoding utf-8`, or a file `.kifu`",
        "UTF-8で書く：--encoding utf-8、または拡張子 .kifu"
    ));
    let rest = text[end..].find('\n');
    let text = &text[..rest.map_or(text.len(), |it| end + it)];
    let name = localized(["output", "出力"]);
    Form::Full.complain(&Origin::new(name, Some(1)), text, &complaint);
}

/// Reports why the whole run failed.
pub(super) fn failure(error: &anyhow::Error) {
    let causes: Vec<String> = error.chain().map(in_words).collect();
    let causes = causes.join(localized([": ", "："]));
    show_message(MessageLevel::Error, &printable_lines(&causes), &[]);
}

/// Reports a panic, which is no fault of the input.
pub(super) fn bug(message: &str) {
    let Complaint { message, help, .. } = Complaint::of_panic(message);
    let help = help.map(|it| it.into_lang(message_lang()));
    show_message(
        MessageLevel::Error,
        &printable_lines(message.in_lang(message_lang())),
        help.as_slice(),
    );
}

/// Reports a panic while a problem was read, and the latest record that was read.
pub(super) fn feed_failed(message: &str, latest: Option<&str>) {
    bug(message);
    if let Some(latest) = latest {
        warning(&say!(
            "nothing after `{latest}` was read; what came before is answered",
            "「{latest}」より後は読めなかった（そこまでは答えた）"
        ));
    }
}

/// Reports something about the run that does not stop it.
pub(super) fn warning(message: &str) {
    show_message(MessageLevel::Warning, &printable_lines(message), &[]);
}

/// Returns the name of a level.
fn name(level: MessageLevel) -> &'static str {
    localized(match level {
        MessageLevel::Note => ["note", "注"],
        MessageLevel::Warning => ["warning", "警告"],
        MessageLevel::Error => ["error", "エラー"],
    })
}

/// Returns the level for the renderer, with its name in the language of messages.
fn renderer_level(level: MessageLevel) -> Level<'static> {
    let unnamed = match level {
        MessageLevel::Note => Level::NOTE,
        MessageLevel::Warning => Level::WARNING,
        MessageLevel::Error => Level::ERROR,
    };
    unnamed.with_name(name(level))
}

fn help_level() -> Level<'static> {
    Level::HELP.with_name(localized(["help", "ヒント"]))
}

/// Returns one cause of a failure in the current language.
fn in_words(cause: &(dyn std::error::Error + 'static)) -> String {
    if message_lang() == Lang::English {
        return cause.to_string();
    }
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return of_io(error).in_lang(Lang::Japanese).to_owned();
    }
    if let Some(error) = cause.downcast_ref::<ResumeError>() {
        return of_resume(error);
    }
    cause.to_string()
}

/// Returns in Japanese why a file of rows cannot be continued.
fn of_resume(error: &ResumeError) -> String {
    match error {
        ResumeError::Io(error) => of_io(error).in_lang(Lang::Japanese).to_owned(),
        ResumeError::Special => "通常のファイルでないため、読み直せない".to_owned(),
        ResumeError::NoRow(line) => {
            format!("{line}行目はこのコマンドの行でない（ファイルはそのまま）")
        }
        ResumeError::Other {
            line,
            what,
            there,
            here,
        } => {
            let term = match what {
                Term::Version => "版",
                Term::Rules => "基準",
                Term::Limits => "制限",
            };
            format!(
                "そこにある行の{term}は {there}、今回は {here}\
                 （{line}行目から）"
            )
        }
    }
}

/// Reports a message without a place, and advice.
fn show_message(level: MessageLevel, message: &str, help: &[String]) {
    let group =
        Group::with_title(renderer_level(level).primary_title(folded(message, LABEL_COLUMNS)));
    let help = help
        .iter()
        .map(|it| help_level().message(folded(it, LABEL_COLUMNS)));
    show(&[group.elements(help)]);
}

fn show(groups: &[Group<'_>]) {
    let mut renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    if let Some(width) = terminal_width() {
        renderer = renderer.term_width(width);
    }
    write(&renderer.render(groups));
}

/// Writes a message that is neither an error nor a warning.
pub(super) fn tell(text: &str) {
    write(&folded(&printable_lines(text), 0));
}

/// The columns before the text of a message: `warning: `, `   = help: `.
const LABEL_COLUMNS: usize = 14;

/// Wraps a text at its words, if it goes to a terminal. `margin` is the number of columns before the text.
fn folded(text: &str, margin: usize) -> String {
    match terminal_width() {
        Some(width) => folded_lines(text, width.saturating_sub(margin + 4)),
        None => text.to_owned(),
    }
}

/// Returns the columns of standard error. `None` if it is no terminal.
fn terminal_width() -> Option<usize> {
    let is_terminal = io::stderr().is_terminal();
    is_terminal.then(columns)
}

fn write(text: &str) {
    // If standard error is closed, no message can be shown.
    drop(writeln!(anstream::stderr().lock(), "{text}"));
}

/// Cuts a text a bounded number of columns after the span, if the line of the span goes on that far. A long span
/// is shortened to the same number of columns. Returns the text and the span.
fn without_long_end(text: &str, span: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    const MAX_COLUMNS: usize = 60;
    // Returns the byte where the maximum is exceeded; `None` if the line ends before that.
    let cut_after = |start: usize| {
        let mut columns = 0;
        for (offset, c) in text[start..].char_indices() {
            columns += c.width().unwrap_or(0);
            if c == '\n' {
                return None;
            }
            if columns > MAX_COLUMNS {
                return Some(start + offset);
            }
        }
        None
    };
    let end = cut_after(span.start).map_or(span.end, |it| it.min(span.end));
    match cut_after(end) {
        Some(cut) => (format!("{}…", &text[..cut]).into(), span.start..end),
        None => (text.into(), span.start..end),
    }
}

/// Returns the span, widened to whole characters of the line.
fn on_char_boundaries(line: &str, span: &Range<usize>) -> Range<usize> {
    let start = line.floor_char_boundary(span.start);
    let end = line.ceil_char_boundary(span.end).max(start);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_ends_after_the_place() {
        let text = format!("手合割：{}\n手数", "あ".repeat(400));
        let (cut, span) = without_long_end(&text, 0..text.len() - 7);
        assert_eq!((cut.chars().count(), span), (61, 0..90));
        let (whole, span) = without_long_end("詰 q\n王手", 4..5);
        assert_eq!((&*whole, span), ("詰 q\n王手", 4..5));
    }

    #[test]
    fn what_is_wrong_goes_into_one_line() {
        let complaint = |span: Option<Range<usize>>| {
            Complaint::error(both!("nonsense", "無意味"))
                .at(span)
                .with_help(both!("write sense", "意味のあることを書く"))
        };
        let origin = Origin::new("x.sfen", Some(3));
        let tell = |span| in_one_line(&origin, "詰 q", &complaint(span));
        assert_eq!(tell(Some(4..5)), "x.sfen:3:3: error: nonsense");
        assert_eq!(tell(Some(1..2)), "x.sfen:3:1: error: nonsense");
        assert_eq!(tell(Some(9..9)), "x.sfen:3:4: error: nonsense");
        assert_eq!(tell(None), "x.sfen:3: error: nonsense");
        let of_record = in_one_line(&origin, "詰\n\n王手", &complaint(Some(8..11)));
        assert_eq!(of_record, "x.sfen:5:2: error: nonsense");
    }
}
