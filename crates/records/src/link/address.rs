//! Divides an address into its parts, and distinguishes addresses from paths of files.

/// An address, divided into its parts. Nothing is decoded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address<'a> {
    /// Whether it begins with a scheme.
    has_scheme: bool,
    /// The host and the path.
    pub path: &'a str,
    query: &'a str,
    fragment: &'a str,
}

/// A part of an address that may hold a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddressPart<'a> {
    /// The name of a parameter; empty if it has none.
    name: &'a str,
    /// The value, as it is written.
    pub value: &'a str,
    /// Whether it is a path, whose names are separated by slashes.
    pub is_path: bool,
}

impl AddressPart<'_> {
    /// Returns whether it is a parameter with this name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Returns the value of the parameter with this name.
pub(super) fn value_of<'a>(parts: &[AddressPart<'a>], name: &str) -> Option<&'a str> {
    let part = parts.iter().find(|part| part.is_named(name));
    part.map(|part| part.value)
}

/// The top-level domains by which an address without a scheme and without a position is known. Others look like
/// paths of files.
const DOMAINS: [&str; 12] = [
    "app", "co", "com", "dev", "info", "io", "jp", "me", "net", "org", "page", "site",
];

impl<'a> Address<'a> {
    /// Divides a text. `None` if it is no address, or that of a file.
    pub fn of(text: &'a str) -> Option<Self> {
        let scheme = text
            .split_once("://")
            .filter(|(scheme, _)| is_scheme(scheme));
        let is_file = scheme.is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("file"));
        let rest = match scheme {
            Some((_, rest)) => rest,
            None => text.strip_prefix("//").unwrap_or(text),
        };
        let is_address = scheme.is_some() || begins_with_host(rest);
        if !is_address || is_file || text.contains(['\n', '\r']) {
            return None;
        }
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        Some(Self {
            has_scheme: scheme.is_some(),
            path,
            query,
            fragment,
        })
    }

    /// Makes an address of a query alone.
    pub const fn of_query(query: &'a str) -> Self {
        Self {
            has_scheme: false,
            path: "",
            query,
            fragment: "",
        }
    }

    /// Returns whether it is an address even if there is no position in it.
    pub fn is_certain(&self) -> bool {
        let (host, path) = self.path.split_once('/').unwrap_or((self.path, ""));
        let (_, end) = host.rsplit_once('.').unwrap_or(("", host));
        let is_known = DOMAINS.iter().any(|it| it.eq_ignore_ascii_case(end));
        let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
        let names_file = self.query.is_empty() && name.contains('.');
        self.has_scheme || is_known && !names_file
    }

    /// Returns the parts: the parameters, the path, and what is in the fragment.
    pub fn parts(&self) -> Vec<AddressPart<'a>> {
        let path = |value| AddressPart {
            name: "",
            value,
            is_path: true,
        };
        let fragment = self.fragment;
        let (route, query) = fragment.split_once('?').unwrap_or((fragment, fragment));
        let mut parts: Vec<_> = parameters(self.query).collect();
        parts.push(path(self.path));
        parts.extend(parameters(query));
        parts.push(path(route));
        parts.retain(|it| !it.value.is_empty());
        parts
    }
}

/// Returns the parameters of a query. In the source of a page, `&amp;` separates them.
fn parameters(query: &str) -> impl Iterator<Item = AddressPart<'_>> {
    query.split('&').map(|parameter| {
        let parameter = parameter.strip_prefix("amp;").unwrap_or(parameter);
        let (name, value) = parameter.split_once('=').unwrap_or(("", parameter));
        AddressPart {
            name,
            value,
            is_path: false,
        }
    })
}

/// Returns whether this is a scheme. One letter is the name of a drive.
fn is_scheme(word: &str) -> bool {
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    word.len() > 1
        && word.starts_with(|it: char| it.is_ascii_alphabetic())
        && word.chars().all(is_of_scheme)
}

/// Returns whether a text begins with the name of a host, and goes on with a path, a query or a fragment.
fn begins_with_host(text: &str) -> bool {
    let Some(end) = text.find(['/', '?', '#']) else {
        return false;
    };
    let labels: Vec<&str> = text[..end].split('.').collect();
    let is_label = |it: &&str| {
        let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
        !it.is_empty() && it.bytes().all(is_sign)
    };
    let last = labels[labels.len() - 1];
    labels.len() > 1
        && labels.iter().all(is_label)
        && last.len() > 1
        && last.bytes().all(|it| it.is_ascii_alphabetic())
        // `sfen.8k/9/…` is an SFEN with points for its blanks.
        && !["position", "sfen", "startpos"].contains(&labels[0])
}
