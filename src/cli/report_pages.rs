//! `report --pages`: the pages of the hardest deals, in a folder beside the report.
//!
//! A solution that the record holds is shown as it is; without one a winnable deal is solved again. Deals are dealt by
//! the rules of a preset, and only if the digest in the records says that these are the rules: anything else could show
//! another game.

use super::interrupt;
use super::output::Output;
use crate::batch::HardDeal;
use crate::deal::DealNumber;
use crate::format::record::RecordVerdict;
use crate::game::Game;
use crate::report::page::Column;
use crate::report::player::{self, Caption};
use crate::search::{Cancel, Limits, Solver};
use crate::text::visible;
use crate::verdict::Verdict;
use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes the pages and tells the columns where they are.
pub fn write(report: &Path, columns: &mut [Column], force: bool) -> anyhow::Result<()> {
    let Some(stem) = report.file_stem().filter(|_| report != Path::new("-")) else {
        bail!("--pages writes a folder beside the report, so --html needs the name of a file");
    };
    let name = format!("{}-deals", stem.to_string_lossy());
    let folder = report.with_file_name(&name);
    let cancel = interrupt::on_signals()?;
    for column in columns {
        let figures = &column.figures;
        let Some(game) = Game::preset(&figures.game).filter(|game| game.digest() == figures.rules) else {
            let why = "its rules are not those of a preset";
            writeln!(anstream::stderr(), "note: no pages for the deals of {}: {why}", visible(&column.name))?;
            continue;
        };
        fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
        for hard in &figures.hardest {
            let file = format!("{}-{}.html", game.name, hard.deal.replace(':', "-"));
            let written = write_page(&game, hard, &folder.join(&file), force, &cancel)?;
            column.pages.push(written.then(|| format!("{}/{}", encoded(&name), encoded(&file))));
        }
    }
    Ok(())
}

/// Writes the page of a deal, if it has a number.
fn write_page(game: &Game, hard: &HardDeal, path: &Path, force: bool, cancel: &Cancel) -> anyhow::Result<bool> {
    let Ok(number) = hard.deal.parse::<DealNumber>() else { return Ok(false) };
    let layout = game.deal(number);
    let moves = match (&hard.solution, &hard.verdict) {
        (Some(solution), _) => solution.clone(),
        (None, RecordVerdict::Known(Verdict::Winnable)) => {
            let limits = Limits::of(game);
            let limits = limits.states(limits.states.max(hard.states.saturating_mul(2)));
            let answer = Solver::new(game.clone()).with_limits(limits).with_cancel(cancel.clone()).solve(&layout)?;
            answer.solution.map(|solution| solution.moves).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let deal = hard.deal.strip_prefix("ms:").unwrap_or(&hard.deal);
    let answer = match moves.len() {
        0 => format!("Deal {deal} is {}.", hard.verdict.word()),
        length => format!("Deal {deal} is {}: {length} moves.", hard.verdict.word()),
    };
    let title = format!("Deal {deal}, {}", game.name);
    let caption = Caption { title: &title, answer: &answer, loss: None };
    let page = player::page(game, &layout, &moves, caption)
        .with_context(|| format!("the solution of {} in the results does not fit the deal", hard.deal))?;
    Output::open(path, force)?.finish_with(page.as_bytes())?;
    Ok(true)
}

/// A name as part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_addresses() {
        assert_eq!(encoded("my report #1-deals"), "my%20report%20%231-deals");
        assert_eq!(encoded("é.html"), "%C3%A9.html");
    }
}
