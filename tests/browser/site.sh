#!/usr/bin/env bash
# The workbench as a site without a server, in a browser.
# Usage: tests/browser/site.sh [TSUME]   (the binary, default target/release/tsume)
# TSUME_WASM names an engine that is built already; PROFILE=quick says that it is one for tests, whose size does not matter. Skips itself with a message if there is no compiler for WebAssembly, Chromium or driver.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tsume=$(realpath "${1:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "site: skipped, $1"; exit 0; }

command -v chromium >/dev/null || timeout 300 apt-get -o DPkg::Lock::Timeout=240 install -y -q --no-install-recommends chromium >/dev/null 2>&1 || true
command -v chromium >/dev/null && command -v npm >/dev/null || skip "there is no Chromium or no npm here"
(cd "$work" && timeout 120 npm install --silent --no-audit --no-fund puppeteer-core@24 >/dev/null 2>&1) || skip "puppeteer-core cannot be installed here"

if [[ -z ${TSUME_WASM:-} ]]; then
  status=0
  TSUME_WASM=$(CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}/site") "$root/tests/engine.sh" 2>"$work/log") || status=$?
  [[ $status != 3 ]] || skip "there is no compiler for WebAssembly here"
  [[ $status == 0 ]] || { cat "$work/log"; exit 1; }
fi
mkdir "$work/site"
cp "$TSUME_WASM" "$work/site/tsume.wasm"
"$tsume" serve --static "$work/site"
# A site has the modules of the page joined to one; tests ask for some of them.
cp -r "$root/src/serve/page" "$work/modules"
echo 'export { WorkerEngine as Engine } from "./worker_engine.js";' >"$work/modules/engine/engine_here.js"
cp "$here"/workbench*.mjs "$root/problems/first-steps.sfen" "$work/"
node "$work/workbench.mjs" "$work" "$(command -v chromium)" "$work/site" "${2:-}"
# The same in Firefox, in short.
firefox=$(command -v firefox || command -v firefox-esr || true)
[[ -z $firefox ]] || node "$work/workbench.mjs" "$work" "$firefox" "$work/site" "${2:-}"
