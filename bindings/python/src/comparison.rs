//! Comparisons of two versions of problems.

use crate::asked::{invalid, language};
use crate::row::Row;
use pyo3::prelude::*;
use tsume::report::{self, Comparison, ComparisonFormat, ComparisonReport, Layout, Named, Pair};
use tsume::vocabulary::Notation;

fn json(it: &Comparison) -> String {
    serde_json::to_string(it).unwrap_or_default()
}

/// Compares two versions of a problem. The comparison is JSON.
#[pyfunction]
pub fn compare(py: Python<'_>, old: &Row, new: &Row) -> String {
    py.detach(|| json(&report::compare(&old.0, &new.0)))
}

/// Compares two versions of a collection: the problems that belong together, and those that have
/// no other version.
#[pyfunction]
pub fn compare_all(
    py: Python<'_>,
    old: Vec<PyRef<'_, Row>>,
    new: Vec<PyRef<'_, Row>>,
) -> Vec<String> {
    let [old, new] = [old, new].map(|rows| -> Vec<_> {
        let rows = rows.iter();
        rows.map(|it| std::sync::Arc::clone(&it.0)).collect()
    });
    py.detach(|| {
        let [before, now] = [&old, &new].map(|rows| -> Vec<Named<'_>> {
            let names = rows.iter().map(|it| Named {
                id: &it.id,
                sfen: it.sfen.as_deref(),
            });
            names.collect()
        });
        let pairs = report::pairs(&before, &now).into_iter();
        let compared = pairs.map(|pair| match pair {
            Pair::Both(before, now) => report::compare(&old[before], &new[now]),
            Pair::Old(at) => Comparison::only_old(&old[at]),
            Pair::New(at) => Comparison::only_new(&new[at]),
        });
        compared.map(|it| json(&it)).collect()
    })
}

/// Returns a comparison as text, with ANSI colours.
#[pyfunction]
pub fn comparison_text(comparison: &str, width: usize, japanese: bool) -> PyResult<String> {
    let comparison: Comparison = serde_json::from_str(comparison).map_err(invalid)?;
    let layout = Layout {
        width,
        clip: false,
        diagrams: true,
        ids: true,
        notes: true,
        record_notes: true,
        hint: None,
        brief: false,
        rating_parts: true,
        summary: false,
        judged: true,
        notation: Notation::Japanese,
        lang: language(japanese),
    };
    let mut text = Vec::new();
    ComparisonReport::new(&mut text, ComparisonFormat::Text(layout)).comparison(&comparison)?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}
