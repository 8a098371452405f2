//! `compose`: sound problems, made attempt by attempt and told as they are found.
//!
//! One attempt comes after another, so it needs neither threads nor a clock. The same seed and wishes give the
//! problems of `tsume compose`.

use super::bench::Workbench;
use super::board::Board;
use super::fault::{Fault, FaultKind};
use super::json::moves;
use super::position::check_playable;
use super::work::Work;
use crate::answer::Row;
use crate::composition::compose::{
    Attempt, Beginning, Composed, Constraints, Effort, Theme, Told, UnknownTheme, attempt,
};
use crate::composition::repair::squares;
use crate::composition::rules::Profile;
use crate::composition::{DefenderHandRule, Goal, Interpositions};
use crate::judge::composed::{TABLES, USUAL_NODES, id, is_confirmed, parsed, question};
use crate::judge::{Judge, Settings};
use crate::notation::{kinds_named, sfen};
use crate::report::{in_one_line, rating_parts};
use crate::search::{Limits, SearchConfig, Stopwatch, on_large_stack};
use crate::vocabulary::Allowance;
use crate::vocabulary::Lang;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::RangeInclusive;

/// The greatest length, in plies.
const LONGEST: u32 = 99;

/// The number of problems of a request that gives none.
const USUAL: usize = 10;

/// The most problems of one request.
const MOST: usize = 1_000;

/// The wishes of a request, with the values of `tsume compose` where it says nothing.
///
/// Assistants get the comments of the fields as their descriptions.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Wishes {
    /// how many problems
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub number: Option<usize>,
    /// the seed of the random numbers; another seed gives other problems
    pub seed: u64,
    /// shortest and longest length in plies, odd: `[5, 5]` for mates in five
    pub plies: [u32; 2],
    /// a problem whose variations are wanted, in any format
    pub from: Option<String>,
    /// The hand of the defender in that problem.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub hand: Option<DefenderHandRule>,
    /// themes that every problem has, such as `sacrifices:2`, `interpositions`, `non_promotions`, 捨駒, 不成
    pub with: Vec<String>,
    /// themes that no problem has
    pub without: Vec<String>,
    /// the most pieces on the board, with kings
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 40)))]
    pub on_board: u32,
    /// the most pieces in the attacker's hand
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 38)))]
    pub in_hand: u32,
    /// kinds of pieces that may occur, such as GSNP
    pub kinds: String,
    /// squares that may have pieces, such as 1a-4d
    pub squares: Vec<String>,
    /// the attacker has a king, too (双玉)
    pub two_kings: bool,
    /// lowest and highest difficulty, from 0 to 100
    pub difficulty: [u32; 2],
    /// lowest aesthetics, from 0 to 100
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
    pub aesthetics: u32,
    /// what problems may have though it is dull: captures (by the first move, without need), promoted (small pieces
    /// without a part), plain (low aesthetics, or no piece given away)
    pub allow: Vec<Allowance>,
    /// `unique`: fully unique (完全限定); `strict`: unique but for the last move and equal defences; `standard`: the
    /// practice of magazines; `lenient`: longer variations (変長) are blemishes
    pub rules: Profile,
    /// which interpositions (合駒) are futile (無駄合) and do not count
    pub interpositions: Interpositions,
    /// the most attempts
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub attempts: Option<u64>,
}

impl Default for Wishes {
    fn default() -> Self {
        let usual = Constraints::default();
        Self {
            plies: [*usual.plies.start(), *usual.plies.end()],
            on_board: usual.on_board,
            in_hand: usual.in_hand,
            kinds: String::new(),
            squares: Vec::new(),
            two_kings: false,
            with: Vec::new(),
            without: Vec::new(),
            difficulty: [0, 100],
            aesthetics: usual.aesthetics,
            allow: usual.allowed,
            rules: usual.rules,
            interpositions: usual.interpositions,
            seed: 1,
            number: None,
            attempts: None,
            from: None,
            hand: None,
        }
    }
}

