#!/usr/bin/env bash
# Writes the page of the workbench with its engine into a folder, for any web host.
# Usage: bindings/wasm/build.sh FOLDER [TSUME]   (the program, default target/release/tsume)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:?the folder to write}
tsume=${2:-${CARGO_TARGET_DIR:-$root/target}/release/tsume}

(cd "$here" && cargo build --release)
"$tsume" serve --static "$folder"
cp "${CARGO_TARGET_DIR:-$here/target}/wasm32-unknown-unknown/release/tsume_wasm.wasm" "$folder/tsume.wasm"
