//! `turnwise completions`

use clap::ValueEnum;

use crate::cli::exit::Exit;
use crate::cli::terminal::print;
use crate::cli::texts::text;

/// Print the completion script of a shell
///
/// For example: turnwise completions bash > ~/.local/share/bash-completion/completions/turnwise
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
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
    let name = match args.shell {
        Shell::Bash => "turnwise.bash",
        Shell::Elvish => "turnwise.elv",
        Shell::Fish => "turnwise.fish",
        Shell::Powershell => "_turnwise.ps1",
        Shell::Zsh => "_turnwise",
    };
    print(text(name).unwrap_or_default())?;
    Ok(Exit::Done)
}