impl Wishes {
    fn constraints(&self) -> Result<Constraints, Fault> {
        let usual = Constraints::default();
        Ok(Constraints {
            plies: self.lengths()?,
            on_board: within("on_board", self.on_board, 2..=40)?,
            in_hand: within("in_hand", self.in_hand, 0..=38)?,
            kinds: match self.kinds.as_str() {
                "" => usual.kinds,
                letters => kinds_named(letters).ok_or_else(|| {
                    odd(both!(
                        "`kinds` has to be letters of pieces, P L N S G B R",
                        "駒の種類（kinds）は P L N S G B R の字で書く"
                    ))
                })?,
            },
            squares: if self.squares.is_empty() {
                usual.squares
            } else {
                let read = self.squares.iter().map(|it| squares(it));
                let read: Result<Vec<_>, _> = read.collect();
                read.map_err(|why| Fault::request(&why))?.concat()
            },
            two_kings: Some(self.two_kings),
            with: themes(&self.with)?,
            without: themes(&self.without)?,
            difficulty: {
                let [least, most] = self.difficulty;
                within("difficulty", most, 0..=100)?;
                within("difficulty", least, 0..=most)?..=most
            },
            aesthetics: within("aesthetics", self.aesthetics, 0..=100)?,
            allowed: self.allow.clone(),
            rules: self.rules,
            interpositions: self.interpositions,
        })
    }

    fn lengths(&self) -> Result<RangeInclusive<u32>, Fault> {
        let lengths = range(self.plies);
        let has_odd = lengths.clone().take(2).any(|it| it % 2 == 1);
        if has_odd && *lengths.end() <= LONGEST {
            return Ok(lengths);
        }
        Err(odd(both!(
            "`plies` has to be a range with an odd number, {LONGEST} at most",
            "手数（plies）は奇数を含む範囲で、{LONGEST}以下"
        )))
    }

    /// Returns where attempts begin: with the problem of the request, if there is one.
    fn beginning(&self) -> Result<Beginning, Fault> {
        let mut given = Vec::new();
        if let Some(from) = &self.from {
            let board = Board::of(&json!({"sfen": from, "hand": self.hand.unwrap_or_default()}))?;
            let problem = board.problem()?;
            check_playable(&problem, board.goal(), &board.moves)?;
            let begins = Beginning::of(&problem).filter(|_| board.goal() == Goal::Mate);
            given.push(begins.ok_or_else(|| {
                odd(both!(
                    "variations are made of problems in which the attacker is to mate",
                    "変化形は攻方の手番の詰将棋からだけ作れる"
                ))
            })?);
        }
        Ok(Beginning {
            seed: self.seed,
            given,
        })
    }
}

/// Returns a number of a request.
fn within(key: &str, number: u32, allowed: RangeInclusive<u32>) -> Result<u32, Fault> {
    if allowed.contains(&number) {
        return Ok(number);
    }
    let (least, most) = (allowed.start(), allowed.end());
    Err(odd(both!(
        "`{key}` has to be from {least} to {most}, not {number}",
        "{key} は{least}から{most}までで、{number}ではない"
    )))
}

fn odd(message: crate::said::Said) -> Fault {
    Fault::new(FaultKind::Request, message)
}

const fn range([least, most]: [u32; 2]) -> RangeInclusive<u32> {
    least..=most
}

fn themes(words: &[String]) -> Result<Vec<Theme>, Fault> {
    let unknown = |why: UnknownTheme| {
        let word = &why.0;
        odd(both!("{why}", "「{word}」という属性はない"))
    };
    let all = words.iter().map(|it| it.parse());
    all.collect::<Result<_, _>>().map_err(unknown)
}

