//! Draws boards of random rules: every rule key, presets on small decks as well as free combinations, numbered deals as
//! well as positions in the middle of a game.
//!
//! Boards are small, so that brute force can decide them; what is drawn depends on nothing but a number.

use super::Dice;
use std::fmt::Write;
use winnable::Game;
use winnable::card::{Card, Rank, Suit};
use winnable::deal::DealNumber;
use winnable::format::board;
use winnable::layout::Layout;
use winnable::position::Position;
use winnable::rules::{
    Build, CellKind, DealWhen, EmptyColumn, FoundationBase, FoundationPiles, FoundationReturn, Group, PRESETS, Prefill,
    Rules, Stock, preset,
};

/// A board with its rules, and how it came about.
pub struct Case {
    pub rules: Game,
    pub layout: Layout,
    /// The deal number, if the board is a numbered deal.
    pub deal: Option<u64>,
}

impl Case {
    /// The command that shows the board.
    pub fn command(&self) -> String {
        let freecell = preset("freecell").expect("a preset").to_toml();
        let toml = self.rules.to_toml();
        let names = ["name", "aliases", "description"];
        let mut text = String::from("winnable solve");
        for line in toml.lines().filter(|line| !freecell.lines().any(|other| other == *line)) {
            let (key, value) = line.split_once(" = ").expect("one key a line");
            if !names.contains(&key) {
                let _ = write!(text, " --rule '{key}={}'", value.replace('"', ""));
            }
        }
        match self.deal {
            Some(deal) => text + &format!(" {deal}"),
            None => text + &format!(" - <<'END'\n{}END", board::write(&self.layout, &self.rules)),
        }
    }
}

/// The board of a number, or `None` where the rules that were drawn are refused.
pub fn draw(number: u64) -> Option<Case> {
    let mut dice = Dice(number);
    let large = dice.below(4) == 0;
    let mut rules = if dice.below(3) == 0 { preset_like(&mut dice, large) } else { free_combination(&mut dice, large) };
    if large {
        // Where cards come back, a large deck has too many positions, however many cards are home.
        rules.foundation_return = FoundationReturn::None;
    }
    rules.validate().ok()?;
    let rules = Game::new(rules).unwrap();
    let deal = 1 + dice.next() % 1_000_000;
    let layout = DealNumber::microsoft(deal).expect("below 2^33").deal(&rules);
    Some(match dice.below(5) {
        _ if large => Case { layout: nearly_won(&rules, &layout, &mut dice), rules, deal: None },
        0 => Case { layout: after_random_moves(&rules, layout, &mut dice), rules, deal: None },
        1 => Case { layout: scrambled(&rules, &layout, &mut dice), rules, deal: None },
        _ => Case { rules, layout, deal: Some(deal) },
    })
}

/// One of some values, the first ones more often.
fn often_first<T: Copy>(dice: &mut Dice, values: &[T]) -> T {
    values[dice.below(values.len()).min(dice.below(values.len()))]
}

fn one_of<T: Copy>(dice: &mut Dice, values: &[T]) -> T {
    values[dice.below(values.len())]
}

/// A preset, usually with a small deck; now and then with one rule of another game.
fn preset_like(dice: &mut Dice, large: bool) -> Rules {
    let mut rules = PRESETS[dice.below(PRESETS.len())].rules();
    if dice.below(3) == 0 {
        rules.decks = 1;
    }
    draw_deck(&mut rules, dice, large);
    match dice.below(6) {
        0 => rules.foundation_return = one_of(dice, &RETURNS),
        1 => rules.group = one_of(dice, &GROUPS),
        2 => rules.empty_column = one_of(dice, &EMPTY_COLUMNS),
        3 => rules.cells_kind = CellKind::Reserve,
        _ => {}
    }
    if let FoundationBase::Rank(base) = &mut rules.foundation_base {
        *base = one_of(dice, &ranks_in_play(&rules.ranks, &rules.strip_ranks));
        rules.foundation_wrap |= Some(*base) != rules.order().bottom();
    }
    let least = u8::from(rules.cells_kind == CellKind::Reserve && rules.cells > 0);
    rules.cells = rules.cells.min(least + dice.below(4) as u8);
    let filled = rules.cells_prefilled.len().min(rules.cells as usize);
    place_cards(&mut rules, filled, dice);
    rules
}

