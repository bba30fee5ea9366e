//! What the optimal search claims about a single position: its bounds and its forced moves. Tests compare them with the
//! truth; the search itself does not use this.

use super::astar::{Context, Mode};
use super::bounds::{Bound, Counted, Evaluation, Exact};
use crate::card::Card;
use crate::engine::optimal_state::state::bits;
use crate::engine::optimal_state::{Codes, NumberedRules, State};
use crate::layout::Layout;
use crate::metric::Metric;
use crate::rules::Rules;

/// What the optimal search claims about a position; tests compare it with the truth.
pub struct Claims {
    /// Lower bounds on the length of a solution, by name.
    pub lower: Vec<(String, u32)>,
    /// Cards that go home unasked.
    pub safe: Vec<Card>,
}

/// The claims about a position in a metric, if the optimal search covers the rules.
pub fn claims(rules: &Rules, layout: &Layout, metric: Metric) -> Option<Claims> {
    let game = NumberedRules::new(rules, layout, true)?;
    let codes = Codes::new(&game, layout);
    let context = Context { game: &game, codes: &codes, mode: Mode::new(&game, metric) };
    let state = State::pack(&game, &codes, layout);
    let runs = !context.mode.per_card;
    let mut lower = Vec::new();
    for bound in [Bound::Cards, Bound::Dead, Bound::Cycles] {
        let parked = Counted::new(bound, runs).start(&context, &state);
        lower.push((format!("{bound:?}"), state.left + parked.count));
    }
    let mut exact = Exact::new(Bound::Relaxation, runs);
    let parked = exact.start(&context, &state);
    lower.push(("Relaxation".into(), state.left + parked.count));
    let raised = |wastes: bool| state.left + parked.count + u32::from(wastes);
    if state.left > 0 {
        lower.push(("plain contention".into(), raised(exact.wastes_plainly(&context, &state))));
        lower.push(("contention".into(), raised(exact.wastes(&context, &state, parked))));
    }
    let next = State::next_home(state.home_set) & (state.top_set | state.cell_set);
    let is_safe = |card: &u8| game.safe[*card as usize].iter().any(|needed| needed & !state.home_set == 0);
    let safe = bits(next).filter(is_safe).map(|card| game.card(card)).collect();
    Some(Claims { lower, safe })
}
