//! Results for people: boards and tables as text, and pages for a browser.

pub mod bench;
mod chart;
mod html;
pub mod page;
pub mod player;
pub mod table;
pub mod tabletop;
