//! Removes files that this run creates, if they stay empty.

use std::fs;
use std::path::{Path, PathBuf};

/// A path at which there was no file before. An empty file there is removed on drop, so that a run
/// without any answer leaves nothing behind.
#[derive(Debug)]
pub(super) struct Created(Option<PathBuf>);

impl Created {
    /// Watches a path, if nothing is there. Call it before the file is opened.
    pub fn at(path: &Path) -> Self {
        let is_new = path.symlink_metadata().is_err();
        Self(is_new.then(|| path.to_owned()))
    }

    /// Keeps the file, even if it is empty.
    pub fn keep(&mut self) {
        self.0 = None;
    }
}

impl Drop for Created {
    fn drop(&mut self) {
        let Some(path) = &self.0 else {
            return;
        };
        let metadata = path.symlink_metadata();
        if metadata.is_ok_and(|it| it.is_file() && it.len() == 0) {
            // An error is ignored, because an empty file does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn only_a_new_file_without_content_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let stays = |text: Option<&str>| {
            let created = Created::at(&path);
            File::options()
                .append(true)
                .create(true)
                .open(&path)
                .unwrap();
            if let Some(text) = text {
                fs::write(&path, text).unwrap();
            }
            drop(created);
            path.exists()
        };
        assert!(!stays(None));
        assert!(stays(Some("{}\n")));
        fs::write(&path, "").unwrap();
        assert!(stays(None), "it was there before");
    }
}
