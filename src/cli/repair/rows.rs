//! The rows of versions.

use crate::composition::repair::{Miss, Repaired, Request, Version};
use crate::composition::rules::Profile;
use crate::judge::ParsedProblem;
use crate::judge::repair;
use crate::notation::sfen;
use crate::report::{Lang, Notation, RepairRow, Row, Said, Verdict};

/// Writes the versions of one problem, in rows or in words.
pub(super) struct VersionWriter<'a> {
    pub parsed: &'a ParsedProblem,
    pub profile: Profile,
    pub request: &'a Request,
    pub notation: Notation,
    pub lang: Lang,
}

impl VersionWriter<'_> {
    const fn rows(&self) -> repair::VersionWriter<'_> {
        repair::VersionWriter {
            parsed: self.parsed,
            profile: self.profile,
            request: self.request,
            notation: self.notation,
        }
    }

    /// Returns what was changed, in words.
    pub fn difference(&self, repaired: &Version) -> Said {
        self.rows().difference(repaired)
    }

    /// Returns the answer about a version, with its number in the id.
    pub fn answer(&self, repaired: &Repaired, number: usize) -> anyhow::Result<Row> {
        let row = self.rows().row(repaired, number);
        row.map_err(|why| anyhow::anyhow!(why.in_lang(self.lang).to_owned()))
    }

    /// Returns the row of a version.
    pub fn row(&self, repaired: &Repaired, number: usize) -> anyhow::Result<String> {
        let row = &self.answer(repaired, number)?;
        let version = self.rows().version(&repaired.version);
        Ok(RepairRow { row, version }.to_json())
    }

    /// Returns the row of a version that is not sound.
    pub fn missed_row(&self, miss: &Miss) -> String {
        let problem = self.rows().problem(&miss.version);
        let words = self.difference(&miss.version);
        let id = format!("{} {}", self.parsed.id, words.in_lang(Lang::English));
        let mut row = Row::about(id, sfen::write(problem.setup()));
        row.verdict = Verdict::Flawed;
        let version = self.rows().missed(miss);
        RepairRow { row: &row, version }.to_json()
    }
}
