//! Evaluations by the caller: a [`Heuristic`] maps a position to a number, and best-first, beam and A*
//! search use it on any game.
//!
//! The searches are textbook versions: exact duplicate detection, all legal moves, no forced moves and
//! no pruning, so that only the evaluation is compared. They use the interned engine, which covers every
//! game. The position is written into the same buffers for every state, so a call of the evaluation
//! allocates nothing.
//!
//! Cost per expanded state, with all successors evaluated (FreeCell 1..10, 20,000 states each, CPU time
//! on a busy AMD EPYC, medians of three runs): with an evaluation that is nearly free, 2.7 µs in
//! best-first search, 2.5 µs in a beam of 500 and 2.9 µs in A*; with the evaluation of
//! `examples/own_heuristic.rs`, 3.2 µs in best-first search and 5.7 µs in the beam. The built-in
//! `best-first` and `beam` took 1.2 and 1.6 µs.

mod astar;
mod beam;
mod best_first;
mod search_tree;

use super::budget::Effort;
use super::{Budget, Outcome, Searched};
use crate::card::Card;
use crate::engine::interned::{Action, Anything};
use crate::engine::{Engine, rulebook::Rulebook};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::verdict::Reason;
use search_tree::SearchTree;

/// An evaluation of positions.
pub trait Heuristic {
    /// Estimated distance to a win; lower is better. For A* it is a number of moves: if it is admissible (never
    /// overestimates), the first solution found is a shortest one.
    fn evaluate(&mut self, position: &View) -> i32;
}

impl<F: FnMut(&View) -> i32> Heuristic for F {
    fn evaluate(&mut self, position: &View) -> i32 {
        self(position)
    }
}

/// A read-only view of a position.
pub struct View<'a> {
    layout: &'a Layout,
    book: &'a Rulebook,
}

impl View<'_> {
    /// Where every card lies.
    pub fn layout(&self) -> &Layout {
        self.layout
    }

    /// Columns, bottom card first.
    pub fn columns(&self) -> &[Vec<Card>] {
        &self.layout.columns
    }

    /// Cells.
    pub fn cells(&self) -> &[Option<Card>] {
        &self.layout.cells
    }

    /// Cards that are not on foundations.
    pub fn cards_left(&self) -> usize {
        self.book.cards as usize - self.layout.cards_home()
    }

    /// How many cards of its suit go to a foundation before this one.
    pub fn order(&self, card: Card) -> u8 {
        self.book.order[card.index() as usize]
    }

    /// Whether the upper card may be built on the lower one.
    pub fn builds(&self, upper: Card, lower: Card) -> bool {
        self.book.build_on[upper.index() as usize].contains(lower)
    }
}

/// Which search uses the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// Expands the state with the lowest sum of evaluation and weighted path length first.
    BestFirst {
        /// What each move of the path adds to the evaluation.
        path_weight: i32,
    },
    /// Expands layer by layer and keeps the best states of each layer.
    Beam {
        /// States kept in each layer.
        width: usize,
    },
    /// Expands the state with the lowest f = g + h first, where g is the number of moves made; a state that is reached with
    /// fewer moves is expanded again.
    AStar,
}

/// A search with an evaluation by the caller.
pub(super) struct HeuristicSearch {
    game: Game,
    technique: Technique,
    heuristic: Box<dyn Heuristic + Send>,
}

/// How a technique ended.
enum Ended {
    /// A win: the path is that of this node and one more action.
    Won(u32, Action),
    /// The start is won.
    WonAtStart,
    /// No state is left to expand.
    NothingLeft,
    /// A limit.
    GaveUp(Reason),
}

impl HeuristicSearch {
    pub fn new(game: Game, technique: Technique, heuristic: Box<dyn Heuristic + Send>) -> HeuristicSearch {
        HeuristicSearch { game, technique, heuristic }
    }

