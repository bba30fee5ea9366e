//! Plays a FreeCell deal by hints, and says why: `cargo run --release --example hint -- 617`

use std::error::Error;
use winnable::format::words;
use winnable::{DealNumber, Game, Oracle, Position, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let number: DealNumber = std::env::args().nth(1).unwrap_or("617".into()).parse()?;
    let game = Game::default();
    // One oracle for the whole game: what it has decided it does not search again.
    let mut oracle = Oracle::new(game.clone());
    let mut position = Position::new(game.clone(), game.deal(number))?;
    let judged = oracle.moves(position.layout())?;
    let losing = judged.moves.iter().filter(|judged| judged.verdict == Verdict::Unwinnable).count();
    println!("{} legal moves, {losing} of them lose", judged.moves.len());
    while let Some((next, purpose)) = oracle.hint(position.layout())?.next {
        println!("{}: {purpose}", words::step(&position, &next.mv, &|card| card.to_string()));
        position.play(&next.mv)?;
    }
    println!("{}", if position.is_won() { "won" } else { "no winning move is known" });
    Ok(())
}
