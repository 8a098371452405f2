//! Texts in tables that programs for spreadsheets would take for formulas.
//!
//! Titles and names of others may begin with `=`, which such a program evaluates when it opens the
//! table. An apostrophe in front makes it a text (OWASP, *CSV Injection*).

/// Returns a text with an apostrophe in front if it begins like a formula.
#[must_use]
pub fn quoted(text: String) -> String {
    if is_formula(&text) {
        format!("'{text}")
    } else {
        text
    }
}

/// Returns a text without the apostrophe that [`quoted`] puts in front.
#[must_use]
pub fn unquoted(text: &str) -> &str {
    text.strip_prefix('\'')
        .filter(|it| is_formula(it))
        .unwrap_or(text)
}

/// Returns whether a text begins like a formula, perhaps after apostrophes.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@', '\t', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_comes_back_as_it_was() {
        for (text, expected) in [
            ("=1+2", "'=1+2"),
            ("+2", "'+2"),
            ("-", "'-"),
            ("@a", "'@a"),
            ("\ta", "'\ta"),
            ("'=a", "''=a"),
            ("''=a", "'''=a"),
            ("'a", "'a"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(quoted(text.to_owned()), expected);
            assert_eq!(unquoted(expected), text);
        }
    }
}
