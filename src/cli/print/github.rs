//! Escapes text in GitHub Actions commands.

use crate::cli::terminal::clean;

/// A message: `100%25 of it`.
pub(crate) fn message(text: &str) -> String {
    clean(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command, which a colon or a comma would end.
pub(crate) fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
