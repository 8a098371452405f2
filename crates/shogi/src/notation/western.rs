//! Moves as in English books: `P-7f`, `Sx3c+`, `G*5b`, `G4i-5h`, `B-3c=`.
//!
//! A move is the letter of the piece, after `+` if it is promoted; the origin, only if another
//! piece of its kind could also go there; `-`, or `x` for a capture, or `*` for a drop; the
//! destination, file and rank; `+` if it promotes, and `=` if it could and does not. Ranks are
//! letters; digits are read as well.

use super::cursor::Cursor;
use super::japanese::{may_promote, origins};
use super::written_move::{WrittenMove, piece};
use super::{piece_letter, usi};
use crate::{Move, Piece, PieceKind, Setup, Square};

/// Writes a line of moves that begins at a diagram.
///
/// If the pieces cannot make a move, it and all moves after it are written in USI.
#[must_use]
pub fn write_line(setup: &Setup, line: &[Move]) -> Vec<String> {
    let mut setup = setup.clone();
    let mut playable = true;
    line.iter()
        .map(|&mv| {
            let text = write_move(&setup, mv);
            playable = playable && setup.play(mv);
            if playable { text } else { usi::write_move(mv) }
        })
        .collect()
}

/// Writes one move.
#[must_use]
pub fn write_move(setup: &Setup, mv: Move) -> String {
    let to = mv.to();
    let Some(from) = mv.from() else {
        let kind = mv.dropped().unwrap_or(PieceKind::Pawn);
        return format!("{}*{to}", piece_letter(kind));
    };
    let Some(kind) = setup.piece_at(from).map(Piece::kind) else {
        return usi::write_move(mv);
    };
    let mut text = String::new();
    if kind.is_promoted() {
        text.push('+');
    }
    text.push(piece_letter(kind));
    if origins(setup, kind, mv.to()).any(|other| other != from) {
        text += &from.to_string();
    }
    text.push(if setup.piece_at(mv.to()).is_some() {
        'x'
    } else {
        '-'
    });
    text += &to.to_string();
    if mv.promotes() {
        text.push('+');
    } else if may_promote(setup.turn, kind, from, mv.to()) {
        text.push('=');
    }
    text
}

/// Reads a move that begins at byte `start`. Ranks are letters or digits, the piece a letter or its
/// Japanese name, and the sign before the square may be missing: `K13`, `玉-13`. `None` if it has another
/// form. `G*5b` is left to the reader of USI.
pub(super) fn read(word: &str, start: usize) -> Option<WrittenMove> {
    let without_signs = word.trim_end_matches(['#', '!', '?', ';', '.']);
    let ascii: String = without_signs.chars().map(in_ascii).collect();
    let (kind, rest, is_letter) = piece_of(&ascii)?;
    let written = |from, to, promotes, refuses, drops| WrittenMove {
        to: Some(to),
        kind,
        from,
        motion: None,
        side: None,
        promotes,
        refuses,
        drops,
        span: start..start + word.len(),
    };
    if let Some(square) = rest.strip_prefix(['*', '\'']) {
        let has_letter_rank = square.ends_with(|c: char| c.is_ascii_lowercase());
        let has_signs = without_signs != word;
        let is_usi = rest.starts_with('*') && has_letter_rank && is_letter && !has_signs;
        if kind.is_promoted() || kind == PieceKind::King || is_usi {
            return None;
        }
        return Some(written(None, square_of(square)?, false, false, true));
    }
    let (before, after) = match rest.split_once(['-', 'x']) {
        Some(parts) => parts,
        // Without a sign, only a letter tells that this is such a move.
        None if is_letter => rest.split_at_checked(if rest.len() > 3 { 2 } else { 0 })?,
        None => return None,
    };
    let from = match before {
        "" => None,
        _ => Some(square_of(before)?),
    };
    let promotes = after.strip_suffix('+');
    let refuses = after.strip_suffix('=');
    let to = square_of(promotes.or(refuses).unwrap_or(after))?;
    Some(written(
        from,
        to,
        promotes.is_some(),
        refuses.is_some(),
        false,
    ))
}

