//! Files that appear when they are complete.

use crate::report::{Entry, Report, Tally};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is written beside the place where it is to be. If it is not published, it is
/// removed.
pub(super) struct Whole {
    beside: PathBuf,
    path: PathBuf,
}

impl Whole {
    /// Begins such a file, which is also given to be written to.
    pub fn create(path: &Path) -> io::Result<(Self, File)> {
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(".part");
        let beside = path.with_file_name(name);
        let file = File::create(&beside)?;
        let path = path.to_owned();
        Ok((Self { beside, path }, file))
    }

    /// Puts the file, which has to be complete, where it is to be.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn publish(self) -> io::Result<()> {
        fs::rename(&self.beside, &self.path)
    }

    /// A report that publishes the file when the report is finished.
    pub fn publishing(self, report: Box<dyn Report>) -> impl Report {
        Publishing {
            report,
            whole: self,
        }
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        // After it was published there is none to be removed.
        drop(fs::remove_file(&self.beside));
    }
}

struct Publishing {
    report: Box<dyn Report>,
    whole: Whole,
}

impl Report for Publishing {
    fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        self.report.entry(entry)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        self.report.finish(tally)?;
        fs::rename(&self.whole.beside, &self.whole.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Json;

    #[test]
    fn the_file_appears_at_the_end_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.json");
        let begin = || {
            let (whole, file) = Whole::create(&path).unwrap();
            let json = Json::array(file);
            whole.publishing(Box::new(json))
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
