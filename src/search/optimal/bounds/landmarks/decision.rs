//! Proves that the relaxed game cannot be won if only the cards of some units are parked.
//!
//! With one deck it would be enough to play greedily. With several, the copies of a kind compete for
//! turns: a card of a higher rank needs many copies home, and a copy that goes home early can take
//! the turn of one that has no other. So every card z has an *earliest turn* lo(z), and a search
//! raises it.
//!
//! *Definitions.* Turns, direct cards and the latest turn hi(z) of a direct card are those of
//! [`counting`](super::super::counting); P is the set of parked cards, D the number of decks, home(k)
//! the number of copies of kind k that are home at the start. A *solution* is one of the relaxed game
//! in which no cards but those of P are parked. Turns *respect* lo if turn(z) ≥ lo(z) for every z.
//!
//! *The closure of lo* is the set of cards that leave when everything leaves that may: a card
//! without a card above it that is in P leaves its column; a card without a card above it, or out of
//! its column, goes home if n(k − 1) ≥ lo(z) and n(k) ≥ lo(z) − 1, where n(k) is the number of copies
//! of its kind that are home, at most n(k − 1), and n of the kind before the lowest is D. When nothing
//! more may leave, the next row falls.
//!
//! *Claim 1.* A solution that respects lo brings home no card that is not in the closure.
//!
//! 1. Suppose that before some step of the solution every card that has left its column or gone home
//!    has done so in the closure too, as far as rows have fallen. Then the number of copies of k home
//!    in the solution is at most n(k), by induction on k: the solution never has more copies of k home
//!    than of k − 1.
//! 2. If the step takes home z as the turn-th copy, lo(z) ≤ turn, turn copies of k − 1 and turn − 1
//!    copies of k are home. By 1 the closure may take z home. Parking and deals are as in the closure.
//! 3. The conditions of the closure get weaker the more has left, so its order does not matter. ∎
//!
//! *Claim 2.* If copies of k in a set of more than h − home(k) are not home at the start, every
//! solution gives one of them a turn of at least h + 1. (Turns are different, above home(k).) ∎
//!
//! *Claim 3.* The earliest turns at the start ([`Decision::start`]) are respected by every solution,
//! or there is none. A direct card has a turn of at most hi. If as many direct copies have hi ≤ m as
//! there are turns from home(k) + 1 to m, they take all of these, so the other copies have turns above
//! m; if there are more of them than turns, there is no solution. ∎
//!
//! *The search.* If the closure lacks a card, there is no solution that respects lo (claim 1). If in
//! its order nobody takes a turn before it is free, that order is a solution. Otherwise the closure
//! gives sets for claim 2, and the search raises the earliest turn of one card of a set after the
//! other to h + 1.
//!
//! *Backjumping.* A raise of z from `old` is *idle* at a point where the closure is stuck if z cannot
//! go home there with lo(z) = `old` either. If it is idle whenever a row falls and at the end, the
//! closure without it is the same; so for several raises, since each concerns one card alone. If no
//! failure below a branch needs the raise of that branch, its siblings fail for the same reasons.
//!
//! *Blame.* [`Decision::blame`] has the unit of every card on top of a column where a failing closure
//! is stuck, and of every direct card that an earliest turn of claim 3 rests on. Parking other units
//! in addition leaves the failure as it is: earliest turns stay, and each closure stays the same set,
//! because the cards of these units have left or have a card above them.
//!
//! The search gives up after a number of closures. Then nothing is proven.

use super::relaxed_game::{NONE, RelaxedGame};
use super::unit_set::UnitSet;
use crate::rules::{MAX_CARDS, MAX_COLUMNS, MAX_DECKS};

/// Raises on one branch of the search: one bit each.
const MAX_DEPTH: usize = 128;

/// Sets of copies that are tried for a branch; the one with the fewest options left is taken.
const PROBES: usize = 6;

/// Copies of a kind.
#[derive(Clone, Copy, Default)]
struct Copies {
    cards: [u8; MAX_DECKS],
    len: u8,
}

