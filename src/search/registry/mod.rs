//! All searches by name: one registry, so that any of them can be compared with any other on the same deals.
//!
//! A strategy is made from a text ([`Spec`]) for one game and reuses its memory from deal to deal. Parameters are passed to
//! the search itself.

mod spec;

pub use spec::{ReadText, Spec, StrategyError};

use self::spec::Parameters;
use super::find::interned::{InternedFinder, Stage, Technique, stages};
use super::find::one_deck::{Kernel, Member, OneDeckFinder, Weights, default_members};
use super::heuristic::{self, Heuristic, HeuristicSearch};
use super::optimal::{self, Bound, OptimalSolver};
use super::prove::{Order, Prover, Pruning, Space};
use super::{Budget, Outcome, Searched, SolveError, Solver};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::text;
use crate::verdict::{Reason, Verdict};

/// A kind of strategy.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its parameters, with a line each.
    pub parameters: &'static [(&'static str, &'static str)],
    make: fn(&mut Parameters, &Game) -> Result<Option<Runner>, StrategyError>,
    /// What to do if it does not play a game.
    instead: &'static str,
}

/// All strategies.
pub const STRATEGIES: &[Entry] = &[
    Entry {
        name: "solve",
        about: "what `winnable solve` does: quick, find, prove; its own verification is part of its time",
        parameters: &[],
        make: |_, rules| Ok(Some(Runner::Solve(Box::new(Solver::new(rules.clone()))))),
        instead: "",
    },
    Entry {
        name: "quick",
        about: "the portfolio of greedy searches for FreeCell and its one-deck relatives",
        parameters: &[
            ("members=N", "only the first N searches of the portfolio"),
            ("kernel=best|portable|avx2|avx512", "the best for this processor, or a given one if it has that [best]"),
        ],
        make: quick,
        instead: "take find or solve",
    },
    Entry {
        name: "greedy",
        about: "one greedy best-first search of the quick portfolio",
        parameters: &[
            ("member=N", "which search of the portfolio lends its weights [1]"),
            ("states=N", "states to expand at most [1000000]"),
            ("weights=FILE.toml", "weights of your own (`winnable tune` writes such files)"),
            ("commit=N, price.run=N, …", "single weights by name"),
        ],
        make: greedy,
        instead: "take best-first, find or solve",
    },
    Entry {
        name: "find",
        about: "the portfolio of incomplete searches for any game",
        parameters: &[("stage=N", "only the N-th search of the portfolio")],
        make: find,
        instead: "",
    },
    Entry {
        name: "best-first",
        about: "one best-first search for any game",
        parameters: &[
            ("states=N", "states to expand at most [1000000]"),
            ("weights=FILE.toml, breaks=N, …", "weights from a file or by name"),
        ],
        make: |parameters, rules| {
            let states = parameters.number("states", 1_000_000, u64::MAX)?;
            one_stage(parameters, rules, Technique::BestFirst { states })
        },
        instead: "",
    },
    Entry {
        name: "beam",
        about: "one beam search for any game: layer by layer, the best of each are kept",
        parameters: &[
            ("width=N", "states kept per layer [1000]"),
            ("weights=FILE.toml, breaks=N, …", "weights from a file or by name"),
        ],
        make: |parameters, rules| {
            let width = parameters.number("width", 1000, 1 << 24)? as usize;
            one_stage(parameters, rules, Technique::Beam { width })
        },
        instead: "",
    },
    Entry {
        name: "rows",
        about: "one beam search with a layer per deal from the stock, for games with a stock",
        parameters: &[
            ("width=N", "states kept per deal [1000]"),
            ("moves=N", "states expanded between two deals for each state kept [4]"),
            ("weights=FILE.toml, breaks=N, …", "weights from a file or by name"),
        ],
        make: |parameters, rules| {
            let width = parameters.number("width", 1000, 1 << 24)? as usize;
            let moves = parameters.number("moves", 4, 1 << 10)? as usize;
            one_stage(parameters, rules, Technique::Rows { width, moves })
        },
        instead: "",
    },
    Entry {
        name: "prove",
        about: "the complete search: a win or the proof that there is none",
        parameters: &[
            ("safe_home=on|off", "safe home moves are forced [on]"),
            ("stuck=on|off", "several decks or a stock: states with a card that can never move are pruned [on]"),
            ("space=plain|blocks", "win search: over all moves, or over canonical positions by block moves [blocks]"),
        ],
        make: |parameters, rules| prove(parameters, rules, Order::Best),
        instead: "",
    },
    Entry {
        name: "depth-first",
        about: "the complete search without an evaluation: the last state generated is expanded next",
        parameters: &[("safe_home=, stuck=", "as for prove")],
        make: |parameters, rules| prove(parameters, rules, Order::Depth),
        instead: "",
    },
    Entry {
        name: "optimal",
        about: "A* for a proven shortest solution; counts as solved only with the proof",
        parameters: &[
            ("metric=moves|cards", "what is counted [moves]"),
            (
                "bound=cards|dead|cycles|relaxation",
                "cards not home; plus one-suit deadlocks; plus disjoint deadlock cycles; exact for unlimited cells [relaxation]",
            ),
            ("contention=on|off", "raise the bound where cells run out [on]"),
            ("delayed_parking=on|off", "park cards in cells only when the next move needs it [on]"),
            ("autoplay=on|off", "safe home moves are forced [on]"),
            ("beams=on|off", "upper bounds by beam search [on]"),
        ],
        make: shortest,
        instead: "lengths are proven for games of one deck without a stock",
    },
];

