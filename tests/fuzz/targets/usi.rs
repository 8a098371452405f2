//! Commands of a GUI.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tsume_fuzz::usi(data));
