//! The engine: obeys one command after another while a search goes on beside it.

use super::command::{Command, Go};
use super::diagram::Diagram;
use super::gate::{Gate, Voice};
use super::hunt::{Found, Hunt};
use super::options::Options;
use crate::batch::guard::guarded;
use crate::report::TOOL;
use crate::search::{Limits, SearchConfig, Solver};
use crate::shogi::Position;
use crate::tsume::ProblemNote;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long the search may take to answer once it has to stop, before it is answered for it: an
/// answer has to come within 100 ms.
const PATIENCE: Duration = Duration::from_millis(70);

/// What a GUI talks to.
pub struct Engine {
    voice: Voice,
    options: Options,
    /// The position, once one could be read.
    diagram: Option<Diagram>,
    running: Option<Running>,
    tables: Option<Tables>,
}

/// A solver, and what it was made with.
struct Tables {
    solver: Solver,
    hash_mib: usize,
    threads: usize,
}

/// A search under way, or one that has ended and still has the tables.
struct Running {
    stop: Arc<AtomicBool>,
    gate: Arc<Gate>,
    /// The answer if none comes in time.
    otherwise: String,
    /// Gives the tables back, unless the search has failed.
    thread: JoinHandle<Option<Tables>>,
}

impl Engine {
    /// An engine that was not told anything yet.
    pub fn new(voice: Voice) -> Self {
        Self {
            voice,
            options: Options::default(),
            diagram: None,
            running: None,
            tables: None,
        }
    }

