//! Descriptions that make no sense are refused, naming the key and the remedy.
//!
//! Where two keys contradict each other the message names both, as they are written in a description, because either
//! of them may be the one to change. Every pair of keys has been looked through. Combinations that merely have no
//! effect (`build_wrap` with one rank, a reserve without cards, redeals without a stock) mean what they say and are
//! accepted: overriding one key of a preset must not need others.

use super::text::RulesError;
use super::*;

impl Rules {
    /// Whether the description makes sense as a whole.
    pub fn validate(&self) -> Result<(), RulesError> {
        let fail = |key: &str, problem: String, remedy: &str| Err(RulesError::new(key, problem, remedy));
        let order = self.order();
        if self.name.trim().is_empty() {
            return fail("name", "is empty".into(), "give the game a name");
        }
        let texts = [("name", &self.name), ("description", &self.description)];
        for (key, text) in texts.into_iter().chain(self.aliases.iter().map(|alias| ("aliases", alias))) {
            if text.chars().any(crate::text::is_control) {
                return fail(key, "contains control characters".into(), "write plain text");
            }
        }
        if !(1..=MAX_DECKS as u8).contains(&self.decks) {
            return fail("decks", format!("{} decks", self.decks), "write a number from 1 to 4");
        }
        if !(1..=13).contains(&self.ranks) {
            return fail("ranks", format!("{} ranks", self.ranks), "write a number from 1 to 13");
        }
        if let Some(rank) = self.strip_ranks.iter().find(|r| r.number() > self.ranks) {
            return fail("strip_ranks", format!("{rank} is not in a deck with ranks={}", self.ranks), "leave it out");
        }
        if order.len() == 0 {
            return fail("strip_ranks", format!("no rank is left of ranks={}", self.ranks), "strip fewer ranks");
        }
        for (key, ranks) in [("strip_ranks", &self.strip_ranks), ("deal_first", &self.deal_first)] {
            if let Some(rank) = first_repeated(ranks) {
                return fail(key, format!("{rank} occurs twice"), "give every rank once");
            }
        }
        if self.columns.is_empty() || self.columns.len() > MAX_COLUMNS {
            return fail("columns", format!("{} columns", self.columns.len()), "give 1 to 20 lengths");
        }
        if !self.group_build.implies(self.build) {
            return fail(
                "group_build",
                format!("{} allows groups that build={} could not build", self.group_build.word(), self.build.word()),
                "set group_build to the value of build, or to none",
            );
        }
        self.validate_foundations(&order)?;
        self.validate_cells()?;
        if let Some(rank) = self.deal_first.iter().find(|r| !order.contains(**r)) {
            return fail("deal_first", format!("{rank} is not in play (ranks, strip_ranks)"), "leave it out");
        }
        self.validate_card_count()
    }

    fn validate_foundations(&self, order: &RankOrder) -> Result<(), RulesError> {
        let fail = |key: &str, problem: String, remedy: &str| Err(RulesError::new(key, problem, remedy));
        let any_suit = self.foundation_piles == FoundationPiles::AnySuit;
        if let FoundationBase::Rank(base) = self.foundation_base {
            if !order.contains(base) {
                return fail(
                    "foundation_base",
                    format!("{base} is not in play (ranks, strip_ranks)"),
                    "choose a rank that is in play",
                );
            }
            if Some(base) != order.bottom() && !self.foundation_wrap {
                return fail(
                    "foundation_wrap",
                    format!("foundation_base={base} must go on after the highest rank"),
                    "set foundation_wrap=true, or foundation_base to the lowest rank",
                );
            }
            if any_suit {
                return fail(
                    "foundation_base",
                    "foundation_piles=any_suit takes the base of each pile from the deal".into(),
                    "set foundation_base=from_deal",
                );
            }
        } else if !self.foundation_wrap {
            return fail("foundation_wrap", "foundation_base=from_deal needs it".into(), "set foundation_wrap=true");
        }
        if self.foundation_piles == FoundationPiles::PerSuit && self.decks > 1 && !self.foundation_wrap {
            let problem = format!("foundation_piles=per_suit with decks={} needs it", self.decks);
            return fail("foundation_wrap", problem, "set foundation_wrap=true");
        }
        let prefilled = self.prefilled_foundations();
        let piles = self.foundation_piles();
        let from_deal = self.foundation_base == FoundationBase::FromDeal && !any_suit;
        if prefilled > piles - usize::from(from_deal) {
            return fail(
                "foundation_prefill",
                match from_deal {
                    true => {
                        format!("{prefilled} of {piles} base cards, but foundation_base=from_deal keeps one in play")
                    }
                    false => format!("{prefilled} cards for {piles} piles (decks, foundation_piles)"),
                },
                "write a smaller number",
            );
        }
        if any_suit && prefilled != piles {
            return fail(
                "foundation_prefill",
                "foundation_piles=any_suit needs a first card for each pile".into(),
                "set foundation_prefill=bases",
            );
        }
        if any_suit && self.empty_column == EmptyColumn::TopRank {
            return fail(
                "empty_column",
                "top_rank needs one base for all piles, but foundation_piles=any_suit gives each its own".into(),
                "set empty_column to any, king or none, or foundation_piles to per_deck or per_suit",
            );
        }
        if any_suit && self.foundation_return != FoundationReturn::None {
            return fail(
                "foundation_return",
                "cards cannot come back where foundation_piles=any_suit does not say which they are".into(),
                "set foundation_return=none",
            );
        }
        Ok(())
    }

