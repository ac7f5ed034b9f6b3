//! Shared code of the `turnwise statements` subcommands: one input, one output, and findings.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use turnwise::json::{Layout, Tape};
use turnwise::op::statements::{FolderFiles, Subject, is_program};
use turnwise::report::{Diagnostic, Refused, Report, Severity, Start};
use turnwise::statements::StatementFinding;
use turnwise::stream::{Limits, Sink, SinkOptions, Target};

use crate::cli::args::{InputArgs, LimitArgs, OutputArg, check_codes, parse_bytes};
use crate::cli::exit::Exit;
use crate::cli::help::CODES;
use crate::cli::job::clashes::{Advice, Clashes, SideFile};
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::notes::Notes;
use crate::cli::job::open_input::unreadable;
use crate::cli::job::outputs::Stdout;
use crate::cli::job::report_files::{ReportLevel, open_report};
use crate::cli::job::settings::InputSettings;
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::Terminal;

/// Options of all verbs.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(super) struct IoArgs {
    /// File to read [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Maximum decompression ratio, checked after 64 MiB [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_expansion: Option<u64>,
    /// Which chat to use, if the file has several
    #[arg(long, value_name = "ID")]
    pub(super) chat: Option<String>,
    /// Read `.prompt` files as the manual describes them, not as the program does: lines after `.tool_result` are the
    /// result
    #[arg(long)]
    pub(super) documented: bool,
    #[command(flatten)]
    pub(super) output: OutputArg,
    /// Indent the output
    #[arg(long)]
    pub(super) pretty: bool,
    /// Treat any loss as an error: exit 1 and write nothing
    #[arg(long)]
    pub(super) strict: bool,
    /// Losses to allow with --strict: codes, prefixes or names, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    pub(super) allow: Vec<String>,
    /// Write all losses and findings to this file as JSON Lines (-: stderr)
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Maximum size of the input in bytes, with an optional suffix K, M or G [default: 256M]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub(super) max_record_bytes: Option<usize>,
}

/// An input file after reading.
pub(super) struct OpenedFile {
    pub(super) name: String,
    pub(super) path: Option<PathBuf>,
    pub(super) text: String,
    pub(super) subject: Subject,
}

impl IoArgs {
    fn input(&self) -> InputArgs {
        let limits = LimitArgs { max_expansion: self.max_expansion, ..LimitArgs::default() };
        InputArgs { files: self.files.clone(), limits, ..InputArgs::default() }
    }

    /// The named inputs; `count` is their number. `also`: another file that will be read.
    pub(super) fn files(
        &self,
        count: RangeInclusive<usize>,
        also: Option<&Path>,
        terminal: &Terminal,
    ) -> anyhow::Result<Vec<InputFile>> {
        check_codes("--allow", &self.allow)?;
        let files = inputs(&self.input(), terminal)?;
        if !count.contains(&files.len()) {
            let noun = if *count.end() > 1 { "or 2 files" } else { "file" };
            bail!("this takes {} {noun}, not {}", count.start(), files.len());
        }
        let clashes = Clashes::of(&files).reads(also).writes(SideFile::Report, self.report.as_deref());
        clashes.check(self.output.path().map(Path::to_owned).as_ref().map(std::slice::from_ref), Advice::Elsewhere)?;
        Ok(files)
    }

    /// Reads and opens a file.
    pub(super) fn open(&self, file: &InputFile, terminal: &Terminal) -> anyhow::Result<OpenedFile> {
        let (name, text) = self.read(file, terminal)?;
        self.opened(file, name, text)
    }

    /// Opens the text of a file.
    pub(super) fn opened(&self, file: &InputFile, name: String, text: String) -> anyhow::Result<OpenedFile> {
        let subject = Subject::open(&text, self.chat.as_deref(), self.documented);
        let subject = subject.map_err(|refused| refused_at(&refused, &name, &text))?;
        Ok(OpenedFile { name, path: file.path.clone(), text, subject })
    }

    pub(super) fn read(&self, file: &InputFile, terminal: &Terminal) -> anyhow::Result<(String, String)> {
        let name = file.name();
        let settings = InputSettings::new(file, &self.input(), None, terminal)?;
        let most = self.max_record_bytes.unwrap_or(Limits::default().record).min(settings.choice.limits.record);
        let mut source = file.open(&self.input()).map_err(|error| unreadable(&name, error))?;
        let (mut bytes, mut buffer) = (Vec::new(), vec![0; 64 * 1024]);
        let is_marked = source.has_mark();
        loop {
            let count = source.read(&mut buffer).map_err(|error| unreadable(&name, error))?;
            if count == 0 {
                break;
            }
            bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
            if bytes.len() > most {
                bail!("{name}: more than {most} bytes (TW006); --max-record-bytes raises the limit");
            }
        }
        let Ok(mut text) = String::from_utf8(bytes) else { bail!("{name}: it is not UTF-8 (TW003)") };
        // The program does not remove a byte order mark.
        if is_marked && is_program(&text) {
            text.insert(0, '\u{feff}');
        }
        Ok((name, text))
    }

