//! `--output-format`, `--json` and `--output` of the commands that print for people: `-o page.html` is a page.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::EnumValueParser;
use turnwise::stream::{Sink, SinkOptions, Target};

use crate::cli::args::OutputArg;
use crate::cli::job::clashes::{Advice, Clashes};
use crate::cli::signals;
use crate::cli::unfinished::wrote;

/// The form of the output, one of `F`, and its destination.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_arg("output", |arg| arg.help("File to write; its ending decides the format [default: standard output]")))]
pub(crate) struct PrintArgs<F: ValueEnum + Send + Sync + 'static> {
    /// Output format
    #[arg(long, alias = "format", value_name = "FORM", value_parser = EnumValueParser::<F>::new())]
    output_format: Option<F>,
    /// Same as --output-format json
    #[arg(long, conflicts_with = "output_format", hide = F::from_str("json", false).is_err())]
    json: bool,
    #[command(flatten)]
    output: OutputArg,
}

/// How the answer is printed.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextOrJson {
    /// Text
    Text,
    /// JSON
    Json,
}

/// File extensions, and their forms: the first one that a command supports is used.
const ENDINGS: [(&str, &[&str]); 12] = [
    ("html", &["html"]),
    ("htm", &["html"]),
    ("md", &["markdown"]),
    ("json", &["json"]),
    ("jsonl", &["jsonl", "json"]),
    ("svg", &["svg"]),
    ("dot", &["dot"]),
    ("mmd", &["mermaid"]),
    ("sarif", &["sarif"]),
    ("xml", &["junit"]),
    ("diff", &["unified"]),
    ("patch", &["unified"]),
];

impl<F: ValueEnum + Send + Sync + 'static> PrintArgs<F> {
    /// The output file. `None`: standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.path()
    }

    /// Writes to this file. Its extension does not select the form.
    pub(crate) fn set_path(&mut self, path: PathBuf) {
        self.output.set(path);
    }

    /// The form that an option or the extension of the output selects. `None`: the default.
    pub(crate) fn form(&self) -> anyhow::Result<Option<F>> {
        if let Some(form) = self.output_format.clone().filter(|_| !self.json) {
            return Ok(Some(form));
        }
        let path = self.path().map(|path| path.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let path = [".gz", ".zst", ".br"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(&path);
        let ending = if self.json { "json" } else { path.rsplit_once('.').map_or("", |(_, ending)| ending) };
        let Some((_, names)) = ENDINGS.iter().find(|(known, _)| *known == ending) else { return Ok(None) };
        let form = names.iter().find_map(|name| F::from_str(name, false).ok());
        if form.is_none() {
            let forms = F::value_variants().iter().filter_map(F::to_possible_value);
            let forms: Vec<_> = forms.map(|form| form.get_name().to_owned()).collect();
            let option = self.path().filter(|_| !self.json).map(|path| format!("--output {}", path.display()));
            bail!(
                "{}: this command prints no {ending}; --output-format is one of {}",
                option.as_deref().unwrap_or("--json"),
                forms.join(", ")
            );
        }
        Ok(form)
    }

    /// Later output goes to the file of `--output`, which must not be one of the others.
    pub(crate) fn open(&self, others: Clashes) -> anyhow::Result<()> {
        let paths: Vec<PathBuf> = self.path().iter().map(|path| path.to_path_buf()).collect();
        others.check(self.path().map(|_| paths.as_slice()), Advice::Elsewhere)?;
        if let Some(path) = self.path() {
            signals::watch();
            let options = SinkOptions { is_compressed: true, ..SinkOptions::default() };
            let sink = Sink::open(&Target::File(path.to_owned()), options)?;
            *FILE.lock().unwrap_or_else(PoisonError::into_inner) = Some(sink);
        }
        Ok(())
    }
}

impl PrintArgs<TextOrJson> {
    /// True if JSON was requested.
    pub(crate) fn is_json(&self) -> anyhow::Result<bool> {
        Ok(self.form()? == Some(TextOrJson::Json))
    }
}

/// The file for the output, instead of standard output.
static FILE: Mutex<Option<Sink>> = Mutex::new(None);

/// True if the output goes to a file.
pub(crate) fn is_to_file() -> bool {
    FILE.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Writes to standard output, or to the file that replaces it.
pub(crate) fn write(bytes: &[u8]) -> io::Result<()> {
    if let Some(sink) = &mut *FILE.lock().unwrap_or_else(PoisonError::into_inner) {
        return sink.write_all(bytes).map_err(io::Error::other);
    }
    wrote(bytes);
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Ends the run: the file is moved to its final place, or deleted if the run failed. Returns warnings.
pub(crate) fn finish(is_done: bool) -> anyhow::Result<Vec<String>> {
    let file = FILE.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok(file.filter(|_| is_done).map(Sink::finish).transpose()?.unwrap_or_default())
}
