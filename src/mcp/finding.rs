//! `similar`: finds works of a collection that are similar to a problem. The collection is a text in the call, files
//! of one folder, or both.

use super::arguments::Arguments;
use super::call::{Answered, Call, WIDTH, answer};
use super::problem::{argument_error, problem_of, records};
use crate::answer::{SimilarPair, printable};
use crate::composition::similar::Wanted;
use crate::input::{Records, Source};
use crate::judge::{Intake, ParsedProblem};
use crate::notation::sfen;
use crate::said::Said;
use crate::similar::{Index, IndexedProblem};
use crate::vocabulary::{AttackerRule, DefenderHandRule};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Answers `similar`: the works, the number of problems in the collection, and that of records that are none.
pub(super) fn similar(call: &Call<'_>, given: &Arguments) -> Answered {
    let parsed = problem_of(given, None)?;
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
    let found = match works.len() {
        0 => nothing(compared),
        count => some(count, compared),
    };
    let mut lines = vec![found.into_lang(lang)];
    lines.extend(works.iter().flat_map(|it| it.lines(WIDTH, lang)));
    if unread > 0 {
        lines.push(cannot_be_read(unread).into_lang(lang));
    }
    let sfen = sfen::write(parsed.problem.setup());
    let pair_with = |work| SimilarPair {
        problem: parsed.id.clone(),
        problem_sfen: sfen.clone(),
        work,
    };
    let works: Vec<SimilarPair> = works.into_iter().map(pair_with).collect();
    let similar_works = json!({"works": works, "compared": compared, "unread": unread});
    answer(lines.join("\n"), &similar_works, lang)
}

/// Reads the collections of a call, and counts the records that are no problems.
fn read_collections(call: &Call<'_>, given: &Arguments) -> Result<(Index, usize), Said> {
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
fn files(call: &Call<'_>, given: &Arguments) -> Result<Vec<PathBuf>, Said> {
    let Some(folder) = &call.server.folder else {
        return match (&given.collection, given.files.is_empty()) {
            (Some(_), true) => Ok(Vec::new()),
            (None, true) => Err(argument_error("collection", &no_collection())),
            (_, false) => Err(argument_error("files", &no_folder())),
        };
    };
    let (all, names) = ([String::new()], &given.files);
    let names = if names.is_empty() && given.collection.is_none() {
        &all
    } else {
        &names[..]
    };
    let mut files = Vec::new();
    for name in names {
        let not_there = || argument_error("files", &no_such_file(printable(name).into_owned()));
        files.extend(folder.files(name).ok_or_else(not_there)?);
    }
    files.sort();
    files.dedup();
    Ok(files)
}

says! {
    no_such_file(name): "there is no `{name}` in the folder of the server", "サーバーのフォルダーに「{name}」はない";
    nothing(compared): "nothing similar among {compared} problems", "{compared}題の中に類似作なし";
    some(count, compared): "similar works: {count} of {compared}", "{compared}題の中に類似作{count}題";
    cannot_be_read(count): "not compared, because they cannot be read: {count}", "読めないため比べなかったもの：{count}";
    no_folder(): "this server reads no files: it has to be started with `tsume mcp --folder DIR`; or give the text as `collection`",
        "このサーバーはファイルを読まない：tsume mcp --folder DIR で起動するか、文字列を collection で渡す";
    no_collection(): "it is missing: give the problems to compare with as a text", "必要だが与えられていない：比べる問題を文字列で渡す";
}
