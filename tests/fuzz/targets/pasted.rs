//! A text in which there may be diagrams.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tsume_fuzz::pasted(data));
