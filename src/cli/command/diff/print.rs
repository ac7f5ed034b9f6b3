//! Prints the differences of two files, or of the files of two folders, immediately.

use std::path::Path;

use anyhow::Context as _;
use turnwise::json::quoted;
use turnwise::op::diff::{ComparedRecords, DiffSummary};
use turnwise::report::diff::{COARSE, REPEATED};

use super::forms::html::DiffPage;
use super::forms::stat::ChangeTotals;
use super::forms::{FolderCounts, github, human, json, of_files, total, unified};
use super::{Args, DIFFER, DiffOutputFormat};
use crate::cli::commands_in_text::{page_without_commands, without_commands};
use crate::cli::exit::Exit;
use crate::cli::print::{print_args, text};
use crate::cli::terminal::{Terminal, clean, width};

/// The size of the buffer that is written at once.
const COLLECTED: usize = 64 * 1024;

/// Standard output.
#[derive(Debug, Default)]
pub(super) struct DiffOutput(Vec<u8>);

impl DiffOutput {
    /// Text for people and JSON. No line starts a workflow command.
    pub(super) fn put(&mut self, text: &str) -> anyhow::Result<()> {
        self.put_commands(&without_commands(text))
    }

    pub(super) fn put_commands(&mut self, text: &str) -> anyhow::Result<()> {
        self.write(text.as_bytes()).context("cannot write standard output")
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.0.extend_from_slice(bytes);
        if self.0.len() > COLLECTED { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> std::io::Result<()> {
        print_args::write(&std::mem::take(&mut self.0))
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        self.send().context("cannot write standard output")
    }
}

pub(super) struct DiffPrinter<'p> {
    args: &'p Args,
    terminal: &'p Terminal,
    style: human::PrintStyle,
    page: Option<DiffPage>,
    out: DiffOutput,
    /// The two current files.
    names: [String; 2],
    /// The path in the folders.
    relative: Option<String>,
    /// The totals of `--stat`.
    totals: ChangeTotals,
    /// Whether nothing is printed yet: for these files, for any file.
    is_first: bool,
    is_first_file: bool,
    pub(super) failure: Option<anyhow::Error>,
}

impl<'p> DiffPrinter<'p> {
    pub(super) fn new(args: &'p Args, names: &[String; 2], terminal: &'p Terminal) -> Self {
        let page = (args.output.form == DiffOutputFormat::Html).then(|| DiffPage::new(names));
        let style = human::PrintStyle {
            paint: terminal.paint(),
            width: width().unwrap_or(100).clamp(40, 200),
            is_verbose: terminal.is_verbose,
        };
        let (names, out) = (names.clone(), DiffOutput::default());
        let (relative, failure, totals) = (None, None, ChangeTotals::default());
        Self { args, terminal, style, page, out, names, relative, totals, is_first: true, is_first_file: true, failure }
    }

    fn is(&self, format: DiffOutputFormat) -> bool {
        self.args.output.shows(format)
    }

    /// Writes a piece of the page, if the output is a page.
    fn page(&mut self, piece: impl FnOnce(&mut DiffPage) -> String) -> anyhow::Result<()> {
        let text = self.page.as_mut().map(piece).unwrap_or_default();
        self.out.put_commands(&page_without_commands(&text))
    }

    pub(super) fn on_pair(&mut self, pair: &ComparedRecords<'_>) -> bool {
        if let Err(error) = self.one(pair) {
            self.failure = Some(error);
        }
        self.failure.is_none()
    }

    fn one(&mut self, pair: &ComparedRecords<'_>) -> anyhow::Result<()> {
        let is_first = self.is_first;
        self.begin()?;
        if self.args.output.brief {
            return Ok(());
        }
        if self.args.output.stat {
            self.totals.add(pair);
            return Ok(());
        }
        let text = match self.args.output.form {
            DiffOutputFormat::Human => human::record(pair, self.style),
            DiffOutputFormat::Json => json::record(pair, is_first),
            DiffOutputFormat::Unified => unified::record(pair, usize::from(self.args.output.unified), self.style.paint),
            DiffOutputFormat::Github => github::record(pair, &self.names),
            DiffOutputFormat::Html => return self.page(|page| page.record(pair)),
            DiffOutputFormat::Jsonpatch => String::new(),
        };
        // Only these lines are workflow commands.
        if self.is(DiffOutputFormat::Github) { self.out.put_commands(&text) } else { self.out.put(&text) }
    }

    /// Prints the text before the first difference of two files.
    fn begin(&mut self) -> anyhow::Result<()> {
        if !std::mem::replace(&mut self.is_first, false) {
            return Ok(());
        }
        let is_first_file = std::mem::replace(&mut self.is_first_file, false);
        if let (Some(page), Some(relative)) = (&mut self.page, &self.relative) {
            page.file(relative);
        }
        let [a, b] = self.names.each_ref().map(|name| clean(name));
        if self.is(DiffOutputFormat::Json) {
            return match &self.relative {
                None => self.out.put(json::HEAD),
                Some(relative) => {
                    let before = if is_first_file { json::FILES } else { "," };
                    self.out.put(&format!(
                        "{before}\n{{\"path\":{},{}",
                        quoted(relative),
                        json::HEAD.trim_start_matches('{')
                    ))
                }
            };
        }
        if self.is(DiffOutputFormat::Unified) {
            return self.out.put(&format!("--- {a}\n+++ {b}\n"));
        }
        match &self.relative {
            Some(relative) if self.is(DiffOutputFormat::Human) => {
                self.out.put(&format!("{}\n", self.style.paint.bold(&clean(relative))))
            }
            _ => Ok(()),
        }
    }

