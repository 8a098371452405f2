//! The plans of `tsume validate` and `tsume worker`.

use super::naming::format_of_name;
use super::overwriting::{inputs_of, refuse_overwriting};
use super::problems::Plan;
use super::refuse::{refuse_impossible, refuse_judging};
use super::settings::{config, form, jobs, judge, question};
use crate::batch::resume::{Finished, OtherTerms, resume};
use crate::batch::shard::Shard;
use crate::batch::similar::Index;
use crate::batch::terms::Terms;
use crate::cli::args::{RowFormat, ValidateArgs, WorkerArgs};
use crate::cli::diagnostics::warning;
use crate::cli::lang::{name_of, said, spoken};
use crate::cli::proofs::Folder;
use crate::cli::similar::{Reading, collections};
use crate::cli::validate::{FailOn, Ledger};
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::{InputFiles, Source};
use crate::judge::{CertificateFolder, Settings, Task};
use crate::notation::FileType;
use crate::report::Row;
use anyhow::{Context, bail};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// The plan of `tsume validate`.
pub(in crate::cli) struct Validation {
    pub plan: Plan,
    pub settings: Settings,
    /// The number of problems judged at the same time.
    pub jobs: usize,
    /// The settings for problems that stay unknown, if these are judged again.
    pub again: Option<Settings>,
    /// Whether answers are compared with the claims of the input.
    pub expect: bool,
    /// The rows of an earlier run that this one continues, counted.
    pub past: Ledger,
    pub finished: Finished,
    /// The rows of the earlier run that may be replaced.
    pub open: HashMap<String, Row>,
    pub is_resumed: bool,
    /// The share of the problems to judge.
    pub shard: Option<Shard>,
    /// The file of rows with which an interrupted run can be continued.
    pub resumable: Option<PathBuf>,
    /// The collections in which similar works are looked for.
    pub similar: Option<Arc<Index>>,
}

/// The plan of `tsume worker`.
pub(in crate::cli) struct Service {
    pub settings: Settings,
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
}

impl Validation {
    /// Makes the plan of `tsume validate`.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if the output cannot be opened.
    pub fn new(args: &ValidateArgs) -> anyhow::Result<Self> {
        let jobs = jobs(args.jobs);
        let common = &args.check.common;
        refuse_unfit(args)?;
        let mut plan = Plan::new(common, Task::Check, Some(jobs))?;
        let question = &mut plan.question;
        judge(question, args.check.goal, &args.check.judge);
        question.verify = args.verify;
        if args.report.is_some() {
            question.shown_variations = question.shown_variations.max(1);
        }
        if let Some(path) = &args.report {
            plan.output.add_page(path, common, &plan.inputs)?;
        }
        plan.output.refuse_page_options(common)?;
        let settings = Settings {
            config: plan.config.clone(),
            question: plan.question.clone(),
            folder: folder(args, &plan.inputs)?,
            options: options(args),
        };
        let again = args.retry_unknown.map(|times| settings.times(times));
        let terms = Terms {
            rules: settings.rules(),
            limits: settings.limits_in_words(),
            limits_again: again.as_ref().map(Settings::limits_in_words),
        };
        let fail_on = args.fail_on.clone();
        let fail_on = fail_on.map_or(FailOn::Usual, FailOn::Words);
        let mut resumable = plan.output.growing(&common.output);
        let (mut past, mut finished) = (Ledger::new(fail_on), Finished::default());
        let mut open = HashMap::new();
        if let Some(path) = &args.resume {
            resumable = Some(path.clone());
            if !matches!(common.format, None | Some(RowFormat::Jsonl)) {
                bail!(said([
                    "only a JSONL file can be continued",
                    "続きから再開できるのはJSONLだけ",
                ]));
            }
            refuse_overwriting(path, &plan.inputs)?;
            if common.format.is_none() {
                let of_file = |file| (file == FileType::Jsonl).then_some(RowFormat::Jsonl);
                format_of_name(path, RowFormat::Jsonl, of_file, "--format")?;
            }
            let foreign = if args.resume_anyway {
                OtherTerms::Kept
            } else {
                OtherTerms::Refused
            };
            let opened = resume(path, &terms, foreign, |row| past.add(row));
            let opened = opened.with_context(|| {
                let path = name_of(path);
                both!(
                    spoken(),
                    "cannot continue `{path}`",
                    "「{path}」を続きから再開できない"
                )
            })?;
            if opened.doubles > 0 {
                let rows = if opened.doubles == 1 {
                    "row that was"
                } else {
                    "rows that were"
                };
                let (count, path) = (opened.doubles, name_of(path));
                warning(&both!(
                    spoken(),
                    "took {count} {rows} in `{path}` twice out of it",
                    "「{path}」に二重にあった{count}行を除いた"
                ));
            }
            finished = opened.finished;
            open = opened.open;
            plan.output.go_on(opened.rows);
        }
        let similar = match &args.similar[..] {
            [] => None,
            arguments => Some(Arc::new(similar_in(arguments, &plan)?)),
        };
        Ok(Self {
            plan,
            settings,
            jobs,
            again,
            expect: args.expect,
            past,
            finished,
            open,
            is_resumed: args.resume.is_some(),
            shard: args.shard,
            resumable,
            similar,
        })
    }
}

