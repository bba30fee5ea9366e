//! Beam search for a short solution: upper bounds for the A* search.
//!
//! Each layer keeps the best nodes by 4h + 3(g + cells in use). The weights were chosen on forty
//! searches; g must count because forced home moves give nodes of one layer different path costs.

use super::astar::Context;
use super::bounds::relaxation::{Parked, Relaxation};
use super::node_store::{Found, MAX_PATH_COST, NONE, Store};
use crate::container::footprint::Footprint;
use crate::engine::optimal_state::state::{Key, State, Step};

/// Memory of the beam. Most of it is given back after each run: the A* search needs it.
pub(super) struct Beam {
    store: Store,
    steps: Vec<Step>,
    layer: Vec<Entry>,
    next: Vec<Entry>,
}

/// Bytes kept after a run.
const KEEP: u64 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    score: u32,
    index: u32,
    bound: u32,
}

/// The result of a beam search.
pub(super) struct BeamFound {
    pub better: Option<(u32, Vec<Key>)>,
    pub states: u64,
}

impl Beam {
    pub fn new() -> Beam {
        Beam { store: Store::new(), steps: Vec::new(), layer: Vec::new(), next: Vec::new() }
    }

    /// Searches for a solution cheaper than `upper` in `room` bytes of memory. Where they do not suffice, the search ends
    /// with what it has found.
    pub fn run(&mut self, context: &Context, start: &State, width: usize, upper: Option<u32>, room: u64) -> BeamFound {
        let Context { game, code_book, mode } = *context;
        let mut relaxation = Relaxation::new(!mode.per_card);
        relaxation.load(game, start);
        let Parked { set, count } = relaxation.solve();
        let set = relaxation.cards(set);
        // The store cannot represent higher path costs.
        let mut upper = upper.map_or(MAX_PATH_COST, |upper| upper.min(MAX_PATH_COST));
        let (mut better, mut states) = (None, 0);
        self.layer.clear();
        let hash = Store::hash(&start.key);
        if let Found::Vacant(slot) = self.store.find(&start.key, hash) {
            let index = self.store.insert(slot, hash, &start.key, NONE, set, 0);
            self.layer.push(Entry { score: 0, index, bound: start.not_home + count });
        }
        'layers: while !self.layer.is_empty() {
            self.next.clear();
            for at in 0..self.layer.len() {
                if self.footprint() > room {
                    break 'layers;
                }
                let Entry { index, bound, .. } = self.layer[at];
                let length = self.store.path_cost(index);
                states += 1;
                let state = State::unpack(game, code_book, self.store.key(index));
                let mut loaded = None;
                self.steps.clear();
                state.steps(game, mode.groups, &mut self.steps);
                for &step in &self.steps {
                    let successor = state.successor(game, code_book, step, mode.per_card, |_| {});
                    let length = length + successor.cost;
                    if length + successor.not_home >= upper {
                        continue;
                    }
                    if successor.not_home == 0 {
                        upper = length;
                        better = Some((length, index));
                        continue;
                    }
                    let hash = Store::hash(&successor.key);
                    let Found::Vacant(slot) = self.store.find(&successor.key, hash) else { continue };
                    let limit = upper - 1 - length - successor.not_home;
                    let before = *loaded.get_or_insert_with(|| {
                        relaxation.load(game, &state);
                        let set = relaxation.places(self.store.set(index) & !state.home_set);
                        Parked { set, count: bound - state.not_home }
                    });
                    let Some(parked) = relaxation.after_step(before, step, limit) else { continue };
                    let bound = successor.not_home + parked.count;
                    let set = relaxation.cards(parked.set);
                    let index = self.store.insert(slot, hash, &successor.key, index, set, length);
                    let score = 4 * bound + 3 * (length + successor.cell_set.count_ones());
                    self.next.push(Entry { score, index, bound });
                }
            }
            if self.next.len() > width {
                self.next.select_nth_unstable(width);
                self.next.truncate(width);
                self.next.sort_unstable();
            }
            std::mem::swap(&mut self.layer, &mut self.next);
        }
        let better = better.map(|(length, parent)| {
            let mut keys = self.store.path(parent);
            keys.push([0; 3]);
            (length, keys)
        });
        self.store.clear(KEEP);
        BeamFound { better, states }
    }
}

impl Footprint for Beam {
    fn footprint(&self) -> u64 {
        let Beam { store, steps, layer, next } = self;
        store.footprint() + steps.footprint() + layer.footprint() + next.footprint()
    }
}
