//! Solves a numbered FreeCell deal and prints the steps: `cargo run --release --example solve_deal -- 617`

use std::error::Error;
use std::sync::Arc;
use winnable::format::words;
use winnable::{DealNumber, Limits, Solver, Verdict, preset};

fn main() -> Result<(), Box<dyn Error>> {
    let number: DealNumber = std::env::args().nth(1).unwrap_or("617".into()).parse()?;
    let rules = Arc::new(preset("freecell").ok_or("no such game")?);
    let deal = number.deal(&rules);
    let answer = Solver::new(rules.clone()).solve(&deal, &Limits::default(), None, &mut |_| ())?;
    match (answer.verdict, answer.solution) {
        (Verdict::Winnable, Some(solution)) => {
            for step in words::steps(&rules, &deal, &solution.moves, &|card| card.to_string()) {
                println!("{step}");
            }
        }
        (verdict, _) => println!("{number} is {verdict} after {} states", answer.states),
    }
    Ok(())
}
