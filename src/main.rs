//! The command `tsume`.

use std::process::ExitCode;

/// Notes a closed standard output. Runs before the Rust runtime, which opens `/dev/null` in its place.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn before_runtime() {
    tsume::cli::note_closed_stdout();
}

fn main() -> ExitCode {
    tsume::cli::run(std::env::args_os()).into()
}
