//! Shortens a known win, for games that the exact search does not cover.
//!
//! 1. Moves are merged and removed ([`loop_cutting`]).
//! 2. Beams of growing width search the neighbourhood of the win ([`solution_neighbourhood`]). They
//!    start from the states of the [`incumbent`], measure paths by [`path_cost`] and alternate between
//!    [`cost_estimates`].
//! 3. This is repeated until the budget is used up. The verifier replays every improvement.

mod cost_estimates;
mod incumbent;
mod loop_cutting;
mod path_cost;
mod solution_neighbourhood;

use self::incumbent::Incumbent;
use self::path_cost::Costs;
use self::solution_neighbourhood::{Neighbourhood, Plan};
use super::split_groups;
use crate::container::footprint::Footprint;
use crate::engine::interned::view::InternedView;
use crate::engine::interned::{Action, Anything, FourDecks, StockGames, TwoDecks};
use crate::engine::sizes::{ByInternedSize, by_interned_size, with_interned_size};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::Metric;
use crate::moves::Move;
use crate::search::Budget;
use crate::search::budget::Effort;
use crate::verdict::Reason;
use crate::verify::verify;

/// Nodes that the first beams keep per bucket, and the factor by which the next ones are wider.
const FIRST_WIDTH: usize = 50;
const WIDER: usize = 3;

/// A win with its length.
pub(super) type Win = (u32, Vec<Move>);

/// A win at least as short as the known one.
pub(super) struct Shortened {
    pub win: Win,
    pub states: u64,
    /// The limit that ended the search, if one did.
    pub reason: Option<Reason>,
}

/// The shorteners by size of state.
type Teams = ByInternedSize<Box<Team<StockGames>>, Box<Team<TwoDecks>>, Box<Team<FourDecks>>, Box<Team<Anything>>>;

/// A deal and the metric in which its wins are measured.
#[derive(Clone, Copy)]
pub(super) struct Deal<'a> {
    pub rules: &'a Game,
    pub layout: &'a Layout,
    pub metric: Metric,
}

/// A known win to be shortened.
pub(super) struct Request<'a> {
    pub layout: &'a Layout,
    pub metric: Metric,
    /// No win is shorter than this.
    pub lower: u32,
    pub known: Win,
    pub limits: &'a Budget,
}

/// Shortens wins of one game. Its memory is reused from deal to deal.
pub(super) struct Shortener {
    teams: Teams,
}

impl Shortener {
    pub fn new(rules: &Game) -> Shortener {
        Shortener { teams: by_interned_size!(rules, E => Box::new(Team::<E>::new(rules))) }
    }

    /// Searches for shorter wins within the limits, down to the lower bound. Calls `better` for every
    /// improvement.
    pub fn shorten(&mut self, request: Request, better: &mut dyn FnMut(u32)) -> Shortened {
        with_interned_size!(&mut self.teams, team => team.shorten(request, better))
    }
}

/// The engine of one size and the memory of its searches.
pub(super) struct Team<B: InternedView> {
    rules: Game,
    board: Option<B>,
    around: Neighbourhood<B>,
}

impl<B: InternedView> Team<B> {
    fn new(rules: &Game) -> Team<B> {
        Team { rules: rules.clone(), board: None, around: Neighbourhood::new() }
    }

