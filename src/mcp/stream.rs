//! Standard input that reports its end at once, so that calls under way end, too.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::watch::Sender;

/// A reader that reports its end.
#[derive(Debug)]
pub(super) struct Watched<R> {
    reader: R,
    ended: Sender<bool>,
}

impl<R> Watched<R> {
    pub const fn new(reader: R, ended: Sender<bool>) -> Self {
        Self { reader, ended }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.reader).poll_read(context, buffer);
        let is_over = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before && buffer.remaining() > 0,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_over {
            this.ended.send_replace(true);
        }
        read
    }
}
