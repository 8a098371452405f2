//! The options of the engine.

use super::command::shortened;
use crate::said::Said;
use crate::vocabulary::Lang;
use crate::vocabulary::{DefenderHandRule, Goal, Interpositions, Word, words};
use std::time::Duration;

pub use crate::vocabulary::PostSearch;

/// The options with their current values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for the tables, in MiB.
    pub hash_mib: usize,
    /// Threads that work on one position.
    pub threads: usize,
    /// The most lines shown.
    pub multi_pv: usize,
    /// Search nodes; 0 for no limit.
    pub nodes_limit: u64,
    /// The shortest time between two lines of `info`; zero for no minimum.
    pub pv_interval: Duration,
    /// The plies of the longest mate to look for; 0 for no limit.
    pub depth_limit: u32,
    /// The rule on which interpositions are futile (無駄合).
    pub interpositions: Interpositions,
    /// The goal of every position.
    pub goal: Goal,
    /// The work after a mate is found.
    pub post_search: PostSearch,
    /// The defender's hand.
    pub defender_hand: DefenderHandRule,
    /// Whether a side to move in check is the defender where both kings stand on the board.
    pub root_is_defender_if_checked: bool,
    /// The language of sentences (`info string`).
    pub language: Lang,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 256,
            threads: 1,
            multi_pv: 10,
            nodes_limit: 0,
            pv_interval: Duration::from_secs(1),
            depth_limit: 0,
            interpositions: Interpositions::default(),
            goal: Goal::Mate,
            post_search: PostSearch::default(),
            defender_hand: DefenderHandRule::default(),
            root_is_defender_if_checked: false,
            language: Lang::English,
        }
    }
}

/// An option with a number.
struct Spin {
    name: &'static str,
    min: u64,
    max: u64,
    get: fn(&Options) -> u64,
    set: fn(&mut Options, u64),
}

/// All options with a number.
const SPINS: &[Spin] = &[
    Spin {
        name: "USI_Hash",
        min: 1,
        max: 1 << 20,
        get: |it| it.hash_mib as u64,
        set: |it, value| it.hash_mib = value as usize,
    },
    Spin {
        name: "Threads",
        min: 1,
        max: 256,
        get: |it| it.threads as u64,
        set: |it, value| it.threads = value as usize,
    },
    Spin {
        name: "MultiPV",
        min: 1,
        max: 100,
        get: |it| it.multi_pv as u64,
        set: |it, value| it.multi_pv = value as usize,
    },
    Spin {
        name: "NodesLimit",
        min: 0,
        max: i64::MAX as u64,
        get: |it| it.nodes_limit,
        set: |it, value| it.nodes_limit = value,
    },
    Spin {
        name: "PvInterval",
        min: 0,
        max: 1_000_000,
        get: |it| it.pv_interval.as_millis() as u64,
        set: |it, value| it.pv_interval = Duration::from_millis(value),
    },
    Spin {
        name: "DepthLimit",
        min: 0,
        max: 4000,
        get: |it| it.depth_limit.into(),
        set: |it, value| it.depth_limit = value as u32,
    },
];

impl Options {
    /// Returns the lines that declare the options in the answer to `usi`. The current values of all but
    /// `RootIsDefenderIfChecked` are the defaults.
    #[must_use]
    pub fn declarations(&self) -> Vec<String> {
        let mut lines: Vec<_> = SPINS
            .iter()
            .map(|spin| {
                let Spin { name, min, max, .. } = spin;
                let value = (spin.get)(self);
                format!("option name {name} type spin default {value} min {min} max {max}")
            })
            .collect();
        lines.push(combo("Interpositions", self.interpositions));
        lines.push(combo("Goal", self.goal));
        lines.push(combo("PostSearch", self.post_search));
        lines.push(combo("DefenderHand", self.defender_hand));
        lines.push("option name RootIsDefenderIfChecked type check default false".to_owned());
        lines.push(combo("Language", self.language));
        lines
    }

