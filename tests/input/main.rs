//! Whatever is read is right, or refused with what is wrong and where; whatever is printed reads back.

#[path = "../support/mod.rs"]
mod support;

mod any_rules;
mod parsers;
mod texts;
mod wild;