/// Returns the ASCII sign for one that is printed otherwise.
const fn in_ascii(c: char) -> char {
    match c {
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '×' | '✕' => 'x',
        '’' | '´' | '′' => '\'',
        _ => c,
    }
}

/// Reads the piece at the beginning of a move. Returns its kind, the text after it, and whether it is a
/// letter.
fn piece_of(text: &str) -> Option<(PieceKind, &str, bool)> {
    let mut cursor = Cursor { rest: text, at: 0 };
    if let Some(kind) = piece(&mut cursor) {
        return Some((kind, cursor.rest, false));
    }
    let promoted = cursor.skip("+");
    let kind = kind_of(cursor.next()?, promoted)?;
    Some((kind, cursor.rest, true))
}

fn kind_of(letter: char, promoted: bool) -> Option<PieceKind> {
    let is_meant =
        |kind: &PieceKind| kind.is_promoted() == promoted && piece_letter(*kind) == letter;
    PieceKind::ALL.into_iter().find(is_meant)
}

/// Reads a move in other forms of English texts: without a dash (`K13`, `Lx12`), with other signs
/// (`S'2c`, `K–13`, `L×12`), or with the piece in Japanese (`銀*23`). `None` if it has another form.
pub(super) fn read_other(word: &str, start: usize) -> Option<WrittenMove> {
    let promoted = word.starts_with('+');
    let mut cursor = Cursor {
        rest: word.strip_prefix('+').unwrap_or(word),
        at: 0,
    };
    let kind = match piece(&mut cursor) {
        Some(kind) => kind,
        None => kind_of(cursor.next()?, promoted)?,
    };
    let rest: String = cursor
        .rest
        .chars()
        .map(|c| match c {
            '–' | '—' | '−' | '‐' | 'ー' | '－' => '-',
            '×' | 'X' => 'x',
            '\'' | '’' | '´' | '@' => '*',
            other => other,
        })
        .collect();
    let (before, after, drops) = match rest.find(['-', 'x', '*']) {
        Some(sign) => (
            &rest[..sign],
            &rest[sign + 1..],
            rest[sign..].starts_with('*'),
        ),
        None => ("", &*rest, false),
    };
    let from = match before {
        "" => None,
        _ => Some(square_of(before)?),
    };
    let promotes = after.strip_suffix(['+', '^']);
    let refuses = after.strip_suffix('=');
    Some(WrittenMove {
        to: Some(square_of(promotes.or(refuses).unwrap_or(after))?),
        kind,
        from,
        motion: None,
        side: None,
        promotes: promotes.is_some(),
        refuses: refuses.is_some(),
        drops,
        span: start..start + word.len(),
    })
}

