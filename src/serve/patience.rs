//! Connections whose other side does not read, or is gone without a word: they end after a while.

use socket2::{SockRef, TcpKeepalive};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

/// How long the other side may leave an answer unread.
const PATIENCE: Duration = Duration::from_secs(30);

/// After this time without a word from the other side, the system asks whether it is still there: a device
/// that left the network ends nothing by itself.
const SILENCE: Duration = Duration::from_secs(15);

/// Returns a connection that ends if the other side does not read, and has the system look after it.
pub(super) fn look_after(stream: TcpStream) -> TimeoutStream<TcpStream> {
    let socket = SockRef::from(&stream);
    let questions = TcpKeepalive::new()
        .with_time(SILENCE)
        .with_interval(SILENCE / 3);
    let _ = socket.set_tcp_nodelay(true);
    let _ = socket.set_tcp_keepalive(&questions);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(PATIENCE));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(PATIENCE));
    stream
}
