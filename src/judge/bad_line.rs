//! Errors for lines of the input that are not UTF-8, not a record, or without a position.

use super::complaint::Complaint;
use crate::answer::RowError;
use crate::answer::errors::{of_bad_line, of_help};
use crate::input::BadLine;
use crate::vocabulary::ErrorKind;

says! {
    double_quotes(): "a quotation mark inside a quoted text is doubled: `\"a \"\"b\"\"\"`",
        "文字としての引用符は二つ重ねる：\"a \"\"b\"\"\"";
    copy_position(): "open it there, and copy the position as SFEN or KIF", "リンク先を開き、局面をSFENかKIFでコピーする";
    name_field(): "`--field position=NAME` says which field has the position", "--field で、どの項目が局面かを指定できる";
}

/// Returns the error of a line that is not text or not a record, its text as far as it can be
/// shown, and the complaint.
#[must_use]
pub fn bad_line(bad: BadLine) -> (RowError, String, Complaint) {
    let message = of_bad_line(&bad);
    let mut help = None;
    let (kind, line, span) = match bad {
        BadLine::NotUtf8 { lossy, span } => (ErrorKind::Utf8, lossy, Some(span)),
        BadLine::TooLong => (ErrorKind::LineTooLong, String::new(), None),
        BadLine::Kifu { text, error } => {
            help = error.help.map(of_help);
            (ErrorKind::Record, text, Some(error.span))
        }
        BadLine::OpenQuote { text, at } => {
            help = Some(double_quotes());
            (ErrorKind::Record, text, Some(at..at + 1))
        }
        BadLine::NoPosition { text, game } => {
            help = game.is_none().then(copy_position);
            let span = 0..text.len();
            (ErrorKind::Record, text, Some(span))
        }
        BadLine::NoHand { name, value } | BadLine::Contradiction { name, value, .. } => {
            // The value in the shown text `name: value`.
            let start = name.len() + 2;
            let span = start..start + value.len();
            (ErrorKind::Record, format!("{name}: {value}"), Some(span))
        }
        BadLine::NoRow { text, .. } => (ErrorKind::Record, text, None),
        BadLine::NoObject { text, at } => (ErrorKind::Record, text, at.map(|at| at..at + 1)),
        BadLine::NoSfen => {
            help = Some(name_field());
            (ErrorKind::Record, String::new(), None)
        }
        BadLine::Failed { message } => {
            help = Complaint::of_panic(&message).help;
            (ErrorKind::Internal, String::new(), None)
        }
    };
    let complaint = Complaint::error(message.clone())
        .at(span.clone())
        .with_help(help);
    (RowError::new(kind, message, span), line, complaint)
}
