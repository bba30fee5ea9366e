//! Wins out of the complete search are short enough to be followed, and shortening them changes nothing else.

use winnable::{DealNumber, Game, Solver, Verdict, verify};

#[test]
fn a_win_of_the_complete_search_is_short() {
    let mut rules = winnable::preset("freecell").unwrap();
    rules.apply_override("cells=1").unwrap();
    let game = Game::new(rules).unwrap();
    let layout = game.deal(DealNumber::Microsoft(125));
    let answer = Solver::new(game.clone()).solve(&layout).unwrap();
    assert_eq!(answer.verdict, Verdict::Winnable);
    let solution = answer.solution.unwrap();
    // 2,920 moves before they were shortened.
    assert!(solution.moves.len() < 2_000, "{} moves", solution.moves.len());
    verify(&game, &layout, &solution.moves).unwrap();
}
