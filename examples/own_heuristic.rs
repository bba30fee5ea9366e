//! Compares an evaluation of your own with built-in strategies, on the same deals, in one table.
//! `cargo run --release --example own_heuristic -- 1..50`

use std::error::Error;
use winnable::batch::{Bench, compare};
use winnable::report::bench::terminal;
use winnable::strategy::{Strategy, Technique, View};
use winnable::{DealRange, Game, Limits};

/// Cards left, cards that lie on one they may not be built on, and used cells.
fn disorder(position: &View) -> i32 {
    let mut value = 2 * position.cards_left() + 5 * position.cells().iter().flatten().count();
    for column in position.columns() {
        value += 4 * column.windows(2).filter(|pair| !position.builds(pair[1], pair[0])).count();
        // Cards above a lower card of their suit must move before it.
        value += column.iter().enumerate().filter(|(at, card)| covers_lower(position, &column[..*at], card)).count();
    }
    value as i32
}

fn covers_lower(position: &View, below: &[winnable::Card], card: &winnable::Card) -> bool {
    below.iter().any(|lower| lower.suit() == card.suit() && position.order(*lower) < position.order(*card))
}

fn main() -> Result<(), Box<dyn Error>> {
    let range: DealRange = std::env::args().nth(1).unwrap_or("1..50".into()).parse()?;
    let game = Game::preset("freecell").ok_or("no such game")?;
    let strategies = vec![
        Strategy::named("best-first", &game)?,
        Strategy::named("beam:width=500", &game)?,
        Strategy::with_heuristic("own best-first", &game, Technique::BestFirst { path_weight: 1 }, disorder),
        Strategy::with_heuristic("own beam", &game, Technique::Beam { width: 500 }, disorder),
        // Nearly free to compute: shows what the searches cost without the evaluation.
        Strategy::with_heuristic("cards left", &game, Technique::Beam { width: 500 }, |position: &View| {
            position.cards_left() as i32
        }),
    ];
    let limits = Limits::of(&game).states(100_000);
    let mut bench = Bench::new(game, limits, strategies, 1);
    let (names, mut trials) = (bench.names(), Vec::new());
    for place in 0..range.len() {
        let deal = range.nth(place).ok_or("the range ends")?;
        trials.extend(bench.deal(deal)?);
    }
    print!("{}", terminal(&compare(&names, &trials)));
    Ok(())
}
