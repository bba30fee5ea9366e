//! Plays written moves under one convention, trying what the text leaves open.
//!
//! Depth-first over the choices: how many cards go to an empty column, and how digits are split into piles. A wrong choice
//! nearly always leads to an illegal move soon, so the search stays small; a budget bounds it for adversarial texts.

use super::autoplay;
use super::written_move::{Target, Wish, WrittenMove};
use super::{CellNames, Convention, EmptyColumnCount};
use crate::card::Card;
use crate::moves::{Move, Pile};
use crate::position::{IllegalMove, Position};

/// Moves that are played at most before the search gives up.
const BUDGET: usize = 200_000;

/// The result of playing the written moves.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// All moves, the automatic ones included.
    pub moves: Vec<Move>,
    /// How many of them were automatic.
    pub automatic: usize,
    /// The position at the end, or where it stopped.
    pub end: Position,
    /// The written move that is illegal, and why.
    pub stopped: Option<(usize, Wish, IllegalMove)>,
}

impl Played {
    pub fn wins(&self) -> bool {
        self.stopped.is_none() && self.end.is_won()
    }

    /// How many written moves were played.
    pub fn reached(&self, tokens: usize) -> usize {
        self.stopped.as_ref().map_or(tokens, |(token, ..)| *token)
    }
}

/// A point of the search: everything up to a written move has been played.
#[derive(Clone)]
struct Node {
    token: usize,
    moves: Vec<Move>,
    automatic: usize,
    position: Position,
    /// Cells in the order in which their cards came, for notations that count cells so.
    order: Vec<u8>,
}

/// Plays the tokens. Returns the first reading that wins, else the first that is legal to the end, else the one that gets
/// furthest.
pub(super) fn play(tokens: &[WrittenMove], start: &Position, convention: Convention) -> Played {
    let order = (0..start.layout().cells.len() as u8).filter(|i| start.layout().cells[*i as usize].is_some()).collect();
    let mut first = Node { token: 0, moves: Vec::new(), automatic: 0, position: start.clone(), order };
    if convention.autoplay_at_start {
        first.go_home(convention);
    }
    let mut best: Option<Played> = None;
    let mut stack = vec![first];
    let mut budget = BUDGET;
    while let Some(mut node) = stack.pop() {
        let played = loop {
            let Some(token) = tokens.get(node.token) else { break node.played(None) };
            budget = budget.saturating_sub(1);
            let mut choices = match node.choices(token, convention) {
                Ok(choices) => choices.into_iter(),
                Err((wish, why)) => {
                    let stopped = Some((node.token, wish, why));
                    break node.played(stopped);
                }
            };
            let mv = choices.next().expect("at least one choice");
            if budget > 0 {
                // Pushed in reverse: the next choice is tried first.
                for other in choices.rev() {
                    let mut branch = node.clone();
                    branch.step(other, convention);
                    stack.push(branch);
                }
            }
            node.step(mv, convention);
        };
        if played.wins() {
            return played;
        }
        let further = |best: &Played| {
            let (a, b) = (played.reached(tokens.len()), best.reached(tokens.len()));
            a > b || (a == b && played.stopped.is_none() && best.stopped.is_some())
        };
        if best.as_ref().is_none_or(further) {
            best = Some(played);
        }
    }
    best.expect("the search starts with a node")
}

impl Node {
    fn played(self, stopped: Option<(usize, Wish, IllegalMove)>) -> Played {
        Played { moves: self.moves, automatic: self.automatic, end: self.position, stopped }
    }

    /// Plays a legal move and the automatic home moves after it.
    fn step(&mut self, mv: Move, convention: Convention) {
        self.play(mv);
        self.token += 1;
        self.go_home(convention);
    }

    fn play(&mut self, mv: Move) {
        let played = self.position.play(&mv);
        debug_assert!(played.is_ok());
        if let Pile::Cell(i) = mv.from {
            self.order.retain(|cell| *cell != i);
        }
        if let Pile::Cell(i) = mv.to {
            self.order.push(i);
        }
        self.moves.push(mv);
    }

    fn go_home(&mut self, convention: Convention) {
        while let Some(mv) = autoplay::next(&self.position, convention.autoplay) {
            self.play(mv);
            self.automatic += 1;
        }
    }

