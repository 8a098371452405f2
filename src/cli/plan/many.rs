//! The plans of `tsume validate` and `tsume worker`.

use super::problems::Plan;
use crate::batch::resume::{Finished, OtherTerms, resume};
use crate::batch::shard::Shard;
use crate::batch::similar::Index;
use crate::batch::terms::Terms;
use crate::cli::args::{ValidateArgs, WorkerArgs};
use crate::cli::commands::collections;
use crate::cli::diagnostics::warning;
use crate::cli::inputs::{SideArgs, inputs_of};
use crate::cli::lang::{name_of, said, spoken};
use crate::cli::output::{RowFormat, format_of_name, refuse_overwriting};
use crate::cli::proofs::Folder;
use crate::cli::shared::{FOR_EACH, jobs};
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
        let mut plan = Plan::new(common, jobs, true)?;
        let question = &mut plan.question;
        args.check.judge.judge(args.check.goal, question);
        question.verify = args.verify;
        if args.report.is_some() {
            question.shown_variations = question.shown_variations.max(1);
        }
        if let Some(path) = &args.report {
            plan.output.add_page(path, &common.output, &plan.inputs)?;
        }
        plan.output.refuse_page_options(&common.output)?;
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
        let mut resumable = plan.output.growing(&common.output.files);
        let (mut past, mut finished) = (Ledger::new(fail_on), Finished::default());
        let mut open = HashMap::new();
        if let Some(path) = &args.resume {
            resumable = Some(path.clone());
            if !matches!(common.output.format, None | Some(RowFormat::Jsonl)) {
                bail!(said([
                    "only a JSONL file can be continued",
                    "続きから再開できるのはJSONLだけ",
                ]));
            }
            refuse_overwriting(path, &plan.inputs)?;
            if common.output.format.is_none() {
                let of_file = |file| (file == FileType::Jsonl).then_some(RowFormat::Jsonl);
                format_of_name(path, of_file, "--format")?;
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
    let force = args.check.common.output.force || args.resume.is_some();
    let folder = Folder::create(path, args.proof_format.into(), Arc::clone(inputs), force)?;
    Ok(Some(Arc::new(folder)))
}

/// Refuses options that do not fit the goal, and to write over a collection in which similar works are
/// looked for.
fn refuse_unfit(args: &ValidateArgs) -> anyhow::Result<()> {
    args.check.judge.refuse_with(args.check.goal)?;
    let sources = args.similar.iter().map(|it| Source::from_argument(it));
    let inputs = inputs_of(&sources.collect::<Vec<_>>())?;
    let outputs = args.check.common.output.files.iter();
    let mut outputs = outputs.chain(&args.report).chain(&args.resume);
    outputs.try_for_each(|it| refuse_overwriting(it, &inputs))
}

/// Reads the collections in which similar works are looked for.
fn similar_in(arguments: &[OsString], plan: &Plan) -> anyhow::Result<Index> {
    let sides = SideArgs {
        attacker: plan.attacker,
        defender_hand: plan.defender_hand,
    };
    let read = collections(arguments, sides, plan.any_format)?;
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
    let attacker = args.check.common.search.sides.attacker;
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
        args.judge.refuse_with(args.goal)?;
        let mut question = args.search.question(Task::Check, false);
        args.judge.judge(args.goal, &mut question);
        inputs_of(&[Source::Stdin])?;
        let settings = Settings {
            config: args.search.config(FOR_EACH, 1)?,
            question,
            ..Settings::default()
        };
        Ok(Self {
            settings,
            attacker: args.search.sides.attacker,
            defender_hand: args.search.sides.defender_hand,
        })
    }
}
