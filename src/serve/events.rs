//! A response of server-sent events, which lasts until the work ends or the page goes away.

use hyper::body::{Body, Bytes, Frame};
use serde_json::Value;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// The time without an event after which an empty comment is sent, so that nobody takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// A guard that ends the work when it is dropped.
#[derive(Debug)]
pub(super) struct StopWhenGone(pub Arc<AtomicBool>);

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns an event as it is sent. The data take one line, because JSON escapes line ends.
pub(super) fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// The events of a call. When the page goes away, this is dropped, and the work ends.
#[derive(Debug)]
pub(super) struct Events {
    first: Option<String>,
    receiver: Receiver<String>,
    keep_alive: Interval,
    _stop: StopWhenGone,
}

impl Events {
    pub fn new(first: String, receiver: Receiver<String>, stop: StopWhenGone) -> Self {
        let mut keep_alive = interval(KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        keep_alive.reset();
        Self {
            first: Some(first),
            receiver,
            keep_alive,
            _stop: stop,
        }
    }
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        let frame = |text: String| Poll::Ready(Some(Ok(Frame::data(Bytes::from(text)))));
        if let Some(first) = this.first.take() {
            return frame(first);
        }
        match this.receiver.poll_recv(context) {
            Poll::Ready(Some(text)) => {
                this.keep_alive.reset();
                frame(text)
            }
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => match this.keep_alive.poll_tick(context) {
                Poll::Ready(_) => frame(":\n\n".to_owned()),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}