const RETURNS: [FoundationReturn; 3] =
    [FoundationReturn::None, FoundationReturn::Tableau, FoundationReturn::TableauAndCells];
const GROUPS: [Group; 5] = [Group::Supermove, Group::CellsPlusOne, Group::Single, Group::Formula, Group::Unlimited];
const EMPTY_COLUMNS: [EmptyColumn; 4] = [EmptyColumn::Any, EmptyColumn::King, EmptyColumn::TopRank, EmptyColumn::None];
const BUILDS: [Build; 4] = [Build::AlternateColor, Build::SameSuit, Build::AnySuit, Build::None];

fn free_combination(dice: &mut Dice, large: bool) -> Rules {
    let mut rules = Rules::default();
    rules.decks = often_first(dice, &[1, 1, 2, 2, 3, 4]);
    draw_deck(&mut rules, dice, large);
    rules.cells = dice.below(4) as u8;
    if dice.below(10) == 0 {
        // Room for everything makes so many positions that only tiny decks will do.
        rules.cells = 4 + dice.below(17) as u8;
        rules.ranks = rules.ranks.min(if rules.decks == 1 { 2 } else { 1 });
        rules.strip_ranks.clear();
    }
    rules.cells_kind = often_first(dice, &[CellKind::Free, CellKind::Free, CellKind::Reserve]);
    rules.build = one_of(dice, &BUILDS);
    rules.group_build = match (dice.below(3), rules.build) {
        (0, Build::AnySuit) => one_of(dice, &[Build::SameSuit, Build::AlternateColor]),
        (1, _) if dice.below(3) == 0 => Build::None,
        // Mostly refused.
        (2, _) if dice.below(8) == 0 => one_of(dice, &BUILDS),
        (_, build) => build,
    };
    rules.build_wrap = dice.below(4) == 0;
    rules.empty_column = often_first(dice, &EMPTY_COLUMNS);
    rules.group = one_of(dice, &GROUPS);
    rules.foundation_piles = often_first(
        dice,
        &[FoundationPiles::PerDeck, FoundationPiles::PerDeck, FoundationPiles::PerSuit, FoundationPiles::AnySuit],
    );
    rules.foundation_wrap = dice.below(4) == 0;
    rules.foundation_base = match (dice.below(4), rules.order().bottom()) {
        (0, _) => FoundationBase::FromDeal,
        (1, _) => FoundationBase::Rank(one_of(dice, &ranks_in_play(&rules.ranks, &rules.strip_ranks))),
        (_, bottom) => FoundationBase::Rank(bottom.expect("a rank is in play")),
    };
    rules.foundation_prefill = match dice.below(6) {
        0 => Prefill::Bases,
        1 => Prefill::Count(dice.below(4 * rules.decks as usize) as u8),
        _ => Prefill::None,
    };
    if rules.foundation_piles == FoundationPiles::AnySuit {
        rules.foundation_base = FoundationBase::FromDeal;
        rules.foundation_prefill = Prefill::Bases;
    }
    let bottom = rules.order().bottom();
    let several_decks = rules.foundation_piles == FoundationPiles::PerSuit && rules.decks > 1;
    rules.foundation_wrap |= several_decks || rules.foundation_base != FoundationBase::Rank(bottom.expect("a rank"));
    rules.foundation_return = often_first(dice, &RETURNS);
    if rules.foundation_piles == FoundationPiles::AnySuit {
        rules.foundation_return = FoundationReturn::None;
    }
    rules.stock = match dice.below(6) {
        0 | 1 => Stock::RowDeal { when: one_of(dice, &[DealWhen::Any, DealWhen::NoMoves, DealWhen::NoEmptyColumn]) },
        2 => Stock::Waste { redeals: dice.below(3) as u8 },
        _ => Stock::None,
    };
    match dice.below(6) {
        // Chance draws these two rarely, and both were once wrong. Reserve cards that others are built on:
        0 => {
            rules.cells = 1 + dice.below(3) as u8;
            rules.cells_kind = CellKind::Reserve;
            (rules.build, rules.group_build) = (Build::AnySuit, Build::AnySuit);
            rules.foundation_return = FoundationReturn::None;
            rules.group = Group::Single;
            if rules.decks == 1 {
                let when = one_of(dice, &[DealWhen::Any, DealWhen::NoEmptyColumn]);
                rules.stock = Stock::RowDeal { when };
            }
        }
        // Cards that land on others without joining them, in games whose lengths are proven:
        1 if rules.decks == 1 && rules.foundation_piles != FoundationPiles::AnySuit => {
            rules.cells = 1;
            rules.cells_kind = CellKind::Free;
            rules.build = Build::AnySuit;
            rules.group_build = one_of(dice, &[Build::AlternateColor, Build::SameSuit]);
            rules.group = Group::Supermove;
            rules.empty_column = EmptyColumn::Any;
            rules.foundation_return = FoundationReturn::None;
            rules.stock = Stock::None;
        }
        _ => {}
    }
    if dice.below(10) == 0 {
        rules.deal_first = ranks_in_play(&rules.ranks, &rules.strip_ranks);
        rules.deal_first.truncate(1 + dice.below(2));
    }
    let filled = if dice.below(3) == 0 { dice.below(rules.cells as usize + 1) } else { 0 };
    let filled = if rules.cells_kind == CellKind::Reserve { rules.cells as usize } else { filled };
    place_cards(&mut rules, filled, dice);
    rules
}

