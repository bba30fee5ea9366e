//! Every answer against brute force, over random rules: verdicts, shortest lengths in both metrics, both lengths of every
//! solution, and what is claimed under tiny limits.
//!
//! Boards come from [`crate::support::generator`], which draws every rule key; the truth comes from a naive search on the
//! reference position ([`crate::support::brute_force`]). A failure prints a board made as small as possible and the
//! command that shows it.
//!
//! The long form runs for as long as it is told to, in parts that each finish:
//! `WINNABLE_BOARDS=100000..200000 cargo test --release --test truth differential -- --ignored --nocapture`

use crate::support::Dice;
use crate::support::brute_force::{Truth, lengths, truth};
use crate::support::generator::{Case, draw};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use winnable::Game;
use winnable::layout::Layout;
use winnable::metric::Metric;
use winnable::position::Position;
use winnable::rules::text::KEYS;
use winnable::rules::{
    CellKind, DealWhen, EmptyColumn, FoundationBase, FoundationPiles, FoundationReturn, Group, Rules, Stock,
};
use winnable::search::gates::GATES;
use winnable::search::optimal::{Bound, OptimalSolver, Task};
use winnable::search::prove::{Order, Pruning};
use winnable::search::{Budget, Limits, Outcome, Prover};
use winnable::{Answer, Reason, Solver, Verdict, verify};

/// Positions that brute force may look at before a board is left out.
const MOST: usize = 1_000;

/// What was compared.
#[derive(Default)]
struct Tally {
    won: AtomicU32,
    lost: AtomicU32,
    /// Boards whose rules were refused, and boards that are too large for brute force.
    refused: AtomicU32,
    too_large: AtomicU32,
    /// Boards outside and inside of each gate.
    gates: [[AtomicU32; 2]; GATES.len()],
    /// Boards with each property of [`PROPERTIES`].
    properties: [AtomicU32; PROPERTIES.len()],
    /// The values that each rule key had.
    values: Mutex<BTreeMap<String, BTreeSet<String>>>,
}

impl Tally {
    fn count(&self, case: &Case, truth: Truth) {
        count(if truth.moves.is_some() { &self.won } else { &self.lost });
        for (gate, sides) in GATES.iter().zip(&self.gates) {
            count(&sides[usize::from((gate.covers)(&case.rules))]);
        }
        let mut values = self.values.lock().unwrap();
        for (key, value) in case.rules.to_toml().lines().filter_map(|line| line.split_once(" = ")) {
            values.entry(key.into()).or_default().insert(value.into());
        }
        for ((_, holds), counter) in PROPERTIES.iter().zip(&self.properties) {
            if holds(case) {
                count(counter);
            }
        }
    }

    fn compared(&self) -> u32 {
        self.won.load(Ordering::Relaxed) + self.lost.load(Ordering::Relaxed)
    }
}

