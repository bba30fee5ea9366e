//! Solves a numbered FreeCell deal and prints the steps: `cargo run --release --example solve_deal -- 617`

use std::error::Error;
use winnable::format::words;
use winnable::{DealNumber, Game, Solver, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let number: DealNumber = std::env::args().nth(1).unwrap_or("617".into()).parse()?;
    let game = Game::default();
    let deal = game.deal(number);
    let answer = Solver::new(game.clone()).solve(&deal)?;
    match (answer.verdict, answer.solution) {
        (Verdict::Winnable, Some(solution)) => {
            for step in words::steps(&game, &deal, &solution.moves, &|card| card.to_string()) {
                println!("{step}");
            }
        }
        (verdict, _) => println!("{number} is {verdict} after {} states", answer.states),
    }
    Ok(())
}
