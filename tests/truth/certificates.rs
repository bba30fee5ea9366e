//! Certificates: dead deals get one that holds; one that was tampered with is refused, and says where.

use crate::support::whole_game::WholeGame;
use crate::support::{game, start};
use std::collections::{BTreeSet, HashSet};
use winnable::Game;
use winnable::format::certificate_file::{FileError, MAGIC};
use winnable::metric::Metric;
use winnable::moves::Pile;
use winnable::position::Position;
use winnable::verify::certificate::lemma::Lemma;
use winnable::verify::certificate::{Certificate, CheckError, ColumnTable, Encoding};
use winnable::{Card, Layout, Limits, Move, Solver, Verdict};

/// Dead deals of all kinds of games on small decks, with certificates of some dozens to some thousands of positions.
fn dead_deals() -> Vec<(Game, Layout)> {
    let games: [(&str, &[&str]); 10] = [
        ("freecell", &["ranks=5", "columns=[7,7,6]", "cells=1"]),
        ("freecell", &["ranks=5", "columns=[7,7,6]", "cells=1", "foundation_return=none"]),
        ("seven-by-four", &["ranks=6", "columns=[8,8,8]", "cells=2"]),
        ("bakers-game", &["ranks=6", "columns=[8,8,8]", "cells=2"]),
        ("king-albert", &["ranks=5", "columns=[5,6,6]", "cells=3", "cells_prefilled=[0,1,2]"]),
        ("big-freecell", &["ranks=3", "columns=[8,8,8]", "cells=1"]),
        ("double-freecell", &["ranks=2", "columns=[6,6]", "cells=1"]),
        ("fours-up", &["decks=1", "ranks=5", "foundation_base=1", "columns=[1,1]", "build_wrap=false"]),
        (
            "fours-up-waste",
            &["decks=1", "ranks=6", "foundation_base=1", "columns=[6]", "build=same_suit", "build_wrap=false"],
        ),
        ("stalactites", &["ranks=4", "columns=[6,6]", "cells=1"]),
    ];
    let deal = |(name, changes): &(&str, &[&str])| {
        let rules = game(name, changes);
        let limits = Limits::of(&rules).states(3_000);
        let dead = (1..3_000).find_map(|number| {
            let layout = start(&rules, number).layout().clone();
            let made = Solver::new(rules.clone()).with_limits(limits).certificate("test", &layout);
            made.is_ok_and(|made| made.positions() > 40).then_some(layout)
        });
        (rules, dead.unwrap_or_else(|| panic!("no dead deal of {name}")))
    };
    games.iter().map(deal).collect()
}

fn certificate(rules: &Game, layout: &Layout) -> Certificate {
    Solver::new(rules.clone()).certificate("test", layout).unwrap()
}

/// The certificate with a position more, which need not belong to it. Columns are numbered from those of the new position on, or
/// up to them, which decides where in the order it comes to stand.
fn with(certificate: &Certificate, more: &Layout, first: bool) -> Certificate {
    let encoding = certificate.encoding();
    let records = certificate.records.chunks_exact(encoding.width());
    let mut layouts: Vec<Layout> =
        records.map(|record| encoding.decode(record, &certificate.columns, &certificate.start).unwrap()).collect();
    layouts.insert(if first { 0 } else { layouts.len() }, more.clone());
    forged(&certificate.rules, &certificate.start, &layouts)
}

/// A certificate of the given positions.
fn forged(rules: &Game, start: &Layout, layouts: &[Layout]) -> Certificate {
    let (rules, deal, start) = (rules.clone(), "forged".into(), start.clone());
    let mut forged = Certificate { rules, deal, start, columns: ColumnTable::new(), records: Vec::new() };
    for layout in layouts {
        let stock: Vec<Card> = layout.stock.iter().rev().copied().collect();
        layout.columns.iter().chain([&layout.waste, &stock]).for_each(|column| {
            forged.columns.intern(column);
        });
    }
    let encoding = forged.encoding();
    for layout in layouts {
        encoding.encode(layout, &forged.columns, &mut forged.records).unwrap();
    }
    in_order(&mut forged);
    forged
}

/// Brings the positions into order, each once.
fn in_order(certificate: &mut Certificate) {
    let width = certificate.encoding().width();
    let records: BTreeSet<&[u8]> = certificate.records.chunks_exact(width).collect();
    certificate.records = records.into_iter().flatten().copied().collect();
}

