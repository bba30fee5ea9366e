//! The win finder for all games that [`super::one_deck`] does not cover: several decks, a stock,
//! unusual rules.
//!
//! It runs a portfolio of incomplete searches ([`best_first`], [`beam`], [`row_beam`]) over the
//! interned engine, cheap ones first. None of them proves anything; deals that all of them fail on
//! are left to the complete search.

mod beam;
mod best_first;
mod evaluation;
mod portfolio;
mod row_beam;

pub use evaluation::Weights;
pub use portfolio::{Stage, Technique, stages};

use super::strict_rules;
use crate::container::arena::Arena;
use crate::container::bucket_queue::BucketQueue;
use crate::container::footprint::Footprint;
use crate::container::hashed_set::HashedSet;
use crate::engine::interned::view::InternedView;
use crate::engine::interned::{Action, Anything, FourDecks, Place, StockGames, TwoDecks};
use crate::engine::sizes::{ByInternedSize, by_interned_size, with_interned_size};
use crate::layout::Layout;
use crate::moves::Move;
use crate::rules::Rules;
use crate::search::budget::Effort;
use crate::search::{Budget, Outcome, Searched};
use crate::verdict::Reason;

const NO_ACTION: Action = Action { from: Place::Stock, to: Place::Stock, count: 0 };

/// How one technique ended.
enum Ended {
    /// A win: the actions chosen, without automatic home moves.
    Won(Vec<Action>),
    /// No state is left to expand.
    Exhausted,
    /// A limit.
    GaveUp(Reason),
}

/// The inputs of all techniques.
struct Task<'a, B: InternedView> {
    board: &'a mut B,
    weights: &'a Weights,
    effort: &'a mut Effort,
}

/// A state, its parent and the action that led to it.
#[derive(Clone, Copy, Debug)]
struct Step<S> {
    state: S,
    /// The link of the parent; after expansion, the link of the state itself.
    parent: u32,
    cost: i32,
    action: Action,
}

/// The parent and action of an expanded state. Links are kept to the end; states are not.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    action: Action,
}

const NO_LINK: u32 = u32::MAX;

/// The memory of all techniques, reused from deal to deal.
struct Work<B: InternedView> {
    links: Arena<Link>,
    steps: Arena<Step<B::State>>,
    seen: HashedSet,
    queue: BucketQueue,
    actions: Vec<Action>,
    layer: Vec<Step<B::State>>,
    last_layer: Vec<Step<B::State>>,
    candidates: Vec<beam::Candidate>,
    deals: Vec<row_beam::Deal>,
    dealt: Vec<Step<B::State>>,
}

impl<B: InternedView> Work<B> {
    fn new() -> Work<B> {
        Work {
            links: Arena::new(),
            steps: Arena::new(),
            seen: HashedSet::new(),
            queue: BucketQueue::new(),
            actions: Vec::new(),
            layer: Vec::new(),
            last_layer: Vec::new(),
            candidates: Vec::new(),
            deals: Vec::new(),
            dealt: Vec::new(),
        }
    }

    /// Clears everything and puts the start state into the first layer. Returns whether it is won.
    fn begin(&mut self, board: &mut B, weights: &Weights) -> bool {
        self.links.clear();
        self.steps.clear();
        self.seen.clear();
        self.queue.clear();
        self.layer.clear();
        let start = board.start();
        let state = weights.autoplay(board, start, |_, _, _| {});
        self.seen.insert(board.hash(&state));
        self.layer.push(Step { state, parent: NO_LINK, cost: 0, action: NO_ACTION });
        board.is_won(&state)
    }

    /// Puts a step into the open list.
    #[inline]
    fn open(&mut self, priority: i32, step: Step<B::State>) {
        let number = self.steps.push(step);
        self.queue.push(priority, number);
    }

    /// The step with a link of its own, which its successors refer to.
    #[inline]
    fn linked(&mut self, step: Step<B::State>) -> Step<B::State> {
        Step { parent: self.links.push(Link { parent: step.parent, action: step.action }), ..step }
    }

    /// Gives every step of the layer a link of its own.
    fn link_layer(&mut self) {
        for i in 0..self.layer.len() {
            self.layer[i] = self.linked(self.layer[i]);
        }
    }

    /// The actions from the start to an expanded step, and one more.
    fn path(&self, step: &Step<B::State>, last: Action) -> Vec<Action> {
        let mut path = vec![last];
        let mut at = step.parent;
        while at != NO_LINK {
            let link = self.links.get(at);
            path.push(link.action);
            at = link.parent;
        }
        path.retain(|action| *action != NO_ACTION);
        path.reverse();
        path
    }
}

impl<B: InternedView> Footprint for Work<B> {
    fn footprint(&self) -> u64 {
        let Work { links, steps, seen, queue, actions, layer, last_layer, candidates, deals, dealt } = self;
        let nodes = links.footprint() + steps.footprint() + seen.footprint() + queue.footprint();
        let layers = layer.footprint() + last_layer.footprint() + candidates.footprint();
        nodes + layers + deals.footprint() + dealt.footprint() + actions.footprint()
    }
}

