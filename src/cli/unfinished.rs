//! Data on standard output without a line feed at its end, and messages that follow it on the same terminal.

#[cfg(not(unix))]
use std::io::IsTerminal as _;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// The last line on standard output has no end.
static IS_UNFINISHED: AtomicBool = AtomicBool::new(false);

/// Data was written to standard output.
pub(crate) fn wrote(bytes: &[u8]) {
    if let Some(last) = bytes.last() {
        IS_UNFINISHED.store(*last != b'\n', Ordering::Relaxed);
    }
}

/// Ends the line of the data if messages are shown on the same terminal.
pub(crate) fn end_data() {
    if IS_UNFINISHED.load(Ordering::Relaxed) && is_one_place() {
        IS_UNFINISHED.store(false, Ordering::Relaxed);
        let _ = writeln!(io::stderr().lock());
    }
}

/// True if standard output and standard error are one terminal, file or pipe.
fn is_one_place() -> bool {
    #[cfg(unix)]
    {
        use std::os::{fd::AsFd as _, unix::fs::MetadataExt as _};
        let identity = |own: io::Result<std::os::fd::OwnedFd>| {
            let metadata = std::fs::File::from(own.ok()?).metadata().ok()?;
            Some((metadata.dev(), metadata.ino()))
        };
        let of_data = identity(io::stdout().as_fd().try_clone_to_owned());
        of_data.is_some() && of_data == identity(io::stderr().as_fd().try_clone_to_owned())
    }
    #[cfg(not(unix))]
    {
        io::stdout().is_terminal() && io::stderr().is_terminal()
    }
}
