//! The one dispatch over sizes: which instance of an engine plays which rules.
//!
//! Engines are compiled for a few sizes, so that states of small games stay small. A search that is generic over the engine
//! keeps its memory in a [`ByOneDeckSize`] or [`ByInternedSize`]; the macros choose the instance for the rules and run an
//! expression on whichever there is. A new size is added here and nowhere else.

use super::interned::{Anything, FourDecks, StockGames, TwoDecks};
use super::one_deck::OneDeck;
use crate::rules::{Build, Rules};

/// Whether each engine is compiled once, for all games. In a browser the size of the program counts more than that of the
/// states; searches expand the same states in the same order.
const ONE_INSTANCE: bool = cfg!(target_family = "wasm");

/// Parameters of [`OneDeck`], see there.
pub const LARGE: (usize, usize) = (40, 28);
/// Parameters of [`SmallDeck`].
pub const SMALL: (usize, usize) = if ONE_INSTANCE { LARGE } else { (12, 18) };
/// Parameters of [`MediumDeck`].
pub const MEDIUM: (usize, usize) = if ONE_INSTANCE { LARGE } else { (20, 18) };

/// One-deck games of up to 12 columns and cells, like FreeCell.
pub type SmallDeck = OneDeck<{ SMALL.0 }, { SMALL.1 }>;
/// One-deck games of up to 20 columns and cells.
pub type MediumDeck = OneDeck<{ MEDIUM.0 }, { MEDIUM.1 }>;
/// Every one-deck game: up to 40 columns and cells, and the longer keys of building in any suit.
pub type LargeDeck = OneDeck<{ LARGE.0 }, { LARGE.1 }>;

/// The instances of the one-deck engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OneDeckSize {
    /// [`SmallDeck`].
    Small,
    /// [`MediumDeck`].
    Medium,
    /// [`LargeDeck`].
    Large,
}

impl OneDeckSize {
    /// The instance for rules that the one-deck engine supports.
    pub fn of(rules: &Rules) -> OneDeckSize {
        let piles = rules.columns.len() + rules.cells as usize;
        match piles {
            _ if ONE_INSTANCE || rules.build == Build::AnySuit => OneDeckSize::Large,
            0..=12 => OneDeckSize::Small,
            13..=20 => OneDeckSize::Medium,
            _ => OneDeckSize::Large,
        }
    }
}

/// The instances of the interned engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InternedSize {
    /// [`StockGames`].
    Stock,
    /// [`TwoDecks`].
    Two,
    /// [`FourDecks`].
    Four,
    /// [`Anything`].
    Any,
}

impl InternedSize {
    /// The smallest instance for these rules.
    pub fn of(rules: &Rules) -> InternedSize {
        if ONE_INSTANCE {
            InternedSize::Any
        } else if StockGames::supports(rules) {
            InternedSize::Stock
        } else if TwoDecks::supports(rules) {
            InternedSize::Two
        } else if FourDecks::supports(rules) {
            InternedSize::Four
        } else {
            debug_assert!(Anything::supports(rules));
            InternedSize::Any
        }
    }
}

/// Something that exists for one instance of the one-deck engine.
pub enum ByOneDeckSize<S, M, L> {
    /// For [`SmallDeck`].
    Small(S),
    /// For [`MediumDeck`].
    Medium(M),
    /// For [`LargeDeck`].
    Large(L),
}

/// Something that exists for one instance of the interned engine.
pub enum ByInternedSize<S, T, F, A> {
    /// For [`StockGames`].
    Stock(S),
    /// For [`TwoDecks`].
    Two(T),
    /// For [`FourDecks`].
    Four(F),
    /// For [`Anything`].
    Any(A),
}

/// Makes a [`ByOneDeckSize`]: within the expression, the name stands for the engine that plays the rules.
#[cfg(not(target_family = "wasm"))]
macro_rules! by_one_deck_size {
    ($rules:expr, $engine:ident => $make:expr) => {{
        use $crate::engine::sizes::{ByOneDeckSize, LargeDeck, MediumDeck, OneDeckSize, SmallDeck};
        match OneDeckSize::of($rules) {
            OneDeckSize::Small => {
                type $engine = SmallDeck;
                ByOneDeckSize::Small($make)
            }
            OneDeckSize::Medium => {
                type $engine = MediumDeck;
                ByOneDeckSize::Medium($make)
            }
            OneDeckSize::Large => {
                type $engine = LargeDeck;
                ByOneDeckSize::Large($make)
            }
        }
    }};
}

/// Makes a [`ByInternedSize`]: within the expression, the name stands for the engine that plays the rules.
#[cfg(not(target_family = "wasm"))]
macro_rules! by_interned_size {
    ($rules:expr, $engine:ident => $make:expr) => {{
        use $crate::engine::interned::{Anything, FourDecks, StockGames, TwoDecks};
        use $crate::engine::sizes::{ByInternedSize, InternedSize};
        match InternedSize::of($rules) {
            InternedSize::Stock => {
                type $engine = StockGames;
                ByInternedSize::Stock($make)
            }
            InternedSize::Two => {
                type $engine = TwoDecks;
                ByInternedSize::Two($make)
            }
            InternedSize::Four => {
                type $engine = FourDecks;
                ByInternedSize::Four($make)
            }
            InternedSize::Any => {
                type $engine = Anything;
                ByInternedSize::Any($make)
            }
        }
    }};
}

