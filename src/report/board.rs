//! Board diagrams in text, in the shape of the BOD format: `v` stands before White's pieces, so
//! that the sides can be told apart without colour.

use crate::notation::japanese;
use crate::shogi::{Color, Piece, PieceKind, Setup, Square};
use anstyle::{AnsiColor, Style};

/// Columns a diagram takes on a terminal.
pub(super) const WIDTH: usize = 31;

const FRAME: Style = Style::new().dimmed();
const ATTACKER: Style = Style::new().bold();
const DEFENDER: Style = AnsiColor::Cyan.on_default();
const KING: Style = AnsiColor::Red.on_default().bold();

/// The twelve lines of a diagram: files, upper edge, nine ranks, lower edge. Each is
/// 31 columns wide or less; colours are ANSI sequences around pieces and frame.
#[must_use]
pub fn board(setup: &Setup, attacker: Color) -> Vec<String> {
    let mut lines = vec![
        format!("{FRAME}  ９ ８ ７ ６ ５ ４ ３ ２ １{FRAME:#}"),
        format!("{FRAME}+---------------------------+{FRAME:#}"),
    ];
    for rank in 0..9 {
        let mut line = format!("{FRAME}|{FRAME:#}");
        for file in (0..9).rev() {
            let piece = setup.board[Square::new(file, rank).index()];
            line.push_str(&cell(piece, attacker));
        }
        let numeral = japanese::numeral(u32::from(rank) + 1);
        lines.push(format!("{line}{FRAME}|{numeral}{FRAME:#}"));
    }
    lines.push(format!("{FRAME}+---------------------------+{FRAME:#}"));
    lines
}

/// Three columns: a mark for White's pieces, and the piece.
fn cell(piece: Option<Piece>, attacker: Color) -> String {
    let Some(piece) = piece else {
        return format!("{FRAME} ・{FRAME:#}");
    };
    let mark = match piece.color() {
        Color::Black => ' ',
        Color::White => 'v',
    };
    let style = if piece.color() == attacker {
        ATTACKER
    } else if piece.kind() == PieceKind::King {
        KING
    } else {
        DEFENDER
    };
    format!("{style}{mark}{}{style:#}", japanese::glyph(piece.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    fn plain(lines: &[String]) -> Vec<String> {
        let text = lines.join("\n");
        let text = anstream::adapter::strip_str(&text).to_string();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_diagram_is_as_in_bod_files() {
        let mut setup = Setup::empty();
        let mut put = |file, rank, color, kind| {
            setup.board[Square::new(file, rank).index()] = Some(Piece::new(color, kind));
        };
        put(0, 3, Color::White, PieceKind::King);
        put(2, 0, Color::Black, PieceKind::Rook);
        put(8, 8, Color::Black, PieceKind::Horse);
        let lines = plain(&board(&setup, Color::Black));
        assert_eq!(lines.len(), 12);
        assert_eq!(lines[2], "| ・ ・ ・ ・ ・ ・ 飛 ・ ・|一");
        assert_eq!(lines[5], "| ・ ・ ・ ・ ・ ・ ・ ・v玉|四");
        assert_eq!(lines[10], "| 馬 ・ ・ ・ ・ ・ ・ ・ ・|九");
        assert!(lines.iter().all(|line| line.width() <= WIDTH));
    }
}
