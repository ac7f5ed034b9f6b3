//! Output for people on standard error and standard output: colour, width, safe text, closed pipes.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};

use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, ValueEnum as _};

use turnwise::json::{is_harmful, push_json_escape};
use turnwise::stream::SinkError;

use super::args::{Global, When};
use super::commands_in_text::{is_marked, without_commands};
use super::print::print_args;
use super::unfinished::end_data;
use super::verdicts::Verdicts;

/// Options for the output to people.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// Options of every command.
    pub(crate) global: Global,
    /// The ids of all arguments on the command line.
    given: Vec<String>,
    pub(crate) is_quiet: bool,
    pub(crate) is_verbose: bool,
    /// Colour on standard error, on standard output.
    colour: (bool, bool),
    pub(super) verdicts: Verdicts,
}

impl Terminal {
    pub(crate) fn new(global: &Global, matches: &ArgMatches) -> Self {
        let given = given(matches);
        let colour = (
            wants_colour(global.color, io::stderr().is_terminal()),
            wants_colour(global.color, io::stdout().is_terminal() && !given.iter().any(|id| id == "output")),
        );
        Self {
            global: global.clone(),
            given,
            is_quiet: global.quiet,
            is_verbose: global.verbose,
            colour,
            verdicts: Verdicts::default(),
        }
    }

    /// True if the argument is on the command line: its value is not a default.
    pub(crate) fn is_given(&self, id: &str) -> bool {
        self.given.iter().any(|given| given == id)
    }

    /// The paint for standard output.
    pub(crate) fn paint(&self) -> Paint {
        Paint { is_on: self.colour.1 }
    }

    /// The paint for standard error.
    pub(crate) fn paint_error(&self) -> Paint {
        Paint { is_on: self.colour.0 }
    }

    /// Prints one line about an error.
    pub(crate) fn error(&self, message: &str) {
        let paint = self.paint_error();
        line(&format!("turnwise: {}: {}", paint.red("error"), clean(message)));
    }

    /// Prints one line of warning, unless quiet.
    pub(crate) fn warning(&self, message: &str) {
        if !self.is_quiet {
            line(&format!("turnwise: {}: {}", self.paint_error().yellow("warning"), clean(message)));
        }
    }

    /// Prints one line of summary, unless quiet.
    pub(crate) fn status(&self, message: &str) {
        if !self.is_quiet {
            line(&format!("turnwise: {}", clean(message)));
        }
    }

    /// Prints one line of notes, unless quiet.
    pub(crate) fn note(&self, message: &str) {
        if !self.is_quiet {
            line(&format!("turnwise: note: {}", clean(message)));
        }
    }
}

fn given(matches: &ArgMatches) -> Vec<String> {
    let is_given = |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let mut all: Vec<_> = matches.ids().filter(is_given).map(|id| id.as_str().to_owned()).collect();
    all.extend(matches.subcommand().map(|(_, inner)| given(inner)).unwrap_or_default());
    all
}

/// Whether messages about the arguments are coloured. They are printed before the arguments are parsed.
pub(crate) fn colour_of_messages(args: &[OsString]) -> ColorChoice {
    let mut args = args.iter().map(|arg| arg.to_string_lossy()).take_while(|arg| arg != "--");
    let mut when = When::Auto;
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--color") {
            Some("") => args.next(),
            Some(value) => value.strip_prefix('=').map(|value| value.to_owned().into()),
            None => None,
        };
        when = value.and_then(|value| When::from_str(&value, false).ok()).unwrap_or(when);
    }
    // Help and errors go to different streams: clap checks the stream that it writes to.
    match (wants_colour(when, false), wants_colour(when, true)) {
        (true, _) => ColorChoice::Always,
        (_, false) => ColorChoice::Never,
        (false, true) => ColorChoice::Auto,
    }
}

fn wants_colour(when: When, is_terminal: bool) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_on = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if is_set("NO_COLOR") => false,
        When::Auto if ["FORCE_COLOR", "CLICOLOR_FORCE"].into_iter().any(is_on) => true,
        When::Auto => is_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Adds colour to text, or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    is_on: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.is_on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub(crate) fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    /// For text that is not an error: red without bold.
    pub(crate) fn pink(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(crate) fn is_on(self) -> bool {
        self.is_on
    }

    pub(crate) fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }

    pub(crate) fn blue(self, text: &str) -> String {
        self.with("36", text)
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }
}

/// Writes one line to standard error. A closed standard error is not an error.
pub(crate) fn line(text: &str) {
    end_data();
    let _ = writeln!(io::stderr().lock(), "{}", without_commands(text));
}

/// Writes whole lines to standard error.
pub(crate) fn lines(text: &str) {
    plain_lines(&without_commands(text));
}

/// The same for lines that contain our own commands.
pub(crate) fn plain_lines(text: &str) {
    end_data();
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Writes text for people to standard output, or to the file of --output; workflow commands in it are escaped.
pub(crate) fn print_text(text: &str) -> anyhow::Result<()> {
    print(&without_commands(text))
}

/// The same for JSON, pages, scripts and our own commands, without changes.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_args::write(text.as_bytes()).map_err(|error| {
        let is_file = print_args::is_to_file();
        if is_file { error.into() } else { anyhow::Error::new(error).context("cannot write standard output") }
    })
}

/// True if the reader of the output closed it: the run then ends without a message.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
            || cause.downcast_ref::<SinkError>().is_some_and(SinkError::is_broken_pipe)
    })
}