    fn shorten(&mut self, request: Request, better: &mut dyn FnMut(u32)) -> Shortened {
        let Request { layout, metric, lower, known, limits } = request;
        let Team { rules, board, around } = self;
        let board = match board {
            Some(board) => {
                board.reload(layout);
                board
            }
            place => place.insert(B::build(rules, layout)),
        };
        let mut effort = Effort::new(limits);
        let costs = Costs::new(rules, metric);
        let deal = Deal { rules, layout, metric };
        let mut win = loop_cutting::shorten(deal, known, &mut effort, better);
        let estimates = cost_estimates::cost_estimates(rules);
        let mut width = FIRST_WIDTH;
        let mut reason = None;
        // A beam that dropped no node finds nothing new by being wider.
        let mut truncated = true;
        'all: while truncated && win.0 > lower {
            truncated = false;
            for weights in &estimates {
                loop {
                    if board.trie().footprint() > limits.memory / 4 {
                        *board = B::build(rules, layout);
                    }
                    let Some(incumbent) = Incumbent::new(board, &costs, &win.1) else { break 'all };
                    let ended =
                        around.run(board, Plan { weights, width, costs: &costs, known: &incumbent }, &mut effort);
                    let shorter =
                        ended.better.and_then(|actions| measure(rules, layout, metric, &moves(board, &actions)));
                    let shorter = shorter.filter(|shorter| shorter.0 < win.0);
                    let improved = shorter.is_some();
                    if let Some(shorter) = shorter {
                        win = loop_cutting::shorten(deal, shorter, &mut effort, &mut |_| ());
                        better(win.0);
                    }
                    truncated |= ended.truncated;
                    reason = ended.reason;
                    if reason.is_some() {
                        break 'all;
                    }
                    if !improved {
                        break;
                    }
                }
            }
            width = width.saturating_mul(WIDER);
        }
        Shortened { win, states: effort.states, reason }
    }
}

/// The actions as player moves.
fn moves<B: InternedView>(board: &mut B, actions: &[Action]) -> Vec<Move> {
    let mut state = board.start();
    let mut moves = Vec::with_capacity(actions.len());
    for &action in actions {
        moves.push(board.to_move(&state, action));
        state = board.apply(&state, action);
    }
    moves
}

/// A win with its length; `None` if the moves do not win. In a metric of single cards, groups are
/// split into single-card moves.
pub(super) fn measure(rules: &Game, layout: &Layout, metric: Metric, moves: &[Move]) -> Option<Win> {
    let singly = metric == Metric::Cards && !rules.group_is_primitive() && moves.iter().any(|m| m.count > 1);
    let moves = match singly && rules.stock == crate::rules::Stock::None {
        true => {
            verify(rules, layout, moves).ok()?;
            split_groups::split(rules, layout, moves)?
        }
        false => moves.to_vec(),
    };
    let replay = verify(rules, layout, &moves).ok()?;
    Some((replay.length(metric), moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;

    use crate::search::{InternedFinder, Outcome};

    /// Wins get shorter step by step, within the limit, and in the same way with memory that was used before.
    #[test]
    fn wins_get_shorter() {
        for (name, metric, gain) in [
            ("big-freecell", Metric::Moves, 4),
            ("freecell-four-deck", Metric::Cards, 50),
            ("fours-up", Metric::Moves, 1),
            ("stalactites", Metric::Cards, 0),
        ] {
            let rules = Game::preset(name).unwrap();
            let layout = DealNumber::microsoft(1).unwrap().deal(&rules);
            let won = InternedFinder::new(&rules).solve(&layout, &Budget::default()).outcome;
            let Outcome::Won(moves) = won else { panic!("{name}: {won:?}") };
            let first = measure(&rules, &layout, metric, &moves).unwrap();
            let mut shortener = Shortener::new(&rules);
            let limits = Budget { states: 4000, ..Budget::default() };
            let request = |known| Request { layout: &layout, metric, lower: 0, known, limits: &limits };
            let mut last = first.0;
            let mut shorter = |length| {
                assert!(length < last, "{name}: {length} after {last}");
                last = length;
            };
            let ended = shortener.shorten(request(first.clone()), &mut shorter);
            assert_eq!(ended.win.0, last, "{name}");
            assert_eq!(measure(&rules, &layout, metric, &ended.win.1).unwrap().0, last, "{name}");
            assert!(ended.win.0 + gain <= first.0, "{name}: {} of {}", ended.win.0, first.0);
            assert!(ended.states <= limits.states, "{name}");
            let again = shortener.shorten(request(first), &mut |_| ());
            assert_eq!((ended.win, ended.states), (again.win, again.states), "{name}");
        }
    }
}
