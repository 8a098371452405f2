#!/usr/bin/env bash
# Fuzzes every parser and writer for some time each, and packs the corpora again if they have grown:
#   tests/fuzz/run.sh [SECONDS [TARGET…]]   (default 600 seconds for each of all targets)
# An input may take at most five seconds and 1 GiB: slow inputs are errors, too.
# Needs `cargo install cargo-fuzz`. Without a nightly compiler, the stable one is told to take its flags.
# With FAST=1 it tries two to three times as many inputs a second, but does not see the values that are compared.
# With COVERAGE=1 it also reports which lines of `src` the corpora reach; this needs the component
# llvm-tools.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-600}
shift || true
targets=("$@")
build=(-s none)
[ -z "${FAST:-}" ] || build+=(--no-trace-compares)
if cargo +nightly --version >/dev/null 2>&1; then
  fuzz() { cargo +nightly fuzz "$1" --fuzz-dir targets "${@:2}"; }
else
  fuzz() { RUSTC_BOOTSTRAP=1 cargo fuzz "$1" --fuzz-dir targets "${@:2}"; }
fi
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(fuzz list)

for target in "${targets[@]}"; do
  corpus=targets/corpus/$target
  packed=corpus/$target.tar.zst
  mkdir -p "$corpus"
  [ ! -e "$packed" ] || tar --zstd -xf "$packed" -C "$corpus"
  fuzz run "${build[@]}" "$target" -- \
    -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1
  fuzz cmin "${build[@]}" "$target"
  (cd "$corpus" && tar --sort=name --mtime=@0 --owner=0 --group=0 -cf - .) | zstd -19 -q -f -o "$packed"
  if [ -n "${COVERAGE:-}" ]; then
    fuzz coverage "$target"
  fi
done
