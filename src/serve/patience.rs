//! Ends connections whose other side does not read, or disappeared without closing them.

use socket2::{SockRef, TcpKeepalive};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

/// The time for which the other side may leave an answer unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time of silence after which the system probes the other side, because a device that left the network closes
/// nothing.
const PROBE_AFTER: Duration = Duration::from_secs(15);

/// Returns a connection with these timeouts. If the system refuses one of them, the connection works without it.
pub(super) fn with_timeouts(stream: TcpStream) -> TimeoutStream<TcpStream> {
    let socket = SockRef::from(&stream);
    let probes = TcpKeepalive::new()
        .with_time(PROBE_AFTER)
        .with_interval(PROBE_AFTER / 3);
    let _ = socket.set_tcp_nodelay(true);
    let _ = socket.set_tcp_keepalive(&probes);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(WRITE_TIMEOUT));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    stream
}