/// A property of a board, by name.
type Property = (&'static str, fn(&Case) -> bool);

/// What the generator must draw often enough.
const PROPERTIES: &[Property] = &[
    ("single cards", |c| c.rules.group == Group::Single),
    ("filled foundations", |c| c.rules.prefilled_foundations() > 0),
    ("one deck", |c| c.rules.decks == 1),
    ("two decks", |c| c.rules.decks == 2),
    ("three decks", |c| c.rules.decks == 3),
    ("four decks", |c| c.rules.decks == 4),
    ("stripped ranks", |c| !c.rules.strip_ranks.is_empty()),
    ("ranks dealt first", |c| !c.rules.deal_first.is_empty()),
    ("more than 20 piles", |c| c.rules.columns.len() + c.rules.cells as usize > 20),
    ("more cells than cards", |c| c.rules.cells as usize > c.layout.cards_in_play().count()),
    ("filled cells", |c| !c.rules.cells_prefilled.is_empty()),
    ("reserve", |c| c.rules.cells_kind == CellKind::Reserve && c.layout.cells.iter().any(Option::is_some)),
    ("reserve and rows", |c| {
        c.rules.cells_kind == CellKind::Reserve && c.rules.cells > 0 && matches!(c.rules.stock, Stock::RowDeal { .. })
    }),
    ("tableau wraps", |c| c.rules.build_wrap),
    ("groups of their own", |c| c.rules.group_build != c.rules.build),
    ("kings only", |c| c.rules.empty_column == EmptyColumn::King),
    ("top rank only", |c| c.rules.empty_column == EmptyColumn::TopRank),
    ("no card fills a column", |c| c.rules.empty_column == EmptyColumn::None),
    ("formula", |c| c.rules.group == Group::Formula),
    ("unlimited", |c| c.rules.group == Group::Unlimited),
    (
        "base above the lowest rank",
        |c| matches!(c.rules.foundation_base, FoundationBase::Rank(base) if Some(base) != c.rules.order().bottom()),
    ),
    ("base from the deal", |c| c.rules.foundation_base == FoundationBase::FromDeal),
    ("piles of all decks", |c| c.rules.foundation_piles == FoundationPiles::PerSuit && c.rules.decks > 1),
    ("piles of any suit", |c| c.rules.foundation_piles == FoundationPiles::AnySuit),
    ("return to the tableau", |c| c.rules.foundation_return == FoundationReturn::Tableau),
    ("return to cells", |c| c.rules.foundation_return == FoundationReturn::TableauAndCells && c.rules.cells > 0),
    ("rows at any time", |c| c.rules.stock == Stock::RowDeal { when: DealWhen::Any }),
    ("rows when stuck", |c| c.rules.stock == Stock::RowDeal { when: DealWhen::NoMoves }),
    ("rows on full columns", |c| c.rules.stock == Stock::RowDeal { when: DealWhen::NoEmptyColumn }),
    ("waste", |c| matches!(c.rules.stock, Stock::Waste { .. })),
    ("redeals", |c| matches!(c.rules.stock, Stock::Waste { redeals } if redeals > 0)),
    ("middle of a game", |c| c.deal.is_none()),
];

fn count(counter: &AtomicU32) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Compares all boards of a range of numbers.
fn compare(numbers: Range<u64>, most: usize) -> Tally {
    compare_cases(numbers.into_par_iter().map(|number| (number, draw(number))), most)
}

/// Compares numbered boards; `None` stands for rules that are refused.
fn compare_cases(cases: impl ParallelIterator<Item = (u64, Option<Case>)>, most: usize) -> Tally {
    let tally = Tally::default();
    let failures: Vec<String> = cases
        .filter_map(|(number, case)| {
            let Some(case) = case else {
                count(&tally.refused);
                return None;
            };
            let Some(truth) = truth(&case.rules, &case.layout, most) else {
                count(&tally.too_large);
                return None;
            };
            tally.count(&case, truth);
            let problem = check(&case.rules, &case.layout, truth, number).err()?;
            let (case, problem) = shrink(case, problem, most, number);
            Some(format!("board {number}\n{}\n{problem}\n", case.command()))
        })
        .collect();
    assert!(failures.is_empty(), "{} boards differ:\n\n{}", failures.len(), failures.join("\n"));
    tally
}

/// Everything that is claimed about a board, compared with the truth; the first difference. `seed` chooses what is switched
/// off.
fn check(rules: &Game, layout: &Layout, truth: Truth, seed: u64) -> Result<(), String> {
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let mut solver = Solver::new(rules.clone());
        let limits = Limits::of(rules);
        let mut dice = Dice(seed);
        let mut solve = |states, metric| {
            solver.set_limits(limits.states(states));
            solver.set_metric(metric);
            let answer = solver.solve(layout);
            let about = format!("{states} states, {metric:?}");
            match answer {
                Ok(answer) => check_answer(rules, layout, truth, states, &answer)
                    .map(|()| answer)
                    .map_err(|e| format!("{about}: {e}")),
                Err(error) => Err(format!("{about}: {error}")),
            }
        };
        for states in [1, 7, 60] {
            let metric = [None, Some(Metric::Moves), Some(Metric::Cards)][dice.below(3)];
            solve(states, metric)?;
        }
        for metric in [None, Some(Metric::Moves), Some(Metric::Cards)] {
            let answer = solve(Limits::of(rules).states, metric)?;
            let decided = !matches!(answer.verdict, Verdict::Undecided(_));
            let proven = !OptimalSolver::proves(rules) || answer.bounds.is_none_or(|b| b.proven);
            if !decided || !proven {
                return Err(format!("{metric:?}: gave up on a small board: {:?} {:?}", answer.verdict, answer.bounds));
            }
        }
        check_pruning(rules, layout, truth, &mut dice)?;
        check_certificate(rules, layout, truth)
    }));
    ended.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Err(format!("panic: {}", text.or(panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default()))
    })
}

