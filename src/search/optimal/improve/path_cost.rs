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
