//! Opens files below one folder, and no others: links are followed one by one and must not leave the folder, and the
//! file that is read is the one that was checked.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that references may refer to.
#[derive(Debug)]
pub struct Root {
    /// The real path.
    path: PathBuf,
    /// The absolute path that the user named.
    given: PathBuf,
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    folder: File,
}

/// The reason why a reference has no file.
#[derive(Debug)]
pub enum NoFile {
    /// The file may not be opened.
    Refused(String),
    /// The file cannot be opened or read.
    Io(io::Error),
}

/// The maximum number of links for one file.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const MOST_LINKS: usize = 40;

impl Root {
    /// The folder at `path`.
    ///
    /// # Errors
    /// The folder cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let real = path.canonicalize()?;
        if !real.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "not a folder"));
        }
        let given = std::path::absolute(path)?;
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        let folder = File::open(&real)?;
        Ok(Self {
            path: real,
            given,
            #[cfg(any(target_os = "linux", target_os = "macos"))]
            folder,
        })
    }

    /// The names from this folder to the file of a reference: a relative path, or `file:///…`.
    ///
    /// # Errors
    /// The reference names no file below this folder.
    pub fn names(&self, reference: &str) -> Result<Vec<String>, NoFile> {
        let refuse = |why: &str| Err(NoFile::Refused(why.to_owned()));
        let is_file_url = reference.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
        let path = if is_file_url { reference.get(5..).unwrap_or_default() } else { reference };
        let Some(path) = percent_decoded(path) else { return refuse("its escapes give no text") };
        if path.contains('\0') || path.chars().any(char::is_control) {
            return refuse("it contains a control character");
        }
        if path.contains('\\') {
            return refuse("it contains a backslash");
        }
        let path = if is_file_url {
            let Some(absolute) = path.strip_prefix("//").filter(|rest| rest.starts_with('/')) else {
                return refuse("a file: URL needs three slashes and no host");
            };
            let inner =
                [&self.path, &self.given].into_iter().find_map(|root| Path::new(absolute).strip_prefix(root).ok());
            let Some(inner) = inner.and_then(Path::to_str) else { return refuse("it is not below --media-dir") };
            inner.to_owned()
        } else {
            path
        };
        if path.starts_with('/') {
            return refuse("it is an absolute path");
        }
        let mut names = Vec::new();
        for name in path.split('/').filter(|name| !name.is_empty() && *name != ".") {
            if name.contains(':') {
                return refuse("it is neither a path nor a URL that may be opened");
            }
            if is_device(name) {
                return refuse("it names a device");
            }
            // The parent of a linked folder is ambiguous, so such paths are rejected.
            if name == ".." && names.pop().is_none() {
                return refuse("it leads out of --media-dir");
            }
            if name != ".." {
                names.push(name.to_owned());
            }
        }
        if names.is_empty() { refuse("it names no file") } else { Ok(names) }
    }

    /// Opens the file that names lead to, for reading.
    ///
    /// # Errors
    /// The file is not below this folder after all links are followed, is not a regular file, or cannot be opened.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    pub fn file(&self, names: &[String]) -> Result<File, NoFile> {
        use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, readlinkat, statat};
        let failed = |error: rustix::io::Errno| NoFile::Io(error.into());
        let refuse = |why: &str| NoFile::Refused(why.to_owned());
        // The folders on the path; the next name is looked up in the last one.
        let mut parents: Vec<File> = Vec::new();
        let mut left: Vec<String> = names.iter().rev().cloned().collect();
        let mut links = 0;
        while let Some(name) = left.pop() {
            if name == ".." {
                parents.pop().ok_or_else(|| refuse("a link leads out of --media-dir"))?;
                continue;
            }
            let here = parents.last().unwrap_or(&self.folder);
            let status = statat(here, name.as_str(), AtFlags::SYMLINK_NOFOLLOW).map_err(failed)?;
            match FileType::from_raw_mode(status.st_mode) {
                FileType::Symlink => {
                    links += 1;
                    if links > MOST_LINKS {
                        return Err(refuse("it leads through too many links"));
                    }
                    let target = readlinkat(here, name.as_str(), Vec::new()).map_err(failed)?;
                    let target = target.to_str().map_err(|_| refuse("a link leads to a name that is not text"))?;
                    let target = if target.starts_with('/') {
                        parents.clear();
                        let inner = Path::new(target).strip_prefix(&self.path).ok().and_then(Path::to_str);
                        inner.ok_or_else(|| refuse("a link leads out of --media-dir"))?
                    } else {
                        target
                    };
                    let names = target.split('/').filter(|name| !name.is_empty() && *name != ".");
                    left.extend(names.rev().map(str::to_owned));
                }
                FileType::Directory if !left.is_empty() => {
                    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                    parents.push(openat(here, name.as_str(), flags, Mode::empty()).map_err(failed)?.into());
                }
                FileType::RegularFile if left.is_empty() => {
                    // If it was replaced by now, opening it neither follows links nor waits nor becomes a terminal.
                    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
                    let file: File = openat(here, name.as_str(), flags, Mode::empty()).map_err(failed)?.into();
                    let is_file = file.metadata().map_err(NoFile::Io)?.is_file();
                    return if is_file { Ok(file) } else { Err(refuse("it is not a regular file")) };
                }
                FileType::RegularFile
                | FileType::Directory
                | FileType::Fifo
                | FileType::Socket
                | FileType::CharacterDevice
                | FileType::BlockDevice
                | FileType::Unknown => return Err(refuse("it is not a regular file")),
            }
        }
        Err(refuse("it is not a regular file"))
    }

    /// Opens the file that names lead to, for reading.
    ///
    /// # Errors
    /// The file is not below this folder after all links are followed, is not a regular file, or cannot be opened.
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    pub fn file(&self, names: &[String]) -> Result<File, NoFile> {
        let mut path = self.path.clone();
        path.extend(names);
        let real = path.canonicalize().map_err(NoFile::Io)?;
        let is_below = real.starts_with(&self.path);
        if !is_below || !std::fs::symlink_metadata(&real).map_err(NoFile::Io)?.is_file() {
            return Err(NoFile::Refused("it is not a regular file below --media-dir".to_owned()));
        }
        let file = File::open(&real).map_err(NoFile::Io)?;
        // A link that was created meanwhile.
        let is_same = path.canonicalize().is_ok_and(|again| again == real);
        if is_same && file.metadata().map_err(NoFile::Io)?.is_file() {
            return Ok(file);
        }
        Err(NoFile::Refused("it changed while it was opened".to_owned()))
    }
}