fn quick(parameters: &mut Parameters, rules: &Game) -> Result<Option<Runner>, StrategyError> {
    let all = default_members(rules);
    let most = all.len() as u64;
    let members = parameters.number("members", most, most)? as usize;
    let kernels = [vec![("best", Kernel::best())], Kernel::available()].concat();
    let kernel = parameters.word("kernel", &kernels, Kernel::best())?;
    let solver = OneDeckFinder::with_members(rules, all[..members].to_vec());
    Ok(solver.map(|solver| Runner::Quick(Box::new(solver.with_kernel(kernel)))))
}

fn greedy(parameters: &mut Parameters, rules: &Game) -> Result<Option<Runner>, StrategyError> {
    let all = default_members(rules);
    let member = parameters.number("member", 1, all.len() as u64)? as usize;
    let states = parameters.number("states", 1_000_000, u64::MAX)?;
    let weights: Weights = parameters.weights(all[member - 1].weights.clone())?;
    let solver = OneDeckFinder::with_members(rules, vec![Member { weights, states }]);
    Ok(solver.map(|solver| Runner::Quick(Box::new(solver))))
}

fn find(parameters: &mut Parameters, rules: &Game) -> Result<Option<Runner>, StrategyError> {
    let mut portfolio = stages(rules);
    let stage = parameters.number("stage", 0, portfolio.len() as u64)? as usize;
    if stage > 0 {
        portfolio = vec![portfolio.swap_remove(stage - 1)];
    }
    Ok(Some(Runner::Find(Box::new(InternedFinder::with_stages(rules, portfolio)))))
}

/// A single search with the weights that the game's portfolio has for this technique, or for its first one.
fn one_stage(parameters: &mut Parameters, rules: &Game, technique: Technique) -> Result<Option<Runner>, StrategyError> {
    let portfolio = stages(rules);
    let kind = std::mem::discriminant(&technique);
    let like = portfolio.iter().find(|stage| std::mem::discriminant(&stage.technique) == kind).or(portfolio.first());
    let Some(like) = like else { return Ok(None) };
    let weights = parameters.weights(like.weights.clone())?;
    let stage = Stage { technique, weights, ..like.clone() };
    Ok(Some(Runner::Find(Box::new(InternedFinder::with_stages(rules, vec![stage])))))
}

