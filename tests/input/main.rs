//! Input is read correctly, or refused with what is wrong and where; output reads back.

#[path = "../support/mod.rs"]
mod support;

mod any_rules;
mod parsers;
mod texts;
mod wild;
