//! Inputs that can be read only once, copied into files: standard input and pipes, for commands that read twice.

use std::fs::File;
use std::io::{Read, Write as _};

use anyhow::Context as _;
use turnwise::stream::{Progress as _, Scratch};

use super::files::InputFile;
use crate::cli::progress::ProgressDisplay;
use crate::cli::signals;
use crate::cli::terminal::Terminal;

/// Copies the inputs that can be read only once; the copies are deleted with the result.
pub(crate) fn spool(files: &mut [InputFile], terminal: &Terminal) -> anyhow::Result<Option<Scratch>> {
    let mut scratch = None;
    for (file, number) in files.iter_mut().zip(0..) {
        if file.is_regular() {
            continue;
        }
        let name = file.name();
        let folder = match scratch.take() {
            Some(folder) => folder,
            None => {
                signals::watch();
                Scratch::new().with_context(|| format!("cannot create a folder for a copy of {name}"))?
            }
        };
        let path = folder.path().join(format!("{number}"));
        match &file.path {
            Some(path_of_input) => {
                let input = File::open(path_of_input).with_context(|| format!("{name}: cannot open"))?;
                copy(input, &path, &name, terminal)?;
            }
            None => copy(std::io::stdin().lock(), &path, &name, terminal)?,
        }
        file.copy = Some(path);
        scratch = Some(folder);
    }
    Ok(scratch)
}

fn copy(mut from: impl Read, to: &std::path::Path, name: &str, terminal: &Terminal) -> anyhow::Result<()> {
    let display = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, name, None);
    let failed = || format!("cannot keep a copy of {name}");
    let mut file = File::create_new(to).with_context(failed)?;
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let count = match from.read(&mut buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            other => other.with_context(|| format!("{name}: cannot read"))?,
        };
        if count == 0 {
            return Ok(());
        }
        file.write_all(buffer.get(..count).unwrap_or_default()).with_context(failed)?;
        display.advance(count as u64, 0);
    }
}
