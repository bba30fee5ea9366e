//! Rules of your own: Baker's Game with two cells and kings only in empty columns.
//! `cargo run --release --example own_rules`

use std::error::Error;
use winnable::{DealNumber, Game, Limits, Solver};

const RULES: &str = r#"
base = "bakers-game"
name = "strict"
cells = 2
empty_column = "king"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::from_toml(RULES)?;
    let limits = Limits::of(&game).states(1_000_000);
    // One solver for all deals: its memory is reused.
    let mut solver = Solver::new(game.clone()).with_limits(limits);
    for number in 1..=20 {
        let deal = game.deal(DealNumber::microsoft(number)?);
        let answer = solver.solve(&deal)?;
        println!("{number:2}: {} ({} states)", answer.verdict, answer.states);
    }
    Ok(())
}
