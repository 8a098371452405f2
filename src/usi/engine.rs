//! The engine, which obeys commands while a search runs in another thread.

use super::command::{Command, Go};
use super::diagram::Diagram;
use super::go_search::GoSearch;
use super::options::Options;
use super::output::{AnswerGate, GuiOutput};
use super::tables::{SearchThread, Tables};
use crate::answer::TOOL;
use crate::answer::errors::of_io;
use crate::judge::guarded;
use crate::said::Said;
use crate::search::Limits;
use crate::vocabulary::Lang;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a stopped search has for its answer. After it the fallback is given, because an answer has to come
/// within 100 ms.
const STOP_PATIENCE: Duration = Duration::from_millis(70);

/// The time that a search has for its answer after its time limit.
const GRACE: Duration = Duration::from_millis(100);

/// The engine.
pub struct Engine {
    output: GuiOutput,
    /// The default language.
    language: Lang,
    options: Options,
    /// The line of the last position, if it could be read. It is read again at `go`, because options may change.
    position: Option<String>,
    running: Option<Running>,
    /// The tables, prepared before the first search.
    tables: Option<Tables>,
}

/// A running search, or one that has ended.
struct Running {
    stop: Arc<AtomicBool>,
    gate: Arc<AnswerGate>,
    /// The thread, which returns the tables.
    thread: SearchThread,
    /// The time limit that begins with `ponderhit`, while this command is awaited.
    pondering: Option<Pondering>,
}

/// A search that ponders.
#[derive(Clone, Copy)]
struct Pondering {
    /// The time for the move, if there is a limit.
    time: Option<Duration>,
}

impl Running {
    /// Returns whether it still searches. A search that has answered gets a moment to end.
    fn is_busy(&self) -> bool {
        let until = Instant::now() + STOP_PATIENCE;
        while !self.thread.is_finished() && self.gate.has_answered() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        !self.thread.is_finished()
    }
}

impl Engine {
    /// Makes an engine with this default language.
    pub fn new(output: GuiOutput, language: Lang) -> Self {
        output.set_lang(language);
        Self {
            output,
            language,
            options: Options {
                language,
                ..Options::default()
            },
            position: None,
            running: None,
            tables: None,
        }
    }

