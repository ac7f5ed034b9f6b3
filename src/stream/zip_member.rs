//! Files in ZIP archives, read as streams. The `zip` package reads the directory of an archive; a file is read from its place.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::decompress::guarded_deflate;
use super::encoding::{INSPECT_LOG, is_inspect_member};
use super::error::SourceError;
use super::source::Source;
use super::source_options::{Identity, SourceOptions};

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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Stored,
    Deflated,
    /// Encrypted, or compressed by another method.
    Other,
}

/// True for a regular file that begins as a ZIP archive. Pipes are not looked at: that would take bytes from them.
#[must_use]
pub fn is_zip(path: &Path) -> bool {
    let mut magic = [0; 4];
    let is_regular = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_regular
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && matches!(&magic, b"PK\x03\x04" | b"PK\x05\x06")
}

/// The files of an archive, in the order of its directory.
///
/// # Errors
/// The archive cannot be read, or its directory is damaged.
pub fn zip_members(path: &Path) -> Result<Vec<ZipMember>, SourceError> {
    let file = File::open(path).map_err(SourceError::Open)?;
    let damaged = |error: zip::result::ZipError| SourceError::Read(io::Error::other(error));
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(damaged)?;
        let Some(path) = member.enclosed_name().filter(|_| member.is_file()) else { continue };
        // With no compression method built in, the package names the number of deflate only.
        let has = |method| !member.encrypted() && member.compression() == method;
        let packing = match () {
            () if has(zip::CompressionMethod::Stored) => Packing::Stored,
            () if has(zip::CompressionMethod::DEFLATE) => Packing::Deflated,
            () => Packing::Other,
        };
        members.push(ZipMember {
            path,
            size: member.size(),
            start: member.data_start(),
            compressed_size: member.compressed_size(),
            crc: member.crc32(),
            packing,
        });
    }
    if members.iter().any(|member| member.path.to_str().is_some_and(is_inspect_member)) {
        return Err(SourceError::Foreign(INSPECT_LOG));
    }
    Ok(members)
}

impl ZipMember {
    /// The bytes of the file. The last read fails where they do not have the length or the checksum of the directory.
    pub(super) fn open(&self, archive: &mut File, max_expansion: u64) -> Result<Box<dyn Read + Send>, SourceError> {
        archive.seek(SeekFrom::Start(self.start)).map_err(SourceError::Read)?;
        let bytes = archive.try_clone().map_err(SourceError::Open)?.take(self.compressed_size);
        let stream: Box<dyn Read + Send> = match self.packing {
            Packing::Stored => Box::new(bytes),
            Packing::Deflated => guarded_deflate(bytes, max_expansion),
            Packing::Other => {
                return Err(SourceError::Foreign(
                    "encrypted or packed by a method other than deflate; unpack the archive",
                ));
            }
        };
        Ok(Box::new(ChecksummedReader { stream, sum: flate2::Crc::new(), size: self.size, crc: self.crc }))
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
        Self::new(reader, name, Some(member.size), Some(identity), options)
    }
}

/// Compares length and checksum at the end.
struct ChecksummedReader {
    stream: Box<dyn Read + Send>,
    sum: flate2::Crc,
    size: u64,
    crc: u32,
}

impl Read for ChecksummedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.sum.update(buffer.get(..count).unwrap_or_default());
        // The sum counts bytes in 32 bits.
        let has_size = self.sum.amount() == u32::try_from(self.size & u64::from(u32::MAX)).unwrap_or_default();
        if count == 0 && !buffer.is_empty() && !(has_size && self.sum.sum() == self.crc) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the archive is damaged here: the checksum differs",
            ));
        }
        Ok(count)
    }
}
