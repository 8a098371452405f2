//! Outlines of the characters in diagrams, so that a picture needs no font.
//!
//! They are from Shippori Mincho, half bold, under the SIL Open Font License in `OFL.txt` beside
//! this file; `glyphs.py` made the table. A character is drawn in a square of [`SQUARE`] units.

/// One line for each character: the character, a tab, its outline as a path.
const TABLE: &str = include_str!("glyphs.txt");

/// The side of an outline's square.
pub(super) const SQUARE: f64 = 1000.0;

/// An outline with its name.
pub(in crate::report) struct Outline {
    pub id: String,
    pub path: &'static str,
}

impl Outline {
    /// Returns the outline of a character, if there is one.
    pub fn of(character: char) -> Option<Self> {
        let path = outline(character)?;
        let id = id(character);
        Some(Self { id, path })
    }
}

/// Returns the outlines of these characters.
pub(in crate::report) fn outlines(characters: &str) -> Vec<Outline> {
    characters.chars().filter_map(Outline::of).collect()
}

/// Returns all outlines as a JSON object, by their characters. Each is in a square of 1000 units.
#[must_use]
pub fn outlines_as_json() -> String {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let outlines = lines.filter_map(|line| line.split_once('\t'));
    let outlines: serde_json::Map<String, serde_json::Value> = outlines
        .map(|(name, path)| (name.to_owned(), path.into()))
        .collect();
    serde_json::Value::from(outlines).to_string()
}

/// Returns the outline of a character, if there is one.
pub(super) fn outline(character: char) -> Option<&'static str> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let (name, path) = line.split_once('\t')?;
        name.starts_with(character).then_some(path)
    })
}

/// Returns the name of an outline in a picture.
pub(super) fn id(character: char) -> String {
    format!("u{:04X}", u32::from(character))
}

/// Returns the share of its square that a character needs in a row of others. ASCII is about half as wide.
/// The full-width digits in names of squares have much room on both sides.
pub(super) const fn advance(character: char) -> f64 {
    match character {
        ' ' => 0.36,
        '\0'..='\u{7f}' => 0.52,
        '０'..='９' => 0.72,
        _ => 1.0,
    }
}
