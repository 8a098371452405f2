//! Going on with a run that was broken off, from the rows it has written.

use crate::report::Recalled;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Why a file of rows cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is none of ours.
    #[error("line {0} is no row of `validate`: {1}")]
    NoRow(usize, serde_json::Error),
    /// The rows were found under other rules or limits, so that they do not go with new ones.
    #[error("the rows there have {what} `{there}`, this run has `{here}`")]
    Other {
        /// What is another.
        what: &'static str,
        /// That of the rows.
        there: String,
        /// That of the run.
        here: String,
    },
}

/// What a run is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The name of the rules, as in the rows.
    pub rules: String,
    /// The limits of each problem, as in the rows.
    pub limits: String,
}

/// The problems that are finished.
#[derive(Debug, Default)]
pub struct Finished {
    /// Of each id, the hash of the problem; none where it could not be read.
    problems: HashMap<String, Option<u64>>,
    hasher: RandomState,
}

/// What is known of a problem of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// It is still to be judged.
    New,
    /// It has its row.
    Done,
    /// There is a row of this name, but of another problem.
    Changed,
}

impl Finished {
    /// Whether the problem of this name, in canonical form if it can be read, has its row.
    #[must_use]
    pub fn past(&self, id: &str, sfen: Option<&str>) -> Past {
        let sfen = sfen.map(|sfen| self.hasher.hash_one(sfen));
        match self.problems.get(id) {
            None => Past::New,
            Some(&known) if known == sfen => Past::Done,
            Some(_) => Past::Changed,
        }
    }
}

/// Opens a file of JSONL rows to go on with it; a file that is not there is begun. Whole rows are
/// handed to `each`, a torn last line is cut off.
///
/// # Errors
/// When that cannot be done, or the rows do not go with these terms.
pub fn resume(
    path: &Path,
    terms: &Terms,
    mut each: impl FnMut(Recalled),
) -> Result<(Finished, File), ResumeError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path)?;
    let mut finished = Finished::default();
    let mut reader = BufReader::new(&file);
    let mut line = Vec::new();
    let mut whole = 0;
    for number in 1.. {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let row: Recalled =
            serde_json::from_slice(&line).map_err(|error| ResumeError::NoRow(number, error))?;
        // The row of an input that could not be read holds under any rules.
        if row.sfen.is_some() {
            agree("the rules", &row.rules, &terms.rules)?;
        }
        let limits = row.limits.as_deref().unwrap_or("none");
        agree("the limits", limits, &terms.limits)?;
        whole += read as u64;
        let sfen = row.sfen.as_ref().map(|sfen| finished.hasher.hash_one(sfen));
        finished.problems.insert(row.id.clone(), sfen);
        each(row);
    }
    drop(reader);
    file.set_len(whole)?;
    Ok((finished, file))
}

fn agree(what: &'static str, there: &str, here: &str) -> Result<(), ResumeError> {
    if there == here {
        return Ok(());
    }
    Err(ResumeError::Other {
        what,
        there: there.to_owned(),
        here: here.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    fn row(id: &str, sfen: &str) -> String {
        format!(
            "{{\"id\":\"{id}\",\"sfen\":\"{sfen}\",\"status\":\"done\",\"verdict\":\"sound\",\
             \"plies\":1,\"expected_plies\":null,\"rules\":\"standard\",\"limits\":\"nodes=1\"}}\n"
        )
    }

    fn terms(rules: &str, limits: &str) -> Terms {
        Terms {
            rules: rules.to_owned(),
            limits: limits.to_owned(),
        }
    }

    #[test]
    fn a_torn_line_is_cut_off_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        let (first, second) = (row("a", "x"), row("b", "y"));
        let here = terms("standard", "nodes=1");
        for cut in 0..second.len() {
            fs::write(&path, first.clone() + &second[..cut]).unwrap();
            let mut ids = Vec::new();
            let (finished, mut file) = resume(&path, &here, |row| ids.push(row.id)).unwrap();
            assert_eq!(ids, ["a"]);
            assert_eq!(finished.past("a", Some("x")), Past::Done);
            assert_eq!(finished.past("a", Some("z")), Past::Changed);
            assert_eq!(finished.past("a", None), Past::Changed);
            assert_eq!(finished.past("b", Some("y")), Past::New);
            file.write_all(second.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), first.clone() + &second);
        }
    }

    #[test]
    fn other_terms_are_refused_and_the_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        let torn = row("a", "x") + "{\"id\"";
        fs::write(&path, &torn).unwrap();
        for (rules, limits) in [("strict", "nodes=1"), ("standard", "nodes=2")] {
            let refused = resume(&path, &terms(rules, limits), |_| {}).unwrap_err();
            assert!(matches!(refused, ResumeError::Other { .. }), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), torn);
        }
        fs::write(&path, "{}\n").unwrap();
        let refused = resume(&path, &terms("standard", "nodes=1"), |_| {}).unwrap_err();
        assert!(refused.to_string().starts_with("line 1 is no row"));
    }
}
