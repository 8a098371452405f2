//! The plan of `tsume compare`.

use crate::batch::replace::AtomicFile;
use crate::cli::args::{CompareArgs, CompareFormat};
use crate::cli::inputs::{inputs_of, refuse_unquoted, tell_passed_over};
use crate::cli::lang::{said, spoken, written};
use crate::cli::output::{format_of_name, refuse_output};
use crate::cli::shared::{FOR_EACH, jobs};
use crate::cli::stdout::{stdout, stdout_for_texts};
use crate::cli::values::is_stdout;
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::{ReadAs, Source};
use crate::judge::{Settings, Task};
use crate::notation::FileType;
use crate::report::Notation;
use anstream::AutoStream;
use anyhow::bail;
use std::io::{self, BufWriter, IsTerminal, Write};

/// The width if the width of the page is not known.
const PAGE: usize = 80;

/// The plan of `tsume compare`.
pub(in crate::cli) struct Comparing {
    /// The old and the new version.
    pub sources: [Source; 2],
    /// The format in which all files are read, whatever their names.
    pub any_format: Option<ReadAs>,
    /// The ids of the problems to compare, unless it is all of them.
    pub ids: Vec<String>,
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
    pub settings: Settings,
    /// The number of problems judged at the same time.
    pub jobs: usize,
    /// Whether the user is told after a while how to end a search.
    pub patience: bool,
    pub format: CompareFormat,
    pub notation: Notation,
    pub quiet: bool,
    pub verbose: bool,
    pub out: Box<dyn Write>,
    /// Makes the output file appear once it is complete.
    pub whole: Option<AtomicFile>,
    /// The width of lines, and whether they are cut there.
    pub width: (usize, bool),
}

impl Comparing {
    /// Makes the plan.
    ///
    /// # Errors
    /// If the arguments do not fit together, or if the output cannot be opened.
    pub fn new(args: &CompareArgs) -> anyhow::Result<Self> {
        args.color.set();
        let arguments = [args.old.clone(), args.new.clone()];
        refuse_unquoted(&arguments)?;
        let sources = arguments.map(|it| Source::from_argument(&it));
        if sources == [Source::Stdin, Source::Stdin] {
            bail!(said([
                "standard input can be one of the two versions only",
                "標準入力にできるのは、新旧のどちらか一方だけ",
            ]));
        }
        let inputs = inputs_of(&sources)?;
        if !args.quiet {
            tell_passed_over(&sources);
        }
        args.grading.refuse_with(args.goal)?;
        let jobs = jobs(args.jobs);
        let config = args.search.config(FOR_EACH, jobs)?;
        let file = args.output.as_deref().filter(|it| !is_stdout(it));
        let of_file = |file| {
            Some(match file {
                FileType::Json => CompareFormat::Json,
                FileType::Jsonl => CompareFormat::Jsonl,
                FileType::Csv => CompareFormat::Csv,
                FileType::Text => CompareFormat::Text,
                _ => return None,
            })
        };
        let format = match (args.format, file) {
            (Some(format), _) => format,
            (None, Some(path)) => {
                format_of_name(path, of_file, "--format")?.unwrap_or(CompareFormat::Text)
            }
            (None, None) => CompareFormat::Text,
        };
        let mut width = (PAGE, false);
        let (out, whole): (Box<dyn Write>, _) = if let Some(path) = file {
            refuse_output(path, &inputs, args.force)?;
            let (whole, file) = written(AtomicFile::begin(path), path)?;
            let choice = AutoStream::choice(&file);
            (
                Box::new(AutoStream::new(
                    Box::new(BufWriter::new(file)) as Box<dyn Write>,
                    choice,
                )),
                whole,
            )
        } else {
            let choice = AutoStream::choice(&io::stdout());
            let is_terminal = io::stdout().is_terminal();
            if let (true, Some((columns, _))) = (is_terminal, terminal_size::terminal_size()) {
                width.0 = usize::from(columns.0);
            }
            width.1 = is_terminal;
            let out: Box<dyn Write> = match format {
                CompareFormat::Text => stdout(),
                _ => Box::new(BufWriter::new(stdout_for_texts())),
            };
            (Box::new(AutoStream::new(out, choice)), None)
        };
        let are_arguments = sources.iter().all(|it| matches!(it, Source::Text(_)));
        let mut question = args.search.question(Task::Check, are_arguments);
        args.goal.aim(&mut question);
        args.grading.grade(&mut question);
        Ok(Self {
            patience: !args.quiet && args.search.is_unlimited(are_arguments),
            sources,
            any_format: args.input_format.map(ReadAs::from),
            attacker: args.search.sides.attacker,
            defender_hand: args.search.sides.defender_hand,
            ids: args.id.clone(),
            settings: Settings {
                config,
                question,
                ..Settings::default()
            },
            jobs,
            format,
            notation: args.notation,
            quiet: args.quiet,
            verbose: args.verbose,
            out,
            whole,
            width,
        })
    }

    /// Returns the layout of text about one problem or several.
    pub fn layout(&self, several: bool) -> crate::report::Layout {
        crate::report::Layout {
            width: self.width.0,
            clip: self.width.1,
            diagrams: self.verbose || !several && !self.quiet,
            ids: several,
            notes: self.verbose,
            summary: !self.quiet,
            judged: true,
            notation: self.notation,
            lang: spoken(),
        }
    }
}
