//! Answers HTTP requests with the calls of the workbench.

use super::desk::{Place, Sort};
use super::events::{Events, StopWhenGone, event};
use super::guard::TOKEN;
use super::reply::{Reply, refusal_page, reply, streaming};
use super::rows::{ROWS, rows};
use super::shared::Shared;
use crate::vocabulary::Lang;
use crate::workbench::{Fault, FaultKind, STREAMS, Work, lang_of};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName};
use hyper::{Request, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, channel};

/// The header in which a page sends its name, so that one page does not end the searches of another.
const PAGE: HeaderName = HeaderName::from_static("x-tsume-page");

/// The longest name of a page.
const MAX_NAME_BYTES: usize = 64;

/// The time in which a whole request has to come.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The largest request. It may have a whole file in it.
const MAX_REQUEST_BYTES: usize = 24 << 20;

/// The most events that wait for a page that does not read them.
const MAX_UNREAD_EVENTS: usize = 4_096;

/// Answers a call.
pub(super) async fn answer(shared: &Arc<Shared>, call: &str, request: Request<Incoming>) -> Reply {
    let (head, body) = request.into_parts();
    let headers = head.headers;
    let token = headers.get(TOKEN).and_then(|it| it.to_str().ok());
    if !token.is_some_and(|it| shared.guard.is_token(it)) {
        return refusal_page(StatusCode::FORBIDDEN);
    }
    let locale = headers.get(header::ACCEPT_LANGUAGE);
    let lang = Lang::of_locale(locale.and_then(|it| it.to_str().ok()).unwrap_or_default());
    let request = match read(&headers, body).await {
        Ok(request) => request,
        Err((status, fault)) => return fault_reply(status, &fault, lang),
    };
    let lang = if request.get("lang").is_some() {
        lang_of(&request)
    } else {
        lang
    };
    let page = headers.get(PAGE).and_then(|it| it.to_str().ok());
    let page = page
        .filter(|it| it.len() <= MAX_NAME_BYTES)
        .unwrap_or_default();
    if call == "stop" {
        return stop(shared, &request, lang);
    }
    let place = match shared.desk.place(page, sort_of(call)).await {
        Ok(place) => place,
        Err(fault) => return fault_reply(StatusCode::TOO_MANY_REQUESTS, &fault, lang),
    };
    let call = call.to_owned();
    if STREAMS.contains(&&*call) || call == ROWS {
        stream(shared, call, request, place, lang).await
    } else {
        single_answer(shared, call, request, place, lang).await
    }
}

/// Returns the sort of work of a call.
fn sort_of(call: &str) -> Sort {
    match call {
        "judge" => Sort::Judge,
        "repair" | "extend" => Sort::Repair,
        "compose" => Sort::Compose,
        ROWS => Sort::Rows,
        "node" | "write" | "row" | "report" => Sort::Search,
        _ => Sort::Quick,
    }
}

/// Reads a request. It has to be a JSON object of bounded size, and to come in bounded time.
async fn read(headers: &HeaderMap, body: Incoming) -> Result<Value, (StatusCode, Fault)> {
    let content_type = headers.get(header::CONTENT_TYPE);
    // Parameters may follow the type.
    let media_type = content_type.and_then(|it| it.as_bytes().split(|&byte| byte == b';').next());
    let is_json =
        media_type.is_some_and(|it| it.trim_ascii().eq_ignore_ascii_case(b"application/json"));
    if !is_json {
        let fault = Fault::request(&"`Content-Type` is not `application/json`");
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, fault));
    }
    let too_large = || {
        let message = ["the request is too large", "要求が大きすぎる"];
        let fault = Fault::new(FaultKind::Request, message);
        (StatusCode::PAYLOAD_TOO_LARGE, fault)
    };
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|it| it > MAX_REQUEST_BYTES) {
        return Err(too_large());
    }
    let body = Limited::new(body, MAX_REQUEST_BYTES).collect();
    let Ok(bytes) = tokio::time::timeout(REQUEST_TIMEOUT, body).await else {
        let message = ["the request did not come in time", "要求が時間内に届かない"];
        let fault = Fault::new(FaultKind::Request, message);
        return Err((StatusCode::REQUEST_TIMEOUT, fault));
    };
    let bytes = match bytes {
        Ok(bytes) => bytes.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return Err(too_large()),
        Err(error) => return Err((StatusCode::BAD_REQUEST, Fault::request(&error))),
    };
    let bad = |reason: &dyn ToString| {
        let fault = Fault::request(&reason.to_string());
        (StatusCode::BAD_REQUEST, fault)
    };
    let request: Value = serde_json::from_slice(&bytes).map_err(|error| bad(&error))?;
    if request.is_object() {
        Ok(request)
    } else {
        Err(bad(&"it is not an object"))
    }
}

