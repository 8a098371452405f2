//! The command `tsume`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tsume::cli::run(std::env::args_os()).into()
}
