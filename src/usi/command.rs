//! Parses the commands of the Universal Shogi Interface, line by line. Parsing has no effects.
//!
//! Source: the protocol page of Shogidokoro, <https://shogidokoro.starfree.jp/usi.html>. Blanks
//! around and between words do not matter. Words that a command does not know are reported and
//! ignored.

use super::clock::Clock;
use crate::said::Said;
use std::time::Duration;

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// An empty line.
    Nothing,
    /// `usi`: asks for the name and the options.
    Usi,
    /// `isready`.
    IsReady,
    /// `setoption name … value …`.
    SetOption {
        /// The name as it was sent.
        name: String,
        /// The value, if one was sent.
        value: Option<String>,
    },
    /// `usinewgame`.
    NewGame,
    /// `position …`. The parser of diagrams reads the whole line.
    Position,
    /// `go …`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move that was pondered on has been played.
    PonderHit,
    /// `gameover …`.
    GameOver,
    /// `quit`.
    Quit,
    /// An unknown command, with the message about it.
    Unknown(Said),
}

/// The question of a `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Go {
    /// Whether a mate is asked for (`go mate`), or a move.
    pub mate: bool,
    /// The time for `go mate`, or for each move.
    pub time: Option<Duration>,
    /// The clocks of a game.
    pub clock: Option<Clock>,
    /// The search nodes.
    pub nodes: Option<u64>,
    /// The plies of the longest mate to look for.
    pub depth: Option<u32>,
    /// Whether the answer has to wait for `stop` (`go infinite`) or `ponderhit` (`go ponder`).
    pub until_stopped: bool,
    /// Whether the time for the move begins only with `ponderhit` (`go ponder`).
    pub ponder: bool,
    /// Why the command cannot be obeyed.
    pub refusal: Option<Said>,
    /// Words that are ignored.
    pub ignored: Vec<String>,
}

impl Command {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim_start_matches('\u{feff}').trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim_start()));
        match word {
            "" => Self::Nothing,
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "setoption" => set_option(rest),
            "usinewgame" => Self::NewGame,
            "position" | "sfen" | "startpos" => Self::Position,
            // A board alone has nine ranks, so eight slashes.
            board if board.matches('/').count() == 8 => Self::Position,
            "go" => Self::Go(go(rest)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "gameover" => Self::GameOver,
            "quit" => Self::Quit,
            _ => {
                let word = shortened(word);
                Self::Unknown(both!(
                    "unknown command `{word}`",
                    "「{word}」という命令はない"
                ))
            }
        }
    }
}

/// Returns the beginning of a text, short enough for a message.
pub fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let mut short: String = text.chars().take(MAX_CHARS).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        short += "...";
    }
    short
}

/// Reads `name NAME [value VALUE]`. Name and value may have several words each.
fn set_option(rest: &str) -> Command {
    let mut words = rest.split_whitespace();
    if words.next() != Some("name") {
        return Command::Unknown(both!(
            "`setoption` needs `name`",
            "setoption には name が必要"
        ));
    }
    let words: Vec<_> = words.collect();
    let value_index = words.iter().position(|&word| word == "value");
    let (name, value) = match value_index {
        Some(index) => (&words[..index], Some(words[index + 1..].join(" "))),
        None => (&words[..], None),
    };
    if name.is_empty() {
        return Command::Unknown(both!(
            "`setoption name` needs a name",
            "setoption name の後に名前が必要"
        ));
    }
    let name = name.join(" ");
    Command::SetOption { name, value }
}

/// Reads the words after `go`.
fn go(rest: &str) -> Go {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    let is_endless = |word: &str| word.eq_ignore_ascii_case("infinite");
    while let Some(word) = words.next() {
        if is_endless(word) || word == "ponder" {
            go.until_stopped = true;
            go.ponder |= word == "ponder";
            continue;
        }
        if word == "mate" {
            go.mate = true;
            // `go mate` without a number and `go mate infinite` have no time limit.
            if words
                .peek()
                .is_none_or(|next| WORDS_WITH_NUMBER.contains(next))
                || words.next_if(|next| is_endless(next)).is_some()
            {
                continue;
            }
        } else if !WORDS_WITH_NUMBER.contains(&word) {
            go.ignored.push(shortened(word));
            continue;
        }
        // A known word is not taken for the missing number: `go nodes mate` asks for a mate.
        let is_word = |next: &str| next == "mate" || WORDS_WITH_NUMBER.contains(&next);
        let text = words.next_if(|next| !is_word(next)).unwrap_or("");
        let is_clock = !matches!(word, "mate" | "movetime" | "nodes" | "depth");
        let may_be_negative = is_clock || !text.starts_with('-');
        if let (Some(number), true) = (number(text), may_be_negative) {
            go.set(word, number);
        } else {
            let text = shortened(text);
            go.refusal = Some(both!(
                "`{word}` needs a number, not `{text}`",
                "{word} には数字が必要（「{text}」は数字でない）"
            ));
        }
    }
    // The answer to `go mate` never waits.
    go.until_stopped &= !go.mate;
    go.ponder &= !go.mate;
    go
}

