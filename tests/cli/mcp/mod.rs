//! `tsume mcp`, as a client meets it.
//!
//! - `client`: a client
//! - `tools`: every tool, and what is wrong with calls
//! - `bounds`: limits, calls that are cancelled, the end

mod bounds;
mod client;
mod tools;

use client::Client;
