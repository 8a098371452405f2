//! The reader of JKF. Values that may contain errors are kept as text until they are read, so that
//! their places are known.

use super::terms::{diagram, end, handicap, kind_of};
use super::{Headers, model as jkf};
use crate::diagrams::Diagrams;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::headers::is_of_diagram;
use crate::notation::japanese::Motion;
use crate::notation::moves::MoveErrorKind;
use crate::notation::written_move::{Side, WrittenMove};
use crate::shogi::{Move, Setup, Square};
use crate::text::{Holder, attacker, holder_of, read_hand};
use crate::{NodeId, PartPlace, Places, Record};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::ops::Range;

/// The top level of a JKF text.
#[derive(Default, Deserialize)]
#[serde(default)]
struct File<'a> {
    header: Headers,
    #[serde(borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Vec<Step<'a>>,
}

/// A move with its comments, time and forks.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Step<'a> {
    comments: Option<Vec<String>>,
    #[serde(borrow, rename = "move")]
    mv: Option<&'a RawValue>,
    time: Option<jkf::Time>,
    special: Option<jkf::MoveSpecial>,
    #[serde(borrow)]
    forks: Option<Vec<Vec<Step<'a>>>>,
}

/// The path of the main line.
const MAIN_LINE: &str = "moves";

/// A line that is still to be read.
struct Pending<'a> {
    /// The node before its first move.
    from: NodeId,
    /// The path in the object, such as `moves[4].forks[0]`.
    path: String,
    steps: Vec<Step<'a>>,
}

/// Finds one JKF object, or several one after another. Text that is not JSON is the last part.
pub(crate) fn divide(text: &str) -> Vec<PartPlace> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let mut places = Vec::new();
    let (mut line, mut counted) = (1, 0);
    loop {
        let before = stream.byte_offset();
        let from = before + text[before..].len() - text[before..].trim_start().len();
        line += text[counted..from].matches('\n').count();
        counted = from;
        let (to, is_last) = match stream.next() {
            None => break,
            Some(Ok(object)) => (from + object.get().len(), false),
            Some(Err(_)) => (text.len(), true),
        };
        let span = from..to;
        places.push(PartPlace { line, span });
        if is_last {
            break;
        }
    }
    places
}

/// Reads one object.
pub(crate) fn read(text: &str) -> Result<(Record, Places), RecordError> {
    if !text.starts_with('{') {
        let kind = Kind::Json("expected an object: `{\"header\": …, \"moves\": …}`".to_owned());
        let first = text.lines().next().unwrap_or("");
        return Err(RecordError::new(kind, 0..first.trim_end().len()));
    }
    if let Some(span) = undecoded(text) {
        return Err(RecordError::new(Kind::Encoding, span));
    }
    let file: File<'_> = serde_json::from_str(text).map_err(|it| of_json(text, 0, "", &it))?;
    let board = file.initial.map_or(0..1, |it| place(text, it));
    let invalid = |kind| {
        let kind = Kind::Within("initial".to_owned(), Box::new(kind));
        RecordError::new(kind, board.clone())
    };
    let initial = match file.initial {
        None => None,
        Some(raw) => {
            let at = place(text, raw).start;
            let initial = serde_json::from_str::<jkf::Initial>(raw.get());
            Some(initial.map_err(|it| of_json(text, at, "initial: ", &it))?)
        }
    };
    let setup = match initial {
        None => handicap(jkf::Preset::Even),
        Some(jkf::Initial {
            preset: jkf::Preset::Other,
            data: None,
        }) => None,
        Some(jkf::Initial {
            data: Some(data), ..
        }) => Some(diagram(&data).ok_or_else(|| invalid(Kind::HandTooBig))?),
        Some(initial) => handicap(initial.preset),
    };
    let setup = setup.ok_or_else(|| invalid(Kind::Ranks(0)))?;
    let mut record = Record::new(setup);
    // As in the other formats, blanks around names and values mean nothing.
    let trimmed =
        |(name, value): (String, String)| (name.trim().to_owned(), value.trim().to_owned());
    let headers = file.header.0.into_iter().map(trimmed);
    let headers: Vec<_> = headers.collect();
    for (key, value) in &headers {
        same_hand(text, key, value, &record.setup)?;
    }
    let headers = headers.into_iter();
    record.headers = headers.filter(|(key, _)| !is_of_diagram(key)).collect();
    let mut places = Places {
        turn: board.clone(),
        board,
        headers: vec![0..0; record.headers.len()],
        moves: vec![Range::default()],
        ..Places::default()
    };
    let mut stack = vec![Pending {
        from: 0,
        path: MAIN_LINE.to_owned(),
        steps: file.moves,
    }];
    // Lines are read with the line they leave, so that the order of branches is kept.
    let mut diagrams = Diagrams::default();
    let mut growing = GrowingRecord::new(record);
    while let Some(pending) = stack.pop() {
        growing.go_to(pending.from, &mut diagrams);
        stack.extend(line(text, pending, &mut growing, &mut places)?);
    }
    Ok((growing.record, places))
}

/// Returns the place of the sign for invalid bytes, as a character or as an escape. Other formats
/// could not hold the sign.
fn undecoded(text: &str) -> Option<Range<usize>> {
    if let Some(at) = text.find('\u{fffd}') {
        return Some(at..at + 3);
    }
    let mut escapes = text.match_indices("\\u");
    let at = escapes.find_map(|(at, _)| {
        let is_sign = text[at + 2..].get(..4)?.eq_ignore_ascii_case("fffd");
        let before = text[..at].bytes().rev().take_while(|&it| it == b'\\');
        (is_sign && before.count() % 2 == 0).then_some(at)
    })?;
    Some(at..at + 6)
}

