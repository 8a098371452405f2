//! Rows that are read again: what a run that goes on has to know of them.

use super::finding::Finding;
use super::kinds::kind_named;
use super::row::{Limit, Row, Status, Verdict};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

/// What is read again of a row: enough to count it and to know what it holds for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoredRow {
    /// [`Row::id`].
    pub id: String,
    /// [`Row::sfen`].
    pub sfen: Option<String>,
    /// [`Row::status`].
    pub status: Status,
    /// [`Row::verdict`].
    pub verdict: Verdict,
    /// [`Row::plies`].
    pub plies: Option<u32>,
    /// [`Row::plies_strict`].
    pub plies_strict: Option<u32>,
    /// [`Row::plies_at_most`].
    pub plies_at_most: Option<u32>,
    /// [`Row::expected_plies`].
    pub expected_plies: Option<u32>,
    /// [`Row::author_line`].
    pub author_line: Option<Vec<String>>,
    /// [`Row::author_line_broken`].
    #[serde(default)]
    pub author_line_broken: bool,
    /// [`Row::expected_verdict`].
    pub expected_verdict: Option<Verdict>,
    /// [`Row::unexpected`].
    pub unexpected: Option<Vec<String>>,
    /// [`Row::duplicate_of`].
    pub duplicate_of: Option<String>,
    /// The kinds of [`Row::defects`].
    #[serde(default)]
    pub defects: Vec<StoredKind>,
    /// The kinds of [`Row::blemishes`].
    #[serde(default)]
    pub blemishes: Vec<StoredKind>,
    /// The kinds of [`Row::notes`].
    #[serde(default)]
    pub notes: Vec<StoredKind>,
    /// Whether there is [`Row::unresolved`].
    #[serde(default, rename = "unresolved", deserialize_with = "anything")]
    pub is_judged: bool,
    /// [`Row::limit`].
    pub limit: Option<Limit>,
    /// [`Row::tool`].
    pub tool: String,
    /// [`Row::rules`].
    pub rules: String,
    /// [`Row::limits`].
    pub limits: Option<String>,
}

fn anything<'de, D: Deserializer<'de>>(there: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(there).map(|_| true)
}

/// The kind of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoredKind {
    kind: String,
}

impl From<StoredRow> for Row {
    fn from(old: StoredRow) -> Self {
        let kinds = |findings: Vec<StoredKind>| {
            let kinds = findings.into_iter().filter_map(|it| kind_named(&it.kind));
            kinds.map(Finding::of_kind).collect()
        };
        let keys = |keys: Vec<String>| {
            let known = Row::COMPARED.into_iter();
            known
                .filter(|key| keys.iter().any(|it| it == key))
                .collect()
        };
        Self {
            sfen: old.sfen,
            plies: old.plies,
            plies_strict: old.plies_strict,
            plies_at_most: old.plies_at_most,
            expected_plies: old.expected_plies,
            author_line: old.author_line,
            author_line_broken: old.author_line_broken,
            expected_verdict: old.expected_verdict,
            unexpected: old.unexpected.map(keys),
            duplicate_of: old.duplicate_of,
            defects: kinds(old.defects),
            blemishes: kinds(old.blemishes),
            notes: kinds(old.notes),
            unresolved: old.is_judged.then(Vec::new),
            limit: old.limit,
            rules: old.rules,
            limits: old.limits,
            ..Self::empty(old.id, old.status, old.verdict)
        }
    }
}
