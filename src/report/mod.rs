//! Results for people to look at: boards drawn as text, and pages for a browser.

pub mod player;
pub mod scene;
pub mod tabletop;
