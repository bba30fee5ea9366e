//! Writes certificates: the closed set of states that proves a deal unwinnable.
//!
//! The proof search itself keeps no more than it needs, so the set is generated again: depth-first
//! over all states without forced moves, by all legal moves, with no pruning except safe home
//! moves, because this is what the checker of a certificate ([`crate::verify::certificate`])
//! follows. Then every state is written as a record, and the records are sorted.
//!
//! Memory: the set of keys (18 to 96 bytes per state, and a quarter of free slots), then the
//! records beside it (16 to 24 bytes per state for one deck, up to 96).

use super::best_first::after_forced_moves;
use super::{SearchEngine, SuccessorBuffer, expand_all};
use crate::container::exact_set::ExactSet;
use crate::container::footprint::Footprint;
use crate::container::hash::hash;
use crate::game::Game;
use crate::layout::Layout;
use crate::search::Budget;
use crate::verdict::Reason;
use crate::verify::certificate::{Certificate, ColumnTable, Encoding};

/// Interval between checks of the clock, in states.
const CLOCK: usize = 1 << 12;

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The deal can be won.
    #[error("the deal can be won, so there is nothing to certify")]
    Winnable,
    /// A limit was reached.
    #[error("no certificate: {0}")]
    GaveUp(Reason),
}

/// The deal that a certificate is for.
pub(super) struct Claim<'a> {
    pub rules: &'a Game,
    pub deal: &'a str,
    pub layout: &'a Layout,
}

/// The certificate that a deal cannot be won. The engine must use no pruning except safe home
/// moves.
pub(super) fn certificate<E: SearchEngine<Key = [u8; N]>, const N: usize>(
    engine: &mut E,
    claim: &Claim,
    limits: &Budget,
) -> Result<Certificate, NoCertificate> {
    let keys = reachable(engine, limits)?;
    let mut columns = ColumnTable::new();
    let each = |engine: &mut E, key: &[u8; N], with: &mut dyn FnMut(&Layout)| {
        let state = engine.restore(key);
        with(&engine.unpack(&state));
    };
    let fits = |bytes: u64| match bytes > limits.memory {
        true => Err(NoCertificate::GaveUp(Reason::Memory)),
        false => Ok(()),
    };
    for key in keys.iter() {
        each(engine, key, &mut |layout| intern_columns(&mut columns, layout));
        fits(keys.bytes() as u64 + engine.memory() + columns.bytes())?;
    }
    let encoding = Encoding::new(claim.rules, columns.len());
    let width = encoding.width();
    // The records beside the keys, then a copy to sort beside the records.
    let beside = keys.bytes().max(keys.len() * room(width));
    fits((keys.len() * width + beside) as u64 + engine.memory() + columns.bytes())?;
    let mut records = Vec::with_capacity(keys.len() * width);
    for key in keys.iter() {
        each(engine, key, &mut |layout| {
            encoding.encode(layout, &columns, &mut records).expect("all columns have been interned");
        });
    }
    drop(keys);
    sort(&mut records, width);
    let (rules, deal, start) = (claim.rules.clone(), claim.deal.to_string(), claim.layout.clone());
    Ok(Certificate { rules, deal, start, columns, records })
}

fn intern_columns(columns: &mut ColumnTable, layout: &Layout) {
    for column in layout.columns.iter().chain([&layout.waste]) {
        columns.intern(column);
    }
    let stock: Vec<_> = layout.stock.iter().rev().copied().collect();
    columns.intern(&stock);
}

/// The keys of all reachable states without forced moves.
fn reachable<E: SearchEngine<Key = [u8; N]>, const N: usize>(
    engine: &mut E,
    limits: &Budget,
) -> Result<ExactSet<N>, NoCertificate> {
    let clock = limits.start();
    let (mut seen, mut stack) = (ExactSet::new(), Vec::new());
    let start = engine.start();
    let start = after_forced_moves(engine, start);
    if engine.is_won(&start) {
        return Err(NoCertificate::Winnable);
    }
    let key = engine.key(&start);
    seen.insert(&key, hash(&key));
    stack.push(key);
    let mut successors = SuccessorBuffer::default();
    while let Some(key) = stack.pop() {
        if seen.len() as u64 > limits.states {
            return Err(NoCertificate::GaveUp(Reason::States));
        }
        if seen.len() % CLOCK == 0
            && let Some(reason) = clock.check(seen.len() as u64, seen.bytes() as u64)
        {
            return Err(NoCertificate::GaveUp(reason));
        }
        if let Some(capacity) = engine.is_full() {
            return Err(NoCertificate::GaveUp(Reason::Capacity(capacity)));
        }
        if seen.bytes() as u64 + stack.footprint() + engine.memory() > limits.memory {
            return Err(NoCertificate::GaveUp(Reason::Memory));
        }
        let state = engine.restore(&key);
        successors.clear();
        expand_all(engine, &state, &mut successors);
        for i in 0..successors.states().len() {
            let next = after_forced_moves(engine, successors.states()[i]);
            if engine.is_won(&next) {
                return Err(NoCertificate::Winnable);
            }
            let key = engine.key(&next);
            if seen.insert(&key, hash(&key)) {
                stack.push(key);
            }
        }
    }
    Ok(seen)
}

/// Sorts records of a fixed width.
fn sort(records: &mut Vec<u8>, width: usize) {
    fn sort_as<const ROOM: usize>(records: &mut Vec<u8>, width: usize) {
        let widen = |record: &[u8]| {
            let mut wide = [0; ROOM];
            wide[..width].copy_from_slice(record);
            wide
        };
        let mut wide: Vec<[u8; ROOM]> = records.chunks_exact(width).map(widen).collect();
        wide.sort_unstable();
        records.clear();
        wide.iter().for_each(|record| records.extend_from_slice(&record[..width]));
    }
    match room(width) {
        24 => sort_as::<24>(records, width),
        48 => sort_as::<48>(records, width),
        _ => sort_as::<128>(records, width),
    }
}

/// Bytes that a record takes while it is sorted.
fn room(width: usize) -> usize {
    match width {
        0..=24 => 24,
        25..=48 => 48,
        _ => 128,
    }
}
