//! Comparisons of two versions of problems.

use crate::asked::{invalid, language};
use crate::row::Row;
use pyo3::prelude::*;
use tsume::answer;
use tsume::report::{self, ComparisonFormat, ComparisonReport, Layout, Named, Pair};

/// Returns the versions that are there.
fn pair<'a>(old: Option<&'a Row>, new: Option<&'a Row>) -> PyResult<Pair<&'a answer::Row>> {
    match (old, new) {
        (Some(old), Some(new)) => Ok(Pair::Both(&old.0, &new.0)),
        (Some(old), None) => Ok(Pair::Old(&old.0)),
        (None, Some(new)) => Ok(Pair::New(&new.0)),
        (None, None) => Err(invalid("there is no version")),
    }
}

/// Compares two versions of a problem, or tells what is known of the only one. The comparison is JSON.
#[pyfunction]
pub fn compare(py: Python<'_>, old: Option<&Row>, new: Option<&Row>) -> PyResult<String> {
    let rows = pair(old, new)?;
    Ok(py.detach(|| serde_json::to_string(&report::compare(rows)).unwrap_or_default()))
}

/// Returns which problems of two collections belong together: their places in the old and in the new one, `None`
/// where there is no other version.
#[pyfunction]
pub fn pairs(
    old: Vec<PyRef<'_, Row>>,
    new: Vec<PyRef<'_, Row>>,
) -> Vec<(Option<usize>, Option<usize>)> {
    let [before, now] = [&old, &new].map(|rows| -> Vec<Named<'_>> {
        let names = rows.iter().map(|it| Named {
            id: &it.0.id,
            sfen: it.0.sfen.as_deref(),
        });
        names.collect()
    });
    let pairs = report::pairs(&before, &now).into_iter();
    pairs.map(|it| (it.older(), it.newer())).collect()
}

/// Returns a comparison as text, with ANSI colours.
#[pyfunction]
pub fn comparison_text(
    old: Option<&Row>,
    new: Option<&Row>,
    width: usize,
    japanese: bool,
) -> PyResult<String> {
    let rows = pair(old, new)?;
    let layout = Layout {
        ids: true,
        ..Layout::whole(width, language(japanese))
    };
    let mut text = Vec::new();
    let mut report = ComparisonReport::new(&mut text, ComparisonFormat::Text(layout));
    report.comparison(&report::compare(rows), rows)?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}
