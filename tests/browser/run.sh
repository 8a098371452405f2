#!/usr/bin/env bash
# A report in a browser: steps, filters, variations, copies; nothing leaves the page.
# Then the workbench of `tsume serve`, as a composer uses it.
# Usage: tests/browser/run.sh [TSUME [PICTURE]]   (the binary, default target/release/tsume; where to put a
# picture of a report: tests/data/report.webp, in the README, is one)
# Skips itself with a message if Chromium or its driver is not available.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
picture=${2:+$(realpath -m "$2")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v chromium >/dev/null; then
  timeout 300 apt-get -o DPkg::Lock::Timeout=240 install -y -q --no-install-recommends chromium >/dev/null 2>&1 || true
fi
if ! command -v chromium >/dev/null || ! command -v npm >/dev/null; then
  echo "browser: skipped, there is no Chromium or no npm here"
  exit 0
fi
if ! (cd "$work" && timeout 120 npm install --silent --no-audit --no-fund puppeteer-core@24 >/dev/null 2>&1); then
  echo "browser: skipped, puppeteer-core cannot be installed here"
  exit 0
fi

# Flawed, unknown or unreadable problems are no failures here.
judge() { "$@" || [[ $? == [1234] ]]; }

cd "$root"
cat >"$work/few.sfen" <<'END'
{"id": "cooked", "sfen": "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1", "title": "<script>alert(1)</script>"}
{"id": "varied", "sfen": "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1", "author": "a & b"}
4k4/9/9/9/9/9/9/9/9 b P 1; id "no-mate";
not a problem
END
judge "$tsume" validate -q --nodes 20k "$work/few.sfen" --report "$work/few.html" >/dev/null 2>&1
cat >"$work/example.jsonl" <<'END'
{"id": "example", "sfen": "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1", "title": "例題"}
{"id": "another", "sfen": "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1"}
END
judge "$tsume" validate -q --nodes 20k --report "$work/example.html" "$work/example.jsonl" >/dev/null
# A line of 25 plies with three cooks, in a report of its own.
cat >"$work/long.sfen" <<'END'
{"id": "long", "title": "長い手順", "sfen": "1n3B3/2Pp3r1/S1p1B4/s2Pp4/L1k6/2+p6/4L+r3/9/3L5 b G3g2s3nl12p 1"}
END
judge "$tsume" check -q --nodes 1M --hash 32MiB --format html -o "$work/long.html" "$work/long.sfen"
judge "$tsume" check -q --nodes 20k --layout puzzles --format html -o "$work/puzzles.html" "$work/few.sfen" 2>/dev/null
judge "$tsume" check -q --notation western --format html -o "$work/western.html" '6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1'
judge "$tsume" check -q --idle-pieces --format html -o "$work/idle.html" '7G1/8k/9/9/P3B4/9/9/9/9 b 2rb3g4s4n4l17p 1'
judge "$tsume" validate -q --nodes 2k --hash 16MiB --layout book --report "$work/book.html" problems >/dev/null
judge "$tsume" validate -q --nodes 2k --hash 16MiB --report "$work/classics.html" problems/classics >/dev/null
for format in kif html; do
  judge "$tsume" check -q --nodes 2k --hash 16MiB --format $format -o "$work/records.$format" problems/first-steps.sfen problems/classics/*.sfen
done
judge "$tsume" validate -q --nodes 20k --lang ja --report "$work/ja.html" "$work/few.sfen" >/dev/null 2>&1
# A thousand problems: the shipped ones under other names, which `check` does not take for the same.
for round in {1..6}; do
  sed "/^#/d; /^$/d; s/id \"/id \"$round-/" problems/first-steps.sfen problems/classics/*.sfen
done | awk 'NR <= 1000' >"$work/thousand.sfen"
judge "$tsume" check -q --nodes 2k --hash 1MiB --format html -o "$work/thousand.html" "$work/thousand.sfen" 2>/dev/null
cp "$here/report.mjs" "$work/"
node "$work/report.mjs" "$work" "$(command -v chromium)" ${picture:+"$picture"}
cp "$here"/workbench*.mjs problems/first-steps.sfen "$work/"
node "$work/workbench.mjs" "$work" "$(command -v chromium)" "$tsume"
# The same in Firefox, in short.
firefox=$(command -v firefox || command -v firefox-esr || true)
if [[ -n $firefox ]]; then
  node "$work/workbench.mjs" "$work" "$firefox" "$tsume"
else
  echo "browser: not in Firefox, there is none here"
fi
