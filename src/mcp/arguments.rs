//! The arguments of a call, read one by one, so that an error names the argument.

use super::trouble::Trouble;
use crate::said::Said;
use crate::vocabulary::Lang;
use crate::vocabulary::Word;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'a>(&'a Map<String, Value>);

impl<'a> Arguments<'a> {
    /// Takes the arguments of a call to a tool with these properties.
    ///
    /// # Errors
    /// If the tool does not have one of them. To ignore it would give an answer to another
    /// question.
    pub fn of(given: &'a Map<String, Value>, known: &Map<String, Value>) -> Result<Self, Trouble> {
        let Some(name) = given.keys().find(|it| !known.contains_key(*it)) else {
            return Ok(Self(given));
        };
        let name = shortened(name);
        let known: Vec<String> = known.keys().map(|it| format!("`{it}`")).collect();
        let known = known.join(", ");
        Err(Trouble::new(both!(
            "there is no argument `{name}`; the arguments are {known}",
            "{name} という引数はない。引数は {known}"
        )))
    }

    /// Returns an argument, unless it is absent or null.
    pub fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|it| !it.is_null())
    }

    /// Returns a text. `None` if the argument is absent.
    pub fn text(self, name: &str) -> Result<Option<&'a str>, Trouble> {
        let value = self.get(name);
        value
            .map(|it| it.as_str().ok_or_else(|| Trouble::argument(name, TEXT)))
            .transpose()
    }

    /// Returns the text of a required argument.
    pub fn needed(self, name: &str) -> Result<&'a str, Trouble> {
        self.text(name)?.ok_or_else(|| {
            let why = ["it is missing", "必要だが与えられていない"];
            Trouble::argument(name, why)
        })
    }

    /// Returns the texts of a list. The list is empty if the argument is absent.
    pub fn texts(self, name: &str) -> Result<Vec<&'a str>, Trouble> {
        let Some(value) = self.get(name) else {
            return Ok(Vec::new());
        };
        let texts = value.as_array().map(|all| all.iter().map(Value::as_str));
        let texts: Option<Option<Vec<&str>>> = texts.map(Iterator::collect);
        texts.flatten().ok_or_else(|| {
            let why = ["expected a list of texts", "文字列の配列で書く"];
            Trouble::argument(name, why)
        })
    }

    /// Returns whether an argument is true. An absent one is false.
    pub fn is(self, name: &str) -> Result<bool, Trouble> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(it)) => Ok(*it),
            Some(_) => {
                let why = ["expected true or false", "true か false で書く"];
                Err(Trouble::argument(name, why))
            }
        }
    }

    /// Returns a whole number within bounds.
    pub fn number(self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Trouble> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let number = value.as_u64().or_else(|| whole(value));
        let number = number.filter(|it| range.contains(it));
        number.map(Some).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            Trouble::argument(
                name,
                both!(
                    "expected a whole number from {least} to {most}",
                    "{least}から{most}までの整数で書く"
                ),
            )
        })
    }

    /// Returns a word of a closed list.
    pub fn word<T: Word>(self, name: &str) -> Result<Option<T>, Trouble> {
        let Some(word) = self.text(name)? else {
            return Ok(None);
        };
        let found = T::ALL.iter().copied().find(|it| it.word() == word);
        found.map(Some).ok_or_else(|| {
            let words: Vec<_> = T::ALL.iter().map(|it| format!("`{}`", it.word())).collect();
            Trouble::argument(name, one_of(&words))
        })
    }

    /// Returns the language of the answer.
    pub fn language(self, usual: Lang) -> Result<Lang, Trouble> {
        Ok(self.word("language")?.unwrap_or(usual))
    }
}

/// The complaint about a value that is no text.
const TEXT: [&str; 2] = ["expected a text", "文字列で書く"];

/// Returns the complaint that one of these words is expected.
pub(super) fn one_of(words: &[String]) -> Said {
    let words = words.join(", ");
    both!("expected one of {words}", "{words} のどれかを書く")
}

/// Returns a whole number that was written with a point, such as 5000.0.
fn whole(value: &Value) -> Option<u64> {
    let number = value.as_f64()?;
    let is_whole = number.fract() == 0.0 && (0.0..1e15).contains(&number);
    is_whole.then_some(number as u64)
}

/// Returns the beginning of a text from a client, safe to print.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut begin: String = text.chars().take(MOST).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    crate::answer::printable(&begin).into_owned()
}
