#!/usr/bin/env bash
# A client of somebody else's, the USI layer of cshogi (PyPI), drives the engine through fifty shipped
# problems and replays every answer by its own rules.
# Usage: tests/interop/usi.sh [TSUME]   (the binary; default target/release/tsume)
# Skipped, with a message, where the package cannot be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! { python3 -m venv "$work/venv" && timeout 300 "$work/venv/bin/pip" install -q cshogi==1.1.0; } >/dev/null 2>&1; then
  echo "interop: skipped cshogi, which cannot be installed here"
  exit 0
fi
# Like many GUIs it starts an engine without arguments.
ln -s "$tsume" "$work/tsume-usi"
cd "$root"
timeout 600 "$work/venv/bin/python" "$here/usi_client.py" "$work/tsume-usi" problems
