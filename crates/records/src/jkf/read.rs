//! The reader of JKF. The diagram and the moves are kept as raw JSON until they are read, so that their errors
//! have places in the text.

use crate::csa::kind_of;
use crate::diagrams::Diagrams;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::handicap;
use crate::headers::is_of_diagram;
use crate::notation::japanese::Motion;
use crate::notation::moves::MoveErrorKind;
use crate::notation::written_move::{Side, WrittenMove};
use crate::part::PartPlace;
use crate::part::Places;
use crate::record::Record;
use crate::shogi::{Color, Move, Piece, PieceKind, Setup, Square};
use crate::text::hand::{holder_of, read_hand};
use crate::text::words::{Holder, attacker};
use crate::tree::{End, NodeId};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// The top level of a JKF text.
#[derive(Default, Deserialize)]
#[serde(default)]
struct File<'a> {
    #[serde(deserialize_with = "in_order")]
    header: Vec<(String, String)>,
    #[serde(borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Vec<Step<'a>>,
}

/// Reads headers in their order. A name may occur twice.
fn in_order<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    struct InOrder;
    impl<'de> Visitor<'de> for InOrder {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("headers with their values")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            std::iter::from_fn(|| map.next_entry().transpose()).collect()
        }
    }
    from.deserialize_map(InOrder)
}

/// The beginning of a record: a handicap, or a diagram of its own.
#[derive(Deserialize)]
struct Initial {
    preset: String,
    data: Option<StateFormat>,
}

/// A diagram.
#[derive(Deserialize)]
struct StateFormat {
    /// The number of the side to move.
    color: usize,
    /// The squares, by file and rank. One without fields is empty.
    board: [[JkfSquare; 9]; 9],
    /// The number of pieces of each kind. Some programs leave out a kind without pieces.
    hands: [BTreeMap<String, u8>; 2],
}

#[derive(Deserialize)]
struct JkfSquare {
    color: Option<usize>,
    kind: Option<JkfKind>,
}

/// A kind of pieces, in the order of [`PieceKind::ALL`].
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum JkfKind {
    Fu,
    Ky,
    Ke,
    Gi,
    Ki,
    Ka,
    Hi,
    Ou,
    To,
    Ny,
    Nk,
    Ng,
    Um,
    Ry,
}

/// A move with its comments, time and forks.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Step<'a> {
    comments: Option<Vec<String>>,
    #[serde(borrow, rename = "move")]
    mv: Option<&'a RawValue>,
    time: Option<Time>,
    special: Option<String>,
    /// The lines that may be played instead of this move.
    #[serde(borrow)]
    forks: Option<Vec<Vec<Step<'a>>>>,
}

/// The time spent on a move.
#[derive(Deserialize)]
struct Time {
    now: Duration,
}

#[derive(Deserialize)]
struct Duration {
    #[serde(default)]
    h: u32,
    m: u32,
    s: u32,
}

/// A move alone.
#[derive(Deserialize)]
struct MoveFormat {
    /// The origin; `None` for a drop.
    from: Option<JkfPlace>,
    to: JkfPlace,
    /// The piece before it promotes.
    piece: JkfKind,
    /// Whether the piece promotes; `None` if it may not.
    promote: Option<bool>,
    /// Letters for the words that distinguish the piece from others: `LU` for 左上.
    relative: Option<String>,
}

