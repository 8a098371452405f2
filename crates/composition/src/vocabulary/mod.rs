//! The closed lists of words for JSON, the command line, other programs and people. Each word is written only
//! here.
//!
//! Each list is an enum, made from a table by `words!`. A row of the table has the meaning as its doc
//! comment, the word, and the names in English and Japanese if people read other names.

/// Makes an enum from a table of words. A row may have a rank by which values are ordered.
///
/// Other crates of the program use it, too.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident {
        $($(#[$doc:meta])* $variant:ident $(($rank:literal))? = $word:literal $(, $english:literal, $term:literal)?;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "rows", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $(
                $(#[$doc])*
                #[cfg_attr(feature = "rows", serde(rename = $word))]
                #[cfg_attr(feature = "cli", value(name = $word))]
                $variant $(= $rank)?,
            )+
        }

        impl $name {
            /// Every value, in the order in which lists show them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the word for programs.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Returns the value with this word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.word() == word)
            }
        }

        impl $crate::vocabulary::Word for $name {
            const ALL: &'static [Self] = Self::ALL;

            fn word(self) -> &'static str {
                self.word()
            }
        }

        /// Writes the word for programs.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        $crate::words!(@names $name $($variant $($english $term)?;)+);
    };
    (@names $name:ident $($variant:ident;)+) => {};
    (@names $name:ident $($variant:ident $english:literal $term:literal;)+) => {
        impl $name {
            /// Returns the English name.
            #[must_use]
            pub const fn english(self) -> &'static str {
                match self {
                    $(Self::$variant => $english,)+
                }
            }

            /// Returns the Japanese name.
            #[must_use]
            pub const fn term(self) -> &'static str {
                match self {
                    $(Self::$variant => $term,)+
                }
            }

            /// Returns the name in this language.
            #[must_use]
            pub const fn in_lang(self, lang: $crate::vocabulary::Lang) -> &'static str {
                match lang {
                    $crate::vocabulary::Lang::English => self.english(),
                    $crate::vocabulary::Lang::Japanese => self.term(),
                }
            }
        }
    };
}

mod answer;
mod comparison;
mod finding;
mod kind;
mod proof;
mod question;
mod rating;
mod view;

pub use answer::{
    Compared, ErrorKind, GreyClass, Limit, LineEnd, Side, StageWord, Status, Taker, Verdict,
};
pub use comparison::{Aspect, ChangeKind, Outcome, SimilarChangeKind};
pub use finding::{Grade, NoteKind, QuestionKind, Severity};
pub use kind::Kind;
pub use proof::{ClaimKind, MissingClaim, ProofErrorKind, ProofVerdict};
pub use question::{
    Allowance, AttackerRule, DefenderHandRule, EditKind, Goal, Interpositions, PostSearch, Rules,
};
pub use rating::RatingPart;
pub use view::{Encoding, Lang, Notation};

#[doc(hidden)]
pub use crate::words;

/// A value of a closed list of words.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value, in the order in which lists show them.
    const ALL: &'static [Self];

    /// Returns the word for programs.
    fn word(self) -> &'static str;
}

/// Returns the words of a list.
pub fn words<T: Word>() -> impl Iterator<Item = &'static str> {
    T::ALL.iter().map(|it| it.word())
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(feature = "rows")]
    fn a_value_is_written_as_its_word() {
        use super::ErrorKind;
        for &error in ErrorKind::ALL {
            let text = serde_json::to_string(&error).unwrap();
            assert_eq!(text, format!("\"{}\"", error.word()));
            assert_eq!(serde_json::from_str::<ErrorKind>(&text).unwrap(), error);
            assert_eq!(ErrorKind::from_word(error.word()), Some(error));
        }
        assert_eq!(ErrorKind::from_word("none"), None);
    }
}