impl Copies {
    fn push(&mut self, card: u8) {
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    fn remove(&mut self, at: usize) -> u8 {
        self.len -= 1;
        self.cards.swap(at, self.len as usize);
        self.cards[self.len as usize]
    }

    fn as_slice(&self) -> &[u8] {
        &self.cards[..self.len as usize]
    }
}

/// Copies that cannot all have a turn of at most `turn`.
#[derive(Clone, Copy)]
struct Conflict {
    copies: Copies,
    turn: u8,
}

/// A raised earliest turn.
struct Raise {
    card: u8,
    old: u8,
}

/// What a closure shows about solutions that respect the earliest turns.
#[derive(PartialEq, Eq)]
enum Closure {
    None,
    Some,
    Unclear,
}

/// How a branch of the search ended.
enum Branch {
    /// There is no solution; the raises that this rests on.
    Fails(u128),
    WinsOrGaveUp,
}

/// The decision procedure and its memory.
pub struct Decision<'a> {
    game: &'a RelaxedGame,
    /// Closures that one decision may compute, at least one.
    pub limit: u32,
    /// Whether the last decision ended at the limit.
    pub gave_up: bool,
    /// Closures computed so far.
    pub closures: u64,
    /// Units that the last proof rests on.
    pub blame: UnitSet,
    left: u32,
    parked: UnitSet,
    /// By card: its earliest turn.
    earliest: [u8; MAX_CARDS],
    raises: Vec<Raise>,
    /// Raises that are not idle in the last closure.
    needed: u128,
    conflicts: Vec<Conflict>,
    /// By column: the uppermost card that has not left.
    tops: [u8; MAX_COLUMNS],
    /// By card: the card under it.
    under: [u8; MAX_CARDS],
    kinds: [Kind; 52],
    /// Kinds with a copy that may go home: one that is in the way, any, or one before its turn is free.
    ready: [u64; 3],
}

/// A kind during a closure.
#[derive(Clone, Copy, Default)]
struct Kind {
    /// Copies home, and the same, at most that of the kind before.
    home: u8,
    count: u8,
    waiting: Copies,
    gone: Copies,
}

