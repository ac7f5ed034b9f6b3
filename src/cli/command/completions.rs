//! `turnwise completions`

use clap::ValueEnum;

use crate::cli::exit::Exit;
use crate::cli::terminal::print;

/// Print the completion script of a shell
///
/// For example: turnwise completions bash > ~/.local/share/bash-completion/completions/turnwise
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    print(match args.shell {
        Shell::Bash => include_str!("../../../completions/turnwise.bash"),
        Shell::Elvish => include_str!("../../../completions/turnwise.elv"),
        Shell::Fish => include_str!("../../../completions/turnwise.fish"),
        Shell::Powershell => include_str!("../../../completions/_turnwise.ps1"),
        Shell::Zsh => include_str!("../../../completions/_turnwise"),
    })?;
    Ok(Exit::Done)
}