/// Makes the folder for certificates, if they are wanted.
fn folder(
    args: &ValidateArgs,
    inputs: &Arc<InputFiles>,
) -> anyhow::Result<Option<Arc<dyn CertificateFolder>>> {
    let Some(path) = &args.proofs else {
        return Ok(None);
    };
    // A resumed run has written certificates there before.
    let force = args.check.common.force || args.resume.is_some();
    let form = form(args.proof_format);
    let folder = Folder::create(path, form, Arc::clone(inputs), force)?;
    Ok(Some(Arc::new(folder)))
}

/// Refuses options that do not fit the goal, and to write over a collection in which similar works are
/// looked for.
fn refuse_unfit(args: &ValidateArgs) -> anyhow::Result<()> {
    refuse_judging(args.check.goal, &args.check.judge)?;
    let sources = args.similar.iter().map(|it| Source::from_argument(it));
    let inputs = inputs_of(&sources.collect::<Vec<_>>())?;
    let outputs = args.check.common.output.iter();
    let mut outputs = outputs.chain(&args.report).chain(&args.resume);
    outputs.try_for_each(|it| refuse_overwriting(it, &inputs))
}

/// Reads the collections in which similar works are looked for.
fn similar_in(arguments: &[OsString], plan: &Plan) -> anyhow::Result<Index> {
    let reading = Reading {
        attacker: plan.attacker,
        defender_hand: plan.defender_hand,
        any_format: plan.any_format,
    };
    let read = collections(arguments, reading)?;
    if !read.complete {
        warning(said([
            "similar works are looked for among the other problems of the collections",
            "読み込めた問題だけから類似作を探す",
        ]));
    }
    Ok(read.index)
}

/// Returns the other options on which rows depend, so that rows of one file do not differ in them.
fn options(args: &ValidateArgs) -> Vec<String> {
    let attacker = args.check.common.search.attacker;
    let attacker = (attacker != AttackerRule::Auto).then(|| format!("attacker={attacker}"));
    let goal = args.check.goal.goal.map(|goal| format!("goal={goal}"));
    let given = [
        ("expect", args.expect),
        ("verify", args.verify),
        ("proofs", args.proofs.is_some()),
        ("similar", !args.similar.is_empty()),
    ];
    let given = given.into_iter().filter(|it| it.1);
    let given = given.map(|it| it.0.to_owned());
    attacker.into_iter().chain(goal).chain(given).collect()
}

impl Service {
    /// Makes the plan of `tsume worker`.
    ///
    /// # Errors
    /// When there is not as much memory as it is to use, or it would read its own answers.
    pub fn new(args: &WorkerArgs) -> anyhow::Result<Self> {
        refuse_judging(args.goal, &args.judge)?;
        let mut question = question(Task::Check, &args.search, &[Source::Stdin]);
        judge(&mut question, args.goal, &args.judge);
        let settings = Settings {
            config: config(&args.search, true),
            question,
            ..Settings::default()
        };
        inputs_of(&[Source::Stdin])?;
        refuse_impossible(settings.config.hash_bytes, 1, settings.config.threads)?;
        Ok(Self {
            settings,
            attacker: args.search.attacker,
            defender_hand: args.search.defender_hand,
        })
    }
}
