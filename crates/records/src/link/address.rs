//! The parts of an address, and what is one.

/// An address, divided into its parts. Nothing is decoded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address<'a> {
    /// Whether it begins with a scheme.
    has_scheme: bool,
    /// The host and the path.
    path: &'a str,
    query: &'a str,
    fragment: &'a str,
}

/// A part of an address that may hold a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The name of a parameter.
    pub name: Option<&'a str>,
    /// The value, as it is written.
    pub value: &'a str,
    /// Whether slashes part names in it.
    pub is_path: bool,
}

/// The ends of names of hosts that an address without a scheme has to have, unless there is a position in
/// it: otherwise it looks like the path of a file.
const DOMAINS: [&str; 12] = [
    "app", "co", "com", "dev", "info", "io", "jp", "me", "net", "org", "page", "site",
];

/// The schemes of files, which are no links.
const OF_FILES: [&str; 2] = ["file", "data"];

impl<'a> Address<'a> {
    /// Divides a text. `None` if it is no address.
    pub fn of(text: &'a str) -> Option<Self> {
        let scheme = scheme(text);
        let rest = match scheme {
            Some(scheme) if OF_FILES.iter().any(|it| it.eq_ignore_ascii_case(scheme)) => {
                return None;
            }
            Some(scheme) => &text[scheme.len() + "://".len()..],
            None => text.strip_prefix("//").unwrap_or(text),
        };
        if text.contains(['\n', '\r']) || scheme.is_none() && !begins_with_host(rest) {
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
    pub fn is_surely_one(&self) -> bool {
        let host = self.path.split(['/', ':']).next().unwrap_or("");
        let end = host.rsplit('.').next().unwrap_or("");
        let is_known = DOMAINS.iter().any(|it| it.eq_ignore_ascii_case(end));
        self.has_scheme || is_known && !self.names_file()
    }

    /// Returns whether the path ends in the name of a file with an extension.
    fn names_file(&self) -> bool {
        let name = self.path.rsplit_once('/').map_or("", |(_, name)| name);
        self.query.is_empty() && name.contains('.')
    }

    /// Returns the host and the path.
    pub const fn path(&self) -> &'a str {
        self.path
    }

    /// Returns the parts: the parameters, the path, and what is in the fragment.
    pub fn parts(&self) -> Vec<Part<'a>> {
        let mut parts: Vec<_> = parameters(self.query).collect();
        let path = |value| Part {
            name: None,
            value,
            is_path: true,
        };
        parts.push(path(self.path));
        let (route, query) = self
            .fragment
            .split_once('?')
            .unwrap_or((self.fragment, self.fragment));
        parts.extend(parameters(query));
        parts.push(path(route));
        parts.retain(|it| !it.value.is_empty());
        parts
    }
}

/// Returns the parameters of a query. In the source of a page, `&amp;` stands between them.
fn parameters(query: &str) -> impl Iterator<Item = Part<'_>> {
    query.split('&').map(|parameter| {
        let parameter = parameter.strip_prefix("amp;").unwrap_or(parameter);
        let (name, value) = match parameter.split_once('=') {
            Some((name, value)) => (Some(name), value),
            None => (None, parameter),
        };
        Part {
            name,
            value,
            is_path: false,
        }
    })
}

/// Returns the scheme before `://`. One letter is the name of a drive.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once("://")?;
    let is_sign = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'-' | b'.');
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme.bytes().all(is_sign);
    is_scheme.then_some(scheme)
}

/// Returns whether a text begins with the name of a host, and goes on with a path, a query or a fragment.
fn begins_with_host(text: &str) -> bool {
    let Some(end) = text.find(['/', '?', '#']) else {
        return false;
    };
    let (host, port) = text[..end].split_once(':').unwrap_or((&text[..end], "80"));
    let is_label = |label: &str| {
        let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
        !label.is_empty() && label.bytes().all(is_sign)
    };
    let labels = || host.split('.');
    let last = labels().next_back().unwrap_or("");
    let first = labels().next().unwrap_or("");
    let is_name = labels().count() > 1
        && last.len() > 1
        && last.bytes().all(|it| it.is_ascii_alphabetic())
        // These are the words before an SFEN with points for its blanks.
        && !["position", "sfen", "startpos"].contains(&first);
    let is_number = host.parse::<std::net::Ipv4Addr>().is_ok();
    (host == "localhost" || is_number || is_name)
        && labels().all(is_label)
        && port.parse::<u16>().is_ok()
}
