//! How fast the packed engines are: move generation, apply and key one by one, and all three for every successor in
//! a shallow perft, for the five seed games. `cargo bench --bench engine`.

#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use winnable::deal::DealNumber;
use winnable::engine::interned::{FourDecks, StockGames, TwoDecks};
use winnable::engine::{Engine, OneDeck, perft};
use winnable::layout::Layout;
use winnable::rules::{Rules, preset};

/// States met on the way of a fixed pseudo-random walk, so that all phases of a game count.
fn sample<E: Engine>(engine: &mut E) -> Vec<E::State> {
    let mut states = vec![engine.start()];
    let mut seed = 1u64;
    let mut actions = Vec::new();
    while states.len() < 256 {
        let state = *states.last().expect("never empty");
        actions.clear();
        engine.actions(&state, &mut actions);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match actions.len() {
            0 => states.push(engine.start()),
            n => states.push(engine.apply(&state, actions[(seed >> 33) as usize % n])),
        }
    }
    states
}

fn measure<E: Engine>(criterion: &mut Criterion, game: &str, mut engine: E, depth: usize) {
    let states = sample(&mut engine);
    let mut actions = Vec::new();
    let mut pairs = Vec::new();
    for state in &states {
        actions.clear();
        engine.actions(state, &mut actions);
        pairs.extend(actions.iter().map(|&action| (*state, action)));
    }

    let mut group = criterion.benchmark_group("actions");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(game), |b| {
        b.iter(|| {
            for state in &states {
                actions.clear();
                engine.actions(black_box(state), &mut actions);
                black_box(&actions);
            }
        })
    });
    group.finish();

    let mut group = criterion.benchmark_group("apply");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(game), |b| {
        b.iter(|| {
            for (state, action) in &pairs {
                black_box(engine.apply(black_box(state), *action));
            }
        })
    });
    group.finish();

    let mut group = criterion.benchmark_group("key");
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(game), |b| {
        b.iter(|| {
            for state in &states {
                black_box(engine.key(black_box(state)));
            }
        })
    });
    group.finish();

    let sweep = |engine: &mut E| perft::sweep(engine, depth, |key| u64::from(black_box(key) == key));
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    group.throughput(Throughput::Elements(sweep(&mut engine).0));
    group.bench_function(BenchmarkId::from_parameter(game), |b| b.iter(|| black_box(sweep(&mut engine))));
    group.finish();
}

fn deal(game: &str) -> (Rules, Layout) {
    let rules = preset(game).expect("a preset");
    let layout = DealNumber::Microsoft(1).deal(&rules);
    (rules, layout)
}

fn engines(criterion: &mut Criterion) {
    for game in ["freecell", "seven-by-four"] {
        let (rules, layout) = deal(game);
        let engine = OneDeck::<12, 18>::new(&rules, &layout).expect("one deck, no stock");
        measure(criterion, game, engine, 6);
    }
    let (rules, layout) = deal("big-freecell");
    measure(criterion, "big-freecell", TwoDecks::new(&rules, &layout), 5);
    let (rules, layout) = deal("freecell-four-deck");
    measure(criterion, "freecell-four-deck", FourDecks::new(&rules, &layout), 4);
    let (rules, layout) = deal("fours-up");
    measure(criterion, "fours-up", StockGames::new(&rules, &layout), 6);
}

criterion_group!(benches, engines);
criterion_main!(benches);
