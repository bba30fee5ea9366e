//! A page that plays a solution: one self-contained file, forward and back with keyboard and mouse.
//!
//! The page is three files of this folder put together: `player.html` (the frame), `player.css` and `player.js`. The
//! last is the player itself: it takes any element and any data of the shape below, so that other pages can use it as
//! it is; its head documents both. It knows no rules: see [`crate::format::scene`].

use super::html;
use crate::format::scene::{self, Scene, SceneError, SceneStep};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use minijinja::context;
use serde::Serialize;
use std::cmp::Ordering;

const FRAME: &str = include_str!("player.html");
const STYLE: &str = include_str!("player.css");
const PLAYER: &str = include_str!("player.js");
/// Starts the player on the page's own data.
const START: &str = "winnablePlayer.mount(document.getElementById(\"player\"), \
    JSON.parse(document.getElementById(\"data\").textContent), { hash: true, keys: window });\n";

/// What the page's script reads.
#[derive(Serialize)]
struct Data<'a> {
    game: &'a str,
    title: &'a str,
    answer: &'a str,
    #[serde(flatten)]
    scene: Scene,
    steps: Vec<DataStep>,
}

#[derive(Serialize)]
struct DataStep {
    #[serde(flatten)]
    step: SceneStep,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// What a page says above its board.
pub struct Caption<'a> {
    /// The deal.
    pub title: &'a str,
    /// What is known about it, in a sentence.
    pub answer: &'a str,
    /// Where a played game was lost.
    pub loss: Option<Loss>,
}

/// Where a played game was lost: the move is marked, and so are those after it.
pub struct Loss {
    /// The number of the first move after which the game is lost, from 1.
    pub at: usize,
    /// What to say about it.
    pub note: String,
}

/// The page for a deal with its solution, or with a played game. Without moves it shows the deal.
pub fn page(rules: &Game, layout: &Layout, moves: &[Move], caption: Caption) -> Result<String, SceneError> {
    let Caption { title, answer, loss } = caption;
    let marked = |(number, step): (usize, SceneStep)| {
        let mark = loss.as_ref().and_then(|loss| match number.cmp(&loss.at) {
            Ordering::Less => None,
            Ordering::Equal => Some("lost"),
            Ordering::Greater => Some("after"),
        });
        let note = loss.as_ref().filter(|loss| loss.at == number).map(|loss| loss.note.clone());
        DataStep { step, mark, note }
    };
    let steps = (1..).zip(scene::steps(rules, layout, moves)?).map(marked).collect();
    let answer = answer.trim();
    let data = Data { game: &rules.name, title, answer, scene: Scene::new(rules, layout)?, steps };
    let script = format!("{PLAYER}{START}");
    Ok(html::render(
        FRAME,
        context! {
            title,
            answer,
            policy => html::policy(STYLE, &script),
            style => STYLE,
            data => html::embedded(&data),
            script,
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::position::Position;
    use crate::rules::preset;
    use serde_json::Value;

    fn caption<'a>(title: &'a str, answer: &'a str) -> Caption<'a> {
        Caption { title, answer, loss: None }
    }

    fn embedded(page: &str) -> Value {
        let (_, after) = page.split_once("type=\"application/json\">").unwrap();
        serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
    }

    #[test]
    fn the_page_carries_the_deal_and_loads_nothing() {
        for game in ["freecell", "seven-by-four", "big-freecell", "freecell-four-deck", "fours-up"] {
            let rules = Game::preset(game).unwrap();
            let layout = DealNumber::Microsoft(1).deal(&rules);
            let position = Position::new(rules.clone(), layout.clone()).unwrap();
            let mv = position.legal_moves()[0];
            let page = page(&rules, &layout, &[mv], caption("Deal 1", "It is what it is.")).unwrap();
            let data = embedded(&page);
            assert_eq!(data["cards"].as_array().unwrap().len(), rules.cards());
            assert_eq!(data["steps"].as_array().unwrap().len(), 1);
            // The one address is a name: that of the SVG elements.
            let page = page.replace("http://www.w3.org/2000/svg", "");
            for loads in ["http:", "https:", "src=", "@import", "url(", "fetch(", "XMLHttp", "innerHTML =", "unsafe-"] {
                assert!(!page.contains(loads), "{loads}");
            }
        }
    }

    #[test]
    fn the_losing_move_and_those_after_it_are_marked() {
        let rules = Game::preset("freecell").unwrap();
        let layout = DealNumber::Microsoft(1).deal(&rules);
        let mut position = Position::new(rules.clone(), layout.clone()).unwrap();
        let mut moves = Vec::new();
        for _ in 0..4 {
            moves.push(position.legal_moves()[0]);
            position.play(&moves[moves.len() - 1]).unwrap();
        }
        let loss = Loss { at: 2, note: "Instead: <b>.".into() };
        let page = page(&rules, &layout, &moves, Caption { loss: Some(loss), ..caption("Deal 1", "Lost.") }).unwrap();
        let data = embedded(&page);
        let marks: Vec<&Value> = data["steps"].as_array().unwrap().iter().map(|step| &step["mark"]).collect();
        assert_eq!(marks, [&Value::Null, &"lost".into(), &"after".into(), &"after".into()]);
        assert_eq!(data["steps"][1]["note"], "Instead: <b>.");
        assert!(data["steps"][2].get("note").is_none());
    }

    #[test]
    fn names_cannot_break_out() {
        let mut rules = preset("freecell").unwrap();
        rules.name = "</script><script>alert(1)</script>{{data}}".into();
        let rules = Game::of_checked(rules);
        let layout = DealNumber::Microsoft(1).deal(&rules);
        let page = page(&rules, &layout, &[], caption("<b>\"&", "<i>")).unwrap();
        assert_eq!(page.matches("</script>").count(), 2);
        assert_eq!(embedded(&page)["game"], rules.name);
        assert!(page.contains("&lt;b&gt;&quot;&amp;") && !page.contains("<i>"));
    }
}
