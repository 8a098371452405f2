//! An answer that goes on: server-sent events, until the work ends or the page goes away.

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

/// How often something is sent even if there is nothing to tell, so that nobody takes the connection for
/// dead.
const ALIVE: Duration = Duration::from_secs(10);

/// Ends the work when it is dropped.
#[derive(Debug)]
pub(super) struct StopWhenGone(pub Arc<AtomicBool>);

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns an event as it is sent. JSON has no ends of lines in it.
pub(super) fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// The events of some work. When the page goes away, this is dropped, and the work ends.
#[derive(Debug)]
pub(super) struct Events {
    first: Option<String>,
    told: Receiver<String>,
    alive: Interval,
    _stop: StopWhenGone,
}

impl Events {
    pub fn new(first: String, told: Receiver<String>, stop: StopWhenGone) -> Self {
        let mut alive = interval(ALIVE);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        Self {
            first: Some(first),
            told,
            alive,
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
        match this.told.poll_recv(context) {
            Poll::Ready(Some(text)) => {
                this.alive.reset();
                frame(text)
            }
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => match this.alive.poll_tick(context) {
                Poll::Ready(_) => frame(":\n\n".to_owned()),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}
