//! A tsume shogi (詰将棋) solver and composition checker. It proves the shortest mate or that there is no
//! mate, and finds the defects of a composition.
//!
//! A tsume problem is a position in which the attacker has to mate, giving check with every move.
//!
//! # Solve
//!
//! ```
//! use tsume::{Options, Problem, Solver};
//!
//! let problem: Problem = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1".parse()?;
//! let solution = Solver::default().solve(&problem, &Options::new())?;
//! assert_eq!(solution.plies(), Some(5));
//! assert_eq!(problem.in_japanese(solution.line()), "▲３四飛成 △１五玉 ▲２四龍 △１六玉 ▲２六龍");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Check a composition, and list its cooks
//!
//! ```
//! use tsume::composition::rules::Profile;
//! use tsume::composition::verdict::{Kind, Verdict};
//! use tsume::{Options, Problem, Solver};
//!
//! let problem: Problem = "9/6RS1/9/7k1/9/6S2/9/9/9 b r2b4g2s4n4l18p 1".parse()?;
//! let judgement = Solver::default().check(&problem, &Options::new())?;
//! assert_eq!(judgement.verdict(Profile::Standard), Verdict::Flawed);
//! let cooks = judgement.of_kind(Kind::Cook).map(|cook| format!("{} at ply {}", cook.line[0], cook.ply()));
//! assert_eq!(cooks.collect::<Vec<_>>(), ["3b3c+ at ply 1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Go through the checks
//!
//! ```
//! let problem: tsume::Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
//! let checks = problem.moves_after(&[]).expect("no moves are made");
//! let checks: Vec<String> = checks.iter().map(ToString::to_string).collect();
//! assert!(checks.contains(&"G*5b".to_owned()), "{checks:?}");
//! # Ok::<(), tsume::ProblemError>(())
//! ```
//!
//! # Many problems with one solver
//!
//! ```
//! use std::time::Duration;
//! use tsume::{Config, Options, Problem, Solver};
//!
//! let mut solver = Solver::new(Config::new().hash_bytes(64 << 20));
//! let options = Options::new().time(Duration::from_secs(60));
//! for line in ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/10 b G 1"] {
//!     match Problem::from_sfen(line) {
//!         Ok(problem) => println!("{:?}", solver.solve(&problem, &options)?.plies()),
//!         Err(error) => println!("{error} at {:?}", error.spans()),
//!     }
//! }
//! # Ok::<(), tsume::NotInCheck>(())
//! ```
//!
//! # Progress, and an end from another thread
//!
//! ```
//! use tsume::{Cancel, Options, Problem, Solver};
//!
//! let cancel = Cancel::new();
//! let from_outside = cancel.clone(); // for a button, a signal, another thread
//! let problem: Problem = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1".parse()?;
//! let options = Options::new().cancel(&cancel);
//! let solution = Solver::default().solve_with(&problem, &options, |progress| {
//!     if progress.stats.nodes > 1_000_000 {
//!         from_outside.cancel();
//!     }
//! })?;
//! assert!(solution.is_mate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A certificate, and its verification
//!
//! ```
//! use tsume::{Options, Problem, Solver};
//!
//! let problem: Problem = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1".parse()?;
//! for certificate in Solver::default().certify(&problem, &Options::new())? {
//!     tsume::verify::check(&certificate).expect("a proof that stands");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A record in KIF
//!
#![cfg_attr(feature = "rows", doc = "```")]
#![cfg_attr(not(feature = "rows"), doc = "```ignore")]
//! use tsume::notation::record::Format;
//! use tsume::{Options, Problem, Solver};
//!
//! let kif = "後手の持駒：なし
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
//! | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
//! +---------------------------+
//! 先手の持駒：金
//! 手数----指手---------消費時間--
//!    1 ５二金打
//! ";
//! let problem = Problem::from_record(kif, Format::Kif)?;
//! assert_eq!(problem.author_line().len(), 1);
//! let judgement = Solver::default().check(&problem, &Options::new())?;
//! assert_eq!(judgement.findings, []);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A diagram as SVG
//!
#![cfg_attr(feature = "rows", doc = "```")]
#![cfg_attr(not(feature = "rows"), doc = "```ignore")]
//! use tsume::report::{Diagram, svg};
//!
//! let problem: tsume::Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
//! let picture = svg(&Diagram {
//!     title: Some("first"),
//!     plies: Some(1),
//!     ..Diagram::new(problem.setup(), problem.attacker())
//! });
//! assert!(picture.is_some_and(|svg| svg.starts_with("<svg")));
//! # Ok::<(), tsume::ProblemError>(())
//! ```
//!
//! # A row of JSON
//!
#![cfg_attr(feature = "rows", doc = "```")]
#![cfg_attr(not(feature = "rows"), doc = "```ignore")]
//! use tsume::{Options, Problem, Solver};
//!
//! let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
//! let row = Solver::default().check_row(&problem.with_id("first"), &Options::new());
//! assert!(row.to_json().contains(r#""verdict":"sound","goal":"mate","plies":1"#), "{}", row.to_json());
//! # Ok::<(), tsume::ProblemError>(())
//! ```
//!
//! # Why an interposition does not count
//!
//! ```
//! use tsume::{Options, Problem, Solver};
//!
//! let problem: Problem = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1".parse()?;
//! let solution = Solver::default().solve(&problem, &Options::new().explain())?;
//! let explanations = solution.study.explanations.expect("it was asked for");
//! let futile = explanations.interpositions.iter().find(|it| it.futile).expect("one is futile");
//! assert_eq!((futile.mv.to_string(), futile.capture.to_string()), ("1a2c".into(), "3c2c".into()));
//! // With the captured piece out of the game, the mate is not longer than without the interposition.
//! assert!(futile.plies_after <= futile.plies_without);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [manual] explains the commands, every option, and the fields of answers.
//!
//! # Layers
//!
//! A layer uses only those above it in this list. The first five are crates of their own (in `crates`), so
//! that the compiler makes sure of it.
//!
//! * `tsume-core-shogi`: [`shogi`], the rules of the game. Bitboards, making and unmaking moves, and
//!   generators of legal moves, checks and evasions. [`notation`] reads and writes SFEN, USI, Japanese and
//!   western moves. Errors have their place in bytes.
//! * `tsume-core-records` (feature `records`): `notation::record` reads and writes KIF, KI2, CSA, JKF and
//!   USEN.
//! * `tsume-core-proof`: [`certificate`], the proof of an answer as plain data, which can be checked without
//!   the search. [`verify`] is the independent checker of lines and certificates. It has a board, rules and a
//!   plain solver of its own, and shares no code with the search.
//! * `tsume-core-search`: [`search`]. Is there a mate, and within how many plies? It searches the strict
//!   game, in which every legal interposition counts. Its main type is [`search::Solver`].
//! * `tsume-core-composition`: [`composition`], a diagram as a problem: who attacks, and what the defender
//!   holds. It works out the length without futile interpositions ([`composition::composed`]), the
//!   variations ([`composition::variations`]), why an interposition is futile or counts
//!   ([`composition::explain`]), how a try fails ([`composition::refutation`]), whether the composition is
//!   sound ([`composition::check`]), which changes make it sound ([`composition::repair`]), and which
//!   others are similar ([`composition::similar`]). The independent checker replays every line that proves
//!   a defect before the command line shows it. [`vocabulary`] has every closed list of words once, with
//!   the names in English and Japanese; [`question`] is what is to be found out about a problem, as plain
//!   data; [`notation`] adds the types of files to that of the rules.
//! * `input` (feature `rows`, as the next five): reading problems. `answer`: the row of an answer, and
//!   its sentences. `judge`: making rows. `report`: the views of rows. `similar`: finding similar works in
//!   collections. `batch`: judging many problems at once. This feature also writes certificates to files.
//! * `usi` (feature `rows`): an engine for GUIs.
//! * `workbench` (feature `workbench`): answers JSON calls from a page for composers.
//! * `serve` (feature `serve`): the workbench over HTTP, with its page.
//! * `mcp` (feature `mcp`): tools for assistants, over the Model Context Protocol.
//! * `cli` (feature `cli`): the command line. The feature `png` adds diagrams in pixels.
//!
//! [`Problem`], [`Solver`] and the other types at the top of the crate use these layers. Their moves are
//! those of the given diagram.
//!
//! * [`manual`]: the pages of the manual, only as documentation.
//!
//! The game layer speaks of Black and White; everything above it of attacker and defender. Inside
//! the search the attacker is always Black. The board is turned on the way into [`composition`] and
//! every move on the way out of it, and nowhere else.
//!
//! # The path of an answer
//!
//! `tsume check 'SFEN'`, from the argument to the text:
//!
//! 1. `input::Records` reads the argument: a record with its text and origin.
//! 2. `judge::Intake` makes a parsed problem of it: diagram, author's line, goal.
//! 3. `cli` adds the question: task, rules, further questions, limits.
//! 4. `judge::ask` looks at task and goal, and calls the search for them. No other place does.
//! 5. [`composition::check`] turns the board so that Black attacks, and the answer back again.
//! 6. [`composition::composed`] asks [`search`] for the strict length, and works out the composed one.
//! 7. [`composition::check`] searches every other check, and says which defect one that mates is.
//! 8. The checker in [`verify`] replays every line that proves a defect.
//! 9. `answer::Row` is the answer: moves in USI, and sentences whose moves are parts.
//! 10. `report` writes text, pages, records, tables and pictures from rows, fresh or read from a file.

