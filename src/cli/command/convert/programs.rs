//! Programs of `KePrompt` as inputs: the files that they may read, and their parsing.

use std::sync::Arc;

use anyhow::Context as _;
use turnwise::op::statements::FolderFiles;
use turnwise::statements::{FileReader, ProgramReading};

use super::args::ProgramArgs;

/// The options for reading programs.
pub(super) fn reading(args: &ProgramArgs) -> anyhow::Result<Option<Arc<ProgramReading>>> {
    if args.dir.is_none() && !args.documented {
        return Ok(None);
    }
    let mut reading = ProgramReading { is_documented: args.documented, open: None };
    if let Some(folder) = args.dir.clone() {
        FolderFiles::new(&folder).with_context(|| format!("cannot read files below {}", folder.display()))?;
        reading.open = Some(Box::new(move || {
            let files = FolderFiles::new(&folder).ok()?;
            Some(Box::new(files) as Box<dyn FileReader>)
        }));
    }
    Ok(Some(Arc::new(reading)))
}
