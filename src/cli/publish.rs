//! Reports to files: those that appear when they are complete, those that grow row by row, and
//! those that leave an old file as it is if nothing could be read.

use crate::batch::replace::AtomicFile;
use crate::batch::rows::RowFile;
use crate::report::{Entry, ErrorKind, Report, Tally};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// A report that publishes its file when it is finished.
pub(super) struct Publishing {
    pub report: Box<dyn Report>,
    pub whole: AtomicFile,
}

impl Report for Publishing {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.report.entry(entry)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.report.finish(tally)?;
        self.whole.publish()
    }
}

/// A report of rows in a file, some of which are replaced later.
pub(super) struct GrowingReport {
    rows: RowFile,
    report: Box<dyn Report>,
    /// The bytes that the report has written last.
    bytes: Shared,
    begun: bool,
}

#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl GrowingReport {
    /// Makes a report whose rows go to the file.
    pub fn new(rows: RowFile, report: impl FnOnce(Box<dyn Write>) -> Box<dyn Report>) -> Self {
        let bytes = Shared::default();
        Self {
            rows,
            report: report(Box::new(bytes.clone())),
            bytes,
            begun: false,
        }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.report.begin()?;
            self.rows.add(&self.bytes.0.take())?;
        }
        Ok(())
    }

    fn put(&mut self, entry: &Entry, is_open: bool) -> io::Result<()> {
        self.begin()?;
        self.report.entry(entry)?;
        let row = self.bytes.0.take();
        self.rows.put(&entry.row.id, &row, is_open)
    }
}

impl Report for GrowingReport {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.put(entry, false)
    }

    fn provisional(&mut self, entry: &Entry) -> io::Result<()> {
        self.put(entry, true)
    }

    fn remains(&mut self, _: &Entry) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.begin()?;
        let settled = self.rows.settle();
        self.report.finish(tally)?;
        self.rows.add(&self.bytes.0.take())?;
        settled
    }
}

/// A report to a file that stays as it was if nothing of the input could be read. Rows with errors
/// about whole inputs wait for the first row about a line.
pub(super) struct HeldReport<R> {
    report: R,
    /// The rows that wait for the first row about a line.
    waiting: Option<Vec<Entry>>,
}

impl<R: Report> HeldReport<R> {
    pub const fn new(report: R) -> Self {
        Self {
            report,
            waiting: Some(Vec::new()),
        }
    }

    fn let_go(&mut self) -> io::Result<&mut R> {
        for entry in self.waiting.take().unwrap_or_default() {
            self.report.entry(&entry)?;
        }
        Ok(&mut self.report)
    }
}

impl<R: Report> Report for HeldReport<R> {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        match &mut self.waiting {
            Some(waiting) if is_of_no_line(entry) => {
                waiting.push(entry.clone());
                Ok(())
            }
            _ => self.let_go()?.entry(entry),
        }
    }

    fn provisional(&mut self, entry: &Entry) -> io::Result<()> {
        self.let_go()?.provisional(entry)
    }

    fn remains(&mut self, entry: &Entry) -> io::Result<()> {
        self.let_go()?.remains(entry)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        match self.waiting {
            Some(_) => Ok(()),
            None => self.report.finish(tally),
        }
    }
}

/// Returns whether a row says that a whole input could not be read.
fn is_of_no_line(entry: &Entry) -> bool {
    let error = entry.row.error.as_ref();
    entry.row.sfen.is_none() && error.is_some_and(|it| it.kind == ErrorKind::Io)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Json;
    use std::fs;

    #[test]
    fn the_file_appears_at_the_end_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.json");
        let begin = || {
            let (whole, file) = AtomicFile::create(&path).unwrap();
            let report = Box::new(Json::array(file));
            Publishing { report, whole }
        };
        drop(begin());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let mut report = begin();
        assert!(!path.exists());
        report.finish(&Tally::default()).unwrap();
        drop(report);
        assert_eq!(fs::read_to_string(&path).unwrap(), "[]\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