/// Reads a line. Returns the branches that leave it, the first one last.
fn line<'a>(
    text: &str,
    pending: Pending<'a>,
    growing: &mut GrowingRecord,
    places: &mut Places,
) -> Result<Vec<Pending<'a>>, RecordError> {
    let Pending { path, steps, .. } = pending;
    let is_main = path == MAIN_LINE;
    let mut branches = Vec::new();
    for (number, step) in steps.into_iter().enumerate() {
        let before = growing.at;
        let path = format!("{path}[{number}]");
        if let Some(raw) = step.mv {
            let span = place(text, raw);
            let mv = match one(text, raw, &path, growing) {
                Ok(mv) => mv,
                // The rest of the line is left out.
                Err(error) if is_main => {
                    places.broken = Some(error);
                    break;
                }
                Err(error) => {
                    places.left_out.push(error);
                    break;
                }
            };
            growing.play(mv, span, places)?;
        }
        let node = growing.node();
        node.comments.extend(step.comments.unwrap_or_default());
        if let Some(time) = step.time {
            let now = time.now;
            let minutes = u32::from(now.h.unwrap_or(0)) * 60 + u32::from(now.m);
            node.seconds = Some(minutes * 60 + u32::from(now.s));
        }
        if let Some(special) = step.special {
            node.end = Some(end(special));
        }
        for (number, steps) in step.forks.unwrap_or_default().into_iter().enumerate() {
            branches.push(Pending {
                from: before,
                path: format!("{path}.forks[{number}]"),
                steps,
            });
        }
    }
    branches.reverse();
    Ok(branches)
}

/// Reads a move and finds it on the board.
fn one(
    text: &str,
    raw: &RawValue,
    path: &str,
    growing: &GrowingRecord,
) -> Result<Move, RecordError> {
    let span = place(text, raw);
    let mv = serde_json::from_str::<jkf::MoveMoveFormat>(raw.get())
        .map_err(|it| of_json(text, span.start, &format!("{path}: "), &it))?;
    let mv = written_move(&mv, &span)
        .and_then(|written| Ok(written.find(&growing.setup, growing.previous())?));
    mv.map_err(|error| {
        let kind = Kind::Within(path.to_owned(), Box::new(error.kind));
        RecordError::new(kind, span)
    })
}

/// Refuses a header that contradicts the diagram about a hand. Programs keep headers that they do not know.
fn same_hand(text: &str, key: &str, value: &str, setup: &Setup) -> Result<(), RecordError> {
    let Some(holder) = holder_of(key) else {
        return Ok(());
    };
    let color = holder.color(attacker(setup, Some(Holder::Side(setup.turn))));
    let error = match read_hand(value) {
        Ok(Some(hand)) if !hand.is_empty() && hand != setup.hands[color.index()] => {
            Kind::SecondHand
        }
        Ok(_) => return Ok(()),
        Err(error) => error.kind,
    };
    let at = text.find(&format!("\"{key}\"")).map_or(0, |at| at + 1);
    let span = at..(at + key.len()).min(text.len());
    let path = format!("header.{key}");
    Err(RecordError::new(Kind::Within(path, Box::new(error)), span))
}

fn written_move(mv: &jkf::MoveMoveFormat, span: &Range<usize>) -> Result<WrittenMove, RecordError> {
    use jkf::Relative::{C, D, H, L, Ld, Lm, Lu, M, R, Rd, Rm, Ru, U};
    let no_move = || RecordError::new(MoveErrorKind::NoMove, span.clone());
    let square = |place: jkf::PlaceFormat| {
        let on_board = (1..=9).contains(&place.x) && (1..=9).contains(&place.y);
        on_board.then(|| Square::new(place.x - 1, place.y - 1))
    };
    let relative = mv.relative;
    Ok(WrittenMove {
        to: Some(square(mv.to).ok_or_else(no_move)?),
        kind: kind_of(mv.piece),
        from: match mv.from {
            Some(from) => Some(square(from).ok_or_else(no_move)?),
            None => None,
        },
        motion: match relative {
            Some(U | Lu | Ru) => Some(Motion::Forward),
            Some(M | Lm | Rm) => Some(Motion::Sideways),
            Some(D | Ld | Rd) => Some(Motion::Backward),
            _ => None,
        },
        side: match relative {
            Some(L | Lu | Lm | Ld) => Some(Side::Left),
            Some(R | Ru | Rm | Rd) => Some(Side::Right),
            Some(C) => Some(Side::Straight),
            _ => None,
        },
        promotes: mv.promote == Some(true),
        refuses: mv.promote == Some(false),
        drops: relative == Some(H),
        span: span.clone(),
    })
}

/// Returns the place of a value in its text: its first line.
fn place(text: &str, value: &RawValue) -> Range<usize> {
    let value = value.get();
    let from = value.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let first = value.lines().next().unwrap_or("");
    from..from + first.trim_end().len()
}

/// Makes an error of the JSON library in a value that begins at `from`.
fn of_json(text: &str, from: usize, path: &str, error: &serde_json::Error) -> RecordError {
    let mut message = format!("{path}{error}");
    if let Some(end) = message.rfind(" at line ") {
        message.truncate(end);
    }
    let above = text[from..].split_inclusive('\n');
    let above = above.take(error.line().saturating_sub(1)).map(str::len);
    let at = from + above.sum::<usize>() + error.column().saturating_sub(1);
    let at = text.floor_char_boundary(at.min(text.len()));
    let to = text.ceil_char_boundary((at + 1).min(text.len()));
    RecordError::new(Kind::Json(message), at..to)
}
