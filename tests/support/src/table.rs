//! Tables of `tests/data`, by the names of their columns.

use std::collections::HashMap;
use std::sync::Arc;

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    columns: Arc<HashMap<String, usize>>,
    cells: Vec<String>,
}

impl Row {
    /// Returns the text of a column, `None` where the table has none.
    pub fn get(&self, column: &str) -> Option<&str> {
        let cell = self.cells.get(*self.columns.get(column)?)?;
        Some(cell.as_str()).filter(|it| !it.is_empty())
    }

    /// Whether the row reaches a column, which may be empty.
    pub fn has(&self, column: &str) -> bool {
        let at = self.columns.get(column);
        at.is_some_and(|&at| at < self.cells.len())
    }

    /// Returns the text of a column that every row has.
    pub fn text(&self, column: &str) -> &str {
        self.get(column).unwrap_or_else(|| panic!("no {column} in {self:?}"))
    }

    /// Returns the number in a column, `None` where there is none.
    pub fn number(&self, column: &str) -> Option<u32> {
        let text = self.get(column)?;
        Some(text.parse().unwrap_or_else(|_| panic!("{column}: {text}")))
    }

    /// Returns all cells.
    pub fn cells(&self) -> &[String] {
        &self.cells
    }
}

/// Returns the rows of a table of `tests/data`.
pub fn rows(name: &str) -> Vec<Row> {
    read(&crate::root().join("tests/data").join(name))
}

/// Returns the rows of a file of tabulators.
pub fn read(path: &std::path::Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut lines = text.lines();
    let names = lines.next().expect("the names of the columns").split('\t');
    let columns = Arc::new(names.zip(0..).map(|(name, at)| (name.to_owned(), at)).collect());
    let row = |line: &str| Row { columns: Arc::clone(&columns), cells: line.split('\t').map(str::to_owned).collect() };
    lines.map(row).collect()
}
