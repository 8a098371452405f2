//! The columns of a row.

use serde::Serialize;
use tsume::report::{self, Finding, Note, Row, Said};
use tsume::vocabulary::Grade;

/// A row as it goes into a table: as its JSON, except that words are text, and that what has no
/// fixed form is JSON text.
#[derive(Serialize)]
pub struct Columns<'r> {
    id: &'r str,
    file: Option<&'r str>,
    line: Option<usize>,
    record: Option<usize>,
    sfen: Option<&'r str>,
    status: &'static str,
    verdict: &'static str,
    goal: &'static str,
    plies: Option<u32>,
    plies_strict: Option<u32>,
    plies_at_most: Option<u32>,
    leftover: Option<&'r str>,
    solution: &'r [String],
    variations: Option<String>,
    explanations: Option<String>,
    r#try: Option<String>,
    refutation: Option<String>,
    brinkmate: Option<String>,
    expected_plies: Option<u32>,
    author_line: Option<&'r [String]>,
    author_line_broken: bool,
    expected_verdict: Option<&'static str>,
    unexpected: Option<Vec<&'static str>>,
    duplicate_of: Option<&'r str>,
    defects: Vec<FindingColumns<'r>>,
    blemishes: Vec<FindingColumns<'r>>,
    notes: Vec<FindingColumns<'r>>,
    unresolved: Option<&'r [report::Undecided]>,
    attributes: Option<&'r [report::RowAttribute]>,
    similar: Option<String>,
    limit: Option<&'static str>,
    error: Option<ErrorColumns<'r>>,
    certificates: Option<Vec<CertifiedColumns<'r>>>,
    not_certified: Option<&'r [Said]>,
    nodes: u64,
    stats: Option<report::RowStats>,
    input: Option<String>,
    tool: &'r str,
    rules: &'r str,
    limits: Option<&'r str>,
    elapsed_ms: u64,
}

#[derive(Serialize)]
struct FindingColumns<'r> {
    kind: &'r str,
    ply: Option<usize>,
    r#move: Option<&'r str>,
    line: &'r [String],
    plies: Option<u32>,
    plies_at_most: Option<u32>,
    after: &'r [String],
    back_at: Option<&'r [String]>,
    moves: &'r [String],
    replies: &'r [String],
    squares: &'r [String],
    grade: Option<&'static str>,
    note: &'r Note,
}

#[derive(Serialize)]
struct ErrorColumns<'r> {
    kind: &'static str,
    message: &'r Said,
    span: Option<[usize; 2]>,
    line: Option<usize>,
    column: Option<usize>,
    excerpt: Option<&'r str>,
}

#[derive(Serialize)]
struct CertifiedColumns<'r> {
    claim: &'static str,
    lines: &'r [Vec<String>],
    plies: Option<u32>,
    positions: Option<usize>,
    verified: bool,
    limit: Option<&'static str>,
}

impl<'r> Columns<'r> {
    /// Returns the columns of a row.
    pub fn of(row: &'r Row) -> Self {
        Self {
            id: &row.id,
            file: row.file.as_deref(),
            line: row.line,
            record: row.record,
            sfen: row.sfen.as_deref(),
            status: row.status.word(),
            verdict: row.verdict.word(),
            goal: row.goal.word(),
            plies: row.plies,
            plies_strict: row.plies_strict,
            plies_at_most: row.plies_at_most,
            leftover: row.leftover.as_deref(),
            solution: &row.solution,
            variations: json(row.variations.as_ref()),
            explanations: json(row.explanations.as_ref()),
            r#try: json(row.attempt.as_ref()),
            refutation: json(row.refutation.as_ref()),
            brinkmate: json(row.brinkmate.as_ref()),
            expected_plies: row.expected_plies,
            author_line: row.author_line.as_deref(),
            author_line_broken: row.author_line_broken,
            expected_verdict: row.expected_verdict.map(report::Verdict::word),
            unexpected: row
                .unexpected
                .as_ref()
                .map(|all| all.iter().map(|it| it.word()).collect()),
            duplicate_of: row.duplicate_of.as_deref(),
            defects: row.defects.iter().map(FindingColumns::of).collect(),
            blemishes: row.blemishes.iter().map(FindingColumns::of).collect(),
            notes: row.notes.iter().map(FindingColumns::of).collect(),
            unresolved: row.unresolved.as_deref(),
            attributes: row.attributes.as_deref(),
            similar: json(row.similar.as_ref()),
            limit: row.limit.map(report::Limit::word),
            error: row.error.as_ref().map(|it| ErrorColumns {
                kind: it.kind.word(),
                message: &it.message,
                span: it.span.map(|(from, to)| [from, to]),
                line: it.line,
                column: it.column,
                excerpt: it.excerpt.as_deref(),
            }),
            certificates: row
                .certificates
                .as_ref()
                .map(|all| all.iter().map(CertifiedColumns::of).collect()),
            not_certified: row.not_certified.as_deref(),
            nodes: row.nodes,
            stats: row.stats,
            input: json(row.input.as_ref()),
            tool: &row.tool,
            rules: &row.rules,
            limits: row.limits.as_deref(),
            elapsed_ms: row.elapsed_ms,
        }
    }
}

impl<'r> FindingColumns<'r> {
    fn of(finding: &'r Finding) -> Self {
        Self {
            kind: &finding.kind,
            ply: finding.ply,
            r#move: finding.mv.as_deref(),
            line: &finding.line,
            plies: finding.plies,
            plies_at_most: finding.plies_at_most,
            after: &finding.after,
            back_at: finding.back_at.as_deref(),
            moves: &finding.moves,
            replies: &finding.replies,
            squares: &finding.squares,
            grade: finding.grade.map(Grade::word),
            note: &finding.note,
        }
    }
}

impl<'r> CertifiedColumns<'r> {
    fn of(certified: &'r report::Certified) -> Self {
        Self {
            claim: certified.claim.word(),
            lines: &certified.lines,
            plies: certified.plies,
            positions: certified.positions,
            verified: certified.verified,
            limit: certified.limit.map(report::Limit::word),
        }
    }
}

fn json(value: Option<&impl Serialize>) -> Option<String> {
    value.and_then(|it| serde_json::to_string(it).ok())
}
