//! The output of the engine: whole lines, and exactly one answer to each `go`. Several threads may give the answer,
//! of which the first counts.

use crate::said::Said;
use crate::vocabulary::Lang;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Writes whole lines at once: in ASCII, except for sentences in Japanese.
#[derive(Clone)]
pub struct GuiOutput(Arc<Mutex<GuiChannel>>);

/// The state that all clones of an output share.
struct GuiChannel {
    out: Box<dyn Write + Send>,
    lang: Lang,
    /// The error of a line that could not be written, because the output is closed.
    error: Option<io::Error>,
}

/// The beginning of a sentence for people.
const SENTENCE: &str = "info string ";

/// Locks a mutex, even after a panic in another thread.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GuiOutput {
    /// Makes an output that writes to `out`, in English until another language is set.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self(Arc::new(Mutex::new(GuiChannel {
            out,
            lang: Lang::English,
            error: None,
        })))
    }

    /// Sets the language of sentences.
    pub fn set_lang(&self, lang: Lang) {
        lock(&self.0).lang = lang;
    }

    /// Returns the language of sentences.
    pub fn lang(&self) -> Lang {
        lock(&self.0).lang
    }

    /// Writes one line.
    pub fn write_line(&self, line: &str) {
        let mut channel = lock(&self.0);
        if channel.error.is_some() {
            return;
        }
        // GUIs read the encoding of their system, whatever it is. ASCII is the same in all of them;
        // users who want Japanese get UTF-8, only in sentences.
        let is_wide = channel.lang == Lang::Japanese && line.starts_with(SENTENCE);
        let to_plain = |c: char| {
            if c == ' ' || c.is_ascii_graphic() || is_wide && !c.is_control() && c != '\u{feff}' {
                c
            } else {
                '?'
            }
        };
        let line: String = line.chars().map(to_plain).chain(['\n']).collect();
        let written = channel.out.write_all(line.as_bytes());
        if let Err(error) = written.and_then(|()| channel.out.flush()) {
            channel.error = Some(error);
        }
    }

    /// Writes a sentence for people.
    pub fn tell(&self, text: &Said) {
        let text = text.in_lang(self.lang());
        self.write_line(&format!("{SENTENCE}{text}"));
    }

    /// Takes the error of a line that could not be written, if there was one.
    ///
    /// # Errors
    /// That error, at the first call after it.
    pub fn take_error(&self) -> io::Result<()> {
        lock(&self.0).error.take().map_or(Ok(()), Err)
    }
}

/// The output about one `go`, which lets exactly one answer out.
pub struct AnswerGate {
    output: GuiOutput,
    state: Mutex<State>,
    changed: Condvar,
}

/// The state of a gate.
struct State {
    answered: bool,
    /// Whether an answer may be given now. Otherwise it waits for `stop`.
    open: bool,
    /// The answer if no other comes in time.
    fallback: String,
}

impl AnswerGate {
    /// Makes the gate of a `go`. With `until_stopped` the answer waits for `stop`. `fallback` is the answer if no
    /// other comes in time.
    pub fn new(output: GuiOutput, until_stopped: bool, fallback: String) -> Self {
        let state = State {
            answered: false,
            open: !until_stopped,
            fallback,
        };
        Self {
            output,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Writes a line, unless the answer was given.
    pub fn write_line(&self, line: &str) {
        let state = lock(&self.state);
        if !state.answered {
            self.output.write_line(line);
        }
    }

    /// Writes a sentence for people, unless the answer was given.
    pub fn tell(&self, text: &Said) {
        let text = text.in_lang(self.output.lang());
        self.write_line(&format!("{SENTENCE}{text}"));
    }

    /// Returns whether the answer was given.
    pub fn has_answered(&self) -> bool {
        lock(&self.state).answered
    }

    /// Sets a better answer for the case that no other comes in time.
    pub fn set_fallback(&self, line: String) {
        lock(&self.state).fallback = line;
    }

    /// Waits until the gate is open, then gives this answer unless another was given.
    pub fn answer(&self, line: &str) {
        let state = lock(&self.state);
        let waiting = self.changed.wait_while(state, |state| !state.open);
        let mut state = waiting.unwrap_or_else(PoisonError::into_inner);
        self.give_answer(&mut state, line);
    }

    /// Opens the gate, so that an answer is given as soon as there is one.
    pub fn open(&self) {
        lock(&self.state).open = true;
        self.changed.notify_all();
    }

    /// Opens the gate, and gives the fallback if no answer comes within this time.
    pub fn demand(&self, patience: Duration) {
        self.open();
        self.answer_by(Instant::now() + patience);
    }

    /// Waits for an answer until this time, and returns whether one was given.
    pub fn is_answered_by(&self, until: Instant) -> bool {
        self.wait_until(until).answered
    }

    fn wait_until(&self, until: Instant) -> MutexGuard<'_, State> {
        let mut state = lock(&self.state);
        while !state.answered {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let result = self.changed.wait_timeout(state, left);
            (state, _) = result.unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// Waits for an answer until this time. If none comes and the gate is open, gives the fallback.
    pub fn answer_by(&self, until: Instant) {
        let mut state = self.wait_until(until);
        if state.open && !state.answered {
            let line = std::mem::take(&mut state.fallback);
            self.output.tell(&both!(
                "the search did not end in time: the answer is what was known before",
                "探索が時間内に終わらなかったので、それまでに分かったことを答える"
            ));
            self.give_answer(&mut state, &line);
        }
    }

    fn give_answer(&self, state: &mut State, line: &str) {
        if !state.answered {
            state.answered = true;
            self.output.write_line(line);
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usi::tests::CapturedOutput;

    fn gate(until_stopped: bool) -> (Arc<AnswerGate>, CapturedOutput) {
        let captured = CapturedOutput::default();
        let output = GuiOutput::new(Box::new(captured.clone()));
        let gate = AnswerGate::new(output, until_stopped, "in your stead".to_owned());
        (Arc::new(gate), captured)
    }

    #[test]
    fn of_two_answers_the_first_counts_and_nothing_comes_after_it() {
        let (gate, captured) = gate(false);
        gate.write_line("info 1");
        gate.demand(Duration::from_millis(5));
        gate.answer("late");
        gate.write_line("info 2");
        let lines = captured.lines();
        assert_eq!((&lines[0][..], lines.len()), ("info 1", 3));
        assert!(lines[1].contains("did not end in time"), "{lines:?}");
        assert_eq!(lines[2], "in your stead");
    }

    #[test]
    fn the_best_there_is_is_answered_when_time_is_up() {
        let (gate, captured) = gate(false);
        gate.set_fallback("better".to_owned());
        gate.answer_by(Instant::now() + Duration::from_millis(5));
        gate.answer_by(Instant::now());
        let lines = captured.lines();
        assert_eq!((lines.len(), &lines[1][..]), (2, "better"));
    }

    #[test]
    fn an_answer_waits_for_the_demand() {
        let (gate, captured) = gate(true);
        let thread = std::thread::spawn({
            let gate = Arc::clone(&gate);
            move || gate.answer("bestmove")
        });
        gate.answer_by(Instant::now() + Duration::from_millis(30));
        assert!(captured.lines().is_empty());
        gate.demand(Duration::from_secs(10));
        thread.join().unwrap();
        assert_eq!(captured.lines(), ["bestmove"]);
    }
}
