use super::*;
use crate::deal::DealNumber;
use crate::engine::perft;
use crate::rules::preset;

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

/// Random walks with a plain generator: keys kept move by move equal recomputed ones, and what a key restores is the
/// same position up to the order of columns and cells.
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