impl Workbench {
    /// Composes problems, and tells each of them and how it ended.
    pub(super) fn compose(
        &self,
        wishes: &Wishes,
        limits: Limits,
        work: &Work<'_>,
        lang: Lang,
    ) -> Result<(), Fault> {
        let constraints = wishes.constraints()?;
        let beginning = wishes.beginning()?;
        let settings = Settings {
            config: SearchConfig {
                hash_bytes: self.resources.hash_bytes.min(TABLES),
                ..SearchConfig::default()
            },
            question: question(
                &constraints,
                Limits {
                    nodes: Some(USUAL_NODES),
                    time: None,
                    stop: Some(work.flag()),
                },
            ),
            ..Settings::default()
        };
        work.begin();
        let mut run = Run {
            judge: Judge::new(settings),
            known: Told::default(),
            summary: RunSummary {
                reason: "limit",
                attempts: 0,
                found: 0,
                nodes: 0,
                seed: wishes.seed,
            },
            wanted: wishes.number.unwrap_or(USUAL).clamp(1, MOST),
            limits,
            watch: Stopwatch::start(),
            work,
            lang,
        };
        // Many searches follow on one another; so they share one stack.
        on_large_stack(|| {
            run.make(
                wishes.attempts.unwrap_or(u64::MAX),
                &beginning,
                &constraints,
            );
        });
        Ok(())
    }
}

/// The progress of a run of attempts.
#[derive(Serialize)]
struct RunSummary {
    /// Why it ended: `done`, `stopped` or `limit`.
    reason: &'static str,
    /// The number of attempts.
    attempts: u64,
    /// The number of problems that were found.
    found: usize,
    /// The search nodes.
    nodes: u64,
    /// The seed of the random numbers.
    seed: u64,
}

/// A run of attempts.
struct Run<'a> {
    judge: Judge,
    known: Told,
    summary: RunSummary,
    wanted: usize,
    limits: Limits,
    watch: Stopwatch,
    work: &'a Work<'a>,
    lang: Lang,
}

impl Run<'_> {
    /// Returns why the run is over, if it is.
    fn reason(&self) -> Option<&'static str> {
        let is_late = (self.limits.time).is_some_and(|it| self.watch.elapsed() >= it);
        let is_spent = (self.limits.nodes).is_some_and(|it| self.summary.nodes >= it);
        match () {
            () if self.summary.found >= self.wanted => Some("done"),
            () if self.work.is_stopped() => Some("stopped"),
            () if is_late || is_spent => Some("limit"),
            () => None,
        }
    }

    /// Makes attempts until there are as many problems as wanted, or a limit is reached.
    fn make(&mut self, most: u64, beginning: &Beginning, constraints: &Constraints) {
        for number in 0..most {
            let is_stopped = || self.reason().is_some();
            let effort = Effort::default();
            let made = attempt(number, beginning, constraints, &effort, &is_stopped);
            if let Some(made) = made {
                self.summary.attempts += 1;
                self.take(number, &made);
            }
            if let Some(why) = self.reason() {
                self.summary.reason = why;
                break;
            }
            let RunSummary {
                attempts,
                found,
                nodes,
                ..
            } = self.summary;
            let told = json!({"attempts": attempts, "found": found, "nodes": nodes});
            self.work.tell("progress", told);
        }
        self.work.tell("done", json!(self.summary));
    }

    /// Judges what an attempt found, and tells it if it is new.
    fn take(&mut self, number: u64, made: &Attempt) {
        self.summary.nodes += made.nodes;
        let (Some(composed), None) = (&made.found, self.reason()) else {
            return;
        };
        let parsed = parsed(&id(self.summary.seed, number), composed);
        let left = self.limits.time;
        self.judge
            .set_time(left.map(|it| it.saturating_sub(self.watch.elapsed())));
        let (row, _) = self.judge.row(&parsed);
        self.summary.nodes += row.nodes;
        let is_good = !self.work.is_stopped() && is_confirmed(&row, composed);
        if is_good && self.known.insert(composed.likeness.clone()) {
            self.summary.found += 1;
            self.tell(&row, composed);
        }
    }

    fn tell(&self, row: &Row, composed: &Composed) {
        let rating = &composed.rating;
        let words = |lang| {
            json!({
                "difficulty": rating_parts(&rating.difficulty, lang),
                "aesthetics": rating_parts(&rating.aesthetics, lang),
            })
        };
        self.work.tell(
            "problem",
            json!({
                "number": self.summary.found,
                "id": row.id,
                "sfen": sfen::write(&composed.setup),
                "moves": row.solution,
                "row": row,
                "text": in_one_line(row, self.lang),
                "line": moves(&composed.setup, &composed.line),
                "rating": row.rating,
                "words": {"en": words(Lang::English), "ja": words(Lang::Japanese)},
            }),
        );
    }
}
