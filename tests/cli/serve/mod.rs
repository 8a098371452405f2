//! `tsume serve` over HTTP, as a page or an attacker meets it.
//!
//! - `client.rs`: a server that runs, and requests to it
//! - `calls.rs`: calls that are answered at once or after a short search; more are part of the golden tests
//! - `streams.rs`: judgements and repairs, told as they become known, stopped and left
//! - `goals.rs`: brinkmates, and lengths that records state
//! - `guard.rs`: who gets nothing: other hosts, other pages, guesses, tricks
//! - `bounds.rs`: floods, slow clients, large requests
//! - `running.rs`: addresses, ports, the end

mod bounds;
mod calls;
mod client;
mod goals;
mod guard;
mod running;
mod streams;

/// Mate in one.
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// Mate in five, with cooks.
const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
/// 図巧 100 (1755), 611 plies: far beyond the limits of these tests.
const LONG: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
