//! Problems from files, folders and other sources, as the command line reads them.

use super::problem::Problem;
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::{Origin, Records, Source};
use crate::judge::{Complaint, Intake, ParsedProblem, Refused};
use crate::notation::record::{Places, Record};
use crate::notation::sfen::SfenRecord;
use crate::said::Said;
use std::borrow::Cow;
use std::sync::Arc;

/// Reads problems one after another, from sources in any format that the command line reads.
///
/// A file of lines is never held in memory. A bad record is an error, and the next one is read all
/// the same. Every id is unique in the run.
///
/// ```
/// use tsume::Problems;
/// use tsume::input::Source;
///
/// let line = Source::Text("4k4/9/4P4/9/9/9/9/9/9 b G 1; plies 1".to_owned());
/// for problem in Problems::read([line]) {
///     let problem = problem?;
///     assert_eq!((problem.id(), problem.author_plies()), (Some("argument:1"), Some(1)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Problems {
    records: Records,
    intake: Intake,
}

impl Problems {
    /// Reads the problems of these records.
    #[must_use]
    pub fn of(records: Records) -> Self {
        Self {
            records,
            intake: Intake::new(AttackerRule::Auto, DefenderHandRule::Auto),
        }
    }

    /// Reads the problems of files, folders, texts and standard input.
    #[must_use]
    pub fn read(sources: impl IntoIterator<Item = Source>) -> Self {
        Self::of(Records::new(sources, None))
    }
}

impl Iterator for Problems {
    type Item = Result<Problem, Box<Refused>>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.records.next()?;
        Some(self.intake.read(record).map(Problem::from))
    }
}

/// Keeps the whole record, so that rows have its other fields and notes about it.
impl From<ParsedProblem> for Problem {
    fn from(parsed: ParsedProblem) -> Self {
        let (author, _) = parsed.author();
        Self {
            id: Some(parsed.id.clone()),
            composition: parsed.problem.clone(),
            line: author.line,
            stated_plies: author.plies,
            goal: parsed.goal,
            broken: parsed.broken_line(),
            source: Some(Arc::new(parsed)),
        }
    }
}

impl Problem {
    /// Keeps the record of moves that the problem was made of, with its first line in the input and its
    /// SFEN.
    pub(super) fn keep_source(
        &mut self,
        text: String,
        first_line: usize,
        line: SfenRecord,
        record: Record,
        places: &Places,
    ) {
        let id = self.id().unwrap_or("problem");
        let mut complaints = Complaint::of_places(places);
        complaints.extend(Complaint::of_taken(places));
        complaints.extend(Complaint::of_diagram(places, &self.composition));
        self.source = Some(Arc::new(ParsedProblem {
            origin: Origin::new(id, Some(first_line)),
            text,
            record: line,
            goal: self.goal,
            left_out: complaints,
            source_record: Box::new(record),
            ..ParsedProblem::new(id, self.composition.clone())
        }));
    }

    /// Returns the record that the problem was read from, with its headers and comments. `None` if
    /// it was made of an SFEN or a diagram.
    #[must_use]
    pub fn record(&self) -> Option<&Record> {
        let source = self.source.as_ref();
        source.map(|it| &*it.source_record)
    }

    /// Returns remarks about the record, such as moves that cannot be played.
    #[must_use]
    pub fn warnings(&self) -> Vec<Said> {
        let complaints = self.source.as_ref().map(|it| it.author().1);
        let complaints = complaints.into_iter().flatten();
        complaints.map(|it| it.message).collect()
    }

    /// Returns the problem in the form that is judged, with its id.
    #[must_use]
    pub fn parsed(&self) -> Cow<'_, ParsedProblem> {
        let id = self.id().unwrap_or("problem");
        match self.source.as_deref() {
            Some(parsed) if parsed.id == id => Cow::Borrowed(parsed),
            Some(parsed) => Cow::Owned(ParsedProblem {
                id: id.to_owned(),
                ..parsed.clone()
            }),
            None => Cow::Owned(ParsedProblem {
                goal: self.goal,
                ..ParsedProblem::new(id, self.composition.clone())
                    .with_author(self.line.clone(), self.stated_plies)
            }),
        }
    }
}
