//! Why certificates cannot be read, in words.

use crate::answer::errors::of_io;
use crate::certificate::file::FileError;
use crate::said::Said;
use crate::vocabulary::Lang;
use std::io;

/// Returns why a file of certificates cannot be read to its end.
pub(super) fn of_certificates(error: &FileError) -> Said {
    let japanese = match error {
        // The checksum is wrong, or the file cannot be decompressed at all.
        FileError::Io(error) if is_decompression_error(error) => {
            return both!("the file is damaged", "ファイルが壊れている");
        }
        FileError::Io(error) => of_io(error).in_lang(Lang::Japanese).to_owned(),
        FileError::NotAProof => "証明書のファイルでない".to_owned(),
        FileError::Version(version) => format!("形式の版 {version} は未知"),
        FileError::Truncated => "ファイルが途中で切れている".to_owned(),
        FileError::Malformed { at, .. } => {
            format!("内容が壊れている（展開後の{at}バイト目）")
        }
        FileError::TooLarge { memory } => {
            format!("許されたメモリ（{memory}バイト）に収まらない証明書がある（--hash で増やせる）")
        }
        FileError::Line { line, .. } => format!("{line}行目の内容が正しくない"),
    };
    Said::new(error.to_string(), japanese)
}

/// Returns whether an error comes from the decompression instead of the system.
fn is_decompression_error(error: &io::Error) -> bool {
    let is_candidate = matches!(
        error.kind(),
        io::ErrorKind::Other | io::ErrorKind::InvalidData
    );
    is_candidate && error.raw_os_error().is_none()
}