fn check_answer(rules: &Game, layout: &Layout, truth: Truth, states: u64, answer: &Answer) -> Result<(), String> {
    let claim = match answer.verdict {
        Verdict::Winnable => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Undecided(_) => None,
    };
    if claim.is_some_and(|claim| claim != truth.moves.is_some()) {
        return Err(format!("{} after {} states, but the truth is {truth:?}", answer.verdict, answer.states));
    }
    if answer.solution.is_some() != (claim == Some(true)) {
        return Err("a win without a solution, or a solution without a win".into());
    }
    let gave_up = match answer.verdict {
        Verdict::Undecided(reason) => Some(reason),
        _ => answer.cut_short,
    };
    match gave_up {
        None => {}
        Some(Reason::States) if answer.states >= states => {}
        // Every game has a method for its verdict.
        Some(Reason::Method) if claim.is_some() && !OptimalSolver::proves(rules) => {}
        Some(reason) => return Err(format!("gave up after {} states because of {reason:?}", answer.states)),
    }
    if let Some(solution) = &answer.solution {
        let counted = lengths(rules, layout, &solution.moves);
        if counted != (solution.replay.moves, solution.replay.cards) {
            return Err(format!("the solution has {counted:?} moves and cards: {:?}", solution.replay));
        }
    }
    if let Some(bounds) = answer.bounds {
        let shortest = truth.length(bounds.metric);
        let upper = bounds.upper.is_none_or(|upper| shortest.is_some_and(|shortest| shortest <= upper));
        let lower = shortest.is_none_or(|shortest| bounds.lower <= shortest);
        let proven = !bounds.proven || bounds.upper == shortest;
        if !upper || !lower || !proven {
            return Err(format!("{bounds:?}, but the truth is {truth:?}"));
        }
    }
    Ok(())
}

/// The complete and the exact search with some techniques switched off.
fn check_pruning(rules: &Game, layout: &Layout, truth: Truth, dice: &mut Dice) -> Result<(), String> {
    let variants: Vec<Pruning> = Pruning::variants().collect();
    let pruning = variants[dice.below(variants.len())];
    let order = [Order::Best, Order::Depth][dice.below(2)];
    let outcome = Prover::with_order(rules, pruning, order).prove(layout, &Budget::default()).outcome;
    let won = match &outcome {
        Outcome::Won(moves) => verify(rules, layout, moves).is_ok(),
        Outcome::Exhausted => false,
        Outcome::GaveUp(_) => return Err(format!("{pruning:?} {order:?}: {outcome:?}")),
    };
    if won != truth.moves.is_some() {
        return Err(format!("{pruning:?} {order:?}: {outcome:?}, but the truth is {truth:?}"));
    }
    if OptimalSolver::proves(rules) {
        let mut on = || dice.below(3) > 0;
        let pruning = winnable::search::optimal::Pruning {
            autoplay: on(),
            contention: on(),
            delayed_parking: on(),
            beams: on(),
            bound: Bound::Relaxation,
        };
        let bound = [Bound::Relaxation, Bound::Relaxation, Bound::Cycles, Bound::Dead, Bound::Cards][dice.below(5)];
        let pruning = winnable::search::optimal::Pruning { bound, ..pruning };
        for metric in [Metric::Moves, Metric::Cards] {
            let found = OptimalSolver::with_pruning(rules, pruning)
                .solve(Task::new(layout, metric, &Budget::default()), &mut |_| ());
            if (found.bounds.upper, found.unwinnable) != (truth.length(metric), truth.moves.is_none()) {
                return Err(format!("{pruning:?} {metric}: {:?}, but the truth is {truth:?}", found.bounds));
            }
        }
    }
    Ok(())
}

