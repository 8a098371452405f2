//! Diagrams in the style of magazines, as SVG.
//!
//! A diagram has the board with files 1–9 above and ranks 一–九 at the right, pieces upright and
//! turned, the hands at the sides (持駒), title and author above, and the length (n手詰) below.
//! Everything except title and author is drawn with outlines, so that a viewer without a Japanese
//! font shows it. The same diagram gives the same bytes.

mod glyphs;
mod layout;
#[cfg(feature = "png")]
mod png;

use crate::notation::{japanese, sfen};
use crate::shogi::{Color, Move, Setup};
use crate::vocabulary::Goal;
use askama::Template;
pub use glyphs::outlines_as_json;
pub(super) use glyphs::{Outline, outlines};
use layout::{Caption, Picture, Sheet};
#[cfg(feature = "png")]
pub use png::{Painter, Png, PngError};

/// The contents of a picture.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The position at the beginning of the line.
    pub setup: &'a Setup,
    /// The moves before the position to draw. The origin and destination of the last one are
    /// tinted.
    pub line: &'a [Move],
    /// The side that attacks.
    pub attacker: Color,
    /// The title of the problem (作品名).
    pub title: Option<&'a str>,
    /// The author (作者).
    pub author: Option<&'a str>,
    /// The length in plies, written below as n手詰. After moves, the last move is written there
    /// instead.
    pub plies: Option<u32>,
    /// The goal: of a brinkmate (必至) the length is written as n手必至.
    pub goal: Goal,
}

impl<'a> Diagram<'a> {
    /// Makes the diagram of a position with nothing around it. The other fields can be set:
    /// `Diagram { plies: Some(3), ..Diagram::new(setup, attacker) }`.
    #[must_use]
    pub const fn new(setup: &'a Setup, attacker: Color) -> Self {
        Self {
            setup,
            line: &[],
            attacker,
            title: None,
            author: None,
            plies: None,
            goal: Goal::Mate,
        }
    }
}

/// Draws a diagram.
///
/// Returns `None` if the line cannot be played from the position.
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
        sheet.mark_last_move(last);
    }
    sheet.draw_coordinates();
    sheet.draw_pieces(&setup);
    for color in Color::ALL {
        let (label, pieces) = hand(&setup, color, diagram);
        sheet.draw_hand(color, label, &pieces);
    }
    sheet.draw_caption(&title, &author, &below);
    let words = [title.as_str(), author.as_str(), below.as_str()];
    let words: Vec<_> = words.into_iter().filter(|it| !it.is_empty()).collect();
    let picture: Picture = sheet.finish(words.join(" "), sfen::write(&setup));
    picture.render().ok()
}

/// Returns whether title and author are too long to be drawn whole.
#[must_use]
pub fn is_caption_cut(diagram: &Diagram) -> bool {
    let title = diagram.title.map(legible).unwrap_or_default();
    let author = diagram.author.map(legible).unwrap_or_default();
    Caption::new(&title, &author).is_cut
}

/// Returns the label of a hand, and its pieces with their numbers.
fn hand(setup: &Setup, color: Color, diagram: &Diagram) -> (&'static str, Vec<String>) {
    let hand = setup.hands[color.index()];
    let is_attacker = color == diagram.attacker;
    let label = if is_attacker {
        "持駒"
    } else {
        "玉方持駒"
    };
    let is_rest = !is_attacker && !hand.is_empty() && setup.missing().is_empty();
    let words = if is_rest {
        "残り全部".to_owned()
    } else {
        japanese::hand(hand)
    };
    (label, words.split(' ').map(str::to_owned).collect())
}

/// Returns the text below the board: length and goal, or the move before the diagram.
fn below(diagram: &Diagram) -> String {
    match diagram.line {
        [] => match (diagram.goal, diagram.plies) {
            (Goal::Mate, None) => String::new(),
            (Goal::Mate, Some(it)) => format!("{it}手詰"),
            (Goal::Brinkmate, Some(it)) => format!("{it}手必至"),
            // A threat has no length.
            (goal, _) => goal.term().to_owned(),
        },
        line => {
            let moves = japanese::write_line(diagram.setup, line);
            let last = moves.last().map_or("", String::as_str);
            format!("（図は{}手目{last}まで）", line.len())
        }
    }
}

/// Replaces control characters, and others that XML does not allow, by blanks.
fn legible(text: &str) -> String {
    let is_bad = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let text = text.replace(is_bad, " ");
    text.trim().to_owned()
}

#[cfg(test)]
mod tests;