/// Escapes foreign text for one line of a terminal or a log: control characters, direction marks and tags.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    // Most texts need no escapes.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'#') {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut marks = 0;
    for (at, character) in text.char_indices() {
        let is_command = || character == '#' && is_marked(text.get(at..).unwrap_or_default());
        if is_harmful(character) || is_flood(character, &mut marks) || is_command() {
            safe.extend(character.escape_unicode());
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

/// The same for JSON text, in which only strings contain such characters: the value is unchanged.
pub(crate) fn clean_json(text: String) -> String {
    if !text.chars().any(is_harmful) {
        return text;
    }
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if is_harmful(character) {
            push_json_escape(&mut safe, character);
        } else {
            safe.push(character);
        }
    }
    safe
}

/// The same for a block of text: tabs are kept.
pub(crate) fn clean_block(text: &str) -> String {
    text.split('\t').map(clean).collect::<Vec<_>>().join("\t")
}

/// The beginning of a text that fits into a number of columns, without control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fitting {
    pub(crate) safe: String,
    /// The number of bytes of the source text.
    pub(crate) taken: usize,
    /// Its width in columns.
    pub(crate) columns: usize,
}

/// Truncates a text to a width: Chinese characters and emoji need two columns, combining marks none.
pub(crate) fn fitting(text: &str, columns: usize) -> Fitting {
    let mut fitting = Fitting::default();
    let (mut is_joined, mut joined, mut marks) = (false, 0, 0);
    for character in text.chars() {
        let before = fitting.safe.len();
        let mut needed;
        if character == '#' && is_marked(text.get(fitting.taken..).unwrap_or_default()) {
            fitting.safe.extend(character.escape_unicode());
            needed = fitting.safe.len() - before;
        } else if matches!(character, ' '..='~') {
            // Most characters.
            fitting.safe.push(character);
            (needed, marks) = (1, 0);
        } else if is_harmful(character) || is_flood(character, &mut marks) {
            fitting.safe.extend(character.escape_unicode());
            needed = fitting.safe.len() - before;
        } else {
            fitting.safe.push(character);
            needed = unicode_width::UnicodeWidthChar::width(character).unwrap_or(0);
            // Joined emoji are drawn as one.
            joined = if is_joined && is_picture(character) { joined + 1 } else { joined * usize::from(needed == 0) };
            if (1..=MOST_JOINED).contains(&joined) {
                needed = 0;
            }
        }
        if fitting.columns + needed > columns {
            fitting.safe.truncate(before);
            break;
        }
        is_joined = character == '\u{200d}';
        fitting.columns += needed;
        fitting.taken += character.len_utf8();
    }
    fitting
}

/// True if standard output is a terminal.
pub(crate) fn is_seen() -> bool {
    io::stdout().is_terminal()
}

/// The width of the terminal on standard output, if there is one; `COLUMNS` has priority.
pub(crate) fn width() -> Option<usize> {
    let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    named
        .filter(|columns| *columns > 0)
        .or_else(|| (io::stdout().is_terminal() && !print_args::is_to_file()).then(measured)?)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn measured() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn measured() -> Option<usize> {
    None
}

/// The maximum number of marks on one letter: more of them would cover the lines above.
const MOST_MARKS: usize = 8;

/// The maximum number of emoji that are joined to another one.
const MOST_JOINED: usize = 8;

/// True for a zero-width mark after too many others. `marks`: the number of previous marks.
fn is_flood(character: char, marks: &mut usize) -> bool {
    let is_mark = !character.is_ascii() && unicode_width::UnicodeWidthChar::width(character) == Some(0);
    *marks = if is_mark { *marks + 1 } else { 0 };
    *marks > MOST_MARKS
}

fn is_picture(character: char) -> bool {
    matches!(character, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_harmful_reaches_a_terminal() {
        let text = "a\u{1b}]0;x\u{7}\u{9b}31m\u{202e}b\n::error::c\u{e0041}\r";
        let safe = clean(text);
        assert!(!safe.chars().any(is_harmful), "{safe}");
        assert!(safe.starts_with("a\\u{1b}]0;x"));
        assert_eq!(clean("é 日本 😀"), "é 日本 😀");
        let pile = "e".to_owned() + &"\u{301}".repeat(1000);
        assert_eq!(clean(&pile).matches('\u{301}').count(), MOST_MARKS);
        assert_eq!(fitting(&pile, 80).safe.matches('\u{301}').count(), MOST_MARKS);
    }

    #[test]
    fn json_text_stays_what_it_is() {
        let value = serde_json::json!({"a\u{1b}\n\u{202e}": "é 日本 😀\u{7f}\u{9b}\u{2028}\u{feff}\u{e0041}"});
        let safe = clean_json(value.to_string());
        assert!(!safe.chars().any(is_harmful) && safe.contains("\\u202e") && safe.contains("😀"), "{safe}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap(), value);
    }

    #[test]
    fn columns_are_those_of_terminals() {
        for (text, columns, safe, needed) in [
            ("abcdef", 3, "abc", 3),
            ("abc", 3, "abc", 3),
            ("日本語", 5, "日本", 4),
            ("日本語", 6, "日本語", 6),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}e\u{301}", 2),
            ("😀😀", 3, "😀", 2),
            ("👩\u{200d}👩\u{200d}👧!", 2, "👩\u{200d}👩\u{200d}👧", 2),
            ("ｱｲ한글", 4, "ｱｲ한", 4),
            ("a\u{7}b", 5, "a", 1),
            ("a\u{7}b", 6, "a\\u{7}", 6),
            ("日", 1, "", 0),
            ("日\u{200d}日\u{200d}日", 4, "日\u{200d}日\u{200d}", 4),
            ("a\u{200b}", 9, "a\\u{200b}", 9),
        ] {
            let found = fitting(text, columns);
            assert_eq!((found.safe.as_str(), found.columns), (safe, needed), "{text:?} in {columns}");
            assert_eq!(clean(&text[..found.taken]), safe);
        }
    }
}