    /// Searches until a win, the end of the space or a limit. The end of a beam says nothing about the deal; the end of the
    /// other techniques is the end of the space.
    pub fn search(&mut self, layout: &Layout, budget: &Budget) -> Searched {
        let mut effort = Effort::new(budget);
        let engine = Anything::new(&self.game, layout);
        let book = Rulebook::new(&self.game, layout);
        let mut tree = SearchTree::new(engine, layout.clone());
        let value = &mut |layout: &Layout| self.heuristic.evaluate(&View { layout, book: &book });
        let ended = match self.technique {
            Technique::BestFirst { path_weight } => best_first::search(&mut tree, path_weight, value, &mut effort),
            Technique::Beam { width } => beam::search(&mut tree, width, value, &mut effort),
            Technique::AStar => astar::search(&mut tree, value, &mut effort),
        };
        let outcome = match ended {
            Ended::WonAtStart => Outcome::Won(Vec::new()),
            Ended::Won(node, last) => Outcome::Won(moves(&mut tree, node, last)),
            Ended::NothingLeft if matches!(self.technique, Technique::Beam { .. }) => Outcome::GaveUp(Reason::Method),
            Ended::NothingLeft => Outcome::Exhausted,
            Ended::GaveUp(reason) => Outcome::GaveUp(reason),
        };
        Searched { outcome, states: effort.states }
    }
}

/// The path as player moves.
fn moves(tree: &mut SearchTree, node: u32, last: Action) -> Vec<Move> {
    let mut actions = tree.path(node);
    actions.push(last);
    let engine = &mut tree.engine;
    let mut state = engine.start();
    let mut moves = Vec::with_capacity(actions.len());
    for action in actions {
        moves.push(engine.to_move(&state, action));
        state = engine.apply(&state, action);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::metric::Metric;
    use crate::search::optimal::{OptimalSolver, Task};
    use crate::verify::verify;

    /// Cards left and cards that lie on one they may not be built on.
    fn disorder(view: &View) -> i32 {
        let broken = |column: &Vec<Card>| column.windows(2).filter(|pair| !view.builds(pair[1], pair[0])).count();
        let used = view.cells().iter().flatten().count();
        (view.cards_left() + 4 * used + 2 * view.columns().iter().map(broken).sum::<usize>()) as i32
    }

    fn search(game: &Game, number: u64, technique: Technique, states: u64) -> Searched {
        let heuristic: Box<dyn Heuristic + Send> = match technique {
            Technique::AStar => Box::new(|view: &View| view.cards_left() as i32),
            _ => Box::new(disorder),
        };
        let layout = game.deal(DealNumber::Microsoft(number));
        let budget = Budget { states, ..Budget::default() };
        HeuristicSearch::new(game.clone(), technique, heuristic).search(&layout, &budget)
    }

    #[test]
    fn wins_replay_in_every_kind_of_game() {
        for (name, technique) in [
            ("freecell", Technique::BestFirst { path_weight: 1 }),
            ("freecell", Technique::Beam { width: 1000 }),
            ("two decks of six ranks", Technique::BestFirst { path_weight: 1 }),
            ("two decks of six ranks", Technique::Beam { width: 500 }),
        ] {
            let two_decks = "decks = 2\nranks = 6\ncolumns = [6, 6, 6, 6, 6, 6, 6, 6]";
            let game = Game::preset(name).unwrap_or_else(|| Game::from_toml(two_decks).unwrap());
            let won = (1..=4).filter(|&number| match search(&game, number, technique, 100_000).outcome {
                Outcome::Won(moves) => {
                    verify(&game, &game.deal(DealNumber::Microsoft(number)), &moves).unwrap();
                    true
                }
                Outcome::Exhausted => panic!("{name} {number} can be won"),
                Outcome::GaveUp(_) => false,
            });
            assert!(won.count() >= 2, "{name} {technique:?}");
        }
    }

    /// On small decks the outcomes are those of the searches that prove: dead deals exhausted, lengths optimal.
    #[test]
    fn astar_finds_shortest_solutions() {
        let mut rules = crate::rules::preset("freecell").unwrap();
        rules.ranks = 4;
        rules.columns = vec![6, 5, 5];
        rules.cells = 1;
        let game = Game::new(rules).unwrap();
        let mut solver = OptimalSolver::new(&game);
        let (mut won, mut dead) = (0, 0);
        for number in 1..=60 {
            let layout = game.deal(DealNumber::Microsoft(number));
            let optimal = solver.solve(Task::new(&layout, Metric::Moves, &Budget::default()), &mut |_| ());
            match search(&game, number, Technique::AStar, 1_000_000).outcome {
                Outcome::Won(moves) => {
                    assert_eq!(Some(moves.len() as u32), optimal.bounds.upper, "{number}");
                    won += 1;
                }
                Outcome::Exhausted => {
                    assert!(optimal.unwinnable, "{number}");
                    dead += 1;
                }
                Outcome::GaveUp(reason) => panic!("{number}: {reason}"),
            }
        }
        assert!(won >= 10 && dead >= 10, "{won} won, {dead} dead");
    }
}
