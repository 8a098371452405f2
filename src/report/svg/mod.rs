//! Diagrams as magazines print them, as SVG.
//!
//! Board with files 1–9 above and ranks 一–九 at the right, pieces upright and turned, the hands at the
//! sides (持駒), title and author above, the length (n手詰) below. Everything but title and author is
//! drawn with outlines, so that a viewer without a Japanese font shows it. The same diagram gives the
//! same bytes.

mod glyphs;
mod layout;
#[cfg(feature = "png")]
mod png;

use crate::notation::{japanese, sfen};
use crate::shogi::{Color, Move, Setup};
use askama::Template;
pub(super) use glyphs::{Outline, outlines};
use layout::{Caption, Picture, Sheet};
#[cfg(feature = "png")]
pub use png::{Painter, Png, PngError};

/// What is to be drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The position the line begins at.
    pub setup: &'a Setup,
    /// The moves before the position to be drawn. Where the last one left and arrived is tinted.
    pub line: &'a [Move],
    /// The side that gives mate.
    pub attacker: Color,
    /// The title of the problem (作品名).
    pub title: Option<&'a str>,
    /// Its author (作者).
    pub author: Option<&'a str>,
    /// Its length in plies, written below as n手詰. Behind moves the last of them is written there.
    pub plies: Option<u32>,
    /// Whether the moves of [`Diagram::line`] are numbered, each on the square where it arrived.
    pub numbers: bool,
    /// Whether the defender's hand is listed even where it is all that is left (残り全部).
    pub list_rest: bool,
}

/// Draws a diagram.
///
/// `None` when the line cannot be played from the position.
#[must_use]
pub fn svg(diagram: &Diagram) -> Option<String> {
    let mut setup = diagram.setup.clone();
    for &mv in diagram.line {
        if !setup.play(mv) {
            return None;
        }
    }
    let title = diagram.title.map(legible).unwrap_or_default();
    let author = diagram.author.map(legible).unwrap_or_default();
    let below = below(diagram);
    let mut sheet = Sheet::new(!(title.is_empty() && author.is_empty()), !below.is_empty());
    if let Some(&last) = diagram.line.last() {
        sheet.last_move(last);
    }
    sheet.coordinates();
    sheet.pieces(&setup, diagram.numbers && !diagram.line.is_empty());
    for color in Color::ALL {
        let (label, pieces) = hand(&setup, color, diagram);
        sheet.hand(color, label, &pieces);
    }
    if diagram.numbers {
        sheet.numbers(diagram.line);
    }
    sheet.caption(&title, &author, &below);
    let words = [title.as_str(), author.as_str(), below.as_str()];
    let words: Vec<_> = words.into_iter().filter(|it| !it.is_empty()).collect();
    let picture: Picture = sheet.finish(words.join(" "), sfen::write(&setup));
    picture.render().ok()
}

/// Whether title and author are too long to be drawn whole.
#[must_use]
pub fn is_caption_cut(diagram: &Diagram) -> bool {
    let title = diagram.title.map(legible).unwrap_or_default();
    let author = diagram.author.map(legible).unwrap_or_default();
    Caption::new(&title, &author).is_cut
}

/// The label of a hand, and its pieces with their numbers.
fn hand(setup: &Setup, color: Color, diagram: &Diagram) -> (&'static str, Vec<String>) {
    let hand = setup.hands[color.index()];
    let is_attacker = color == diagram.attacker;
    let label = if is_attacker {
        "持駒"
    } else {
        "玉方持駒"
    };
    let is_rest = !is_attacker && !hand.is_empty() && setup.missing().is_empty();
    let words = if is_rest && !diagram.list_rest {
        "残り全部".to_owned()
    } else {
        japanese::hand(hand)
    };
    (label, words.split(' ').map(str::to_owned).collect())
}

/// What stands below the board: the length, or the move that led to the diagram.
fn below(diagram: &Diagram) -> String {
    match diagram.line {
        [] => diagram
            .plies
            .map(|it| format!("{it}手詰"))
            .unwrap_or_default(),
        line => {
            let moves = japanese::write_line(diagram.setup, line);
            let last = moves.last().map_or("", String::as_str);
            format!("（図は{}手目{last}まで）", line.len())
        }
    }
}

/// A text without characters that XML has no room for.
fn legible(text: &str) -> String {
    let is_bad = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let text = text.replace(is_bad, " ");
    text.trim().to_owned()
}

#[cfg(test)]
mod tests;