/// Names of devices in Windows, in every folder and with every extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |rest: &str| matches!(rest, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9");
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || stem.strip_prefix("com").or(stem.strip_prefix("lpt")).is_some_and(is_port)
}

/// Decodes the escapes of a URL, once.
fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let digits = rest.get(..2).filter(|digits| *first == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        if code.is_some() {
            rest = rest.get(2..).unwrap_or_default();
        }
        bytes.push(code.unwrap_or(*first));
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn read(root: &Root, reference: &str) -> Result<String, NoFile> {
        let mut text = String::new();
        root.file(&root.names(reference)?)?.read_to_string(&mut text).map_err(NoFile::Io)?;
        Ok(text)
    }

    #[test]
    fn only_files_below_the_folder_are_opened() {
        let outer = tempfile::tempdir().unwrap();
        std::fs::write(outer.path().join("secret"), "secret").unwrap();
        let below = outer.path().join("root");
        std::fs::create_dir_all(below.join("sub")).unwrap();
        std::fs::write(below.join("sub/a b.png"), "inside").unwrap();
        let root = Root::open(&below).unwrap();
        let absolute = format!("file://{}/sub/a%20b.png", below.display());
        for good in ["sub/a b.png", "./sub//a%20b.png", "sub/../sub/a b.png", &absolute] {
            assert_eq!(read(&root, good).unwrap(), "inside", "{good}");
        }
        let outside = format!("file://{}/secret", outer.path().display());
        let bad = [
            "../secret",
            "%2e%2e/secret",
            "sub/../../secret",
            "/etc/passwd",
            "file:///etc/passwd",
            "file://localhost/etc/passwd",
            "file:sub/a b.png",
            "\\\\host\\share\\a.png",
            "sub\\a b.png",
            "C:\\a.png",
            "c:/a.png",
            "a.png\0.txt",
            "a%00.png",
            "nul",
            "sub/COM1.png",
            "sub",
            "",
            ".",
            &outside,
        ];
        for reference in bad {
            assert!(matches!(read(&root, reference), Err(NoFile::Refused(_))), "{reference:?}");
        }
        assert!(matches!(read(&root, "none.png"), Err(NoFile::Io(_))));
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[test]
    fn links_stay_below_the_folder_and_devices_are_not_opened() {
        use std::os::unix::fs::symlink;
        let outer = tempfile::tempdir().unwrap();
        std::fs::write(outer.path().join("secret"), "secret").unwrap();
        let below = outer.path().join("root");
        std::fs::create_dir_all(below.join("sub/deep")).unwrap();
        std::fs::write(below.join("a"), "inside").unwrap();
        symlink("../../a", below.join("sub/deep/up")).unwrap();
        symlink(below.canonicalize().unwrap().join("a"), below.join("sub/whole")).unwrap();
        symlink("deep/up", below.join("sub/chain")).unwrap();
        symlink("../../secret", below.join("sub/out")).unwrap();
        symlink(outer.path().join("secret"), below.join("absolute")).unwrap();
        symlink("..", below.join("parent")).unwrap();
        symlink("loop", below.join("loop")).unwrap();
        symlink("/dev/zero", below.join("zero")).unwrap();
        let root = Root::open(&below).unwrap();
        for good in ["sub/deep/up", "sub/whole", "sub/chain"] {
            assert_eq!(read(&root, good).unwrap(), "inside", "{good}");
        }
        for bad in ["sub/out", "absolute", "parent/secret", "loop", "zero", "sub/deep"] {
            assert!(matches!(read(&root, bad), Err(NoFile::Refused(_))), "{bad}");
        }
        let fifo = std::process::Command::new("mkfifo").arg(below.join("fifo")).status();
        if fifo.is_ok_and(|status| status.success()) {
            assert!(matches!(read(&root, "fifo"), Err(NoFile::Refused(_))));
        }
    }
}
