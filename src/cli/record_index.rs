//! Places of records in large files of lines, kept in the cache folder of the user: `show --record` is asked more than once.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use turnwise::format::Framing;
use turnwise::op::Input;
use turnwise::stream::{RecordPlace, RecordPlaces};

use super::files::InputFile;

/// Smaller files are read from their beginning.
const LEAST: u64 = 16 * 1024 * 1024;

/// Places of one file.
#[derive(Debug, Default)]
pub(crate) struct RecordIndex {
    /// The file with the places, if they may be kept.
    path: Option<PathBuf>,
    /// The first line: the places are those of a file with this size, time and number.
    head: String,
    known: RecordPlaces,
    pub(crate) places: RecordPlaces,
}

impl RecordIndex {
    /// What is known about an input. Without a cache folder nothing is.
    pub(crate) fn open(file: &InputFile, input: &Input) -> Self {
        let Some((source, identity)) = plain_file(file, input).zip(input.source.identity()) else {
            return Self::default();
        };
        let Some(folder) = cache_folder() else { return Self::default() };
        let Ok(source) = fs::canonicalize(source) else { return Self::default() };
        let hash = Sha256::digest(source.as_os_str().as_encoded_bytes());
        let name = format!("{:032x}", hash.first_chunk().map(|start| u128::from_be_bytes(*start)).unwrap_or_default());
        let (path, head) = (folder.join(name), format!("turnwise records 1 {}\n", identity.stamp()));
        let text = fs::read_to_string(&path).unwrap_or_default();
        let known = text.strip_prefix(&head).and_then(RecordPlaces::from_text).unwrap_or_default();
        Self { path: Some(path), head, places: known.clone(), known }
    }

    /// Moves an input on to the place before a record that is nearest to it.
    pub(crate) fn start(&self, file: &InputFile, input: &mut Input, record: u64) -> Option<RecordPlace> {
        let place = self.known.before(record)?;
        let opened = File::open(file.path.as_ref()?).ok()?;
        input.source.start_at(opened, place.offset).then_some(place)
    }

    /// Keeps what is known now. A cache that cannot be written is none.
    pub(crate) fn save(&self) {
        if let Some(path) = self.path.as_ref().filter(|_| self.places != self.known) {
            let _ = self.write(path);
        }
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all((self.head.clone() + &self.places.to_text()).as_bytes())?;
        file.persist(path)?;
        Ok(())
    }
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
