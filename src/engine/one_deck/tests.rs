use super::*;
use crate::deal::DealNumber;
use crate::engine::perft;
use crate::engine::{SearchEngine, Space};
use crate::rules::{FoundationReturn, Rules, preset};

type FreeCell = OneDeck<12, 18>;

fn engine<const P: usize>(game: &str, number: u64) -> OneDeck<P, 18> {
    let rules = preset(game).unwrap();
    OneDeck::new(&rules, &DealNumber::Microsoft(number).deal(&rules)).unwrap()
}

#[test]
fn freecell_keys_take_18_bytes() {
    for number in 1..100 {
        assert!(engine::<12>("freecell", number).key_bytes() == 18);
    }
    assert!(engine::<20>("penguin", 1).key_bytes() <= 18);
    assert!(engine::<20>("king-albert", 1).key_bytes() <= 18);
}

/// Random walks: incrementally updated keys equal recomputed ones, and a restored state equals the
/// encoded one up to the order of columns and cells.
#[test]
fn keys_follow_moves_and_restore_positions() {
    for (game, number) in [("freecell", 1), ("seven-by-four", 9), ("bakers-game", 3), ("eight-off", 5), ("penguin", 7)]
    {
        let mut engine = engine::<20>(game, number);
        let mut seed = number;
        for _ in 0..20 {
            let mut state = engine.start();
            for _ in 0..200 {
                let mut actions = Vec::new();
                engine.actions(&state, &mut actions);
                let Some(choice) = actions.len().checked_sub(1) else { break };
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                state = engine.apply(&state, actions[(seed >> 33) as usize % (choice + 1)]);
                assert_eq!(state.key, engine.recomputed_key(&state));
                let restored = engine.restore(&state.key);
                assert_eq!(sorted(engine.unpack(&restored)), sorted(engine.unpack(&state)));
            }
        }
    }
}

/// `key_after` computes the keys of successors without building them. For every size of state, with
/// and without return from foundations, they equal the keys of the successors after all forced
/// moves.
#[test]
fn key_after_is_the_key_after_forced_moves() {
    fn compare<const P: usize, const N: usize>(rules: &Rules) -> (usize, usize) {
        let (mut seed, mut compared, mut followed) = (1u64, 0, 0);
        for number in 1..=60 {
            let layout = DealNumber::Microsoft(number).deal(rules);
            let every_move = Pruning { space: Space::Plain, ..Pruning::default() };
            let mut engine = OneDeck::<P, N>::new(rules, &layout).unwrap().with_pruning(every_move);
            let mut state = engine.start();
            for _ in 0..100 {
                while let Some(action) = engine.forced(&state) {
                    state = engine.apply(&state, action);
                }
                let mut actions = Vec::new();
                engine.actions(&state, &mut actions);
                for &action in &actions {
                    let made = engine.apply(&state, action);
                    let mut next = made;
                    while let Some(action) = engine.forced(&next) {
                        next = engine.apply(&next, action);
                    }
                    assert_eq!(engine.key_after(&state, action), next.key, "{} {number}", rules.name);
                    compared += 1;
                    followed += usize::from(next.key != made.key);
                }
                let Some(choice) = actions.len().checked_sub(1) else { break };
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                state = engine.apply(&state, actions[(seed >> 33) as usize % (choice + 1)]);
            }
        }
        (compared, followed)
    }
    for foundation_return in [FoundationReturn::None, FoundationReturn::Tableau, FoundationReturn::TableauAndCells] {
        let rules = |name: &str| Rules { foundation_return, ..preset(name).unwrap() };
        for (compared, followed) in [
            compare::<12, 18>(&rules("freecell")),
            compare::<20, 18>(&rules("eight-off")),
            compare::<40, 28>(&Rules { cells: 20, ..rules("freecell") }),
        ] {
            assert!(compared > 5_000 && followed > 100, "{compared} keys, {followed} after forced moves");
        }
    }
}

fn sorted(mut layout: Layout) -> Layout {
    layout.columns.sort();
    layout.cells.sort();
    layout
}

#[test]
fn packing_and_unpacking_a_deal_is_the_identity() {
    let rules = preset("eight-off").unwrap();
    let layout = DealNumber::Microsoft(1).deal(&rules);
    let engine: OneDeck<20, 18> = OneDeck::new(&rules, &layout).unwrap();
    assert_eq!(engine.unpack(&engine.start()), layout);
}

#[test]
fn other_games_need_another_engine() {
    for (game, why) in [
        ("big-freecell", Unsupported::Decks),
        ("stalactites", Unsupported::AnySuitFoundations),
        ("penguin", Unsupported::Piles),
    ] {
        let rules = preset(game).unwrap();
        let layout = DealNumber::Microsoft(1).deal(&rules);
        assert_eq!(FreeCell::new(&rules, &layout).unwrap_err(), why);
    }
}

#[test]
fn successors_of_the_first_deal() {
    // 8 tops into any of 4 cells, 2 builds: counted by hand on the board of deal 1.
    let mut engine = engine::<12>("freecell", 1);
    let mut actions = Vec::new();
    engine.actions(&engine.start(), &mut actions);
    let builds = actions.iter().filter(|a| a.onto < 52).count();
    assert_eq!(perft::paths(&mut engine, 1), 32 + builds as u64);
}
