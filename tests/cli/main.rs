//! The command line as a user or a program meets it.
//!
//! - `text.rs`: what people read
//! - `json.rs`: what programs read
//! - `check.rs`: compositions judged
//! - `brinkmate.rs`, `brinkmates_in_files.rs`: brinkmates and threats
//! - `goals.rs`: every command asked every goal
//! - `compare.rs`: two versions of a diagram or a collection
//! - `input.rs`: good and bad input, files and streams
//! - `questions.rs`: variations, explanations, tries
//! - `study.rs`: the same asked of compositions that are judged
//! - `japanese.rs`: moves as books and records write them
//! - `records.rs`: KIF, KI2, CSA, JKF as problems
//! - `convert.rs`: from any format to any other
//! - `kif.rs`: answers as KIF
//! - `show.rs`: diagrams and lines
//! - `similar.rs`: similar works and their index
//! - `round_trips.rs`: every format into every other
//! - `language.rs`: English and Japanese
//! - `pages.rs`: reports as HTML
//! - `page_layouts.rs`: what they look like: branches, single problems, puzzles, books
//! - `pictures.rs`: diagrams as SVG
//! - `limits.rs`: limits, interruption, exit statuses
//! - `validate.rs`: whole collections
//! - `answers.rs`: comparing, trying again, duplicates, going on
//! - `outputs.rs`: files that are there already
//! - `inputs_stay.rs`: files that are read, by whatever name
//! - `readers.rs`: readers that go away, outputs that are closed
//! - `forgery.rs`: what others have written, in a terminal
//! - `faults.rs`: files, pipes and disks that fail
//! - `disks.rs`: disks that are full behind every kind of output
//! - `breaks.rs`: runs that are killed, input that ends in the middle
//! - `places.rs`: where rows and errors come from: file, line, record, column
//! - `defaults.rs`: the rules for limits, output and files that every command follows
//! - `scale.rs`: inputs that are long in one way or another
//! - `poison.rs`: ten thousand problems of which a hundred are poison
//! - `worker.rs`: a row for each line of another program
//! - `usi/`: an engine for GUIs
//! - `proofs.rs`: certificates and `verify`
//! - `repair.rs`: changes that make a flawed composition sound, and longer problems
//! - `generate.rs`: completions, man pages and schemas
//! - `schema.rs`: rows and requests against their schemas
//! - `manual/`: the manual against the program

// Snapshots are written this way by the tool that updates them.
#![allow(clippy::needless_raw_string_hashes)]

mod answers;
mod breaks;
mod brinkmate;
mod brinkmates_in_files;
mod broken;
mod check;
mod compare;
mod convert;
mod defaults;
mod disks;
mod faults;
mod forgery;
mod generate;
mod goals;
mod input;
mod inputs_stay;
mod japanese;
mod json;
mod kif;
mod language;
mod limits;
mod manual;
mod outputs;
mod page_layouts;
mod pages;
mod picked;
mod pictures;
mod places;
mod poison;
mod proofs;
mod proven;
mod questions;
mod readers;
mod records;
mod repair;
mod resume;
mod round_trips;
mod scale;
mod schema;
mod show;
mod similar;
mod study;
mod tables;
mod text;
mod usi;
mod validate;
mod worker;

use snapbox::cmd::{Command, cargo_bin};

/// Mate in one: the smallest problem there is.
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// No check leads anywhere.
const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";
/// Composed length 1: any interposition is taken with mate. Strict length 3.
const FUTILE: &str = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
/// Three cooks.
const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
/// 図巧 100 (1755), 611 plies: far beyond the limits of these tests.
const LONG: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
/// No mate, as a program with 30 GB proved (`KomoringHeights` #4): no limit of a test is enough.
const ENDLESS: &str = "7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1";
/// 図巧 11 (1755), 49 plies: the mate is found at once, that it is shortest takes far longer.
const BOUNDED: &str = "r+b2n4/1Pk1p4/pp1sG4/N1+s1+p4/2P1+R4/+pB1LN4/9/9/9 b SN3gs3l11p 1";

/// Returns the command, run where the shipped problems are, without colours and in English.
fn tsume() -> Command {
    Command::new(cargo_bin!("tsume"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
}

/// Returns the same for a child that is talked to.
fn program() -> std::process::Command {
    let mut command = std::process::Command::new(cargo_bin!("tsume"));
    command.env("LC_ALL", "C.UTF-8");
    command
}

/// `tsume solve` with these arguments.
fn solve<const N: usize>(arguments: [&str; N]) -> Command {
    tsume().arg("solve").args(arguments)
}

/// `tsume check` with these arguments.
fn check<const N: usize>(arguments: [&str; N]) -> Command {
    tsume().arg("check").args(arguments)
}

/// Returns the rows that a run writes as JSONL.
fn rows(command: Command) -> Vec<serde_json::Value> {
    let output = command.args(["--format", "jsonl"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |line: &str| serde_json::from_str(line).unwrap();
    text.lines().map(row).collect()
}
