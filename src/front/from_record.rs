//! Problems from the text of one record.

use super::problem::Problem;
use super::problem_error::ProblemError;
use crate::composition::Goal;
use crate::notation::record::{self, Format, Part, Parts, Places, Record, headers};
use crate::notation::sfen::{Opcode, SfenRecord};

impl Problem {
    /// Reads the first problem of a text in KIF, KI2, CSA or JKF, with its main line, its length (手数)
    /// and its goal. Its name is its number (作品番号), or else its title (作品名). The line ends before the
    /// first move that cannot be read or played; [`Problem::broken_line`] returns that move's error.
    ///
    /// ```
    /// use tsume::{Problem, notation::record::Format};
    ///
    /// let text = "P-51OU\nP+53FU00KI\n+\n+0052KI\n-5162OU\n";
    /// let problem = Problem::from_record(text, Format::Csa)?;
    /// assert_eq!(problem.in_japanese(problem.author_line()), "▲５二金");
    /// let broken = problem.broken_line().expect("the king is mated");
    /// assert_eq!(&text[broken.span.clone()], "-5162OU");
    /// # Ok::<(), tsume::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// The error in the text and its place, in bytes of the whole text.
    pub fn from_record(text: &str, format: Format) -> Result<Self, ProblemError> {
        let parts = Parts::new(text.to_owned(), format);
        if parts.is_empty() {
            return Err(ProblemError::Empty);
        }
        let part = parts.read(0);
        let start = part.at;
        let mut problem = Self::of_part(part).map_err(|error| error.shifted_by(start))?;
        if let Some(error) = &mut problem.broken {
            error.span = error.span.start + start..error.span.end + start;
        }
        Ok(problem)
    }

    fn of_part(part: Part) -> Result<Self, ProblemError> {
        let (record, places) = part.content.map_err(Box::new)?;
        let line = line_of(&record, &places);
        let mut problem = Self::of_playable_part(goal_of(&record, &line), &line)?;
        let names = [headers::ID, headers::TITLE];
        let name = names.into_iter().find_map(|key| record.header(key));
        problem.id = name.map(str::to_owned).or(problem.id);
        #[cfg(feature = "rows")]
        problem.keep_source(part.text, part.line, line, record, &places);
        Ok(problem)
    }
}

/// Returns the record as a line, with its length as a number.
fn line_of(record: &Record, places: &Places) -> SfenRecord {
    let mut line = record::problem(record, places);
    let mut headers = record.headers.iter().zip(&places.headers);
    let length = headers.find(|((key, _), _)| key == headers::PLIES);
    if let Some(((_, value), span)) = length
        && let Some(plies) = record::expected_plies(value)
    {
        let plies = Opcode::new("plies".to_owned(), plies.to_string(), span.clone());
        line.tail.push(plies);
    }
    line
}

/// Returns the goal that a record names. A word that names no goal is ignored.
fn goal_of(record: &Record, line: &SfenRecord) -> Goal {
    let goal = Goal::of_record([line.opcode("goal")], record.header(headers::PLIES));
    goal.and_then(Result::ok).unwrap_or_default()
}
