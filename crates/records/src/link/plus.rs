//! Tells a `+` in a link that stands for a blank from a promotion.
//!
//! Programs encode a blank as `+` or as `%20`, and a `+` as `%2B`. Others leave both as they are.
//!
//! - With another sign for blanks in the text, each `+` is a promotion.
//! - If promotions are encoded, each `+` is a blank.
//! - Otherwise the board tells: in the ninth rank a `+` is a blank as soon as there are nine squares,
//!   before that it is a promotion. In a line, a `+` is a blank, and of two the first is a promotion.

/// Stands for a `+` that was not encoded. No text has this character.
pub(super) const MARK: &str = "\u{1f}";
pub(super) const MARK_SIGN: char = '\u{1f}';

/// A decoded text with a mark for each `+` that may be a blank.
#[derive(Clone, Debug)]
pub(super) struct Marked {
    /// The text.
    pub text: String,
    /// Whether it had an encoded `+`, too.
    pub has_coded: bool,
}

impl Marked {
    /// Returns the text with each `+` as it was.
    pub fn literal(&self) -> String {
        self.text.replace(MARK_SIGN, "+")
    }

    /// Returns the text with a blank for each `+`.
    pub fn with_blanks(&self) -> String {
        self.text.replace(MARK_SIGN, " ")
    }

    /// Returns the text as an SFEN: each `+` is what it can be.
    pub fn as_sfen(&self) -> String {
        if !self.text.contains(MARK_SIGN) || self.has_blanks() {
            self.literal()
        } else if self.has_coded {
            self.with_blanks()
        } else {
            mixed(&self.text)
        }
    }

    /// Returns the text as moves: each `+` is what it can be.
    pub fn as_line(&self) -> String {
        if self.text.contains([' ', '_', '.', ',']) {
            self.literal()
        } else if self.has_coded {
            self.with_blanks()
        } else {
            line(&self.text)
        }
    }

    /// Returns whether something else than a `+` is a blank in the text.
    fn has_blanks(&self) -> bool {
        let sides = [".b.", ".w."];
        self.text.contains([' ', '_']) || sides.iter().any(|it| self.text.contains(it))
    }
}

/// Returns an SFEN in which a mark may be a blank or a promotion.
fn mixed(text: &str) -> String {
    let is_end = |it: char| it == MARK_SIGN;
    let mut sfen = String::with_capacity(text.len() + 8);
    let mut rest = text;
    for word in ["position", "sfen", "startpos"] {
        let behind = rest
            .get(..word.len())
            .filter(|it| it.eq_ignore_ascii_case(word))
            .map(|_| &rest[word.len()..]);
        if let Some(behind) = behind.filter(|it| it.is_empty() || it.starts_with(is_end)) {
            sfen.push_str(&rest[..word.len()]);
            rest = behind;
            if let Some(behind) = rest.strip_prefix(is_end) {
                sfen.push(' ');
                rest = behind;
            }
        }
    }
    let board = if rest.contains('/') {
        board_length(rest)
    } else {
        0
    };
    sfen += &rest[..board].replace(MARK_SIGN, "+");
    let rest = &rest[board..];
    let moves = rest
        .find("moves")
        .map_or(rest.len(), |at| at + "moves".len());
    sfen += &rest[..moves].replace(MARK_SIGN, " ");
    sfen + &line(&rest[moves..])
}

/// Returns the length of the board at the beginning: up to the mark behind nine squares of the ninth rank.
fn board_length(text: &str) -> usize {
    let (mut rank, mut squares) = (1, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '/' => (rank, squares) = (rank + 1, 0),
            MARK_SIGN if rank >= 9 && squares >= 9 => return at,
            MARK_SIGN | '+' => {}
            _ => squares += sign.to_digit(10).unwrap_or(1),
        }
    }
    text.len()
}

/// Returns moves in which a mark may be a blank or a promotion. At the end it is a promotion: nobody
/// writes a blank there.
fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign != MARK_SIGN {
            line.push(sign);
        } else if signs.peek() == Some(&MARK_SIGN) {
            signs.next();
            line.push_str("+ ");
        } else {
            let is_last = signs.peek().is_none() && line.ends_with(|it: char| !it.is_whitespace());
            line.push(if is_last { '+' } else { ' ' });
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sfen(text: &str, has_coded: bool) -> String {
        let text = text.replace('+', MARK).replace('±', "+");
        Marked { text, has_coded }.as_sfen()
    }

    #[test]
    fn a_rank_tells_blanks_from_promotions() {
        for (text, has_coded, expected) in [
            (
                "8k/9/9/9/9/9/9/9/9+b+G+1",
                false,
                "8k/9/9/9/9/9/9/9/9 b G 1",
            ),
            (
                "8k/+P8/9/9/9/9/9/9/8+R+b+-",
                false,
                "8k/+P8/9/9/9/9/9/9/8+R b -",
            ),
            ("8k/±P8/9/9/9/9/9/9/9+b+-", true, "8k/+P8/9/9/9/9/9/9/9 b -"),
            (
                "8k/+P8/9/9/9/9/9/9/8+R b -",
                false,
                "8k/+P8/9/9/9/9/9/9/8+R b -",
            ),
            (
                "8k/+P8/9/9/9/9/9/9/9_b_-",
                false,
                "8k/+P8/9/9/9/9/9/9/9_b_-",
            ),
            (
                "8k/+P8/9/9/9/9/9/9/9.b.-",
                false,
                "8k/+P8/9/9/9/9/9/9/9.b.-",
            ),
            (
                "position+sfen+8k/9/9/9/9/9/9/9/+R8+b+-+1+moves+1a2a++3a4a+5a6a+",
                false,
                "position sfen 8k/9/9/9/9/9/9/9/+R8 b - 1 moves 1a2a+ 3a4a 5a6a+",
            ),
            (
                "startpos+moves+7g7f+3c3d",
                false,
                "startpos moves 7g7f 3c3d",
            ),
        ] {
            assert_eq!(sfen(text, has_coded), expected, "{text}");
        }
    }
}
