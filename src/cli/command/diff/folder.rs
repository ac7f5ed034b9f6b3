//! `turnwise diff` of two folders: files are matched by path.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use turnwise::op::diff::DiffSummary;

use super::forms::FolderCounts;
use super::print::{DiffOutput, DiffPrinter};
use super::{Args, DiffOutputFormat, InputPair, ReadSides, judge};
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::files::{Filter, wanted_names};
use crate::cli::job::folders::{Twin, twins};
use crate::cli::terminal::{Terminal, is_broken_pipe};

pub(super) fn run(args: &Args, roots: [&Path; 2], terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.output.form == DiffOutputFormat::Jsonpatch {
        bail!("a JSON patch is of two files, not of two folders: name the files");
    }
    let names = roots.map(|root| root.display().to_string());
    let [first, second] = roots;
    let filters = [Filter::new(first, &args.input, terminal)?, Filter::new(second, &args.input, terminal)?];
    let found = twins(roots, &filters)?;
    if found.is_empty() {
        bail!("no {} files in {}", wanted_names(), names.join(", "));
    }
    let files = found.iter().flat_map(|twin| [&twin.a, &twin.b]).flatten().map(PathBuf::as_path);
    terminal.expect_inputs(files.clone().count());
    args.print.open(Clashes::default().reads(files))?;
    if args.output.new_messages {
        return new_messages(args, roots, &found, terminal);
    }
    let mut printer = DiffPrinter::new(args, &names, terminal);
    let (mut files, mut all, mut exit) = (FolderCounts::default(), DiffSummary::default(), Exit::Done);
    for twin in &found {
        printer.files(&twin.relative, twin.names(roots));
        let (is_lost, is_new) = (twin.b.is_none(), twin.a.is_none());
        match one(args, roots, twin, &mut printer, terminal) {
            Ok(Some((summary, ended))) => {
                exit = exit.worst(ended);
                printer.end(&summary)?;
                let count = if summary.is_same() { &mut files.same } else { &mut files.changed };
                *count += 1;
                all.merge(&summary);
            }
            Ok(None) => {
                printer.only(usize::from(is_new))?;
                files.deleted += u64::from(is_lost);
                files.inserted += u64::from(is_new);
            }
            Err(error) => {
                if let Some(failure) = printer.failure.take() {
                    return Err(failure);
                }
                printer.failed(&error)?;
                files.failed += 1;
            }
        }
    }
    Ok(printer.close(&all, Some(&files))?.worst(exit))
}

/// `None`: the file is in only one folder.
fn one(
    args: &Args,
    roots: [&Path; 2],
    twin: &Twin,
    printer: &mut DiffPrinter<'_>,
    terminal: &Terminal,
) -> anyhow::Result<Option<(DiffSummary, Exit)>> {
    twin.check(roots)?;
    let (Some(a), Some(b)) = (&twin.a, &twin.b) else { return Ok(None) };
    if is_equal(a, b)? {
        return Ok(Some((DiffSummary::default(), Exit::Done)));
    }
    let names = twin.names(roots);
    let pair = InputPair::open(args, [Some(a), Some(b)], &names, terminal)?;
    let patience = pair.patience;
    let summary = pair.compare(args, &names, printer)?;
    let sides = ReadSides { failed: &summary.failed, records: summary.records, unread: &summary.unread };
    let exit = judge(patience, sides, &names, terminal);
    Ok(Some((summary, exit)))
}

/// Messages that only B has, in all files: all messages of a file are new if A does not have it.
fn new_messages(args: &Args, roots: [&Path; 2], twins: &[Twin], terminal: &Terminal) -> anyhow::Result<Exit> {
    let (mut out, mut exit, mut all) = (DiffOutput::default(), Exit::Done, 0);
    for twin in twins.iter().filter(|twin| twin.b.is_some()) {
        let names = twin.names(roots);
        let done = twin.check(roots).and_then(|()| {
            if let (Some(a), Some(b)) = (&twin.a, &twin.b)
                && is_equal(a, b)?
            {
                return Ok(0);
            }
            let pair = InputPair::open(args, [twin.a.as_deref(), twin.b.as_deref()], &names, terminal)?;
            let patience = pair.patience;
            let new = pair.new_messages(args, &names, &mut out)?;
            out.flush()?;
            let sides = ReadSides { failed: &new.failed, records: new.records, unread: &new.unread };
            exit = exit.worst(judge(patience, sides, &names, terminal));
            Ok(new.messages)
        });
        match done {
            Ok(count) => all += count,
            Err(error) if is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                out.flush()?;
                terminal.failed(&twin.relative.display().to_string(), &format!("{error:#}"));
                exit = Exit::Trouble;
            }
        }
    }
    out.flush()?;
    Ok(exit.worst(super::new_messages(all, terminal)))
}

/// True if two files have the same bytes: then they need not be parsed.
fn is_equal(a: &Path, b: &Path) -> anyhow::Result<bool> {
    let open = |path: &Path| File::open(path).with_context(|| format!("{}: cannot open", path.display()));
    let (mut a, mut b) = (open(a)?, open(b)?);
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let (mut own, mut other) = (Vec::new(), Vec::new());
    loop {
        own.clear();
        other.clear();
        (&mut a).take(1 << 16).read_to_end(&mut own)?;
        (&mut b).take(1 << 16).read_to_end(&mut other)?;
        if own != other || own.is_empty() {
            return Ok(own == other);
        }
    }
}
