#!/usr/bin/env bash
# The types of the page: the TypeScript compiler reads all of `src/serve/page`, with the shapes in `types/page.d.ts`.
# Skips itself with a message if there is no npm, or if the compiler cannot be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v npm >/dev/null || ! (cd "$work" && timeout 120 npm install --silent --no-audit --no-fund typescript@5 >/dev/null 2>&1); then
  echo "types: skipped, there is no npm here, or the compiler cannot be installed"
  exit 0
fi
"$work/node_modules/.bin/tsc" -p "$here/types"
echo "types: the parts of the page fit together"
