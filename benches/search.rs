//! How fast the searches are, from dealing to a proof: `cargo bench --bench search`, about two minutes.
//!
//! Whole solves stand for the three kinds of deals: easy (most of them), hard (the quick portfolio has to go on to
//! its later searches) and dead (the complete search has to end).

#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, black_box, criterion_group, criterion_main};
use std::sync::Arc;
use std::time::Duration;
use winnable::deal::DealNumber;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::rules::{Rules, preset};
use winnable::search::optimal::OptimalSolver;
use winnable::search::strategy::{Spec, Strategy};
use winnable::search::{Limits, Prover, Solver};
use winnable::verify::verify;

const SEED_GAMES: [&str; 5] = ["freecell", "seven-by-four", "big-freecell", "freecell-four-deck", "fours-up"];

fn game(name: &str) -> Arc<Rules> {
    Arc::new(preset(name).expect("a preset"))
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
        let limits = Limits { states, ..Limits::default() };
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
        let limits = Limits::default();
        group.bench_function(BenchmarkId::new(label, number), |b| {
            b.iter(|| solver.solve(black_box(&layout), &limits, None, &mut |_| ()))
        });
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
    group.bench_function("bakers-game 1", |b| b.iter(|| prover.prove(black_box(&layout), &Limits::default())));
    group.finish();

    let rules = game("freecell");
    let layout = deal(&rules, 164);
    let answer = Solver::new(rules.clone()).solve(&layout, &Limits::default(), None, &mut |_| ()).expect("no bug");
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
        b.iter(|| solver.solve(black_box(&layout), Metric::Cards, None, &Limits::default(), &mut |_| ()))
    });
    group.finish();
}

criterion_group!(benches, dealing, expansion, solving, proving, shortest);
criterion_main!(benches);
