//! A game of one's own: Baker's Game with two cells and kings only in empty columns.
//! `cargo run --release --example own_rules`

use std::error::Error;
use std::sync::Arc;
use winnable::{DealNumber, Limits, Rules, Solver};

const GAME: &str = r#"
base = "bakers-game"
name = "strict"
cells = 2
empty_column = "king"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Arc::new(Rules::from_toml(GAME)?);
    // One solver for all deals: its memory is reused.
    let mut solver = Solver::new(rules.clone());
    let limits = Limits { states: 1_000_000, ..Limits::default() };
    for number in 1..=20 {
        let deal = DealNumber::microsoft(number)?.deal(&rules);
        let answer = solver.solve(&deal, &limits, None, &mut |_| ())?;
        println!("{number:2}: {} ({} states)", answer.verdict, answer.states);
    }
    Ok(())
}