/// A square: its file and rank, from 1.
#[derive(Deserialize)]
struct JkfPlace {
    x: u8,
    y: u8,
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
    let file: File<'_> =
        serde_json::from_str(text).map_err(|error| json_error(text, 0, "", &error))?;
    let board = file.initial.map_or(0..1, |raw| span_of(text, raw));
    let setup = match file.initial {
        Some(raw) => {
            let initial = serde_json::from_str::<Initial>(raw.get())
                .map_err(|error| json_error(text, board.start, "initial: ", &error))?;
            diagram(initial).map_err(|kind| error_within("initial", kind, board.clone()))?
        }
        None => handicap::even(),
    };
    let mut record = Record::new(setup);
    // As in the other formats, blanks around names and values mean nothing.
    for (key, value) in &file.header {
        let (key, value) = (key.trim(), value.trim());
        refuse_other_hand(text, key, value, &record.setup)?;
        if !is_of_diagram(key) {
            record.headers.push((key.to_owned(), value.to_owned()));
        }
    }
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
    // Branches are read directly after the line that they leave, which keeps their order.
    let mut diagrams = Diagrams::default();
    let mut growing = GrowingRecord::new(record);
    while let Some(pending) = stack.pop() {
        growing.go_to(pending.from, &mut diagrams);
        stack.extend(read_line(text, pending, &mut growing, &mut places)?);
    }
    Ok((growing.record, places))
}

/// Returns the diagram at the beginning.
fn diagram(initial: Initial) -> Result<Setup, Kind> {
    let Initial { preset, data } = initial;
    let Some(state) = data else {
        let missing = match preset.as_str() {
            "OTHER" => Kind::Ranks(0),
            _ => Kind::UnknownHandicap(preset.clone()),
        };
        return handicap::of_jkf(&preset).ok_or(missing);
    };
    let color = |number: usize| {
        let unknown = || Kind::Json(format!("invalid value: {number}, expected 0 or 1"));
        Color::ALL.get(number).copied().ok_or_else(unknown)
    };
    let mut setup = Setup::empty();
    setup.turn = color(state.color)?;
    for (file, ranks) in (0..).zip(&state.board) {
        for (rank, square) in (0..).zip(ranks) {
            if let (Some(number), Some(kind)) = (square.color, square.kind) {
                let piece = Piece::new(color(number)?, PieceKind::ALL[kind as usize]);
                setup.board[Square::new(file, rank).index()] = Some(piece);
            }
        }
    }
    for (hand, counts) in setup.hands.iter_mut().zip(&state.hands) {
        for (name, &count) in counts {
            let kind = kind_of(name).filter(|it| PieceKind::HAND.contains(it));
            let kind = kind.ok_or_else(|| Kind::NoSuchHand(name.clone()))?;
            if count > PieceKind::SET[kind.index()] {
                return Err(Kind::HandTooBig);
            }
            *hand = hand.with(kind, count.into());
        }
    }
    Ok(setup)
}

/// Returns the place of `�`, the sign for invalid bytes, as a character or as an escape. Other formats refuse
/// the sign.
fn undecoded(text: &str) -> Option<Range<usize>> {
    // Escaped backslashes begin no escape.
    let text = text.replace(r"\\", "__").to_ascii_lowercase();
    let mut signs = ["\u{fffd}", r"\ufffd"].into_iter();
    signs.find_map(|sign| text.find(sign).map(|at| at..at + sign.len()))
}

/// Reads a line of moves. Returns the branches that leave it, the first one last.
fn read_line<'a>(
    text: &str,
    pending: Pending<'a>,
    growing: &mut GrowingRecord,
    places: &mut Places,
) -> Result<Vec<Pending<'a>>, RecordError> {
    let Pending { path, steps, .. } = pending;
    let is_main = path == MAIN_LINE;
    let mut branches = Vec::new();
    for (number, step) in (0..).zip(steps) {
        let before = growing.at;
        let path = format!("{path}[{number}]");
        if let Some(raw) = step.mv {
            let span = span_of(text, raw);
            match read_move(text, raw, &path, growing) {
                Ok(mv) => growing.play(mv, span, places)?,
                // The line is left out from here on.
                Err(error) => {
                    places.leave_out(error, is_main);
                    break;
                }
            }
        }
        let node = growing.node();
        node.comments.extend(step.comments.unwrap_or_default());
        if let Some(time) = step.time {
            let Duration { h, m, s } = time.now;
            let minutes = h.saturating_mul(60).saturating_add(m);
            node.seconds = Some(minutes.saturating_mul(60).saturating_add(s));
        }
        if let Some(word) = step.special {
            match End::of_csa(&word) {
                Some(end) => node.end = Some(end),
                // An end that only another program knows is kept as a comment.
                None => node.comments.push(word),
            }
        }
        for (number, steps) in (0..).zip(step.forks.unwrap_or_default()) {
            let path = format!("{path}.forks[{number}]");
            let from = before;
            branches.push(Pending { from, path, steps });
        }
    }
    branches.reverse();
    Ok(branches)
}

