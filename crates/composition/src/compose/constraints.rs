//! The wishes for composed problems.

use super::composed::Composed;
use crate::attributes::Attribute;
use crate::finding::rules::Profile;
use crate::length::futile::Interpositions;

use crate::shogi::{Color, Piece, PieceKind, Setup, Square};
use crate::vocabulary::Allowance;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The wishes for composed problems.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// The lengths, in plies.
    pub plies: RangeInclusive<u32>,
    /// The most pieces on the board, kings included.
    pub on_board: u32,
    /// The most pieces in the attacker's hand.
    pub in_hand: u32,
    /// The kinds of pieces besides kings, each unpromoted.
    pub kinds: Vec<PieceKind>,
    /// The squares that may have pieces at the start.
    pub squares: Vec<Square>,
    /// Whether the attacker has a king. `None` allows both.
    pub two_kings: Option<bool>,
    /// The themes that every problem has.
    pub with: Vec<Theme>,
    /// The themes that no problem has.
    pub without: Vec<Theme>,
    /// The lowest and the highest difficulty.
    pub difficulty: RangeInclusive<u32>,
    /// The lowest aesthetics.
    pub aesthetics: u32,
    /// The dull things that problems may have.
    pub allowed: Vec<Allowance>,
    /// The rules by which every problem is sound.
    pub rules: Profile,
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
}

impl Default for Constraints {
    fn default() -> Self {
        Self {
            plies: 3..=7,
            on_board: 14,
            in_hand: 4,
            kinds: PieceKind::HAND.to_vec(),
            squares: Square::all().collect(),
            two_kings: Some(false),
            with: Vec::new(),
            without: Vec::new(),
            difficulty: 0..=100,
            aesthetics: 0,
            allowed: Vec::new(),
            rules: Profile::Strict,
            interpositions: Interpositions::default(),
        }
    }
}

impl Constraints {
    /// Returns whether a diagram meets the constraints on pieces and squares. Black attacks in it.
    pub(super) fn allow(&self, setup: &Setup) -> bool {
        let (mut on_board, mut has_king) = (0, false);
        for (square, piece) in setup.pieces() {
            on_board += 1;
            has_king |= piece.kind() == PieceKind::King && piece.color() == Color::Black;
            if !self.squares.contains(&square) {
                return false;
            }
            let is_king = piece.kind() == PieceKind::King;
            if !is_king && !self.kinds.contains(&piece.kind().unpromote()) {
                return false;
            }
        }
        let hand = setup.hands[Color::Black.index()];
        on_board <= self.on_board
            && hand.total() <= self.in_hand
            && hand.iter().all(|(kind, _)| self.kinds.contains(&kind))
            && self.two_kings.is_none_or(|wanted| wanted == has_king)
    }

    /// Returns whether a sound problem meets the constraints on length, themes and rating.
    pub(super) fn allow_problem(&self, problem: &Composed) -> bool {
        let has = |theme: &Theme| problem.attributes.iter().any(|&it| theme.is_in(it));
        self.plies.contains(&problem.plies())
            && self.with.iter().all(has)
            && !self.without.iter().any(has)
            && (self.difficulty).contains(&problem.rating.difficulty.points)
            && problem.rating.aesthetics.points >= self.aesthetics
            && (self.allows(Allowance::Plain) || !is_plain(problem))
    }

    /// Returns whether problems may have this.
    pub(super) fn allows(&self, what: Allowance) -> bool {
        self.allowed.contains(&what)
    }

    /// Returns whether a tidied problem has nothing dull that is not allowed: a promoted small piece in
    /// the diagram, or a piece that is captured first only to be dropped.
    pub(super) fn allow_pieces(&self, problem: &Composed) -> bool {
        let is_promoted = |(_, piece): (Square, Piece)| is_promoted_small(piece.kind());
        let has_promoted = || problem.setup.pieces().any(is_promoted);
        (self.allows(Allowance::Promoted) || !has_promoted())
            && (self.allows(Allowance::Captures) || !problem.fetches_a_piece())
    }

    /// Returns the number of wanted themes that are among these attributes.
    pub(super) fn themes_of(&self, attributes: &[Attribute]) -> u32 {
        let has = |theme: &&Theme| attributes.iter().any(|&it| theme.is_in(it));
        self.with.iter().filter(has).count() as u32
    }

    /// Returns the squares where a defender's king may start: those of the upper half, as in
    /// most problems, or all if the upper half has none.
    pub(super) fn king_squares(&self) -> Vec<Square> {
        let upper = |it: &Square| it.rank() < 5;
        let upper: Vec<Square> = self.squares.iter().copied().filter(upper).collect();
        if upper.is_empty() {
            self.squares.clone()
        } else {
            upper
        }
    }
}

/// The aesthetics below which a problem is plain. Solvers who were asked wanted hardly any of these.
const PLAIN_BELOW: u32 = 45;

/// Returns whether a problem of three plies or more is plain: it has low aesthetics, no piece is given
/// away in it, a piece chases the king, or the last move is not the only one that mates.
fn is_plain(problem: &Composed) -> bool {
    let is_low = problem.rating.aesthetics.points < PLAIN_BELOW;
    let is_loose = problem.chases() || problem.has_last_move_dual;
    problem.plies() >= 3 && (is_low || is_loose || !problem.gives_a_piece())
}

/// Returns whether it is a promoted pawn, lance, knight or silver.
pub(super) const fn is_promoted_small(kind: PieceKind) -> bool {
    kind.is_promoted() && !matches!(kind, PieceKind::Dragon | PieceKind::Horse)
}

/// An attribute, and the least count with which a problem has this theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    key: &'static str,
    least: u32,
}

impl Theme {
    /// Returns whether every problem with the other theme has this one, too.
    #[must_use]
    pub fn is_in_all_with(self, other: Self) -> bool {
        self.key == other.key && self.least <= other.least
    }

    fn is_in(self, attribute: Attribute) -> bool {
        let (key, count) = attribute.key();
        key == self.key && count.is_none_or(|count| count >= self.least)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.key, self.least)
    }
}

/// A text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTheme(pub String);

impl UnknownTheme {
    /// Returns the names of all themes, with commas between them.
    #[must_use]
    pub fn names() -> String {
        let names: Vec<String> = (Attribute::TERMS.iter())
            .map(|(key, term)| format!("{key} {term}"))
            .collect();
        names.join(", ")
    }
}

impl fmt::Display for UnknownTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, names) = (&self.0, Self::names());
        write!(
            f,
            "`{word}` is no theme: write one of {names}, with `:N` for at least N"
        )
    }
}

impl std::error::Error for UnknownTheme {}

impl FromStr for Theme {
    type Err = UnknownTheme;

    /// Reads `sacrifices`, `捨駒` or `sacrifices:2`.
    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        let unknown = || UnknownTheme(text.to_owned());
        let (name, least) = match text.split_once(':') {
            Some((name, least)) => (name, least.parse().map_err(|_| unknown())?),
            None => (text, 1),
        };
        let mut terms = Attribute::TERMS.iter();
        let found = terms.find(|&&(key, term)| key == name || term == name);
        found
            .map(|&(key, _)| Self { key, least })
            .ok_or_else(unknown)
    }
}