    /// The legal moves that a token can mean, best first, or why there are none.
    fn choices(&self, token: &WrittenMove, convention: Convention) -> Result<Vec<Move>, (Wish, IllegalMove)> {
        let mut legal = Vec::new();
        let mut why: Option<(Wish, IllegalMove)> = None;
        for wish in &token.wishes {
            let wish = self.resolved(wish, convention);
            let to_empty = matches!(wish.to, Target::Pile(Pile::Column(i))
                if self.position.layout().columns.get(i as usize).is_some_and(Vec::is_empty));
            let mut fitting = Vec::new();
            for mv in self.candidates(&wish) {
                match self.position.check(&mv) {
                    Ok(()) => fitting.push(mv),
                    // A card of the right rank that cannot be lifted says more than one of a wrong rank.
                    Err(error)
                        if why.as_ref().is_none_or(|(_, w)| is_less_informative(w) && !is_less_informative(&error)) =>
                    {
                        why = Some((wish, error));
                    }
                    Err(_) => {}
                }
            }
            if to_empty && wish.count.is_none() {
                match convention.to_empty_column {
                    EmptyColumnCount::One => fitting.truncate(1),
                    EmptyColumnCount::Most => drop(fitting.drain(..fitting.len().saturating_sub(1))),
                    EmptyColumnCount::Any => {}
                }
            }
            legal.extend(fitting);
        }
        match (legal.is_empty(), why) {
            (false, _) => Ok(legal),
            (true, Some(why)) => Err(why),
            (true, None) => {
                let wish = token.wishes[0];
                Err((wish, IllegalMove::NotPossible))
            }
        }
    }

    /// A wish with its cells found: letters may count cells in the order in which cards came.
    fn resolved(&self, wish: &Wish, convention: Convention) -> Wish {
        let mut wish = *wish;
        if let (Pile::Cell(i), CellNames::ByArrival) = (wish.from, convention.cells) {
            wish.from = self.order.get(i as usize).map_or(wish.from, |cell| Pile::Cell(*cell));
        }
        if wish.to == Target::AnyCell {
            let cells = &self.position.layout().cells;
            let free = cells.iter().position(Option::is_none).unwrap_or(0);
            wish.to = Target::Pile(Pile::Cell(free as u8));
        }
        wish
    }

    /// Moves that a wish can mean, smallest group first.
    fn candidates(&self, wish: &Wish) -> Vec<Move> {
        let layout = self.position.layout();
        let Target::Pile(to) = wish.to else { return Vec::new() };
        let mv = |card: Option<Card>, count, to| Move { card, count, from: wish.from, to };
        let named = |card: Option<Card>| wish.card.or(card);
        match (wish.from, to) {
            (Pile::Stock, Pile::Tableau) => vec![mv(None, layout.columns.len().min(layout.stock.len()) as u8, to)],
            (Pile::Stock, _) => vec![mv(named(layout.stock.first().copied()), 1, to)],
            (Pile::Waste, Pile::Stock) => vec![mv(None, layout.waste.len() as u8, to)],
            (Pile::Waste, to) => vec![mv(named(layout.waste.last().copied()), 1, to)],
            // A card that is not there gives the move that says so.
            (Pile::Cell(i), to) => {
                let card = layout.cells.get(i as usize).copied().flatten();
                vec![mv(named(card).or(Some(Card::FIRST)), wish.count.unwrap_or(1), to)]
            }
            (Pile::Foundation(_), to) => {
                let all = (0..Card::KINDS as u8).filter_map(Card::from_index);
                all.filter(|c| wish.card.is_none_or(|w| w == *c)).map(|c| mv(Some(c), 1, to)).collect()
            }
            (Pile::Column(i), to) => {
                let column = layout.columns.get(i as usize).map_or(&[][..], Vec::as_slice);
                let most = if matches!(to, Pile::Column(_)) { column.len() } else { column.len().min(1) };
                let counts = match wish.count {
                    Some(count) => count as usize..=count as usize,
                    None => 1..=most.max(1),
                };
                let card = |n: usize| {
                    let at = column.len().checked_sub(n);
                    named(at.and_then(|at| column.get(at)).copied()).or(Some(Card::FIRST))
                };
                counts.map(|n| mv(card(n), n as u8, to)).collect()
            }
            (Pile::Tableau, _) => Vec::new(),
        }
    }
}

/// Reasons that any other is better than.
fn is_less_informative(why: &IllegalMove) -> bool {
    matches!(why, IllegalMove::DoesNotFit { .. } | IllegalMove::NoRun { .. })
}