fn check(certificate: &Certificate, rules: &Game, layout: &Layout) -> Result<(), CheckError> {
    certificate.check(rules, layout, &mut |_| ()).map(|_| ())
}

/// Full decks, and what they must not exceed.
fn full_deals() -> Vec<(Game, Layout)> {
    let games: [(&str, &[&str], u64); 4] = [
        ("freecell", &[], 781948),
        ("freecell", &["foundation_return=none"], 781948),
        ("freecell", &["cells=2"], 199),
        ("big-freecell", &[], 4),
    ];
    let deal = |(name, changes, number): &(&str, &[&str], u64)| {
        let rules = game(name, changes);
        let layout = start(&rules, *number).layout().clone();
        (rules, layout)
    };
    games.iter().map(deal).collect()
}

#[test]
fn dead_deals_are_certified() {
    for (rules, layout) in dead_deals().into_iter().chain(full_deals()) {
        let made = certificate(&rules, &layout);
        assert!(made.encoding().width() <= 24, "{}: {} bytes", rules.name, made.encoding().width());
        let checked = made.check(&rules, &layout, &mut |_| ()).unwrap();
        assert_eq!(checked.positions, made.positions() as u64);
        let mut file = Vec::new();
        made.write(&mut file).unwrap();
        let read = Certificate::read(&mut &file[..]).unwrap();
        assert_eq!((read.records.len(), read.start.clone()), (made.records.len(), layout.clone()), "{}", rules.name);
        check(&read, &rules, &layout).unwrap();
        for cut in [0, 10, file.len() / 2, file.len() - 1] {
            assert!(Certificate::read(&mut &file[..cut]).is_err(), "{}: cut at {cut}", rules.name);
        }
        file.push(0);
        assert!(Certificate::read(&mut &file[..]).is_err(), "{}: one byte more", rules.name);
    }
}

/// Every single position is needed, except where only itself leads to it: without it some move leaves the set.
#[test]
fn a_position_that_is_missing_is_missed() {
    for (rules, layout) in dead_deals() {
        let whole = certificate(&rules, &layout);
        let (width, positions) = (whole.encoding().width(), whole.positions());
        for victim in (0..positions).step_by(positions.div_ceil(40)) {
            let mut less = whole.clone();
            less.records.drain(victim * width..(victim + 1) * width);
            let error = check(&less, &rules, &layout).unwrap_err();
            let named = match &error {
                CheckError::LeavesTheSet { from, mv, .. } => {
                    let mut position = Position::new(rules.clone(), (**from).clone()).unwrap();
                    position.play(mv).is_ok()
                }
                CheckError::HomeLeavesTheSet { .. } | CheckError::Start { .. } => true,
                _ => false,
            };
            assert!(named, "{}: {error}", rules.name);
        }
    }
}

#[test]
fn a_position_that_is_altered_is_noticed() {
    let mut dice = crate::support::Dice(1);
    for (rules, layout) in dead_deals() {
        let whole = certificate(&rules, &layout);
        for _ in 0..60 {
            let mut altered = whole.clone();
            let at = dice.below(altered.records.len());
            altered.records[at] ^= 1 << dice.below(8);
            assert!(check(&altered, &rules, &layout).is_err(), "{}: byte {at}", rules.name);
            // Sorted again, so that order alone does not give it away.
            in_order(&mut altered);
            assert!(check(&altered, &rules, &layout).is_err(), "{}: byte {at}, sorted", rules.name);
        }
    }
}

#[test]
fn a_certificate_of_something_else_is_refused() {
    let deals = dead_deals();
    let (rules, layout) = &deals[0];
    let made = certificate(rules, layout);
    let other = start(rules, 11982).layout().clone();
    assert_ne!(other, *layout);
    assert!(matches!(check(&made, rules, &other), Err(CheckError::Start { .. })));
    let stricter = &deals[1].0;
    assert!(matches!(check(&made, stricter, layout), Err(CheckError::OtherRules { .. })));
    // The same set under rules with more moves is not closed.
    let mut wider = (**rules).clone();
    wider.build = winnable::rules::Build::AnySuit;
    wider.group_build = wider.build;
    let relabelled = Certificate { rules: Game::new(wider).unwrap(), ..made.clone() };
    let error = check(&relabelled, &relabelled.rules, layout).unwrap_err();
    assert!(matches!(error, CheckError::LeavesTheSet { .. }), "{error}");
    let nothing = Certificate { records: Vec::new(), ..made };
    assert!(matches!(check(&nothing, rules, &deals[0].1), Err(CheckError::Start { .. })));
}

