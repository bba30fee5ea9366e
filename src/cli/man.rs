//! `winnable man`: manual pages, made from the same definitions as `--help`.

use super::exit::Exit;
use super::output::{self, Output};
use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Print the manual page, or write the pages of all commands into a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  # read the page
  winnable man | man -l -
  # install the pages; then man winnable-solve
  winnable man ~/.local/share/man/man1")]
pub struct Args {
    /// Folder for the pages winnable.1, winnable-solve.1 and so on
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Overwrite pages that exist
    #[arg(long, requires = "dir")]
    force: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut command = super::Cli::command();
    command.build();
    match &args.dir {
        None => {
            output::print(&String::from_utf8(page(&command, "winnable")?)?)?;
        }
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot create the folder {}", dir.display()))?;
            write_page(&command, "winnable", dir, args.force)?;
            for sub in command.get_subcommands().filter(|c| c.get_name() != "help" && !c.is_hide_set()) {
                write_page(sub, &format!("winnable-{}", sub.get_name()), dir, args.force)?;
            }
        }
    }
    Ok(Exit::Done)
}

fn write_page(command: &clap::Command, name: &str, dir: &Path, force: bool) -> anyhow::Result<()> {
    let path = dir.join(format!("{name}.1"));
    Output::open(&path, force)?.finish_with(&page(command, name)?)
}

/// The page of a command. The text after its help becomes the sections EXAMPLES and NOTES.
fn page(command: &clap::Command, name: &str) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let help = command.get_after_help().map(|text| text.to_string()).unwrap_or_default();
    let man = Man::new(command.clone()).title(name);
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let (examples, notes): (Vec<&str>, Vec<&str>) = help.split("\n\n").partition(|p| p.contains("Examples:"));
    let examples = examples.iter().flat_map(|part| part.lines()).filter(|line| line.starts_with("  "));
    let examples: Vec<String> = examples.map(|line| roff(line.trim_start())).collect();
    if !examples.is_empty() {
        writeln!(page, ".SH EXAMPLES\n.nf\n{}\n.fi", examples.join("\n"))?;
    }
    let notes: Vec<String> = notes.iter().filter(|part| !part.trim().is_empty()).map(|part| roff(part)).collect();
    if !notes.is_empty() {
        writeln!(page, ".SH NOTES\n{}", notes.join("\n.PP\n"))?;
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Text that roff prints as it is.
fn roff(text: &str) -> String {
    let line = |line: &str| {
        let escaped = line.replace('\\', "\\e").replace('-', "\\-");
        if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<clap::Command> {
        let mut command = crate::cli::Cli::command();
        command.build();
        let visible = |c: &&clap::Command| c.get_name() != "help" && !c.is_hide_set();
        command.get_subcommands().filter(visible).cloned().collect()
    }

    #[test]
    fn every_page_has_examples() {
        for command in commands() {
            let page = String::from_utf8(page(&command, "winnable").unwrap()).unwrap();
            let examples = page.split(".SH EXAMPLES").nth(1).unwrap_or_else(|| panic!("{}", command.get_name()));
            assert!(examples.contains("\nwinnable "), "{}: {examples}", command.get_name());
            assert!(!page.contains(".SH EXTRA"), "{}", command.get_name());
        }
    }

    /// A terminal of 80 columns breaks no line of the examples.
    #[test]
    fn help_fits_into_80_columns() {
        for command in commands() {
            let help = command.get_after_help().map(|text| text.to_string()).unwrap_or_default();
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
        }
    }
}
