//! Answers as HTTP has them.

use super::events::Events;
use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::json;

/// An answer: a whole one, or one that goes on.
pub(super) type Reply = Response<Either<Full<Bytes>, Events>>;

fn of_kind(status: StatusCode, kind: &'static str, body: Either<Full<Bytes>, Events>) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    reply.headers_mut().insert(header::CONTENT_TYPE, kind);
    reply
}

/// Returns an answer of this kind.
pub(super) fn reply(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Reply {
    of_kind(status, kind, Either::Left(Full::new(body.into())))
}

/// Returns an answer that goes on.
pub(super) fn going_on(events: Events) -> Reply {
    let kind = "text/event-stream; charset=utf-8";
    of_kind(StatusCode::OK, kind, Either::Right(events))
}

/// What those are told who get nothing.
const WORDS: &str = "Open the address that `tsume serve` has printed.\n\
    tsume serve が表示したアドレスを開いてください。\n";

const TEXT: &str = "text/plain; charset=utf-8";

/// Returns an answer that says nothing about the server.
pub(super) fn refused(status: StatusCode) -> Reply {
    reply(status, TEXT, WORDS)
}

/// Returns a refusal in the form of the errors of calls; other answers as they are.
pub(super) fn of_call(reply: Reply) -> Reply {
    let (kind, message) = match reply.status() {
        StatusCode::FORBIDDEN => ("token", WORDS.trim_end()),
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