/// Positions in another order, or one of them twice.
#[test]
fn positions_out_of_order_are_refused() {
    let (rules, layout) = &dead_deals()[0];
    let whole = certificate(rules, layout);
    let width = whole.encoding().width();
    let mut exchanged = whole.clone();
    let (first, rest) = exchanged.records.split_at_mut(width);
    first.swap_with_slice(&mut rest[..width]);
    let mut twice = whole.clone();
    twice.records.extend_from_within(whole.records.len() - width..);
    for (wrong, position) in [(exchanged, 2), (twice, whole.positions() as u64 + 1)] {
        assert_eq!(check(&wrong, rules, layout), Err(CheckError::Order { position }));
    }
}

/// The positions that settled moves lead to, without moves of one kind; `None` if one of them is won or there are too many.
fn closed_but_for(start: &Position, left_out: fn(&Move) -> bool) -> Option<Vec<Layout>> {
    let settled = |mut position: Position| {
        Lemma::new(&position).settle(&mut position);
        position
    };
    let mut open = vec![settled(start.clone())];
    let mut seen = HashSet::from([open[0].canonical()]);
    while let Some(position) = open.pop() {
        if position.is_won() || seen.len() > 1_500 {
            return None;
        }
        for mv in position.legal_moves().iter().filter(|mv| !left_out(mv)) {
            let mut next = position.clone();
            next.play(mv).unwrap();
            let next = settled(next);
            if seen.insert(next.canonical()) {
                open.push(next);
            }
        }
    }
    Some(seen.into_iter().collect())
}

/// A set that is closed under all moves but those of one kind is refused, and the move that leaves it is of that kind.
#[test]
fn every_kind_of_move_is_followed() {
    type Kind = (&'static str, &'static str, &'static [&'static str], fn(&Move) -> bool);
    const SMALL: &[&str] = &["ranks=4", "columns=[6,5,5]", "cells=1"];
    const STOCK: &[&str] = &["decks=1", "ranks=4", "foundation_base=1", "columns=[1,1]"];
    const UNBUILT: &[&str] = &[
        "decks=1",
        "ranks=4",
        "foundation_base=1",
        "columns=[4]",
        "build=none",
        "group_build=none",
        "stock_redeals=1",
    ];
    let kinds: [Kind; 9] = [
        ("groups", "freecell", &["ranks=5", "columns=[7,7,6]", "cells=0", "group=unlimited"], |mv| {
            mv.count > 1 && mv.card.is_some()
        }),
        ("returns", "freecell", SMALL, |mv| matches!(mv.from, Pile::Foundation(_))),
        ("home moves", "freecell", SMALL, |mv| matches!(mv.to, Pile::Foundation(_))),
        ("into cells", "freecell", SMALL, |mv| matches!(mv.to, Pile::Cell(_))),
        ("out of cells", "freecell", SMALL, |mv| matches!(mv.from, Pile::Cell(_))),
        ("onto columns", "freecell", SMALL, |mv| matches!(mv.to, Pile::Column(_))),
        ("rows", "fours-up", STOCK, |mv| mv.to == Pile::Tableau),
        ("turned cards", "fours-up-waste", STOCK, |mv| mv.to == Pile::Waste),
        ("redeals", "fours-up-waste", UNBUILT, |mv| mv.to == Pile::Stock),
    ];
    for (kind, name, changes, left_out) in kinds {
        let rules = game(name, changes);
        let mut refused = 0;
        for number in 1..=100 {
            let start = start(&rules, number);
            let Some(positions) = closed_but_for(&start, left_out) else { continue };
            match check(&forged(&rules, start.layout(), &positions), &rules, start.layout()) {
                Err(CheckError::LeavesTheSet { mv, .. }) if left_out(&mv) => refused += 1,
                Ok(()) => {}
                Err(error) => panic!("{kind} {number}: {error}"),
            }
        }
        println!("{refused} sets without {kind} refused");
        assert!(refused >= 5, "{kind}: {refused} sets refused");
    }
}

/// Records whose missing cards are not the lowest of their suits, so that no foundations could hold them.
#[test]
fn positions_with_cards_missing_are_refused() {
    for (rules, layout) in dead_deals().into_iter().filter(|(rules, _)| rules.decks == 1) {
        let whole = certificate(&rules, &layout);
        let encoding = whole.encoding();
        let start = encoding.decode(&whole.records[..encoding.width()], &whole.columns, &whole.start).unwrap();
        let mut missing = start.clone();
        let column = missing.columns.iter().position(|column| column.len() > 2).unwrap();
        missing.columns[column].clear();
        let more = with(&whole, &missing, true);
        assert_eq!(more.positions(), whole.positions() + 1);
        let error = check(&more, &rules, &layout).unwrap_err();
        assert!(matches!(error, CheckError::NotAPosition { .. }), "{}: {error}", rules.name);
    }
}

