//! Finds similar works (類似作) in collections, and names them.
//!
//! An [`Index`] is a [`Collection`] whose problems have an id and an origin.
//!
//! ```
//! use tsume::Problems;
//! use tsume::similar::{Index, IndexedProblem};
//! use tsume::composition::similar::Wanted;
//! use tsume::input::Source;
//!
//! let lines = ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "9/3k5/9/3P5/9/9/9/9/9 b G 1"];
//! let sources = lines.map(|it| Source::Text(it.to_owned()));
//! let problems: Vec<_> = Problems::read(sources).collect::<Result<_, _>>()?;
//! let known = |it: &tsume::Problem| {
//!     let it = it.parsed();
//!     IndexedProblem::new(&it.id, &it.origin, &it.problem, &it.known_line())
//! };
//! let index: Index = problems[1..].iter().map(known).collect();
//! let found = index.find(&known(&problems[0]), Wanted::default());
//! assert_eq!(found[0].difference.score(), 100);
//! assert_eq!(index.id(found[0].number), "argument:2");
//! let shift = found[0].difference.alignment;
//! assert_eq!((shift.files, shift.ranks), (1, 1));
//! # Ok::<(), Box<tsume::judge::Refused>>(())
//! ```

use crate::answer::SimilarRow;
use crate::composition::Problem;
use crate::composition::similar::{Collection, Found, Known, Wanted};
use crate::input::Origin;
use crate::shogi::Move;
use std::collections::HashMap;

/// A problem with its id and its origin.
#[derive(Clone, Debug)]
pub struct IndexedProblem {
    /// The id.
    pub id: String,
    /// The file it is from.
    pub file: String,
    /// The line in this file, from 1.
    pub line: Option<usize>,
    /// The pieces and its main line.
    pub known: Known,
}

impl IndexedProblem {
    /// Makes it from a problem and its main line.
    #[must_use]
    pub fn new(id: &str, origin: &Origin, problem: &Problem, line: &[Move]) -> Self {
        Self {
            id: id.to_owned(),
            file: origin.name.clone(),
            line: origin.line,
            known: Known::new(problem, line),
        }
    }
}

/// A collection whose problems have ids and origins.
#[derive(Debug, Default)]
pub struct Index {
    collection: Collection,
    /// The ids, one after another. An id that equals the origin is left out.
    ids: String,
    names: Vec<Name>,
    files: Vec<String>,
}

/// The id and the origin of a problem in an index. A collection may have millions, so they are packed.
#[derive(Debug)]
struct Name {
    /// The end of the id in `ids`. The id begins at the end of the one before.
    id_end: u32,
    /// The index of the file in `files`.
    file: u32,
    /// The line in the file, or 0.
    line: u32,
}

impl FromIterator<IndexedProblem> for Index {
    fn from_iter<I: IntoIterator<Item = IndexedProblem>>(problems: I) -> Self {
        let (mut ids, mut names, mut files) = (String::new(), Vec::new(), Vec::new());
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let known = problems.into_iter().map(|it| {
            let file = *numbers.entry(it.file).or_insert_with_key(|name| {
                files.push(name.clone());
                files.len() as u32 - 1
            });
            let line = it.line.and_then(|line| u32::try_from(line).ok());
            let line = line.unwrap_or(0);
            if it.id != Origin::new(&*files[file as usize], it.line).to_string() {
                ids.push_str(&it.id);
            }
            let id_end = ids.len() as u32;
            names.push(Name { id_end, file, line });
            it.known
        });
        let collection = known.collect();
        Self {
            collection,
            ids,
            names,
            files,
        }
    }
}

impl Index {
    /// Returns the collection without ids and origins.
    #[must_use]
    pub const fn collection(&self) -> &Collection {
        &self.collection
    }

    /// Returns the number of problems.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there is no problem.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns about how many bytes of memory the index takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.collection.bytes() + self.ids.len() + size_of_val(&*self.names)
    }

    /// Returns the origin of a problem.
    ///
    /// # Panics
    /// If there is no problem with this number.
    #[must_use]
    pub fn origin(&self, number: usize) -> Origin {
        let Name { file, line, .. } = self.names[number];
        let line = (line > 0).then_some(line as usize);
        Origin::new(&*self.files[file as usize], line)
    }

    /// Returns the id of a problem, or an empty text if the id equals the origin.
    fn own_id(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |it| self.names[it].id_end);
        &self.ids[start as usize..self.names[number].id_end as usize]
    }

    /// Returns the id of a problem.
    ///
    /// # Panics
    /// If there is no problem with this number.
    #[must_use]
    pub fn id(&self, number: usize) -> String {
        match self.own_id(number) {
            "" => self.origin(number).to_string(),
            id => id.to_owned(),
        }
    }

    /// Returns the works similar to this problem, in the order of [`Index::find`], as parts of a row.
    #[must_use]
    pub fn rows(&self, problem: &IndexedProblem, wanted: Wanted) -> Vec<SimilarRow> {
        let row = |found: Found| {
            let (id, origin) = (self.id(found.number), self.origin(found.number).to_string());
            let arrangement = self.collection.arrangement(found.number);
            SimilarRow::new(id, origin, &arrangement, &found.difference, found.ending)
        };
        self.find(problem, wanted).into_iter().map(row).collect()
    }

    /// Returns the problems similar to this one, in the order of [`Collection::find`]. The problem itself is left out:
    /// the one with the same pieces from the same line of the same file.
    #[must_use]
    pub fn find(&self, problem: &IndexedProblem, wanted: Wanted) -> Vec<Found> {
        let file = self.files.iter().position(|it| *it == problem.file);
        let line = problem.line.unwrap_or(0);
        let mut packed = Vec::new();
        problem.known.arrangement.pack(&mut packed);
        let is_itself = |number: usize| {
            let name = &self.names[number];
            let is_same_line = Some(name.file as usize) == file && name.line as usize == line;
            is_same_line && self.collection.packed(number) == packed
        };
        self.collection.find(&problem.known, wanted, &is_itself)
    }
}
