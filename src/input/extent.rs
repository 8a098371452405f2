//! Counts the bytes of the input that were read, and estimates how many problems are still to come.

use super::folder::walk;
use super::source::Source;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts the bytes of an input while it is read. Clones count together.
///
/// Nothing is estimated unless it was made with [`Extent::of`].
#[derive(Clone, Debug, Default)]
pub struct Extent(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// The bytes of the whole input, or 0 if its length is not known.
    all: AtomicU64,
    read: AtomicU64,
    /// The bytes before the first problem that counts, plus 1; 0 until there is one.
    before_first_plus_one: AtomicU64,
}

impl Extent {
    /// Measures these sources. Pipes have no length: then nothing is estimated.
    #[must_use]
    pub fn of(sources: &[Source]) -> Self {
        let lengths = sources.iter().map(length);
        let all: Option<u64> = lengths.sum();
        let extent = Self::default();
        extent.0.all.store(all.unwrap_or(0), Relaxed);
        extent
    }

    /// Returns how many bytes have been read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.0.read.load(Relaxed)
    }

    /// Counts bytes that were read.
    pub(super) fn add(&self, bytes: usize) {
        self.0.read.fetch_add(bytes as u64, Relaxed);
    }

    /// Notes that a problem counts, and that this many bytes came before it. Only the first call matters: problems
    /// that were skipped before it say nothing about the length of the others.
    pub fn count_from(&self, before: u64) {
        let plus_one = before.saturating_add(1);
        let first = &self.0.before_first_plus_one;
        let _ = first.compare_exchange(0, plus_one, Relaxed, Relaxed);
    }

    /// Estimates how many problems are still to come after `items` problems, as if all had the same length.
    /// `None` if the length of the input is not known, or nothing was read yet.
    #[must_use]
    pub fn to_come(&self, items: usize) -> Option<usize> {
        let (all, read) = (self.0.all.load(Relaxed), self.read());
        let before = (self.0.before_first_plus_one.load(Relaxed)).checked_sub(1)?;
        let of_items = read.checked_sub(before).filter(|&it| it > 0)?;
        if all == 0 || items == 0 {
            return None;
        }
        let left = u128::from(all.saturating_sub(read));
        usize::try_from(items as u128 * left / u128::from(of_items)).ok()
    }
}

/// Returns how many bytes a source has. `None` if that is not known.
fn length(source: &Source) -> Option<u64> {
    match source {
        Source::Text(text) => Some(text.len() as u64),
        Source::File(path) => of_file(path),
        Source::Folder(path) => {
            let files = walk(path).into_iter();
            // A source that cannot be read has no bytes.
            files
                .map(|file| file.map_or(Some(0), |it| of_file(&it)))
                .sum()
        }
        // Its file is searched at once, and not counted.
        Source::Problem { .. } => Some(0),
        Source::Stdin => of_stdin(),
    }
}

fn of_file(path: &Path) -> Option<u64> {
    let Ok(metadata) = fs::metadata(path) else {
        return Some(0);
    };
    metadata.is_file().then_some(metadata.len())
}

#[cfg(unix)]
fn of_stdin() -> Option<u64> {
    use std::os::fd::AsFd;
    let handle = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    let metadata = fs::File::from(handle).metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}

#[cfg(not(unix))]
const fn of_stdin() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::super::Records;
    use super::*;

    /// Reads a source, and returns the estimates of the whole number after each record.
    fn estimates(sources: &[Source], passed_over: usize) -> Vec<Option<usize>> {
        let extent = Extent::of(sources);
        let mut records = Records::new(sources.to_vec(), None).counted(extent.clone());
        let mut found = Vec::new();
        let mut items = 0;
        for number in 0.. {
            let before = extent.read();
            if records.next().is_none() {
                break;
            }
            if number >= passed_over {
                extent.count_from(before);
                items += 1;
                found.push(extent.to_come(items).map(|it| it + items));
            }
        }
        found
    }

    #[test]
    fn the_number_of_problems_is_estimated_from_the_first_on() {
        const LINE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sfen");
        fs::write(&file, LINE.repeat(40)).unwrap();
        let source = Source::File(file.clone());
        let found = estimates(std::slice::from_ref(&source), 0);
        assert_eq!(found, vec![Some(40); 40]);
        // 30 lines that are answered already are skipped.
        let found = estimates(std::slice::from_ref(&source), 30);
        assert_eq!(found, vec![Some(10); 10]);
        // Records of a file have equal shares, and a folder is as long as its files.
        let record = "手合割：平手\n手数----指手---------消費時間--\n   1 中断\n\n";
        fs::write(folder.path().join("b.kifu"), record.repeat(4)).unwrap();
        let whole = Source::Folder(folder.path().to_owned());
        let found = estimates(std::slice::from_ref(&whole), 0);
        assert_eq!(found.len(), 44, "{found:?}");
        assert_eq!(*found.last().unwrap(), Some(44));
        let early = found[0].unwrap();
        assert!((40..70).contains(&early), "{found:?}");
    }

    #[test]
    fn a_length_that_is_not_known_gives_no_estimate() {
        let extent = Extent::default();
        extent.count_from(0);
        extent.add(10);
        assert_eq!(extent.to_come(1), None);
        #[cfg(unix)]
        {
            let source = Source::File("/dev/null".into());
            let known = Extent::of(&[source]);
            known.count_from(0);
            known.add(10);
            assert_eq!(known.to_come(1), None);
        }
    }
}