/// The finders by size of state.
type Finders = ByInternedSize<
    Box<SizedFinder<StockGames>>,
    Box<SizedFinder<TwoDecks>>,
    Box<SizedFinder<FourDecks>>,
    Box<SizedFinder<Anything>>,
>;

/// Finds wins. Never proves that there is none.
pub struct InternedFinder {
    finders: Finders,
}

impl InternedFinder {
    /// A finder for these rules with the default stages.
    pub fn new(rules: &Rules) -> InternedFinder {
        InternedFinder::with_stages(rules, stages(rules))
    }

    /// A finder with other stages.
    pub fn with_stages(rules: &Rules, stages: Vec<Stage>) -> InternedFinder {
        InternedFinder { finders: by_interned_size!(rules, E => Box::new(SizedFinder::<E>::new(rules, stages))) }
    }

    /// Frees the memory of past searches.
    pub fn release(&mut self) {
        with_interned_size!(&mut self.finders, finder => finder.release())
    }

    /// Searches for a win. The outcome is a win or a reason for giving up.
    pub fn solve(&mut self, layout: &Layout, limits: &Budget) -> Searched {
        with_interned_size!(&mut self.finders, finder => finder.solve(layout, limits))
    }
}

/// The finder of one size: its engines and the memory of its searches.
struct SizedFinder<B: InternedView> {
    /// The rules as given, and the stricter ones that most stages use.
    rules: Rules,
    strict: Rules,
    stages: Vec<Stage>,
    /// The engines for the strict rules and for the rules as given, built when needed.
    boards: [Option<B>; 2],
    work: Work<B>,
}

impl<B: InternedView> SizedFinder<B> {
    fn new(rules: &Rules, stages: Vec<Stage>) -> SizedFinder<B> {
        SizedFinder {
            rules: rules.clone(),
            strict: strict_rules::strictest(rules),
            stages,
            boards: [None, None],
            work: Work::new(),
        }
    }

    fn solve(&mut self, layout: &Layout, limits: &Budget) -> Searched {
        let mut effort = Effort::new(limits);
        let mut loaded = [false; 2];
        let mut strict_is_exhausted = false;
        // The reason if every stage ends before a limit of the caller.
        let mut outcome = Outcome::GaveUp(Reason::Method);
        for stage in &self.stages {
            if if stage.as_given { self.strict == self.rules } else { strict_is_exhausted } {
                continue;
            }
            let which = usize::from(stage.as_given);
            let rules = if stage.as_given { &self.rules } else { &self.strict };
            let board = match &mut self.boards[which] {
                Some(board) if loaded[which] => board,
                Some(board) => {
                    board.reload(layout);
                    board
                }
                place => place.insert(B::build(rules, layout)),
            };
            loaded[which] = true;
            let (weights, work) = (&stage.weights, &mut self.work);
            let task = Task { board: &mut *board, weights, effort: &mut effort };
            let ended = match stage.technique {
                Technique::BestFirst { states } => best_first::search(work, task, states),
                Technique::Beam { width } => beam::search(work, task, width),
                Technique::Rows { width, moves } => row_beam::search(work, task, width, moves),
            };
            match ended {
                Ended::Won(path) => {
                    outcome = Outcome::Won(moves(board, weights, &path));
                    break;
                }
                Ended::GaveUp(reason @ (Reason::Time | Reason::Interrupted)) => {
                    outcome = Outcome::GaveUp(reason);
                    break;
                }
                Ended::GaveUp(reason) if !effort.is_left() => {
                    outcome = Outcome::GaveUp(reason);
                    break;
                }
                Ended::GaveUp(reason @ (Reason::Memory | Reason::Capacity(_))) => outcome = Outcome::GaveUp(reason),
                // An exhaustive stage that ended has expanded all states: only the proof remains.
                Ended::Exhausted if stage.is_exhaustive() => strict_is_exhausted = true,
                Ended::Exhausted | Ended::GaveUp(_) => {}
            }
        }
        if outcome == Outcome::GaveUp(Reason::Method) && !effort.is_left() {
            outcome = Outcome::GaveUp(Reason::States);
        }
        if !matches!(outcome, Outcome::Won(_)) {
            // The next search needs the memory.
            self.release();
        }
        Searched { outcome, states: effort.states }
    }

    fn release(&mut self) {
        self.work = Work::new();
        self.boards = [None, None];
    }
}

