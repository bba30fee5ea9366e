//! How fast the searches are, from dealing to a proof: `cargo bench --bench search`, about two minutes.
//!
//! Whole solves stand for the three kinds of deals: easy (most of them), hard (the quick portfolio has to go on to
//! its later searches) and dead (the complete search has to end).

#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use winnable::Game;
use winnable::container::hash::hash;
use winnable::container::node_index::{Lookup, NodeIndex};
use winnable::deal::DealNumber;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::rules::Rules;
use winnable::search::optimal::{OptimalSolver, Task};
use winnable::search::registry::{Spec, Strategy};
use winnable::search::{Budget, Prover, Solver};
use winnable::verify::verify;

const SEED_GAMES: [&str; 5] = ["freecell", "seven-by-four", "big-freecell", "freecell-four-deck", "fours-up"];

fn game(name: &str) -> Game {
    Game::preset(name).expect("a preset")
}

fn deal(rules: &Rules, number: u64) -> Layout {
    DealNumber::Microsoft(number).deal(rules)
}

fn dealing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deal");
    for name in SEED_GAMES {
        let rules = game(name);
        group.throughput(Throughput::Elements(rules.cards() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| deal(&rules, black_box(617))));
    }
    group.finish();
}

/// The set of seen states: a million and a half keys in, then as many lookups, half of them of keys that are there.
fn table(criterion: &mut Criterion) {
    const KEYS: u64 = 1_500_000;
    let keys: Vec<u64> = (0..2 * KEYS).map(|i| hash(&i)).collect();
    let fill = || {
        let mut table = NodeIndex::new();
        for (node, &key) in keys[..KEYS as usize].iter().enumerate() {
            if let Lookup::Vacant(place) = table.find(key, |other| keys[other as usize] == key) {
                table.insert(place, node as u32);
            }
        }
        table
    };
    let mut group = criterion.benchmark_group("table");
    group.sample_size(10).throughput(Throughput::Elements(KEYS));
    group.bench_function("insert", |b| b.iter(fill));
    let table = fill();
    let found = |key: u64| matches!(table.find(key, |other| keys[other as usize] == key), Lookup::Found);
    group.bench_function("lookup", |b| b.iter(|| keys.iter().step_by(2).filter(|&&key| found(black_box(key))).count()));
    group.finish();
}

/// States a second of the first quick search, which does little else than value moves, on both kernels. The limit is
/// small, so that every state is one of a dive.
fn evaluation(criterion: &mut Criterion) {
    let rules = game("freecell");
    let deals: Vec<Layout> = (1..=64).map(|number| deal(&rules, number)).collect();
    let limits = Budget { states: 64, ..Budget::default() };
    let mut group = criterion.benchmark_group("evaluate");
    for kernel in ["best", "portable"] {
        let spec = &Spec::list(&format!("quick:members=1,kernel={kernel}")).expect("a strategy")[0];
        let mut strategy = Strategy::new(spec, &rules, &|_| Err(String::new())).expect("plays FreeCell");
        let mut run = || deals.iter().map(|layout| strategy.run(layout, &limits).expect("no bug").states).sum::<u64>();
        group.throughput(Throughput::Elements(run()));
        group.bench_function(kernel, |b| b.iter(&mut run));
    }
    group.finish();
}

/// States a second with everything that belongs to one: moves, keys, table insert and lookup, evaluation, queues. The
/// deals are searched until the limit, so the number of states is the same every time.
fn expansion(criterion: &mut Criterion) {
    let cases = [
        ("greedy", "seven-by-four", 9, "greedy:states=10000", 10_000),
        ("prove", "freecell", 11_982, "prove", 20_000),
        ("best-first", "big-freecell", 122, "best-first", 5_000),
        ("beam", "freecell-four-deck", 1, "beam:width=50", 500),
        ("rows", "fours-up", 18, "rows:width=200", 5_000),
    ];
    let mut group = criterion.benchmark_group("expand");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (label, name, number, strategy, states) in cases {
        let rules = game(name);
        let layout = deal(&rules, number);
        let spec = &Spec::list(strategy).expect("a strategy")[0];
        let mut strategy = Strategy::new(spec, &rules, &|_| Err(String::new())).expect("plays this game");
        let limits = Budget { states, ..Budget::default() };
        let expanded = strategy.run(&layout, &limits).expect("no bug").states;
        group.throughput(Throughput::Elements(expanded));
        group.bench_function(BenchmarkId::new(label, name), |b| b.iter(|| strategy.run(black_box(&layout), &limits)));
    }
    group.finish();
}

fn solving(criterion: &mut Criterion) {
    let rules = game("freecell");
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(20);
    for (label, number) in [("easy", 164), ("hard", 31_465), ("dead", 11_982)] {
        let layout = deal(&rules, number);
        let mut solver = Solver::new(rules.clone());
        group.bench_function(BenchmarkId::new(label, number), |b| b.iter(|| solver.solve(black_box(&layout))));
    }
    group.finish();
}

/// A complete search without the quick one before it, and the verifier on what it finds.
fn proving(criterion: &mut Criterion) {
    let rules = game("bakers-game");
    let layout = deal(&rules, 1);
    let mut prover = Prover::new(&rules);
    let mut group = criterion.benchmark_group("prove");
    group.sample_size(10);
    group.bench_function("bakers-game 1", |b| b.iter(|| prover.prove(black_box(&layout), &Budget::default())));
    group.finish();

    let rules = game("freecell");
    let layout = deal(&rules, 164);
    let answer = Solver::new(rules.clone()).solve(&layout).expect("no bug");
    let moves = answer.solution.expect("an easy deal").moves;
    criterion.bench_function("verify", |b| b.iter(|| verify(&rules, black_box(&layout), &moves)));
}

fn shortest(criterion: &mut Criterion) {
    let rules = game("freecell");
    let layout = deal(&rules, 1);
    let mut solver = OptimalSolver::new(&rules);
    let mut group = criterion.benchmark_group("optimal");
    group.sample_size(10);
    group.bench_function("cards 1", |b| {
        b.iter(|| solver.solve(Task::new(black_box(&layout), Metric::Cards, &Budget::default()), &mut |_| ()))
    });
    group.finish();
}

criterion_group!(benches, dealing, table, evaluation, expansion, solving, proving, shortest);
criterion_main!(benches);
