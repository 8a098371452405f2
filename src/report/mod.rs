//! Writes answers.
//!
//! [`Row`] is the one schema; [`Text`], [`Json`], [`Csv`], [`Pages`] and [`Html`] are views of it
//! behind the trait [`Report`]. [`svg()`] draws diagrams. A report writes to any
//! [`Write`](std::io::Write) and knows nothing of terminals: the caller sets the width of the text,
//! and passes on or removes its colours, which are ANSI sequences.

mod attributes;
mod board;
mod brinkmate;
mod comparison;
mod csv;
mod expected;
mod finding;
mod groups;
mod html;
mod json;
mod judgement;
mod kif;
mod kinds;
mod note;
mod pages;
mod printable;
mod proof;
mod proven_problem;
mod repair;
mod row;
mod row_error;
mod row_json;
#[cfg(test)]
mod schema;
pub mod schemas;
mod similar;
mod study;
mod svg;
mod text;
mod tree;
mod unwritten;
mod view;
mod words;

pub use self::csv::{Csv, columns};
pub use crate::said::Said;
pub use crate::vocabulary::{
    Aspect, ChangeKind, ClaimKind, Compared, ErrorKind, Goal as RowGoal, Grade as RowGrade,
    GreyClass, Lang, Limit, LineEnd, MissingClaim, Notation, NoteKind, Outcome, ProofErrorKind,
    ProofVerdict, QuestionKind, Side, SimilarChangeKind, Status, Taker, Verdict,
};
pub use board::{board, diagram};
pub use brinkmate::{
    BrinkAnswer, BrinkDefenceRow, BrinkmateRow, DefenceGroup, PartialRow, defences_in_words,
    ending_in_words,
};
pub use comparison::{
    Comparison, ComparisonFormat, ComparisonReport, ComparisonTally, DiagramChange, FindingsChange,
    Named, Pair, PieceChange, RowsError, StoredRows, Version, compare, pairs,
};
pub use finding::{Finding, Member, RowAttribute, Undecided};
pub use html::{Html, PageLayout};
pub use json::Json;
pub use kinds::{kind_named, kinds};
pub use note::Note;
pub use pages::{OnePicture, Page, PageSink, PageStream, Pages, Unwritable};
pub(crate) use printable::is_obeyed;
pub use printable::{printable, printable_in_place, printable_lines};
pub use proof::{Certified, OnlyCheck, ProofFormat, ProofProblem, ProofReport, ProofRow};
pub use proven_problem::ProvenProblem;
pub use repair::{
    EditRow, FindingRow, RepairRow, VersionRow, difference, edits_in_words, findings_in_words,
};
pub use row::{Row, RowStats, TOOL, rules};
pub use row_error::RowError;
pub use similar::{SimilarChange, SimilarEnding, SimilarPair, SimilarRow};
pub use study::{DefenceRow, ExplanationRow, RefutationRow, TryRow, TurnRow};
pub use svg::{Diagram, is_caption_cut, outlines_as_json, svg};
#[cfg(feature = "png")]
pub use svg::{Painter, Png, PngError};
pub use text::{Layout, Text};
pub use unwritten::{LookedAt, Unwritten};
pub use words::answers::{by_defect, kanji, summary};
pub use words::brinkmate::threat_in_words;
pub use words::comparison::compared;
pub use words::judged::in_one_line;
pub use words::proofs::{claim_in_words, lines_in_words};
pub use words::questions::reason as explanation_in_words;
pub use words::term_named;
pub use words::units::{amount, seconds};
pub use words::{errors, illegal};

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// A way to write answers.
pub trait Report {
    /// Writes one answer and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    fn answer(&mut self, answer: &Row) -> io::Result<()>;

    /// Writes what comes before the first answer, unless it is written already. The answer that is
    /// the first about a problem may decide the columns of a table.
    ///
    /// # Errors
    /// If the writer fails.
    fn begin(&mut self, _first: Option<&Row>) -> io::Result<()> {
        Ok(())
    }

    /// Writes an answer that another one may replace. If nothing can be replaced, it is left out.
    ///
    /// # Errors
    /// If the writer fails.
    fn provisional(&mut self, _answer: &Row) -> io::Result<()> {
        Ok(())
    }

    /// Makes a provisional answer final: it is written, unless it was before.
    ///
    /// # Errors
    /// If the writer fails.
    fn remains(&mut self, answer: &Row) -> io::Result<()> {
        self.answer(answer)
    }

