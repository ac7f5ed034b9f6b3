//! Attributes that are copied from a replaced file to the new one: mode, owner, access lists, extended attributes.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// Gives the new file what the old one had, or the mode of any new file.
///
/// Owner and attributes are kept as far as the system lets this process; what is lost is a warning.
pub(super) fn keep(
    file: &NamedTempFile,
    old: Option<&fs::Metadata>,
    target: &Path,
    name: &str,
    warnings: &mut Vec<String>,
) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
        let Some(old) = old else {
            let mode = new_file_mode(super::sink::folder_of(target));
            return file.as_file().set_permissions(fs::Permissions::from_mode(mode));
        };
        let new = file.as_file().metadata()?;
        let is_owner_kept = (old.uid(), old.gid()) == (new.uid(), new.gid())
            || fchown(file.as_file(), Some(old.uid()), Some(old.gid())).is_ok();
        if !is_owner_kept {
            warnings.push(format!("{name}: the owner cannot be kept"));
        }
        if old.nlink() > 1 {
            warnings.push(format!("{name}: has other names (hard links); they keep the old content"));
        }
        file.as_file().set_permissions(fs::Permissions::from_mode(old.mode() & 0o7777))?;
        if !copy_extended(target, file.as_file()) {
            warnings.push(format!("{name}: access lists or extended attributes cannot be kept"));
        }
        Ok(())
    }
    #[cfg(not(unix))]
    {
        let _ = (target, name, warnings);
        match old {
            Some(old) => file.as_file().set_permissions(old.permissions()),
            None => Ok(()),
        }
    }
}

/// A file next to the target. If it replaces another one, only its owner can read it, until it gets that one's mode.
pub(super) fn temporary(target: &Path, replaces: bool) -> io::Result<NamedTempFile> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.turnwise-");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    if !replaces {
        use std::os::unix::fs::PermissionsExt as _;
        // The system removes what new files may not have.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = replaces;
    builder.tempfile_in(super::sink::folder_of(target))
}

/// Copies extended attributes, access lists among them. False if one cannot be copied.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn copy_extended(from: &Path, to: &fs::File) -> bool {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr, listxattr};
    let mut names = vec![0; 64 * 1024];
    // A file system without attributes has none to lose.
    let Ok(length) = listxattr(from, names.as_mut_slice()) else { return true };
    let names = names.get(..length).unwrap_or_default();
    let mut value = vec![0; 64 * 1024];
    names.split(|byte| *byte == 0).filter(|name| !name.is_empty()).all(|name| {
        let copied = getxattr(from, name, value.as_mut_slice())
            .and_then(|length| fsetxattr(to, name, value.get(..length).unwrap_or_default(), XattrFlags::empty()));
        copied.is_ok()
    })
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "macos"))))]
fn copy_extended(_: &Path, _: &fs::File) -> bool {
    true
}

/// 0666 without the bits of the process's mask, found by making a file, once.
#[cfg(unix)]
fn new_file_mode(folder: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    static MODE: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *MODE.get_or_init(|| {
        // A signal waits until the file is gone again.
        let _held = super::sink::hold();
        let probe = tempfile::Builder::new()
            .prefix(".turnwise-")
            .permissions(fs::Permissions::from_mode(0o666))
            .tempfile_in(folder);
        probe.and_then(|file| file.as_file().metadata()).map_or(0o644, |metadata| metadata.permissions().mode() & 0o777)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::fs::{XattrFlags, getxattr, setxattr};

    #[test]
    fn extended_attributes_are_copied() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "x").unwrap();
        // Not every file system has attributes; then there is nothing to copy.
        if setxattr(&old, "user.turnwise", b"kept", XattrFlags::empty()).is_err() {
            return;
        }
        assert!(copy_extended(&old, &fs::File::create(&new).unwrap()));
        let mut value = [0; 16];
        let length = getxattr(&new, "user.turnwise", &mut value[..]).unwrap();
        assert_eq!(&value[..length], b"kept");
    }
}
