//! The three exit codes of every command.

use std::process::ExitCode;

/// The exit code of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done; nothing to report but warnings and losses.
    Done,
    /// Finished, but a check failed.
    No,
    /// Failed.
    Trouble,
}

impl Exit {
    /// The exit code of several results: an error has priority over a failed check, which has priority over success.
    pub(crate) fn worst(self, other: Self) -> Self {
        self.max(other)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::No => Self::from(1),
            Exit::Trouble => Self::from(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_wins() {
        assert_eq!(Exit::No.worst(Exit::Trouble), Exit::Trouble);
        assert_eq!(Exit::Done.worst(Exit::No), Exit::No);
    }
}