fn prove(parameters: &mut Parameters, rules: &Game, order: Order) -> Result<Option<Runner>, StrategyError> {
    let Pruning { safe_home, stuck, space } = Pruning::default();
    let spaces = [("plain", Space::Plain), ("blocks", Space::Blocks)];
    let safe_home = parameters.switch("safe_home", safe_home)?;
    let space = if order == Order::Best { parameters.word("space", &spaces, space)? } else { Space::Plain };
    let stuck = parameters.switch("stuck", stuck)?;
    let pruning = Pruning { safe_home, stuck, space };
    Ok(Some(Runner::Prove(Box::new(Prover::with_order(rules, pruning, order)))))
}

fn shortest(parameters: &mut Parameters, rules: &Game) -> Result<Option<Runner>, StrategyError> {
    let metrics = Metric::ALL.map(|metric| (metric.word(), metric));
    let metric = parameters.word("metric", &metrics, Metric::default())?;
    let bounds =
        [("cards", Bound::Cards), ("dead", Bound::Dead), ("cycles", Bound::Cycles), ("relaxation", Bound::Relaxation)];
    let bound = parameters.word("bound", &bounds, Bound::Relaxation)?;
    let contention = parameters.switch("contention", true)?;
    let delayed_parking = parameters.switch("delayed_parking", true)?;
    let autoplay = parameters.switch("autoplay", true)?;
    let beams = parameters.switch("beams", true)?;
    let pruning = optimal::Pruning { bound, autoplay, contention, delayed_parking, beams };
    let solver = OptimalSolver::proves(rules).then(|| OptimalSolver::with_pruning(rules, pruning));
    Ok(solver.map(|solver| Runner::Optimal(Box::new(solver), metric)))
}

/// A search ready to run.
enum Runner {
    Solve(Box<Solver>),
    Quick(Box<OneDeckFinder>),
    Find(Box<InternedFinder>),
    Prove(Box<Prover>),
    Optimal(Box<OptimalSolver>, Metric),
    Own(Box<HeuristicSearch>),
}

/// A named search for one game.
pub struct Strategy {
    name: String,
    runner: Runner,
}

impl Strategy {
    /// Makes a strategy for these rules. `read` gives the texts of files that parameters name.
    #[doc(hidden)]
    pub fn new(spec: &Spec, rules: &Game, read: ReadText) -> Result<Strategy, StrategyError> {
        let entry = STRATEGIES.iter().find(|entry| entry.name == spec.name).ok_or_else(|| unknown(&spec.name))?;
        let mut parameters = Parameters::new(spec, read);
        let made = (entry.make)(&mut parameters, rules)?;
        parameters.finish()?;
        let (strategy, game) = (spec.name.clone(), rules.name.clone());
        let runner = made.ok_or(StrategyError::Unsupported { strategy, game, hint: entry.instead })?;
        Ok(Strategy { name: spec.text.clone(), runner })
    }

    /// A search with an evaluation by the caller, to be compared with the others under this name.
    pub fn with_heuristic(
        name: &str,
        game: &Game,
        technique: heuristic::Technique,
        heuristic: impl Heuristic + Send + 'static,
    ) -> Strategy {
        let search = HeuristicSearch::new(game.clone(), technique, Box::new(heuristic));
        Strategy { name: name.into(), runner: Runner::Own(Box::new(search)) }
    }

    /// A built-in strategy as `winnable bench --strategy` takes it, like `solve` or `beam:width=100`. Parameters that name
    /// files are refused.
    pub fn named(text: &str, game: &Game) -> Result<Strategy, StrategyError> {
        let spec = Spec::one(text)?;
        Strategy::new(&spec, game, &|_| Err("this strategy is made without files".into()))
    }

