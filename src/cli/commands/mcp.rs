//! `tsume mcp`: tools for assistants.

use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{cannot_read, localized, message_lang};
use crate::cli::shared::{jobs, refuse_impossible};
use crate::cli::values::{count, duration, number, size, thread_count};
use crate::input::AllowedFolder;
use crate::mcp::{Bounds, Server};
use crate::shogi::key;
use anyhow::Context;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

const ABOUT: &str = "\
Give an assistant tools for tsume problems, over the Model Context Protocol (MCP).

An assistant starts this command and talks to it on standard input and output; people do not type \
there. It gets tools to solve, judge, repair, extend, compare, convert and compose problems, so that it \
need not guess. Every call has a limit, and no file is read unless --folder allows it. The server ends with its \
input.";

const EXAMPLES: &str = "\
Examples:
  claude mcp add tsume -- tsume mcp
                                    for Claude Code
  {\"mcpServers\": {\"tsume\": {\"command\": \"tsume\", \"args\": [\"mcp\"]}}}
                                    in the configuration of most other clients
  tsume mcp --folder collections/ --time 5m
                                    similar works are looked for in a folder; up to five minutes a call
  tsume --lang ja mcp               texts in Japanese";

/// Options of `tsume mcp`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(next_help_heading = "Limits")]
pub struct McpArgs {
    /// The folder whose files may be read, to look for similar works [default: none]
    #[arg(long, value_name = "DIR", help_heading = "Input")]
    pub folder: Option<PathBuf>,

    /// The largest text of a call, such as 4MiB, up to 8MiB [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Input")]
    pub input_size: Option<usize>,

    /// The most time of a call, up to 1h; a call that does not say has 20s at most [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// The most search nodes of a call, such as 500k, 10M [default: 100M]
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,

    /// Memory for the tables of each search [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub hash: Option<usize>,

    /// Calls at the same time [default: 2]; the others wait
    #[arg(long, value_name = "N", value_parser = thread_count)]
    pub jobs: Option<NonZeroUsize>,

    /// The most results of a call: problems, similar works; up to 1000 [default: 100]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1000))]
    pub results: Option<usize>,
}

/// The largest `--input-size`, in bytes: such a text has to fit into a message after escaping in JSON.
const MAX_INPUT_BYTES: usize = 8 << 20;

/// The largest `--time`.
const MAX_CALL_TIME: Duration = Duration::from_hours(1);

impl McpArgs {
    /// Serves until the input ends.
    ///
    /// # Errors
    /// If there is no such folder, if the system refuses what is needed, or if the client does not speak
    /// the protocol.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let bounds = self.bounds()?;
        let open = |path| AllowedFolder::new(path).with_context(|| cannot_read(path).0);
        let folder = self.folder.as_deref().map(open).transpose()?;
        // Strangers could build problems whose hashes collide under known keys.
        key::draw();
        refuse_impossible(bounds.hash_bytes, bounds.jobs, 1)?;
        // Nothing is lost if Ctrl-C ends the program at once.
        let _interrupt = Interrupt::install()?;
        let server = Server {
            bounds,
            folder,
            lang: message_lang(),
        };
        let failed = [
            "the connection to the client failed",
            "クライアントとの接続の誤り",
        ];
        server.run().context(localized(failed))?;
        Ok(Exit::Success)
    }

    fn bounds(&self) -> anyhow::Result<Bounds> {
        let defaults = Bounds::default();
        let input_bytes = self.input_size.unwrap_or(defaults.input_bytes);
        if input_bytes > MAX_INPUT_BYTES {
            refuse!(
                "`--input-size` may be 8MiB at most",
                "--input-size は8MiBまで"
            );
        }
        let time = self.time.unwrap_or(defaults.time);
        if time > MAX_CALL_TIME {
            refuse!("`--time` may be 1h at most", "--time は1hまで");
        }
        Ok(Bounds {
            time,
            nodes: self.nodes.unwrap_or(defaults.nodes),
            hash_bytes: self.hash.unwrap_or(defaults.hash_bytes),
            jobs: self.jobs.map_or(defaults.jobs, |it| jobs(Some(it))),
            input_bytes,
            results: self.results.unwrap_or(defaults.results),
        })
    }
}