fn ranks_in_play(ranks: &u8, strip: &[Rank]) -> Vec<Rank> {
    (1..=*ranks).filter_map(Rank::new).filter(|rank| !strip.contains(rank)).collect()
}

/// A small deck or a large one, now and then with ranks taken out.
fn draw_deck(rules: &mut Rules, dice: &mut Dice, large: bool) {
    let ranks = match rules.decks {
        _ if large => 5 + dice.below(8) as u8,
        1 => often_first(dice, &[3, 4, 5, 2, 6]),
        2 => often_first(dice, &[2, 3, 1]),
        _ => often_first(dice, &[1, 2]),
    };
    rules.ranks = ranks;
    rules.strip_ranks.clear();
    if dice.below(8) == 0 {
        rules.ranks = 13.min(ranks + 1 + dice.below(3) as u8);
        while rules.order().len() > ranks as usize {
            let rank = Rank::new(1 + dice.below(rules.ranks as usize) as u8).expect("1 to 13");
            if !rules.strip_ranks.contains(&rank) {
                rules.strip_ranks.push(rank);
            }
        }
    }
    let in_play = ranks_in_play(&rules.ranks, &rules.strip_ranks);
    rules.deal_first.retain(|rank| in_play.contains(rank));
}

/// Fills cells and spreads the other cards over columns; with a stock some are left over.
fn place_cards(rules: &mut Rules, filled: usize, dice: &mut Dice) {
    if let Prefill::Count(most) = rules.foundation_prefill {
        let piles = rules.foundation_piles() - usize::from(rules.foundation_base == FoundationBase::FromDeal);
        rules.foundation_prefill = Prefill::Count(most.min(piles as u8));
    }
    let rest = rules.cards().saturating_sub(rules.prefilled_foundations());
    let mut cells: Vec<u8> = (0..rules.cells).collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, dice.below(i + 1));
    }
    cells.truncate(filled.min(rest));
    rules.cells_prefilled = cells;
    let mut rest = rest - rules.cells_prefilled.len();
    if rules.stock != Stock::None {
        rest -= dice.below(rest + 1);
    }
    let columns = match dice.below(16) {
        0 => 1 + dice.below(20),
        _ => 2 + dice.below(4),
    };
    rules.columns = (0..columns).map(|i| ((rest + columns - 1 - i) / columns) as u8).collect();
    if dice.below(4) == 0 {
        // Uneven columns.
        for _ in 0..columns {
            let (from, to) = (dice.below(columns), dice.below(columns));
            if rules.columns[from] > 0 {
                rules.columns[from] -= 1;
                rules.columns[to] += 1;
            }
        }
    }
}