    /// Obeys one line; breaks off at `quit`.
    pub fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match Command::parse(line) {
            Command::Nothing | Command::NewGame => {}
            Command::Usi => self.introduce(),
            Command::IsReady => self.voice.say("readyok"),
            Command::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, value.as_deref()) {
                    self.voice.tell(&error);
                }
            }
            Command::Position => self.place(line),
            Command::Go(go) => self.go(&go),
            Command::Stop | Command::GameOver => self.stop(),
            Command::Quit => {
                self.end();
                return ControlFlow::Break(());
            }
            Command::Unknown(told) => self.voice.tell(&told),
        }
        ControlFlow::Continue(())
    }

    /// Leaves out a line that is too long. It may have been a position, so that there is none now.
    pub fn miss(&mut self) {
        self.voice.tell("a line that is too long was left out");
        self.diagram = None;
    }

    /// Ends what is going on; nothing more will be said.
    pub fn end(&mut self) {
        self.stop();
    }

    fn introduce(&self) {
        self.voice.say(&format!("id name {TOOL}"));
        self.voice.say("id author the tsume developers");
        for line in Options::declarations() {
            self.voice.say(&line);
        }
        self.voice.say("usiok");
    }

    /// Sets up a position. One that cannot be read leaves none, so that nothing is answered about the
    /// one before.
    fn place(&mut self, line: &str) {
        let line = line.trim_start_matches('\u{feff}').trim();
        let defender_if_checked = self.options.root_is_defender_if_checked;
        self.diagram = match Diagram::parse(line, defender_if_checked) {
            Ok(diagram) => Some(diagram),
            Err(error) => {
                self.voice.tell(&format!("bad position: {error}"));
                None
            }
        };
    }

    /// Ends a search with its answer.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::SeqCst);
            running.gate.demand(PATIENCE, &running.otherwise);
        }
    }

    /// Begins a search; one that is going on ends with its answer first.
    fn go(&mut self, go: &Go) {
        self.stop();
        for word in &go.ignored {
            self.voice
                .tell(&format!("`{word}` behind `go` means nothing here"));
        }
        let cannot = if go.mate {
            "checkmate notimplemented"
        } else {
            "bestmove resign"
        };
        let hunt = go
            .refusal
            .clone()
            .map_or_else(|| self.hunt(go), Err)
            .and_then(|hunt| self.tables(&hunt).map(|tables| (hunt, tables)));
        match hunt {
            Ok((hunt, tables)) => self.begin(hunt, tables, go.until_stopped),
            Err(error) => {
                self.voice.tell(&error);
                self.voice.say(cannot);
            }
        }
    }

    /// What is to be searched, or why nothing can be.
    fn hunt(&self, go: &Go) -> Result<Hunt, String> {
        let diagram = self.diagram.as_ref();
        let diagram = diagram.ok_or("there is no position to be searched")?;
        let options = self.options.clone();
        let problem = diagram.problem(options.root_is_defender_if_checked)?;
        let own_nodes = (options.nodes_limit > 0).then_some(options.nodes_limit);
        let own_depth = (options.depth_limit > 0).then_some(options.depth_limit);
        let turn = problem.setup().turn;
        let clock = go.clock.filter(|_| !go.mate && !go.until_stopped);
        let clock = clock.map(|clock| clock.for_a_move(turn));
        let limits = Limits {
            nodes: go.nodes.into_iter().chain(own_nodes).min(),
            time: go.time.into_iter().chain(clock).min(),
            stop: Some(Arc::new(AtomicBool::new(false))),
        };
        Ok(Hunt {
            problem,
            options,
            mate: go.mate,
            depth: go.depth.into_iter().chain(own_depth).min(),
            limits,
            since: Instant::now(),
        })
    }

    /// The tables of the search before, or new ones where the options ask for others. Says so when
    /// something learnt is forgotten.
    fn tables(&mut self, hunt: &Hunt) -> Result<Tables, String> {
        let (hash_mib, threads) = (self.options.hash_mib, self.options.threads);
        if let Some(running) = self.running.take() {
            // It has been answered; mostly it has ended, too.
            self.tables = running.thread.join().unwrap_or(None);
        }
        if let Some(tables) = self.tables.take() {
            if (tables.hash_mib, tables.threads) == (hash_mib, threads) {
                let position = Position::new(hunt.problem.normalised());
                if !tables.solver.keeps(&position) {
                    self.voice
                        .tell("other pieces in all than before: the table is cleared");
                }
                return Ok(tables);
            }
            self.voice
                .tell("USI_Hash or Threads has changed: the table is cleared");
        }
        let bytes = hash_mib << 20;
        // Memory that cannot be had would end the program without a word.
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            return Err(format!("USI_Hash {hash_mib} is more memory than there is"));
        }
        let solver = Solver::new(SearchConfig {
            hash_bytes: bytes,
            variants: true,
            threads,
            keep: true,
            ..SearchConfig::default()
        });
        Ok(Tables {
            solver,
            hash_mib,
            threads,
        })
    }

    fn begin(&mut self, hunt: Hunt, mut tables: Tables, until_stopped: bool) {
        for &note in hunt.problem.notes() {
            if let Some(told) = in_words(note) {
                self.voice.tell(told);
            }
        }
        let gate = Arc::new(Gate::new(self.voice.clone(), until_stopped));
        let stop = hunt.limits.stop.clone().unwrap_or_default();
        let unknown = Found::Unknown(hunt.any_reply(&Position::new(hunt.problem.normalised())));
        let otherwise = unknown.answer(hunt.mate);
        let (words, failed) = (Arc::clone(&gate), otherwise.clone());
        let search = move || {
            let found = guarded(|| hunt.run(&mut tables.solver, &words));
            let (answer, tables) = match found {
                Ok(found) => (found.answer(hunt.mate), Some(tables)),
                Err(message) => {
                    words.say(&format!("info string the program failed: {message}"));
                    (failed, None)
                }
            };
            words.answer(&answer);
            tables
        };
        match thread::Builder::new().spawn(search) {
            Ok(thread) => {
                self.running = Some(Running {
                    stop,
                    gate,
                    otherwise,
                    thread,
                });
            }
            Err(error) => {
                self.voice.tell(&format!("cannot start a search: {error}"));
                gate.demand(Duration::ZERO, &otherwise);
            }
        }
    }
}

/// How the position was read, where that is not plain.
const fn in_words(note: ProblemNote) -> Option<&'static str> {
    match note {
        ProblemNote::DefenderHandFilledIn(_) => {
            Some("no hand is given for the defender, who holds the rest of the pieces")
        }
        ProblemNote::AttackerInCheck => Some(
            "the side to move is in check and was taken for the attacker; \
             RootIsDefenderIfChecked decides otherwise",
        ),
        _ => None,
    }
}
