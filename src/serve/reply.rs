//! HTTP responses.

use super::events::Events;
use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::json;

/// A response: a whole body, or a stream of events.
pub(super) type Reply = Response<Either<Full<Bytes>, Events>>;

fn with_type(status: StatusCode, kind: &'static str, body: Either<Full<Bytes>, Events>) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    reply.headers_mut().insert(header::CONTENT_TYPE, kind);
    reply
}

/// Returns a response whose body has this media type.
pub(super) fn reply(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Reply {
    with_type(status, kind, Either::Left(Full::new(body.into())))
}

/// Returns a stream of events.
pub(super) fn streaming(events: Events) -> Reply {
    let kind = "text/event-stream; charset=utf-8";
    with_type(StatusCode::OK, kind, Either::Right(events))
}

/// The text of every refusal.
const REFUSAL: &str = "Open the address that `tsume serve` has printed.\n\
    tsume serve が表示したアドレスを開いてください。\n";

const TEXT: &str = "text/plain; charset=utf-8";

/// Returns a refusal for people, with the same text for every status.
pub(super) fn refusal_page(status: StatusCode) -> Reply {
    reply(status, TEXT, REFUSAL)
}

/// Turns the text of a refusal into a JSON error, for a call. Other responses stay as they are.
pub(super) fn refusal_as_json(reply: Reply) -> Reply {
    let (kind, message) = match reply.status() {
        StatusCode::FORBIDDEN => ("token", REFUSAL.trim_end()),
        StatusCode::NOT_FOUND => ("not_found", "there is no such call; この呼び出しはない"),
        StatusCode::METHOD_NOT_ALLOWED => (
            "request",
            "the header `Allow` has the methods of this address; このアドレスのメソッドは Allow にある",
        ),
        _ => return reply,
    };
    let (mut head, _) = match reply.headers().get(header::CONTENT_TYPE) {
        Some(kind) if kind == TEXT => reply.into_parts(),
        _ => return reply,
    };
    let json = HeaderValue::from_static("application/json");
    head.headers.insert(header::CONTENT_TYPE, json);
    let error = json!({"error": {"kind": kind, "message": message, "span": null}});
    Response::from_parts(head, Either::Left(Full::new(error.to_string().into())))
}
