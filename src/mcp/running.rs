//! The run of a server, from the greeting of the client to the end of standard input.

use super::server::Server;
use super::serving::Tools;
use super::stream::Watched;
use rmcp::service::serve_server;
use rmcp::transport::async_rw::AsyncRwTransport;
use std::io;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::watch::channel;

/// The longest message of a client, in bytes. A longer one is ignored.
const LONGEST: usize = 64 << 20;

/// The time in which answers can still be written after the end of standard input.
const GRACE: Duration = Duration::from_secs(2);

impl Server {
    /// Serves the client on standard input and output until standard input ends.
    ///
    /// # Errors
    /// If the system refuses what is needed, or if the client does not begin as the protocol says.
    pub fn run(self) -> io::Result<()> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            // One more thread reads standard input, and one writes standard output.
            .max_blocking_threads(self.bounds.jobs + 2)
            .thread_name("mcp")
            .build()?;
        let result = runtime.block_on(self.serve());
        runtime.shutdown_timeout(GRACE);
        result
    }

    async fn serve(self) -> io::Result<()> {
        let (ended, end) = channel(false);
        let input = Watched::new(tokio::io::stdin(), ended);
        let transport = AsyncRwTransport::new_server(input, tokio::io::stdout());
        let transport = transport.with_max_line_length(LONGEST);
        let tools = Tools::new(self, end.clone());
        let running = match serve_server(tools, transport).await {
            Ok(running) => running,
            // Standard input ended before the client asked for anything.
            Err(_) if *end.borrow() => return Ok(()),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        running.waiting().await.map(drop).map_err(io::Error::other)
    }
}
