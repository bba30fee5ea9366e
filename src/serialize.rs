//! Serde for the vocabulary: cards, piles, metrics and reasons are strings, as they are displayed; a move is an object
//! with the fields of a step in a record.

use crate::card::{Card, Rank};
use crate::metric::Metric;
use crate::moves::{Move, Pile};
use crate::verdict::Reason;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Reads a text with `FromStr`, without an allocation where the source has the text in memory.
struct FromText<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty: $text:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text: fn($type) -> _ = $text;
                serializer.serialize_str(&text(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(FromText(PhantomData))
            }
        }
    )*};
}

as_text! {
    Card: |card| card.name();
    Rank: |rank| rank.letter().to_string();
    Pile: |pile| pile.name();
    Metric: |metric| metric.word();
    Reason: |reason| reason.word();
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Move", if self.card.is_some() { 4 } else { 3 })?;
        match &self.card {
            Some(card) => fields.serialize_field("card", card)?,
            None => fields.skip_field("card")?,
        }
        fields.serialize_field("count", &self.count)?;
        fields.serialize_field("from", &self.from)?;
        fields.serialize_field("to", &self.to)?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(expecting = "an object with card, count, from and to")]
        struct Fields {
            #[serde(default)]
            card: Option<Card>,
            #[serde(default = "one")]
            count: u8,
            from: Pile,
            to: Pile,
        }
        fn one() -> u8 {
            1
        }
        let Fields { card, count, from, to } = Fields::deserialize(deserializer)?;
        Ok(Move { card, count, from, to })
    }
}
