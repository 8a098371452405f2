//! How much memory this process may have.

use crate::search::{Room, reserved};
use std::fs;
use std::path::{Path, PathBuf};

/// Why there is no room for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRoom {
    /// The control groups of this process allow less.
    #[error("more memory than this process may have: {} MiB in all", .limit >> 20)]
    Forbidden {
        /// Their limit, in bytes.
        limit: u64,
    },
    /// The system cannot provide so much.
    #[error("more memory than there is: {} MiB in all", .bytes >> 20)]
    Lacking {
        /// The memory asked for, in bytes.
        bytes: usize,
    },
}

/// Returns room for tables of this size in bytes. A lack of it would otherwise end the program during its work.
///
/// # Errors
/// If the control groups do not allow it, or the system does not provide it.
pub fn room_for(bytes: usize) -> Result<Room, NoRoom> {
    if let Some(limit) = limit_of_groups().filter(|&it| bytes as u64 > it) {
        return Err(NoRoom::Forbidden { limit });
    }
    reserved(bytes).ok_or(NoRoom::Lacking { bytes })
}

/// Returns the limit of the control groups that this process is in, in bytes, if there is one. Whoever takes
/// more is killed, and not told.
fn limit_of_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    limit(&groups, Path::new("/sys/fs/cgroup"))
}

/// The least limit of these groups and of those around them; `root` is where they are told.
fn limit(groups: &str, root: &Path) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, group) = (parts.next()?, parts.next()?);
        let (top, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            it if it.split(',').any(|it| it == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return None,
        };
        around(&top, group)
            .filter_map(|it| number(&it.join(file)))
            .min()
    });
    limits.min()
}

/// A group and those around it. In a container the group itself may not be seen from inside.
fn around(top: &Path, group: &str) -> impl Iterator<Item = PathBuf> {
    let group = Path::new(group.trim_start_matches('/')).to_owned();
    let top = top.to_owned();
    let groups: Vec<_> = group.ancestors().map(|it| top.join(it)).collect();
    groups.into_iter()
}

/// The number in a file; none for `max`.
fn number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_little_and_none_for_more_than_can_be_addressed() {
        assert!(room_for(1 << 20).is_ok());
        assert!(room_for(usize::MAX).is_err());
    }

    #[test]
    fn the_least_limit_around_a_process_counts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let put = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        assert_eq!(limit("0::/a/b\n", root), None);
        put("a/b/memory.max", "max\n");
        assert_eq!(limit("0::/a/b\n", root), None);
        put("a/memory.max", "2000\n");
        assert_eq!(limit("0::/a/b\n", root), Some(2000));
        put("a/b/memory.max", "1000\n");
        assert_eq!(limit("0::/a/b\n", root), Some(1000));
        assert_eq!(limit("0::/\n", root), None);
        put("memory/x/memory.limit_in_bytes", "500\n");
        assert_eq!(limit("4:cpu,memory:/x\n0::/a\n", root), Some(500));
        // Seen from inside a container.
        put("memory.max", "700\n");
        assert_eq!(limit("0::/not/here\n", root), Some(700));
    }
}
