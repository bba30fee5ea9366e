//! Mistakes on the command line that clap's own messages do not explain: a deal without a command, too many deals, moves
//! without quotes, negative numbers.

use clap::error::{ContextKind, ErrorKind};
use std::ffi::OsString;

/// A better message than clap's where the intention is clear.
pub fn better_message(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let text = |kind| error.get(kind).map(ToString::to_string);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand).filter(|word| is_deal(word))?;
            let command = if word.contains("..") { "analyze" } else { "solve" };
            Some(format!("`{word}` is not a command; did you mean `winnable {command} {word}`?"))
        }
        ErrorKind::UnknownArgument => surplus(&text(ContextKind::InvalidArg)?, arguments),
        _ => None,
    }
}

/// Leaves out clap's tip to write a mistyped option as a value: nobody wants that.
pub fn without_useless_tip(error: &mut clap::Error) {
    if error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::SuggestedArg).is_none() {
        error.remove(ContextKind::Suggested);
    }
}

fn is_deal(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// An argument for which there is no place. Of `-4G` clap shows `-4` alone.
fn surplus(word: &str, arguments: &[OsString]) -> Option<String> {
    let is_option = word.starts_with('-');
    let shown = |given: &str| given == word || is_option && given.starts_with(word);
    let at = arguments.iter().rposition(|given| given.to_str().is_some_and(shown))?;
    let before = arguments[at.checked_sub(1)?].to_string_lossy();
    let given = arguments[at].to_string_lossy();
    if is_option {
        return match word[1..].starts_with(|c: char| c.is_ascii_digit()) {
            false => None,
            true if before.starts_with('-') => Some(format!("`{before} {given}`: the number must not be negative")),
            true => Some(format!("`{given}` is no option and no deal; the first deal is number 1")),
        };
    }
    let takes_moves = arguments.get(1).is_some_and(|command| command == "verify" || command == "review")
        || arguments[..at].iter().any(|argument| argument == "--after");
    if before == "--solutions" {
        Some(format!("`{given}` is no form of solutions; write --solutions moves or --solutions notation"))
    } else if takes_moves {
        Some(format!("`{given}` is one argument too many; write several moves in quotes: \"{before} {given}\""))
    } else if is_deal(word) {
        Some(format!(
            "`{given}` is one argument too many; for several deals use `winnable analyze 617,{given}` or `winnable analyze 1..10`"
        ))
    } else {
        None
    }
}
