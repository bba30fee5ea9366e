//! The end of a game that plays itself: cards that only need to go home.

use winnable::{Move, Pile, Position};

/// Home moves that win from here, if home moves alone do.
pub fn finish(position: &Position) -> Option<Vec<Move>> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    while !position.is_won() {
        let goes_home = |mv: &Move| matches!(mv.to, Pile::Foundation(_)) && !matches!(mv.from, Pile::Foundation(_));
        let mv = position.legal_moves().into_iter().find(goes_home)?;
        position.play(&mv).ok()?;
        moves.push(mv);
    }
    Some(moves)
}
