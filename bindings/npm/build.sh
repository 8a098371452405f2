#!/usr/bin/env bash
# Puts together the package for npm: the engine, the files that it shares with the workbench, and the types of rows.
# Usage: bindings/npm/build.sh   (then `npm pack`)
# TSUME_WASM names an engine that is already built. Without it, `bindings/wasm/engine.sh` builds one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
engine=${TSUME_WASM:-$("$root/bindings/wasm/engine.sh")}
cp "$engine" "$here/lib/tsume.wasm"
cp "$root"/src/serve/page/engine/engine_{bench,error,library,worker}.js "$here/lib/"
cp "$root"/src/serve/page/state/shogi.js "$here/lib/"
cp "$root"/LICENSE-{MIT,APACHE} "$here/"
npx --yes json-schema-to-typescript@15 "$root/src/report/schemas/row.json" "$here/lib/row.d.ts" --additionalProperties=false
# The tool makes this name of the title of the schema, which is a sentence.
sed -i 's/^export interface ARowOfTsume\b/export interface Row/' "$here/lib/row.d.ts"