/// Dead boards have a certificate that holds, others have none.
fn check_certificate(rules: &Game, layout: &Layout, truth: Truth) -> Result<(), String> {
    match Solver::new(rules.clone()).certificate("board", layout) {
        Ok(_) if truth.moves.is_some() => Err("a certificate of a board that can be won".into()),
        Ok(certificate) => match certificate.check(rules, layout, &mut |_| ()) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("the certificate does not hold: {error}")),
        },
        Err(_) if truth.moves.is_some() => Ok(()),
        Err(error) => Err(format!("no certificate: {error}")),
    }
}

/// A smaller board that shows a difference too, by simpler rules, fewer cards and later positions.
fn shrink(case: Case, problem: String, most: usize, seed: u64) -> (Case, String) {
    let (mut case, mut problem) = (case, problem);
    'again: loop {
        for simpler in simpler(&case) {
            if simpler.rules.validate().is_err()
                || Position::new(simpler.rules.clone(), simpler.layout.clone()).is_err()
            {
                continue;
            }
            let Some(truth) = truth(&simpler.rules, &simpler.layout, most) else { continue };
            if let Err(still) = check(&simpler.rules, &simpler.layout, truth, seed) {
                (case, problem) = (simpler, still);
                continue 'again;
            }
        }
        return (case, problem);
    }
}

fn simpler(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    let mut add =
        |rules: Rules, layout: Layout| all.push(Case { rules: Game::new(rules).unwrap(), layout, deal: None });
    // Later positions.
    let position = Position::new(case.rules.clone(), case.layout.clone()).expect("boards are whole");
    for mv in position.legal_moves() {
        let home = |p: &Position| p.layout().cards_home();
        let mut next = position.clone();
        next.play(&mv).expect("listed moves are legal");
        if home(&next) > home(&position) || mv.card.is_none() {
            add((*case.rules).clone(), next.layout().clone());
        }
    }
    // Fewer ranks: the highest one leaves, if foundations do not go round.
    let rules = &case.rules;
    if rules.ranks > 1 && rules.strip_ranks.is_empty() && !rules.foundation_wrap && rules.stock == Stock::None {
        let mut rules = (**rules).clone();
        let mut layout = case.layout.clone();
        let gone = |card: &winnable::Card| card.rank().number() == rules.ranks;
        layout.columns.iter_mut().for_each(|column| column.retain(|card| !gone(card)));
        layout.cells.iter_mut().for_each(|cell| *cell = cell.filter(|card| !gone(card)));
        layout.foundations.iter_mut().for_each(|pile| pile.count = pile.count.min(rules.ranks - 1));
        rules.ranks -= 1;
        rules.cells_prefilled.clear();
        rules.deal_first.clear();
        let cards = rules.cards().saturating_sub(rules.prefilled_foundations());
        let columns = rules.columns.len();
        rules.columns = (0..columns).map(|i| ((cards + columns - 1 - i) / columns) as u8).collect();
        add(rules, layout);
    }
    // Simpler rules.
    let plain = Rules::default();
    let changes: [fn(&mut Rules, &Rules); 9] = [
        |r, p| r.build_wrap = p.build_wrap,
        |r, p| r.empty_column = p.empty_column,
        |r, p| r.group = p.group,
        |r, _| r.group_build = r.build,
        |r, p| (r.build, r.group_build) = (p.build, p.group_build),
        |r, p| r.foundation_return = p.foundation_return,
        |r, p| r.cells_kind = p.cells_kind,
        |r, p| r.deal_first = p.deal_first.clone(),
        |r, _| {
            if let Stock::RowDeal { when } = &mut r.stock {
                *when = DealWhen::Any;
            }
        },
    ];
    for change in changes {
        let mut rules = (*case.rules).clone();
        change(&mut rules, &plain);
        if rules != *case.rules {
            add(rules, case.layout.clone());
        }
    }
    all
}

