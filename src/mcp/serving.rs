//! The protocol: the list of tools, and the way of a call from its arguments to its answer.

use super::about::INSTRUCTIONS;
use super::arguments::{Arguments, shortened};
use super::call::{Answer, Call, Step, Teller};
use super::server::Server;
use super::tools::{Described, tools};
use super::trouble::Trouble;
use crate::judge::guarded;
use crate::vocabulary::Lang;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    JsonObject, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Semaphore, watch};

/// The most calls that wait for their turn.
const WAITING: usize = 32;

/// The time that calls have to end by themselves after the end of standard input.
const FAREWELL: Duration = Duration::from_secs(1);

/// The tools of a server, and the calls under way.
#[derive(Clone)]
pub(super) struct Tools {
    shared: Arc<Shared>,
}

struct Shared {
    server: Server,
    tools: Vec<Described>,
    turns: Semaphore,
    /// The number of calls that wait or work.
    calls: AtomicUsize,
    /// Whether standard input has ended.
    end: watch::Receiver<bool>,
}

/// Counts a call until it is dropped.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops the work of a call when it is dropped: nobody waits for the answer any more.
struct StopWhenGone(Arc<AtomicBool>);

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Tools {
    pub fn new(server: Server, end: watch::Receiver<bool>) -> Self {
        let shared = Shared {
            tools: tools(server.lang, &server.bounds),
            turns: Semaphore::new(server.bounds.jobs),
            calls: AtomicUsize::new(0),
            server,
            end,
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Waits for a turn, and does the work of a call on a thread of its own.
    async fn work(
        &self,
        which: usize,
        arguments: JsonObject,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let shared = &self.shared;
        let lang = shared.language(&arguments);
        let counted = Counted(&shared.calls);
        let calls = shared.calls.fetch_add(1, Ordering::Relaxed);
        if calls >= WAITING + shared.server.bounds.jobs {
            return failed(&busy(), lang);
        }
        let cancelled = context.ct.clone().cancelled_owned();
        let mut is_over = std::pin::pin!(over(cancelled, shared.end.clone()));
        let _turn = tokio::select! {
            turn = shared.turns.acquire() => turn,
            () = &mut is_over => return failed(&Trouble::stopped(), lang),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = StopWhenGone(Arc::clone(&stop));
        let token = context.meta.get_progress_token();
        let (sender, mut steps) = channel(4);
        let sender = token.is_some().then_some(sender);
        let this = self.clone();
        let work = move || this.answer(which, &arguments, lang, stop, sender);
        let mut work = tokio::task::spawn_blocking(work);
        let mut is_told = false;
        let answered = loop {
            tokio::select! {
                answered = &mut work => break answered,
                () = &mut is_over, if !is_told => {
                    stopper.0.store(true, Ordering::Relaxed);
                    is_told = true;
                }
                Some(step) = next(&mut steps) => {
                    let Some(token) = token.clone() else { continue };
                    let step: Step = step;
                    let told = ProgressNotificationParam::new(token, step.seconds).with_message(step.message);
                    let _ = context.peer.notify_progress(told).await;
                }
            }
        };
        drop(counted);
        match answered {
            Ok(Ok(answer)) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
                result.structured_content = Some(answer.structured);
                result
            }
            Ok(Err(trouble)) => failed(&trouble, lang),
            Err(error) => failed(&Trouble::internal(&error.to_string()), lang),
        }
    }

    /// Answers a call. A panic becomes an error, so that the server goes on.
    fn answer(
        &self,
        which: usize,
        given: &JsonObject,
        lang: Lang,
        stop: Arc<AtomicBool>,
        steps: Option<Sender<Step>>,
    ) -> Result<Answer, Trouble> {
        let Server { bounds, folder, .. } = &self.shared.server;
        let described = &self.shared.tools[which];
        let known = described.tool.input_schema.get("properties");
        let known = known
            .and_then(|it| it.as_object())
            .cloned()
            .unwrap_or_default();
        let arguments = Arguments::of(given, &known)?;
        arguments.language(lang)?;
        let tell = steps.map(|steps| {
            move |step: Step| {
                // A message is dropped if the client does not read fast enough.
                let _ = steps.try_send(step);
            }
        });
        let call = Call {
            arguments,
            bounds,
            folder: folder.as_ref(),
            lang,
            stop,
            teller: Teller::new(tell.as_ref().map(|it| it as &(dyn Fn(Step) + Sync))),
        };
        guarded(|| (described.answer)(&call)?.bounded(lang))
            .unwrap_or_else(|reason| Err(Trouble::internal(&reason)))
    }
}

impl Shared {
    /// Returns the language of an answer, even if the call names an unknown one.
    fn language(&self, arguments: &JsonObject) -> Lang {
        let word = arguments.get("language").and_then(|it| it.as_str());
        word.and_then(Lang::from_word).unwrap_or(self.server.lang)
    }
}

/// Waits for the next message. After the last one it never returns.
async fn next(steps: &mut Receiver<Step>) -> Option<Step> {
    match steps.recv().await {
        Some(step) => Some(step),
        None => std::future::pending().await,
    }
}

/// Waits until a call is cancelled, or until [`FAREWELL`] after the end of standard input.
async fn over(cancelled: impl Future<Output = ()>, mut end: watch::Receiver<bool>) {
    let ended = async {
        let _ = end.wait_for(|it| *it).await.is_ok();
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = cancelled => {}
        () = ended => {}
    }
}

/// Returns the result of a call that has no answer.
fn failed(trouble: &Trouble, lang: Lang) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(trouble.in_lang(lang))])
}

fn busy() -> Trouble {
    Trouble::new([
        "too many calls are waiting: try again when some are answered",
        "待っている要求が多すぎる：いくつか答えが出てからやり直す",
    ])
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let lang = self.shared.server.lang;
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(
                Implementation::new("tsume", env!("CARGO_PKG_VERSION"))
                    .with_title(lang.of(["Tsume shogi", "詰将棋"])),
            )
            .with_instructions(lang.of(INSTRUCTIONS))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.shared.tools.iter().map(|it| it.tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tools = self.shared.tools.iter();
        tools
            .find(|it| it.tool.name == name)
            .map(|it| it.tool.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut tools = self.shared.tools.iter();
        let Some(which) = tools.position(|it| it.tool.name == request.name) else {
            let name = shortened(&request.name);
            let lang = self.shared.server.lang;
            let message = both!(
                lang,
                "there is no tool `{name}`",
                "{name} というツールはない"
            );
            return Err(ErrorData::invalid_params(message, None));
        };
        let arguments = request.arguments.unwrap_or_default();
        Ok(self.work(which, arguments, context).await.into())
    }
}
