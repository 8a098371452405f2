//! Access control: a request needs the token, and has to come from a page of this server.
//!
//! A page of another host cannot read the answers of this server, but it could send requests. The token stops
//! these, because such a page does not know it. The host that the request names has to be this server, so that
//! another host cannot have its own name point to this machine (DNS rebinding).

use super::guests::Guest;
use super::reply::Reply;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Request, StatusCode};
use std::io;
use std::net::{IpAddr, SocketAddr};

/// The header in which the page sends the token. Because it is not a standard header, a browser asks the server
/// before it lets a page of another host send it.
pub(super) const TOKEN: HeaderName = HeaderName::from_static("x-tsume-token");

/// The random bytes of a secret, each of which becomes two digits.
const SECRET_BYTES: usize = 20;

/// The policy for the browser: the page loads nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// The token, and the names of this server.
pub(super) struct Guard {
    token: String,
    port: u16,
    /// The host that the user gave, in small letters.
    host: String,
    /// Whether other machines can reach the server, so that a request may name it by any IP address.
    is_open: bool,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard")
            .field("host", &self.host)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

/// Returns a random secret of hexadecimal digits.
///
/// # Errors
/// If the system has no random numbers.
pub fn secret() -> io::Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    Ok(digits
        .filter_map(|it| char::from_digit(it.into(), 16))
        .collect())
}

/// Returns whether a text has the form of a secret.
#[must_use]
pub fn is_secret(text: &str) -> bool {
    let is_digit = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
    text.len() == 2 * SECRET_BYTES && text.bytes().all(is_digit)
}

/// Returns whether two secrets are equal. The time it takes does not reveal where they differ.
pub(super) fn are_equal_secrets(a: &str, b: &str) -> bool {
    let pairs = a.bytes().zip(b.bytes());
    let differences = pairs.fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && std::hint::black_box(differences) == 0
}

impl Guard {
    pub fn new(token: String, host: &str, address: SocketAddr) -> Self {
        Self {
            token,
            port: address.port(),
            host: host.to_ascii_lowercase(),
            is_open: !address.ip().is_loopback(),
        }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns whether a text is the token.
    pub fn is_token(&self, token: &str) -> bool {
        are_equal_secrets(&self.token, token)
    }

    /// Returns whether `HOST` or `HOST:PORT` stands for this server.
    fn is_own(&self, authority: &str) -> bool {
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                // Browsers write a port without a sign or leading zeros.
                let port = port.parse().ok().filter(|it: &u16| it.to_string() == port);
                (host, port)
            }
            _ => (authority, Some(80)),
        };
        let host = host.to_ascii_lowercase();
        let in_brackets = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        let bare_host = in_brackets.unwrap_or(&host);
        let ip = bare_host.parse::<IpAddr>().ok();
        let is_here = host == "localhost"
            || bare_host == self.host
            || ip.is_some_and(|it| it.is_loopback() || self.is_open);
        port == Some(self.port) && is_here
    }

    /// Returns whether a request may be answered. If it has the token in its path, the connection is trusted from
    /// now on.
    pub fn lets_pass<B>(&self, request: &Request<B>, guest: &Guest) -> bool {
        let authority = request.uri().authority();
        let is_own = authority.is_none_or(|it| self.is_own(it.as_str()));
        let passes = is_own && self.is_from_here(request.headers());
        let first = request.uri().path().split('/').nth(1);
        if passes && first.is_some_and(|it| self.is_token(it)) {
            guest.trust();
        }
        passes
    }

    /// Returns whether a request comes from a page of this server, or from no page at all.
    fn is_from_here(&self, headers: &HeaderMap) -> bool {
        let single_value = |name: &HeaderName| {
            let mut values = headers.get_all(name).iter();
            match (values.next(), values.next()) {
                (Some(value), None) => value.to_str().ok(),
                _ => None,
            }
        };
        let Some(host) = single_value(&header::HOST) else {
            return false;
        };
        if !self.is_own(host) {
            return false;
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = single_value(&header::ORIGIN).and_then(|it| it.strip_prefix("http://"));
            if origin != Some(host) {
                return false;
            }
        }
        let site = HeaderName::from_static("sec-fetch-site");
        !headers.contains_key(&site) || matches!(single_value(&site), Some("same-origin" | "none"))
    }
}

/// Adds to an answer the headers that protect the page, and closes a refused connection.
pub(super) fn with_security_headers(mut reply: Reply) -> Reply {
    let is_refused = reply.status() == StatusCode::FORBIDDEN;
    let headers = reply.headers_mut();
    if is_refused {
        // A refused connection does not keep its place among the connections.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(host: &str, address: &str) -> Guard {
        Guard::new(secret().unwrap(), host, address.parse().unwrap())
    }

    #[test]
    fn only_names_of_the_server_are_its_own() {
        let here = guard("127.0.0.1", "127.0.0.1:5963");
        for own in [
            "127.0.0.1:5963",
            "localhost:5963",
            "LOCALHOST:5963",
            "[::1]:5963",
        ] {
            assert!(here.is_own(own), "{own}");
        }
        for other in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:5963",
            "127.0.0.1.evil.example:5963",
            "localhost.evil.example:5963",
            "192.168.0.1:5963",
            "[::1]",
            "localhost:5963:5963",
            "",
            ":5963",
            "localhost:",
            "localhost:+5963",
            "localhost:05963",
        ] {
            assert!(!here.is_own(other), "{other}");
        }
        let open = guard("0.0.0.0", "0.0.0.0:80");
        assert!(open.is_own("192.168.0.1") && open.is_own("192.168.0.1:80"));
        assert!(!open.is_own("evil.example"));
        let named = guard("desk.example", "192.168.0.1:80");
        assert!(named.is_own("Desk.example") && !named.is_own("other.example"));
    }

    #[test]
    fn secrets_are_compared_whole() {
        let (one, other) = (secret().unwrap(), secret().unwrap());
        assert!(is_secret(&one) && !is_secret(&one[1..]) && !is_secret(&one.to_uppercase()));
        assert!(are_equal_secrets(&one, &one) && !are_equal_secrets(&one, &other));
        assert!(
            !are_equal_secrets(&one, &one[1..])
                && !are_equal_secrets(&one, "")
                && !are_equal_secrets("", &one)
        );
    }
}
