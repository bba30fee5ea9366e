//! A reusable buffer for the successors of a state, each with the actions that lead to it.

/// Successor states and their actions, filled by [`super::SearchEngine::expand`]. Keeps its memory.
#[derive(Debug)]
pub struct SuccessorBuffer<S, A> {
    states: Vec<S>,
    /// The actions of all successors, concatenated.
    actions: Vec<A>,
    /// For each successor, the end of its actions in `actions`.
    ends: Vec<usize>,
    spare: Vec<A>,
}

impl<S, A> Default for SuccessorBuffer<S, A> {
    fn default() -> Self {
        SuccessorBuffer { states: Vec::new(), actions: Vec::new(), ends: Vec::new(), spare: Vec::new() }
    }
}

impl<S, A: Copy> SuccessorBuffer<S, A> {
    /// Removes all successors.
    pub fn clear(&mut self) {
        self.states.clear();
        self.actions.clear();
        self.ends.clear();
    }

    /// Appends an action of the next successor.
    #[inline]
    pub fn record(&mut self, action: A) {
        self.actions.push(action);
    }

    /// Removes the actions recorded since the last successor.
    #[inline]
    pub fn discard(&mut self) {
        self.actions.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Adds the successor that the recorded actions lead to.
    #[inline]
    pub fn push(&mut self, state: S) {
        self.states.push(state);
        self.ends.push(self.actions.len());
    }

    /// The successor states.
    #[inline]
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The actions that lead to a successor.
    pub fn actions(&self, successor: usize) -> &[A] {
        let start = if successor == 0 { 0 } else { self.ends[successor - 1] };
        &self.actions[start..self.ends[successor]]
    }

    /// An empty buffer for actions; return it with `give_back` to keep its memory.
    pub(super) fn take_actions(&mut self) -> Vec<A> {
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        spare
    }

    /// Returns the buffer taken by `take_actions`.
    pub(super) fn give_back(&mut self, actions: Vec<A>) {
        self.spare = actions;
    }
}