/// Runs an expression on what a [`ByOneDeckSize`] holds.
#[cfg(not(target_family = "wasm"))]
macro_rules! with_one_deck_size {
    ($sized:expr, $held:ident => $run:expr) => {
        match $sized {
            $crate::engine::sizes::ByOneDeckSize::Small($held) => $run,
            $crate::engine::sizes::ByOneDeckSize::Medium($held) => $run,
            $crate::engine::sizes::ByOneDeckSize::Large($held) => $run,
        }
    };
}

/// Runs an expression on what a [`ByInternedSize`] holds.
#[cfg(not(target_family = "wasm"))]
macro_rules! with_interned_size {
    ($sized:expr, $held:ident => $run:expr) => {
        match $sized {
            $crate::engine::sizes::ByInternedSize::Stock($held) => $run,
            $crate::engine::sizes::ByInternedSize::Two($held) => $run,
            $crate::engine::sizes::ByInternedSize::Four($held) => $run,
            $crate::engine::sizes::ByInternedSize::Any($held) => $run,
        }
    };
}

// With one instance, the other variants are never made. An arm for each would compile its expression again: closures have
// another type in every arm, so everything that is generic over them would be compiled several times.

/// Makes the last variant of a [`ByOneDeckSize`] whose variants are all of one type.
#[cfg(target_family = "wasm")]
pub fn sole_deck<T>(held: T) -> ByOneDeckSize<T, T, T> {
    ByOneDeckSize::Large(held)
}

/// Makes the last variant of a [`ByInternedSize`] whose variants are all of one type.
#[cfg(target_family = "wasm")]
pub fn sole_interned<T>(held: T) -> ByInternedSize<T, T, T, T> {
    ByInternedSize::Any(held)
}

#[cfg(target_family = "wasm")]
macro_rules! by_one_deck_size {
    ($rules:expr, $engine:ident => $make:expr) => {{
        type $engine = $crate::engine::sizes::LargeDeck;
        $crate::engine::sizes::sole_deck($make)
    }};
}

#[cfg(target_family = "wasm")]
macro_rules! by_interned_size {
    ($rules:expr, $engine:ident => $make:expr) => {{
        type $engine = $crate::engine::interned::Anything;
        $crate::engine::sizes::sole_interned($make)
    }};
}

#[cfg(target_family = "wasm")]
macro_rules! with_one_deck_size {
    ($sized:expr, $held:ident => $run:expr) => {
        match $sized {
            $crate::engine::sizes::ByOneDeckSize::Large($held) => $run,
            _ => unreachable!(),
        }
    };
}

#[cfg(target_family = "wasm")]
macro_rules! with_interned_size {
    ($sized:expr, $held:ident => $run:expr) => {
        match $sized {
            $crate::engine::sizes::ByInternedSize::Any($held) => $run,
            _ => unreachable!(),
        }
    };
}

pub(crate) use {by_interned_size, by_one_deck_size, with_interned_size, with_one_deck_size};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;
    use crate::engine::one_deck;
    use crate::rules::{FoundationReturn, Prefill, Rules, preset};

    #[test]
    fn games_get_the_smallest_size() {
        let size = |name: &str| InternedSize::of(&preset(name).unwrap());
        assert_eq!(size("fours-up"), InternedSize::Stock);
        assert_eq!(size("big-freecell"), InternedSize::Two);
        assert_eq!(size("freecell-four-deck"), InternedSize::Four);
        let deck = |name: &str| {
            let rules = preset(name).unwrap();
            assert!(one_deck::supports(&rules));
            OneDeckSize::of(&rules)
        };
        assert_eq!(deck("freecell"), OneDeckSize::Small);
        assert_eq!(deck("eight-off"), OneDeckSize::Medium);
    }

    /// Every number of columns and cells with every kind of building fits into the instance that is chosen for it, by piles and
    /// by length of keys.
    #[test]
    fn every_one_deck_game_fits_its_size() {
        let mut sizes = [0; 3];
        for build in [Build::AlternateColor, Build::SameSuit, Build::AnySuit, Build::None] {
            for (columns, cells) in (1..=20).flat_map(|columns| (0..=20).map(move |cells| (columns, cells))) {
                let lengths = (0..columns).map(|i| ((52 + columns - 1 - i) / columns) as u8).collect();
                let rules = Rules {
                    columns: lengths,
                    cells,
                    build,
                    group_build: build,
                    build_wrap: true,
                    foundation_prefill: Prefill::None,
                    foundation_return: FoundationReturn::TableauAndCells,
                    ..Rules::default()
                };
                rules.validate().unwrap();
                let layout = DealNumber::microsoft(1).unwrap().deal(&rules);
                let size = OneDeckSize::of(&rules);
                let fits = match size {
                    OneDeckSize::Small => SmallDeck::new(&rules, &layout).map(|_| ()),
                    OneDeckSize::Medium => MediumDeck::new(&rules, &layout).map(|_| ()),
                    OneDeckSize::Large => LargeDeck::new(&rules, &layout).map(|_| ()),
                };
                assert_eq!(fits, Ok(()), "{columns} columns, {cells} cells, {build:?}: {size:?}");
                sizes[size as usize] += 1;
            }
        }
        assert!(sizes.iter().all(|&games| games > 100), "{sizes:?}");
    }
}
