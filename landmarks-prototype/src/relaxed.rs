//! decision procedure
use winnable::card::Card;
use winnable::layout::Layout;
use winnable::rules::{Rules, Stock};
use winnable::engine::rulebook::Rulebook;

pub type Mask = [u64; 4];
#[inline] pub fn has(m: &Mask, i: usize) -> bool { m[i >> 6] >> (i & 63) & 1 == 1 }
#[inline] pub fn set(m: &mut Mask, i: usize) { m[i >> 6] |= 1 << (i & 63) }
#[inline] pub fn clear(m: &mut Mask, i: usize) { m[i >> 6] &= !(1 << (i & 63)) }
pub fn count(m: &Mask) -> u32 { m.iter().map(|w| w.count_ones()).sum() }
pub fn meets(a: &Mask, b: &Mask) -> bool { (0..4).any(|i| a[i] & b[i] != 0) }
pub fn or(a: &Mask, b: &Mask) -> Mask { std::array::from_fn(|i| a[i] | b[i]) }
pub fn iter(m: &Mask) -> impl Iterator<Item = usize> + '_ { (0..256).filter(|&i| has(m, i)) }

#[derive(Clone)]
pub struct Relaxed {
    pub decks: u8,
    pub kinds: usize,            // 4 * ranks: suit * ranks + order
    pub ranks: usize,
    pub home: Vec<u8>,
    pub kind: Vec<u8>,           // by card id
    pub unit: Vec<u16>,
    pub units: usize,
    pub unit_cards: Vec<Mask>,
    pub columns: Vec<Vec<u16>>,  // initial
    pub rows: Vec<Vec<(u8, u16)>>,
    pub free: Vec<u16>,
    pub cards: usize,
    /// Latest turn of a card that goes home straight from its column.
    pub hi: Vec<u8>,
}

impl Relaxed {
    pub fn new(rules: &Rules, layout: &Layout, runs: bool) -> Relaxed {
        let book = Rulebook::new(rules, layout);
        let ranks = book.ranks as usize;
        let kind_of = |c: Card| (c.suit().index() * ranks + book.order[c.index() as usize] as usize) as u8;
        let decks = rules.decks;
        let mut home = vec![decks; 4 * ranks];
        for c in layout.cards_in_play() { home[kind_of(c) as usize] -= 1; }
        let mut kind = Vec::new(); let mut unit = Vec::new(); let mut units = 0usize;
        let mut columns = Vec::new();
        for col in &layout.columns {
            let mut v = Vec::new();
            for (i, &c) in col.iter().enumerate() {
                let joins = runs && i > 0 && book.joins[c.index() as usize].contains(col[i - 1]);
                if !joins { units += 1; }
                v.push(kind.len() as u16); kind.push(kind_of(c)); unit.push(units as u16 - 1);
            }
            columns.push(v);
        }
        let mut rows = Vec::new(); let mut free = Vec::new();
        if let Stock::RowDeal { .. } = rules.stock {
            for chunk in layout.stock.chunks(layout.columns.len()) {
                rows.push(chunk.iter().enumerate().map(|(i, &c)| { let id = kind.len() as u16; kind.push(kind_of(c)); unit.push(units as u16); units += 1; (i as u8, id) }).collect());
            }
        } else { for &c in &layout.stock { free.push(kind.len() as u16); kind.push(kind_of(c)); unit.push(u16::MAX); } }
        for &c in layout.cells.iter().flatten().chain(&layout.waste) { free.push(kind.len() as u16); kind.push(kind_of(c)); unit.push(u16::MAX); }
        let cards = kind.len();
        let mut unit_cards = vec![[0; 4]; units];
        for i in 0..cards { if unit[i] != u16::MAX { set(&mut unit_cards[unit[i] as usize], i); } }
        let mut hi = vec![decks; cards];
        for col in &columns { let mut under = vec![0u8; 4 * ranks]; for &z in col { let k = kind[z as usize] as usize; let first = k - k % ranks; hi[z as usize] = (first..=k).map(|u| decks - under[u]).min().unwrap(); under[k] += 1; } }
        Relaxed { hi, decks, kinds: 4 * ranks, ranks, home, kind, unit, units, unit_cards, columns, rows, free, cards }
    }
}

pub struct Decider<'a> {
    g: &'a Relaxed,
    pub closures: u64,
    pub node_limit: u32,
    nodes: u32,
    pub limited: u64,
    lo: Vec<u8>,
    raw: Vec<u8>,
    eff: Vec<u8>,
    cols: Vec<Vec<u16>>,
    avail: Vec<Vec<u16>>, // by kind: accessible, not home, parked or free ; direct separately
    order: Vec<u16>,
    /// Units on stuck tops in some failing leaf.
    pub tops: Mask,
    decisions: Vec<(u16, u8)>,
    relevant: u128,
    pub probes: usize,
}

enum Closure { Fails, Wins, Conflict(Vec<(Vec<u16>, u8)>) }