    /// Writes what comes after the last answer.
    ///
    /// # Errors
    /// If the writer fails.
    fn finish(&mut self, tally: &Tally) -> io::Result<()>;
}

impl<R: Report + ?Sized> Report for Box<R> {
    fn answer(&mut self, answer: &Row) -> io::Result<()> {
        (**self).answer(answer)
    }

    fn begin(&mut self, first: Option<&Row>) -> io::Result<()> {
        (**self).begin(first)
    }

    fn provisional(&mut self, answer: &Row) -> io::Result<()> {
        (**self).provisional(answer)
    }

    fn remains(&mut self, answer: &Row) -> io::Result<()> {
        (**self).remains(answer)
    }

    fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        (**self).finish(tally)
    }
}

/// The answers of a run, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Whether the problems are judged as compositions.
    pub judged: bool,
    /// Problems that are mate, and were not judged as compositions.
    pub mate: usize,
    /// Sound compositions.
    pub sound: usize,
    /// Compositions with a blemish, and nothing fatal.
    pub blemished: usize,
    /// Flawed compositions.
    pub flawed: usize,
    /// Problems without a mate.
    pub no_mate: usize,
    /// Brinkmates (必至) that were not judged as compositions.
    pub brinkmate: usize,
    /// Threats (詰めろ) that some defence meets.
    pub threatmate: usize,
    /// Problems without a brinkmate.
    pub no_brinkmate: usize,
    /// Positions without a threat.
    pub no_threat: usize,
    /// Problems undecided within the limits.
    pub unknown: usize,
    /// Problems that could not be read.
    pub errors: usize,
    /// Mates whose length is only bounded because of a limit.
    pub not_shortest: usize,
    /// Problems with an expected length for which the composed length, or that there is no mate, is
    /// proven.
    pub compared: usize,
    /// Problems in [`Tally::compared`] whose two lengths agree.
    pub agreed: usize,
    /// Problems with a claim of the input that is proven to be wrong, if claims were compared.
    pub unexpected: usize,
    /// Duplicates of earlier problems.
    pub duplicates: usize,
    /// For each kind of defect, the number of compositions that have it, without duplicates.
    pub defects: BTreeMap<&'static str, usize>,
    /// Claims with a certificate.
    pub certified: usize,
    /// Claims whose certificate could not be made within the limits.
    pub uncertified: usize,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

impl Tally {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        *match row.verdict {
            Verdict::Mate => &mut self.mate,
            Verdict::Sound => &mut self.sound,
            Verdict::Blemished => &mut self.blemished,
            Verdict::Flawed => &mut self.flawed,
            Verdict::NoMate => &mut self.no_mate,
            Verdict::Brinkmate => &mut self.brinkmate,
            Verdict::Threatmate => &mut self.threatmate,
            Verdict::NoBrinkmate => &mut self.no_brinkmate,
            Verdict::NoThreat => &mut self.no_threat,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Error => &mut self.errors,
        } += 1;
        let is_found = matches!(row.verdict, Verdict::Mate | Verdict::Brinkmate);
        if is_found && row.status == Status::Limit {
            self.not_shortest += 1;
        }
        let kinds = row.defects.iter().filter_map(|it| kind_named(&it.kind));
        let mut kinds: Vec<_> = kinds.collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.defects.entry(kind).or_default() += 1;
        }
        self.duplicates += usize::from(row.duplicate_of.is_some());
        let is_unexpected = row.unexpected.as_ref().is_some_and(|it| !it.is_empty());
        self.unexpected += usize::from(is_unexpected);
        for certified in row.certificates.iter().flatten() {
            *match certified.positions {
                Some(_) => &mut self.certified,
                None => &mut self.uncertified,
            } += 1;
        }
        let is_known = row.plies.is_some() || row.has_none();
        if row.expected_plies.is_some() && is_known {
            self.compared += 1;
            self.agreed += usize::from(row.expected_plies.is_some_and(|it| row.is_length(it)));
        }
    }

    /// Returns the number of all problems, unreadable ones included.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.mate
            + self.sound
            + self.blemished
            + self.flawed
            + self.no_mate
            + self.brinkmate
            + self.threatmate
            + self.no_brinkmate
            + self.no_threat
            + self.unknown
            + self.errors
    }
}
