//! Perft: every packed state counts as the reference position does, for every preset that it takes.
//!
//! Counts are kept in `fixtures/perft/*.csv`: deal, depth, move sequences of that length, positions first reached at
//! that depth up to symmetry. States that list every legal move must match them all, the reference those that it reaches in
//! test time; states that list fewer moves are compared with the reference directly. After a deliberate change of
//! rules, `cargo test --release --test truth perft -- --ignored` writes the files anew, from the reference alone.

use crate::support::engine::{COMPLETE, KINDS, Kind, Visitor, reference_paths, reference_positions, visit_every_kind};
use crate::support::position;
use std::collections::HashMap;
use std::path::PathBuf;
use winnable::engine::{Engine, one_deck, perft};
use winnable::position::Position;
use winnable::rules::{PRESETS, Rules};

const DEALS: [u64; 2] = [1, 617];

/// Depth up to which the reference counts in test time.
const REFERENCE_DEPTH: usize = 3;

/// Depth up to which there are counts: deep enough to take minutes with the reference.
fn depth(rules: &Rules) -> usize {
    match rules.columns.len() {
        _ if one_deck::supports(rules) => 4,
        0..=6 => 6,
        7..=8 => 4,
        9..=10 => 3,
        _ => 2,
    }
}

fn games() -> impl Iterator<Item = Rules> {
    PRESETS.iter().map(|p| p.rules())
}

fn fixture(rules: &Rules) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/perft/{}.csv", rules.name))
}

/// The counts of a game: deal, depth, paths, positions.
fn read_fixture(rules: &Rules) -> Vec<[u64; 4]> {
    let path = fixture(rules);
    let mut reader = csv::Reader::from_path(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows: Vec<[u64; 4]> = reader.deserialize().map(|row| row.expect("four numbers in a row")).collect();
    assert_eq!(rows.len(), DEALS.len() * depth(rules), "{}", rules.name);
    rows
}

/// Compares counts of a deal with its rows of a fixture, and how many games each kind of state has taken part in.
#[derive(Default)]
struct Counts {
    deal: u64,
    rows: Vec<[u64; 4]>,
    taken: HashMap<&'static str, u32>,
}

impl Visitor for Counts {
    fn visit<E: Engine>(&mut self, engine: &mut E, kind: Kind, start: &Position) {
        *self.taken.entry(kind.name).or_default() += 1;
        let about = format!("{} {} {}", kind.name, start.rules().name, self.deal);
        if !kind.complete {
            assert_eq!(perft::positions(engine, 2), reference_positions(start, 2, kind), "{about}");
            assert_eq!(perft::paths(engine, 2), reference_paths(start, 2, kind), "{about}");
            return;
        }
        let positions = perft::positions(engine, depth(start.rules()));
        for [_, depth, paths, count] in self.rows.iter().filter(|row| row[0] == self.deal) {
            assert_eq!(positions[*depth as usize], *count, "{about} depth {depth}");
            assert_eq!(perft::paths(engine, *depth as usize), *paths, "{about} depth {depth}");
        }
    }
}

#[test]
fn every_state_counts_as_the_fixtures_say() {
    let mut counts = Counts::default();
    for rules in games() {
        counts.rows = read_fixture(&rules);
        for deal in DEALS {
            counts.deal = deal;
            visit_every_kind(&position(&rules, deal), &mut counts);
        }
    }
    for kind in KINDS {
        println!("{kind}: {:?}", counts.taken.get(kind));
        assert!(counts.taken.get(kind).is_some_and(|&taken| taken >= 2), "no game of {kind}");
    }
}

#[test]
fn the_reference_counts_as_the_fixtures_say() {
    for rules in games() {
        for [deal, depth, paths, count] in read_fixture(&rules) {
            if depth as usize <= REFERENCE_DEPTH {
                let (start, depth) = (position(&rules, deal), depth as usize);
                assert_eq!(reference_positions(&start, depth, COMPLETE)[depth], count, "{} {deal}", rules.name);
                assert_eq!(reference_paths(&start, depth, COMPLETE), paths, "{} {deal}", rules.name);
            }
        }
    }
}

#[test]
#[ignore = "writes fixtures/perft from the reference position"]
fn write_fixtures() {
    for rules in games() {
        let mut writer = csv::Writer::from_path(fixture(&rules)).unwrap();
        writer.write_record(["deal", "depth", "paths", "positions"]).unwrap();
        for deal in DEALS {
            let start = position(&rules, deal);
            let positions = reference_positions(&start, depth(&rules), COMPLETE);
            for (depth, count) in positions.iter().enumerate().skip(1) {
                writer.serialize([deal, depth as u64, reference_paths(&start, depth, COMPLETE), *count]).unwrap();
            }
        }
        writer.flush().unwrap();
    }
}
