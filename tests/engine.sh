#!/usr/bin/env bash
# Builds the engine for browsers, and prints its file. Installs the compiler of Debian where rustup has no library for WebAssembly.
# The exit status is 3, with a message, if there is no compiler.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
library=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null || true)
if [[ ! -d $library && ! -d /usr/lib/rustlib/src/rust/library ]]; then
  (apt-get update && apt-get install -y -q --no-install-recommends rustc-web cargo-web rust-web-src lld) >/dev/null 2>&1 || true
fi
status=0
"$root/bindings/wasm/engine.sh" || status=$?
[[ $status != 3 ]] || echo "site and npm: skipped, there is no compiler for WebAssembly here" >&2
exit $status