fn after_random_moves(rules: &Game, layout: Layout, dice: &mut Dice) -> Layout {
    let mut position = Position::new(rules.clone(), layout).expect("numbered deals are whole");
    for _ in 0..dice.below(12) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        position.play(&mv).expect("listed moves are legal");
    }
    position.layout().clone()
}

/// A position that need not be reachable: foundations of any height, everything else anywhere.
fn scrambled(rules: &Rules, start: &Layout, dice: &mut Dice) -> Layout {
    let capacity = rules.foundation_capacity();
    let height = |dice: &mut Dice| (dice.below(3) == 0).then(|| dice.below(capacity + 1));
    with_foundations(rules, start, height, dice)
}

/// A position of a deck of any size with few cards left, so that brute force can decide it.
pub fn nearly_won(rules: &Rules, start: &Layout, dice: &mut Dice) -> Layout {
    let (capacity, piles) = (rules.foundation_capacity(), rules.foundation_piles());
    // Up to four cards of a pile are left, so that there are runs; of many piles some are complete.
    let height = |dice: &mut Dice| {
        let complete = dice.below(piles) >= 4 && dice.below(4) > 0;
        Some(if complete { capacity } else { capacity.saturating_sub(dice.below(5)) })
    };
    with_foundations(rules, start, height, dice)
}

/// A position with foundations of drawn heights (as they are where none is drawn), everything else anywhere.
fn with_foundations(
    rules: &Rules,
    start: &Layout,
    height: impl Fn(&mut Dice) -> Option<usize>,
    dice: &mut Dice,
) -> Layout {
    let mut layout = start.clone();
    let order = rules.order();
    let any_suit = rules.foundation_piles == FoundationPiles::AnySuit;
    let mut loose: Vec<Card> = Vec::new();
    for rank in order.iter() {
        for suit in Suit::ALL {
            loose.extend(std::iter::repeat_n(Card::new(rank, suit), rules.decks as usize));
        }
    }
    for pile in &mut layout.foundations {
        if let Some(height) = height(dice) {
            pile.count = height as u8;
        }
        let Some(base) = pile.base else { continue };
        let mut taken = 0;
        for place in 0..pile.count as usize {
            let rank = order.above(base, place);
            let at = loose.iter().position(|card| card.rank() == rank && (any_suit || Some(card.suit()) == pile.suit));
            // Where too few cards are left the pile stays lower.
            let Some(at) = at else { break };
            loose.swap_remove(at);
            taken += 1;
        }
        pile.count = taken;
    }
    for i in (1..loose.len()).rev() {
        loose.swap(i, dice.below(i + 1));
    }
    layout.columns.iter_mut().for_each(Vec::clear);
    layout.cells.fill(None);
    layout.stock.clear();
    layout.waste.clear();
    let in_stock = if rules.stock == Stock::None { 0 } else { dice.below(loose.len() + 1) };
    layout.stock = loose.split_off(loose.len() - in_stock);
    if let Stock::Waste { redeals } = rules.stock {
        let in_waste = dice.below(layout.stock.len() + 1);
        layout.waste = layout.stock.split_off(layout.stock.len() - in_waste);
        layout.redeals = dice.below(redeals as usize + 1) as u8;
    }
    for cell in &mut layout.cells {
        if dice.below(3) == 0 {
            *cell = loose.pop();
        }
    }
    for card in loose {
        let column = dice.below(layout.columns.len());
        layout.columns[column].push(card);
    }
    layout
}
