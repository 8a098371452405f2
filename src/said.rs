//! Sentences in both languages of output.

use crate::vocabulary::Lang;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Writes a sentence in both languages: `both!("ply {n}", "{n}手目")` is a [`Said`]. With a language first, only
/// that text is written, as a `String`. With a list of sentences first, each text shows them in its own
/// language: `both!([mate], "{mate}, too", "この手でも{mate}")`.
macro_rules! both {
    ([$($said:ident),+ $(,)?], $english:literal, $japanese:literal $(,)?) => {
        $crate::said::Said::new(
            {
                $(let $said = $said.in_lang($crate::vocabulary::Lang::English);)+
                std::fmt::format(format_args!($english))
            },
            {
                $(let $said = $said.in_lang($crate::vocabulary::Lang::Japanese);)+
                std::fmt::format(format_args!($japanese))
            },
        )
    };
    ($english:literal, $japanese:literal $(,)?) => {
        $crate::said::Said::new(
            std::fmt::format(format_args!($english)),
            std::fmt::format(format_args!($japanese)),
        )
    };
    ($lang:expr, $english:literal, $japanese:literal $(,)?) => {
        match $lang {
            $crate::vocabulary::Lang::English => std::fmt::format(format_args!($english)),
            $crate::vocabulary::Lang::Japanese => std::fmt::format(format_args!($japanese)),
        }
    };
}

/// Makes functions from a table of sentences. A function takes the values that its texts name, which may be
/// sentences themselves, and returns the sentence in both languages.
macro_rules! says {
    ($($(#[$doc:meta])* $name:ident($($value:ident),*): $english:literal, $japanese:literal;)+) => {
        $(
            $(#[$doc])*
            fn $name($($value: impl $crate::said::Spoken),*) -> $crate::said::Said {
                $crate::said::Said::of(|lang| {
                    $(let $value = $crate::said::Spoken::spoken(&$value, lang);)*
                    both!(lang, $english, $japanese)
                })
            }
        )+
    };
}

/// Makes functions that return a sentence in one language, as a `String`. They take the values that the texts
/// name, and the language.
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident($($value:ident),*): $english:literal, $japanese:literal;)+) => {
        $(
            $(#[$doc])*
            pub(crate) fn $name($($value: impl std::fmt::Display,)* lang: $crate::vocabulary::Lang) -> String {
                both!(lang, $english, $japanese)
            }
        )+
    };
}

/// Translates an error, whose English text comes first. Each row has a pattern of the error and the Japanese text
/// with its values. With `return`, the sentence of an inner error is the whole result.
macro_rules! translated {
    ($error:expr, $english:expr;
        $($is:pat => $(return ($said:expr))? $($japanese:literal $(, $value:expr)*)?;)+) => {
        $crate::said::Said::new($english, match $error {
            $($is => { $(return $said)? $(std::format!($japanese $(, $value)*))? })+
        })
    };
}

/// A sentence in both languages. Rows for programs have the English one.
///
/// English is in lower case, without a period; Japanese is in the plain style, without 「。」.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said([String; 2]);

/// A value in a sentence, which may have a text for each language.
pub(crate) trait Spoken {
    /// Returns the text in this language.
    fn spoken(&self, lang: Lang) -> impl fmt::Display;
}

macro_rules! spoken {
    ($($type:ty),+: |$value:ident, $lang:ident| $text:expr) => {
        $(impl Spoken for $type {
            fn spoken(&self, $lang: Lang) -> impl fmt::Display {
                let $value = self;
                $text
            }
        })+
    };
}

spoken!(Said, &Said: |it, lang| it.in_lang(lang));
spoken!(u32, u64, usize, String, &str: |it, _lang| it);

impl Said {
    /// Makes a sentence in English and in Japanese.
    #[must_use]
    pub fn new(english: impl Into<String>, japanese: impl Into<String>) -> Self {
        Self([english.into(), japanese.into()])
    }

    /// Makes a sentence with a function that returns its text in a language.
    pub(crate) fn of(text: impl Fn(Lang) -> String) -> Self {
        Self([Lang::English, Lang::Japanese].map(text))
    }

    /// Joins sentences with a separator for each language.
    #[must_use]
    pub fn list(all: &[Self], [english, japanese]: [&str; 2]) -> Self {
        Self::of(|lang| {
            let texts: Vec<&str> = all.iter().map(|it| it.in_lang(lang)).collect();
            texts.join(lang.of([english, japanese]))
        })
    }

    /// Returns the sentence in this language.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> &str {
        let [english, japanese] = &self.0;
        lang.of([english, japanese])
    }

    /// Returns the sentence in this language.
    #[must_use]
    pub fn into_lang(self, lang: Lang) -> String {
        lang.of(self.0)
    }

    /// Shortens the texts in quotes, because they are from an input and may be of any length.
    #[must_use]
    pub(crate) fn with_short_quotes(self) -> Self {
        self.map(|_, text| {
            let mut rest = text.as_str();
            let mut short = String::new();
            while let Some(start) = rest.find(['`', '「']) {
                let (open, close) = if rest[start..].starts_with('`') {
                    ('`', '`')
                } else {
                    ('「', '」')
                };
                let quoted = start + open.len_utf8();
                let Some(length) = rest[quoted..].find(close) else {
                    break;
                };
                short += &rest[..quoted];
                short += &shortened(&rest[quoted..quoted + length]);
                short.push(close);
                rest = &rest[quoted + length + close.len_utf8()..];
            }
            short + rest
        })
    }

    /// Returns the sentence with its text in each language changed.
    #[must_use]
    pub fn map(self, change: impl Fn(Lang, String) -> String) -> Self {
        let [english, japanese] = self.0;
        Self([
            change(Lang::English, english),
            change(Lang::Japanese, japanese),
        ])
    }
}

/// Returns the first and the last characters of a text if it is long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 48; // In characters.
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    let head = text.chars().take(LONGEST / 2);
    let tail = text.chars().skip(count - LONGEST / 4);
    head.chain(['…']).chain(tail).collect()
}

impl<T: Into<String>> From<[T; 2]> for Said {
    fn from([english, japanese]: [T; 2]) -> Self {
        Self::new(english, japanese)
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.in_lang(Lang::English))
    }
}

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.in_lang(Lang::English))
    }
}

/// Rows have the English sentence only, which then stands for both.
impl<'de> Deserialize<'de> for Said {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let english = String::deserialize(deserializer)?;
        Ok(Self([english.clone(), english]))
    }
}

/// Returns the ply of a move: `ply 3`, `3手目`.
pub(crate) fn ply(number: impl fmt::Display, lang: Lang) -> String {
    both!(lang, "ply {number}", "{number}手目")
}

/// Returns a number of plies: `5 plies`, `5手`.
pub(crate) fn plies(count: u32) -> Said {
    let noun = if count == 1 { "ply" } else { "plies" };
    both!("{count} {noun}", "{count}手")
}

/// Returns a bound of a number of plies: `at most 5 plies`, `5手以内`.
pub(crate) fn at_most(count: u32) -> Said {
    let plies = plies(count);
    both!([plies], "at most {plies}", "{plies}以内")
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Said {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Said".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
