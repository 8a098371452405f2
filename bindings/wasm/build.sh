#!/usr/bin/env bash
# Writes the workbench as a site into a folder, for any web host.
# Usage: bindings/wasm/build.sh FOLDER [FILE...]   (files of problems for the list of the site)
# TSUME names the program that writes the page, if it is not target/release/tsume. `engine.sh` says what else can be set,
# and when the exit status is 3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?the folder to write}
shift
tsume=${TSUME:-$here/../../target/release/tsume}
engine=$("$here/engine.sh")
mkdir -p "$folder"
cp "$engine" "$folder/tsume.wasm"
"$tsume" serve --static "$folder" "$@"
