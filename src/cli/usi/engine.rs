//! The engine: obeys one command after another while a search goes on beside it.

use super::command::{Command, Go};
use super::diagram::Diagram;
use super::go_search::GoSearch;
use super::options::Options;
use super::output::{AnswerGate, GuiOutput};
use super::tables::{Tables, Worker};
use crate::judge::guarded;
use crate::report::errors::of_io;
use crate::report::{Lang, Said, TOOL};
use crate::search::Limits;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the search may take to answer once it has to stop, before it is answered for it: an
/// answer has to come within 100 ms.
const PATIENCE: Duration = Duration::from_millis(70);

/// How long after its time is up a search may still answer for itself.
const GRACE: Duration = Duration::from_millis(100);

/// What a GUI talks to.
pub struct Engine {
    voice: GuiOutput,
    /// The usual language.
    language: Lang,
    options: Options,
    /// The line of the position, once one could be read. Options may come after it.
    position: Option<String>,
    running: Option<Running>,
    /// Made ready before the first search.
    tables: Option<Tables>,
}

/// A search under way, or one that has ended.
struct Running {
    stop: Arc<AtomicBool>,
    gate: Arc<AnswerGate>,
    /// Gives the tables back.
    thread: Worker,
}

impl Running {
    /// Whether it still searches. One that has answered has mostly ended, or is about to.
    fn is_busy(&self) -> bool {
        let until = Instant::now() + PATIENCE;
        while !self.thread.is_finished() && self.gate.has_answered() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        !self.thread.is_finished()
    }
}

impl Engine {
    /// An engine that was not told anything yet, but for the language.
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
        self.voice.tell(&Said::new(
            "a line that is too long was left out",
            "長すぎる行を読み飛ばした",
        ));
        self.position = None;
    }

    /// Ends what is going on; nothing more will be said.
    pub fn end(&mut self) {
        self.stop();
    }

    /// Has the tables ready for the next search, whose time begins with its `go`. A search that is going
    /// on keeps its own, and its successor has to see to it.
    fn make_ready(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_busy) {
            return;
        }
        let before = self.tables_before();
        match guarded(|| Tables::ready(before, &self.options, &self.voice)) {
            Ok(Ok(tables)) => self.tables = Some(tables),
            // The next search tries again, and answers for it.
            Ok(Err(error)) => self.voice.tell(&error),
            Err(message) => self.voice.tell(&failed(&message)),
        }
    }

    /// The tables of the last search, once it has ended.
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

    /// Sets up a position. One that cannot be read leaves none, so that nothing is answered about the
    /// one before.
    fn place(&mut self, line: &str) {
        let line = line.trim_start_matches('\u{feff}').trim();
        self.position = match Diagram::parse(line, &self.options) {
            Ok(_) => Some(line.to_owned()),
            Err(error) => {
                let error = error.map(|lang, error| {
                    lang.of([
                        format!("bad position: {error}"),
                        format!("局面を読めない：{error}"),
                    ])
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

    /// Begins a search; one that is going on ends with its answer first.
    fn go(&mut self, go: &Go) {
        self.stop();
        for word in &go.ignored {
            self.voice.tell(&Said::new(
                format!("`{word}` after `go` is ignored"),
                format!("go の後の「{word}」は無視する"),
            ));
        }
        match go.refusal.clone().map_or_else(|| self.hunt(go), Err) {
            Ok(hunt) => self.begin(hunt, go.until_stopped),
            Err(error) => {
                self.voice.tell(&error);
                self.voice.say(cannot(go.mate));
            }
        }
    }

    /// What is to be searched, or why nothing can be.
    fn hunt(&self, go: &Go) -> Result<GoSearch, Said> {
        let position = self.position.as_ref();
        let position = position
            .ok_or_else(|| Said::new("there is no position to search", "探索する局面がない"))?;
        let options = self.options.clone();
        let Diagram { problem, notes } = Diagram::parse(position, &options)?;
        for note in notes {
            self.voice.tell(&note);
        }
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
        Ok(GoSearch {
            problem,
            options,
            mate: go.mate,
            depth: go.depth.into_iter().chain(own_depth).min(),
            limits,
            since: Instant::now(),
        })
    }

    /// Starts the search, with the tables of the one before, in a thread of its own: however long it
    /// takes for that one to end or for memory to be had, the next command is heard.
    fn begin(&mut self, hunt: GoSearch, until_stopped: bool) {
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
            // It has been answered; mostly it has ended, too.
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
            Ok(thread) => self.running = Some(Running { stop, gate, thread }),
            Err(error) => {
                stop.store(true, Ordering::SeqCst);
                gate.tell(&of_io(&error).map(|lang, error| {
                    lang.of([
                        format!("cannot start a search: {error}"),
                        format!("探索を始められない：{error}"),
                    ])
                }));
                gate.demand(Duration::ZERO);
            }
        }
    }
}

/// That the program is at fault.
pub(super) fn failed(message: &str) -> Said {
    Said::new(
        format!("the program failed: {message}"),
        format!("プログラムの内部で誤りが起きた：{message}"),
    )
}

/// The answer where nothing can be searched.
const fn cannot(mate: bool) -> &'static str {
    if mate {
        "checkmate notimplemented"
    } else {
        "bestmove resign"
    }
}