impl<'a> Decider<'a> {
    pub fn new(g: &'a Relaxed) -> Self {
        Decider { g, closures: 0, node_limit: 100, nodes: 0, limited: 0, lo: vec![1; g.cards], raw: vec![0; g.kinds], eff: vec![0; g.kinds], cols: g.columns.clone(), avail: vec![Vec::new(); g.kinds], order: Vec::new(), tops: [0; 4], decisions: Vec::new(), relevant: 0, probes: std::env::var("PROBES").map_or(6, |s| s.parse().unwrap()) }
    }
    /// Whether the relaxed game may be won when only the units in P are parked. False is proven.
    pub fn wins(&mut self, p: &Mask) -> bool {
        // p over cards
        if self.strict(p) { return true; }
        if !self.initial_lo(p) { self.tops = [u64::MAX; 4]; for u in self.g.units..256 { clear(&mut self.tops, u); } return false; }
        self.nodes = 0;
        self.tops = [0; 4];
        self.decisions.clear();
        self.branch(p).is_none()
    }
    /// Earliest turns that follow from the latest turns of direct copies; false if they contradict each other.
    fn initial_lo(&mut self, p: &Mask) -> bool {
        let g = self.g;
        self.lo.iter_mut().for_each(|l| *l = 1);
        if g.decks < 2 { return true; }
        let mut at_most = vec![[0u8; 5]; g.kinds];
        for z in 0..g.cards { let k = g.kind[z] as usize; self.lo[z] = g.home[k] + 1; if !has(p, z) && g.hi[z] < g.decks { if g.hi[z] == 0 { return false; } at_most[k][g.hi[z] as usize] += 1; } }
        for a in at_most.iter_mut() { for m in 1..5 { a[m] += a[m - 1]; } }
        for z in 0..g.cards {
            let k = g.kind[z] as usize;
            for m in 1..g.decks {
                let own = if has(p, z) { g.decks } else { g.hi[z] };
                if m < g.home[k] { continue; }
                if at_most[k][m as usize] + g.home[k] > m { return false; }
                if at_most[k][m as usize] + g.home[k] == m && own > m { self.lo[z] = self.lo[z].max(m + 1); }
            }
        }
        true
    }
    /// None: wins or gave up. Some(relevant): fails, because of these decisions.
    fn branch(&mut self, p: &Mask) -> Option<u128> {
        self.nodes += 1;
        if self.nodes > self.node_limit { self.limited += 1; return None; }
        match self.optimistic(p) {
            Closure::Fails => Some(self.relevant),
            Closure::Wins => None,
            Closure::Conflict(mut conflicts) => {
                let depth = self.decisions.len();
                if depth >= 127 { self.limited += 1; return None; }
                // Probing: options that fail at once are dropped.
                let mut all = 0; // why options failed
                let mut choice: Option<(Vec<u16>, u8, u128)> = None;
                conflicts.truncate(self.probes);
                for (set, h) in conflicts {
                    let mut left = Vec::new(); let mut why_set = 0;
                    for &z in &set {
                        if h + 1 > self.g.decks { continue; }
                        let old = self.lo[z as usize];
                        self.lo[z as usize] = h + 1;
                        self.decisions.push((z, old));
                        self.nodes += 1;
                        let fails = matches!(self.optimistic(p), Closure::Fails);
                        self.decisions.pop();
                        self.lo[z as usize] = old;
                        if fails {
                            let why = self.relevant;
                            if why >> depth & 1 == 0 { return Some(why); }
                            why_set |= why & !(1 << depth);
                        } else { left.push(z); }
                    }
                    if left.is_empty() { return Some(why_set); }
                    let better = choice.as_ref().is_none_or(|c| left.len() < c.0.len());
                    if better { choice = Some((left, h, why_set)); }
                    if choice.as_ref().unwrap().0.len() == 1 { break; }
                }
                let (set, h, why_set) = choice.unwrap();
                all |= why_set;
                for z in set {
                    let old = self.lo[z as usize];
                    self.lo[z as usize] = h + 1;
                    self.decisions.push((z, old));
                    let failed = self.branch(p);
                    self.decisions.pop();
                    self.lo[z as usize] = old;
                    let why = failed?;
                    if why >> depth & 1 == 0 { return Some(why); }
                    all |= why & !(1 << depth);
                }
                Some(all)
            }
        }
    }
    /// Decisions that hold a card back at this fixpoint.
    fn note_relevant(&mut self) {
        let g = self.g;
        for i in 0..self.decisions.len() {
            if self.relevant >> i & 1 == 1 { continue; }
            let (z, old) = self.decisions[i];
            let k = g.kind[z as usize] as usize;
            if self.below(k) >= old && self.eff[k] + 1 >= old && (self.avail[k].contains(&z) || self.cols.iter().any(|c| c.last() == Some(&z))) { self.relevant |= 1 << i; }
        }
    }
    fn reset(&mut self) {
        self.closures += 1;
        let g = self.g;
        self.raw.copy_from_slice(&g.home);
        self.eff.copy_from_slice(&g.home);
        for (c, d) in self.cols.iter_mut().zip(&g.columns) { c.clear(); c.extend_from_slice(d); }
        for a in &mut self.avail { a.clear(); }
        for &z in &g.free { self.avail[g.kind[z as usize] as usize].push(z); }
    }
    #[inline]
    fn below(&self, kind: usize) -> u8 { if kind % self.g.ranks == 0 { self.g.decks } else { self.eff[kind - 1] } }