    /// Sets an option. Capitals in names and words do not matter.
    ///
    /// # Errors
    /// If there is no such option, or if it cannot have this value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), Said> {
        let value = value.unwrap_or("");
        let is_named = |known: &str| known.eq_ignore_ascii_case(name);
        if is_named("Interpositions") {
            self.interpositions = parse_word("Interpositions", value)?;
        } else if is_named("Goal") {
            self.goal = parse_word("Goal", value)?;
        } else if is_named("PostSearch") {
            self.post_search = parse_word("PostSearch", value)?;
        } else if is_named("DefenderHand") {
            self.defender_hand = parse_word("DefenderHand", value)?;
        } else if is_named("Language") {
            self.language = parse_word("Language", value)?;
        } else if is_named("RootIsDefenderIfChecked") {
            let all = [("true", true), ("false", false)];
            self.root_is_defender_if_checked = find_word("RootIsDefenderIfChecked", all, value)?;
        } else if let Some(spin) = SPINS.iter().find(|it| is_named(it.name)) {
            let Spin { name, min, max, .. } = spin;
            let number = value.parse().ok();
            let number = number.filter(|number| (min..=max).contains(&number));
            let number = number.ok_or_else(|| {
                let value = shortened(value);
                both!(
                    "option {name} takes a number from {min} to {max}, not `{value}`",
                    "{name} は{min}から{max}までの数（「{value}」は使えない）"
                )
            })?;
            (spin.set)(self, number);
        } else if !is_named("USI_Ponder") {
            // Every GUI sets whether engines ponder, even for engines that do not.
            let name = shortened(name);
            return Err(both!(
                "unknown option `{name}`",
                "「{name}」という設定はない"
            ));
        }
        Ok(())
    }
}

/// Declares an option with a closed list of words.
fn combo<T: Word>(name: &str, default: T) -> String {
    let vars: Vec<_> = words::<T>().collect();
    let (default, vars) = (default.word(), vars.join(" var "));
    format!("option name {name} type combo default {default} var {vars}")
}

/// Reads the value of an option that takes one of a closed list of words.
fn parse_word<T: Word>(name: &str, value: &str) -> Result<T, Said> {
    find_word(name, T::ALL.iter().map(|&it| (it.word(), it)), value)
}

/// Returns the value of the word `value` among all words of an option.
fn find_word<T>(
    name: &str,
    all: impl IntoIterator<Item = (&'static str, T), IntoIter: Clone>,
    value: &str,
) -> Result<T, Said> {
    let all = all.into_iter();
    let found = all
        .clone()
        .find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|(_, found)| found).ok_or_else(|| {
        let words: Vec<_> = all.map(|(word, _)| word).collect();
        let value = shortened(value);
        Said::new(
            format!("option {name} takes {}, not `{value}`", words.join(", ")),
            format!(
                "{name} は {} のどれか（「{value}」は使えない）",
                words.join("、")
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_declared_can_be_set_to_its_default() {
        let lines = Options::default().declarations();
        assert_eq!(lines.len(), 12);
        let mut options = Options::default();
        for line in lines {
            let words: Vec<_> = line.split(' ').collect();
            let index = words.iter().position(|&word| word == "default").unwrap();
            options.set(words[2], Some(words[index + 1])).unwrap();
            assert!(options.set(words[2], Some("purple")).is_err(), "{line}");
            assert!(options.set(words[2], None).is_err(), "{line}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn a_number_out_of_range_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [("USI_Hash", "0"), ("Threads", "257"), ("MultiPV", "-1")] {
            let message = options.set(name, Some(value)).unwrap_err();
            assert!(message.to_string().contains(name), "{message}");
        }
        assert_eq!(options, Options::default());
        options.set("usi_hash", Some("64")).unwrap();
        assert_eq!(options.hash_mib, 64);
        assert!(options.set("Nonsense", Some("1")).is_err());
        options.set("USI_Ponder", Some("true")).unwrap();
    }
}