/// Reads a move and finds it on the board.
fn read_move(
    text: &str,
    raw: &RawValue,
    path: &str,
    growing: &GrowingRecord,
) -> Result<Move, RecordError> {
    let span = span_of(text, raw);
    let fields = serde_json::from_str::<MoveFormat>(raw.get())
        .map_err(|error| json_error(text, span.start, &format!("{path}: "), &error))?;
    let mv = written_move(&fields, &span)
        .and_then(|written| Ok(written.find(&growing.setup, growing.previous())?));
    mv.map_err(|error| error_within(path, error.kind, span))
}

/// Refuses a header with another hand than the diagram. Such headers come from KIF: programs that do not know
/// them keep them, although the diagram may have changed.
fn refuse_other_hand(text: &str, key: &str, value: &str, setup: &Setup) -> Result<(), RecordError> {
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
    Err(error_within(&format!("header.{key}"), error, span))
}

/// Returns an error in the value with this path.
fn error_within(path: &str, kind: Kind, span: Range<usize>) -> RecordError {
    RecordError::new(Kind::Within(path.to_owned(), Box::new(kind)), span)
}

fn written_move(mv: &MoveFormat, span: &Range<usize>) -> Result<WrittenMove, RecordError> {
    let square = |place: &JkfPlace| {
        let on_board = (1..=9).contains(&place.x) && (1..=9).contains(&place.y);
        let square = on_board.then(|| Square::new(place.x - 1, place.y - 1));
        square.ok_or_else(|| RecordError::new(MoveErrorKind::NoMove, span.clone()))
    };
    let letters = || mv.relative.as_deref().unwrap_or("").chars();
    let motion = |letter| match letter {
        'U' => Some(Motion::Forward),
        'M' => Some(Motion::Sideways),
        'D' => Some(Motion::Backward),
        _ => None,
    };
    let side = |letter| match letter {
        'L' => Some(Side::Left),
        'R' => Some(Side::Right),
        'C' => Some(Side::Straight),
        _ => None,
    };
    Ok(WrittenMove {
        to: Some(square(&mv.to)?),
        kind: PieceKind::ALL[mv.piece as usize],
        from: mv.from.as_ref().map(square).transpose()?,
        motion: letters().find_map(motion),
        side: letters().find_map(side),
        promotes: mv.promote == Some(true),
        refuses: mv.promote == Some(false),
        drops: letters().eq(['H']),
        span: span.clone(),
    })
}

/// Returns the place of the first line of a value in its text.
fn span_of(text: &str, value: &RawValue) -> Range<usize> {
    let value = value.get();
    let from = value.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let first = value.lines().next().unwrap_or("");
    from..from + first.trim_end().len()
}

/// Converts an error of the JSON library in a value that begins at `from`.
fn json_error(text: &str, from: usize, path: &str, error: &serde_json::Error) -> RecordError {
    let mut message = format!("{path}{error}");
    if let Some(end) = message.rfind(" at line ") {
        message.truncate(end);
    }
    let lines = text[from..].split_inclusive('\n');
    let lengths_above = lines.take(error.line().saturating_sub(1)).map(str::len);
    let at = from + lengths_above.sum::<usize>() + error.column().saturating_sub(1);
    let at = text.floor_char_boundary(at.min(text.len()));
    let to = text.ceil_char_boundary((at + 1).min(text.len()));
    RecordError::new(Kind::Json(message), at..to)
}
