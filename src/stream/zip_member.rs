//! Files in ZIP archives, read as streams. A file is read from its place in the archive.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::batch::LineStart;
use super::decompress::zstd_stream;
use super::error::SourceError;
use super::history::{FolderFault, shown};
use super::limits::BATCH;
use super::source::Source;
use super::source_options::{FREE, Identity, SourceOptions};
use super::zip_directory::LeftOutMember;
use crate::json::Text;
use crate::report::session;

/// A file in a ZIP archive.
#[derive(Clone, Debug)]
pub struct ZipMember {
    /// The path in the archive, without `..` and without a root: `export/conversations.json`.
    pub path: PathBuf,
    /// The number of bytes of the file.
    pub size: u64,
    /// Where its compressed bytes begin in the archive.
    start: u64,
    compressed_size: u64,
    crc: u32,
    packing: Packing,
    share: ArchiveShare,
    /// Files of the archive that are not read, with one that is.
    left_out: Vec<LeftOutMember>,
}

/// How the files that are read from an archive expand together: a limit for each would be one for none.
#[derive(Clone, Copy, Debug)]
struct ArchiveShare {
    files: u64,
    size: u64,
    compressed_size: u64,
}

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Not.
    Stored,
    /// By deflate.
    Deflated,
    /// By zstd.
    Zstd,
    /// Encrypted, or compressed by another method.
    Other,
}

/// True for a regular file that begins as a ZIP archive. Pipes are not looked at: that would take bytes from them.
#[must_use]
pub fn is_zip(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) && begins_as_zip(path)
}

/// The same for a file that is known to be regular.
#[must_use]
pub fn begins_as_zip(path: &Path) -> bool {
    let mut magic = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && matches!(&magic, b"PK\x03\x04" | b"PK\x05\x06")
}

impl ZipMember {
    /// `sizes`: where its bytes begin, how many there are, and how many they become.
    pub(super) fn new(path: PathBuf, sizes: [u64; 3], crc: u32, packing: Packing) -> Self {
        let [start, compressed_size, size] = sizes;
        let share = ArchiveShare { files: 1, size, compressed_size };
        Self { path, size, start, compressed_size, crc, packing, share, left_out: Vec::new() }
    }

    /// Makes files of one archive share its limit of expansion. The first of them reports what is omitted.
    pub fn share(members: &mut [Self], left_out: Vec<LeftOutMember>) {
        let sum = |of: fn(&Self) -> u64| members.iter().map(of).fold(0, u64::saturating_add);
        let (files, size) = (members.len() as u64, sum(|member| member.size));
        let share = ArchiveShare { files, size, compressed_size: sum(|member| member.compressed_size) };
        for member in members.iter_mut() {
            member.share = share;
        }
        if let Some(first) = members.first_mut() {
            first.left_out = left_out;
        }
    }

    /// The bytes of the file. Reading fails where they do not have the length or the checksum of the directory.
    pub(super) fn open(&self, archive: &mut File, max_expansion: u64) -> Result<Box<dyn Read + Send>, SourceError> {
        let ArchiveShare { size, compressed_size, .. } = self.share;
        // No file gives more bytes than the directory says, so its sum is that of the bytes.
        if size > FREE && size / compressed_size.max(1) > max_expansion {
            return Err(SourceError::Bomb);
        }
        archive.seek(SeekFrom::Start(self.start)).map_err(SourceError::Read)?;
        let bytes = archive.try_clone().map_err(SourceError::Open)?.take(self.compressed_size);
        let stream: Box<dyn Read + Send> = match self.packing {
            Packing::Stored => Box::new(bytes),
            Packing::Deflated => Box::new(flate2::bufread::DeflateDecoder::new(BufReader::with_capacity(BATCH, bytes))),
            Packing::Zstd => zstd_stream(BufReader::with_capacity(BATCH, bytes)).map_err(SourceError::Read)?,
            Packing::Other => {
                return Err(SourceError::Foreign(
                    "encrypted or packed by a method other than deflate and zstd; unpack the archive",
                ));
            }
        };
        Ok(Box::new(ChecksummedReader { stream, sum: flate2::Crc::new(), given: 0, size: self.size, crc: self.crc }))
    }
}

impl Source {
    /// Opens a file in a ZIP archive, one that [`zip_members`] found.
    ///
    /// # Errors
    /// Those of [`Source::open`].
    pub fn open_zip_member(archive: &Path, member: &ZipMember, options: SourceOptions) -> Result<Self, SourceError> {
        let mut file = File::open(archive).map_err(SourceError::Open)?;
        let identity = Identity::of(&file.metadata().map_err(SourceError::Open)?);
        let reader = member.open(&mut file, options.max_expansion)?;
        let name = archive.join(&member.path).display().to_string();
        // What is compressed once more has its part of what the archive may expand to.
        let free_expansion = FREE / member.share.files.max(1);
        let options = SourceOptions { free_expansion, ..options };
        let mut source = Self::new(reader, name, Some(member.size), Some(identity), options)?;
        let place = LineStart { file: shown(archive), number: 1, column: 1, offset: 0 };
        let fault = |left_out: &LeftOutMember| {
            let name = Text::owned(left_out.name.as_str()).show();
            let what = format!("the file `{name}` of the archive is skipped: {}", left_out.why);
            let loss = place.diagnostic(&session::UNREAD_PART, what);
            FolderFault { finding: Some(loss.clone()), loss: Some(loss) }
        };
        source.left_out = member.left_out.iter().map(fault).collect();
        Ok(source)
    }

    /// What is in the folder or archive and in no record; of an archive, its first file has it.
    #[must_use]
    pub fn faults(&self) -> &[FolderFault] {
        self.history().map_or(&self.left_out, |history| &history.faults)
    }
}

/// Compares length and checksum at the end.
struct ChecksummedReader {
    stream: Box<dyn Read + Send>,
    sum: flate2::Crc,
    given: u64,
    size: u64,
    crc: u32,
}

impl Read for ChecksummedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.sum.update(buffer.get(..count).unwrap_or_default());
        self.given = self.given.saturating_add(count as u64);
        if self.given > self.size {
            let message = "the archive is damaged here: the file is longer than its directory says";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let has_size = self.given == self.size;
        if count == 0 && !buffer.is_empty() && !(has_size && self.sum.sum() == self.crc) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the archive is damaged here: the checksum differs",
            ));
        }
        Ok(count)
    }
}
