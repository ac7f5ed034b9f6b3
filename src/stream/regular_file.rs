//! Files that the user did not name, such as `base_state.json` in a folder of events. Only regular ones are opened: a pipe would
//! wait for a writer that never comes.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file, or what a link to one leads to.
///
/// # Errors
/// It cannot be opened, or is a pipe, a device, a socket or a folder.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let check = |metadata: std::fs::Metadata| {
        let other = || io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file");
        metadata.is_file().then_some(()).ok_or_else(other)
    };
    // Opening a device may do something, so it is asked before.
    check(std::fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Somebody may have put a pipe in its place meanwhile: that is not waited for, and what was opened counts.
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
    }
    let file = options.open(path)?;
    check(file.metadata()?)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn only_regular_files_and_links_to_them_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "text").unwrap();
        let mut text = String::new();
        open_regular(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
        assert!(open_regular(folder.path()).is_err());
        #[cfg(target_os = "linux")]
        {
            let pipe = folder.path().join("pipe");
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&pipe, &link).unwrap();
            for path in [&pipe, &link, Path::new("/dev/null")] {
                assert!(open_regular(path).unwrap_err().to_string().contains("not a regular file"));
            }
            std::fs::remove_file(&link).unwrap();
            std::os::unix::fs::symlink(&path, &link).unwrap();
            open_regular(&link).unwrap();
        }
    }
}
