//! Errors and warnings for people, on standard error, with a caret under the place in question.

use crate::collection::{Origin, Unreadable};
use crate::notation::record::Unencodable;
use crate::report::Finding;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::io::Write;
use std::ops::Range;

/// Something to say about one line of the input.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    /// Whether the problem can be worked on all the same.
    pub harmless: bool,
    /// What is wrong: lower case, no period.
    pub message: String,
    /// Where in the line, in bytes.
    pub span: Option<Range<usize>>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Complaint {
    /// The same for the row of the record.
    pub fn note(&self) -> Finding {
        Finding {
            kind: "record",
            evidence: None,
            grade: None,
            note: self.message.clone(),
        }
    }

    /// What is the fault of the program.
    pub fn of_bug(message: String) -> Self {
        Self {
            harmless: false,
            message,
            span: None,
            help: Some("this is a bug of the program: please report it".to_owned()),
        }
    }
}

/// Says what is wrong with a line.
pub(super) fn complain(origin: &Origin, line: &str, complaint: &Complaint) {
    let level = if complaint.harmless {
        Level::WARNING
    } else {
        Level::ERROR
    };
    let title = level.primary_title(complaint.message.as_str());
    let path = origin.to_string();
    let mut snippet = Snippet::source(line).path(origin.name.as_str());
    if let Some(number) = origin.line {
        snippet = snippet.line_start(number);
    }
    if let Some(span) = &complaint.span {
        snippet = snippet.annotation(AnnotationKind::Primary.span(within(line, span)));
    }
    let mut group = if complaint.span.is_some() {
        title.element(snippet)
    } else {
        title.element(annotate_snippets::Origin::path(path.as_str()))
    };
    if let Some(help) = &complaint.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    write(
        &Renderer::styled()
            .decor_style(DecorStyle::Ascii)
            .render(&[group]),
    );
}

/// The same in one line, for those who want to hear little: `file:line:column: error: message`.
pub(super) fn complain_briefly(origin: &Origin, line: &str, complaint: &Complaint) {
    write(&brief(origin, line, complaint));
}

fn brief(origin: &Origin, line: &str, complaint: &Complaint) -> String {
    let level = if complaint.harmless {
        "warning"
    } else {
        "error"
    };
    let place = match (&complaint.span, origin.line) {
        (Some(span), Some(first)) => {
            // Columns are counted in characters, as where a caret is drawn. Records have many lines.
            let before = &line[..within(line, span).start];
            let above = before.rfind('\n').map_or(0, |end| end + 1);
            let number = first + before.matches('\n').count();
            let column = before[above..].chars().count() + 1;
            format!("{}:{number}:{column}", origin.name)
        }
        _ => origin.to_string(),
    };
    format!("{place}: {level}: {}", complaint.message)
}

/// Says that a source cannot be read, in one line.
pub(super) fn unreadable_briefly(error: &Unreadable) {
    write(&format!("error: {error}"));
}

/// Says that a source cannot be read.
pub(super) fn unreadable(error: &Unreadable) {
    let message = error.to_string();
    let mut group = Group::with_title(Level::ERROR.primary_title(message.as_str()));
    if let Some(help) = error.help {
        group = group.element(Level::HELP.message(help));
    }
    write(
        &Renderer::styled()
            .decor_style(DecorStyle::Ascii)
            .render(&[group]),
    );
}

/// Says which character of a record its encoding does not have.
pub(super) fn unwritten(id: &str, text: &str, error: &Unencodable) {
    let end = error.at + error.character.len_utf8();
    let complaint = Complaint {
        harmless: false,
        message: format!("{error} ({id})"),
        span: Some(error.at..end),
        help: Some("write UTF-8: `--encoding utf-8`, or a file `.kifu`".to_owned()),
    };
    let rest = text[end..].find('\n');
    let text = &text[..rest.map_or(text.len(), |it| end + it)];
    complain(&Origin::new("output", Some(1)), text, &complaint);
}

/// Says why the whole run failed.
pub(super) fn failure(error: &anyhow::Error) {
    told(Level::ERROR, &format!("{error:#}"));
}

/// Says what is odd about the run and does not stop it.
pub(super) fn warning(message: &str) {
    told(Level::WARNING, message);
}

fn told(level: Level<'_>, message: &str) {
    let group = Group::with_title(level.primary_title(message));
    write(
        &Renderer::styled()
            .decor_style(DecorStyle::Ascii)
            .render(&[group]),
    );
}

fn write(text: &str) {
    // If nobody listens to errors there is nobody to tell.
    drop(writeln!(anstream::stderr().lock(), "{text}"));
}

/// The span, moved to whole characters of the line.
fn within(line: &str, span: &Range<usize>) -> Range<usize> {
    let start = line.floor_char_boundary(span.start);
    let end = line.ceil_char_boundary(span.end).max(start);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_goes_into_one_line() {
        let complaint = |span| Complaint {
            harmless: false,
            message: "nonsense".to_owned(),
            span,
            help: Some("write sense".to_owned()),
        };
        let origin = Origin::new("x.sfen", Some(3));
        let tell = |span| brief(&origin, "詰 q", &complaint(span));
        assert_eq!(tell(Some(4..5)), "x.sfen:3:3: error: nonsense");
        assert_eq!(tell(Some(1..2)), "x.sfen:3:1: error: nonsense");
        assert_eq!(tell(Some(9..9)), "x.sfen:3:4: error: nonsense");
        assert_eq!(tell(None), "x.sfen:3: error: nonsense");
        let of_record = brief(&origin, "詰\n\n王手", &complaint(Some(8..11)));
        assert_eq!(of_record, "x.sfen:5:2: error: nonsense");
    }
}
