//! Numbered deals against the check boards of the specification and against PySolFC's.

use crate::support::game;
use winnable::deal::DealNumber;
use winnable::format::board;

fn columns(game_name: &str, deal: &str) -> Vec<String> {
    let rules = game(game_name, &[]);
    let layout = deal.parse::<DealNumber>().unwrap().deal(&rules);
    let join = |cards: &[winnable::card::Card]| cards.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
    layout.columns.iter().map(|c| join(c)).collect()
}

#[test]
fn check_boards_of_the_specification() {
    let freecell_1 = "JD KD 2S 4C 3S 6D 6S | 2D KC KS 5C TD 8S 9C | 9H 9S 9D TS 4S 8D 2H | JC 5S QD QH TH QS 6H | \
                      5D AD JS 4H 8H 6C | 7H QC AS AC 2C 3D | 7C KH AH 4D JH 8C | 5H 3H 3C 7S 7D TC";
    let freecell_11982 = "AH 3D KD JC 6C JD KC | AS 3H 6H 5D 2C 7D 8D | 4H QS 5S 5C TH 8H 2S | AC QC 4D 8C QH 9C 3S | \
                          2D 8S 9H 9D 6D 2H | 6S 7H JH TD TC QD | TS AD 9S KH 4S 4C | JS KS 3C 7C 7S 5H";
    assert_eq!(columns("freecell", "1").join(" | "), freecell_1);
    assert_eq!(columns("freecell", "pysol:1").join(" | "), freecell_1);
    assert_eq!(columns("freecell", "ms:11982").join(" | "), freecell_11982);
    let first_columns = [
        ("seven-by-four", "JD 5H KH AS 4H TH 8D 9C"),
        ("big-freecell", "3D AS KD 7D 3S QS 4S AD 3H TS 4C"),
        ("freecell-four-deck", "3D 3S 8D JC 8C 6S 5D JD QD 2D 9C KD 9D 9C QH"),
    ];
    for (name, expected) in first_columns {
        assert_eq!(columns(name, "1")[0], expected, "{name}");
    }
}

#[test]
fn fours_up_takes_the_fours_home_and_keeps_a_stock() {
    let rules = game("fours-up", &[]);
    let layout = DealNumber::microsoft(1).unwrap().deal(&rules);
    assert_eq!(columns("fours-up", "1"), ["3D", "5H", "JC", "KH", "5S", "5H"]);
    let stock: Vec<String> = layout.stock.iter().map(|c| c.to_string()).collect();
    assert_eq!(stock[..6].join(" "), "KC KC 8D JD AS 8C");
    assert_eq!(stock.len(), 90);
    assert!(layout.foundations.iter().all(|pile| pile.count == 1));
}

#[test]
fn eight_off_deals_its_cells_last() {
    let rules = game("eight-off", &[]);
    let layout = DealNumber::microsoft(1).unwrap().deal(&rules);
    let cells: Vec<String> = layout.cells.iter().map(|c| c.map_or("-".into(), |c| c.to_string())).collect();
    assert_eq!(cells.join(" "), "6S - 9C - 2H - 6H -");
    let freecell = columns("freecell", "1");
    for (column, long) in columns("eight-off", "1").iter().zip(freecell) {
        assert!(long.starts_with(column.as_str()));
    }
}

#[test]
fn hooks_of_the_other_games() {
    let penguin = DealNumber::microsoft(1).unwrap().deal(&game("penguin", &[]));
    let first = penguin.columns[0][0];
    assert!(penguin.foundations.iter().all(|p| p.base == Some(first.rank())));
    assert!(penguin.foundations.iter().all(|p| (p.count == 0) == (p.suit == Some(first.suit()))));
    assert_eq!(
        columns("challenge-freecell", "3").iter().map(|c| &c[..2]).collect::<Vec<_>>().join(" "),
        "2C 2S 2H 2D AC AS AH AD"
    );
    let double = DealNumber::microsoft(5).unwrap().deal(&game("double-freecell", &[]));
    assert_eq!(double.cards_home(), 4);
    assert_eq!(double.cards_in_play().filter(|c| c.rank().number() == 1).count(), 4);
    let stalactites = DealNumber::microsoft(1).unwrap().deal(&game("stalactites", &[]));
    let bases: Vec<u8> = stalactites.foundations.iter().map(|p| p.base.unwrap().number()).collect();
    assert_eq!(bases, [6, 9, 2, 6]);
}

#[test]
fn borders_of_the_numberings() {
    let mut checked = 0;
    let text = std::fs::read_to_string("fixtures/deals/borders.txt").unwrap();
    for section in text.split("= ").skip(1) {
        let (head, expected) = section.split_once('\n').unwrap();
        let (name, deal) = head.split_once(' ').unwrap();
        let rules = game(name, &[]);
        let layout = deal.parse::<DealNumber>().unwrap().deal(&rules);
        assert_eq!(board::write(&layout, &rules), expected, "{head}");
        checked += 1;
    }
    assert_eq!(checked, 51);
}

#[test]
fn numbers_outside_are_refused() {
    for text in ["0", "8589934592", "-1", "1.5", "ms:", "ms:x", "pysol:0", "pysol:100000000000000000000", "mac:1", ""] {
        assert!(text.parse::<DealNumber>().is_err(), "{text}");
    }
    for text in ["1", "8589934591", "MS:7", "pysol:99999999999999999999"] {
        assert!(text.parse::<DealNumber>().is_ok(), "{text}");
    }
}

#[test]
fn every_preset_deals_every_card_once() {
    for rules in crate::support::presets() {
        for number in ["1", "2147483648", "8589934591", "pysol:12345678901234567890"] {
            let layout = number.parse::<DealNumber>().unwrap().deal(&rules);
            winnable::position::Position::new(rules.clone(), layout).unwrap();
        }
    }
}
