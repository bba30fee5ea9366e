//! A position as the page draws and plays it: cards, piles, the moves played so far and those that are legal now.
//!
//! The page knows no rules. It replays transfers ([`scene`]), offers the legal moves of this answer and sends the list of
//! moves back with the next question.

use crate::finish::finish;
use crate::request::Request;
use serde::Serialize;
use winnable::format::scene::{self, Scene, SceneStep};
use winnable::format::start::Start;
use winnable::format::{board, notation};
use winnable::{Move, Position};

#[derive(Serialize)]
struct Table<'a> {
    game: &'a str,
    /// The game with what was changed: `freecell (cells=3)`.
    label: String,
    rules: String,
    deal: &'a str,
    title: String,
    /// Cards and piles at the start of the deal.
    #[serde(flatten)]
    scene: Scene,
    /// The moves played.
    played: &'a [Move],
    steps: Vec<SceneStep>,
    /// The moves played, in standard notation.
    notation: String,
    /// What may be played now.
    legal: Vec<Legal>,
    won: bool,
    /// The board now, as text.
    board: String,
    /// Home moves that win, if home moves alone do.
    finish: Option<Vec<Move>>,
}

#[derive(Serialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: Move,
    #[serde(flatten)]
    step: SceneStep,
}

/// The position of a request as JSON.
pub fn table(request: &Request) -> Result<String, String> {
    let game = request.game()?;
    let deal = request.deal(&game)?;
    let played = request.after(&game, &deal)?;
    let text = |error: scene::SceneError| error.to_string();
    let steps = scene::steps(&game, &deal.layout, &played).map_err(text)?;
    let scene = Scene::new(&game, &deal.layout).map_err(|error| error.to_string())?;
    let start = match played.is_empty() {
        true => deal.clone().into(),
        false => Start::after(deal.clone(), &played, &game).map_err(|error| error.to_string())?,
    };
    let layout = &start.deal.layout;
    let position = Position::new(game.clone(), layout.clone()).map_err(|error| error.to_string())?;
    let legal = position.legal_moves().into_iter().map(|mv| {
        let step = scene::steps(&game, layout, &[mv]).map_err(text)?.remove(0);
        Ok(Legal { mv, step })
    });
    let written = notation::write_all(&game, &deal.layout, &played);
    let table = Table {
        game: &game.name,
        label: game.label(),
        rules: game.digest(),
        deal: &start.deal.name,
        title: start.title(),
        scene,
        played: &played,
        steps,
        notation: written.split_whitespace().collect::<Vec<_>>().join(" "),
        legal: legal.collect::<Result<_, String>>()?,
        won: position.is_won(),
        board: board::write(layout, &game),
        finish: finish(&position).filter(|moves| !moves.is_empty()),
    };
    Ok(serde_json::to_string(&table).expect("plain data"))
}
