//! Attributes of a composition, by name.

use crate::answer::RowAttribute;
use crate::composition::attributes::Attribute;
use crate::vocabulary::Lang;

/// Returns the attributes as Japanese terms: `盤面 3 ·`, `裸玉 ·`, `捨駒 2`. In English the keys
/// follow.
pub(super) fn attributes(known: &[RowAttribute], lang: Lang) -> Vec<String> {
    let word = |it: &RowAttribute| {
        let known = Attribute::TERMS.iter().find(|(key, _)| *key == it.kind);
        let term = known.map_or(&*it.kind, |(_, term)| term);
        let name = it.kind.replace('_', " ");
        let term = lang.of([format!("{term} {name}"), term.to_owned()]);
        match it.count {
            Some(count) => format!("{term} {count} ·"),
            None => format!("{term} ·"),
        }
    };
    let mut words: Vec<String> = known.iter().map(word).collect();
    if let Some(last) = words.last_mut() {
        last.truncate(last.len() - " ·".len());
    }
    words
}
