#!/usr/bin/env bash
# Writes the workbench as a site into a folder, for any web host.
# Usage: bindings/wasm/build.sh FOLDER [FILE...]   (files of problems for the list of the site)
# TSUME names the program that writes the page, if it is not target/release/tsume. CARGO_TARGET_DIR is where the
# engine is built. The exit status is 3 if no compiler for WebAssembly is there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:?the folder to write}
shift
tsume=${TSUME:-$root/target/release/tsume}
target=${CARGO_TARGET_DIR:-$here/target}
export CARGO_TARGET_DIR=$target

# A standard library for WebAssembly comes with `rustup target add wasm32-unknown-unknown`. That of Debian
# (rustc-web, cargo-web, rust-web-src, lld) is built with the engine.
library=$(cd "$here" && rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null || true)
if [[ -n $library && -d $library ]]; then
  (cd "$here" && cargo build --release --locked)
elif [[ -x /usr/bin/cargo && -x /usr/bin/rustc && -d /usr/lib/rustlib/src/rust/library ]] && command -v wasm-ld >/dev/null; then
  (cd "$here" && RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
    /usr/bin/cargo build --release --locked -Z build-std=std,panic_abort)
else
  echo "no compiler for WebAssembly: rustup target add wasm32-unknown-unknown, or in Debian" \
    "apt-get install rustc-web cargo-web rust-web-src lld" >&2
  exit 3
fi
engine=$target/wasm32-unknown-unknown/release/tsume_wasm.wasm
"$tsume" serve --static "$folder" --engine "$engine" "$@"
