//! `winnable man`: manual pages, made from the same definitions as `--help`.

use super::exit::Exit;
use super::output::{self, Output};
use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use std::path::{Path, PathBuf};

/// Print the manual page, or write the pages of all commands into a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable man | man -l -                  read the page
  winnable man ~/.local/share/man/man1     install the pages; then: man winnable-solve")]
pub struct Args {
    /// Folder for the pages winnable.1, winnable-solve.1 and so on
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut command = super::Cli::command();
    command.build();
    match &args.dir {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            output::print(&String::from_utf8(page)?)?;
        }
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
            write_page(&command, "winnable", dir)?;
            for sub in command.get_subcommands().filter(|c| c.get_name() != "help" && !c.is_hide_set()) {
                write_page(sub, &format!("winnable-{}", sub.get_name()), dir)?;
            }
        }
    }
    Ok(Exit::Done)
}

/// What our manual pages start with.
const MAN_START: &[u8] = b".ie \\n(.g .ds Aq";

fn write_page(command: &clap::Command, name: &str, dir: &Path) -> anyhow::Result<()> {
    let path = dir.join(format!("{name}.1"));
    let mut page = Vec::new();
    Man::new(command.clone()).title(name).render(&mut page)?;
    Output::open(&path, MAN_START, false)?.finish_with(&page)
}