    /// The layout of the output.
    pub(super) fn layout(&self) -> Layout {
        if self.pretty { Layout::Pretty(2) } else { Layout::Compact }
    }

    /// Prints and reports the findings and losses. Returns the exit code: 1 for losses with --strict.
    pub(super) fn say(
        &self,
        opened: &OpenedFile,
        findings: &[StatementFinding],
        terminal: &Terminal,
    ) -> anyhow::Result<Exit> {
        let mut report = Report::keeping(u64::MAX);
        for finding in findings {
            report.add_as(finding.code, finding.severity, finding.at, || finding.message.clone());
        }
        locate(&mut report, &opened.text);
        let mut sink = self.report.as_deref().map(|path| open_report(path, ReportLevel::All)).transpose()?;
        let mut notes = Notes::new(sink.as_mut(), &opened.name, turnwise::statements::LIST_FORMAT, terminal);
        let mut exit = Exit::Done;
        for diagnostic in report.kept() {
            notes.report(diagnostic)?;
            let is_loss = diagnostic.code.kind.is_loss() && diagnostic.severity > Severity::Note;
            let is_allowed = self.allow.iter().any(|pattern| diagnostic.code.matches(pattern));
            if self.strict && is_loss && !is_allowed {
                exit = Exit::No;
            }
            if !terminal.is_quiet && (terminal.is_verbose || diagnostic.severity > Severity::Note) {
                notes.print(diagnostic, if terminal.is_verbose { u64::MAX } else { 100 });
            }
        }
        notes.end()?;
        if let Some(sink) = sink {
            sink.finish()?;
        }
        if exit == Exit::No {
            terminal.failed(&opened.name, "something would be lost, and --strict is set: nothing was written");
        }
        Ok(exit)
    }

    /// Writes the output; a file is replaced atomically.
    pub(super) fn write(&self, bytes: &[u8], terminal: &Terminal) -> anyhow::Result<()> {
        let Some(path) = self.output.path() else {
            Stdout::default().write(bytes)?;
            return Ok(());
        };
        write_file(path, bytes, terminal)
    }
}

/// Writes a file atomically.
pub(super) fn write_file(path: &Path, bytes: &[u8], terminal: &Terminal) -> anyhow::Result<()> {
    signals::watch();
    let mut sink =
        Sink::open(&Target::File(path.to_owned()), SinkOptions { is_compressed: true, ..SinkOptions::default() })?;
    sink.write_all(bytes)?;
    for warning in sink.finish()? {
        terminal.warning(&warning);
    }
    Ok(())
}

/// Computes the places of a report.
pub(super) fn locate(report: &mut Report, text: &str) {
    let mut tape = Tape::new();
    let root = if is_program(text) { None } else { tape.parse(text).ok() };
    report.locate(root, text.as_bytes(), &Start { line: 1, column: 1, offset: 0 });
}

/// A finding with its place.
pub(super) fn located(finding: &StatementFinding, text: &str) -> Option<Diagnostic> {
    let mut report = Report::keeping(1);
    report.add_as(finding.code, Severity::Error, finding.at, || finding.message.clone());
    locate(&mut report, text);
    report.drain().next()
}

/// The error for a file that cannot be loaded.
pub(super) fn refused_at(refused: &Refused, name: &str, source: &str) -> anyhow::Error {
    let finding = StatementFinding::new(refused.code(), refused.at(), refused.message().to_owned());
    let message = located(&finding, source).map(|diagnostic| text::fatal(&diagnostic, refused.help(), name));
    anyhow::anyhow!(message.unwrap_or_else(|| format!("{name}: {refused}")))
}

/// The folder whose files a program may read: the named one, or the folder of its file.
pub(super) fn folder(dir: Option<&Path>, path: Option<&Path>) -> anyhow::Result<Option<FolderFiles>> {
    let own =
        path.and_then(Path::parent).map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let Some(folder) = dir.or(own) else { return Ok(None) };
    let files = FolderFiles::new(folder).with_context(|| format!("cannot read files below {}", folder.display()))?;
    Ok(Some(files))
}
