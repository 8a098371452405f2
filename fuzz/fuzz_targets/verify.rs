//! Whatever the bytes, `tsume verify` must come to an end without a panic.
//!
//! An input is either a file of the readable form, or the compact form before compression: a
//! fuzzer does not get through a checksum.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::proof::Reader;
use tsume::verify::check;

fuzz_target!(|data: &[u8]| {
    let packed;
    let file = if data.first() == Some(&b'{') {
        data
    } else {
        packed = zstd::encode_all(data, 1).expect("memory");
        &packed
    };
    for certificate in Reader::new(file).map_while(Result::ok) {
        drop(check(&certificate));
    }
});
