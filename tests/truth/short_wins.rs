//! Wins out of the complete search are shortened before they are shown: no position comes twice, and they can be followed.

use std::collections::HashSet;
use winnable::{DealNumber, Game, Position, Solver, Verdict, verify};

#[test]
fn a_win_of_the_complete_search_has_no_loops() {
    let mut rules = winnable::preset("freecell").unwrap();
    rules.apply_override("cells=1").unwrap();
    let game = Game::new(rules).unwrap();
    let layout = game.deal(DealNumber::Microsoft(125));
    let answer = Solver::new(game.clone()).solve(&layout).unwrap();
    assert_eq!(answer.verdict, Verdict::Winnable);
    let solution = answer.solution.unwrap();
    verify(&game, &layout, &solution.moves).unwrap();
    let mut position = Position::new(game, layout).unwrap();
    let mut seen = HashSet::from([position.canonical()]);
    for mv in &solution.moves {
        position.play(mv).unwrap();
        assert!(seen.insert(position.canonical()), "the position after {mv} comes twice");
    }
    // 2,920 moves before they are shortened. People follow wins of up to some six moves for each card.
    assert!(solution.moves.len() <= 300, "{} moves", solution.moves.len());
}