// Library code does not print; it returns errors.
#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

#[cfg(feature = "rows")]
#[macro_use]
pub mod said;

#[cfg(feature = "rows")]
pub mod answer;
#[cfg(feature = "rows")]
pub mod batch;
#[cfg(feature = "cli")]
#[allow(clippy::print_stderr)]
pub mod cli;
mod front;
#[cfg(feature = "rows")]
mod guard;
#[cfg(feature = "rows")]
pub mod input;
#[cfg(feature = "rows")]
pub mod judge;
pub mod manual;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "rows")]
pub mod report;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "rows")]
pub mod similar;
#[cfg(feature = "rows")]
pub mod usi;
#[cfg(feature = "workbench")]
pub mod workbench;

pub use front::{
    Cancel, Config, DefenderToMove, NotInCheck, Options, Problem, ProblemError, Solver,
};
#[cfg(feature = "rows")]
pub use front::{Problems, RowWork};
pub use search::Uncertified;
#[doc(inline)]
pub use tsume_core_composition::{self as composition, notation, question, vocabulary};
#[doc(inline)]
pub use tsume_core_proof::{certificate, verify};
#[doc(inline)]
pub use tsume_core_search as search;
#[doc(inline)]
pub use tsume_core_shogi as shogi;

/// Compiles and runs the example in the README with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
