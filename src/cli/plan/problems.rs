//! The plans of `tsume solve`, `check`, `repair` and `extend`, and the parts that `validate` has as well.

use super::output::Output;
use super::overwriting::{are_one, inputs_of, refuse_output, tell_passed_over};
use super::refuse::{refuse_impossible, refuse_judging, refuse_unquoted, refuse_with_goal};
use super::settings::{
    aim, config, form, is_unlimited, judge, question, set_color, shows_variations,
};
use crate::batch::replace::AtomicFile;
use crate::certificate::file::Writer;
use crate::cli::args::{
    CheckCommand, CommonArgs, ProofArgs, QuestionArgs, SolveArgs, TimeLimit, VersionArgs,
};
use crate::cli::lang::{said, written};
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::{InputFiles, ReadAs, Source};
use crate::question::{Question, Task};
use crate::search::SearchConfig;
use anyhow::bail;
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;

/// The plan of a run.
pub(in crate::cli) struct Plan {
    pub question: Question,
    pub sources: Vec<Source>,
    /// The files of these.
    pub inputs: Arc<InputFiles>,
    /// The ids of the problems to read, unless it is all of them.
    pub ids: Vec<String>,
    /// The format in which all files are read, whatever their names.
    pub any_format: Option<ReadAs>,
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
    /// The further questions about every problem.
    pub asked: QuestionArgs,
    pub config: SearchConfig,
    /// Whether the user is told after a while how to end a search.
    pub patience: bool,
    pub progress: bool,
    pub proofs: Proofs,
    pub output: Output,
}

/// The certificates of the answers.
pub(in crate::cli) struct Proofs {
    /// The file for certificates.
    pub file: Option<Writer<BufWriter<File>>>,
    /// Makes the file appear once it is complete.
    pub whole: Option<AtomicFile>,
    /// The number of certificates in it.
    pub written: usize,
}

impl Plan {
    /// Makes the plan of `tsume solve`.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if the output cannot be opened.
    pub fn solve(args: &SolveArgs) -> anyhow::Result<Self> {
        refuse_mixing(&args.common, &args.proofs)?;
        refuse_with_goal(args.goal, &[("--first", args.first)])?;
        refuse_with_goal(args.goal, &args.questions.given())?;
        let mut plan = Self::new(&args.common, Task::Solve, None)?;
        aim(&mut plan.question, args.goal);
        plan.output.refuse_page_options(&args.common)?;
        plan.ask(&args.questions)?;
        plan.question.first = args.first;
        plan.question.verify = args.proofs.verify;
        plan.proofs = certificates(&args.proofs, &plan.inputs, args.common.force)?;
        Ok(plan)
    }

    /// Makes the plan of `tsume check`.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if the output cannot be opened.
    pub fn check(args: &CheckCommand) -> anyhow::Result<Self> {
        let CheckCommand {
            check,
            questions,
            proofs,
        } = args;
        refuse_mixing(&check.common, proofs)?;
        refuse_with_goal(check.goal, &questions.given())?;
        refuse_judging(check.goal, &check.judge)?;
        let mut plan = Self::new(&check.common, Task::Check, None)?;
        let question = &mut plan.question;
        judge(question, check.goal, &check.judge);
        question.verify = proofs.verify;
        // A limit that was given is spent on everything that is open.
        let given = &check.common.search;
        if matches!(given.time, Some(TimeLimit::After(_))) || given.nodes.is_some() {
            question.nodes_per_alternative.get_or_insert(u64::MAX);
        }
        plan.output.refuse_page_options(&check.common)?;
        plan.ask(questions)?;
        plan.proofs = certificates(proofs, &plan.inputs, check.common.force)?;
        Ok(plan)
    }

    /// Makes the plan of `tsume repair` and `tsume extend`.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if the output cannot be opened.
    pub fn versions(args: &VersionArgs) -> anyhow::Result<Self> {
        let mut plan = Self::new(&args.common, Task::Check, None)?;
        plan.question.rules = args.rules;
        let search = &args.common.search;
        // What is known of one version serves the others.
        plan.config.keep = true;
        plan.config.hash_bytes = search.hash.unwrap_or(64 << 20);
        refuse_impossible(plan.config.hash_bytes, args.jobs.get(), plan.config.threads)?;
        Ok(plan)
    }

    /// Adds further questions about every problem.
    fn ask(&mut self, asked: &QuestionArgs) -> anyhow::Result<()> {
        if !self.output.shows_questions() && (asked.explain || asked.attempt.is_some()) {
            bail!(said([
                "KIF cannot hold the answers of `--explain` and `--try`: write text, JSON or HTML",
                "--explain と --try の答えはKIFに書けない：テキスト、JSON、HTMLのどれかに書く",
            ]));
        }
        // A user with questions about a problem wants to see it.
        if asked.any() {
            self.output.show_each();
        }
        self.asked = asked.clone();
        Ok(())
    }

    /// Makes a plan. `jobs` is the number of problems judged at the same time, if there are many.
    pub(super) fn new(args: &CommonArgs, task: Task, jobs: Option<usize>) -> anyhow::Result<Self> {
        set_color(args.color);
        let sources: Vec<_> = args
            .inputs
            .iter()
            .map(|input| Source::from_argument(input))
            .collect();
        refuse_unquoted(&args.inputs)?;
        let inputs = Arc::new(inputs_of(&sources)?);
        if !args.quiet {
            tell_passed_over(&sources);
        }
        let many = jobs.is_some();
        let config = config(&args.search, many);
        refuse_impossible(config.hash_bytes, jobs.unwrap_or(1), config.threads)?;
        let mut output = Output::open(args, &inputs, task == Task::Check, many)?;
        output.name_files(&sources);
        Ok(Self {
            question: Question {
                stats: args.stats,
                shown_variations: u32::from(task == Task::Check && shows_variations(args)),
                ..question(task, &args.search, &sources)
            },
            patience: !args.quiet && is_unlimited(&args.search, &sources),
            sources,
            inputs,
            ids: args.id.clone(),
            any_format: args.input_format.map(ReadAs::from),
            attacker: args.search.attacker,
            defender_hand: args.search.defender_hand,
            asked: QuestionArgs::default(),
            config,
            progress: !args.quiet,
            proofs: Proofs {
                file: None,
                whole: None,
                written: 0,
            },
            output,
        })
    }
}

/// The claims to certify, and where certificates go, if they are wanted.
fn certificates(args: &ProofArgs, inputs: &InputFiles, force: bool) -> anyhow::Result<Proofs> {
    let mut proofs = Proofs {
        file: None,
        whole: None,
        written: 0,
    };
    if let Some(path) = &args.proof {
        refuse_output(path, inputs, force)?;
        let form = form(args.proof_format);
        let begun = AtomicFile::begin(path)
            .and_then(|(whole, file)| Ok((whole, Writer::new(BufWriter::new(file), form)?)));
        let (whole, writer) = written(begun, path)?;
        (proofs.file, proofs.whole) = (Some(writer), whole);
    }
    Ok(proofs)
}

fn refuse_mixing(args: &CommonArgs, proofs: &ProofArgs) -> anyhow::Result<()> {
    if let Some(proof) = &proofs.proof
        && let mut outputs = args.output.iter()
        && outputs.any(|output| are_one(output, proof))
    {
        bail!(said([
            "answers and certificates cannot go to the same file",
            "答えと証明書を同じファイルには書けない",
        ]));
    }
    Ok(())
}
