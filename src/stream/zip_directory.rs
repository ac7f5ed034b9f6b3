//! The directory of a ZIP archive. A hostile one has two entries with one place, a name that leads out of the archive
//! (`../../x.jsonl`), one name for two files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::error::SourceError;
use super::zip_member::{Packing, ZipMember};

/// What the directory of an archive names.
#[derive(Debug, Default)]
pub struct ZipListing {
    /// The files that can be read, in the order of the directory.
    pub members: Vec<ZipMember>,
    /// The files that are not read.
    pub left_out: Vec<LeftOutMember>,
}

/// A file of an archive that is not read.
#[derive(Clone, Debug)]
pub struct LeftOutMember {
    /// Its name, as the archive has it.
    pub name: String,
    /// Why.
    pub why: &'static str,
}

type Archive = zip::ZipArchive<BufReader<File>>;

/// The files of an archive.
///
/// # Errors
/// The archive cannot be read, its directory is damaged, or files in it share bytes: such archives expand without end.
pub fn zip_members(path: &Path) -> Result<ZipListing, SourceError> {
    let file = File::open(path).map_err(SourceError::Open)?;
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let (mut listing, mut ranges) = (ZipListing::default(), Vec::new());
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(damaged)?;
        ranges.push((member.header_start(), member.data_start().saturating_add(member.compressed_size())));
        if !member.is_file() {
            continue;
        }
        let name = member.name();
        let Some(path) = safe_path(name) else {
            let why = "its path leads out of the archive, or would on another system";
            listing.left_out.push(LeftOutMember { name: name.to_owned(), why });
            continue;
        };
        // No compression method is built into the package: it has names for the numbers of these.
        let has = |method| !member.encrypted() && member.compression() == method;
        let packing = match () {
            () if has(zip::CompressionMethod::Stored) => Packing::Stored,
            () if has(zip::CompressionMethod::DEFLATE) => Packing::Deflated,
            () if has(zip::CompressionMethod::ZSTD) => Packing::Zstd,
            () => Packing::Other,
        };
        let sizes = [member.data_start(), member.compressed_size(), member.size()];
        listing.members.push(ZipMember::new(path, sizes, member.crc32(), packing));
    }
    ranges.push((archive.central_directory_start(), u64::MAX));
    if share_bytes(ranges) {
        return Err(SourceError::Read(io::Error::other(
            "files in the archive share bytes, as in archives that are made to expand without end",
        )));
    }
    listing.leave_out_repeated(repeated(archive)?);
    listing.leave_out_summaries();
    Ok(listing)
}

/// True for the name of a sample in a log of Inspect: `samples/x_epoch_1.json`. No other archive has such names.
fn is_inspect_sample(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.starts_with("samples/") && path.contains("_epoch_"))
}

fn damaged(error: zip::result::ZipError) -> SourceError {
    SourceError::Read(io::Error::other(error))
}

/// The path of a file in the archive, if it is one on every system: without root, drive, `..` and backslashes.
fn safe_path(name: &str) -> Option<PathBuf> {
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    let is_unsafe = has_drive || name.starts_with('/') || name.contains(['\\', '\0']);
    let parts: Vec<_> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let is_inside = !is_unsafe && !parts.is_empty() && !parts.contains(&"..");
    is_inside.then(|| parts.into_iter().collect())
}

/// True if two of these ranges overlap.
fn share_bytes(mut ranges: Vec<(u64, u64)>) -> bool {
    ranges.sort_unstable();
    ranges.windows(2).any(|pair| matches!(pair, [(_, end), (start, _)] if start < end))
}

/// The names that the directory has more than once, and how often. The package keeps the last file of a name.
fn repeated(archive: Archive) -> Result<Vec<(String, usize)>, SourceError> {
    let (start, known) = (archive.central_directory_start(), archive.len());
    let mut reader = archive.into_inner();
    reader.seek(SeekFrom::Start(start)).map_err(SourceError::Read)?;
    let mut counts: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut entries = 0;
    while reader.fill_buf().is_ok_and(|bytes| bytes.first() == Some(&b'P')) {
        let mut header = [0; 46];
        if reader.read_exact(&mut header).is_err() || !header.starts_with(b"PK\x01\x02") {
            break;
        }
        let length = |at: usize| match header.get(at..at + 2) {
            Some([low, high]) => u16::from_le_bytes([*low, *high]),
            _ => 0,
        };
        let mut name = vec![0; usize::from(length(28))];
        let rest = i64::from(length(30)) + i64::from(length(32));
        if reader.read_exact(&mut name).is_err() || reader.seek_relative(rest).is_err() {
            break;
        }
        entries += 1;
        *counts.entry(name).or_default() += 1;
    }
    if entries == known {
        return Ok(Vec::new());
    }
    let mut repeated: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    repeated.sort_unstable();
    Ok(repeated.into_iter().map(|(name, count)| (String::from_utf8_lossy(&name).into_owned(), count - 1)).collect())
}

impl ZipListing {
    /// The samples alone are conversations in a log of Inspect.
    fn leave_out_summaries(&mut self) {
        if !self.members.iter().any(|member| is_inspect_sample(&member.path)) {
            return;
        }
        let why = "it describes the log of Inspect, and is no sample";
        let others = self.members.extract_if(.., |member| !is_inspect_sample(&member.path));
        self.left_out.extend(others.map(|it| LeftOutMember { name: it.path.to_string_lossy().into_owned(), why }));
    }

    fn leave_out_repeated(&mut self, repeated: Vec<(String, usize)>) {
        let why = "a file after it in the archive has the same name, and that one is read";
        for (name, count) in repeated {
            self.left_out.extend((0..count).map(|_| LeftOutMember { name: name.clone(), why }));
        }
        // `a/./b.json` and `a/b.json` are one path, too.
        let mut last: HashMap<PathBuf, usize> = HashMap::new();
        for (at, member) in self.members.iter().enumerate() {
            last.insert(member.path.clone(), at);
        }
        let left_out = &mut self.left_out;
        let mut at = 0;
        self.members.retain(|member| {
            let is_last = last.get(&member.path) == Some(&at);
            at += 1;
            if !is_last {
                left_out.push(LeftOutMember { name: member.path.to_string_lossy().into_owned(), why });
            }
            is_last
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_on_any_system_are_not_taken() {
        for name in ["../a", "/a", "a/../b", "a/..", "..\\a", "a\\b", "C:\\a", "C:a", "c:/a", "a\0b", "", "/", "."] {
            assert_eq!(safe_path(name), None, "{name:?}");
        }
        for (name, path) in
            [("a", "a"), ("a/./b.json", "a/b.json"), ("a//b", "a/b"), ("..a/b..", "..a/b.."), ("ab:c", "ab:c")]
        {
            assert_eq!(safe_path(name).as_deref(), Some(Path::new(path)), "{name:?}");
        }
    }

    #[test]
    fn ranges_share_bytes_if_one_begins_before_another_ends() {
        assert!(!share_bytes(vec![(10, 20), (0, 10), (20, u64::MAX)]));
        assert!(share_bytes(vec![(0, 10), (0, 10)]));
        assert!(share_bytes(vec![(5, 15), (0, 6)]));
        assert!(share_bytes(vec![(0, 30), (20, u64::MAX)]));
    }
}
