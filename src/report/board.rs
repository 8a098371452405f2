//! Board diagrams in text, in the BOD format. A `v` before White's pieces distinguishes the sides
//! without colour.

use super::words::labels;
use crate::notation::{japanese, picture};
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use crate::vocabulary::Lang;
use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

/// Columns a diagram takes on a terminal.
const WIDTH: usize = 31;
/// Columns between a diagram and the text beside it.
const GAP: usize = 3;

const FRAME: Style = Style::new().dimmed();
const ATTACKER: Style = Style::new().bold();
const DEFENDER: Style = AnsiColor::Cyan.on_default();
const KING: Style = AnsiColor::Red.on_default().bold();

/// Returns the twelve lines of a diagram: files, upper edge, nine ranks, lower edge. Each is at
/// most 31 columns wide; colours are ANSI sequences around pieces and frame.
#[must_use]
pub fn board(setup: &Setup, attacker: Color) -> Vec<String> {
    let mut lines = vec![
        format!("{FRAME}{}{FRAME:#}", picture::FILES),
        format!("{FRAME}{}{FRAME:#}", picture::EDGE),
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
    lines.push(format!("{FRAME}{}{FRAME:#}", picture::EDGE));
    lines
}

/// Returns a diagram with each hand on its owner's side: beside the board if both fit into `width`
/// columns, else above and below.
#[must_use]
pub fn diagram(setup: &Setup, attacker: Color, width: usize, lang: Lang) -> Vec<String> {
    let room = width.saturating_sub(WIDTH + GAP);
    let words = labels::words(lang);
    let hands = Color::ALL.map(|color| {
        let name = if color == attacker {
            words.attackers_hand
        } else {
            words.defenders_hand
        };
        let hand = hand_in_words(setup.hands[color.index()], lang);
        let whole = format!("{name}  {hand}");
        if whole.width() > room && hand.width() + 2 <= room {
            vec![name.to_owned(), format!("  {hand}")]
        } else {
            vec![whole]
        }
    });
    let fits_beside = hands.iter().flatten().all(|it| it.width() <= room);
    let mut lines = board(setup, attacker);
    let [black, white] = hands;
    if !fits_beside {
        return white.into_iter().chain(lines).chain(black).collect();
    }
    // White's hand begins at the first rank, Black's ends at the last.
    let first_of_black = 11 - black.len();
    let gap = " ".repeat(GAP);
    for (index, text) in (2..).zip(white).chain((first_of_black..).zip(black)) {
        lines[index] += &gap;
        lines[index] += &text;
    }
    lines
}

/// Returns the hand of a side. An empty hand is `–` in English, where `なし` would not be
/// understood.
pub(super) fn hand_in_words(hand: Hand, lang: Lang) -> String {
    match lang {
        Lang::English if hand.is_empty() => "–".to_owned(),
        _ => japanese::hand(hand),
    }
}

/// Returns three columns: a mark for White's pieces, and the piece.
fn cell(piece: Option<Piece>, attacker: Color) -> String {
    let style = match piece {
        None => FRAME,
        Some(piece) if piece.color() == attacker => ATTACKER,
        Some(piece) if piece.kind() == PieceKind::King => KING,
        Some(_) => DEFENDER,
    };
    format!("{style}{}{style:#}", picture::cell(piece))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn hands_stand_beside_the_board_where_there_is_room() {
        let mut setup = Setup::empty();
        setup.hands[1] = setup.missing();
        let text = |width, lang| plain(&diagram(&setup, Color::Black, width, lang));
        let japanese = text(80, Lang::Japanese);
        assert!(japanese[2].ends_with("一   玉方持駒  飛二 角二 金四 銀四 桂四 香四 歩十八"));
        assert!(japanese[10].ends_with("九   攻方持駒  なし"));
        let english = text(80, Lang::English);
        assert!(english[2].ends_with("一   defender 玉方"), "{english:#?}");
        assert!(english[3].ends_with("二     飛二 角二 金四 銀四 桂四 香四 歩十八"));
        assert!(english[10].ends_with("九   attacker 攻方  –"));
        for lang in [Lang::English, Lang::Japanese] {
            assert_eq!(text(60, lang).len(), 14);
            assert_eq!(text(80, lang).len(), 12);
            assert!(text(80, lang).iter().all(|line| line.width() <= 80));
        }
    }
}