    fn validate_cells(&self) -> Result<(), RulesError> {
        let fail = |key: &str, problem: String, remedy: &str| Err(RulesError::new(key, problem, remedy));
        if self.cells as usize > MAX_CELLS {
            return fail("cells", format!("{} cells", self.cells), "write a number from 0 to 20");
        }
        if self.cells_kind == CellKind::Reserve && self.foundation_return == FoundationReturn::TableauAndCells {
            return fail(
                "foundation_return",
                "tableau_and_cells puts cards into cells, but cells_kind=reserve lets them only leave".into(),
                "set foundation_return=tableau, or cells_kind=free",
            );
        }
        for (i, &cell) in self.cells_prefilled.iter().enumerate() {
            if cell >= self.cells {
                return fail(
                    "cells_prefilled",
                    format!("cell index {cell} does not exist with cells={}", self.cells),
                    "give smaller indices, counted from 0, or more cells",
                );
            }
            if self.cells_prefilled[..i].contains(&cell) {
                return fail("cells_prefilled", format!("cell index {cell} stands twice"), "give every index once");
            }
        }
        Ok(())
    }

    /// Columns, cells and foundations hold the deck, or leave a stock if the game has one.
    fn validate_card_count(&self) -> Result<(), RulesError> {
        let in_columns: usize = self.columns.iter().map(|&n| n as usize).sum();
        let placed = in_columns + self.cells_prefilled.len() + self.prefilled_foundations();
        let cards = self.cards();
        let counted = format!(
            "{in_columns} cards in columns, {} in cells (cells_prefilled) and {} on foundations (foundation_prefill) make \
             {placed}, but the deck has {cards} (decks={}, ranks={}{})",
            self.cells_prefilled.len(),
            self.prefilled_foundations(),
            self.decks,
            self.ranks,
            if self.strip_ranks.is_empty() { "" } else { ", strip_ranks" }
        );
        if placed > cards {
            return Err(RulesError::new("columns", counted, "shorten the columns"));
        }
        if placed < cards && self.stock == Stock::None {
            return Err(RulesError::new("columns", counted, "lengthen the columns, or give the game a stock"));
        }
        Ok(())
    }
}

