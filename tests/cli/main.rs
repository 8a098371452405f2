//! The command line as a user or a program meets it.
//!
//! - `command`: the commands one by one
//! - `input`, `batch`, `report`: where problems come from, whole collections, what is written of them
//! - `usi`, `serve`, `mcp`: an engine for GUIs, the workbench over HTTP, tools for assistants
//! - `manual`: the manual against the program

// Snapshots are written this way by the tool that updates them.
#![allow(clippy::needless_raw_string_hashes)]

mod batch;
mod command;
mod input;
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod usi;

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
/// Mate in five, and nothing to find fault with.
const SOUND: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
/// A brinkmate in one: S*3b.
const BRINKMATE: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/9 b S2rb4g3s3n3l15p 1";
/// S*2b threatens mate; △２二金 holds.
const THREATMATE: &str = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";

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

/// Returns the text that a run writes to standard output.
fn stdout(command: Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// Returns the text that a run writes to standard error.
fn stderr(command: Command) -> String {
    String::from_utf8(command.output().unwrap().stderr).unwrap()
}

/// Returns what a run said on standard error.
fn told(output: &std::process::Output) -> String {
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!told.contains("panicked"), "{told}");
    told
}

/// Returns the rows that a run writes as JSONL.
fn rows(command: Command) -> Vec<serde_json::Value> {
    let text = stdout(command.args(["--format", "jsonl"]));
    let row = |line: &str| serde_json::from_str(line).unwrap();
    text.lines().map(row).collect()
}