    /// Its name with the parameters, as it was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs it on a deal. Wins are not verified yet, except those of `solve`.
    #[doc(hidden)]
    pub fn run(&mut self, layout: &Layout, limits: &Budget) -> Result<Searched, SolveError> {
        Ok(match &mut self.runner {
            Runner::Solve(solver) => {
                let answer = solver.solve_within(layout, limits)?;
                let outcome = match (answer.verdict, answer.solution) {
                    (Verdict::Winnable, Some(solution)) => Outcome::Won(solution.moves),
                    (Verdict::Unwinnable, _) => Outcome::Exhausted,
                    (Verdict::Undecided(reason), _) => Outcome::GaveUp(reason),
                    (Verdict::Winnable, None) => unreachable!("wins come with their solution"),
                };
                Searched { outcome, states: answer.states }
            }
            Runner::Quick(solver) => solver.solve(layout, limits.states, &limits.start()),
            Runner::Find(finder) => finder.solve(layout, limits),
            Runner::Prove(prover) => prover.prove(layout, limits),
            Runner::Own(search) => search.search(layout, limits),
            Runner::Optimal(solver, metric) => {
                let result = solver.solve(optimal::Task::new(layout, *metric, limits), &mut |_| ());
                let outcome = match result.solution {
                    Some(moves) if result.bounds.proven => Outcome::Won(moves),
                    None if result.unwinnable => Outcome::Exhausted,
                    _ => Outcome::GaveUp(result.reason.unwrap_or(Reason::Method)),
                };
                Searched { outcome, states: result.states }
            }
        })
    }
}

fn unknown(name: &str) -> StrategyError {
    let near: Vec<&str> = STRATEGIES.iter().map(|entry| entry.name).filter(|known| text::close(known, name)).collect();
    let hint = match near.is_empty() {
        true => {
            let names: Vec<&str> = STRATEGIES.iter().map(|entry| entry.name).collect();
            format!("strategies are {}", names.join(", "))
        }
        false => format!("did you mean {}?", near.join(" or ")),
    };
    StrategyError::Unknown { name: name.into(), hint }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;

    use crate::verify::verify;

    fn make(game: &str, text: &str) -> Result<Strategy, StrategyError> {
        let rules = Game::preset(game).unwrap();
        Strategy::new(&Spec::list(text)?[0], &rules, &|_| Err("no files".into()))
    }

    /// Every strategy wins an easy deal of a game it plays, and the win replays.
    #[test]
    fn every_strategy_wins() {
        let freecell = [
            "solve",
            "quick",
            "quick:members=1,kernel=portable",
            "greedy:states=5000,commit=60",
            "find",
            "find:stage=1",
        ];
        let more = ["best-first:breaks=30", "beam:width=200", "prove", "prove:safe_home=off,space=plain"];
        let cases = freecell.iter().chain(&more).map(|text| ("freecell", 164, *text));
        let others = [("freecell", 7, "optimal:metric=cards"), ("fours-up", 1, "rows:width=2000,moves=4")];
        for (game, number, text) in cases.chain(others) {
            let rules = Game::preset(game).unwrap();
            let layout = DealNumber::microsoft(number).unwrap().deal(&rules);
            let mut strategy = make(game, text).unwrap();
            assert_eq!(strategy.name(), text);
            let searched = strategy.run(&layout, &Budget { states: 300_000, ..Budget::default() }).unwrap();
            let Outcome::Won(moves) = searched.outcome else { panic!("{text}: {searched:?}") };
            verify(&rules, &layout, &moves).unwrap_or_else(|e| panic!("{text}: {e}"));
        }
    }

    #[test]
    fn mistakes_are_named() {
        let message = |game, text| make(game, text).err().unwrap().to_string();
        assert!(message("freecell", "qiuck").contains("did you mean quick?"));
        assert!(message("freecell", "xyzzy").contains("strategies are solve, quick, "));
        assert!(message("freecell", "greedy:comit=3").contains("did you mean commit?"));
        assert!(message("freecell", "greedy:commit=much").contains("whole number"));
        assert!(message("freecell", "beam:width=0").contains("from 1"));
        assert!(message("freecell", "optimal:metric=steps").contains("moves or cards"));
        assert!(message("freecell", "greedy:weights=x.toml").contains("no files"));
        assert!(message("fours-up", "quick").contains("does not play fours-up; take find or solve"));
    }
}
