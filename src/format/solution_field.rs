//! The field `solution` of a record: a list of moves, or the same in notation as one text.

use crate::moves::Move;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

pub(super) enum SolutionField {
    Moves(Vec<Move>),
    Notation(String),
}

impl SolutionField {
    pub fn of(moves: Option<Vec<Move>>, notation: Option<String>) -> Option<SolutionField> {
        moves.map(SolutionField::Moves).or(notation.map(SolutionField::Notation))
    }

    pub fn parts(field: Option<SolutionField>) -> (Option<Vec<Move>>, Option<String>) {
        match field {
            None => (None, None),
            Some(SolutionField::Moves(moves)) => (Some(moves), None),
            Some(SolutionField::Notation(text)) => (None, Some(text)),
        }
    }
}

impl Serialize for SolutionField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SolutionField::Moves(moves) => moves.serialize(serializer),
            SolutionField::Notation(text) => serializer.serialize_str(text),
        }
    }
}

// By hand rather than `untagged`, which would lose what is wrong with a move.
impl<'de> Deserialize<'de> for SolutionField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SolutionField, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = SolutionField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves, or a text in notation")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SolutionField, E> {
                Ok(SolutionField::Notation(text.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, moves: A) -> Result<SolutionField, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(moves)).map(SolutionField::Moves)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
