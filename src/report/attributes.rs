//! Attributes of a composition, by name.

use crate::answer::RowAttribute;
use crate::composition::attributes::Attribute;
use crate::vocabulary::Lang;

/// Returns the attributes as Japanese terms: `盤面 3 ·`, `裸玉 ·`, `捨駒 2`. In English the key
/// follows each term.
pub(super) fn attributes(attributes: &[RowAttribute], lang: Lang) -> Vec<String> {
    let word = |attribute: &RowAttribute| {
        let kind = &*attribute.kind;
        let known = Attribute::TERMS.iter().find(|(key, _)| *key == kind);
        let term = known.map_or(kind, |(_, term)| term);
        let name = kind.replace('_', " ");
        let term = lang.of([format!("{term} {name}"), term.to_owned()]);
        match attribute.count {
            Some(count) => format!("{term} {count} ·"),
            None => format!("{term} ·"),
        }
    };
    let mut words: Vec<String> = attributes.iter().map(word).collect();
    if let Some(last) = words.last_mut() {
        last.truncate(last.len() - " ·".len());
    }
    words
}
