//! The positions that a position leads to, each with the actions that lead there.

/// Positions and the actions between, collected by [`super::SearchEngine::expand`]; memory is used again.
#[derive(Debug)]
pub struct Successors<S, A> {
    states: Vec<S>,
    /// All actions, one successor's after the other's.
    actions: Vec<A>,
    /// Where each successor's actions end.
    ends: Vec<usize>,
    spare: Vec<A>,
}

impl<S, A> Default for Successors<S, A> {
    fn default() -> Self {
        Successors { states: Vec::new(), actions: Vec::new(), ends: Vec::new(), spare: Vec::new() }
    }
}

impl<S, A: Copy> Successors<S, A> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.states.clear();
        self.actions.clear();
        self.ends.clear();
    }

    /// Notes an action on the way to the next successor.
    #[inline]
    pub fn note(&mut self, action: A) {
        self.actions.push(action);
    }

    /// Forgets the actions noted since the last successor.
    #[inline]
    pub fn take_back(&mut self) {
        self.actions.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Adds the position that the noted actions lead to.
    #[inline]
    pub fn finish(&mut self, state: S) {
        self.states.push(state);
        self.ends.push(self.actions.len());
    }

    /// The positions.
    #[inline]
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The actions that lead to a successor.
    pub fn actions(&self, successor: usize) -> &[A] {
        let start = if successor == 0 { 0 } else { self.ends[successor - 1] };
        &self.actions[start..self.ends[successor]]
    }

    /// An empty list of actions, to be given back with its memory.
    pub(super) fn take_actions(&mut self) -> Vec<A> {
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        spare
    }

    pub(super) fn give_back(&mut self, actions: Vec<A>) {
        self.spare = actions;
    }
}