/// The same position in two arrangements of its columns: the second is not how positions are written.
#[test]
fn positions_not_in_canonical_form_are_refused() {
    let (rules, layout) = &dead_deals()[0];
    let whole = certificate(rules, layout);
    let width = whole.encoding().width();
    let (column_bits, columns) = (usize::BITS - (whole.columns.len() - 1).leading_zeros(), rules.columns.len() as u32);
    // The columns come first; the first and the last of the last position are exchanged.
    let mut bits =
        whole.records[whole.records.len() - width..].iter().fold(0u128, |bits, &b| bits << 8 | u128::from(b));
    let mask = (1u128 << column_bits) - 1;
    let place = |column: u32| 8 * width as u32 - (column + 1) * column_bits;
    let (a, b) = (bits >> place(0) & mask, bits >> place(columns - 1) & mask);
    assert_ne!(a, b);
    bits ^= (a ^ b) << place(0) | (a ^ b) << place(columns - 1);
    let mut more = whole.clone();
    more.records.extend_from_slice(&bits.to_be_bytes()[16 - width..]);
    in_order(&mut more);
    assert_eq!(more.positions(), whole.positions() + 1);
    assert!(matches!(check(&more, rules, layout), Err(CheckError::NotAPosition { .. })));
}

/// All positions of a deal that can be won are closed under every move; that one of them is won gives it away.
#[test]
fn a_set_with_a_won_position_is_refused() {
    let rules = game("freecell", &["ranks=3", "columns=[4,4,4]", "cells=1", "foundation_return=none"]);
    let start = start(&rules, 1);
    let whole = WholeGame::new(&start, 10_000).unwrap();
    assert!(whole.length(&start, Metric::Moves).is_some());
    let positions: Vec<Layout> = whole.positions.iter().map(|position| position.layout().clone()).collect();
    let made = forged(&rules, start.layout(), &positions);
    assert!(matches!(check(&made, &rules, start.layout()), Err(CheckError::Won { .. })));
}

/// A set of the start alone, whose table does not even have the columns that moves lead to.
#[test]
fn a_start_alone_is_refused() {
    for (rules, layout) in dead_deals() {
        let mut settled = Position::new(rules.clone(), layout.clone()).unwrap();
        Lemma::new(&settled).settle(&mut settled);
        let made = forged(&rules, &layout, &[settled.layout().clone()]);
        assert!(matches!(check(&made, &rules, &layout), Err(CheckError::LeavesTheSet { .. })), "{}", rules.name);
    }
}

/// Positions of other deals are checked like all others, wherever they come to stand in the order.
#[test]
fn positions_that_do_not_belong_are_noticed() {
    let mut dice = crate::support::Dice(2);
    let (mut first, mut last, mut unsettled) = (0, 0, 0);
    for (rules, layout) in dead_deals() {
        let whole = certificate(&rules, &layout);
        for number in 5_000..5_030 {
            let mut strange = start(&rules, number);
            for _ in 0..dice.below(12) {
                let moves = strange.legal_moves();
                if let Some(mv) = moves.get(dice.below(moves.len().max(1))) {
                    strange.play(mv).unwrap();
                }
            }
            let mut settled = strange.clone();
            let safe = Lemma::new(&strange).settle(&mut settled);
            let stays = |mv: &Move| {
                let mut next = strange.clone();
                next.play(mv).unwrap();
                Lemma::new(&next).settle(&mut next);
                next.canonical() == strange.canonical()
            };
            let more = with(&whole, strange.layout(), number % 2 == 0);
            // A position that moves do not change is closed by itself; one that belongs to the set changes nothing.
            if strange.legal_moves().iter().all(stays) || more.positions() == whole.positions() {
                continue;
            }
            let Err(error) = check(&more, &rules, &layout) else {
                panic!("{} {number}: {:?} settled {:?}", rules.name, strange.layout(), settled.layout());
            };
            let position = match error {
                CheckError::HomeLeavesTheSet { position, .. } if safe => position,
                CheckError::LeavesTheSet { position, .. } if !safe => position,
                other => panic!("{} {number}: {other}", rules.name),
            };
            first += u32::from(position == 1);
            last += u32::from(position == more.positions() as u64);
            unsettled += u32::from(safe);
        }
    }
    assert!(first > 0 && last > 0 && unsettled > 0, "{first} first, {last} last, {unsettled} unsettled");
}

