//! The file of `validate --baseline`: known findings, so that only new ones are reported.
//!
//! ```json
//! {"turnwise":"baseline","files":{
//! "a.jsonl":[
//! {"code":"TW203","pointer":"/messages/0","message":"no call has the id `c9`","count":2}
//! ]
//! }}
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use turnwise::report::{Diagnostic, syntax};
use turnwise::stream::{Sink, SinkOptions, Target};

use crate::cli::job::clashes::BASELINE_OPENING;
use crate::cli::signals;

/// The file of known findings.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct BaselineArgs {
    /// Report only findings that are not in this baseline file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Save current findings to the --baseline file
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
}

impl BaselineArgs {
    pub(super) fn is_given(&self) -> bool {
        self.baseline.is_some()
    }

    /// The file, if it is written.
    pub(super) fn written(&self) -> Option<&Path> {
        self.baseline.as_deref().filter(|_| self.write_baseline)
    }

    pub(super) fn open(&self) -> anyhow::Result<Option<Baseline>> {
        self.baseline.as_deref().map(|path| Baseline::open(path, self.write_baseline)).transpose()
    }
}

/// The known findings of each file, with their counts.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    /// The absolute path of the folder for relative file names.
    folder: PathBuf,
    /// Known findings that were not found yet.
    known: BTreeMap<String, BTreeMap<Known, u64>>,
    /// The number of known findings in checked files that are no longer found.
    gone: u64,
    /// The findings of this run, if a new baseline is written.
    found: Option<BTreeMap<String, BTreeMap<Known, u64>>>,
    /// A file cannot be read: its known findings would be lost.
    is_partial: bool,
}

/// The identity of a finding. Records may move, so their numbers are excluded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Known {
    code: String,
    pointer: String,
    message: String,
}

impl Known {
    fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.id.to_owned(),
            pointer: diagnostic.location.as_ref().map(|it| it.pointer.clone()).unwrap_or_default(),
            message: diagnostic.message.clone(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    finding: Known,
    count: u64,
}

#[derive(Deserialize)]
struct Content {
    turnwise: String,
    files: BTreeMap<String, Vec<Entry>>,
}

impl Baseline {
    /// Reads the file, or creates a new baseline.
    pub(super) fn open(path: &Path, is_written: bool) -> anyhow::Result<Self> {
        let name = path.display();
        let absolute = std::path::absolute(path).with_context(|| format!("--baseline {name}"))?;
        let folder = absolute.parent().unwrap_or(&absolute).to_owned();
        let mut known = BTreeMap::new();
        if is_written {
            signals::watch();
        } else {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("--baseline {name}: cannot be read; --write-baseline writes it"))?;
            let content: Content = serde_json::from_str(&text).map_err(|error| {
                anyhow::anyhow!("--baseline {name}: this is not a baseline of turnwise validate ({error})")
            })?;
            if content.turnwise != "baseline" {
                bail!("--baseline {name}: this is not a baseline of turnwise validate");
            }
            for (file, entries) in content.files {
                known.insert(file, entries.into_iter().map(|entry| (entry.finding, entry.count)).collect());
            }
        }
        Ok(Self {
            path: path.to_owned(),
            folder,
            known,
            gone: 0,
            found: is_written.then(BTreeMap::new),
            is_partial: false,
        })
    }

    /// True if this path is the file of the baseline.
    pub(super) fn is_file(&self, path: &Path) -> bool {
        std::path::absolute(path).is_ok_and(|path| std::path::absolute(&self.path).is_ok_and(|own| own == path))
    }

    /// True if a finding is known. Each known finding matches once.
    pub(super) fn takes(&mut self, file: &str, diagnostic: &Diagnostic) -> bool {
        if *diagnostic.code == syntax::UNREADABLE {
            self.is_partial = true;
            return false;
        }
        let file = self.name(diagnostic.file.as_deref().unwrap_or(file));
        let finding = Known::of(diagnostic);
        if let Some(found) = &mut self.found {
            *found.entry(file).or_default().entry(finding).or_default() += 1;
            return true;
        }
        match self.known.get_mut(&file).and_then(|known| known.get_mut(&finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// True if a finding is among the known ones, independent of counts.
    pub(super) fn knows(&self, file: &str, diagnostic: &Diagnostic) -> bool {
        let known = self.known.get(&self.name(diagnostic.file.as_deref().unwrap_or(file)));
        known.is_some_and(|known| known.contains_key(&Known::of(diagnostic)))
    }

    /// The path of a file relative to the folder of the baseline.
    fn name(&self, file: &str) -> String {
        let Ok(path) = std::path::absolute(file) else { return file.to_owned() };
        path.strip_prefix(&self.folder).unwrap_or(&path).display().to_string().replace('\\', "/")
    }

    /// Called when a file has been checked.
    pub(super) fn end_of_file(&mut self, file: &str) {
        let name = self.name(file);
        let is_in = |known: &String| *known == name || known.starts_with(&format!("{name}/"));
        let own = self.known.iter().filter(|(known, _)| is_in(known));
        self.gone += own.flat_map(|(_, findings)| findings.values()).sum::<u64>();
    }

    /// The number of known findings in checked files that are no longer found.
    pub(super) fn gone(&self) -> u64 {
        self.gone
    }

    /// Writes the findings, if a new baseline was requested. Returns their number.
    pub(super) fn write(&self) -> anyhow::Result<Option<u64>> {
        let Some(found) = &self.found else { return Ok(None) };
        if self.is_partial {
            bail!("the baseline is not written: a file cannot be read, and its findings would be gone");
        }
        let mut text = format!("{BASELINE_OPENING},\"files\":{{");
        let mut all = 0;
        for (index, (file, findings)) in found.iter().enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            text.push_str(&format!("{}:[\n", turnwise::json::quoted(file)));
            let entries = findings.iter().map(|(finding, count)| {
                all += count;
                serde_json::to_string(&Entry { finding: finding.clone(), count: *count })
            });
            text.push_str(&entries.collect::<Result<Vec<_>, _>>()?.join(",\n"));
            text.push_str("\n]");
        }
        text.push_str("\n}}\n");
        let mut sink = Sink::open(&Target::File(self.path.clone()), SinkOptions::default())?;
        sink.write_all(text.as_bytes())?;
        sink.finish()?;
        Ok(Some(all))
    }
}
