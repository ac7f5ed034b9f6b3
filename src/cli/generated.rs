//! Completions and manual pages, rendered from the command line's definition and compared with the files in the tree.

use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use super::Cli;
use super::texts::PAGES;

fn current(path: &str, fresh: &[u8]) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(full, fresh).unwrap();
        return;
    }
    let kept = std::fs::read(&full).unwrap_or_default();
    assert!(kept == fresh, "{path} is stale: run `just accept`");
}

#[test]
fn completions_are_current() {
    for (shell, path) in [
        (Shell::Bash, "completions/turnwise.bash"),
        (Shell::Elvish, "completions/turnwise.elv"),
        (Shell::Fish, "completions/turnwise.fish"),
        (Shell::PowerShell, "completions/_turnwise.ps1"),
        (Shell::Zsh, "completions/_turnwise"),
    ] {
        let mut fresh = Vec::new();
        generate(shell, &mut Cli::command(), "turnwise", &mut fresh);
        current(path, &fresh);
    }
}

#[test]
fn manual_pages_are_current() {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut pages = vec![("turnwise".to_owned(), command.clone())];
    for sub in command.get_subcommands() {
        let name = format!("turnwise-{}", sub.get_name());
        pages.push((name.clone(), sub.clone().name(Box::leak(name.clone().into_boxed_str()) as &str)));
        for verb in sub.get_subcommands().filter(|verb| verb.get_name() != "help") {
            let name = format!("{name}-{}", verb.get_name());
            pages.push((name.clone(), verb.clone().name(Box::leak(name.into_boxed_str()) as &str)));
        }
    }
    pages.sort_by(|a, b| a.0.cmp(&b.0));
    let names: Vec<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
    let mut kept: Vec<_> = PAGES.iter().filter_map(|(name, _)| name.strip_suffix(".1")).collect();
    kept.sort_unstable();
    if std::env::var_os("UPDATE").is_none() {
        assert_eq!(names, kept, "the pages in man/ are not those of the commands");
    }
    for (name, command) in pages {
        let mut fresh = Vec::new();
        clap_mangen::Man::new(command).render(&mut fresh).unwrap();
        current(&format!("man/{name}.1"), &fresh);
    }
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn the_list_of_commands_has_the_first_line_of_each_help() {
    let listed = Cli::command();
    let mut built = listed.clone();
    built.build();
    for command in listed.get_subcommands() {
        let own = built.find_subcommand(command.get_name()).and_then(clap::Command::get_about).map(ToString::to_string);
        assert_eq!(command.get_about().map(ToString::to_string), own, "{}", command.get_name());
    }
}
