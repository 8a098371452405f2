//! Tools for assistants, over the Model Context Protocol (MCP) on standard input and output.
//!
//! An assistant that is asked about a problem would otherwise guess. A call passes a problem as it was pasted, and
//! gets the row of the answer with a text. Every call is bounded, ends when it is cancelled, and reads no file but
//! those of one folder, if there is one.
//!
//! * `bounds`: what a call may cost. `call`: a call at work. `arguments`: its arguments. `trouble`: why it has no answer.
//! * `tools`, `schema`, `about`: what clients are told of the tools.
//! * `problem`: the problem of a call. `answering`: `solve`, `check` and `explain_try`. `converting`, `finding`,
//!   `composing`: the other tools. `collection`, `folder`: where similar works are looked for.
//! * `server`: what it allows. `running`: its run. `serving`: the protocol, and who waits for whom. `stream`: the end of standard input.

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
