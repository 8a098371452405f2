#!/usr/bin/env bash
# Compares check.py, a second checker of certificates written from the page on them alone, with `tsume verify`:
# on certificates of all claims in both formats, and on damaged ones.
# Usage: tests/checker/run.sh [TSUME]   (the binary; default target/release/tsume)
# If the Python package `zstandard` cannot be installed, it says so and ends with status 0.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
tsume=$(realpath "${1:-$target/release/tsume}")
venv=$target/checker/venv
package=zstandard==0.25.0

# Whether a command succeeds within two minutes; nothing that cannot be reached may hang the test.
quick() { timeout 120 "$@" >/dev/null 2>&1; }
skip() {
  echo "checker: skipped, because $1"
  exit 0
}

mkdir -p "$target/checker"
quick python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "there is no Python 3.10 or later"
if ! quick "$venv/bin/python" -c "import zstandard; assert zstandard.__version__ == '${package#*==}'"; then
  quick python3 -m venv "$venv" || skip "Python makes no virtual environment"
  quick "$venv/bin/pip" install -q "$package" || skip "$package cannot be installed"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "$here/run.py" "$tsume" "$work"
