//! Measures certificates on a collection: what they cost to make and to check, beside solving.
//!
//! ```text
//! cargo run --release -p tsume-measure --bin proofs -- TABLE.tsv --nodes 2000000 --hash 256
//! cargo run --release -p tsume-measure --bin proofs -- TABLE.tsv --strict --write DIR
//! ```
//!
//! A table has a column `sfen` and one of names or ids. For each problem that is decided within the
//! limit, one row: the answer, processor time of solving, of making the certificates that its answer
//! comes to (a pair for a length) and of checking them, and how many entries they have.

#![allow(clippy::cast_precision_loss)] // Counts become ratios.

use clap::Parser;
use cpu_time::ProcessTime;
use std::fmt::Write;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tsume::certificate::file::{Form, Writer};
use tsume::composition::certify::{certify, claims, composed_claims};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem, Questions, composed};
use tsume::notation::sfen;
use tsume::question::Question;
use tsume::search::{Answer, Exactness, Limits, SearchConfig, Solver, Uncertified};
use tsume::shogi::Position;
use tsume::verify;

/// Measures certificates on a collection.
#[derive(Parser)]
struct Args {
    /// Tables with a column `sfen`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Search nodes per problem and per certificate.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
    /// Table memory in MiB.
    #[arg(long, default_value_t = 256)]
    hash: usize,
    /// Certificates of the strict game instead of the composed one.
    #[arg(long)]
    strict: bool,
    /// Only problems whose id contains one of these.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Write the certificates to this folder.
    #[arg(long)]
    write: Option<PathBuf>,
}

/// The processor time of one problem, in seconds.
struct Measured {
    solving: f64,
    making: f64,
    checking: f64,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut rows = Vec::new();
    for file in &args.files {
        for (id, text) in problems(file)? {
            if args.only.is_empty() || args.only.iter().any(|part| id.contains(part.as_str())) {
                rows.extend(measure(&args, &id, &text)?);
            }
        }
    }
    let median = |part: fn(&Measured) -> f64| {
        let mut ratios: Vec<f64> = rows.iter().map(|row| part(row) / row.solving).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
    };
    println!(
        "{} problems, medians beside solving: making {:.3}, checking {:.3}",
        rows.len(),
        median(|row| row.making),
        median(|row| row.checking),
    );
    Ok(())
}

fn problems(file: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .quoting(false)
        .flexible(true)
        .from_path(file)?;
    let headers = reader.headers()?.clone();
    let column = |names: &[&str]| headers.iter().position(|header| names.contains(&header));
    let sfen = column(&["sfen"]).ok_or_else(|| anyhow::anyhow!("no column `sfen`"))?;
    let id = column(&["id", "name"]).unwrap_or(0);
    let rows = reader.records();
    rows.map(|row| {
        let row = row?;
        Ok((row[id].to_owned(), row[sfen].to_owned()))
    })
    .collect()
}

/// Measures one problem. `None` if it is not decided, or not certified, within the limit.
fn measure(args: &Args, id: &str, text: &str) -> anyhow::Result<Option<Measured>> {
    let record = sfen::parse(text)?;
    let problem = Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
        .map_err(|reasons| anyhow::anyhow!("{id}: {reasons:?}"))?;
    let limits = Limits {
        nodes: Some(args.nodes),
        ..Limits::default()
    };
    let mut solver = Solver::new(SearchConfig {
        hash_bytes: args.hash << 20,
        ..SearchConfig::default()
    });
    let started = ProcessTime::now();
    let answer = if args.strict {
        let position = Position::new(problem.normalised());
        solver.solve(&position, &limits, &mut |_| {}).answer
    } else {
        let question = Question {
            further: Questions {
                composed_only: true,
                ..Questions::default()
            },
            limits: limits.clone(),
            ..Question::default()
        };
        let found = composed::study(&mut solver, &problem, &question, &mut |_| {});
        found.answer
    };
    let solving = started.elapsed().as_secs_f64();
    let length = match answer {
        Answer::Mate {
            plies,
            exactness: Exactness::Shortest,
        } => plies.to_string(),
        Answer::NoMate if args.strict => String::from("none"),
        _ => return Ok(None),
    };
    let wanted = if args.strict {
        claims(answer)
    } else {
        composed_claims(answer)
    };
    let mut row = Measured {
        solving,
        making: 0.0,
        checking: 0.0,
    };
    let mut file = match &args.write {
        Some(folder) => {
            let file = File::create(folder.join(format!("{id}.proof")))?;
            Some(Writer::new(BufWriter::new(file), Form::Compact)?)
        }
        None => None,
    };
    let mut parts = String::new();
    for claim in wanted {
        let started = ProcessTime::now();
        let made = certify(&mut solver, &problem, claim, &limits, &mut |_| {});
        let making = started.elapsed().as_secs_f64();
        let certificate = match made {
            Ok((certificate, _)) => certificate,
            Err(Uncertified::Limit(reason)) => {
                println!("{id:12} {length:>4} no certificate: {reason:?}");
                return Ok(None);
            }
            Err(error) => anyhow::bail!("{id}: {error:?}"),
        };
        let started = ProcessTime::now();
        let verdict = verify::check(&certificate);
        let checking = started.elapsed().as_secs_f64();
        if let Err(rejection) = verdict {
            anyhow::bail!("{id}: {rejection}");
        }
        row.making += making;
        row.checking += checking;
        write!(
            parts,
            " [{}+{} entries, made {making:.3}, checked {checking:.3}]",
            certificate.entries.len(),
            certificate.composed.len()
        )?;
        if let Some(file) = &mut file {
            file.write(&certificate)?;
        }
    }
    if let Some(file) = file {
        file.finish()?;
    }
    println!(
        "{id:12} {length:>4} solved {solving:.3} ratio {:.3}{parts}",
        row.checking / row.solving
    );
    Ok(Some(row))
}