    /// feasible greedy play: direct cards first
    fn strict(&mut self, p: &Mask) -> bool {
        self.reset();
        let g = self.g;
        let mut gone = g.home.iter().map(|&h| h as usize).sum::<usize>();
        let total = g.kinds * g.decks as usize;
        for row in 0..=g.rows.len() {
            loop {
                let mut progress = false;
                // direct tops and parking
                for c in 0..self.cols.len() {
                    while let Some(&z) = self.cols[c].last() {
                        let k = g.kind[z as usize] as usize;
                        if has(p, z as usize) { self.cols[c].pop(); self.avail[k].push(z); progress = true; continue; }
                        if self.raw[k] < if k % g.ranks == 0 { g.decks } else { self.raw[k - 1] } { self.cols[c].pop(); self.raw[k] += 1; gone += 1; progress = true; continue; }
                        break;
                    }
                }
                if progress { continue; }
                // one parked card: lowest kind possible
                for k in 0..g.kinds {
                    if !self.avail[k].is_empty() && self.raw[k] < if k % g.ranks == 0 { g.decks } else { self.raw[k - 1] } {
                        self.avail[k].pop(); self.raw[k] += 1; gone += 1; progress = true; break;
                    }
                }
                if !progress { break; }
            }
            if row < g.rows.len() { for &(c, z) in &g.rows[row] { self.cols[c as usize].push(z); } }
        }
        gone == total
    }
    fn optimistic(&mut self, p: &Mask) -> Closure {
        self.reset();
        let g = self.g;
        self.order.clear();
        let mut conflict: Vec<(usize, u8, usize)> = Vec::new(); // kind, h, order length
        let total = g.cards;
        let mut tops = [0u64; 4];
        self.relevant = 0;
        for row in 0..=g.rows.len() {
            loop {
                let mut progress = false;
                for c in 0..self.cols.len() {
                    while let Some(&z) = self.cols[c].last() {
                        let k = g.kind[z as usize] as usize;
                        if has(p, z as usize) { self.cols[c].pop(); self.avail[k].push(z); progress = true; continue; }
                        let lo = self.lo[z as usize];
                        if self.below(k) >= lo && self.eff[k] >= lo - 1 { self.cols[c].pop(); self.go(z, k, &mut conflict); progress = true; continue; }
                        break;
                    }
                }
                if progress { continue; }
                for k in 0..g.kinds {
                    let b = self.below(k);
                    let e = self.eff[k];
                    if let Some(i) = self.avail[k].iter().position(|&z| { let lo = self.lo[z as usize]; b >= lo && e >= lo - 1 }) {
                        let z = self.avail[k].swap_remove(i);
                        self.go(z, k, &mut conflict); progress = true; break;
                    }
                }
                if !progress { break; }
            }
            self.note_relevant();
            for c in &self.cols { if let Some(&z) = c.last() { set(&mut tops, g.unit[z as usize] as usize); } }
            if row < g.rows.len() { for &(c, z) in &g.rows[row] { self.cols[c as usize].push(z); } }
        }
        if self.order.len() < total { self.tops = or(&self.tops, &tops); return Closure::Fails; }
        if conflict.is_empty() { return Closure::Wins; }
        let sets = conflict.iter().map(|&(k, h, len)| {
            let mut set: Vec<u16> = self.order[..len].iter().copied().filter(|&z| g.kind[z as usize] as usize == k && self.lo[z as usize] <= h).collect();
            set.sort_by_key(|&z| !has(p, z as usize) && g.unit[z as usize] != u16::MAX);
            (set, h)
        }).collect();
        Closure::Conflict(sets)
    }
    #[inline]
    fn go(&mut self, z: u16, k: usize, conflict: &mut Vec<(usize, u8, usize)>) {
        self.order.push(z);
        let b = self.below(k);
        self.raw[k] += 1;
        // conflict: number of copies with lo <= b that are home exceeds b
        if self.raw[k] > b && !conflict.iter().any(|c| c.0 == k) { conflict.push((k, b, self.order.len())); }
        let last = k - k % self.g.ranks + self.g.ranks;
        let mut limit = b;
        for j in k..last { let e = self.raw[j].min(limit); if j > k && e == self.eff[j] { break; } self.eff[j] = e; limit = e; }
    }
}
