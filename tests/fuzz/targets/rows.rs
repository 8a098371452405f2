//! Lines of JSON, or a table.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tsume_fuzz::rows(data));
