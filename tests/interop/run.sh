#!/usr/bin/env bash
# Other programs read what `tsume convert` and `tsume check` write, and the other way round. For every
# classic, with its main line where that is known, both sides have to reach the same final position
# after as many moves. The counts are those of the table in src/manual/records.md.
# Usage: tests/interop/run.sh [TSUME]   (the binary; default target/release/tsume)
# With SNAPSHOTS=overwrite the rows of the table are written anew.
# If a package cannot be installed, it says so and leaves its programs out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whether a command succeeds within two minutes; nothing that cannot be reached may hang the suite.
quick() { timeout 120 "$@" >/dev/null 2>&1; }
skip() { echo "interop: skipped $1, which cannot be installed here"; }

npm=() python=()
for package in tsshogi@2.2.0 json-kifu-format@5.5.0 shogiops@0.18.0; do
  if command -v node >/dev/null &&
    quick npm install --prefix "$work" --no-audit --no-fund "$package"; then
    npm+=("$package")
  else
    skip "$package"
  fi
done
quick python3 -m venv "$work/venv" || true
for package in python-shogi==1.1.1 cshogi==1.1.0 rsshogi==1.7.0; do
  if quick "$work/venv/bin/pip" install -q --only-binary cshogi,rsshogi "$package"; then
    python+=("$package")
  else
    skip "$package"
  fi
done
[ ${#npm[@]} = 0 ] && [ ${#python[@]} = 0 ] && exit 0

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
"$tsume" show --ply last --format sfen "$work/rows.jsonl" >"$work/final.txt"

# What we write.
ours=$work/ours
for format in kif kifu ki2 csa jkf; do
  "$tsume" convert -q "$work/rows.jsonl" --to $format -o "$ours/$format/"
done
"$tsume" convert -q "$work/rows.jsonl" --to csa3 -o "$ours/csa3/"
# Judged problems with variations and cooks.
judge "$tsume" check -q --format kif problems/first-steps.sfen "$here/judged.sfen" -o "$ours/judged/"
"$tsume" convert -q "$ours/judged" --to jsonl >"$work/judged.jsonl"
"$tsume" show --ply last --format sfen "$work/judged.jsonl" >"$work/judged.txt"

programs() { timeout 500 "$@" "$work" >>"$work/results.jsonl"; }
if [ ${#npm[@]} -gt 0 ]; then
  cp "$here/peers.mjs" "$work/"
  programs node "$work/peers.mjs" "${npm[@]}"
fi
if [ ${#python[@]} -gt 0 ]; then
  PYTHONDONTWRITEBYTECODE=1 programs "$work/venv/bin/python" "$here/peers.py" "${python[@]}"
fi

# What they write.
for folder in "$work"/theirs/*/*; do
  "$tsume" convert -q "$folder" --to jsonl >"$folder.jsonl" 2>"$folder.errors" || true
  "$tsume" show --ply last --format sfen "$folder.jsonl" >"$folder.final" 2>/dev/null || true
done
python3 "$here/table.py" "$work" src/manual/records.md
