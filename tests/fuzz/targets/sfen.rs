//! A line of SFEN, with moves and opcodes behind it.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tsume_fuzz::sfen(data));
