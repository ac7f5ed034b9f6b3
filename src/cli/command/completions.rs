//! `turnwise completions`

use clap::Command;
use clap_complete::{Shell, generate};

use crate::cli::exit::Exit;
use crate::cli::terminal::print;

/// Print a shell completion script
///
/// For example: turnwise completions bash > ~/.local/share/bash-completion/completions/turnwise
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    /// Shell to complete for
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &Args, command_line: &mut Command) -> anyhow::Result<Exit> {
    print(&script(args.shell, command_line))?;
    Ok(Exit::Done)
}

/// The completion script, the same as in `completions/`.
pub(in crate::cli) fn script(shell: Shell, command_line: &mut Command) -> String {
    let mut script = Vec::new();
    generate(shell, command_line, "turnwise", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => with_whole_words(&script),
        Shell::Fish => script + &fish_arguments(command_line),
        Shell::Elvish | Shell::PowerShell | Shell::Zsh | _ => script,
    }
}

/// fish completes only the values of options: these are values of arguments, such as codes after `explain`.
fn fish_arguments(command_line: &Command) -> String {
    let mut lines = String::new();
    for command in command_line.get_subcommands() {
        for argument in command.get_positionals() {
            let values: Vec<_> =
                argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            if !values.is_empty() {
                let (name, values) = (command.get_name(), values.join(" "));
                let condition = format!("__fish_turnwise_using_subcommand {name}");
                lines += &format!("complete -c turnwise -n \"{condition}\" -f -a \"{values}\"\n");
            }
        }
    }
    lines
}

/// bash splits words at `:` and `=`: `--to=openai:f` would be five words, and nothing would be completed.
fn with_whole_words(script: &str) -> String {
    let (functions, registration) = script.split_at(script.rfind("\nif [[").unwrap_or(script.len()));
    let registration = registration.replace("complete -F _turnwise ", "complete -F _turnwise_whole_words ");
    format!("{functions}\n{WHOLE_WORDS}{registration}")
}

const WHOLE_WORDS: &str = r#"
_turnwise_whole_words() {
    local words=() current=0 index word joins=
    for index in "${!COMP_WORDS[@]}"; do
        word=${COMP_WORDS[index]}
        if [[ $word == = ]]; then
            joins=
        elif [[ ${#words[@]} -gt 0 && ( $word == :* || -n $joins ) ]]; then
            words[${#words[@]}-1]+=$word
            joins=
            [[ $word == *: ]] && joins=1
        else
            words+=("$word")
        fi
        [[ $index -eq $COMP_CWORD ]] && current=$((${#words[@]} - 1))
        [[ $index -eq $COMP_CWORD && $word == = ]] && words+=("") && current=$((${#words[@]} - 1))
    done
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$current
    local cur=${words[current]}
    _turnwise "$1" "$cur" "${words[current > 0 ? current - 1 : 0]}"
    # What is before the last colon is on the line already.
    local before=${cur%"${cur##*:}"}
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
}
"#;
