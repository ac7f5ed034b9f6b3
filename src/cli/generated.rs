//! Completions and manual pages, rendered from the command line's definition and compared with the files in the tree.

use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::Cli;
use super::command::completions::script;
use super::manual::PAGES;

fn current(path: &str, rendered: &[u8]) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(full, rendered).unwrap();
        return;
    }
    let kept = std::fs::read(&full).unwrap_or_default();
    assert!(kept == rendered, "{path} is stale: run `just accept`");
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
        current(path, script(shell).as_bytes());
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
    let names: Vec<_> = pages.iter().map(|(name, _)| name.clone()).collect();
    for (name, command) in pages {
        current(&format!("man/{name}.1"), &page(&name, command, &names));
    }
}

/// A manual page from the definition of the command, with the usual sections.
fn page(name: &str, mut command: clap::Command, pages: &[String]) -> Vec<u8> {
    // clap's own synopsis lists every option: the first line of a page was 900 characters long.
    let usage = command.render_usage().to_string();
    let arguments = usage.find(['[', '<']).map_or("", |at| &usage[at..]);
    let usage = format!("{} {arguments}", full_name(name));
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.get_subcommands().any(|it| it.get_name() != "help");
    let man = clap_mangen::Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page).unwrap();
    man.render_name_section(&mut page).unwrap();
    section("SYNOPSIS", &usage, &mut page);
    man.render_description_section(&mut page).unwrap();
    man.render_options_section(&mut page).unwrap();
    if has_commands {
        man.render_subcommands_section(&mut page).unwrap();
    }
    if let Some(examples) = examples.strip_prefix("Examples:\n") {
        section("EXAMPLES", examples, &mut page);
    }
    for (title, text) in [("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)] {
        section(title, text, &mut page);
    }
    let others = pages.iter().filter(|other| *other != name && (name == "turnwise" || *other == "turnwise"));
    let others: Vec<_> = others.map(|other| format!("{other}(1)")).collect();
    section("SEE ALSO", &others.join(", "), &mut page);
    page
}

/// `turnwise statements run` for the page `turnwise-statements-run`.
fn full_name(page: &str) -> String {
    let mut command = Cli::command();
    command.build();
    let mut words = vec!["turnwise".to_owned()];
    let mut rest = page.trim_start_matches("turnwise").trim_start_matches('-');
    while !rest.is_empty() {
        let found = command
            .get_subcommands()
            .find(|it| rest == it.get_name() || rest.starts_with(&format!("{}-", it.get_name())));
        let found = found.unwrap().clone();
        rest = rest.strip_prefix(found.get_name()).unwrap().trim_start_matches('-');
        words.push(found.get_name().to_owned());
        command = found;
    }
    words.join(" ")
}

/// Lines as they are.
fn section(title: &str, text: &str, page: &mut Vec<u8>) {
    let mut roff = roff::Roff::new();
    roff.control("SH", [title]).control("nf", []).text([roff::roman(text.trim_end())]).control("fi", []);
    page.extend(roff.to_roff().bytes());
}

const EXIT_STATUS: &str = "\
0  done; losses and warnings are reported
1  done, and the answer is no: an error was found, something would change, a loss with --strict
2  failed: a wrong option, an input or output that cannot be read or written, an invalid record";

const ENVIRONMENT: &str = "\
NO_COLOR        no colour (--color decides)
FORCE_COLOR     colour also where the output is no terminal
COLUMNS         width of tables and progress bars
TMPDIR          folder of temporary files of media commands
SSL_CERT_FILE   certificates for fetching media files";

const FILES: &str = "\
turnwise.toml   settings, in the folder of an input or in the nearest one above it (--config, --isolated)";

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

/// The completions that bash offers after these words; the last one is not complete.
#[cfg(unix)]
fn offered(words: &[&str]) -> Vec<String> {
    let script = r#"source completions/turnwise.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _turnwise_whole_words turnwise "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let mut bash = std::process::Command::new("bash");
    bash.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-c", script, "bash"]).args(words);
    String::from_utf8(bash.output().unwrap().stdout).unwrap().lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_words_with_colons_and_equal_signs() {
    assert_eq!(offered(&["turnwise", "convert", "--to", "openai", ":", "f"]), ["finetune"]);
    assert_eq!(offered(&["turnwise", "convert", "--to", "=", "openai", ":", "f"]), ["finetune"]);
    assert_eq!(offered(&["turnwise", "convert", "--to", "openai", ":"]).first().map(String::as_str), Some("finetune"));
    assert_eq!(
        offered(&["turnwise", "convert", "--to", "=", "anth"]),
        ["anthropic", "anthropic:bedrock", "anthropic:vertex"]
    );
    assert!(offered(&["turnwise", "convert", "--to", "="]).contains(&"gemini".to_owned()));
    assert_eq!(offered(&["turnwise", "conv"]), ["convert"]);
    assert_eq!(offered(&["turnwise", "explain", "TW52"]).first().map(String::as_str), Some("TW520"));
    assert_eq!(offered(&["turnwise", "man", "migr"]), ["migrate-ids"]);
    assert_eq!(offered(&["turnwise", "validate", "--select", "TW20"]).first().map(String::as_str), Some("TW201"));
}