/// The reason to refuse a request to stop that names no search.
const NO_ID: &str = "`id` has to be a string, that of the event `started`";

/// Stops the search that a request names.
fn stop(shared: &Shared, request: &Value, lang: Lang) -> Reply {
    let id = request.get("id").and_then(Value::as_str);
    let id = id.and_then(|it| it.parse().ok());
    match id {
        Some(id) => as_json(StatusCode::OK, &json!({"stopped": shared.desk.stop(id)})),
        None => fault_reply(StatusCode::BAD_REQUEST, &Fault::request(&NO_ID), lang),
    }
}

/// Answers a call with one JSON value. The work ends early if the page goes away.
async fn single_answer(
    shared: &Arc<Shared>,
    call: String,
    request: Value,
    place: Place,
    lang: Lang,
) -> Reply {
    let bench = Arc::clone(&shared.bench);
    let stop_when_gone = StopWhenGone(Arc::clone(&place.stop));
    let is_about = call == "about";
    let answer = tokio::task::spawn_blocking(move || {
        let work = Work::new(place.id.to_string(), Arc::clone(&place.stop), &|_, _| {});
        bench.call(&call, &request, &work)
    });
    // If the page goes away, this function is dropped here, and with it the guard.
    let answer = answer.await;
    drop(stop_when_gone);
    match answer {
        Ok(Ok(mut value)) => {
            if is_about && let Some(fields) = value.as_object_mut() {
                let (running, max) = shared.desk.searches();
                let searches = json!({"running": running, "most": max});
                fields.insert("searches".to_owned(), searches);
            }
            as_json(StatusCode::OK, &value)
        }
        Ok(Err(fault)) => fault_reply(status_of(&fault), &fault, lang),
        Err(error) => {
            let fault = Fault::internal(&error.to_string());
            fault_reply(status_of(&fault), &fault, lang)
        }
    }
}

/// Answers a call with events. A request that is not understood gets an error instead.
async fn stream(
    shared: &Arc<Shared>,
    call: String,
    request: Value,
    place: Place,
    lang: Lang,
) -> Reply {
    let bench = Arc::clone(&shared.bench);
    let stop_when_gone = StopWhenGone(Arc::clone(&place.stop));
    let desk = Arc::clone(&shared.desk);
    let (sender, mut events) = channel(MAX_UNREAD_EVENTS);
    let work = tokio::task::spawn_blocking(move || {
        let tell = |name: &'static str, data: Value| send(&sender, &place, event(name, &data));
        let work = Work::new(place.id.to_string(), Arc::clone(&place.stop), &tell);
        let result = if call == ROWS {
            rows(&bench, &request, &work, &|| desk.searches().0 > 1)
        } else {
            bench.stream(&call, &request, &work)
        };
        if let Err(fault) = &result {
            // If the request was not understood, nobody reads these events: the fault itself is the answer.
            tell("fault", fault.to_json(lang));
            tell("done", json!({"reason": "fault"}));
        }
        result
    });
    let first = events.recv().await;
    match first {
        Some(first) if first.starts_with("event: started\n") => {
            streaming(Events::new(first, events, stop_when_gone))
        }
        _ => {
            let fault = match work.await {
                Ok(Err(fault)) => fault,
                Ok(Ok(())) => Fault::internal("no event"),
                Err(error) => Fault::internal(&error.to_string()),
            };
            fault_reply(status_of(&fault), &fault, lang)
        }
    }
}

/// Sends an event. If the page does not read its events, ends the work.
fn send(sender: &Sender<String>, place: &Place, event: String) {
    match sender.try_send(event) {
        Ok(()) => {}
        Err(TrySendError::Full(_) | TrySendError::Closed(_)) => {
            place.stop.store(true, Ordering::Relaxed);
        }
    }
}

const fn status_of(fault: &Fault) -> StatusCode {
    match fault.kind {
        FaultKind::NotFound => StatusCode::NOT_FOUND,
        FaultKind::Busy => StatusCode::TOO_MANY_REQUESTS,
        FaultKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        FaultKind::Unsupported => StatusCode::NOT_IMPLEMENTED,
        FaultKind::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::BAD_REQUEST,
    }
}

fn fault_reply(status: StatusCode, fault: &Fault, lang: Lang) -> Reply {
    as_json(status, &fault.to_json(lang))
}

fn as_json(status: StatusCode, value: &Value) -> Reply {
    reply(status, "application/json", value.to_string())
}
