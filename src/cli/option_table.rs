//! Checks that options are named consistently: walks all commands and all options.

use std::collections::BTreeMap;

use clap::{Arg, Command, CommandFactory as _};

use super::command_list::Cli;
use super::help::{GROUPS, grouped};

/// Options whose values differ between commands: the name is the same, but it applies to different things.
const OF_EACH_COMMAND: [&str; 9] =
    ["by", "for", "ignore", "last", "limit", "message-rows", "output", "settings", "scope"];

/// Old names of options. They are accepted and not shown.
const RETIRED: [&str; 9] =
    ["count", "dot", "format", "html", "inverse", "max-failures", "media-root", "mermaid", "records"];

/// The commands that print for people.
const PRINTING: [&str; 9] = ["config", "detect", "diff", "explain", "formats", "lineage", "show", "stats", "validate"];

/// All commands by name, including `statements run`.
fn commands() -> Vec<(String, Command)> {
    let mut command = grouped(Cli::command()).disable_help_subcommand(true);
    command.build();
    let mut all = Vec::new();
    for command in command.get_subcommands() {
        let name = command.get_name();
        all.extend(command.get_subcommands().map(|verb| (format!("{name} {}", verb.get_name()), verb.clone())));
        all.push((name.to_owned(), command.clone()));
    }
    all.push(("turnwise".to_owned(), command));
    all
}

/// The options that the help shows, by name.
fn options(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(|arg| Some((arg.get_long()?, arg)))
}

fn values(arg: &Arg) -> String {
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values()).unwrap_or_default();
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_name_means_one_thing() {
    let mut known: BTreeMap<String, (Option<char>, String, String)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, command) in &commands() {
        for (long, arg) in options(command) {
            let own = (arg.get_short(), values(arg), name.clone());
            let first = known.entry(long.to_owned()).or_insert_with(|| own.clone());
            if first.0 != own.0 || (first.1 != own.1 && !OF_EACH_COMMAND.contains(&long)) {
                wrong.push(format!("--{long}: {first:?}, {own:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn retired_names_are_hidden() {
    for (name, command) in &commands() {
        for (long, arg) in options(command) {
            assert!(!RETIRED.contains(&long), "{name} --{long}");
            assert_eq!(long == "dry-run", arg.get_short() == Some('n'), "{name} --{long}: -n is --dry-run");
            match long {
                "to" => assert_eq!(name, "convert"),
                "from" => assert_eq!(values(arg), "FORMAT", "{name}"),
                "at" => assert_eq!(values(arg), "POINTER", "{name}"),
                "max-errors" => assert_eq!(values(arg), "N|N%", "{name}"),
                "reverse" | "invert" => assert_eq!(values(arg), "", "{name}"),
                _ => {}
            }
        }
    }
}

#[test]
fn what_is_printed_for_people_has_forms() {
    for (name, command) in &commands() {
        let find = |wanted: &str| options(command).find(|(long, _)| *long == wanted).map(|(_, arg)| arg);
        let form = find("output-format");
        assert!(form.is_some() || !PRINTING.contains(&name.as_str()), "{name} has no --output-format");
        assert!(find("output").is_some() || form.is_none(), "{name} has no --output");
        let has_json = form.is_some_and(|form| form.get_possible_values().iter().any(|it| it.get_name() == "json"));
        // The default of `statements from-messages` is JSON.
        if name != "statements from-messages" {
            assert_eq!(has_json, find("json").is_some(), "{name}: --json is short for --output-format json");
        }
    }
}

#[test]
fn a_short_help_is_short() {
    for (name, mut command) in commands() {
        let lines = command.render_help().to_string().trim_end().lines().count();
        assert!(lines <= 40, "{name} -h has {lines} lines");
        let shown = options(&command).filter(|(_, arg)| !arg.is_hide_short_help_set()).count();
        assert!(shown <= 25, "{name} -h has {shown} options");
    }
}

#[test]
fn each_command_is_in_one_group() {
    let mut grouped: Vec<_> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let command = Cli::command();
    let mut all: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
    grouped.sort_unstable();
    all.sort_unstable();
    assert_eq!(grouped, all);
}
