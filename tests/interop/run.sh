#!/usr/bin/env bash
# Lets other programs read what `tsume convert` and `tsume check` write. For every classic, with its
# main line where that is known, they have to reach the same final position: tsshogi (npm) in KIF,
# KI2, CSA and JKF, python-shogi (PyPI) in KIF, and cshogi (PyPI) in CSA.
# Usage: tests/interop/run.sh [TSUME]   (the binary; default target/release/tsume)
# If a package cannot be installed, it says so and leaves its reader out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whether a command succeeds within two minutes; nothing that cannot be reached may hang the suite.
quick() { timeout 120 "$@" >/dev/null 2>&1; }
skip() { echo "interop: skipped $1, which cannot be installed here"; }

have_node=no have_python=no have_cshogi=no
if command -v node >/dev/null && quick npm install --prefix "$work" --no-audit --no-fund tsshogi@1; then
  have_node=yes
else
  skip tsshogi
fi
pip=("$work/venv/bin/pip" install -q --only-binary cshogi)
if quick python3 -m venv "$work/venv" && quick "${pip[@]}" python-shogi==1.1.1; then
  have_python=yes
else
  skip python-shogi
fi
if [ $have_python = yes ] && quick "${pip[@]}" cshogi==1.1.0; then
  have_cshogi=yes
else
  skip "cshogi with python-shogi"
fi
[ $have_node$have_python = nono ] && exit 0

# Flawed or unknown problems are no failures here.
judge() { "$@" || [[ $? == [13] ]]; }

cd "$root"
# Diagrams of all classics, with the lines that are known.
"$tsume" convert -q problems/classics --to jsonl |
  awk -F '\t' -v lines=tests/data/classics_lines.tsv '
    BEGIN { while ((getline < lines) > 0) line[$1] = $3 }
    {
      match($0, /"id":"[^"]*"/)
      id = substr($0, RSTART + 6, RLENGTH - 7)
      if (id in line) {
        sub(/ moves [^"]*/, "")
        sub(/"sfen":"[^"]*/, "& moves " line[id])
      }
      print
    }' >"$work/rows.jsonl"
for format in kif kifu ki2 csa jkf; do
  "$tsume" convert -q "$work/rows.jsonl" --to $format -o "$work/$format/"
done
"$tsume" show --ply last --format sfen "$work/rows.jsonl" >"$work/final.txt"
judge "$tsume" check -q --format kif '8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1' >"$work/branches.kifu"

if [ $have_node = yes ]; then
  cp "$here/tsshogi.mjs" "$work/"
  timeout 300 node "$work/tsshogi.mjs" "$work"
fi
read_with() { PYTHONDONTWRITEBYTECODE=1 timeout 300 "$work/venv/bin/python" "$here/$1" "$work"; }
if [ $have_python = yes ]; then
  read_with python_shogi.py
fi
if [ $have_cshogi = yes ]; then
  read_with cshogi_csa.py
fi
