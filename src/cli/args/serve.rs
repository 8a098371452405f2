//! `tsume serve`.

use super::values::{number, size};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

pub(super) const ABOUT: &str = "\
Run the workbench for composers in the browser.

A local web application: set up a position, see at once whether it is sound, change it and see what \
changed. Everything is in this program; nothing is fetched from a network. The address that it prints \
holds a secret of yours; whoever knows it can use the workbench. The server listens only on this machine unless \
--host says otherwise. It runs until Ctrl-C.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume serve --open                start, and open the page in the browser
  tsume serve problems/*.sfen       with these problems at the side of the board; similar works are
                                    looked for in them
  tsume serve --port 0              on any port that is free

Exit status:
  0    the page is written into the folder
  2    wrong usage, or the server cannot listen
  130  ended by Ctrl-C";

/// Options of `tsume serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Files of problems, in any format, and folders
    #[arg(value_name = "FILE")]
    pub inputs: Vec<OsString>,

    /// The port; 0 for any that is free
    ///
    /// A browser keeps the versions of a workbench by host and port, so stay with one.
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 5963,
        value_parser = number(0..=u16::MAX),
        help_heading = "Network"
    )]
    pub port: u16,

    /// The host to listen on: a name or a number
    ///
    /// With 0.0.0.0 or a number of this machine in a network, others can reach the workbench, over a
    /// connection that is not encrypted.
    #[arg(
        long,
        value_name = "HOST",
        default_value = "127.0.0.1",
        help_heading = "Network"
    )]
    pub host: String,

    /// Draw a new secret for the address
    ///
    /// The address stays the same from run to run, so that an open page goes on. With a new secret, pages
    /// and bookmarks of before get nothing any more.
    #[arg(long, help_heading = "Network")]
    pub new_address: bool,

    /// Write the page into a folder, for a web host, and end
    ///
    /// Such a page needs no server, but the engine in a file of its own, `tsume.wasm`; `bindings/wasm` in the
    /// source builds it.
    #[arg(long = "static", value_name = "DIR", help_heading = "Output")]
    #[arg(conflicts_with_all = ["inputs", "port", "host", "new_address", "open", "hash"])]
    pub folder: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long, help_heading = "Output")]
    pub open: bool,

    /// Memory for the tables of each search, such as 64MiB, 4GiB [default: 256MiB]
    #[arg(long, value_parser = size, value_name = "SIZE", help_heading = "Limits")]
    pub hash: Option<usize>,

    /// Do not say what the page is for; print the address alone
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}
