//! A portfolio of searches, run one after the other. The first is fast and wins nearly every deal;
//! each further one is tuned for the deals that the earlier ones leave.

use super::best_first::{Ended, Run, Task};
use super::kernel::Kernel;
use super::solution::solution;
use crate::engine::win_state::evaluation::Evaluation;
use crate::engine::win_state::game_tables::GameTables;
use crate::engine::win_state::weights::Weights;
use crate::layout::Layout;
use crate::rules::Rules;
use crate::search::{Clock, Outcome, Searched};
use crate::verdict::Reason;

/// One search of a portfolio.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its weights.
    pub weights: Weights,
    /// Maximum number of states to expand.
    pub states: u64,
}

/// Finds wins in deals of one game; reuses its memory.
pub struct OneDeckFinder {
    game: GameTables,
    members: Vec<(u64, Evaluation)>,
    run: Run,
    kernel: Kernel,
}

impl OneDeckFinder {
    /// Whether these rules are supported: one deck, built downwards, foundations from the ace, no
    /// stock.
    pub fn supports(rules: &Rules) -> bool {
        GameTables::new(rules).is_some()
    }

    /// A solver for these rules with the default portfolio; `None` for rules it does not support.
    pub fn new(rules: &Rules) -> Option<OneDeckFinder> {
        OneDeckFinder::with_members(rules, default_members(rules))
    }

    /// A solver with a custom portfolio.
    pub fn with_members(rules: &Rules, members: Vec<Member>) -> Option<OneDeckFinder> {
        let game = GameTables::new(rules)?;
        let members = members.iter().map(|member| (member.states, Evaluation::new(&game, &member.weights))).collect();
        Some(OneDeckFinder { members, game, run: Run::new(), kernel: Kernel::best() })
    }

    /// The same solver on another kernel.
    pub fn with_kernel(mut self, kernel: Kernel) -> OneDeckFinder {
        self.kernel = kernel;
        self
    }

    /// Searches for a win within this many states.
    ///
    /// Accepts any layout of the solver's rules. Gives up at once on a layout of other rules.
    pub fn solve(&mut self, layout: &Layout, max_states: u64, stop: &Clock) -> Searched {
        let mut states = 0;
        let gave_up = |reason, states| Searched { outcome: Outcome::GaveUp(reason), states };
        if !self.fits(layout) {
            return gave_up(Reason::Method, 0);
        }
        for (budget, evaluation) in &self.members {
            let budget = (*budget).min(max_states - states);
            let task = Task { game: &self.game, evaluation, layout, budget, stop };
            match self.kernel.search(&mut self.run, &task, &mut states) {
                Ended::Won => {
                    if let Some(moves) = solution(layout, &self.run.deal.root, &self.run.states) {
                        return Searched { outcome: Outcome::Won(moves), states };
                    }
                }
                Ended::Exhausted => {}
                Ended::Stopped(reason) => return gave_up(reason, states),
            }
        }
        // Members that used up their own budgets leave the caller's limit untouched.
        gave_up(if states >= max_states { Reason::States } else { Reason::Method }, states)
    }

    /// Gives the memory of past searches back, for another search to use; a little is kept.
    pub fn release(&mut self) {
        self.run.release();
    }

    /// Total number of states expanded with all their moves, over all deals.
    pub fn branched(&self) -> u64 {
        self.run.branched
    }

    fn fits(&self, layout: &Layout) -> bool {
        let (mut seen, mut cards) = (0u64, 0);
        for card in layout.cards_in_play() {
            seen |= 1 << card.index();
            cards += 1;
        }
        layout.columns.len() == self.game.columns
            && layout.cells.len() == self.game.cells
            && layout.stock.is_empty()
            && layout.waste.is_empty()
            && layout.foundations.len() == 4
            && seen.count_ones() == cards
    }
}

/// The portfolio for a game, chosen by its number of columns and cells. With fewer than FreeCell's
/// twelve, commitment loses more than it saves, and hard deals are common enough for longer
/// searches.
pub fn default_members(rules: &Rules) -> Vec<Member> {
    let [first, second] = Weights::built_in();
    let third = second.with_prices(2);
    // Early home moves take cards away that others could be built on. The last member makes fewer
    // of them.
    let last = Weights { slack: 1, ..third.clone() };
    let members = if rules.columns.len() + rules.cells as usize >= 12 {
        [(first, 300), (second, 2500), (third, 3000), (last, 12_000)]
    } else {
        let patient = Weights { commit: NEVER, parts_to_empty: true, ..first };
        [(patient, 3000), (second, 6000), (third, 6000), (last, 40_000)]
    };
    members.map(|(weights, states)| Member { weights, states }).to_vec()
}

/// A commit threshold beyond any improvement.
const NEVER: i32 = 100_000;
