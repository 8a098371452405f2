//! The engine: obeys commands while a search runs in another thread.

use super::command::{Command, Go};
use super::diagram::Diagram;
use super::go_search::GoSearch;
use super::options::Options;
use super::output::{AnswerGate, GuiOutput};
use super::tables::{Tables, Worker};
use crate::answer::TOOL;
use crate::answer::errors::of_io;
use crate::judge::guarded;
use crate::said::Said;
use crate::search::Limits;
use crate::vocabulary::Lang;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time for a search to answer after it has to stop. Then another answer is given for it,
/// because an answer has to come within 100 ms.
const PATIENCE: Duration = Duration::from_millis(70);

/// The time after its time limit in which a search may still answer by itself.
const GRACE: Duration = Duration::from_millis(100);

/// The engine.
pub struct Engine {
    voice: GuiOutput,
    /// The default language.
    language: Lang,
    options: Options,
    /// The line of the position, once one could be read. Options may come after it.
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
    thread: Worker,
    /// The time for the move from `ponderhit` on, while that is awaited.
    pondering: Option<Pondering>,
}

/// A search that ponders.
#[derive(Clone, Copy)]
struct Pondering {
    /// The time for the move, if there is a limit.
    time: Option<Duration>,
}

impl Running {
    /// Returns whether it still searches. A search that has answered has mostly ended, or is about
    /// to.
    fn is_busy(&self) -> bool {
        let until = Instant::now() + PATIENCE;
        while !self.thread.is_finished() && self.gate.has_answered() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        !self.thread.is_finished()
    }
}

