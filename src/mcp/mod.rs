//! Tools for assistants, over the Model Context Protocol (MCP) on standard input and output.
//!
//! An assistant that has no tools guesses when it is asked about a problem. With them, it passes
//! the problem as it was pasted, and gets a row and a text. Every call is bounded, ends when it is
//! cancelled, and reads no files other than those of one given folder.
//!
//! * `bounds`: the limits of calls. `call`: a call at work. `arguments`: its arguments. `trouble`:
//!   the reason why it has no answer.
//! * `tools`, `schema`, `about`: the descriptions of the tools for clients.
//! * `problem`: the problem of a call. `answering`: `solve`, `check` and `explain_try`.
//!   `converting`, `finding`, `composing`: the other tools. `collection`, `folder`: the works to
//!   compare with.
//! * `server`: the settings of a server. `running`: its run. `serving`: the protocol, and the calls
//!   that wait or work. `stream`: the end of standard input.

mod about;
mod answering;
mod arguments;
mod bounds;
mod call;
mod collection;
mod composing;
mod converting;
mod finding;
mod folder;
mod problem;
mod running;
mod schema;
mod server;
mod serving;
mod stream;
mod tools;
mod trouble;

pub use bounds::Bounds;
pub use folder::Folder;
pub use server::Server;
