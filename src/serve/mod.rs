//! The workbench over HTTP, with its page, for one person's browser.
//!
//! [`Server`] listens, by default only on this machine. It refuses requests without the token of the address,
//! and those from pages of other hosts. Requests, connections and searches are bounded. A search ends when its
//! page goes away.
//!
//! * `guard`: access control. `calls`: the calls of the workbench. `desk`: the turns of searches.
//! * `rows`: the rows of many problems, several at a time.
//! * `guests`: the bound of connections. `patience`: ends connections that no longer respond.
//! * `reply`: responses. `events`: a response of events. `page`: the files of the page, which
//!   are part of the program. `site`: the page without a server. `problem_page`: its pages for posts.

mod calls;
mod desk;
mod events;
mod guard;
mod guests;
mod joined;
mod page;
mod patience;
mod problem_page;
mod reply;
mod rows;
mod shared;
mod site;

use crate::workbench::Workbench;
use desk::Desk;
pub use desk::MAX_SEARCHES;
use guard::Guard;
pub use guard::{is_secret, secret};
use guests::{Guest, Guests};
use hyper::body::Incoming;
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
pub use problem_page::{SiteFile, problem_pages};
use reply::{Reply, refusal_page, reply};
use shared::Shared;
pub use site::Site;
use std::borrow::Cow;
use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::watch::{Receiver, channel};
use tokio::task::JoinSet;

/// The time in which the head of a request has to come.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// The largest head of a request.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// The time between two looks at the flag that ends the server.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// The time that searches and answers have to end when the server does.
const GRACE: Duration = Duration::from_secs(2);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    /// The host that the user gave, without brackets.
    host: String,
    shared: Arc<Shared>,
}

impl Server {
    /// Listens on a host and a port; with the port 0 on any that is free. Requests need the token.
    ///
    /// # Errors
    /// If the host is not known, or if the port is taken.
    pub fn bind(host: &str, port: u16, token: String, bench: Workbench) -> io::Result<Self> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let unknown = || io::Error::new(io::ErrorKind::AddrNotAvailable, "unknown host");
        let mut addresses = (bare, port).to_socket_addrs()?;
        let listener = TcpListener::bind(addresses.next().ok_or_else(unknown)?)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self {
            listener,
            address,
            host: bare.to_owned(),
            shared: Arc::new(Shared {
                bench: Arc::new(bench),
                desk: Arc::new(Desk::new(usize::MAX)),
                guard: Guard::new(token, bare, address),
                single_use_secret: Mutex::new(None),
            }),
        })
    }

    /// Lowers the number of searches at the same time to `max`.
    #[must_use]
    pub fn with_searches(mut self, max: usize) -> Self {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.desk = Arc::new(Desk::new(max));
        }
        self
    }

    /// Returns whether other machines can reach the server.
    #[must_use]
    pub const fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Returns the scheme, host and port of the address.
    fn base(&self) -> String {
        let (ip, port) = (self.address.ip(), self.address.port());
        let host = match ip {
            // A browser cannot go to an address that stands for all interfaces.
            _ if ip.is_unspecified() && ip.is_ipv4() => "127.0.0.1".to_owned(),
            _ if ip.is_unspecified() => "[::1]".to_owned(),
            // A name such as `localhost` has several addresses, and another program that listens on one of them could
            // get the secret. So a name is used only for an address in a network.
            _ if self.host.parse::<std::net::IpAddr>().is_err() && !ip.is_loopback() => {
                self.host.clone()
            }
            std::net::IpAddr::V4(ip) => ip.to_string(),
            std::net::IpAddr::V6(ip) => format!("[{ip}]"),
        };
        format!("http://{host}:{port}")
    }

    /// Returns the address of the page, which holds the token.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}/{}/", self.base(), self.shared.guard.token())
    }

    /// Returns an address that leads to the page once. It can be an argument of another program, because it is of no
    /// use to anybody who sees it there later.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn single_use_address(&self) -> io::Result<String> {
        let secret = guard::secret()?;
        let address = format!("{}/open/{secret}", self.base());
        let single_use_secret = &self.shared.single_use_secret;
        *single_use_secret
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(secret);
        Ok(address)
    }

    /// Serves until the flag is set. Then all searches end, and answers under way are finished if that does
    /// not take long.
    ///
    /// # Errors
    /// If the system refuses what is needed.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(desk::THREADS)
            .thread_name("serve")
            .build()?;
        let result = runtime.block_on(accept(self.listener, &self.shared, stop));
        runtime.shutdown_timeout(GRACE);
        result
    }
}

