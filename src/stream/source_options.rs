//! Options for opening an input, and the identity of its file.

/// The default limit for the ratio of compressed input to its file, after the first 64 MiB.
pub const MAX_EXPANSION: u64 = 200;

/// Expansion is not looked at before this many bytes.
pub(super) const FREE: u64 = 64 * 1024 * 1024;

/// How an input is opened.
#[derive(Clone, Copy, Debug)]
pub struct SourceOptions {
    /// How many times larger than its file the text of compressed input may be, after 64 MiB.
    pub max_expansion: u64,
    /// The bytes before which the limit is not looked at.
    pub free_expansion: u64,
    /// The input is JSON Lines whatever its bytes look like: nothing about its framing or encoding is detected.
    pub is_lines: bool,
    /// A blank line is a record, which fails; otherwise it is skipped.
    pub has_blank_records: bool,
}

impl Default for SourceOptions {
    fn default() -> Self {
        Self { max_expansion: MAX_EXPANSION, free_expansion: FREE, is_lines: false, has_blank_records: false }
    }
}

/// Tells whether a file is still the one that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
    size: u64,
    modified: Option<std::time::SystemTime>,
}

impl Identity {
    /// Identifies a file, from an open file or the metadata of a path.
    #[must_use]
    pub fn of(metadata: &std::fs::Metadata) -> Self {
        #[cfg(unix)]
        let (device, inode) = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let (device, inode) = (0, 0);
        Self { device, inode, size: metadata.len(), modified: metadata.modified().ok() }
    }

    /// Size, time and number of the file, as words on a line.
    #[must_use]
    pub fn stamp(&self) -> String {
        let since = self.modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let since = since.unwrap_or_default();
        format!("{} {}.{:09} {} {}", self.size, since.as_secs(), since.subsec_nanos(), self.device, self.inode)
    }

    /// True if both are the same file, changed or not.
    #[must_use]
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode) && self.inode != 0
    }
}

/// The extension of a file in lower case, without that of its compression.
#[must_use]
pub fn extension_of(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let plain = [".gz", ".zst", ".br"].iter().find_map(|end| base.strip_suffix(end)).unwrap_or(&base);
    plain.rsplit_once('.').map(|(_, extension)| extension.to_owned()).unwrap_or_default()
}
