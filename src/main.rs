//! The command `tsume`.

use std::process::ExitCode;

/// Looks whether there is a standard output, before Rust's runtime opens another in place of a closed one.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_before_main() {
    tsume::cli::look_for_stdout();
}

fn main() -> ExitCode {
    tsume::cli::run(std::env::args_os()).into()
}
