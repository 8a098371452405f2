//! The output of the engine: lines one at a time, and exactly one answer to each `go`, whichever
//! thread gives it first.

use crate::said::Said;
use crate::vocabulary::Lang;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Writes whole lines at once: in ASCII, except for sentences in Japanese.
#[derive(Clone)]
pub struct GuiOutput(Arc<Mutex<GuiChannel>>);

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
    pub fn speak(&self, lang: Lang) {
        lock(&self.0).lang = lang;
    }

    /// Returns the language of sentences.
    pub fn lang(&self) -> Lang {
        lock(&self.0).lang
    }

    /// Writes one line.
    pub fn say(&self, line: &str) {
        let mut mouth = lock(&self.0);
        if mouth.error.is_some() {
            return;
        }
        // GUIs read the encoding of their system, whatever it is. ASCII is the same in all of them;
        // users who want Japanese get UTF-8, only in sentences.
        let is_wide = mouth.lang == Lang::Japanese && line.starts_with(SENTENCE);
        let plain = |c: char| {
            if c == ' ' || c.is_ascii_graphic() || is_wide && !c.is_control() && c != '\u{feff}' {
                c
            } else {
                '?'
            }
        };
        let line: String = line.chars().map(plain).chain(['\n']).collect();
        let said = mouth.out.write_all(line.as_bytes());
        if let Err(error) = said.and_then(|()| mouth.out.flush()) {
            mouth.error = Some(error);
        }
    }

    /// Writes a sentence for people.
    pub fn tell(&self, text: &Said) {
        let text = text.in_lang(self.lang());
        self.say(&format!("{SENTENCE}{text}"));
    }

    /// Returns whether everything could be written so far.
    ///
    /// # Errors
    /// Once, why a line could not be written.
    pub fn heard(&self) -> io::Result<()> {
        lock(&self.0).error.take().map_or(Ok(()), Err)
    }
}

/// The output about one `go`.
pub struct AnswerGate {
    voice: GuiOutput,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    answered: bool,
    /// Whether an answer may be given, because it does not wait for `stop`.
    open: bool,
    /// The answer if no other comes in time.
    in_stead: String,
}

impl AnswerGate {
    /// Makes the gate of a `go`, whose answer waits for `stop` or does not. `in_stead` is the
    /// answer if no other comes in time.
    pub fn new(voice: GuiOutput, until_stopped: bool, in_stead: String) -> Self {
        let state = State {
            answered: false,
            open: !until_stopped,
            in_stead,
        };
        Self {
            voice,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Writes a line, unless the answer was given.
    pub fn say(&self, line: &str) {
        let state = lock(&self.state);
        if !state.answered {
            self.voice.say(line);
        }
    }

    /// Writes a sentence for people, unless the answer was given.
    pub fn tell(&self, text: &Said) {
        let text = text.in_lang(self.voice.lang());
        self.say(&format!("{SENTENCE}{text}"));
    }

    /// Returns whether the answer was given.
    pub fn has_answered(&self) -> bool {
        lock(&self.state).answered
    }

    /// Sets a better answer for the case that no other comes in time.
    pub fn keep(&self, line: String) {
        lock(&self.state).in_stead = line;
    }

    /// Gives the answer as soon as it may be given, unless it was given.
    pub fn answer(&self, line: &str) {
        let state = lock(&self.state);
        let waiting = self.changed.wait_while(state, |state| !state.open);
        let mut state = waiting.unwrap_or_else(PoisonError::into_inner);
        self.give(&mut state, line);
    }

    /// Lets the answer out as soon as there is one.
    pub fn open(&self) {
        lock(&self.state).open = true;
        self.changed.notify_all();
    }

    /// Lets the answer out, and waits for it at most this long.
    pub fn demand(&self, patience: Duration) {
        self.open();
        self.expect(Instant::now() + patience);
    }

    /// Waits for the answer until then, and returns whether it was given.
    pub fn wait(&self, until: Instant) -> bool {
        self.waited(until).answered
    }

    fn waited(&self, until: Instant) -> MutexGuard<'_, State> {
        let mut state = lock(&self.state);
        while !state.answered {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state
    }

    /// Waits for the answer until then. If it does not come and an answer may be given, gives the
    /// one in its stead.
    pub fn expect(&self, until: Instant) {
        let mut state = self.waited(until);
        if state.open && !state.answered {
            let line = std::mem::take(&mut state.in_stead);
            self.voice.tell(&both!(
                "the search did not end in time: the answer is what was known before",
                "探索が時間内に終わらなかったので、それまでに分かったことを答える"
            ));
            self.give(&mut state, &line);
        }
    }

    fn give(&self, state: &mut State, line: &str) {
        if !state.answered {
            state.answered = true;
            self.voice.say(line);
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usi::tests::CapturedOutput;

    fn gate(until_stopped: bool) -> (Arc<AnswerGate>, CapturedOutput) {
        let paper = CapturedOutput::default();
        let voice = GuiOutput::new(Box::new(paper.clone()));
        let gate = AnswerGate::new(voice, until_stopped, "in your stead".to_owned());
        (Arc::new(gate), paper)
    }

    #[test]
    fn of_two_answers_the_first_counts_and_nothing_comes_after_it() {
        let (gate, paper) = gate(false);
        gate.say("info 1");
        gate.demand(Duration::from_millis(5));
        gate.answer("late");
        gate.say("info 2");
        let lines = paper.lines();
        assert_eq!((&lines[0][..], lines.len()), ("info 1", 3));
        assert!(lines[1].contains("did not end in time"), "{lines:?}");
        assert_eq!(lines[2], "in your stead");
    }

    #[test]
    fn the_best_there_is_is_answered_when_time_is_up() {
        let (gate, paper) = gate(false);
        gate.keep("better".to_owned());
        gate.expect(Instant::now() + Duration::from_millis(5));
        gate.expect(Instant::now());
        let lines = paper.lines();
        assert_eq!((lines.len(), &lines[1][..]), (2, "better"));
    }

    #[test]
    fn an_answer_waits_for_the_demand() {
        let (gate, paper) = gate(true);
        let thread = std::thread::spawn({
            let gate = Arc::clone(&gate);
            move || gate.answer("bestmove")
        });
        gate.expect(Instant::now() + Duration::from_millis(30));
        assert!(paper.lines().is_empty());
        gate.demand(Duration::from_secs(10));
        thread.join().unwrap();
        assert_eq!(paper.lines(), ["bestmove"]);
    }
}