impl<'a> Decision<'a> {
    pub fn new(game: &'a RelaxedGame) -> Decision<'a> {
        Decision {
            game,
            limit: 1,
            gave_up: false,
            closures: 0,
            blame: UnitSet::EMPTY,
            left: 0,
            parked: UnitSet::EMPTY,
            earliest: [0; MAX_CARDS],
            raises: Vec::new(),
            needed: 0,
            conflicts: Vec::new(),
            tops: [NONE; MAX_COLUMNS],
            under: [NONE; MAX_CARDS],
            kinds: [Kind::default(); 52],
            ready: [0; 3],
        }
    }

    /// Whether it is proven that there is no solution in which only these units are parked.
    pub fn fails(&mut self, parked: &UnitSet) -> bool {
        self.parked = *parked;
        self.blame = UnitSet::EMPTY;
        self.left = self.limit;
        self.gave_up = false;
        self.raises.clear();
        !self.start() || matches!(self.branch(), Branch::Fails(_))
    }

    fn give_up(&mut self) -> Branch {
        self.gave_up = true;
        Branch::WinsOrGaveUp
    }

    /// Sets the earliest turns of claim 3; false if they contradict each other.
    fn start(&mut self) -> bool {
        let game = self.game;
        let kinds = 4 * game.ranks;
        // By kind and turn: the number of direct copies whose latest turn is this one or earlier.
        let mut at_most = [[0u8; MAX_DECKS]; 52];
        for card in 0..game.cards() {
            let (kind, latest) = (game.kind[card] as usize, game.latest[card]);
            self.earliest[card] = game.home[kind] + 1;
            if latest < game.decks && game.is_direct(card as u8, &self.parked) {
                at_most[kind][latest as usize..].iter_mut().for_each(|count| *count += 1);
            }
        }
        let mut used = [false; 52];
        for kind in 0..kinds {
            for turn in game.home[kind]..game.decks {
                let taken = at_most[kind][turn as usize] + game.home[kind];
                if taken > turn {
                    used[kind] = true;
                    self.blame_direct(&used);
                    return false;
                }
                if taken < turn || turn == game.home[kind] {
                    continue;
                }
                for card in (0..game.cards()).filter(|&card| game.kind[card] as usize == kind) {
                    if game.latest[card] > turn || !game.is_direct(card as u8, &self.parked) {
                        self.earliest[card] = self.earliest[card].max(turn + 1);
                        used[kind] = true;
                    }
                }
            }
        }
        self.blame_direct(&used);
        true
    }

    fn blame_direct(&mut self, used: &[bool; 52]) {
        let game = self.game;
        for card in 0..game.cards() {
            let bounded = used[game.kind[card] as usize] && game.latest[card] < game.decks;
            if bounded && game.is_direct(card as u8, &self.parked) {
                self.blame.insert(game.unit[card] as usize);
            }
        }
    }

    fn branch(&mut self) -> Branch {
        match self.closure() {
            Closure::None => return Branch::Fails(self.needed),
            Closure::Some => return Branch::WinsOrGaveUp,
            Closure::Unclear => {}
        }
        let depth = self.raises.len();
        if depth == MAX_DEPTH {
            return self.give_up();
        }
        let mut conflicts = std::mem::take(&mut self.conflicts);
        conflicts.truncate(PROBES);
        // The options of the best conflict so far, and what the failures of its others rest on.
        let mut best: Option<(Conflict, u128)> = None;
        for conflict in conflicts {
            let mut options = Conflict { copies: Copies::default(), turn: conflict.turn };
            let mut needed = 0;
            for &card in conflict.copies.as_slice() {
                if self.left == 0 {
                    return self.give_up();
                }
                self.raise(card, conflict.turn + 1);
                let closure = self.closure();
                self.lower();
                match closure {
                    Closure::None if self.needed >> depth & 1 == 0 => return Branch::Fails(self.needed),
                    Closure::None => needed |= self.needed & !(1 << depth),
                    _ => options.copies.push(card),
                }
            }
            let left = options.copies.len;
            if left == 0 {
                return Branch::Fails(needed);
            }
            if best.as_ref().is_none_or(|(best, _)| left < best.copies.len) {
                best = Some((options, needed));
            }
            if left == 1 {
                break;
            }
        }
        let Some((options, mut needed)) = best else { return self.give_up() };
        for &card in options.copies.as_slice() {
            if self.left == 0 {
                return self.give_up();
            }
            self.raise(card, options.turn + 1);
            let ended = self.branch();
            self.lower();
            match ended {
                Branch::WinsOrGaveUp => return Branch::WinsOrGaveUp,
                Branch::Fails(why) if why >> depth & 1 == 0 => return Branch::Fails(why),
                Branch::Fails(why) => needed |= why & !(1 << depth),
            }
        }
        Branch::Fails(needed)
    }

    fn raise(&mut self, card: u8, turn: u8) {
        let old = std::mem::replace(&mut self.earliest[card as usize], turn);
        self.raises.push(Raise { card, old });
    }

    fn lower(&mut self) {
        if let Some(Raise { card, old }) = self.raises.pop() {
            self.earliest[card as usize] = old;
        }
    }

    /// Copies of the kind before this one that are home.
    #[inline]
    fn before(&self, kind: usize) -> u8 {
        if kind.is_multiple_of(self.game.ranks) { self.game.decks } else { self.kinds[kind - 1].count }
    }

    /// Computes the closure of the earliest turns. Cards that are in the way go first, those that wait
    /// elsewhere next, and cards before their turn is free only when nothing else is left.
    fn closure(&mut self) -> Closure {
        let game = self.game;
        self.closures += 1;
        self.left = self.left.saturating_sub(1);
        self.needed = 0;
        self.conflicts.clear();
        self.ready = [0; 3];
        self.tops = game.tops;
        self.under[..game.cards()].copy_from_slice(&game.under);
        for (kind, &home) in self.kinds.iter_mut().zip(&game.home) {
            *kind = Kind { home, count: home, ..Kind::default() };
        }
        for &card in &game.free {
            self.kinds[game.kind[card as usize] as usize].waiting.push(card);
        }
        for column in 0..MAX_COLUMNS {
            self.uncover(column);
        }
        (0..4 * game.ranks).for_each(|kind| self.update(kind));
        let mut stuck = UnitSet::EMPTY;
        let mut left = game.cards();
        for row in 0..=game.rows.len() {
            while let Some(class) = (0..3).find(|&class| self.ready[class] != 0) {
                self.go_home(self.ready[class].trailing_zeros() as usize, class);
                left -= 1;
            }
            if left == 0 {
                return if self.conflicts.is_empty() { Closure::Some } else { Closure::Unclear };
            }
            self.note_needed();
            for &top in self.tops.iter().filter(|&&top| top != NONE) {
                stuck.insert(game.unit[top as usize] as usize);
            }
            for &card in game.rows.get(row).into_iter().flatten() {
                let column = game.column[card as usize] as usize;
                self.under[card as usize] = std::mem::replace(&mut self.tops[column], card);
                self.hide(self.under[card as usize]);
                self.uncover(column);
            }
        }
        self.blame = self.blame.union(&stuck);
        Closure::None
    }

    /// Makes the top of a column available: parked cards leave at once.
    fn uncover(&mut self, column: usize) {
        let game = self.game;
        loop {
            let top = self.tops[column];
            if top == NONE {
                return;
            }
            let kind = game.kind[top as usize] as usize;
            self.kinds[kind].waiting.push(top);
            self.update(kind);
            if game.is_direct(top, &self.parked) {
                return;
            }
            self.tops[column] = self.under[top as usize];
        }
    }

    /// Takes a direct card that was on top of its column out of those that may go home.
    fn hide(&mut self, card: u8) {
        if card == NONE {
            return;
        }
        let kind = self.game.kind[card as usize] as usize;
        let waiting = &mut self.kinds[kind].waiting;
        if let Some(at) = waiting.as_slice().iter().position(|&other| other == card) {
            waiting.remove(at);
            self.update(kind);
        }
    }

    /// The classes of [`Decision::ready`] in which a waiting card may go home now.
    #[inline]
    fn class(&self, card: u8, kind: usize) -> Option<usize> {
        let (before, earliest) = (self.before(kind), self.earliest[card as usize]);
        let Kind { home, count, .. } = self.kinds[kind];
        let may_go = before >= earliest && count + 1 >= earliest;
        may_go.then(|| match home < before {
            true => usize::from(!self.game.is_direct(card, &self.parked)),
            false => 2,
        })
    }

    /// Determines anew which copies of a kind may go home.
    fn update(&mut self, kind: usize) {
        let mut ready = [0u64; 3];
        for &card in self.kinds[kind].waiting.as_slice() {
            if let Some(class) = self.class(card, kind) {
                ready[class] = 1;
            }
        }
        for (all, one) in self.ready.iter_mut().zip(ready) {
            *all = *all & !(1 << kind) | one << kind;
        }
    }

    /// Brings a copy of a kind home that is in this class.
    fn go_home(&mut self, kind: usize, class: usize) {
        let game = self.game;
        let waiting = self.kinds[kind].waiting;
        let found = waiting.as_slice().iter().position(|&card| self.class(card, kind) == Some(class));
        let Some(at) = found else { return };
        let before = self.before(kind);
        let entry = &mut self.kinds[kind];
        let card = entry.waiting.remove(at);
        entry.gone.push(card);
        entry.home += 1;
        // The first copy before its turn: no turn is left for all that are home by now.
        if entry.home == before + 1
            && !self.conflicts.iter().any(|c| game.kind[c.copies.cards[0] as usize] as usize == kind)
        {
            self.conflicts.push(Conflict { copies: entry.gone, turn: before });
        }
        let mut limit = before;
        for (k, entry) in self.kinds.iter_mut().enumerate().skip(kind).take(game.ranks - kind % game.ranks) {
            let count = entry.home.min(limit);
            if k > kind && count == entry.count {
                break;
            }
            entry.count = count;
            limit = count;
        }
        self.update(kind);
        for k in kind + 1..kind + game.ranks - kind % game.ranks {
            self.update(k);
        }
        if game.is_direct(card, &self.parked) {
            let column = game.column[card as usize] as usize;
            self.tops[column] = self.under[card as usize];
            self.uncover(column);
        }
    }

    /// Notes the raises that are not idle where the closure is stuck.
    fn note_needed(&mut self) {
        for (i, &Raise { card, old }) in self.raises.iter().enumerate() {
            let kind = self.game.kind[card as usize] as usize;
            let may_go = self.before(kind) >= old && self.kinds[kind].count + 1 >= old;
            if may_go && self.kinds[kind].waiting.as_slice().contains(&card) {
                self.needed |= 1 << i;
            }
        }
    }
}
