//! The command `tsume`.

use std::process::ExitCode;

/// Looks for standard output before the run time of the language opens another in its place.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    tsume::cli::look_for_stdout();
}

fn main() -> ExitCode {
    tsume::cli::run(std::env::args_os()).into()
}
