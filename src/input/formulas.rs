//! Protects texts in tables that a spreadsheet would evaluate as formulas.
//!
//! Titles and names by other people may begin with `=`. An apostrophe before it makes the cell a text
//! (OWASP, *CSV Injection*).

/// Returns a text, with an apostrophe before it if it begins like a formula.
#[must_use]
pub fn quoted(text: String) -> String {
    if is_formula(&text) {
        format!("'{text}")
    } else {
        text
    }
}

/// Returns a text without the apostrophe that [`quoted`] adds.
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
