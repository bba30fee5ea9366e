//! Writes certificates: the closed set of positions that a proof of unwinnability has gone through.
//!
//! The proof itself keeps no more than it needs, so the set is made anew: depth-first through all settled positions, by
//! every legal move, without any pruning but safe home moves, since that is what the checker of a certificate
//! ([`crate::verify::certificate`]) follows. Then every position is written as a record of the certificate, and the
//! records are sorted.
//!
//! Memory: the set of keys (18 to 96 bytes a position, and a quarter of room), then the records beside it (16 to 24 bytes a
//! position in games of one deck, up to 96).

use crate::game::Game;
use super::best_first::settled;
use super::{SearchEngine, Successors, expand_all};
use crate::layout::Layout;
use crate::search::Budget;
use crate::container::exact_set::ExactSet;
use crate::container::hash::hash;
use crate::verdict::Reason;
use crate::verify::certificate::{Certificate, ColumnTable, Encoding};

/// How often the clock is looked at, in positions.
const CLOCK: usize = 1 << 12;

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The deal can be won.
    #[error("the deal can be won, so there is nothing to certify")]
    Winnable,
    /// A limit was reached.
    #[error("no certificate: {0}")]
    GaveUp(Reason),
}

/// What a certificate is for.
pub(super) struct Claim<'a> {
    pub rules: &'a Game,
    pub deal: &'a str,
    pub layout: &'a Layout,
}

/// The certificate that a deal cannot be won, from an engine of the deal without pruning but safe home moves.
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
    for key in keys.iter() {
        each(engine, key, &mut |layout| note_columns(&mut columns, layout));
    }
    let encoding = Encoding::new(claim.rules, columns.len());
    let width = encoding.width();
    if (keys.bytes() + keys.len() * width) as u64 > limits.memory {
        return Err(NoCertificate::GaveUp(Reason::Memory));
    }
    let mut records = Vec::with_capacity(keys.len() * width);
    for key in keys.iter() {
        each(engine, key, &mut |layout| {
            encoding.encode(layout, &columns, &mut records).expect("all columns have been noted");
        });
    }
    drop(keys);
    sort(&mut records, width);
    let (rules, deal, start) = (claim.rules.clone(), claim.deal.to_string(), claim.layout.clone());
    Ok(Certificate { rules, deal, start, columns, records })
}

fn note_columns(columns: &mut ColumnTable, layout: &Layout) {
    for column in layout.columns.iter().chain([&layout.waste]) {
        columns.intern(column);
    }
    let stock: Vec<_> = layout.stock.iter().rev().copied().collect();
    columns.intern(&stock);
}

/// The keys of all settled positions that can be reached.
fn reachable<E: SearchEngine<Key = [u8; N]>, const N: usize>(
    engine: &mut E,
    limits: &Budget,
) -> Result<ExactSet<N>, NoCertificate> {
    let clock = limits.start();
    let (mut seen, mut stack) = (ExactSet::new(), Vec::new());
    let start = engine.start();
    let start = settled(engine, start);
    if engine.is_won(&start) {
        return Err(NoCertificate::Winnable);
    }
    let key = engine.key(&start);
    seen.insert(&key, hash(&key));
    stack.push(key);
    let mut successors = Successors::default();
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
        if (seen.bytes() + stack.capacity() * N) as u64 + engine.held() > limits.memory {
            return Err(NoCertificate::GaveUp(Reason::Memory));
        }
        let state = engine.restore(&key);
        successors.clear();
        expand_all(engine, &state, &mut successors);
        for i in 0..successors.states().len() {
            let next = settled(engine, successors.states()[i]);
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
    match width {
        0..=24 => sort_as::<24>(records, width),
        25..=48 => sort_as::<48>(records, width),
        _ => sort_as::<128>(records, width),
    }
}