fn square_of(text: &str) -> Option<Square> {
    let &[file @ b'1'..=b'9', rank] = text.as_bytes() else {
        return None;
    };
    let rank = match rank {
        b'1'..=b'9' => rank - b'1',
        b'a'..=b'i' => rank - b'a',
        _ => return None,
    };
    Some(Square::new(file - b'1', rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn line(text: &str) -> String {
        let record = sfen::parse(text).unwrap();
        write_line(&record.setup, &record.moves).join(" ")
    }

    #[test]
    fn moves_are_written_as_in_english_books() {
        for (text, expected) in [
            (
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
                "P-7f P-3d Bx2b+ Sx2b B*5e",
            ),
            ("startpos moves 7g7f 3c3d 8h2b", "P-7f P-3d Bx2b="),
            ("4k4/9/9/9/9/9/9/9/3GKG3 b - 1 moves 4i5h", "G4i-5h"),
            ("4k4/9/4+P4/9/9/9/9/9/9 b - 1 moves 5c5b", "+P-5b"),
            ("9/9/9/9/9/9/9/9/R8 b - 1 moves 1a1b 9i9a", "1a1b 9i9a"),
        ] {
            assert_eq!(line(text), expected);
        }
    }

    #[test]
    fn other_ways_of_writing_are_read() {
        let parts = |word: &str| {
            let written = read_other(word, 0)?;
            Some((
                written.kind,
                written.from.map(|from| from.to_string()),
                written.to?.to_string(),
                written.promotes,
                written.drops,
            ))
        };
        for (word, expected) in [
            ("K13", (PieceKind::King, None, "1c", false, false)),
            ("S12+", (PieceKind::Silver, None, "1b", true, false)),
            ("Lx12", (PieceKind::Lance, None, "1b", false, false)),
            ("S'2c", (PieceKind::Silver, None, "2c", false, true)),
            ("K2b–1c", (PieceKind::King, Some("2b"), "1c", false, false)),
            ("銀*23", (PieceKind::Silver, None, "2c", false, true)),
        ] {
            let (kind, from, to, promotes, drops) = expected;
            let expected = (
                kind,
                from.map(str::to_owned),
                to.to_owned(),
                promotes,
                drops,
            );
            assert_eq!(parts(word), Some(expected), "{word}");
        }
        for word in ["", "K", "Kx", "X13", "K1", "K134", "金", "hello"] {
            assert!(read_other(word, 0).is_none(), "{word}");
        }
    }

    #[test]
    fn moves_are_read_in_the_styles_of_several_books() {
        let record = sfen::parse("7nl/7k1/9/7pp/6N2/9/9/9/9 b GS 1").unwrap();
        for text in [
            "1.S*2c K-1c 2.S-1b+ Lx1b 3.G*2c mate",
            "1. S*2c 2. K-1c 3. S-1b+ 4. Lx1b 5. G*2c#",
            "1.S*23 K13 2.S12+ Lx12 3.G*23",
            "1. S*23 2. K–13 3. S–12+ 4. L×12 5. G*23",
            "S'2c K2b-1c S2c-1b+ L1ax1b G'2c mate",
            "1.銀*23 玉-13 2.銀-12+ 香x12 3.金*23",
        ] {
            let written = crate::notation::moves::read(text);
            let written: Result<Vec<_>, _> = written.into_iter().collect();
            let (moves, error) = crate::notation::moves::play(&record.setup, &written.unwrap());
            assert_eq!(error, None, "{text}");
            assert_eq!(
                usi::write_line(&moves),
                "S*2c 2b1c 2c1b+ 1a1b G*2c",
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
            "startpos moves 7g7f 3c3d 8h2b",
            "4k4/9/9/9/9/9/9/9/3GKG3 b - 1 moves 4i5h",
            "4k4/9/4+P4/9/9/9/9/9/9 b - 1 moves 5c5b",
        ] {
            let record = sfen::parse(text).unwrap();
            let sfen = text.split(" moves").next().unwrap();
            let letters = write_line(&record.setup, &record.moves).join(" ");
            // A digit after a digit is a rank. A drop stays as in USI.
            let mut digits = String::new();
            for sign in letters.replace("*5e", "*5_").chars() {
                let is_rank = digits.ends_with(|c: char| c.is_ascii_digit());
                digits.push(match sign {
                    'a'..='i' if is_rank => char::from(sign as u8 - b'a' + b'1'),
                    '_' => 'e',
                    other => other,
                });
            }
            for line in [letters, digits] {
                let read = sfen::parse(&format!("{sfen} moves {line}")).unwrap();
                assert_eq!(read.moves, record.moves, "{line}");
            }
        }
        for word in [
            "", "+", "K", "K-", "X-5b", "+K-5b", "+G-5b", "G-5b+=", "G-0b", "G5-5b", "G-5bb",
            "玉5b", "玉*5b", "K5", "+K5b", "K5あ", "Kああ",
        ] {
            assert!(read(word, 0).is_none(), "{word}");
        }
    }
}
