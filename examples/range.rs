//! What share of Seven by Four deals is winnable? Solves a range on all cores and gives the 95 % interval.
//! `cargo run --release --example range -- 1..500`

use std::error::Error;
use std::path::Path;
use winnable::batch::{Plan, Queue, Share, Sink, run};
use winnable::{DealRange, Game};

fn main() -> Result<(), Box<dyn Error>> {
    let range: DealRange = std::env::args().nth(1).unwrap_or("1..500".into()).parse()?;
    let mut plan = Plan::new(Game::preset("seven-by-four").ok_or("no such game")?);
    plan.limits.states = 10_000_000;
    // The records could go to a file (`Sink::file` makes it resumable); here only the counts matter.
    let sink = Sink::stream(Box::new(std::io::sink()), Path::new("nowhere"), plan.format, 0..range.len())?;
    let finished = run(&plan, Queue::deals(range), sink, &mut |progress| {
        eprintln!("{} of {}", progress.done, progress.total);
    })?;
    let verdicts = finished.summary.verdicts;
    let share = Share::of(verdicts.winnable, verdicts.total());
    println!("{} winnable, {} unwinnable, {} undecided", verdicts.winnable, verdicts.unwinnable, verdicts.open());
    println!("{:.1} % ({:.1}–{:.1} %)", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high);
    Ok(())
}
