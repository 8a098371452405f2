//! A file of records: KIF, KI2, CSA or JKF, as the first byte says.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tsume_fuzz::records(data));
