//! Rules as data: every game of the family is one value of [`Rules`], never an `if` on its name.
//!
//! The parameters and their meaning are those of the rule description that `winnable games NAME` prints; presets
//! live in [`presets`], reading and writing in [`text`], checks in [`validate`], and a short digest that names
//! exactly these rules in records and checkpoints in [`digest`]; [`changed`] says how rules differ from a preset.

pub(crate) mod changed;
mod digest;
mod order;
pub mod presets;
pub mod text;
mod validate;

pub use order::RankOrder;
pub use presets::{PRESETS, preset};
pub use text::RulesError;

use crate::card::Rank;

/// Largest number of decks.
pub const MAX_DECKS: usize = 4;
/// Largest number of columns.
pub const MAX_COLUMNS: usize = 20;
/// Largest number of cells.
pub const MAX_CELLS: usize = 20;
/// Largest number of cards in play.
pub const MAX_CARDS: usize = 52 * MAX_DECKS;

/// How cards are built down on columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Build {
    /// Red on black, black on red.
    AlternateColor,
    /// Same suit only.
    SameSuit,
    /// Any suit.
    AnySuit,
    /// No building on columns at all.
    None,
}

impl Build {
    /// Whether cards that follow each other by this rule also do by the other one.
    pub fn implies(self, other: Build) -> bool {
        self == other || self == Build::None || (other == Build::AnySuit)
    }

    /// The word used in rule descriptions.
    pub fn word(self) -> &'static str {
        text::word_of(text::BUILD, &self)
    }
}

/// What may fill an empty column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EmptyColumn {
    /// Any card.
    Any,
    /// Only the highest rank in play (the king).
    King,
    /// Only the rank one below the foundations' base.
    TopRank,
    /// Nothing.
    None,
}

/// How many cards of a run move together, with `c` empty cells and `e` empty columns besides the destination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Group {
    /// One.
    Single,
    /// c + 1.
    CellsPlusOne,
    /// (c + 1) · 2^e where any card may fill an empty column, else c + 1.
    Supermove,
    /// (c + 1) · 2^e always, as a primitive of the rules.
    Formula,
    /// Any number, as a primitive of the rules.
    Unlimited,
}

/// What cells are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CellKind {
    /// Any card may be parked there.
    Free,
    /// Cards only leave.
    Reserve,
}

/// The rank that foundations start with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FoundationBase {
    /// This rank.
    Rank(Rank),
    /// Decided by the deal.
    FromDeal,
}

/// What lies on the foundations when play starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Prefill {
    /// Nothing.
    None,
    /// The base card of every pile.
    Bases,
    /// This many base cards.
    Count(u8),
}

/// How foundation piles are made up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FoundationPiles {
    /// One pile for every suit of every deck.
    PerDeck,
    /// One pile for every suit, holding all decks.
    PerSuit,
    /// Four piles for every deck, built regardless of suit.
    AnySuit,
}

/// Whether cards may come back from the foundations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FoundationReturn {
    /// Never.
    None,
    /// To the columns.
    Tableau,
    /// To the columns and cells.
    TableauAndCells,
}

/// When a row may be dealt from the stock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DealWhen {
    /// At any time.
    Any,
    /// Only when no other move is legal.
    NoMoves,
    /// Only while no column is empty.
    NoEmptyColumn,
}

/// What happens with the cards that are not dealt at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stock {
    /// There are none.
    None,
    /// One card onto every column, left to right, empty ones too.
    RowDeal {
        /// When.
        when: DealWhen,
    },
    /// One card at a time onto a waste pile whose top card is in play.
    Waste {
        /// How often the waste may be turned over into the stock again.
        redeals: u8,
    },
}

/// A complete rule description. All fields are plain data; [`Rules::validate`] checks them. Everything that takes rules expects
/// valid ones, so call it after changing fields. Presets and [`Rules::from_toml`] give valid rules only.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The game's name, as given to `--game`.
    pub name: String,
    /// Other names it answers to.
    pub aliases: Vec<String>,
    /// One line about it.
    pub description: String,
    /// Number of decks.
    pub decks: u8,
    /// Ranks in play, from the ace.
    pub ranks: u8,
    /// Ranks taken out of the deck.
    pub strip_ranks: Vec<Rank>,
    /// Column lengths at the start.
    pub columns: Vec<u8>,
    /// Number of cells.
    pub cells: u8,
    /// Cells that hold a card at the start, counted from 0, in the order in which they are dealt.
    pub cells_prefilled: Vec<u8>,
    /// What cells are for.
    pub cells_kind: CellKind,
    /// How columns are built.
    pub build: Build,
    /// Whether a king may be built on an ace.
    pub build_wrap: bool,
    /// What may fill an empty column.
    pub empty_column: EmptyColumn,
    /// How many cards move together.
    pub group: Group,
    /// How cards must follow each other to move together; usually the same as `build`.
    pub group_build: Build,
    /// Base rank of the foundations.
    pub foundation_base: FoundationBase,
    /// Whether foundations go on with the ace after the king.
    pub foundation_wrap: bool,
    /// What lies on the foundations at the start.
    pub foundation_prefill: Prefill,
    /// How foundation piles are made up.
    pub foundation_piles: FoundationPiles,
    /// Whether cards may come back.
    pub foundation_return: FoundationReturn,
    /// The stock.
    pub stock: Stock,
    /// Ranks that are dealt before all others (so they lie at the bottoms), in this order, clubs first.
    pub deal_first: Vec<Rank>,
}

impl Rules {
    /// Cards in play.
    pub fn cards(&self) -> usize {
        self.order().len() * 4 * self.decks as usize
    }

    /// The ranks in play and what follows what.
    pub fn order(&self) -> RankOrder {
        RankOrder::new(self.ranks, &self.strip_ranks)
    }

    /// Number of foundation piles.
    pub fn foundation_piles(&self) -> usize {
        match self.foundation_piles {
            FoundationPiles::PerDeck | FoundationPiles::AnySuit => 4 * self.decks as usize,
            FoundationPiles::PerSuit => 4,
        }
    }

    /// Cards that a full foundation pile holds.
    pub fn foundation_capacity(&self) -> usize {
        self.cards() / self.foundation_piles()
    }

    /// Cards on the foundations at the start.
    pub fn prefilled_foundations(&self) -> usize {
        match self.foundation_prefill {
            Prefill::None => 0,
            Prefill::Bases => self.foundation_piles(),
            Prefill::Count(n) => n as usize,
        }
    }

    /// Whether group moves are granted by the rules rather than a gesture for single-card moves.
    pub fn group_is_primitive(&self) -> bool {
        matches!(self.group, Group::Formula | Group::Unlimited)
    }
}