    /// Obeys one line; breaks off at `quit`.
    pub fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match Command::parse(line) {
            Command::Nothing | Command::NewGame => {}
            Command::Usi => self.introduce(),
            Command::IsReady => {
                self.make_ready();
                self.output.write_line("readyok");
            }
            Command::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, value.as_deref()) {
                    self.output.tell(&error);
                }
                self.output.set_lang(self.options.language);
            }
            Command::Position => self.set_position(line),
            Command::Go(go) => self.go(&go),
            Command::Stop | Command::GameOver => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.end();
                return ControlFlow::Break(());
            }
            Command::Unknown(message) => self.output.tell(&message),
        }
        ControlFlow::Continue(())
    }

    /// Reports a line that is too long. It may have been a position, so there is no position now.
    pub fn skip_long_line(&mut self) {
        self.output.tell(&both!(
            "a line that is too long was left out",
            "長すぎる行を読み飛ばした"
        ));
        self.position = None;
    }

    /// Reports a panic on a line. It may have been a position, so there is no position now.
    pub fn report_failure(&mut self, message: &str) {
        self.output.tell(&failure_message(message));
        self.position = None;
    }

    /// Ends a running search with its answer. Nothing more will be written.
    pub fn end(&mut self) {
        self.stop();
    }

    /// Prepares the tables, so that the next search needs no time for this. While a search runs it has the tables, and
    /// the next search prepares its own.
    fn make_ready(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_busy) {
            return;
        }
        let previous = self.take_tables();
        match guarded(|| Tables::prepare(previous, &self.options, &self.output)) {
            Ok(Ok(tables)) => self.tables = Some(tables),
            // The next search tries again, and reports the error.
            Ok(Err(error)) => self.output.tell(&error),
            Err(message) => self.output.tell(&failure_message(&message)),
        }
    }

    /// Waits for the last search, and takes its tables, or those prepared before.
    fn take_tables(&mut self) -> Option<Tables> {
        let thread = self.running.take().map(|running| running.thread);
        let of_last = thread.and_then(|thread| thread.join().unwrap_or(None));
        of_last.or_else(|| self.tables.take())
    }

    /// Answers `usi`.
    fn introduce(&self) {
        self.output.write_line(&format!("id name {TOOL}"));
        self.output.write_line("id author the tsume developers");
        let defaults = Options {
            language: self.language,
            ..Options::default()
        };
        for line in defaults.declarations() {
            self.output.write_line(&line);
        }
        self.output.write_line("usiok");
    }

    /// Sets the position. A line that cannot be read removes the previous position, so that no answer is about that.
    fn set_position(&mut self, line: &str) {
        let line = line.trim_start_matches('\u{feff}').trim();
        self.position = match Diagram::parse(line, &self.options) {
            Ok(_) => Some(line.to_owned()),
            Err(error) => {
                let error = error.map(|lang, error| {
                    both!(lang, "bad position: {error}", "局面を読めない：{error}")
                });
                self.output.tell(&error);
                None
            }
        };
    }

    /// Ends a search with its answer.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::SeqCst);
            running.gate.demand(STOP_PATIENCE);
        }
    }

    /// Starts the time limit of a search that ponders.
    fn ponder_hit(&mut self) {
        let Some(running) = &mut self.running else {
            return;
        };
        let Some(pondering) = running.pondering.take() else {
            return;
        };
        running.gate.open();
        let Some(time) = pondering.time else { return };
        let until = Instant::now() + time;
        let (stop, gate) = (Arc::clone(&running.stop), Arc::clone(&running.gate));
        let timer = thread::Builder::new().spawn(move || {
            if !gate.is_answered_by(until) {
                stop.store(true, Ordering::SeqCst);
                gate.demand(STOP_PATIENCE);
            }
        });
        if timer.is_err() {
            self.stop();
        }
    }

    /// Begins a search; a running one first ends with its answer.
    fn go(&mut self, go: &Go) {
        self.stop();
        for word in &go.ignored {
            self.output.tell(&both!(
                "`{word}` after `go` is ignored",
                "go の後の「{word}」は無視する"
            ));
        }
        match go.refusal.clone().map_or_else(|| self.search_for(go), Err) {
            Ok((search, pondering)) => self.begin(search, go.until_stopped, pondering),
            Err(error) => {
                self.output.tell(&error);
                self.output.write_line(no_search_answer(go.mate));
            }
        }
    }

    /// Returns the search for a `go`, or why there is nothing to search.
    fn search_for(&self, go: &Go) -> Result<(GoSearch, Option<Pondering>), Said> {
        let position = self.position.as_ref();
        let position = position
            .ok_or_else(|| both!("there is no position to search", "探索する局面がない"))?;
        let options = self.options.clone();
        let Diagram { problem, notes } = Diagram::parse(position, &options)?;
        for note in notes {
            self.output.tell(&note);
        }
        let option_nodes = (options.nodes_limit > 0).then_some(options.nodes_limit);
        let option_depth = (options.depth_limit > 0).then_some(options.depth_limit);
        let turn = problem.setup().turn;
        let is_timed = !go.mate && (!go.until_stopped || go.ponder);
        let clock = go.clock.filter(|_| is_timed);
        let clock = clock.map(|clock| clock.for_a_move(turn));
        let time = go.time.into_iter().chain(clock).min();
        let limits = Limits {
            nodes: go.nodes.into_iter().chain(option_nodes).min(),
            time: time.filter(|_| !go.ponder),
            stop: Some(Arc::new(AtomicBool::new(false))),
        };
        let search = GoSearch {
            problem,
            options,
            mate: go.mate,
            depth: go.depth.into_iter().chain(option_depth).min(),
            limits,
            started: Instant::now(),
        };
        Ok((search, go.ponder.then_some(Pondering { time })))
    }

    /// Starts the search in a thread of its own, which takes over the tables of the previous search. Waiting for that
    /// search and allocating memory happen in this thread, too, so that the next command is read at once.
    fn begin(&mut self, search: GoSearch, until_stopped: bool, pondering: Option<Pondering>) {
        let unknown = search.unknown_answer();
        let gate = AnswerGate::new(self.output.clone(), until_stopped, unknown.clone());
        let gate = Arc::new(gate);
        let stop = search.limits.stop.clone().unwrap_or_default();
        let time = search.limits.time;
        let until = time.and_then(|time| search.started.checked_add(time.saturating_add(GRACE)));
        let previous_thread = self.running.take().map(|running| running.thread);
        let idle_tables = self.tables.take();
        let (search_gate, output) = (Arc::clone(&gate), self.output.clone());
        let run = move || {
            // The previous search has been answered, and has ended or soon will.
            let of_previous = previous_thread.and_then(|thread| thread.join().unwrap_or(None));
            let tables = of_previous.or(idle_tables);
            let result = guarded(|| {
                let mut tables = Tables::prepare(tables, &search.options, &output)?;
                let solver = tables.solver(&search, &output);
                let outcome = search.run(solver, &search_gate);
                Ok::<_, Said>((outcome, tables))
            });
            let (answer, tables) = match result {
                Ok(Ok((outcome, tables))) => (outcome.answer(search.mate), Some(tables)),
                Ok(Err(error)) => {
                    search_gate.tell(&error);
                    (no_search_answer(search.mate).to_owned(), None)
                }
                Err(message) => {
                    search_gate.tell(&failure_message(&message));
                    (unknown, None)
                }
            };
            search_gate.answer(&answer);
            tables
        };
        let started = thread::Builder::new().spawn(run).and_then(|thread| {
            if let Some(until) = until {
                let gate = Arc::clone(&gate);
                thread::Builder::new().spawn(move || gate.answer_by(until))?;
            }
            Ok(thread)
        });
        match started {
            Ok(thread) => {
                self.running = Some(Running {
                    stop,
                    gate,
                    thread,
                    pondering,
                });
            }
            Err(error) => {
                stop.store(true, Ordering::SeqCst);
                gate.tell(&cannot_start(&error));
                gate.demand(Duration::ZERO);
            }
        }
    }
}

/// Returns the message that the system refuses a thread for the search.
fn cannot_start(error: &io::Error) -> Said {
    of_io(error).map(|lang, error| {
        both!(
            lang,
            "cannot start a search: {error}",
            "探索を始められない：{error}"
        )
    })
}

/// Returns the message on a panic.
fn failure_message(message: &str) -> Said {
    both!(
        "the program failed: {message}",
        "プログラムの内部で誤りが起きた：{message}"
    )
}

/// Returns the answer if nothing can be searched.
const fn no_search_answer(mate: bool) -> &'static str {
    if mate {
        "checkmate notimplemented"
    } else {
        "bestmove resign"
    }
}
