//! The words for how answers are shown and written.

words! {
    /// The language of output for people.
    #[derive(Default)]
    Lang {
        /// English, with the technical terms in Japanese.
        #[default]
        English = "en";
        /// Japanese.
        Japanese = "ja";
    }
}

impl Lang {
    /// Returns the text in this language from `[english, japanese]`.
    pub fn of<T>(self, [english, japanese]: [T; 2]) -> T {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    /// Returns the language of a locale such as `ja_JP.UTF-8`: English unless it is Japanese.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        if locale.starts_with("ja") {
            Self::Japanese
        } else {
            Self::English
        }
    }
}

words! {
    /// The notation of moves.
    #[derive(Default)]
    Notation {
        /// ▲３四飛成
        #[default]
        Japanese = "japanese";
        /// R-3d+
        Western = "western";
        /// 3a3d+
        Usi = "usi";
    }
}

words! {
    /// The encoding of a file.
    Encoding {
        /// UTF-8.
        #[cfg_attr(feature = "cli", value(alias = "utf8"))]
        Utf8 = "utf-8";
        /// UTF-8 with a byte order mark, by which Excel knows it.
        Utf8Bom = "utf-8-bom";
        /// CP932, the `Shift_JIS` of Windows.
        #[cfg_attr(feature = "cli", value(alias = "shift_jis", alias = "sjis"))]
        Cp932 = "cp932";
    }
}
