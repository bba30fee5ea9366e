//! The claims of the optimal search about a single state: its lower bounds and its forced moves.
//! Tests compare them with exhaustive search; the search itself does not use this.

use super::astar::{Context, Mode};
use super::bounds::{Bound, CountingBound, ExactRelaxation, Heuristic};
use crate::card::Card;
use crate::engine::optimal_state::{NumberedRules, State};
use crate::layout::Layout;
use crate::metric::Metric;
use crate::rules::Rules;

/// The claims about a state.
pub struct Claims {
    /// Lower bounds on the cost of a solution, by name.
    pub lower: Vec<(String, u32)>,
    /// Cards whose home moves are forced.
    pub safe: Vec<Card>,
}

/// The claims about a state in a metric, if the optimal search covers the rules.
pub fn claims(rules: &Rules, layout: &Layout, metric: Metric) -> Option<Claims> {
    let game = NumberedRules::new(rules, layout, true)?;
    let context = Context { game: &game, mode: Mode::new(&game, metric) };
    let state = State::pack(&game, layout);
    let runs = !context.mode.per_card;
    let mut lower = Vec::new();
    for bound in [Bound::Cards, Bound::Dead, Bound::Cycles] {
        let parked = CountingBound::new(bound, runs).start(&context, &state);
        lower.push((format!("{bound:?}"), state.not_home + parked.count));
    }
    let mut exact = ExactRelaxation::new(Bound::Relaxation, runs);
    let parked = exact.start(&context, &state);
    lower.push(("Relaxation".into(), state.not_home + parked.count));
    let raised = |raises: bool| state.not_home + parked.count + u32::from(raises);
    if state.not_home > 0 {
        lower.push(("plain contention".into(), raised(exact.raises_bound_cheaply(&context, &state))));
        lower.push(("contention".into(), raised(exact.raises_bound(&context, &state, parked))));
    }
    let next = state.home_set.next_home() & (state.top_set | state.cell_set);
    let is_safe = |card: &u8| game.safe[*card as usize].iter().any(|needed| needed.is_within(state.home_set));
    let safe = next.into_iter().filter(is_safe).map(|card| game.card(card)).collect();
    Some(Claims { lower, safe })
}
