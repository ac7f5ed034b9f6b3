//! Standard output through a pager, as git does it: `$TURNWISE_PAGER`, `$PAGER`, or less.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::{Child, Command, Stdio};

use super::terminal::print;

/// Standard output, or a pager in front of it, which starts with the first text.
#[derive(Debug)]
pub(crate) struct PagedOutput {
    pager: Option<Child>,
    is_direct: bool,
    is_started: bool,
}

impl PagedOutput {
    /// Nothing is written yet. `is_direct`: no pager is wanted.
    pub(crate) fn new(is_direct: bool) -> Self {
        Self { pager: None, is_direct, is_started: false }
    }

    /// Writes text.
    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.is_started && !text.is_empty() {
            self.is_started = true;
            self.pager = (!self.is_direct && io::stdout().is_terminal()).then(start_pager).flatten();
        }
        match self.pager.as_mut().and_then(|pager| pager.stdin.as_mut()) {
            Some(input) => input
                .write_all(text.as_bytes())
                .map_err(|error| anyhow::Error::new(error).context("cannot write to the pager")),
            None => print(text),
        }
    }

    /// Waits until the reader has left the pager.
    pub(crate) fn end(&mut self) {
        if let Some(mut pager) = self.pager.take() {
            drop(pager.stdin.take());
            let _ = pager.wait();
        }
    }
}

fn start_pager() -> Option<Child> {
    let named = ["TURNWISE_PAGER", "PAGER"].into_iter().find_map(|name| std::env::var(name).ok());
    let command = named.unwrap_or_else(|| "less".to_owned());
    if matches!(command.trim(), "" | "cat") {
        return None;
    }
    let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    shell.args([if cfg!(windows) { "/C" } else { "-c" }, &command]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Leave if it fits on a screen; keep colours; do not clear the screen.
        shell.env("LESS", "FRX");
    }
    shell.spawn().ok()
}