    /// The next two files of two folders.
    pub(super) fn files(&mut self, relative: &Path, names: [String; 2]) {
        self.relative = Some(relative.display().to_string());
        (self.names, self.is_first) = (names, true);
    }

    /// Prints the text after the last difference of two files.
    pub(super) fn end(&mut self, summary: &DiffSummary) -> anyhow::Result<()> {
        if self.is(DiffOutputFormat::Json) && !(self.is_first && self.relative.is_some()) {
            let before = if self.is_first { "" } else { "\n" };
            self.begin()?;
            let end = if self.relative.is_some() { "" } else { "\n" };
            self.out.put(&format!("{before}{}{end}", json::tail(summary)))?;
        }
        if self.args.output.brief && !summary.is_same() {
            let [a, b] = self.names.each_ref().map(|name| clean(name));
            self.out.put(&format!("{a} and {b} differ\n"))?;
        }
        if summary.is_same() {
            return Ok(());
        }
        if summary.coarse > 0 {
            let many = text::count(summary.coarse, "comparison");
            self.out.flush()?;
            self.terminal.note(&format!("{many} took too long to be exact and is coarser than usual ({})", COARSE.id));
        }
        if summary.repeated > 0 {
            let many = text::count(summary.repeated, "id");
            let are = if summary.repeated == 1 { "is" } else { "are" };
            self.out.flush()?;
            self.terminal.note(&format!(
                "{many} {are} in several places and cannot be used to match messages ({})",
                REPEATED.id
            ));
        }
        Ok(())
    }

    /// Two files that cannot be compared.
    pub(super) fn failed(&mut self, error: &anyhow::Error) -> anyhow::Result<()> {
        let relative = self.relative.clone().unwrap_or_default();
        self.page(|page| page.note(&relative, &format!("{error:#}")))?;
        if self.is(DiffOutputFormat::Json) {
            let before = if self.is_first { "" } else { "\n" };
            self.begin()?;
            self.out.put(&format!("{before}],\"error\":{}}}", quoted(&format!("{error:#}"))))?;
        }
        self.out.flush()?;
        self.terminal.error(&format!("{error:#}"));
        Ok(())
    }

    /// A file in only one folder: 0 is A, 1 is B.
    pub(super) fn only(&mut self, side: usize) -> anyhow::Result<()> {
        let [a, b] = &self.names;
        let (letter, name) = if side == 0 { ("A", a) } else { ("B", b) };
        let relative = self.relative.clone().unwrap_or_default();
        let paint = self.style.paint;
        let message = format!("only in {letter}: {}", clean(&relative));
        let text = match self.args.output.form {
            _ if self.args.output.brief || self.args.output.stat => format!("{message}\n"),
            DiffOutputFormat::Json => {
                let before = if self.is_first_file { json::FILES } else { "," };
                self.is_first_file = false;
                format!("{before}\n{{\"path\":{},\"only\":\"{letter}\"}}", quoted(&relative))
            }
            DiffOutputFormat::Github => github::file(name, side),
            DiffOutputFormat::Html => return self.page(|page| page.note(&relative, &format!("only in {letter}"))),
            DiffOutputFormat::Human if side == 0 => format!("{}\n", paint.pink(&message)),
            DiffOutputFormat::Human => format!("{}\n", paint.green(&message)),
            DiffOutputFormat::Unified | DiffOutputFormat::Jsonpatch => format!("{message}\n"),
        };
        // Only these lines are workflow commands.
        if self.is(DiffOutputFormat::Github) { self.out.put_commands(&text) } else { self.out.put(&text) }
    }

    /// The end of the output: `files` if folders were compared.
    pub(super) fn close(mut self, summary: &DiffSummary, files: Option<&FolderCounts>) -> anyhow::Result<Exit> {
        let message = files.map_or_else(|| total(summary), |files| of_files(files, summary));
        if let Some(mut page) = self.page.take() {
            page.end(&message, &mut |text| self.out.put_commands(&page_without_commands(text)))?;
        }
        if let Some(files) = files.filter(|_| self.is(DiffOutputFormat::Json)) {
            let before = if self.is_first_file { json::FILES } else { "\n" };
            self.out.put(&format!("{before}{}\n", json::files(files, summary)))?;
        }
        let is_same = summary.is_same() && files.is_none_or(FolderCounts::is_same);
        if self.args.output.stat && !is_same {
            self.out.put(&format!("{}{message}\n", self.totals.table()))?;
        }
        self.out.flush()?;
        // Standard output already contains it.
        let is_said = self.args.output.brief || (self.args.output.stat && self.terminal.is_quiet);
        if !is_same && !is_said {
            self.terminal.status(if self.args.output.stat { DIFFER } else { &message });
        }
        let failed = files.is_some_and(|files| files.failed > 0);
        Ok(if is_same { Exit::Done } else { Exit::No }.worst(if failed { Exit::Trouble } else { Exit::Done }))
    }
}
