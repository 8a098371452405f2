//! Speaks the protocol: lists the tools, and takes each call from its arguments to its answer.

use super::call::{Answered, Call, Server, internal_error, stopped_error};
use super::tools::{ToolEntry, tools};
use crate::judge::guarded;
use crate::search::Stopwatch;
use crate::vocabulary::Lang;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, serve_server};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, ServerHandler};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};
use tokio::time::{interval, sleep};

/// The description of the server as a whole.
const INSTRUCTIONS: &str = "Answers questions about tsume shogi (詰将棋, shogi mating problems) with proofs. Do not guess \
    lengths, lines or defects of a problem: pass the diagram as it was given to `solve` (is there a mate, how long, by \
    which line) or `check` (is it a sound composition, or are there cooks), `explain_try` to see why a move fails, and \
    `reply` to play. \
    Quote the line as the answer writes it. A verdict `unknown` or a limit means that it is not known.";

/// The longest message of a client. A longer one is ignored.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// The most calls that wait for their turn.
const MAX_WAITING: usize = 32;

/// The time after the end of standard input in which calls may end by themselves. Then they are stopped.
const CALL_GRACE: Duration = Duration::from_secs(1);

/// The time in which the last answers may be written after all calls have ended.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// The shortest time between two messages about the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

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
        runtime.shutdown_timeout(SHUTDOWN_GRACE);
        result
    }

    async fn serve(self) -> io::Result<()> {
        // Standard input is copied, so that its end is seen at once and calls under way end, too.
        let (end_sender, end) = watch::channel(false);
        let (mut writer, input) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let _ = tokio::io::copy(&mut tokio::io::stdin(), &mut writer).await;
            end_sender.send_replace(true);
        });
        let transport = AsyncRwTransport::new_server(input, tokio::io::stdout());
        let transport = transport.with_max_line_length(MAX_MESSAGE_BYTES);
        let shared = Shared {
            tools: tools(&self.bounds),
            places: Semaphore::new(self.bounds.jobs + MAX_WAITING),
            turns: Semaphore::new(self.bounds.jobs),
            server: self,
            end: end.clone(),
        };
        let running = match serve_server(Tools(Arc::new(shared)), transport).await {
            Ok(running) => running,
            // Standard input ended before the client asked for anything.
            Err(_) if *end.borrow() => return Ok(()),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        running.waiting().await.map(drop).map_err(io::Error::other)
    }
}

/// The tools of a server, and the calls under way.
#[derive(Clone)]
struct Tools(Arc<Shared>);

/// The state that all calls share.
struct Shared {
    server: Server,
    tools: Vec<ToolEntry>,
    /// A permit for each call that waits or works.
    places: Semaphore,
    /// A permit for each call that works.
    turns: Semaphore,
    /// Whether standard input has ended.
    end: watch::Receiver<bool>,
}

impl Tools {
    /// Waits for a turn, and answers a call on a thread of its own. A panic becomes an error, so that the
    /// server goes on.
    async fn work(
        &self,
        tool_index: usize,
        request: CallToolRequestParams,
        lang: Lang,
        context: RequestContext<RoleServer>,
    ) -> Answered {
        let Ok(_place) = self.0.places.try_acquire() else {
            return Err(too_many());
        };
        let mut end = self.0.end.clone();
        let input_ended = async {
            let _ = end.wait_for(|has_ended| *has_ended).await.is_ok();
            sleep(CALL_GRACE).await;
        };
        let is_over = async {
            tokio::select! {
                () = context.ct.cancelled() => {}
                () = input_ended => {}
            }
        };
        let mut is_over = std::pin::pin!(is_over);
        let _turn = tokio::select! {
            turn = self.0.turns.acquire() => turn,
            () = &mut is_over => return Err(stopped_error()),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (progress, mut latest) = watch::channel(String::new());
        let (shared, call_stop) = (Arc::clone(&self.0), Arc::clone(&stop));
        let mut work = tokio::task::spawn_blocking(move || {
            let mut given = request.arguments.unwrap_or_default();
            given.retain(|_, value| !value.is_null());
            let call = Call {
                server: &shared.server,
                given: given.into(),
                lang,
                stop: call_stop,
                stopwatch: Stopwatch::start(),
                progress,
            };
            guarded(|| shared.tools[tool_index].answer(&call))
        });
        let token = context.meta.get_progress_token();
        let stopwatch = Stopwatch::start();
        let mut ticks = interval(PROGRESS_INTERVAL);
        loop {
            tokio::select! {
                answered = &mut work => return match answered {
                    Ok(Ok(answer)) => answer,
                    Ok(Err(reason)) => Err(internal_error(&reason)),
                    Err(reason) => Err(internal_error(&reason)),
                },
                () = &mut is_over, if !stop.load(Ordering::Relaxed) => stop.store(true, Ordering::Relaxed),
                _ = ticks.tick() => {
                    if let (Some(token), Ok(true)) = (&token, latest.has_changed()) {
                        let message = latest.borrow_and_update().clone();
                        let seconds = stopwatch.elapsed().as_secs_f64();
                        let progress = ProgressNotificationParam::new(token.clone(), seconds);
                        let _ = context.peer.notify_progress(progress.with_message(message)).await;
                    }
                }
            }
        }
    }
}

says! {
    too_many(): "too many calls are waiting: try again when some are answered", "待っている要求が多すぎる：いくつか答えが出てからやり直す";
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("tsume", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(name.with_title("Tsume shogi"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.0.tools.iter().map(|it| it.tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut tools = self.0.tools.iter();
        let Some(tool_index) = tools.position(|it| it.tool.name == request.name) else {
            return Err(ErrorData::invalid_params("there is no such tool", None));
        };
        // Errors about the arguments have the language of the answer, too, so it is read before them.
        let given = request.arguments.as_ref();
        let word = given.and_then(|it| it.get("language")?.as_str());
        let lang = word.and_then(Lang::from_word);
        let lang = lang.unwrap_or(self.0.server.lang);
        let answer = self.work(tool_index, request, lang, context).await;
        let answer = answer.unwrap_or_else(|why| {
            CallToolResult::error(vec![ContentBlock::text(why.into_lang(lang))])
        });
        Ok(answer.into())
    }
}
