//! The rows of versions.

use crate::composition::repair::{Miss, Repaired, Request, Version};
use crate::composition::rules::Profile;
use crate::judge::ParsedProblem;
use crate::judge::repair::{entry, problem_of};
use crate::notation::sfen;
use crate::report::{Entry, Lang, Notation, RepairRow, Row, Said, Verdict, VersionRow, difference};

/// Writes the versions of one problem, in rows or in words.
pub(super) struct VersionWriter<'a> {
    pub parsed: &'a ParsedProblem,
    pub profile: Profile,
    pub request: &'a Request,
    pub notation: Notation,
    pub lang: Lang,
}

impl VersionWriter<'_> {
    /// Returns what was changed, in words.
    pub fn difference(&self, repaired: &Version) -> Said {
        let original = &self.parsed.problem;
        let problem = problem_of(original, repaired);
        difference(original, repaired, self.notation, problem.setup())
    }

    /// Returns the answer about a version, with its number in the id.
    pub fn entry(&self, repaired: &Repaired, number: usize) -> anyhow::Result<Entry> {
        let id = format!("{}#{number}", self.parsed.id);
        let words = self.difference(&repaired.version);
        let title = format!("{} {}", self.parsed.id, words.in_lang(Lang::Japanese));
        let rules = (self.profile, self.request.interpositions);
        entry(self.parsed, id, &title, repaired, rules)
            .map_err(|why| anyhow::anyhow!(why.in_lang(self.lang).to_owned()))
    }

    /// Returns the row of a version.
    pub fn row(&self, repaired: &Repaired, number: usize) -> anyhow::Result<String> {
        let entry = self.entry(repaired, number)?;
        let version = VersionRow::new(&self.parsed.id, &self.parsed.problem, &repaired.version);
        let row = &entry.row;
        Ok(RepairRow { row, version }.to_json())
    }

    /// Returns the row of a version that is not sound.
    pub fn missed_row(&self, miss: &Miss) -> String {
        let problem = problem_of(&self.parsed.problem, &miss.version);
        let words = self.difference(&miss.version);
        let id = format!("{} {}", self.parsed.id, words.in_lang(Lang::English));
        let mut row = Row::about(id, sfen::write(problem.setup()));
        row.verdict = Verdict::Flawed;
        let version = VersionRow::new(&self.parsed.id, &self.parsed.problem, &miss.version);
        let version = version.missed(&self.parsed.problem, miss);
        RepairRow { row: &row, version }.to_json()
    }
}
