//! Pages for a browser.

use crate::asked::language;
use crate::row::Row;
use pyo3::prelude::*;
use std::sync::Arc;
use tsume::answer::Tally;
use tsume::report::{Html, Report};
use tsume::vocabulary::Notation;

/// Returns a page with a card for each of these rows. `of` is the number of all rows, if these are
/// some of them.
#[pyfunction]
#[pyo3(signature = (rows, japanese, of=None))]
pub fn page(
    py: Python<'_>,
    rows: Vec<PyRef<'_, Row>>,
    japanese: bool,
    of: Option<usize>,
) -> PyResult<String> {
    let rows: Vec<_> = rows.iter().map(|it| Arc::clone(&it.0)).collect();
    let lang = language(japanese);
    py.detach(|| {
        let mut out = Vec::new();
        let mut page = Html::new(&mut out, lang, Notation::Japanese);
        if let Some(all) = of {
            page = page.with_total(all);
        }
        let mut tally = Tally::default();
        for row in rows {
            tally.add(&row);
            page.answer(&row)?;
        }
        page.finish(&tally)?;
        drop(page);
        Ok(String::from_utf8_lossy(&out).into_owned())
    })
}