/// Accepts connections until the flag is set.
async fn accept(listener: TcpListener, shared: &Arc<Shared>, stop: &AtomicBool) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut guests = Guests::default();
    let (end, _) = channel(false);
    let mut connections = JoinSet::new();
    let mut poll = tokio::time::interval(POLL_INTERVAL);
    loop {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        while connections.try_join_next().is_some() {}
        if !guests.has_room() {
            poll.tick().await;
            continue;
        }
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = poll.tick() => continue,
        };
        let Ok((stream, _)) = accepted else {
            // No descriptor is free, or the other side gave up. Both pass.
            guests.end_oldest_untrusted();
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        let guest = Guest::default();
        let connection = serve(stream, Arc::clone(shared), guest.clone(), end.subscribe());
        guests.add(guest, connections.spawn(connection));
        // Open connections get their turn before the next one is accepted.
        tokio::task::yield_now().await;
    }
    drop(listener);
    shared.desk.stop_all();
    // Answers under way are finished; idle connections end at once.
    let _ = end.send(true);
    let all_ended = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(GRACE, all_ended).await;
    Ok(())
}

/// Serves a connection until it ends by itself, or `end` is sent.
async fn serve(stream: TcpStream, shared: Arc<Shared>, guest: Guest, mut end: Receiver<bool>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES);
    let io = TokioIo::new(Box::pin(patience::with_timeouts(stream)));
    let service =
        service_fn(async |request| Ok::<_, Infallible>(answer(&shared, &guest, request).await));
    let mut connection = std::pin::pin!(http.serve_connection(io, service));
    // An error ends only this connection.
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = end.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Answers a request. Every answer has the headers that protect the page.
async fn answer(shared: &Arc<Shared>, guest: &Guest, request: Request<Incoming>) -> Reply {
    let is_call = request.uri().path().split('/').nth(2) == Some("api");
    let reply = if shared.guard.lets_pass(&request, guest) {
        route(shared, request).await
    } else {
        refusal_page(StatusCode::FORBIDDEN)
    };
    guard::with_security_headers(if is_call {
        reply::refusal_as_json(reply)
    } else {
        reply
    })
}

/// Answers a request by its path: `/TOKEN/` is the page, `/TOKEN/FILE` a file of it, `/TOKEN/api/CALL` a call
/// of the workbench, and `/open/SECRET` leads to the page once.
async fn route(shared: &Arc<Shared>, request: Request<Incoming>) -> Reply {
    let path = request.uri().path().to_owned();
    let path = path.strip_prefix('/').unwrap_or(&path);
    let (token, rest) = match path.split_once('/') {
        Some((token, rest)) => (token, Some(rest)),
        None => (path, None),
    };
    let is_name = |it: &str| !it.is_empty() && !it.contains('/');
    let is_post = *request.method() == Method::POST;
    let is_get = *request.method() == Method::GET;
    let is_get_or_head = is_get || *request.method() == Method::HEAD;
    let call = rest.and_then(|it| it.strip_prefix("api/"));
    match (rest, call) {
        _ if token.is_empty() => refusal_page(StatusCode::NOT_FOUND),
        (Some(secret), _) if token == "open" && is_name(secret) => {
            // A request of another method does not use the address up.
            if is_get {
                open(shared, secret)
            } else {
                wrong_method("GET")
            }
        }
        _ if !shared.guard.is_token(token) => refusal_page(StatusCode::FORBIDDEN),
        (_, Some(call)) if is_name(call) && is_post => calls::answer(shared, call, request).await,
        (_, Some(call)) if is_name(call) => wrong_method("POST"),
        _ if !is_get_or_head => wrong_method("GET, HEAD"),
        (None, _) => redirect(&format!("/{token}/")),
        (Some(""), _) => page_file("index.html"),
        (Some(file), _) => page_file(file),
    }
}

/// Refuses the method of a request, and names those that its path has.
fn wrong_method(methods: &'static str) -> Reply {
    let mut reply = refusal_page(StatusCode::METHOD_NOT_ALLOWED);
    let methods = HeaderValue::from_static(methods);
    reply.headers_mut().insert(header::ALLOW, methods);
    reply
}

/// Redirects to the page, if the single-use address was not used before.
fn open(shared: &Shared, secret: &str) -> Reply {
    let expected = &shared.single_use_secret;
    let mut expected = expected.lock().unwrap_or_else(PoisonError::into_inner);
    let is_valid = expected
        .as_deref()
        .is_some_and(|it| guard::are_equal_secrets(it, secret));
    if !is_valid {
        return refusal_page(StatusCode::FORBIDDEN);
    }
    *expected = None;
    redirect(&format!("/{}/", shared.guard.token()))
}

/// Redirects to another address.
fn redirect(address: &str) -> Reply {
    let Ok(address) = HeaderValue::from_str(address) else {
        return refusal_page(StatusCode::NOT_FOUND);
    };
    let mut reply = reply(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
    reply.headers_mut().insert(header::LOCATION, address);
    reply
}

/// Returns a file of the page. Only names in the table of files are known.
fn page_file(name: &str) -> Reply {
    match page::file(name) {
        Some((kind, Cow::Borrowed(bytes))) => reply(StatusCode::OK, kind, bytes),
        Some((kind, Cow::Owned(bytes))) => reply(StatusCode::OK, kind, bytes),
        None => refusal_page(StatusCode::NOT_FOUND),
    }
}
