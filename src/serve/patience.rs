//! Connections whose other side does not read, or is gone without a word: they end after a while.

use socket2::{SockRef, TcpKeepalive};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// How long the other side may leave an answer unread.
const PATIENCE: Duration = Duration::from_secs(30);

/// After this time without a word from the other side, the system asks whether it is still there: a device
/// that left the network ends nothing by itself.
const SILENCE: Duration = Duration::from_secs(15);

/// Has the system look after a connection. Where it cannot, the limits of the searches are left.
pub(super) fn look_after(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let questions = TcpKeepalive::new()
        .with_time(SILENCE)
        .with_interval(SILENCE / 3);
    let _ = socket.set_tcp_nodelay(true);
    let _ = socket.set_tcp_keepalive(&questions);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(PATIENCE));
}

/// Returns a connection in two: one to serve, and one to watch.
///
/// # Errors
/// If the system refuses a second descriptor.
pub(super) fn in_two(stream: TcpStream) -> io::Result<(TcpStream, TcpStream)> {
    let stream = stream.into_std()?;
    let other = TcpStream::from_std(stream.try_clone()?)?;
    Ok((TcpStream::from_std(stream)?, other))
}

/// Waits until the other side has closed a connection. Reading does not tell while unread bytes remain, such
/// as another request behind the one that is being answered.
pub(super) async fn closed(stream: &TcpStream) {
    while let Ok(ready) = stream.ready(Interest::READABLE).await {
        if ready.is_read_closed() || ready.is_error() {
            return;
        }
        // Bytes have come; only news is of interest.
        let read = || Err::<(), _>(io::ErrorKind::WouldBlock.into());
        let _ = stream.try_io(Interest::READABLE, read);
    }
}

/// A connection that fails if nothing of an answer can be written for a while.
#[derive(Debug)]
pub(super) struct Patient<S> {
    stream: S,
    end: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<S> Patient<S> {
    pub fn new(stream: S) -> Self {
        Self {
            stream,
            end: Box::pin(sleep(PATIENCE)),
            is_waiting: false,
        }
    }

    /// Returns the result of writing, or an error if it takes too long.
    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.end.as_mut().reset(Instant::now() + PATIENCE);
        }
        match self.end.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.watched(context, written)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(context);
        this.watched(context, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
