//! `winnable completions`: what a shell needs to complete commands, options and game names.

use super::exit::Exit;
use super::output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable completions bash \\
      > ~/.local/share/bash-completion/completions/winnable
  # with `fpath+=~/.zfunc` in ~/.zshrc
  winnable completions zsh > ~/.zfunc/_winnable
  winnable completions fish > ~/.config/fish/completions/winnable.fish
  winnable completions powershell >> $PROFILE")]
pub struct Args {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "winnable", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Exit::Done)
}
