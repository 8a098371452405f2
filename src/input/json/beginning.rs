//! What a text is by its beginning: JSON in lines, or as a whole.

use super::scan::Scan;
use super::shape::{Shape, has_row, shape};
use crate::notation::record::{self, Format, decode};

/// What the beginning of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum Beginning {
    /// Lines, each of which is an object.
    Lines,
    /// A JSON text with problems at some level, or lines if there are none.
    Document,
    /// A record in JKF.
    Jkf,
    /// An object in a line in which there is no problem.
    NoProblem,
    /// No JSON.
    Other,
}

/// Returns what a text is by its first bytes.
pub(in crate::input) fn beginning(bytes: &[u8]) -> Beginning {
    of_text(&decode(bytes))
}

fn of_text(text: &str) -> Beginning {
    let is_remark = |it: &&str| it.trim().is_empty() || it.trim_start().starts_with('#');
    let remarks = text.split_inclusive('\n').take_while(is_remark);
    let text = text[remarks.map(str::len).sum()..].trim_start();
    if let Some(rest) = text.strip_prefix('[') {
        let is_one = rest.trim_start().starts_with(['{', '[', '"', ']', '/']);
        return if is_one {
            Beginning::Document
        } else {
            Beginning::Other
        };
    }
    // Tables of wikis and objects of programs begin with it, too.
    let is_object = text.strip_prefix('{').is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['"', '}', '/'])
    });
    if !is_object {
        return Beginning::Other;
    }
    // What is cut off here is not unbalanced.
    let scan = Scan {
        text,
        is_balanced: true,
    };
    let Some(first) = scan.next(0, text.len(), false) else {
        return Beginning::NoProblem;
    };
    let line = text.find('\n');
    let ends_in_line = line.is_none_or(|it| first.value.end <= it);
    match shape(scan, &first.value) {
        Shape::Jkf => Beginning::Jkf,
        Shape::Row if ends_in_line => Beginning::Lines,
        Shape::Object if ends_in_line && first.is_whole => {
            if has_row(scan, &first.value, 0) {
                Beginning::Document
            } else {
                Beginning::NoProblem
            }
        }
        _ => Beginning::Document,
    }
}

/// Returns whether a text that begins like an object is one, and not lines of objects with an error in the first.
pub(in crate::input) fn is_one(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let scan = Scan::new(text);
    let first = scan.next(0, text.len(), false);
    let line = text.lines().next().unwrap_or("").len();
    let of_line = Scan {
        text: &text[..line],
        is_balanced: true,
    };
    text.starts_with('[')
        || first.is_some_and(|it| {
            let goes_on = it.value.end > line;
            it.is_whole || goes_on && shape(of_line, &(0..line)) == Shape::Object
        })
}

/// Returns whether there is a problem in a text that is JSON.
pub(in crate::input) fn holds_problem(bytes: &[u8]) -> bool {
    let text = decode(bytes);
    match of_text(&text) {
        Beginning::Lines => true,
        Beginning::Document => {
            let scan = Scan::new(&text);
            let mut at = 0;
            let values = std::iter::from_fn(|| {
                let element = scan.next(at, text.len(), false)?;
                at = element.value.end;
                Some(element)
            });
            values.into_iter().any(|it| has_row(scan, &it.value, 0))
        }
        Beginning::Jkf => {
            let parts = record::read(&text, Format::Jkf);
            parts.iter().any(|it| it.content.is_ok())
        }
        Beginning::NoProblem | Beginning::Other => false,
    }
}
