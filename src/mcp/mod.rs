//! Tools for assistants, over the Model Context Protocol (MCP) on standard input and output.
//!
//! Without tools an assistant guesses when it is asked about a problem. With these tools it passes
//! the problem as it was pasted, and gets a row and a text. Every call is bounded, ends when it is
//! cancelled, and reads no files other than those of one given folder.
//!
//! * `arguments`: the arguments of each tool, with their descriptions. `tools`: the list of the tools for
//!   clients, and the check of a call against it.
//! * `call`: a call under way, within its bounds.
//! * `problem`: the problem of a call, or what is wrong with it. `answering`: `solve`, `check` and `explain_try`.
//!   `asking`: the tools that the workbench answers. `converting`, `finding`: the other two.
//! * `serving`: the protocol, and the calls that wait or work.

mod answering;
mod arguments;
mod asking;
mod call;
mod converting;
mod finding;
mod problem;
mod serving;
mod tools;

pub use call::{Bounds, Server};
