//! The manual pages, rendered from the definition of the command line. `man/` contains them as files, too.

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;
use roff::{Roff, roman};

use super::command_list::Cli;

/// The names of all pages: `turnwise-convert` is that of `turnwise convert`.
pub(super) fn page_names() -> impl Iterator<Item = String> {
    let mut names = vec!["turnwise".to_owned()];
    for command in built().get_subcommands() {
        let name = format!("turnwise-{}", command.get_name());
        let verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
        names.extend(verbs.map(|verb| format!("{name}-{}", verb.get_name())));
        names.push(name);
    }
    names.sort_unstable();
    names.into_iter()
}

/// The page with this name. `None`: there is no such command.
pub(super) fn page(name: &str) -> Option<String> {
    let (full_name, mut command) = command_of(name)?;
    // clap's synopsis lists every option: the first line of a page was 900 characters long.
    let usage = command.render_usage().to_string();
    let arguments = usage.find(['[', '<']).and_then(|at| usage.get(at..)).unwrap_or_default();
    let usage = format!("{full_name} {arguments}");
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.get_subcommands().any(|it| it.get_name() != "help");
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page).ok()?;
    man.render_name_section(&mut page).ok()?;
    section("SYNOPSIS", &usage, &mut page);
    man.render_description_section(&mut page).ok()?;
    man.render_options_section(&mut page).ok()?;
    if has_commands {
        man.render_subcommands_section(&mut page).ok()?;
    }
    if let Some(examples) = examples.strip_prefix("Examples:\n") {
        section("EXAMPLES", examples, &mut page);
    }
    for (title, text) in [("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)] {
        section(title, text, &mut page);
    }
    let others = page_names().filter(|other| *other != name && (name == "turnwise" || *other == "turnwise"));
    let others: Vec<_> = others.map(|other| format!("{other}(1)")).collect();
    section("SEE ALSO", &others.join(", "), &mut page);
    String::from_utf8(page).ok()
}

/// The command of a page, with the name of the page, and as it is called: `turnwise statements run`.
fn command_of(page: &str) -> Option<(String, Command)> {
    let mut command = built();
    let mut called = "turnwise".to_owned();
    let mut rest = page.strip_prefix("turnwise")?;
    while !rest.is_empty() {
        let name = rest.strip_prefix('-')?;
        let is_meant = |own: &str| name.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        let found = command.get_subcommands().find(|it| is_meant(it.get_name())).cloned();
        command = found?;
        rest = name.strip_prefix(command.get_name())?;
        called = format!("{called} {}", command.get_name());
    }
    Some((called, command.name(page.to_owned())))
}

/// The command line with all options: those of a command are added when it is built.
fn built() -> Command {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    command
}

/// Lines without changes.
fn section(title: &str, text: &str, page: &mut Vec<u8>) {
    let mut roff = Roff::new();
    roff.control("SH", [title]).control("nf", []).text([roman(text.trim_end())]).control("fi", []);
    page.extend(roff.to_roff().bytes());
}

const EXIT_STATUS: &str = "\
0  done; losses and warnings are reported
1  finished, but a check failed: an error was found, something would change, a loss with --strict
2  failed: a wrong option, an input or output that cannot be read or written, an invalid record";

const ENVIRONMENT: &str = "\
NO_COLOR        no colour (--color decides)
FORCE_COLOR     colour also where the output is no terminal
COLUMNS         width of tables and progress bars
TMPDIR          folder of temporary files of media commands
SSL_CERT_FILE   certificates for fetching media files";

const FILES: &str = "\
turnwise.toml   settings, in the folder of an input or in the nearest one above it (--config, --isolated)";