#[test]
fn answers_are_true() {
    let tally = compare(0..11_500, MOST);
    println!("{} boards, {:?} refused, {:?} too large", tally.compared(), tally.refused, tally.too_large);
    assert!(tally.compared() >= 5_000, "{} boards", tally.compared());
    let at_least = |counter: &AtomicU32, least: u32, what: &str| {
        let count = counter.load(Ordering::Relaxed);
        println!("{count:5} {what}");
        assert!(count >= least, "{what}: {count} boards");
    };
    at_least(&tally.won, 2_000, "won");
    at_least(&tally.lost, 2_000, "lost");
    for (gate, [outside, inside]) in GATES.iter().zip(&tally.gates) {
        at_least(outside, 100, &format!("outside of {}", gate.name));
        at_least(inside, 100, &format!("inside of {}", gate.name));
    }
    for ((property, _), counter) in PROPERTIES.iter().zip(&tally.properties) {
        at_least(counter, 50, property);
    }
    let values = tally.values.lock().unwrap();
    for key in KEYS.iter().filter(|key| !["name", "aliases", "description"].contains(key)) {
        let drawn = values.get(*key).map_or(0, BTreeSet::len);
        assert!(drawn >= 2, "{key}: {drawn} values; the generator must draw every key");
    }
}

/// Rules of which answers were once wrong, about one in three hundred: reserve cards that others are built on, cards that land
/// on others without joining them. Random rules come to them too rarely.
#[test]
fn answers_that_were_once_wrong_are_true() {
    const RESERVE: [&str; 4] = ["cells_kind=reserve", "build=any_suit", "foundation_return=none", "stock=row_deal"];
    let games: [(&[&str], &[&str], Range<u64>); 3] = [
        (
            &RESERVE,
            &[
                "ranks=3",
                "columns=[4,4]",
                "cells=1",
                "cells_prefilled=[0]",
                "build_wrap=true",
                "stock_when=no_empty_column",
            ],
            522_150..522_350,
        ),
        (
            &RESERVE,
            &[
                "ranks=4",
                "columns=[4,4,5]",
                "cells=3",
                "cells_prefilled=[0,1]",
                "foundation_base=3",
                "foundation_wrap=true",
            ],
            400_650..400_750,
        ),
        (
            &["ranks=3", "columns=[4,4,4]", "cells=1"],
            &["build=any_suit", "group_build=alternate_color", "foundation_return=none"],
            105_800..105_900,
        ),
    ];
    for (rules, more, deals) in games {
        let rules = crate::support::game("freecell", &[rules, more].concat());
        let count = (deals.end - deals.start) as u32;
        let case = |deal| {
            let layout = crate::support::start(&rules, deal).layout().clone();
            (deal, Some(Case { layout, rules: rules.clone(), deal: Some(deal) }))
        };
        let tally = compare_cases(deals.into_par_iter().map(case), 20_000);
        println!("{more:?}: {:?} won, {:?} lost, {:?} too large", tally.won, tally.lost, tally.too_large);
        assert!(tally.compared() >= count * 9 / 10, "{more:?}: {} boards", tally.compared());
    }
}

#[test]
#[ignore = "hours, as many as there are boards in WINNABLE_BOARDS"]
fn more_answers_are_true() {
    let numbers = crate::support::boards_to_compare(1_000_000..1_100_000);
    let part = 2_000;
    for start in numbers.clone().step_by(part as usize) {
        let tally = compare(start..numbers.end.min(start + part), 20_000);
        println!(
            "{start}: {:?} won, {:?} lost, {:?} refused, {:?} too large",
            tally.won, tally.lost, tally.refused, tally.too_large
        );
    }
}
