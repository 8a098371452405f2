#!/usr/bin/env bash
# Other programs' readers on what `tsume convert` and `tsume check` write: tsshogi (npm) and
# python-shogi (PyPI, KIF alone) must reach the same final positions in KIF, KI2, CSA and JKF.
# Usage: tests/interop/run.sh [TSUME]   (the binary; default target/release/tsume)
# Skipped, with a message, where the packages cannot be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have_node=no have_python=no
if command -v npm >/dev/null && (cd "$work" && timeout 120 npm install --silent --no-audit --no-fund tsshogi@1 >/dev/null 2>&1); then
  have_node=yes
else
  echo "interop: skipped tsshogi, which cannot be installed here"
fi
if python3 -m venv "$work/venv" >/dev/null 2>&1 && timeout 120 "$work/venv/bin/pip" install -q python-shogi==1.1.1 >/dev/null 2>&1; then
  have_python=yes
else
  echo "interop: skipped python-shogi, which cannot be installed here"
fi
[ "$have_node$have_python" = nono ] && exit 0

# Flawed or unknown problems are no failures here.
judge() { "$@" || [[ $? == [13] ]]; }

cd "$root"
# Lines that mate, as far as few nodes find them; the other problems are diagrams alone.
judge "$tsume" solve -q --first --nodes 200k --hash 16MiB --format jsonl problems/classics >"$work/rows.jsonl"
for format in kif kifu ki2 csa jkf; do
  "$tsume" convert -q "$work/rows.jsonl" --to $format -o "$work/$format/"
done
"$tsume" show --ply last --format sfen "$work/rows.jsonl" >"$work/final.txt"
judge "$tsume" check -q --format kif '8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1' >"$work/branches.kifu"

if [ $have_node = yes ]; then
  cp "$here/tsshogi.mjs" "$work/"
  node "$work/tsshogi.mjs" "$work"
fi
if [ $have_python = yes ]; then
  "$work/venv/bin/python" "$here/python_shogi.py" "$work"
fi
