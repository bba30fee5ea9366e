use std::sync::Arc;
use winnable::deal::DealNumber;
use winnable::rules::preset;
use winnable::search::quick::QuickSolver;
use winnable::search::{Limits, Outcome};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let first: u64 = args[1].parse().unwrap();
    let last: u64 = args[2].parse().unwrap();
    let game = args.get(3).map_or("freecell", |s| s.as_str());
    let check = args.iter().any(|a| a == "verify");
    let rules = Arc::new(preset(game).unwrap());
    let mut solver = QuickSolver::new(&rules).unwrap();
    let stop = Limits::default().start();
    let (mut won, mut len, mut all) = (0, 0, Vec::new());
    let mut lost = Vec::new();
    let begin = std::time::Instant::now();
    for n in first..=last {
        let layout = DealNumber::microsoft(n).unwrap().deal(&rules);
        let searched = solver.solve(&layout, u64::MAX, &stop);
        all.push(searched.states);
        match searched.outcome {
            Outcome::Won(moves) => {
                won += 1;
                len += moves.len();
                if check {
                    if let Err(e) = winnable::verify::verify(&rules, &layout, &moves) {
                        panic!("deal {n}: {e}");
                    }
                }
            }
            _ => lost.push(n),
        }
    }
    let t = begin.elapsed().as_secs_f64();
    all.sort();
    let sum: u64 = all.iter().sum();
    let m = all.len();
    println!(
        "won {won} of {m} in {t:.3} s, {:.0}/s, {:.1} ns/state; states mean {:.1} median {} p90 {} p99 {} max {}; length {:.1}; lost {:?}",
        m as f64 / t, t * 1e9 / sum as f64, sum as f64 / m as f64, all[m / 2], all[m * 9 / 10], all[m * 99 / 100], all[m - 1],
        len as f64 / won as f64, &lost[..lost.len().min(20)]
    );
}
