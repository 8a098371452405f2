//! Answers as HTTP has them.

use super::events::Events;
use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};

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

/// Returns an answer that says nothing about the server.
pub(super) fn refused(status: StatusCode) -> Reply {
    let words = "Open the address that `tsume serve` has printed.\n\
        tsume serve が表示したアドレスを開いてください。\n";
    reply(status, "text/plain; charset=utf-8", words)
}
