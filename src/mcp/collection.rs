//! The collections that are searched for similar works: the text of a call, and files of one
//! folder.

use super::arguments::Similar;
use super::call::Call;
use super::problem::records;
use super::trouble::Trouble;
use crate::input::{Records, Source};
use crate::judge::Intake;
use crate::similar::{Index, IndexedProblem};
use crate::vocabulary::{AttackerRule, DefenderHandRule};
use std::path::{Path, PathBuf};

/// The largest total size of the files of a call, in bytes.
const LARGEST: u64 = 256 << 20;

/// The works of a call, read.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub index: Index,
    /// The number of problems that cannot be read.
    pub unread: u64,
}

/// Reads the collections of a call: its text, and the files that it names. Without both, all files
/// of the folder are read.
pub(super) fn collected(call: &Call<'_>, asked: &Similar) -> Result<Collected, Trouble> {
    let (given, names) = (asked.collection.as_deref(), &asked.files);
    let folder = call.server.folder.as_ref();
    let files = match folder {
        Some(folder) if !names.is_empty() => {
            let files: Result<Vec<_>, _> = names.iter().map(|it| folder.files(it)).collect();
            let mut files = files?.concat();
            files.sort();
            files.dedup();
            files
        }
        Some(folder) if given.is_none() => folder.files("")?,
        None if !names.is_empty() => return Err(Trouble::argument("files", NO_FOLDER)),
        None if given.is_none() => return Err(Trouble::argument("collection", NO_COLLECTION)),
        _ => Vec::new(),
    };
    let mut reader = Reader {
        call,
        intake: Intake::new(AttackerRule::Auto, DefenderHandRule::Auto),
        works: Vec::new(),
        unread: 0,
    };
    if let Some(text) = given {
        reader.read(records(text)?)?;
    }
    refuse_large(&files)?;
    for path in &files {
        reader.read(Records::new([Source::File(path.clone())], None))?;
    }
    let mut works = reader.works;
    if let Some(folder) = folder {
        for work in &mut works {
            work.file = folder.name(Path::new(&work.file)).into_owned();
        }
    }
    Ok(Collected {
        index: works.into_iter().collect(),
        unread: reader.unread,
    })
}

/// Refuses files whose total size is too large.
fn refuse_large(files: &[PathBuf]) -> Result<(), Trouble> {
    let sizes = files.iter().filter_map(|it| it.metadata().ok());
    let size: u64 = sizes.map(|it| it.len()).sum();
    if size <= LARGEST {
        return Ok(());
    }
    Err(Trouble::argument(
        "files",
        both!(
            "the files have {size} bytes, and may have {LARGEST} together at most",
            "ファイルが合わせて{size}バイトあり、上限の{LARGEST}バイトを超える"
        ),
    ))
}

struct Reader<'c, 'a> {
    call: &'c Call<'a>,
    intake: Intake,
    works: Vec<IndexedProblem>,
    unread: u64,
}

impl Reader<'_, '_> {
    /// Reads records. A record that is no problem is counted in `unread`.
    fn read(&mut self, records: Records) -> Result<(), Trouble> {
        for record in records {
            self.call.goes_on()?;
            match self.intake.read(record) {
                Ok(parsed) => self.works.push(IndexedProblem::new(
                    &parsed.id,
                    &parsed.origin,
                    &parsed.problem,
                    &parsed.known_line(),
                )),
                Err(_) => self.unread += 1,
            }
        }
        Ok(())
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
