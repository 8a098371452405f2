//! Certificates, as `verify` reads and checks them.

use tsume::certificate::Certificate;
use tsume::certificate::file::{Form, Reader, Writer};
use tsume::verify::check;

/// A file of the readable form, or the compact form before compression: a fuzzer does not get
/// through a checksum.
///
/// The checker comes to an end. What is read from the compact form comes back the same from it, and
/// what is proven comes back the same from both: each can hold things that prove nothing and that the
/// other cannot hold.
pub fn proofs(data: &[u8]) {
    let is_readable = data.first() == Some(&b'{');
    let packed;
    let file = if is_readable {
        data
    } else {
        packed = zstd::encode_all(data, 1).expect("memory");
        &packed
    };
    for certificate in Reader::new(file).map_while(Result::ok) {
        let is_proven = check(&certificate).is_ok();
        if is_proven || !is_readable {
            assert_eq!(again(&certificate, Form::Compact), certificate);
        }
        if is_proven {
            assert_eq!(again(&certificate, Form::Readable), certificate);
        }
    }
}

fn again(certificate: &Certificate, form: Form) -> Certificate {
    let mut writer = Writer::new(Vec::new(), form).expect("memory");
    writer.write(certificate).expect("memory");
    let bytes = writer.finish().expect("memory");
    let mut read = Reader::new(&*bytes);
    let certificate = read.next().expect("one was written");
    assert!(read.next().is_none(), "{form:?}");
    certificate.unwrap_or_else(|error| panic!("{form:?}: {error}"))
}
