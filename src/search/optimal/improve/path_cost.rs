//! The extra cost of an action, beyond the moves that every solution has.
//!
//! Every card that is not home goes home in a move of its own, so home moves are not counted. The
//! cost of a solution is the number of cards to bring home plus the *extra* cost of its other
//! moves. A card that returns from a foundation must go home again and so costs two.

use crate::engine::interned::view::InternedView;
use crate::engine::interned::{Action, EMPTY, Place};
use crate::metric::Metric;
use crate::rules::{EmptyColumn, Group, Rules};
use crate::search::optimal::carrying_cost::single_moves;

/// Extra costs for given rules and metric.
pub(super) struct Costs {
    /// By number of cards moved, free cells and other empty columns; empty if every group costs 1.
    groups: Vec<[[u8; PLACES]; PLACES]>,
    any_fills: bool,
}

/// More free cells or empty columns than this make no difference: a run has 13 cards.
const PLACES: usize = 14;

impl Costs {
    pub fn new(rules: &Rules, metric: Metric) -> Costs {
        let steps = |count: usize, cells: usize, columns: usize| match rules.group_is_primitive() {
            true => count as u32,
            false => single_moves(count, cells, columns).unwrap_or(count as u32),
        };
        let table = |count: usize| {
            let row = |cells: usize| std::array::from_fn(|columns| steps(count, cells, columns).min(255) as u8);
            std::array::from_fn(row)
        };
        let longest = if rules.group == Group::Single { 1 } else { 4 * rules.order().len() };
        let groups = match metric {
            Metric::Moves => Vec::new(),
            Metric::Cards => (0..=longest).map(|count| table(count.max(1))).collect(),
        };
        Costs { groups, any_fills: rules.empty_column == EmptyColumn::Any }
    }

    /// The extra cost of an action.
    #[inline]
    pub fn extra<B: InternedView>(&self, board: &B, state: &B::State, action: Action) -> u32 {
        match (action.from, action.to) {
            (_, Place::Pile(_)) => 0,
            (Place::Pile(_), _) => 2,
            (Place::Column(_), Place::Column(to)) if action.count > 1 && !self.groups.is_empty() => {
                let columns = board.columns(state);
                let empty = columns.iter().filter(|&&column| column == EMPTY).count();
                let spare = if self.any_fills { empty - usize::from(columns[to as usize] == EMPTY) } else { 0 };
                let count = (action.count as usize).min(self.groups.len() - 1);
                u32::from(self.groups[count][board.free_cells(state).min(PLACES - 1)][spare.min(PLACES - 1)])
            }
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::random::SplitMix64;
    use crate::deal::DealNumber;
    use crate::engine::Engine;
    use crate::engine::interned::Anything;
    use crate::game::Game;
    use crate::position::Position;
    use crate::rules::preset;
    use crate::verify;

    /// Along random walks, an extra cost is what the verifier counts for the move, less the cards that it brings home.
    #[test]
    fn extra_costs_are_those_of_the_verifier() {
        let games: [(&str, &[&str]); 4] = [
            ("freecell", &["ranks=7", "columns=[7,7,7,7,0,0]", "cells=2"]),
            ("double-freecell-traditional", &["ranks=4", "columns=[8,8,8,8,0,0]", "cells=1"]),
            ("freecell", &["ranks=6", "columns=[8,8,8,0,0]", "cells=1", "group=formula", "empty_column=king"]),
            ("fours-up-waste", &["decks=1", "columns=[5,5,0]", "build=same_suit"]),
        ];
        let mut groups = [0; 2];
        for (name, changes) in games {
            let mut rules = preset(name).unwrap();
            changes.iter().for_each(|change| rules.apply_override(change).unwrap());
            let rules = Game::new(rules).unwrap();
            let costs = Metric::ALL.map(|metric| (metric, Costs::new(&rules, metric)));
            let mut random = SplitMix64::new(1);
            for deal in 1..=20 {
                let layout = DealNumber::microsoft(deal).unwrap().deal(&rules);
                let mut engine = Anything::new(&rules, &layout);
                let (mut state, mut actions) = (engine.start(), Vec::new());
                for _ in 0..60 {
                    let position = Position::new(rules.clone(), engine.unpack(&state)).unwrap();
                    actions.clear();
                    engine.actions(&state, &mut actions);
                    for &action in &actions {
                        let (mv, next) = (engine.to_move(&state, action), engine.apply(&state, action));
                        let home = |state| engine.unpack(state).cards_home() as i64;
                        for (metric, costs) in &costs {
                            let cost = verify::cost(*metric, &position, &mv);
                            let expected = i64::from(cost) - (home(&next) - home(&state));
                            let extra = costs.extra(&engine, &state, action);
                            assert_eq!(i64::from(extra), expected, "{name} {deal} {metric}: {mv}");
                        }
                        if let (Place::Column(_), Place::Column(to), 2..) = (action.from, action.to, action.count) {
                            groups[usize::from(state.columns[to as usize] == EMPTY)] += 1;
                        }
                    }
                    if actions.is_empty() {
                        break;
                    }
                    state = engine.apply(&state, actions[random.below(actions.len())]);
                }
            }
        }
        assert!(groups.iter().all(|&groups| groups > 100), "{groups:?}");
    }
}
