#!/usr/bin/env bash
# Tests the tools of `tsume mcp` with the official client for JavaScript: their descriptions, every tool, rows compared
# with those of the command line, a cancelled call, and hostile input.
# Usage: tests/mcp/run.sh TSUME   (a binary with the feature `mcp`)
# Skips itself with a message if the client cannot be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tsume=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "mcp: skipped, $1"; exit 0; }

command -v npm >/dev/null || skip "there is no npm here"
timeout 120 npm install --prefix "$work" --silent --no-audit --no-fund \
  @modelcontextprotocol/sdk@1.32 >/dev/null 2>&1 || skip "the client cannot be installed here"
cp "$here"/*.mjs "$work/"
cd "$work"
LC_ALL=C.UTF-8 timeout 300 node client.mjs "$tsume" "$here/../../problems"
