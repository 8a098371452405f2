#!/usr/bin/env bash
# Fuzzes every parser and writer for some time each, and packs the corpora again if they have grown:
#   tests/fuzz/run.sh [SECONDS [TARGET…]]   (default 600 seconds for each of all targets)
# An input may take at most five seconds and 1 GiB: slow inputs are errors, too.
# Needs the nightly compiler and `cargo install cargo-fuzz`. With COVERAGE=1 it also reports which lines of
# `src` the corpora reach; this needs the component llvm-tools.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-600}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo +nightly fuzz list --fuzz-dir targets)

for target in "${targets[@]}"; do
  corpus=targets/corpus/$target
  packed=corpus/$target.tar.zst
  mkdir -p "$corpus"
  [ ! -e "$packed" ] || tar --zstd -xf "$packed" -C "$corpus"
  cargo +nightly fuzz run --fuzz-dir targets -s none "$target" -- \
    -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1
  cargo +nightly fuzz cmin --fuzz-dir targets -s none "$target"
  (cd "$corpus" && tar --sort=name --mtime=@0 --owner=0 --group=0 -cf - .) | zstd -19 -q -f -o "$packed"
  if [ -n "${COVERAGE:-}" ]; then
    cargo +nightly fuzz coverage --fuzz-dir targets "$target"
  fi
done
