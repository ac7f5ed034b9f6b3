//! Places of records in large files of lines, in the user's cache folder, for repeated `show --record`.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use turnwise::format::Framing;
use turnwise::op::Input;
use turnwise::stream::{RecordPlace, RecordPlaces, ScratchFile, open_regular};

use crate::cli::job::files::InputFile;

/// Smaller files are read from their beginning.
const LEAST: u64 = 16 * 1024 * 1024;

/// The places of one file.
#[derive(Debug, Default)]
pub(crate) struct RecordIndex {
    /// The file with the places, if there is a cache.
    path: Option<PathBuf>,
    /// The first line: the places belong to a file with this size, time and number.
    head: String,
    known: RecordPlaces,
    /// The hash of the bytes next to each known place: a changed file may have the same size, time and number.
    checks: HashMap<u64, String>,
    /// The file itself.
    source: PathBuf,
    pub(crate) places: RecordPlaces,
}

impl RecordIndex {
    /// The index of an input. Without a cache folder, it is empty.
    pub(crate) fn open(file: &InputFile, input: &Input) -> Self {
        let Some((source, identity)) = plain_file(file, input).zip(input.source.identity()) else {
            return Self::default();
        };
        let Some(folder) = cache_folder() else { return Self::default() };
        let Ok(source) = fs::canonicalize(source) else { return Self::default() };
        let hash = Sha256::digest(source.as_os_str().as_encoded_bytes());
        let name = format!("{:032x}", hash.first_chunk().map(|start| u128::from_be_bytes(*start)).unwrap_or_default());
        let (path, head) = (folder.join(name), format!("turnwise records 2 {}\n", identity.stamp()));
        let text = read_cache(&path).unwrap_or_default();
        let places = text.strip_prefix(&head).unwrap_or_default();
        let known = RecordPlaces::from_text(places).unwrap_or_default();
        let check = |line: &str| {
            let mut words = line.split(' ').skip(1);
            Some((words.next()?.parse().ok()?, words.nth(1)?.to_owned()))
        };
        let checks = places.lines().filter_map(check).collect();
        Self { path: Some(path), head, places: known.clone(), known, checks, source }
    }

    /// Moves an input to the nearest known place before a record.
    pub(crate) fn start(&self, file: &InputFile, input: &mut Input, record: u64) -> Option<RecordPlace> {
        let place = self.known.before(record)?;
        let mut opened = open_regular(file.path.as_ref()?).ok()?;
        if self.checks.get(&place.offset) != around(&mut opened, place.offset).as_ref() {
            return None;
        }
        input.source.start_at(opened, place.offset).then_some(place)
    }

    /// Writes the index. Errors are ignored: the cache is optional.
    pub(crate) fn save(&self) {
        if let Some(path) = self.path.as_ref().filter(|_| self.places != self.known) {
            let _ = self.write(path);
        }
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        create_private(folder)?;
        let mut source = open_regular(&self.source)?;
        let mut text = self.head.clone();
        for line in self.places.to_text().lines() {
            let offset = line.split(' ').nth(1).and_then(|offset| offset.parse().ok()).unwrap_or_default();
            let check = around(&mut source, offset).unwrap_or_default();
            text.push_str(&format!("{line} {check}\n"));
        }
        let mut file = ScratchFile::new(folder)?;
        file.file()?.write_all(text.as_bytes())?;
        file.persist(path)
    }
}

/// The maximum size of a cache file in bytes: it has 4,096 places.
const MOST: u64 = 1 << 20;

fn read_cache(path: &Path) -> Option<String> {
    let mut text = String::new();
    let size = open_regular(path).ok()?.take(MOST + 1).read_to_string(&mut text).ok()?;
    (size as u64 <= MOST).then_some(text)
}

/// A hash of the bytes before and after a place.
fn around(file: &mut File, offset: u64) -> Option<String> {
    const SIDE: u64 = 256;
    let start = offset.saturating_sub(SIDE);
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut bytes = Vec::new();
    file.take(offset - start + SIDE).read_to_end(&mut bytes).ok()?;
    let hash = Sha256::digest(&bytes);
    Some(format!("{:032x}", hash.first_chunk().map(|start| u128::from_be_bytes(*start)).unwrap_or_default()))
}

/// Creates a folder that only its owner can read: places reveal the lengths of records.
fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
        builder.mode(0o700).create(folder)?;
        // An earlier version created it readable by everyone.
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    builder.create(folder)
}

/// The path of a large file of lines that is not compressed.
fn plain_file<'f>(file: &'f InputFile, input: &Input) -> Option<&'f Path> {
    let is_plain = file.member.is_none() && file.events.is_none() && input.nesting.is_none();
    let is_large = input.source.size().is_some_and(|size| size >= LEAST);
    let path = file.path.as_deref()?;
    (is_plain && is_large && input.framing == Framing::Lines && !input.source.has_mark()).then_some(path)
}

fn cache_folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?;
    folder.is_absolute().then(|| folder.join("turnwise").join("records"))
}