/// Reads a number. One that is too large becomes the largest, a negative one 0. Some GUIs send a negative time when
/// none is left.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let is_negative = digits.len() < text.len();
    Some(if is_negative {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    })
}

/// The words of `go` that a number follows.
const WORDS_WITH_NUMBER: [&str; 8] = [
    "btime", "wtime", "binc", "winc", "byoyomi", "movetime", "nodes", "depth",
];

impl Go {
    /// Sets the value of one of [`WORDS_WITH_NUMBER`], or of `mate`. Times are in milliseconds.
    fn set(&mut self, word: &str, number: u64) {
        let time = Duration::from_millis(number);
        let clock = &mut self.clock;
        match word {
            "nodes" => self.nodes = Some(number),
            "depth" => self.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "mate" | "movetime" => self.time = Some(time),
            "btime" => clock.get_or_insert_default().left[0] = time,
            "wtime" => clock.get_or_insert_default().left[1] = time,
            "binc" => clock.get_or_insert_default().increment[0] = time,
            "winc" => clock.get_or_insert_default().increment[1] = time,
            "byoyomi" => clock.get_or_insert_default().byoyomi = time,
            _ => debug_assert!(false, "`{word}` takes no number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        match Command::parse(text) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_form_of_go_is_read() {
        let mate = go("go mate 5000");
        assert!(mate.mate && mate.refusal.is_none() && !mate.until_stopped);
        assert_eq!(mate.time, Some(Duration::from_secs(5)));
        for text in ["go mate infinite", "go mate", "go mate INFINITE"] {
            let endless = go(text);
            assert!(endless.mate && !endless.until_stopped, "{text}");
            assert_eq!((endless.time, endless.refusal), (None, None), "{text}");
        }
        assert!(go("go infinite").until_stopped);
        assert_eq!(go("  go \t nodes  700 ").nodes, Some(700));
        assert_eq!(go("go depth 7").depth, Some(7));
        let clock = go("go btime 60000 wtime -5 byoyomi 3000").clock.unwrap();
        assert_eq!(clock.left, [Duration::from_mins(1), Duration::ZERO]);
        assert_eq!(clock.byoyomi, Duration::from_secs(3));
        let both = go("go mate nodes 70 depth 9");
        assert!(both.mate && both.refusal.is_none());
        assert_eq!(
            (both.time, both.nodes, both.depth),
            (None, Some(70), Some(9))
        );
        let huge = go("go mate 99999999999999999999").time;
        assert_eq!(huge, Some(Duration::from_millis(u64::MAX)));
        let odd = go("go sideways nodes 9");
        assert_eq!((odd.nodes, odd.ignored), (Some(9), vec!["sideways".into()]));
    }

    #[test]
    fn a_number_that_is_none_is_refused() {
        for text in [
            "go mate soon",
            "go nodes",
            "go byoyomi 1.5",
            "go nodes -",
            "go mate -5",
        ] {
            assert!(go(text).refusal.is_some(), "{text}");
        }
        assert!(go("go mate soon").mate);
        let both = go("go nodes mate");
        assert!(both.mate && both.refusal.is_some());
    }

    #[test]
    fn a_diagram_needs_no_word_before_it() {
        let line = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(Command::parse(line), Command::Position);
        assert!(matches!(Command::parse("a/b"), Command::Unknown(_)));
    }

    #[test]
    fn options_may_have_several_words_and_no_value() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        let parse = Command::parse;
        assert_eq!(
            parse("setoption name A b value c  d"),
            set("A b", Some("c d"))
        );
        assert_eq!(parse("setoption name Clear"), set("Clear", None));
        assert_eq!(parse("setoption name X value"), set("X", Some("")));
        for text in ["setoption", "setoption X", "setoption name value 3"] {
            assert!(matches!(parse(text), Command::Unknown(_)), "{text}");
        }
    }

    #[test]
    fn what_is_unknown_is_told_in_one_short_line() {
        let Command::Unknown(message) = Command::parse(&"y".repeat(999)) else {
            panic!("it is unknown");
        };
        assert!(message.to_string().chars().count() < 90, "{message}");
    }
}
