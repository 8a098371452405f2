//! `similar`: finds works of a collection that are similar to a problem. The collection is a text in the call, files
//! of one folder, or both.

use super::arguments::Similar;
use super::call::{Call, WIDTH, answer};
use super::problem::{argument_error, problem_of, records};
use crate::answer::SimilarPair;
use crate::composition::similar::Wanted;
use crate::input::{Records, Source};
use crate::judge::{Intake, ParsedProblem};
use crate::notation::sfen;
use crate::said::Said;
use crate::similar::{Index, IndexedProblem};
use crate::vocabulary::{AttackerRule, DefenderHandRule};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The similar works that were found.
#[derive(Serialize, JsonSchema)]
pub(super) struct SimilarWorks {
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    works: Vec<SimilarPair>,
    /// The number of problems in the collection.
    compared: usize,
    /// The number of records that are no problems.
    unread: usize,
}

/// Answers `similar`.
pub(super) fn similar(call: &Call<'_>, given: &Similar) -> Result<CallToolResult, Said> {
    let parsed = problem_of(&given.given, None)?;
    let defaults = Wanted::default();
    let best = defaults.best.min(call.server.bounds.results);
    let wanted = Wanted {
        best: given.best.unwrap_or(best),
        min_score: given.min_score.unwrap_or(defaults.min_score),
    };
    let (index, unread) = read_collections(call, given)?;
    call.check_running()?;
    let works = index.rows(&indexed(&parsed), wanted);
    let (lang, compared) = (call.lang, index.len());
    let mut lines = vec![match works.len() {
        0 => both!(
            lang,
            "nothing similar among {compared} problems",
            "{compared}題の中に類似作なし"
        ),
        count => both!(
            lang,
            "similar works: {count} of {compared}",
            "{compared}題の中に類似作{count}題"
        ),
    }];
    lines.extend(works.iter().flat_map(|it| it.lines(WIDTH, lang)));
    if unread > 0 {
        lines.push(both!(
            lang,
            "not compared, because they cannot be read: {unread}",
            "読めないため比べなかったもの：{unread}"
        ));
    }
    let sfen = sfen::write(parsed.problem.setup());
    let pair_with = |work| SimilarPair {
        problem: parsed.id.clone(),
        problem_sfen: sfen.clone(),
        work,
    };
    let similar_works = SimilarWorks {
        works: works.into_iter().map(pair_with).collect(),
        compared,
        unread,
    };
    answer(lines.join("\n"), &similar_works, lang)
}

/// Reads the collections of a call, and counts the records that are no problems.
fn read_collections(call: &Call<'_>, given: &Similar) -> Result<(Index, usize), Said> {
    let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let (mut works, mut unread) = (Vec::new(), 0);
    let mut read = |records: Records| {
        for record in records {
            call.check_running()?;
            match intake.read(record) {
                Ok(parsed) => works.push(indexed(&parsed)),
                Err(_) => unread += 1,
            }
        }
        Ok::<(), Said>(())
    };
    if let Some(text) = &given.collection {
        read(records(text)?)?;
    }
    for path in files(call, given)? {
        read(Records::new([Source::File(path)], None))?;
    }
    if let Some(folder) = &call.server.folder {
        for work in &mut works {
            work.file = folder.name(Path::new(&work.file)).into_owned();
        }
    }
    Ok((works.into_iter().collect(), unread))
}

/// Returns a problem and its known line, ready to be compared.
fn indexed(parsed: &ParsedProblem) -> IndexedProblem {
    let line = parsed.known_line();
    IndexedProblem::new(&parsed.id, &parsed.origin, &parsed.problem, &line)
}

/// Returns the files that a call names. A call with neither names nor a text means all files of the folder.
fn files(call: &Call<'_>, given: &Similar) -> Result<Vec<PathBuf>, Said> {
    let names = &given.files;
    match &call.server.folder {
        _ if names.is_empty() && given.collection.is_some() => Ok(Vec::new()),
        Some(folder) if names.is_empty() => folder.files(""),
        Some(folder) => {
            let files: Result<Vec<_>, _> = names.iter().map(|it| folder.files(it)).collect();
            let mut files = files?.concat();
            files.sort();
            files.dedup();
            Ok(files)
        }
        None if names.is_empty() => Err(argument_error("collection", &NO_COLLECTION.into())),
        None => Err(argument_error("files", &NO_FOLDER.into())),
    }
}

const NO_FOLDER: [&str; 2] = [
    "this server reads no files: it has to be started with `tsume mcp --folder DIR`; or give the text as `collection`",
    "このサーバーはファイルを読まない：tsume mcp --folder DIR で起動するか、文字列を collection で渡す",
];

const NO_COLLECTION: [&str; 2] = [
    "it is missing: give the problems to compare with as a text",
    "必要だが与えられていない：比べる問題を文字列で渡す",
];
