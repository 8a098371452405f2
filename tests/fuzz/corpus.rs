//! The corpora of the fuzzer, packed.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Returns the files of a corpus, by name.
pub fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let packed = File::open(folder.join(format!("{name}.tar.zst"))).unwrap();
    let mut archive = tar::Archive::new(zstd::Decoder::new(packed).unwrap());
    let files = archive.entries().unwrap().map(|file| {
        let mut bytes = Vec::new();
        file.unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    });
    files.collect()
}