/// The path as player moves, automatic home moves included.
fn moves<B: InternedView>(board: &mut B, weights: &Weights, path: &[Action]) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut note = |board: &B, state: &B::State, action| moves.push(board.to_move(state, action));
    let start = board.start();
    let mut state = weights.autoplay(board, start, &mut note);
    for &action in path {
        state = weights.follow_with(board, &state, action, &mut note);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::game::Game;
    use crate::rules::preset;
    use crate::verify::verify;
    use std::sync::Arc;

    fn deal(rules: &Rules, number: u64) -> Layout {
        DealNumber::microsoft(number).unwrap().deal(rules)
    }

    fn game(name: &str, changes: &[&str]) -> Game {
        let mut rules = preset(name).unwrap();
        for change in changes {
            rules.apply_override(change).unwrap();
        }
        rules.validate().unwrap();
        Game::of_checked(rules)
    }

    /// Wins replay under the game's own rules, and memory used before changes nothing.
    #[test]
    fn wins_of_all_kinds_of_games_replay() {
        let games = [
            ("freecell-four-deck", vec![], 3),
            ("triple-freecell", vec![], 3),
            ("double-freecell", vec![], 2),
            ("double-freecell-traditional", vec![], 2),
            ("big-freecell", vec![], 2),
            ("fours-up", vec!["decks=1"], 3),
            ("fours-up", vec!["decks=1", "strip_ranks=[2,3]"], 3),
            ("fours-up-waste", vec!["decks=1", "stock_redeals=2"], 2),
            ("penguin", vec![], 2),
            ("stalactites", vec![], 1),
            ("freecell", vec![], 3),
        ];
        for (name, changes, deals) in games {
            let rules = game(name, &changes);
            let mut finder = InternedFinder::new(&rules);
            let mut first = Vec::new();
            for number in 1..=deals {
                let layout = deal(&rules, number);
                let searched = finder.solve(&layout, &Budget::default());
                let Outcome::Won(moves) = &searched.outcome else { panic!("{name} {number}: {searched:?}") };
                verify(&rules, &layout, moves).unwrap_or_else(|e| panic!("{name} {number}: {e}"));
                first.push(searched);
            }
            let mut fresh = InternedFinder::new(&rules);
            let again = fresh.solve(&deal(&rules, deals), &Budget::default());
            assert_eq!(first.last(), Some(&again), "{name}");
        }
    }

    #[test]
    fn beams_win_too() {
        let rules = game("freecell-four-deck", &[]);
        let stages = stages(&rules);
        let beam = stages.iter().find(|s| matches!(s.technique, Technique::Beam { .. })).unwrap();
        let layout = deal(&rules, 1);
        let searched = InternedFinder::with_stages(&rules, vec![beam.clone()]).solve(&layout, &Budget::default());
        let Outcome::Won(moves) = &searched.outcome else { panic!("{searched:?}") };
        verify(&rules, &layout, moves).unwrap();
    }

    /// If all stages end before a limit of the caller, the reason is not such a limit. Nor is a full table.
    #[test]
    fn reasons_are_true() {
        let rules = game("big-freecell", &["cells=0"]);
        let layout = deal(&rules, 1);
        let one = |stage: Stage| InternedFinder::with_stages(&rules, vec![stage]).solve(&layout, &Budget::default());
        let weights = stages(&rules)[0].weights.clone();
        for stage in [Stage::best_first(50, &weights), Stage::beam(2, &weights)] {
            let searched = one(stage);
            assert_eq!(searched.outcome, Outcome::GaveUp(Reason::Method), "after {} states", searched.states);
        }
        let full = Reason::Capacity(crate::verdict::Capacity::Columns);
        let (mut work, mut effort) = (Work::new(), Effort::new(&Budget::default()));
        let mut board = Anything::new(&rules, &layout).with_room_for(5);
        let ended =
            best_first::search(&mut work, Task { board: &mut board, weights: &weights, effort: &mut effort }, 1_000);
        assert!(matches!(ended, Ended::GaveUp(reason) if reason == full));
        let mut board = Anything::new(&rules, &layout).with_room_for(5);
        let ended = beam::search(&mut work, Task { board: &mut board, weights: &weights, effort: &mut effort }, 100);
        assert!(matches!(ended, Ended::GaveUp(reason) if reason == full));
    }

    #[test]
    fn limits_hold() {
        let rules = game("big-freecell", &[]);
        let layout = deal(&rules, 31);
        let mut finder = InternedFinder::new(&rules);
        let states = Budget { states: 5000, ..Budget::default() };
        let searched = finder.solve(&layout, &states);
        assert_eq!(searched, Searched { outcome: Outcome::GaveUp(Reason::States), states: 5000 });
        let memory = Budget { memory: 1 << 20, states: 20_000, ..Budget::default() };
        assert!(matches!(finder.solve(&layout, &memory).outcome, Outcome::GaveUp(_)));
        let stopped =
            Budget { cancel: Some(Arc::new(std::sync::atomic::AtomicBool::new(true)).into()), ..Budget::default() };
        assert_eq!(finder.solve(&layout, &stopped).outcome, Outcome::GaveUp(Reason::Interrupted));
    }
}
