//! Outlines of the characters of diagrams, so that a picture needs no font.
//!
//! They are those of Shippori Mincho, half bold, by the SIL Open Font License in `OFL.txt` beside this
//! file; `glyphs.py` made the table. A character is drawn in a square of [`SQUARE`] units.

/// One a line: the character, a tab, its outline as a path.
const TABLE: &str = include_str!("glyphs.txt");

/// The side of the square an outline is drawn in.
pub(super) const SQUARE: f64 = 1000.0;

/// An outline with its name.
pub(in crate::report) struct Outline {
    pub id: String,
    pub path: &'static str,
}

impl Outline {
    /// The outline of a character, if there is one.
    pub fn of(character: char) -> Option<Self> {
        let path = outline(character)?;
        let id = id(character);
        Some(Self { id, path })
    }
}

/// The outlines of these characters.
pub(in crate::report) fn outlines(characters: &str) -> Vec<Outline> {
    characters.chars().filter_map(Outline::of).collect()
}

/// The outline of a character, if there is one.
pub(super) fn outline(character: char) -> Option<&'static str> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let (name, path) = line.split_once('\t')?;
        name.starts_with(character).then_some(path)
    })
}

/// The name of an outline in a picture.
pub(super) fn id(character: char) -> String {
    format!("u{:04X}", u32::from(character))
}

/// How much of its square a character needs in a row of others: digits of Latin text are half as
/// wide, those of squares stand in the middle of much room.
pub(super) const fn advance(character: char) -> f64 {
    match character {
        ' ' => 0.36,
        '\0'..='\u{7f}' => 0.52,
        '０'..='９' => 0.72,
        _ => 1.0,
    }
}
