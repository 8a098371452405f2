#!/usr/bin/env bash
# Tests the package for npm: the packed files, the package in Node and in Chromium, and its types.
# Usage: tests/npm/run.sh [TSUME]   (the binary to compare rows with; TSUME_WASM names an engine that is already built)
# Skips itself with a message if npm or a compiler for WebAssembly is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../../bindings/npm" && pwd)
problems=$here/../../problems
tsume=${1:+$(realpath "$1")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "npm: skipped, $1"; exit 0; }

[[ -z ${CARGO_TARGET_DIR:-} ]] || CARGO_TARGET_DIR=$(realpath -m "$CARGO_TARGET_DIR")
command -v npm >/dev/null || skip "there is no npm here"
status=0
timeout 900 "$package/build.sh" >"$work/log" 2>&1 || status=$?
[[ $status != 3 ]] || skip "there is no compiler for WebAssembly here"
[[ $status == 0 ]] || { cat "$work/log"; exit 1; }
(cd "$package" && npm pack --silent --pack-destination "$work" >/dev/null)
tar -tzf "$work"/tsume-shogi-*.tgz | sed 's/^package\///' | LC_ALL=C sort >"$work/packed"
diff - "$work/packed" <<'END'
LICENSE-APACHE
LICENSE-MIT
README.md
index.d.ts
lib/board.d.ts
lib/board.js
lib/browser.js
lib/engine_bench.js
lib/engine_error.js
lib/engine_library.js
lib/engine_worker.js
lib/node.js
lib/node_worker.js
lib/row.d.ts
lib/shogi.js
lib/tsume.js
lib/tsume.wasm
package.json
END
cp "$package"/tests/* "$package/examples/board.html" "$work/"
cd "$work"
timeout 300 npm install --silent --no-audit --no-fund ./tsume-shogi-*.tgz puppeteer-core@24 typescript@5 @types/node@20 esbuild@0.25 >/dev/null 2>&1 || skip "its tools cannot be installed here"
timeout 120 node node.mjs
if [[ -n $tsume ]]; then
  { grep -v '^#' "$problems/first-steps.sfen"; grep -hE 'id "(muso00[146]|zuko00[25])"' "$problems"/classics/*.sfen; } >rows.sfen
  # Flawed, unknown or unreadable problems are no failures here.
  "$tsume" check -q --threads 1 --nodes 50k --hash 64MiB --attributes --format jsonl rows.sfen >rows.jsonl || [[ $? == [1234] ]]
  timeout 120 node rows.mjs rows.sfen rows.jsonl
fi
npx tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom types.mts
# The example of the README.
sed -n '/^```js$/,/^```$/p' "$package/README.md" | sed '/^```/d' >readme.mjs
timeout 60 node readme.mjs >told
grep -q '^mate 5 ' told
command -v chromium >/dev/null || skip "there is no Chromium here; Node and types are in order"
# Plain esbuild, as the README says.
npx esbuild browser.mjs --bundle --format=esm --outdir=dist --log-level=error
cp node_modules/tsume-shogi/lib/{tsume.wasm,engine_worker.js} dist/
timeout 120 node page.mjs "$(command -v chromium)"
