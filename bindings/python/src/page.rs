//! Pages for a browser.

use crate::row::{Headers, Row};
use pyo3::prelude::*;
use std::sync::Arc;
use tsume::notation::record::Record;
use tsume::report::{self, Html, Lang, Notation, Report, Tally};

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
    let rows = rows.iter().map(|it| (Arc::clone(&it.0), it.1.clone()));
    let rows: Vec<(Arc<report::Row>, Headers)> = rows.collect();
    let lang = if japanese {
        Lang::Japanese
    } else {
        Lang::English
    };
    py.detach(|| {
        let mut out = Vec::new();
        let mut page = Html::new(&mut out, lang, Notation::Japanese);
        if let Some(all) = of {
            page = page.with_total(all);
        }
        let mut tally = Tally::default();
        for (row, headers) in rows {
            tally.add(&row);
            let mut row = report::Row::clone(&row);
            if let (Some(problem), false) = (row.problem(), headers.is_empty()) {
                let mut source = Record::new(problem.setup().clone());
                source.headers = headers;
                row.unwritten.source = Some(Box::new(source));
            }
            page.answer(&row)?;
        }
        page.finish(&tally)?;
        drop(page);
        Ok(String::from_utf8_lossy(&out).into_owned())
    })
}
