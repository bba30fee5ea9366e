//! The answer of `verify` about a solution or a certificate, in sentences.

use super::solution_reader::{self, Autoplay, SolutionError};
use super::start::NamedDeal;
use super::{board, words};
use crate::game::Game;
use crate::position::{IllegalMove, Position};
use crate::text::counted;
use crate::verify::certificate::{Certificate, CheckError};
use crate::verify::{Replay, verify};

/// A solution that cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgementError {
    /// It cannot be read.
    #[error(transparent)]
    Solution(#[from] SolutionError),
    /// It says that it belongs to another deal.
    #[error("the solution is for deal {other}, not {deal}")]
    OtherDeal {
        /// The deal that it names.
        other: String,
        /// The deal that was given.
        deal: String,
    },
}

/// A solution or certificate that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// Whether it is what it claims to be.
    pub holds: bool,
    /// The answer in sentences, each line with its end.
    pub message: String,
    /// What the verifier measured, if it is a solution that wins.
    pub replay: Option<Replay>,
}

impl Judgement {
    fn refuse(message: String) -> Judgement {
        Judgement { holds: false, message, replay: None }
    }
}

/// The verdict on a solution; an error if the text cannot be read at all.
pub fn of_solution(
    text: &str,
    rules: &Game,
    deal: &NamedDeal,
    autoplay: Option<Autoplay>,
) -> Result<Judgement, JudgementError> {
    let read = match solution_reader::read_with(text, rules, &deal.layout, autoplay) {
        Ok(read) => read,
        // A pile that the game does not have is a typing error, not a wrong solution.
        Err(error @ SolutionError::Illegal { .. })
            if !matches!(error, SolutionError::Illegal { why: IllegalMove::NoSuchPile { .. }, .. }) =>
        {
            return Ok(Judgement::refuse(format!("Not a solution: {error}.\n")));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(written) = &read.deal
        && *written != deal.name
        && written != "board"
        && deal.name != "board"
    {
        return Err(JudgementError::OtherDeal { other: written.clone(), deal: deal.name.clone() });
    }
    let how = match read.reading.is_plain() {
        true => String::new(),
        false => format!("Read as {}.\n", read.reading),
    };
    Ok(match verify(rules, &deal.layout, &read.moves) {
        Ok(replay) => {
            let mut message = format!(
                "It wins: {} ({}).\n{how}",
                counted(replay.moves.into(), "move"),
                counted(replay.cards.into(), "single-card move")
            );
            if read.automatic > 0 {
                let written = read.moves.len() - read.automatic;
                message += &format!(
                    "{} written, {} went home without being written.\n",
                    counted(written as u64, "move"),
                    counted(read.automatic as u64, "card")
                );
            }
            if let Some(first) = replay.granted.first() {
                message += &format!(
                    "{} (the first is move {}) granted by the rules and cannot be replayed card by card.\n",
                    match replay.granted.len() {
                        1 => "1 group move is".to_string(),
                        n => format!("{n} group moves are"),
                    },
                    first + 1
                );
            }
            Judgement { holds: true, message, replay: Some(replay) }
        }
        Err(why) => Judgement::refuse(format!("Not a solution: {why}.\n{how}")),
    })
}

/// The verdict on a certificate.
pub fn of_certificate(certificate: &Certificate, rules: &Game, deal: &NamedDeal) -> Judgement {
    match certificate.check(rules, &deal.layout, &mut |_| ()) {
        Ok(checked) => {
            let message = format!(
                "The certificate holds: {}, {}, none leads out of the set or to a win.\n\
                 Proven: the deal cannot be won.\n",
                counted(checked.positions, "position"),
                counted(checked.moves, "move")
            );
            Judgement { holds: true, message, replay: None }
        }
        Err(error) => Judgement::refuse(format!("Not a proof: {}.\n", explained(&error, rules))),
    }
}

/// The error, with the position that it is about.
fn explained(error: &CheckError, rules: &Game) -> String {
    match error {
        CheckError::LeavesTheSet { position, from, mv } => {
            let here = Position::new(rules.clone(), (**from).clone());
            let step = here.map_or(mv.to_string(), |here| words::step(&here, mv, &|card| card.to_string()));
            let board = board::write(from, rules);
            format!(
                "{step}, from position {position}, leads to a position that is not in the set. The position is\n{board}"
            )
        }
        CheckError::HomeLeavesTheSet { from, .. } => format!("{error}. The position is\n{}", board::write(from, rules)),
        _ => error.to_string(),
    }
}
