#!/usr/bin/env bash
# Other programs' clients run the engine on fifty shipped problems: the USI layer of cshogi (PyPI),
# which replays every answer by its own rules, and the crate usi, which accepts only lines of the
# protocol.
# Usage: tests/interop/usi.sh [TSUME]   (the binary; default target/release/tsume)
# If a package cannot be installed, it says so and leaves its client out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Nothing that cannot be reached may hang the suite.
quick() { timeout 300 "$@" >/dev/null 2>&1; }
skip() { echo "interop: skipped $1, which cannot be installed here"; }

# Like many GUIs they start an engine without arguments.
engine=$work/tsume-usi
ln -s "$tsume" "$engine"
export PYTHONDONTWRITEBYTECODE=1
cd "$root"

if quick python3 -m venv "$work/venv" && quick "$work/venv/bin/pip" install -q cshogi==1.1.0; then
  timeout 600 "$work/venv/bin/python" "$here/usi_client.py" "$engine" problems
else
  skip cshogi
fi

mkdir -p "$work/client/src"
cp "$here/usi_client.rs" "$work/client/src/main.rs"
cat >"$work/client/Cargo.toml" <<'END'
[package]
name = "usi-client"
edition = "2021"

[dependencies]
usi = "=0.6.2"
END
unset CARGO_TARGET_DIR
if quick cargo fetch --manifest-path "$work/client/Cargo.toml"; then
  timeout 300 cargo build -q --manifest-path "$work/client/Cargo.toml"
  python3 "$here/usi_problems.py" problems |
    timeout 600 "$work/client/target/debug/usi-client" "$engine"
else
  skip "the crate usi"
fi