/// Headers that contradict the rest, and columns that are there twice or stand on nothing.
#[test]
fn damaged_files_are_refused() {
    let (rules, layout) = &dead_deals()[0];
    let made = certificate(rules, layout);
    let mut file = Vec::new();
    made.write(&mut file).unwrap();
    let header_end = MAGIC.len() + 1 + file[MAGIC.len()..].iter().position(|&b| b == b'\n').unwrap();
    let header = std::str::from_utf8(&file[MAGIC.len()..header_end]).unwrap();
    let with_header = |header: &str| [MAGIC.as_bytes(), header.as_bytes(), &file[header_end..]].concat();
    let width = format!("\"width\":{}", made.encoding().width());
    assert!(header.contains(&width));
    let wider = with_header(&header.replace(&width, "\"width\":24"));
    assert!(matches!(Certificate::read(&mut &wider[..]), Err(FileError::Header { .. })));
    let read = |file: &[u8]| Certificate::read(&mut &file[..]).map(|read| read.positions());
    assert_eq!(read(&with_header(header)).unwrap(), made.positions());
    // Columns are five bytes each: the number of the column below, and a card.
    let mut twice = file.clone();
    twice.copy_within(header_end..header_end + 5, header_end + 5);
    assert!(matches!(read(&twice), Err(FileError::Column { column: 2 })));
    let mut on_nothing = file.clone();
    on_nothing[header_end + 3] = 1;
    assert!(matches!(read(&on_nothing), Err(FileError::Column { column: 1 })));
}

/// A deal that can be won has no certificate, and adding positions until one wins does not help.
#[test]
fn no_certificate_of_a_winnable_deal() {
    let rules = game("freecell", &["ranks=4", "columns=[6,5,5]", "cells=1"]);
    let mut winnable = 0;
    for number in 1..60 {
        let layout = start(&rules, number).layout().clone();
        let mut solver = Solver::new(rules.clone());
        let answer = solver.solve(&layout).unwrap();
        let made = solver.certificate("test", &layout);
        assert_eq!(made.is_ok(), answer.verdict == Verdict::Unwinnable, "{number}");
        winnable += u32::from(made.is_err());
    }
    assert!((10..50).contains(&winnable), "{winnable}");
}

/// Records say everything about a position: what is read back is the same position, under every rule key. Two positions with
/// one record would let a move out of the set pass for one that stays in it.
#[test]
fn records_tell_positions_apart() {
    let mut compared = [0; 4];
    let mut dice = crate::support::Dice(3);
    for case in (0..3_000).filter_map(crate::support::generator::draw) {
        let mut position = Position::new(case.rules.clone(), case.layout.clone()).unwrap();
        let mut columns = ColumnTable::new();
        let mut layouts = vec![position.layout().clone()];
        for _ in 0..10 {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(dice.below(moves.len().max(1))) else { break };
            position.play(mv).unwrap();
            layouts.push(position.layout().clone());
        }
        for layout in &layouts {
            let stock: Vec<Card> = layout.stock.iter().rev().copied().collect();
            for column in layout.columns.iter().chain([&layout.waste, &stock]) {
                columns.intern(column);
            }
        }
        let encoding = Encoding::new(&case.rules, columns.len());
        for layout in layouts {
            let mut record = Vec::new();
            encoding.encode(&layout, &columns, &mut record).unwrap();
            assert_eq!(record.len(), encoding.width());
            let read = encoding.decode(&record, &columns, &case.layout).unwrap();
            let canonical = |layout| Position::new(case.rules.clone(), layout).unwrap().canonical();
            let kinds = [
                true,
                layout.redeals > 0,
                layout.foundations.iter().any(|pile| pile.suit.is_none() && pile.count > 1),
                !layout.stock.is_empty(),
            ];
            kinds.into_iter().zip(&mut compared).for_each(|(holds, count)| *count += u32::from(holds));
            assert_eq!(canonical(read), canonical(layout), "{}", case.command());
        }
    }
    println!("{compared:?} positions: all, with redeals, with piles of any suit, with a stock");
    assert!(compared[0] > 10_000 && compared[1..].iter().all(|&count| count > 500), "{compared:?}");
}
