//! Completions and manual pages, rendered from the command line's definition and compared with the files in the tree.

use std::io::Write as _;
use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::command::completions::script;
use super::command_list::Cli;
use super::manual::{page, page_names};

fn current(path: &str, rendered: &[u8]) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let kept = std::fs::read(&full).unwrap_or_default();
    if kept != rendered && std::env::var_os("UPDATE").is_some() {
        // Another test may be reading the file.
        let mut file = tempfile::NamedTempFile::new_in(full.parent().unwrap()).unwrap();
        file.write_all(rendered).unwrap();
        file.persist(full).unwrap();
        return;
    }
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
        current(path, script(shell, &mut Cli::command()).as_bytes());
    }
}

#[test]
fn fish_completes_formats_and_codes() {
    let script = script(Shell::Fish, &mut Cli::command());
    for (command, value) in [("explain", "TW203"), ("explain", "anthropic"), ("schema", "openai"), ("man", "convert")] {
        let start = format!("complete -c turnwise -n \"__fish_turnwise_using_subcommand {command}\" -f -a \"");
        let values = script.lines().find_map(|line| line.strip_prefix(&start)).unwrap();
        assert!(values.trim_end_matches('"').split(' ').any(|it| it == value), "{command} {value}");
    }
}

#[test]
fn manual_pages_are_current() {
    let rendered: Vec<_> = page_names().map(|name| (format!("{name}.1"), page(&name).unwrap())).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("man");
    let mut kept: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name()).collect();
    kept.sort_unstable();
    if std::env::var_os("UPDATE").is_none() {
        let mut names: Vec<_> = rendered.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, kept, "the pages in man/ are not those of the commands");
    }
    for (name, page) in rendered {
        current(&format!("man/{name}"), page.as_bytes());
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
    assert_eq!(offered(&["turnwise", "convert", "--allow", "TW30"]).first().map(String::as_str), Some("TW301"));
    assert_eq!(offered(&["turnwise", "validate", "--ignore", "TW20"]).first().map(String::as_str), Some("TW201"));
    assert_eq!(offered(&["turnwise", "validate", "--select", "TW20"]).first().map(String::as_str), Some("TW201"));
}
