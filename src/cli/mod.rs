//! Layer 9, part of the binary only: arguments, terminal, files, exit codes.

mod args;
mod command;
mod command_list;
mod commands_in_text;
mod config;
mod config_media;
mod config_search;
#[cfg(feature = "network")]
mod connections;
mod exit;
mod format_names;
#[cfg(test)]
mod generated;
mod help;
mod job;
mod manual;
mod max_errors;
#[cfg(test)]
mod option_table;
mod patterns;
mod print;
mod progress;
mod signals;
mod terminal;
mod unfinished;
mod verdicts;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use command_list::Cli;
use commands_in_text::without_commands;
use exit::Exit;
use terminal::Terminal;

/// Runs the program and returns its exit code.
pub(crate) fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    install_panic_message();
    let args: Vec<OsString> = args.collect();
    let command = if help::may_be_printed(&args) { help::grouped(Cli::command()) } else { Cli::command() };
    let mut command = command.color(terminal::colour_of_messages(&args));
    let parsed = command
        .try_get_matches_from_mut(args)
        .and_then(|matches| Cli::from_arg_matches(&matches).map(|cli| (Terminal::new(&cli.global, &matches), cli)));
    // The process ends soon, and freeing many small pieces would take time.
    std::mem::forget(command);
    let (terminal, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            if error.use_stderr() {
                // Arguments may be names of files that somebody else has chosen.
                let text = error.render();
                if matches!(without_commands(&text.to_string()), Cow::Borrowed(_)) {
                    // Standard error may be closed; the exit code still shows the result.
                    let _ = error.print();
                } else {
                    terminal::lines(&text.to_string());
                }
                return Exit::Trouble.into();
            }
            let written = error.print().and_then(|()| io::stdout().flush());
            return match written.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe) {
                None => Exit::Done.into(),
                Some(why) => {
                    terminal::line(&format!("turnwise: error: cannot write standard output: {why}"));
                    Exit::Trouble.into()
                }
            };
        }
    };
    let ended = command_list::run(cli, &terminal);
    let printed = print::print_args::finish(ended.as_ref().is_ok_and(|exit| *exit != Exit::Trouble));
    match printed.map(|warnings| warnings.iter().for_each(|it| terminal.warning(it))).and(ended) {
        Ok(exit) => {
            let exit = exit.worst(terminal.judge_shares());
            terminal.conclude();
            exit.into()
        }
        Err(error) if terminal::is_broken_pipe(&error) => Exit::Done.into(),
        Err(error) => {
            terminal.conclude();
            terminal.error(&format!("{error:#}"));
            Exit::Trouble.into()
        }
    }
}

/// A panic is a bug in turnwise: one line reports it, without a backtrace.
fn install_panic_message() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|it| format!("{}:{}", it.file(), it.line())).unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("unknown");
        terminal::line(&format!("turnwise: internal error at {place}: {what}; please report it with the command line"));
        turnwise::stream::remove_temporaries();
        #[allow(clippy::exit, reason = "the process ends here in any case; so it ends with the code of a panic")]
        std::process::exit(101);
    }));
}
