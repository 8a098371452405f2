//! Reports to files: those that appear when they are complete, those that grow row by row, those
//! that leave an old file as it is if nothing could be read, and several at once.

use crate::answer::{Row, Tally};
use crate::batch::replace::AtomicFile;
use crate::batch::rows::RowFile;
use crate::cli::diagnostics::unwritten;
use crate::cli::lang::said;
use crate::report::{OnePicture, Report, Unwritable};
use crate::vocabulary::ErrorKind;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;

/// A report that publishes its file when it is finished.
pub struct Publishing {
    pub report: Box<dyn Report>,
    pub whole: AtomicFile,
}

impl Report for Publishing {
    fn answer(&mut self, answer: &Row) -> io::Result<()> {
        self.report.answer(answer)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.report.finish(tally)?;
        self.whole.publish()
    }
}

/// A report of rows in a file, some of which are replaced later.
pub struct GrowingReport {
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

    fn put(&mut self, answer: &Row, is_open: bool) -> io::Result<()> {
        self.begin(Some(answer))?;
        self.report.answer(answer)?;
        let row = self.bytes.0.take();
        self.rows.put(&answer.id, &row, is_open)
    }
}

impl Report for GrowingReport {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.report.begin(first)?;
            self.rows.begin()?;
            self.rows.add(&self.bytes.0.take())?;
        }
        Ok(())
    }

    fn answer(&mut self, answer: &Row) -> io::Result<()> {
        self.put(answer, false)
    }

    fn provisional(&mut self, answer: &Row) -> io::Result<()> {
        self.put(answer, true)
    }

    fn remains(&mut self, _: &Row) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.begin(None)?;
        let settled = self.rows.settle();
        self.report.finish(tally)?;
        self.rows.add(&self.bytes.0.take())?;
        settled
    }
}

/// A report to a file that stays as it was if nothing of the input could be read. Rows with errors
/// about whole inputs wait for the first row about a line.
pub struct HeldReport<R> {
    report: R,
    /// The rows that wait for the first row about a line.
    waiting: Option<Vec<Row>>,
}

impl<R: Report> HeldReport<R> {
    pub const fn new(report: R) -> Self {
        Self {
            report,
            waiting: Some(Vec::new()),
        }
    }

    fn let_go(&mut self, first: &Row) -> io::Result<&mut R> {
        if self.waiting.is_some() {
            self.begin(Some(first))?;
        }
        Ok(&mut self.report)
    }
}

impl<R: Report> Report for HeldReport<R> {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        self.report.begin(first)?;
        let waiting = self.waiting.take().unwrap_or_default();
        (waiting.iter()).try_for_each(|it| self.report.answer(it))
    }

    fn answer(&mut self, answer: &Row) -> io::Result<()> {
        match &mut self.waiting {
            Some(waiting) if is_of_no_line(answer) => {
                waiting.push(answer.clone());
                Ok(())
            }
            _ => self.let_go(answer)?.answer(answer),
        }
    }

    fn provisional(&mut self, answer: &Row) -> io::Result<()> {
        self.let_go(answer)?.provisional(answer)
    }

    fn remains(&mut self, answer: &Row) -> io::Result<()> {
        self.let_go(answer)?.remains(answer)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        match self.waiting {
            Some(_) => Ok(()),
            None => self.report.finish(tally),
        }
    }
}

/// Writes the same answers to several places.
pub struct ManyReports(pub Vec<Box<dyn Report>>);

impl Report for ManyReports {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.begin(first))
    }

    fn answer(&mut self, answer: &Row) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.answer(answer))
    }

    fn provisional(&mut self, answer: &Row) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.provisional(answer))
    }

    fn remains(&mut self, answer: &Row) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|it| it.remains(answer))
    }

    /// Finishes all, even if one of them fails.
    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let finished: Vec<_> = self.0.iter_mut().map(|it| it.finish(tally)).collect();
        finished.into_iter().collect()
    }
}

/// Pages, some of which may contain characters that cannot be written. These are reported and left
/// out.
pub struct WritablePages<R> {
    report: R,
    left_out: usize,
}

impl<R: Report> WritablePages<R> {
    pub const fn new(report: R) -> Self {
        Self {
            report,
            left_out: 0,
        }
    }
}

/// Returns the record that an error is about, if it has a character that cannot be written.
fn unwritable(error: &io::Error) -> Option<&Unwritable> {
    error.get_ref()?.downcast_ref()
}

impl<R> WritablePages<R> {
    /// Reports a record that cannot be written.
    fn told(&mut self, written: io::Result<()>) -> io::Result<()> {
        let Err(error) = written else { return Ok(()) };
        let cause = error.get_ref();
        if cause.is_some_and(<dyn std::error::Error + Send + Sync>::is::<OnePicture>) {
            return Err(io::Error::other(SecondPicture));
        }
        let Some(Unwritable { id, text, error }) = unwritable(&error) else {
            return Err(error);
        };
        unwritten(id, text, error);
        self.left_out += 1;
        Ok(())
    }
}

impl<R: Report> Report for WritablePages<R> {
    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        self.report.begin(first)
    }

    fn answer(&mut self, answer: &Row) -> io::Result<()> {
        let written = self.report.answer(answer);
        self.told(written)
    }

    fn provisional(&mut self, answer: &Row) -> io::Result<()> {
        // If it cannot be written, this is told of the final one.
        match self.report.provisional(answer) {
            Err(error) if unwritable(&error).is_some() => Ok(()),
            written => written,
        }
    }

    fn remains(&mut self, answer: &Row) -> io::Result<()> {
        let written = self.report.remains(answer);
        self.told(written)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.report.finish(tally)?;
        match self.left_out {
            0 => Ok(()),
            n => Err(io::Error::other(Missing(n))),
        }
    }
}

/// The number of records that could not be written.
#[derive(Debug)]
struct Missing(usize);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self.0 {
            1 => say!(
                "one record is missing from the output",
                "出力に棋譜が1題分足りない"
            ),
            n => say!(
                "{n} records are missing from the output",
                "出力に棋譜が{n}題分足りない"
            ),
        })
    }
}

impl std::error::Error for Missing {}

/// The error for a second picture in one file.
#[derive(Debug)]
pub struct SecondPicture;

impl fmt::Display for SecondPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(said([
            "there are several problems, and a file holds one picture: write to a folder, `-o FOLDER/`",
            "問題が二つ以上ある：1ファイルには1枚なので、-o でフォルダーに書く",
        ]))
    }
}

impl std::error::Error for SecondPicture {}

/// Returns whether a row says that a whole input could not be read.
fn is_of_no_line(answer: &Row) -> bool {
    let error = answer.error.as_ref();
    answer.sfen.is_none() && error.is_some_and(|it| it.kind == ErrorKind::Io)
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
