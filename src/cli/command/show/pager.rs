//! Standard output through a pager, like git: `$TURNWISE_PAGER`, `$PAGER`, or less.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::cli::terminal::{Terminal, print};

/// Bytes kept to print again if the pager does not start: it may have been sent as many as a pipe holds.
const KEPT: usize = 1 << 20;

/// Standard output, or a pager in front of it, which starts with the first text.
#[derive(Debug)]
pub(crate) struct PagedOutput<'t> {
    terminal: &'t Terminal,
    pager: Option<Pager>,
    is_direct: bool,
    is_started: bool,
}

#[derive(Debug)]
struct Pager {
    command: String,
    child: Child,
    /// What it was given, while that is not too much.
    given: Option<String>,
}

impl<'t> PagedOutput<'t> {
    /// No output was written yet. `is_direct`: the pager is disabled.
    pub(crate) fn new(is_direct: bool, terminal: &'t Terminal) -> Self {
        Self { terminal, pager: None, is_direct, is_started: false }
    }

    /// Writes text.
    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.is_started && !text.is_empty() {
            self.is_started = true;
            if !self.is_direct && io::stdout().is_terminal() {
                self.pager = start_pager(self.terminal);
            }
        }
        let Some(input) = self.pager.as_mut().and_then(|pager| pager.child.stdin.as_mut()) else { return print(text) };
        match input.write_all(text.as_bytes()) {
            Ok(()) => {
                if let Some(pager) = &mut self.pager {
                    let given = pager.given.take().filter(|given| given.len() + text.len() <= KEPT);
                    pager.given = given.map(|given| given + text);
                }
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.end()? => print(text),
            Err(error) => Err(anyhow::Error::new(error).context("cannot write to the pager")),
        }
    }

    /// Waits until the reader has left the pager. The text for a pager that did not start is written to standard
    /// output: then the result is true.
    pub(crate) fn end(&mut self) -> anyhow::Result<bool> {
        let Some(mut pager) = self.pager.take() else { return Ok(false) };
        drop(pager.child.stdin.take());
        let status = pager.child.wait().ok();
        let Some(given) = pager.given.filter(|_| status.is_some_and(is_not_started)) else { return Ok(false) };
        self.terminal.note(&no_pager(&pager.command));
        print(&given)?;
        Ok(true)
    }
}

/// The exit codes of a shell for a command that does not exist, or that is not a program.
fn is_not_started(status: ExitStatus) -> bool {
    matches!(status.code(), Some(126 | 127 | 9009))
}

fn no_pager(command: &str) -> String {
    format!("cannot start the pager `{command}`; the text is on standard output (--no-pager, PAGER=cat)")
}

fn start_pager(terminal: &Terminal) -> Option<Pager> {
    let named = ["TURNWISE_PAGER", "PAGER"].into_iter().find_map(|name| std::env::var(name).ok());
    let command = named.unwrap_or_else(|| "less".to_owned());
    if matches!(command.trim(), "" | "cat") {
        return None;
    }
    let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    shell.args([if cfg!(windows) { "/C" } else { "-c" }, &command]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Exit if the text fits on a screen; keep colours; do not clear the screen.
        shell.env("LESS", "FRX");
    }
    match shell.spawn() {
        Ok(child) => Some(Pager { command, child, given: Some(String::new()) }),
        Err(_) => {
            terminal.note(&no_pager(&command));
            None
        }
    }
}
