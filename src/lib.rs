//! A tsume shogi (詰将棋) solver: it proves mates, proves that no shorter mate exists, and proves
//! that there is none.
//!
//! A tsume problem is a position in which the attacker must mate by giving check at every move.
//!
//! ```
//! use tsume::notation::{japanese, sfen};
//! use tsume::search::{Answer, Exactness, Limits, SearchConfig, Solver};
//! use tsume::shogi::Position;
//! use tsume::composition::problem::{AttackerRule, DefenderHandRule, Problem};
//!
//! let record = sfen::parse("6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1")?;
//! let problem = Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
//!     .expect("a legal diagram");
//!
//! let mut solver = Solver::new(SearchConfig { hash_bytes: 16 << 20, ..Default::default() });
//! let position = Position::new(problem.normalised());
//! let solution = solver.solve(&position, &Limits::default(), &mut |_progress| {});
//! assert_eq!(solution.answer, Answer::Mate { plies: 5, exactness: Exactness::Shortest });
//!
//! let line: Vec<_> = solution.line.into_iter().map(|mv| problem.to_given(mv)).collect();
//! let text = japanese::write_line(problem.setup(), &line);
//! assert_eq!(text.join(" "), "▲３四飛成 △１五玉 ▲２四龍 △１六玉 ▲２六龍");
//! # Ok::<(), sfen::SfenError>(())
//! ```
//!
//! # The house
//!
//! The layers, from the ground up; each knows only those above it in this list.
//!
//! * [`shogi`]: the rules of the game. Bitboards, make and unmake, and generators of all legal
//!   moves, of checks and of evasions.
//! * [`certificate`]: a proof of an answer, as plain data, for somebody who does not trust the search.
//! * [`notation`]: text to shogi and back. SFEN with all its oddities, USI, Japanese moves; every
//!   error knows the bytes it is about.
//! * [`search`]: "is it mate, and within how many plies?" in the strict game, where every legal
//!   interposition counts. Its front door is [`search::Solver`].
//! * [`verify`]: the independent witness. Its own board, its own moves and a plain solver, written
//!   from the rules alone; it shares no code with what it watches.
//!   It checks certificates, too.
//! * [`composition`]: what a diagram means as a problem: who attacks, what the defender holds,
//!   how long the mate is when futile interpositions are set aside
//!   ([`composition::composed`]), what else the defender could do
//!   ([`composition::variations`]), why an interposition counts or not
//!   ([`composition::explain`]), how a try fails
//!   ([`composition::refutation`]); and whether the composition is sound
//!   ([`composition::check`]). Lines that prove a defect are replayed by the
//!   witness before the command line shows them.
//! * `input`, `report` and `batch` (feature `rows`): where problems come from, where answers go, many
//!   problems at once, and certificates in files. `notation::record` (feature `records`) reads and
//!   writes KIF, KI2, CSA and JKF.
//! * `cli` (feature `cli`): the command line. Without features the crate stands on two small
//!   libraries. With the feature `png` diagrams can be drawn in pixels.
//!
//! The game layer speaks of Black and White; everything above it of attacker and defender. Inside
//! the search the attacker is always Black.

// Library code leaves printing to the command line, and says with errors what is wrong.
#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

#[cfg(feature = "rows")]
pub mod batch;
pub mod certificate;
#[cfg(feature = "cli")]
#[allow(clippy::print_stderr)]
pub mod cli;
pub mod composition;
#[cfg(feature = "rows")]
pub mod input;
pub mod notation;
#[cfg(feature = "rows")]
pub mod report;
pub mod search;
pub mod shogi;
pub mod verify;

/// The example in the README is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