/// The first rank that a list has twice.
fn first_repeated(ranks: &[Rank]) -> Option<Rank> {
    ranks.iter().enumerate().find(|(i, rank)| ranks[..*i].contains(rank)).map(|(_, rank)| *rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_key() {
        let cases = [
            ("freecell", "columns=[7,7,7,7,6,6,6]", "columns"),
            ("freecell", "columns=[]", "columns"),
            ("freecell", "ranks=12", "columns"),
            ("freecell", "decks=2", "columns"),
            ("freecell", "foundation_base=2", "foundation_wrap"),
            ("fours-up", "strip_ranks=[4]", "foundation_base"),
            ("fours-up", "foundation_wrap=false", "foundation_wrap"),
            ("eight-off", "cells=6", "cells_prefilled"),
            ("freecell", "cells_prefilled=[1,1]", "cells_prefilled"),
            ("penguin", "foundation_prefill=4", "foundation_prefill"),
            ("stalactites", "foundation_return=tableau", "foundation_return"),
            ("double-freecell", "foundation_wrap=false", "foundation_wrap"),
            ("freecell", "deal_first=[]", ""),
            ("fours-up", "decks=1", ""),
            ("fours-up", "strip_ranks=[2,3]", ""),
            ("freecell", "group_build=any_suit", "group_build"),
            ("freecell", "group_build=same_suit", "group_build"),
            ("bakers-game", "group_build=alternate_color", "group_build"),
            ("freecell", "group_build=none", ""),
            ("fours-up", "group_build=alternate_color", ""),
            ("fours-up", "group_build=same_suit", ""),
            ("stalactites", "empty_column=top_rank", "empty_column"),
            ("king-albert", "foundation_return=tableau_and_cells", "foundation_return"),
            ("freecell", "foundation_return=tableau_and_cells", ""),
            ("fours-up", "strip_ranks=[2,2]", "strip_ranks"),
            ("freecell", "deal_first=[A,A]", "deal_first"),
            ("fours-up", "cells=0", ""),
        ];
        for (game, change, key) in cases {
            let mut rules = preset(game).unwrap();
            rules.apply_override(change).unwrap();
            let found = rules.validate().map_or_else(|e| e.key, |()| String::new());
            assert_eq!(found, key, "{game} {change}");
        }
    }

    /// Where two keys contradict each other, the message names both, whichever of them was changed.
    #[test]
    fn contradictions_name_both_keys() {
        let cases: [(&str, &[&str], [&str; 2]); 19] = [
            ("freecell", &["decks=2"], ["columns", "decks=2"]),
            ("freecell", &["ranks=12"], ["columns", "ranks=12"]),
            ("freecell", &["strip_ranks=[2]"], ["columns", "strip_ranks"]),
            ("freecell", &["cells_prefilled=[0]"], ["columns", "cells_prefilled"]),
            ("freecell", &["foundation_prefill=bases"], ["columns", "foundation_prefill"]),
            ("freecell", &["ranks=4", "strip_ranks=[K]"], ["strip_ranks", "ranks=4"]),
            ("freecell", &["ranks=1", "strip_ranks=[A]"], ["strip_ranks", "ranks=1"]),
            ("freecell", &["group_build=any_suit"], ["group_build", "build=alternate_color"]),
            ("fours-up", &["strip_ranks=[4]"], ["foundation_base", "strip_ranks"]),
            ("freecell", &["foundation_base=2"], ["foundation_wrap", "foundation_base=2"]),
            ("stalactites", &["foundation_base=2"], ["foundation_base", "foundation_piles=any_suit"]),
            ("penguin", &["foundation_wrap=false"], ["foundation_wrap", "foundation_base=from_deal"]),
            ("double-freecell", &["foundation_wrap=false"], ["foundation_wrap", "foundation_piles=per_suit"]),
            ("penguin", &["foundation_prefill=4"], ["foundation_prefill", "foundation_base=from_deal"]),
            ("freecell", &["foundation_prefill=5"], ["foundation_prefill", "foundation_piles"]),
            ("stalactites", &["foundation_prefill=none"], ["foundation_prefill", "foundation_piles=any_suit"]),
            ("stalactites", &["empty_column=top_rank"], ["empty_column", "foundation_piles=any_suit"]),
            ("stalactites", &["foundation_return=tableau"], ["foundation_return", "foundation_piles=any_suit"]),
            ("king-albert", &["foundation_return=tableau_and_cells"], ["foundation_return", "cells_kind=reserve"]),
        ];
        for (game, changes, keys) in cases {
            let mut rules = preset(game).unwrap();
            changes.iter().for_each(|change| rules.apply_override(change).unwrap());
            let error = rules.validate().unwrap_err();
            assert_eq!(error.key, keys[0], "{game} {changes:?}: {error}");
            assert!(error.to_string().contains(keys[1]), "{game} {changes:?}: {error}");
        }
    }
}
