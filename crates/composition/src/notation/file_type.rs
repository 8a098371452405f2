//! Types of files, by extension.

#[cfg(feature = "records")]
use super::record::{Format, TextForm};
use std::path::Path;

/// A type of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileType {
    /// SFEN, one problem on each line.
    Sfen,
    /// Text: problems to read, or answers for people.
    Text,
    /// JSON, one object on each line.
    Jsonl,
    /// JSON: rows in an array, or problems from other programs, in any shape.
    Json,
    /// A table with commas.
    Csv,
    /// A table with tabs.
    Tsv,
    /// KIF, written in CP932.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// A diagram alone, in the form of KIF.
    Bod,
    /// KI2, written in CP932.
    Ki2,
    /// KI2 in UTF-8.
    Ki2u,
    /// CSA.
    Csa,
    /// JSON Kifu Format.
    Jkf,
    /// USEN, one problem on each line.
    Usen,
    /// An HTML page.
    Html,
    /// A picture as SVG.
    Svg,
    /// A picture in pixels.
    Png,
}

/// The extensions of all types; the usual one of a type comes first.
const EXTENSIONS: [(&str, FileType); 18] = [
    ("sfen", FileType::Sfen),
    ("txt", FileType::Text),
    ("jsonl", FileType::Jsonl),
    ("csv", FileType::Csv),
    ("tsv", FileType::Tsv),
    ("kif", FileType::Kif),
    ("kifu", FileType::Kifu),
    ("ki2", FileType::Ki2),
    ("ki2u", FileType::Ki2u),
    ("csa", FileType::Csa),
    ("jkf", FileType::Jkf),
    ("usen", FileType::Usen),
    ("bod", FileType::Bod),
    ("json", FileType::Json),
    ("html", FileType::Html),
    ("htm", FileType::Html),
    ("svg", FileType::Svg),
    ("png", FileType::Png),
];

impl FileType {
    /// Returns the type of a file by its name.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        Self::of_extension(path.extension()?.to_str()?)
    }

    /// Returns the type of an extension, whose letters may be capitals.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let mut all = EXTENSIONS.iter();
        let found = all.find(|(known, _)| known.eq_ignore_ascii_case(extension));
        found.map(|(_, file_type)| *file_type)
    }

    /// Returns the usual extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        let mut all = EXTENSIONS.iter();
        let usual = all.find(|(_, file_type)| *file_type == self);
        usual.map_or("", |(extension, _)| extension)
    }

    /// Returns whether problems are read from files of this type.
    #[must_use]
    pub const fn holds_problems(self) -> bool {
        !matches!(self, Self::Html | Self::Svg | Self::Png)
    }

    /// Returns the extensions of all types.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        EXTENSIONS.iter().map(|(extension, _)| *extension)
    }

    /// Returns the extensions of all files that problems are read from.
    pub fn problem_extensions() -> impl Iterator<Item = &'static str> {
        let read = EXTENSIONS.iter().filter(|(_, kind)| kind.holds_problems());
        read.map(|(extension, _)| *extension)
    }

    /// Returns the format of the records in files of this type, if they hold records.
    #[cfg(feature = "records")]
    #[must_use]
    pub const fn record_format(self) -> Option<Format> {
        Some(match self {
            Self::Kif | Self::Kifu | Self::Bod => Format::Kif,
            Self::Ki2 | Self::Ki2u => Format::Ki2,
            Self::Csa => Format::Csa,
            Self::Jkf => Format::Jkf,
            Self::Sfen
            | Self::Text
            | Self::Jsonl
            | Self::Json
            | Self::Csv
            | Self::Tsv
            | Self::Usen
            | Self::Html
            | Self::Svg
            | Self::Png => return None,
        })
    }
}

#[cfg(feature = "records")]
impl FileType {
    /// Returns how files of this type are written.
    #[must_use]
    pub const fn text_form(self) -> TextForm {
        match self {
            Self::Kif | Self::Ki2 => TextForm::WINDOWS,
            _ => TextForm::PLAIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_types() {
        assert_eq!(FileType::of(Path::new("a/b.KIF")), Some(FileType::Kif));
        assert_eq!(FileType::of(Path::new("x.htm")), Some(FileType::Html));
        for name in ["kif", ".kif", "x.proof", "x."] {
            assert_eq!(FileType::of(Path::new(name)), None, "{name}");
        }
        assert_eq!(FileType::Html.extension(), "html");
        for (extension, it) in EXTENSIONS {
            assert_eq!(FileType::of_extension(extension), Some(it));
        }
    }
}
