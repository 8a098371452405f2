//! Tests of `tsume mcp` through a client.
//!
//! - `client`: a client
//! - `tools`: every tool, and calls that are refused
//! - `bounds`: limits, calls that are cancelled, the end

mod bounds;
mod client;
mod tools;

use client::Client;