impl Engine {
    /// Makes an engine with this language.
    pub fn new(voice: GuiOutput, language: Lang) -> Self {
        voice.speak(language);
        Self {
            voice,
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
                self.voice.say("readyok");
            }
            Command::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, value.as_deref()) {
                    self.voice.tell(&error);
                }
                self.voice.speak(self.options.language);
            }
            Command::Position => self.place(line),
            Command::Go(go) => self.go(&go),
            Command::Stop | Command::GameOver => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.end();
                return ControlFlow::Break(());
            }
            Command::Unknown(message) => self.voice.tell(&message),
        }
        ControlFlow::Continue(())
    }

    /// Ignores a line that is too long. It may have been a position, so there is no position now.
    pub fn miss(&mut self) {
        self.voice.tell(&both!(
            "a line that is too long was left out",
            "長すぎる行を読み飛ばした"
        ));
        self.position = None;
    }

    /// Tells that the program failed on a line, which may have been a position.
    pub fn fail(&mut self, message: &str) {
        self.voice.tell(&failed(message));
        self.position = None;
    }

    /// Ends a running search; nothing more will be written.
    pub fn end(&mut self) {
        self.stop();
    }

    /// Prepares the tables for the next search, so that the time from its `go` is all for the
    /// search. A running search keeps its tables, and the next search prepares its own.
    fn make_ready(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_busy) {
            return;
        }
        let before = self.tables_before();
        match guarded(|| Tables::ready(before, &self.options, &self.voice)) {
            Ok(Ok(tables)) => self.tables = Some(tables),
            // The next search tries again, and reports the error.
            Ok(Err(error)) => self.voice.tell(&error),
            Err(message) => self.voice.tell(&failed(&message)),
        }
    }

    /// Returns the tables of the last search, once it has ended.
    fn tables_before(&mut self) -> Option<Tables> {
        let thread = self.running.take().map(|running| running.thread);
        let of_last = thread.and_then(|thread| thread.join().unwrap_or(None));
        of_last.or_else(|| self.tables.take())
    }

    fn introduce(&self) {
        self.voice.say(&format!("id name {TOOL}"));
        self.voice.say("id author the tsume developers");
        let usual = Options {
            language: self.language,
            ..Options::default()
        };
        for line in usual.declarations() {
            self.voice.say(&line);
        }
        self.voice.say("usiok");
    }

    /// Sets up a position. If it cannot be read there is none, so that nothing is answered about
    /// the previous one.
    fn place(&mut self, line: &str) {
        let line = line.trim_start_matches('\u{feff}').trim();
        self.position = match Diagram::parse(line, &self.options) {
            Ok(_) => Some(line.to_owned()),
            Err(error) => {
                let error = error.map(|lang, error| {
                    both!(lang, "bad position: {error}", "局面を読めない：{error}")
                });
                self.voice.tell(&error);
                None
            }
        };
    }

    /// Ends a search with its answer.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::SeqCst);
            running.gate.demand(PATIENCE);
        }
    }

    /// Goes on with a search that ponders as with any other: its time begins now.
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
        let ended = thread::Builder::new().spawn(move || {
            if !gate.wait(until) {
                stop.store(true, Ordering::SeqCst);
                gate.demand(PATIENCE);
            }
        });
        if ended.is_err() {
            self.stop();
        }
    }

    /// Begins a search; a running one first ends with its answer.
    fn go(&mut self, go: &Go) {
        self.stop();
        for word in &go.ignored {
            self.voice.tell(&both!(
                "`{word}` after `go` is ignored",
                "go の後の「{word}」は無視する"
            ));
        }
        match go.refusal.clone().map_or_else(|| self.hunt(go), Err) {
            Ok((hunt, pondering)) => self.begin(hunt, go.until_stopped, pondering),
            Err(error) => {
                self.voice.tell(&error);
                self.voice.say(cannot(go.mate));
            }
        }
    }

    /// Returns the search for a `go`, or why there is nothing to search.
    fn hunt(&self, go: &Go) -> Result<(GoSearch, Option<Pondering>), Said> {
        let position = self.position.as_ref();
        let position = position
            .ok_or_else(|| both!("there is no position to search", "探索する局面がない"))?;
        let options = self.options.clone();
        let Diagram { problem, notes } = Diagram::parse(position, &options)?;
        for note in notes {
            self.voice.tell(&note);
        }
        let own_nodes = (options.nodes_limit > 0).then_some(options.nodes_limit);
        let own_depth = (options.depth_limit > 0).then_some(options.depth_limit);
        let turn = problem.setup().turn;
        let is_timed = !go.mate && (!go.until_stopped || go.ponder);
        let clock = go.clock.filter(|_| is_timed);
        let clock = clock.map(|clock| clock.for_a_move(turn));
        let time = go.time.into_iter().chain(clock).min();
        let limits = Limits {
            nodes: go.nodes.into_iter().chain(own_nodes).min(),
            time: time.filter(|_| !go.ponder),
            stop: Some(Arc::new(AtomicBool::new(false))),
        };
        let search = GoSearch {
            problem,
            options,
            mate: go.mate,
            depth: go.depth.into_iter().chain(own_depth).min(),
            limits,
            since: Instant::now(),
        };
        Ok((search, go.ponder.then_some(Pondering { time })))
    }

    /// Starts the search in a thread of its own, with the tables of the previous one. So the next
    /// command is read however long the previous search takes to end, or memory to be allocated.
    fn begin(&mut self, hunt: GoSearch, until_stopped: bool, pondering: Option<Pondering>) {
        let nothing = hunt.nothing();
        let gate = AnswerGate::new(self.voice.clone(), until_stopped, nothing.clone());
        let gate = Arc::new(gate);
        let stop = hunt.limits.stop.clone().unwrap_or_default();
        let time = hunt.limits.time;
        let until = time.and_then(|time| hunt.since.checked_add(time.saturating_add(GRACE)));
        let last = self.running.take().map(|running| running.thread);
        let idle = self.tables.take();
        let (words, voice) = (Arc::clone(&gate), self.voice.clone());
        let search = move || {
            // It has been answered, and mostly it has ended.
            let of_last = last.and_then(|thread| thread.join().unwrap_or(None));
            let before = of_last.or(idle);
            let found = guarded(|| {
                let mut tables = Tables::ready(before, &hunt.options, &voice)?;
                let solver = tables.solver(&hunt, &voice);
                let found = hunt.run(solver, &words);
                Ok::<_, Said>((found, tables))
            });
            let (answer, tables) = match found {
                Ok(Ok((found, tables))) => (found.answer(hunt.mate), Some(tables)),
                Ok(Err(error)) => {
                    words.tell(&error);
                    (cannot(hunt.mate).to_owned(), None)
                }
                Err(message) => {
                    words.tell(&failed(&message));
                    (nothing, None)
                }
            };
            words.answer(&answer);
            tables
        };
        let started = thread::Builder::new().spawn(search).and_then(|thread| {
            if let Some(until) = until {
                let gate = Arc::clone(&gate);
                thread::Builder::new().spawn(move || gate.expect(until))?;
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
                gate.tell(&of_io(&error).map(|lang, error| {
                    both!(
                        lang,
                        "cannot start a search: {error}",
                        "探索を始められない：{error}"
                    )
                }));
                gate.demand(Duration::ZERO);
            }
        }
    }
}

/// Returns the message that the program failed.
fn failed(message: &str) -> Said {
    both!(
        "the program failed: {message}",
        "プログラムの内部で誤りが起きた：{message}"
    )
}

/// Returns the answer if nothing can be searched.
const fn cannot(mate: bool) -> &'static str {
    if mate {
        "checkmate notimplemented"
    } else {
        "bestmove resign"
    }
}
