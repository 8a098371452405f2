//! Whether a text that begins as a record is one, or a text for people with a diagram in it.

use crate::notation::record::{self, Format, Part, Pasted, RecordErrorKind};

/// Returns whether a text that was taken for a record may be one for people, with a diagram in it. Errors in
/// moves, and in hands of files of records, stay errors of the record.
pub(super) fn may_be_text(part: &Part, format: Format, is_sniffed: bool) -> bool {
    use RecordErrorKind::{
        Empty, HandTooBig, NoSuchHand, NoSuchPiece, RankLength, Ranks, SeemingHand,
        UnknownHandicap, UnknownLine,
    };
    match &part.content {
        Err(error) => match error.kind {
            Empty | UnknownLine | RankLength(_) | NoSuchPiece(_) | Ranks(_)
            | UnknownHandicap(_) => true,
            // Words behind a hand: `持駒 金 (5手詰)`.
            NoSuchHand(_) | HandTooBig | SeemingHand => is_sniffed,
            _ => false,
        },
        Ok((record, places)) => {
            let is_kif = matches!(format, Format::Kif | Format::Ki2);
            let is_open = record.tree.is_empty() || places.broken.is_some();
            is_kif && (is_open || is_sniffed && has_solution(record) && !has_numbers(&part.text))
        }
    }
}

/// Returns whether a header has the author's line of a record with other moves, which may be a remark below it.
fn has_solution(record: &record::Record) -> bool {
    let names = ["解答", "正解", "作意", "詰手順", "本手順", "答え"];
    let mut headers = record.headers.iter();
    headers.any(|(key, value)| names.contains(&&**key) && !value.is_empty())
}

/// Returns whether moves have numbers, each in a line of its own.
fn has_numbers(text: &str) -> bool {
    text.lines().any(|line| {
        let rest = line.trim_start();
        let bare = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        bare.len() < rest.len() && bare.starts_with(' ')
    })
}

/// Returns a text of which no move can be played as an error at the first of them, instead of a game without moves.
pub(super) fn without_moves(mut part: Part) -> Part {
    if let Ok((_, places)) = &part.content
        && let Some(error) = &places.broken
    {
        part.content = Err(error.clone());
    }
    part
}

/// Returns whether moves with numbers follow the line that is not understood. In a file of records it may belong
/// to the diagram.
pub(super) fn is_before_moves(part: &Part) -> bool {
    let Err(error) = &part.content else {
        return false;
    };
    let behind = part.text.get(error.span.end..).unwrap_or_default();
    let is_move = |line: &str| {
        let rest = line.trim_start();
        let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        number > 0 && rest[number..].starts_with([' ', '\u{3000}'])
    };
    matches!(error.kind, RecordErrorKind::UnknownLine) && behind.lines().any(is_move)
}

/// Returns whether nothing was read of a part: neither a diagram nor a move.
pub(super) fn is_nothing(part: &Part) -> bool {
    match &part.content {
        Err(error) => matches!(error.kind, RecordErrorKind::Empty),
        Ok((record, places)) => places.board.is_empty() && record.tree.is_empty(),
    }
}

/// Returns whether the diagrams found in a text are more than what was read of it as a record: there was none, or the
/// same diagram has a hand or moves that were passed over.
pub(super) fn says_more(pasted: &Pasted, part: &Part) -> bool {
    let (record, places) = match &part.content {
        Ok((record, places)) => (record, places),
        // A mistake in a list of pieces says more than that there is no diagram.
        Err(error) if matches!(error.kind, RecordErrorKind::Empty) => return !pasted.is_empty(),
        // The record's own error says more than that of a text.
        Err(_) => return (0..pasted.len()).any(|it| is_read_or_corrected(&pasted.read(it))),
    };
    // Without a diagram it was taken for a game.
    if places.board.is_empty() {
        return !pasted.is_empty();
    }
    if pasted.len() != 1 {
        return false;
    }
    let has_no_hands = places.held.is_empty() && places.empty_hands.is_empty();
    let first = pasted.read(0);
    let (found, found_places) = match &first.content {
        Ok(read) => read,
        // A hand beside the board, which the record passes over, must not be lost.
        Err(error) => return has_no_hands && is_beside_board(&first.text, error),
    };
    let is_same_board = found.setup.board == record.setup.board;
    // Words around the diagram say whose turn it is, of which the record has nothing.
    let has_no_turn = places.turn.is_empty() || places.turn == places.board;
    if is_same_board
        && found.setup.turn != record.setup.turn
        && has_no_turn
        && (found_places.is_turn_deduced || found_places.turn != found_places.board)
        && record.tree.is_empty()
    {
        return true;
    }
    let is_same_board = is_same_board && found.setup.turn == record.setup.turn;
    let is_same = is_same_board && found.setup.hands == record.setup.hands;
    let moves = |it: &record::Record| it.tree.main_line().len();
    let is_longer = moves(found) > moves(record)
        || places.broken.is_some()
            && found_places.broken.is_none()
            && moves(found) >= moves(record);
    is_same && is_longer || is_same_board && has_no_hands && !found_places.held.is_empty()
}

/// Returns whether a diagram of a text can be read, or only a correction of it keeps it from that.
fn is_read_or_corrected(part: &Part) -> bool {
    let error = part.content.as_ref().err();
    error.is_none_or(|it| matches!(it.kind, RecordErrorKind::Correction))
}

/// Returns whether the error is in pieces in hand on the line of a rank.
fn is_beside_board(text: &str, error: &record::RecordError) -> bool {
    let before = text.get(..error.span.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_hand = matches!(
        error.kind,
        RecordErrorKind::UnreadHand | RecordErrorKind::NoSuchHand(_)
    );
    is_hand && line.trim_start().starts_with(['|', '｜'])
}

/// Returns whether the only diagram of a text does not say whose pieces are on its board.
pub(super) fn is_unclear(pasted: &Pasted) -> bool {
    let error = (pasted.len() == 1).then(|| pasted.read(0).content.err());
    error
        .flatten()
        .is_some_and(|it| matches!(it.kind, RecordErrorKind::Unmarked))
}
