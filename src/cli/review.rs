//! `winnable review`: a played game, the move that lost it and what would have won.

use super::after::read_game;
use super::args::{GameArgs, LimitArgs, load_deal};
use super::exit::Exit;
use super::output::{self, Output};
use super::position_args::ShortestArgs;
use crate::format::record::Record;
use crate::format::start::title;
use crate::format::{position_record, words};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::Position;
use crate::report::player;
use crate::search::Review;
use crate::verdict::Verdict;
use anyhow::bail;
use std::fmt::Write;
use std::path::PathBuf;

/// Review a played game, finished or not: the move that lost it, what would have won, how much longer than the shortest win
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  winnable review 617 \"2a 21 83\"
  winnable review 617 game.txt --html review.html
  winnable solve 617 --notation | winnable review 617 -

GAME is a file with moves in standard notation or JSON, - for standard input,
or the moves themselves. Exit code 0: reviewed, whatever was found. 2: wrong
usage or input, an illegal move for example.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The deal: 617, ms:617, pysol:617, a board file, or - for standard input
    #[arg(value_name = "DEAL")]
    deal: String,
    /// The game that was played: a file, - for standard input, or the moves themselves
    #[arg(value_name = "GAME")]
    played: String,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    shortest: ShortestArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write a page that plays the game in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite the file of --html if it exists
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.deal == "-" && args.played == "-" {
        bail!("deal and game cannot both come from standard input; put one of them into a file");
    }
    let rules = args.game.rules()?;
    let deal = load_deal(&args.deal, &rules)?;
    let game = read_game(&args.played, "GAME", &rules, &deal)?;
    let html = args.html.as_deref().map(|path| Output::open(path, args.force)).transpose()?;
    let review = args.shortest.oracle(&rules, &args.limits)?.review(&deal.layout, &game)?;
    let words = words_of(&rules, &deal.layout, &game, &review)?;
    if let Some(file) = html {
        let title = format!("{}, {}, a game", title(&deal.name), rules.name);
        let loss = loss(&rules, &deal.layout, &game, &review)?;
        let caption = player::Caption { title: &title, answer: &words, loss };
        let page = player::page(&rules, &deal.layout, &game, caption)?;
        file.finish_with(page.as_bytes())?;
    }
    let text = match args.json {
        true => {
            let record = Record::new(&rules, &deal.name, &review.answer, false);
            position_record::with_fields(&record, position_record::review(&review, args.shortest.optimal)) + "\n"
        }
        false => words,
    };
    output::print(&text)?;
    Ok(match review.answer.verdict {
        Verdict::Undecided(reason) => match Exit::of(Verdict::Undecided(reason)) {
            Exit::Interrupted => Exit::Interrupted,
            _ => Exit::Done,
        },
        _ => Exit::Done,
    })
}

/// Where the page marks the game as lost.
fn loss(rules: &Game, deal: &Layout, game: &[Move], review: &Review) -> anyhow::Result<Option<player::Loss>> {
    // A deal that nobody can win has no move to blame.
    let Some(at) = review.lost_from.filter(|&at| at > 0) else { return Ok(None) };
    let mut note = match review.lost_at {
        Some(_) => "This move lost the game.".to_string(),
        None => "At the latest, this move lost the game.".to_string(),
    };
    if let (Some(instead), Some(until)) = (&review.instead, review.won_until) {
        let mut position = Position::new(rules.clone(), deal.clone())?;
        for mv in &game[..until] {
            position.play(mv)?;
        }
        let step = words::step(&position, &instead.mv, &crate::format::scene::symbol);
        let after = if until + 1 == at { String::new() } else { format!(" after move {until}") };
        write!(note, " Instead{after}: {step}.")?;
    }
    Ok(Some(player::Loss { at, note }))
}

/// The review in a few sentences.
pub fn words_of(rules: &Game, deal: &Layout, game: &[Move], review: &Review) -> anyhow::Result<String> {
    let show = |card: crate::card::Card| card.to_string();
    let at = |moves: usize| -> anyhow::Result<Position> {
        let mut position = Position::new(rules.clone(), deal.clone())?;
        for mv in &game[..moves] {
            position.play(mv)?;
        }
        Ok(position)
    };
    let played = match review.played {
        1 => "1 move".to_string(),
        n => format!("{n} moves"),
    };
    let mut text = String::new();
    match (review.won, review.lost_at, review.lost_from) {
        (true, ..) => writeln!(text, "The game is won in {played}; no move lost it.")?,
        (_, Some(lost), _) => {
            let step = words::step(&at(lost - 1)?, &game[lost - 1], &show);
            writeln!(
                text,
                "Move {lost} of {} lost the game: {step}. From there on no play wins: proven.",
                review.played
            )?;
        }
        (_, None, Some(0)) => writeln!(text, "The deal itself cannot be won: proven. No move is to blame.")?,
        (_, None, Some(lost)) => {
            let won = match review.won_until {
                None | Some(0) => "the start".to_string(),
                Some(won) => format!("move {won}"),
            };
            writeln!(
                text,
                "The game was lost after {won}, at move {lost} at the latest; between them it is undecided."
            )?;
        }
        (_, None, None) if review.won_until == Some(review.played) => {
            writeln!(text, "After {played} the game can still be won.")?;
        }
        _ => writeln!(text, "After {played} it is undecided whether the game can be won.")?,
    }
    if let (Some(instead), Some(until)) = (&review.instead, review.won_until) {
        let step = words::step(&at(until)?, &instead.mv, &show);
        let length = instead.length.map_or(String::new(), |n| format!(", a win in {n} moves from there"));
        let word = if review.lost_from.is_some() { "Instead" } else { "Next" };
        writeln!(text, "{word}: {step}{length}.")?;
    }
    if let (Some(shortest), Some(detour)) = (review.shortest, review.detour) {
        let known =
            if review.proven { "The shortest win of the deal has" } else { "The shortest win known of the deal has" };
        let until = match review.lost_from {
            Some(_) => "Up to the last winnable position, the game wasted",
            None => "The game wastes",
        };
        let wasted = match detour {
            0 => "no moves".to_string(),
            1 => "1 move".to_string(),
            n => format!("{n} moves"),
        };
        writeln!(text, "{known} {shortest} moves. {until} {wasted}.")?;
    }
    Ok(text)
}
