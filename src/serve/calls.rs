//! The calls of the workbench as requests.

use super::desk::{Place, Sort};
use super::events::{Events, StopWhenGone, event};
use super::guard::TOKEN;
use super::reply::{Reply, refused, reply, streaming};
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
const LONGEST_NAME: usize = 64;

/// The time in which a whole request has to come.
const WHOLE: Duration = Duration::from_secs(10);

/// The largest request, in bytes. There are whole files among them.
const LARGEST: usize = 24 << 20;

/// The most events that wait for a page that does not read them.
const UNREAD: usize = 4_096;

/// Answers a call.
pub(super) async fn answer(shared: &Arc<Shared>, call: &str, request: Request<Incoming>) -> Reply {
    let (head, body) = request.into_parts();
    let headers = head.headers;
    let sent = headers.get(TOKEN).and_then(|it| it.to_str().ok());
    if !sent.is_some_and(|it| shared.guard.knows(it)) {
        return refused(StatusCode::FORBIDDEN);
    }
    let spoken = headers.get(header::ACCEPT_LANGUAGE);
    let lang = Lang::of_locale(spoken.and_then(|it| it.to_str().ok()).unwrap_or_default());
    let request = match read(&headers, body).await {
        Ok(request) => request,
        Err((status, fault)) => return refusal(status, &fault, lang),
    };
    let lang = if request.get("lang").is_some() {
        lang_of(&request)
    } else {
        lang
    };
    let page = headers.get(PAGE).and_then(|it| it.to_str().ok());
    let page = page
        .filter(|it| it.len() <= LONGEST_NAME)
        .unwrap_or_default();
    if call == "stop" {
        return stop(shared, &request, lang);
    }
    let place = match shared.desk.place(page, sort_of(call)).await {
        Ok(place) => place,
        Err(fault) => return refusal(StatusCode::TOO_MANY_REQUESTS, &fault, lang),
    };
    let call = call.to_owned();
    if STREAMS.contains(&&*call) {
        stream(shared, call, request, place, lang).await
    } else {
        whole(shared, call, request, place, lang).await
    }
}

fn sort_of(call: &str) -> Sort {
    match call {
        "judge" => Sort::Judge,
        "repair" | "extend" => Sort::Repair,
        "compose" => Sort::Compose,
        "node" | "write" => Sort::Search,
        _ => Sort::Quick,
    }
}

/// Reads a request, which has to be JSON, not too large, and soon there.
async fn read(headers: &HeaderMap, body: Incoming) -> Result<Value, (StatusCode, Fault)> {
    let kind = headers.get(header::CONTENT_TYPE);
    // The name of the type in either case, perhaps with parameters behind it.
    let kind = kind.and_then(|it| it.as_bytes().split(|&byte| byte == b';').next());
    let is_json = kind.is_some_and(|it| it.trim_ascii().eq_ignore_ascii_case(b"application/json"));
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
    if length.is_some_and(|it| it > LARGEST) {
        return Err(too_large());
    }
    let whole = Limited::new(body, LARGEST).collect();
    let Ok(bytes) = tokio::time::timeout(WHOLE, whole).await else {
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

/// The error of a request to stop that names no search.
const NO_ID: &str = "`id` has to be a string, that of the event `started`";

fn stop(shared: &Shared, request: &Value, lang: Lang) -> Reply {
    let id = request.get("id").and_then(Value::as_str);
    let id = id.and_then(|it| it.parse().ok());
    match id {
        Some(id) => as_json(StatusCode::OK, &json!({"stopped": shared.desk.stop(id)})),
        None => refusal(StatusCode::BAD_REQUEST, &Fault::request(&NO_ID), lang),
    }
}

/// Answers a call as a whole. The work ends early if the page goes away.
async fn whole(
    shared: &Arc<Shared>,
    call: String,
    request: Value,
    place: Place,
    lang: Lang,
) -> Reply {
    let bench = Arc::clone(&shared.bench);
    let gone = StopWhenGone(Arc::clone(&place.stop));
    let is_about = call == "about";
    let answered = tokio::task::spawn_blocking(move || {
        let work = Work::new(place.id.to_string(), Arc::clone(&place.stop), &|_, _| {});
        bench.call(&call, &request, &work)
    });
    let answer = answered.await;
    drop(gone);
    match answer {
        Ok(Ok(mut value)) => {
            if is_about && let Some(fields) = value.as_object_mut() {
                let (running, most) = shared.desk.searches();
                let searches = json!({"running": running, "most": most});
                fields.insert("searches".to_owned(), searches);
            }
            as_json(StatusCode::OK, &value)
        }
        Ok(Err(fault)) => refusal(status_of(&fault), &fault, lang),
        Err(error) => {
            let fault = Fault::internal(&error.to_string());
            refusal(status_of(&fault), &fault, lang)
        }
    }
}

/// Answers a call with events.
async fn stream(
    shared: &Arc<Shared>,
    call: String,
    request: Value,
    place: Place,
    lang: Lang,
) -> Reply {
    let bench = Arc::clone(&shared.bench);
    let gone = StopWhenGone(Arc::clone(&place.stop));
    let (sender, mut events) = channel(UNREAD);
    let work = tokio::task::spawn_blocking(move || {
        let tell = |name: &'static str, data: Value| send(&sender, &place, event(name, &data));
        let work = Work::new(place.id.to_string(), Arc::clone(&place.stop), &tell);
        let result = bench.stream(&call, &request, &work);
        if let Err(fault) = &result {
            // If the request was not understood, the fault is the answer, and this event is lost.
            tell("fault", fault.to_json(lang));
            tell("done", json!({"reason": "fault"}));
        }
        result
    });
    let first = events.recv().await;
    match first {
        Some(first) if first.starts_with("event: started\n") => {
            streaming(Events::new(first, events, gone))
        }
        _ => {
            let fault = match work.await {
                Ok(Err(fault)) => fault,
                Ok(Ok(())) => Fault::internal("no event"),
                Err(error) => Fault::internal(&error.to_string()),
            };
            refusal(status_of(&fault), &fault, lang)
        }
    }
}

/// Sends an event. Work ends when the page has stopped reading its events.
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

fn refusal(status: StatusCode, fault: &Fault, lang: Lang) -> Reply {
    as_json(status, &fault.to_json(lang))
}

fn as_json(status: StatusCode, value: &Value) -> Reply {
    reply(status, "application/json", value.to_string())
}
