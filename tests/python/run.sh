#!/usr/bin/env bash
# Packs the source of the Python package, installs it from there in a clean environment, and runs its
# tests. Then it checks the lints of its Rust source.
# Usage: tests/python/run.sh
# PROFILE=dev optimises only the foundations of the package, which is sooner done.
# The recipe for Spark is tested if there is Java, and if python3 has pyspark already. With SPARK=1 it is
# downloaded first (400 MB).
# If Python or the tools cannot be installed here, it says so and does nothing.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
package=$root/bindings/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whether a command succeeds within five minutes; nothing that cannot be reached may hang the suite.
quick() { timeout 300 "$@" >/dev/null 2>&1; }
skip() {
  echo "python: skipped, $1"
  exit 0
}

recent='import sys; sys.exit(sys.version_info < (3, 10))'
quick python3 -c "$recent" || skip "there is no Python 3.10 or later"
# The folders of pyspark and of py4j, which it needs.
folders='import os, py4j, pyspark; print(*(os.path.dirname(it.__file__) for it in (pyspark, py4j)), sep="\n")'
spark=$(python3 -c "$folders" 2>/dev/null) || spark=
quick python3 -m venv "$work/venv" || skip "no virtual environment can be made"
export PATH="$work/venv/bin:$PATH"
quick pip install -q 'maturin>=1.9,<2' pytest || skip "maturin and pytest cannot be installed"
# Tests that need one of these leave themselves out without it. They come while the package is compiled.
{
  for tools in mypy pyright 'polars pyarrow' 'matplotlib nbclient ipykernel' python-shogi 'ray[data,default]' 'moto[server]'; do
    # shellcheck disable=SC2086
    quick pip install -q $tools || echo "python: $tools cannot be installed here"
  done
  quick pip install -q --only-binary cshogi cshogi || echo "python: cshogi cannot be installed here"
  if [[ ${SPARK:-} ]]; then
    pip install -q 'pyspark>=4,<5' || echo "python: pyspark cannot be installed here"
  elif [[ $spark ]]; then
    packages=$(python -c 'import site; print(site.getsitepackages()[0])')
    xargs -d '\n' -I{} ln -s {} "$packages" <<<"$spark"
  else
    echo "python: the recipe for Spark is not tested, there is no pyspark"
  fi
} &
tools=$!

# What the other commands have compiled is used again.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
cd "$package"
maturin sdist --out "$work/sdist" >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
mkdir "$work/source"
# The files get the time of now, so that nothing older is taken for what they compile to.
tar -xzmf "$work"/sdist/*.tar.gz -C "$work/source"
MATURIN_PEP517_ARGS="--locked --profile ${PROFILE:-release}" pip wheel -q --no-deps --no-build-isolation -w "$work/wheels" "$work"/source/*
wait $tools
pip install -q --no-deps "$work"/wheels/*.whl
python -m pytest -q -p no:cacheprovider
cargo clippy -q --locked --all-targets -- -D warnings
