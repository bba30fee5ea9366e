mod relaxed;
mod hitting;
use hitting::*;
use relaxed::*;
use winnable::{DealNumber, Game};
use std::time::Instant;

fn cards_of(g: &Relaxed, units: &Mask) -> Mask { let mut m = [0; 4]; for u in iter(units) { m = or(&m, &g.unit_cards[u]); } m }

/// CPU seconds of this thread.
fn cpu() -> f64 { let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 }; unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t); } t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9 }
struct Cpu(f64);
impl Cpu { fn now() -> Cpu { Cpu(cpu()) } fn elapsed(&self) -> std::time::Duration { std::time::Duration::from_secs_f64(cpu() - self.0) } }
/// Minimal landmark disjoint from the failing set p (units), whose failing leaves have these stuck tops.
fn landmark(g: &Relaxed, d: &mut Decider, p: &Mask, order: &[usize]) -> Mask {
    let mut pc = cards_of(g, p);
    let mut pu = *p;
    let mut tops = d.tops;
    let mut at = 0; let mut block = order.len() / 2;
    while at < order.len() && block > 0 {
        // skip what does not matter
        let slice: Vec<usize> = order[at..].iter().copied().filter(|&u| !has(&pu, u)).take(block).collect();
        if slice.is_empty() { break; }
        let mut trial = pc; for &u in &slice { trial = or(&trial, &g.unit_cards[u]); }
        if slice.iter().all(|&u| !has(&tops, u)) || !d.wins(&trial) {
            if slice.iter().any(|&u| has(&tops, u)) { tops = d.tops; }
            pc = trial; for &u in &slice { set(&mut pu, u); }
            while at < order.len() && has(&pu, order[at]) { at += 1; }
            block *= 2;
        } else if block == 1 { // needed: belongs to the landmark
            at += 1; while at < order.len() && has(&pu, order[at]) { at += 1; }
        } else { block = (block / 3).max(1); }
    }
    let mut l = [0; 4];
    for u in 0..g.units { if !has(&pu, u) { set(&mut l, u); } }
    l
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = Game::preset(&args[1]).unwrap();
    let runs = args[2] == "moves";
    let limit: u32 = args[3].parse().unwrap();
    for n in 1..=args[4].parse::<u64>().unwrap() {
        let layout = game.deal(DealNumber::microsoft(n).unwrap());
        let g = Relaxed::new(&game, &layout, runs);
        let mut d = Decider::new(&g); d.node_limit = limit;
        let t = Cpu::now();
        let base = g.cards + g.rows.len();

        let steps: u64 = std::env::var("STEPS").map_or(4000, |s| s.parse().unwrap());
        let seconds: f64 = args[5].parse().unwrap();
        let mut rng = Rng(n);
        let mut landmarks: Vec<Mask> = Vec::new();
        let mut local = Local::new(g.units);
        let mut use_count = vec![0u32; g.units];
        let mut lb = 0usize; let mut exact = false;
        let mut h: Mask = [0; 4];
        let (mut t_gen, mut t_local, mut t_bnb) = (0.0, 0.0, 0.0);
        let mut bnb_nodes = 0;
        let mut dead = false;
        while t.elapsed().as_secs_f64() < seconds {
            // new landmarks disjoint from h
            let t0 = Cpu::now();
            let mut p = h; let mut added = 0;
            let mut won_at_once = true;
            while !d.wins(&cards_of(&g, &p)) {
                won_at_once = false;
                let mut order: Vec<usize> = (0..g.units).collect();
                for i in (1..order.len()).rev() { order.swap(i, rng.below(i + 1)); }
                order.sort_by_key(|&u| std::cmp::Reverse(use_count[u]));
                let l = landmark(&g, &mut d, &p, &order);
                if count(&l) == 0 { dead = true; break; }
                for u in iter(&l) { use_count[u] += 1; }
                p = or(&p, &l); landmarks.push(l); local.add(&l); added += 1;
            }
            let _ = added;
            t_gen += t0.elapsed().as_secs_f64();
            if dead { println!("dead"); break; }
            if won_at_once && count(&h) as usize <= lb && lb > 0 { exact = true; break; }
            // a hitting set of size lb
            loop {
                let t0 = Cpu::now();
                let found = local.search(lb.max(1), steps, &mut rng);
                t_local += t0.elapsed().as_secs_f64();
                if let Some(f) = found { h = f; break; }
                let t0 = Cpu::now();
                let mut b = Bnb::new(&landmarks, g.units, 200000);
                let (end, best) = b.solve(lb);
                bnb_nodes += b.nodes;
                t_bnb += t0.elapsed().as_secs_f64();
                match end {
                    End::Found => { h = best.unwrap(); break; }
                    End::None => { lb += 1; if args.len() > 6 { println!("  {:.2}s lb {lb} landmarks {} kept {} nodes {}", t.elapsed().as_secs_f64(), landmarks.len(), b.sets.len(), b.nodes); } }
                    End::Limit => { // take any
                        let mut k = lb + 1; loop { if let Some(f) = local.search(k, steps, &mut rng) { h = f; break; } k += 1; }
                        break; }
                }
                if t.elapsed().as_secs_f64() > seconds { break; }
            }
        }
        if let Ok(f) = std::env::var("DUMP") { let text: String = landmarks.iter().map(|l| iter(l).map(|u| u.to_string()).collect::<Vec<_>>().join(" ") + "\n").collect(); std::fs::write(f, text).unwrap(); }
        println!("{n}: base {base} units {} lb {lb} -> {} exact {exact} landmarks {} closures {} limited {} {:.1}s gen {t_gen:.1} local {t_local:.1} bnb {t_bnb:.1} nodes {bnb_nodes}", g.units, base + lb, landmarks.len(), d.closures, d.limited, t.elapsed().as_secs_f64());
    }
}
