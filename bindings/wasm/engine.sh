#!/usr/bin/env bash
# Builds the engine for WebAssembly and prints its file. CARGO_TARGET_DIR is where it is built. With THREADS=1 a judgement
# has as many threads as the machine has cores; the standard library is then built for it, with the compiler of Debian.
# PROFILE=quick builds it for tests, in half the time.
# The exit status is 3 if no compiler for WebAssembly is there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/target}
export CARGO_TARGET_DIR=$target
profile=${PROFILE:-release}

# A standard library for WebAssembly comes with `rustup target add wasm32-unknown-unknown`. That of Debian
# (rustc-web, cargo-web, rust-web-src, lld) is built with the engine.
library=$(cd "$here" && rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null || true)
build_std=(-Z build-std=std,panic_abort)
if [[ ${THREADS:-} == 1 ]]; then
  # Workers share the memory: the page makes it, and gives each worker a stack and data of its own.
  flags="-C target-feature=+atomics,+bulk-memory -C link-arg=-zstack-size=268435456 -C link-arg=--shared-memory -C link-arg=--import-memory"
  flags="$flags -C link-arg=--initial-memory=335544320 -C link-arg=--max-memory=4294967296"
  for it in __wasm_init_tls __tls_size __tls_align __stack_pointer; do flags="$flags -C link-arg=--export=$it"; done
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags
  library=
fi
if [[ -n $library && -d $library ]]; then
  (cd "$here" && cargo build --profile "$profile" --locked) >&2
elif [[ -x /usr/bin/cargo && -x /usr/bin/rustc && -d /usr/lib/rustlib/src/rust/library ]] && command -v wasm-ld >/dev/null; then
  (cd "$here" && RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
    /usr/bin/cargo build --profile "$profile" --locked "${build_std[@]}") >&2
else
  echo "no compiler for WebAssembly: rustup target add wasm32-unknown-unknown, or in Debian" \
    "apt-get install rustc-web cargo-web rust-web-src lld" >&2
  exit 3
fi
echo "$target/wasm32-unknown-unknown/$profile/tsume_wasm.wasm"
