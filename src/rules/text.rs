//! Rule descriptions as text: TOML files, `--rule key=value`, and what `winnable games NAME` prints.
//!
//! All keys are flat (`stock_when`); a dotted key (`stock.when`) or a table (`[stock]`) means the same. A file
//! may start from a preset with `base = "freecell"`; whatever it leaves out keeps the base's value.

use super::*;
use crate::toml_tree::{self, Table, Value};

/// A rule description that makes no sense: which key, what is wrong with it, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}; {remedy}", place(key))]
pub struct RulesError {
    /// The key; empty for a text that is not TOML.
    pub key: String,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

fn place(key: &str) -> String {
    if key.is_empty() { String::new() } else { format!("rule `{key}`: ") }
}

impl RulesError {
    pub(super) fn new(key: &str, problem: impl Into<String>, remedy: impl Into<String>) -> RulesError {
        RulesError { key: key.to_string(), problem: problem.into(), remedy: remedy.into() }
    }
}

impl Default for Rules {
    /// FreeCell without return: what every description starts from.
    fn default() -> Rules {
        Rules {
            name: "unnamed".into(),
            aliases: Vec::new(),
            description: String::new(),
            decks: 1,
            ranks: 13,
            strip_ranks: Vec::new(),
            columns: vec![7, 7, 7, 7, 6, 6, 6, 6],
            cells: 4,
            cells_prefilled: Vec::new(),
            cells_kind: CellKind::Free,
            build: Build::AlternateColor,
            build_wrap: false,
            empty_column: EmptyColumn::Any,
            group: Group::Supermove,
            group_build: Build::AlternateColor,
            foundation_base: FoundationBase::Rank(Rank::ACE),
            foundation_wrap: false,
            foundation_prefill: Prefill::None,
            foundation_piles: FoundationPiles::PerDeck,
            foundation_return: FoundationReturn::None,
            stock: Stock::None,
            deal_first: Vec::new(),
        }
    }
}

/// Presets whose name is nearly this one.
pub(crate) fn near(name: &str) -> Vec<&'static str> {
    let lower = name.to_ascii_lowercase();
    let close = |word: &str| crate::text::close(word, &lower);
    PRESETS.iter().filter(|p| close(p.name) || p.aliases.iter().any(|a| close(a))).map(|p| p.name).collect()
}

/// Words of a choice and what they stand for; the first word of each is the one that is printed.
pub(super) type Words<T> = &'static [(&'static str, T)];

pub(super) const BUILD: Words<Build> = &[
    ("alternate_color", Build::AlternateColor),
    ("same_suit", Build::SameSuit),
    ("any_suit", Build::AnySuit),
    ("none", Build::None),
    ("alternate_colour", Build::AlternateColor),
];
const EMPTY_COLUMN: Words<EmptyColumn> = &[
    ("any", EmptyColumn::Any),
    ("king", EmptyColumn::King),
    ("top_rank", EmptyColumn::TopRank),
    ("none", EmptyColumn::None),
];
const GROUP: Words<Group> = &[
    ("single", Group::Single),
    ("cells_plus_one", Group::CellsPlusOne),
    ("supermove", Group::Supermove),
    ("formula", Group::Formula),
    ("unlimited", Group::Unlimited),
];
const CELL_KIND: Words<CellKind> = &[("free", CellKind::Free), ("reserve", CellKind::Reserve)];
const PILES: Words<FoundationPiles> = &[
    ("per_deck", FoundationPiles::PerDeck),
    ("per_suit", FoundationPiles::PerSuit),
    ("any_suit", FoundationPiles::AnySuit),
];
const RETURN: Words<FoundationReturn> = &[
    ("none", FoundationReturn::None),
    ("tableau", FoundationReturn::Tableau),
    ("tableau_and_cells", FoundationReturn::TableauAndCells),
];
const WHEN: Words<DealWhen> =
    &[("any", DealWhen::Any), ("no_moves", DealWhen::NoMoves), ("no_empty_column", DealWhen::NoEmptyColumn)];

/// Every key, in the order in which it is printed.
pub const KEYS: &[&str] = &[
    "name",
    "aliases",
    "description",
    "decks",
    "ranks",
    "strip_ranks",
    "columns",
    "cells",
    "cells_prefilled",
    "cells_kind",
    "build",
    "build_wrap",
    "empty_column",
    "group",
    "group_build",
    "foundation_base",
    "foundation_wrap",
    "foundation_prefill",
    "foundation_piles",
    "foundation_return",
    "stock",
    "stock_when",
    "stock_redeals",
    "deal_first",
];

pub(super) fn word_of<T: PartialEq>(words: Words<T>, value: &T) -> &'static str {
    words.iter().find(|(_, v)| v == value).map(|(w, _)| *w).expect("every value has a word")
}

fn choose<T: Copy>(key: &str, value: &Value, words: Words<T>) -> Result<T, RulesError> {
    let text = match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    };
    let plain = text.to_ascii_lowercase().replace('-', "_");
    words.iter().find(|(word, _)| *word == plain).map(|(_, v)| *v).ok_or_else(|| {
        let all: Vec<_> = words.iter().map(|(w, _)| *w).collect();
        RulesError::new(key, format!("`{text}` is not one of its values"), format!("write one of: {}", all.join(", ")))
    })
}

fn number(key: &str, value: &Value, least: u8, most: u8) -> Result<u8, RulesError> {
    match value {
        Value::Integer(n) if (i64::from(least)..=i64::from(most)).contains(n) => Ok(*n as u8),
        other => Err(RulesError::new(
            key,
            format!("`{other}` is out of bounds"),
            format!("write a whole number from {least} to {most}"),
        )),
    }
}

fn truth(key: &str, value: &Value) -> Result<bool, RulesError> {
    value
        .as_bool()
        .ok_or_else(|| RulesError::new(key, format!("`{value}` is neither true nor false"), "write true or false"))
}

fn rank(key: &str, value: &Value) -> Result<Rank, RulesError> {
    let found = match value {
        Value::Integer(n) => u8::try_from(*n).ok().and_then(Rank::new),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    found.ok_or_else(|| {
        RulesError::new(key, format!("`{value}` is not a rank"), "write A, 2 to 9, T, J, Q, K or 1 to 13")
    })
}

fn list<T>(
    key: &str,
    value: &Value,
    mut item: impl FnMut(&Value) -> Result<T, RulesError>,
) -> Result<Vec<T>, RulesError> {
    match value {
        Value::List(items) => items.iter().map(&mut item).collect(),
        other => Err(RulesError::new(key, format!("`{other}` is not a list"), "write it in brackets, like [7, 7, 6]")),
    }
}

fn string(key: &str, value: &Value) -> Result<String, RulesError> {
    value
        .as_text()
        .map(str::to_string)
        .ok_or_else(|| RulesError::new(key, format!("`{value}` is not a text"), "write it in quotes"))
}

impl Rules {
    /// Reads a complete description, on top of the preset named by its key `base`, and checks it.
    pub fn from_toml(text: &str) -> Result<Rules, RulesError> {
        let mut table = parse(text)?;
        let mut rules = match toml_tree::remove(&mut table, "base") {
            None => Rules::default(),
            Some(base) => {
                let name = string("base", &base)?;
                preset(&name).ok_or_else(|| {
                    RulesError::new(
                        "base",
                        format!("there is no game `{name}`"),
                        match near(&name).as_slice() {
                            [] => "`winnable games` lists the games that there are".to_string(),
                            names => format!("did you mean {}?", names.join(" or ")),
                        },
                    )
                })?
            }
        };
        rules.apply_table("", &table)?;
        rules.validate()?;
        Ok(rules)
    }

    /// Applies the lines of a description without checking whether the whole makes sense.
    pub(super) fn apply_toml(&mut self, text: &str) -> Result<(), RulesError> {
        self.apply_table("", &parse(text)?)
    }

    /// Overrides one rule, given as `key=value` like on the command line. The whole is not yet checked, so that
    /// several overrides may make sense only together.
    pub fn apply_override(&mut self, text: &str) -> Result<(), RulesError> {
        let Some((key, value)) = text.split_once('=') else {
            return Err(RulesError::new(text, "has no value", "write key=value, like cells=3"));
        };
        let (key, value) = (key.trim(), value.trim());
        self.apply_value(key, &bare(value))
    }

    /// Overrides several rules; their order does not matter, unless one key is given twice: then the last counts.
    pub fn apply_overrides(&mut self, texts: &[String]) -> Result<(), RulesError> {
        // Keys that decide what others mean come first.
        let decides = |text: &&String| !matches!(text.split('=').next().unwrap_or("").trim(), "stock" | "build");
        let mut sorted: Vec<&String> = texts.iter().collect();
        crate::short_sort::sort_by_key(&mut sorted, decides);
        sorted.into_iter().try_for_each(|text| self.apply_override(text))
    }

    fn apply_table(&mut self, prefix: &str, table: &Table) -> Result<(), RulesError> {
        let (tables, plain): (Vec<_>, Vec<_>) = table.iter().partition(|(_, value)| matches!(value, Value::Table(_)));
        for (key, value) in plain.into_iter().chain(tables) {
            let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}_{key}") };
            self.apply_value(&key, value)?;
        }
        Ok(())
    }

    fn apply_value(&mut self, key: &str, value: &Value) -> Result<(), RulesError> {
        let key = &key.replace(['.', '-'], "_").to_ascii_lowercase()[..];
        if let Value::Table(table) = value {
            // `stock = { row_deal = { when = "any" } }` and `stock = { kind = "row_deal", when = "any" }`
            let kind = ["row_deal", "waste"].into_iter().find(|kind| key == format!("stock_{kind}"));
            if let Some(kind) = kind {
                self.set("stock", &Value::Text(kind.to_string()))?;
                return self.apply_table("stock", table);
            }
            return self.apply_table(key, table);
        }
        self.set(key, value)
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), RulesError> {
        match key {
            "name" => self.name = string(key, value)?,
            "aliases" => self.aliases = list(key, value, |v| string(key, v))?,
            "description" => self.description = string(key, value)?,
            "decks" => self.decks = number(key, value, 1, MAX_DECKS as u8)?,
            "ranks" => self.ranks = number(key, value, 1, 13)?,
            "strip_ranks" => self.strip_ranks = list(key, value, |v| rank(key, v))?,
            "columns" => self.columns = list(key, value, |v| number(key, v, 0, MAX_CARDS as u8))?,
            "cells" | "cells_count" => self.cells = number(key, value, 0, MAX_CELLS as u8)?,
            "cells_prefilled" => self.cells_prefilled = list(key, value, |v| number(key, v, 0, MAX_CELLS as u8 - 1))?,
            "cells_kind" => self.cells_kind = choose(key, value, CELL_KIND)?,
            "build" => {
                // Groups follow the building rule unless they have one of their own.
                let own = self.group_build != self.build;
                self.build = choose(key, value, BUILD)?;
                if !own {
                    self.group_build = self.build;
                }
            }
            "build_wrap" => self.build_wrap = truth(key, value)?,
            "empty_column" => self.empty_column = choose(key, value, EMPTY_COLUMN)?,
            "group" => self.group = choose(key, value, GROUP)?,
            "group_build" => self.group_build = choose(key, value, BUILD)?,
            "foundation_base" => {
                self.foundation_base = match value.as_text() {
                    Some("from_deal") => FoundationBase::FromDeal,
                    _ => FoundationBase::Rank(rank(key, value)?),
                }
            }
            "foundation_wrap" => self.foundation_wrap = truth(key, value)?,
            "foundation_prefill" => {
                self.foundation_prefill = match value.as_text() {
                    Some("none") => Prefill::None,
                    Some("bases") => Prefill::Bases,
                    Some(_) => {
                        return Err(RulesError::new(
                            key,
                            format!("{value} is not one of its values"),
                            "write none, bases or a number",
                        ));
                    }
                    None => Prefill::Count(number(key, value, 0, 4 * MAX_DECKS as u8)?),
                }
            }
            "foundation_piles" => self.foundation_piles = choose(key, value, PILES)?,
            "foundation_return" => self.foundation_return = choose(key, value, RETURN)?,
            "stock" | "stock_kind" => {
                self.stock = match (value.as_text(), self.stock) {
                    (Some("none"), _) => Stock::None,
                    (Some("row_deal"), Stock::RowDeal { when }) => Stock::RowDeal { when },
                    (Some("row_deal"), _) => Stock::RowDeal { when: DealWhen::Any },
                    (Some("waste"), Stock::Waste { redeals }) => Stock::Waste { redeals },
                    (Some("waste"), _) => Stock::Waste { redeals: 0 },
                    _ => {
                        return Err(RulesError::new(
                            key,
                            format!("`{value}` is not one of its values"),
                            "write none, row_deal or waste",
                        ));
                    }
                }
            }
            "stock_when" | "when" => match &mut self.stock {
                Stock::RowDeal { when } => *when = choose(key, value, WHEN)?,
                _ => return Err(RulesError::new(key, "only a stock of row deals has it", "set stock=row_deal first")),
            },
            "stock_redeals" | "redeals" => match &mut self.stock {
                Stock::Waste { redeals } => *redeals = number(key, value, 0, 99)?,
                _ => return Err(RulesError::new(key, "only a stock with a waste has it", "set stock=waste first")),
            },
            "deal_first" => self.deal_first = list(key, value, |v| rank(key, v))?,
            _ => return Err(unknown_key(key)),
        }
        Ok(())
    }

    /// The description as TOML that reads back to the same rules.
    pub fn to_toml(&self) -> String {
        let names = self.aliases.iter().map(|a| toml_tree::quoted(a)).collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("name = {}", toml_tree::quoted(&self.name)),
            format!("aliases = [{names}]"),
            format!("description = {}", toml_tree::quoted(&self.description)),
        ];
        lines.extend(self.rule_lines());
        lines.join("\n") + "\n"
    }

    /// The rules proper, without names, one line a key.
    pub(super) fn rule_lines(&self) -> Vec<String> {
        let numbers = |items: &[u8]| items.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let ranks = |items: &[Rank]| items.iter().map(|r| rank_text(*r)).collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("decks = {}", self.decks),
            format!("ranks = {}", self.ranks),
            format!("strip_ranks = [{}]", ranks(&self.strip_ranks)),
            format!("columns = [{}]", numbers(&self.columns)),
            format!("cells = {}", self.cells),
            format!("cells_prefilled = [{}]", numbers(&self.cells_prefilled)),
            format!("cells_kind = \"{}\"", word_of(CELL_KIND, &self.cells_kind)),
            format!("build = \"{}\"", word_of(BUILD, &self.build)),
            format!("build_wrap = {}", self.build_wrap),
            format!("empty_column = \"{}\"", word_of(EMPTY_COLUMN, &self.empty_column)),
            format!("group = \"{}\"", word_of(GROUP, &self.group)),
            format!("group_build = \"{}\"", word_of(BUILD, &self.group_build)),
            match self.foundation_base {
                FoundationBase::Rank(rank) => format!("foundation_base = {}", rank_text(rank)),
                FoundationBase::FromDeal => "foundation_base = \"from_deal\"".into(),
            },
            format!("foundation_wrap = {}", self.foundation_wrap),
            match self.foundation_prefill {
                Prefill::None => "foundation_prefill = \"none\"".into(),
                Prefill::Bases => "foundation_prefill = \"bases\"".into(),
                Prefill::Count(n) => format!("foundation_prefill = {n}"),
            },
            format!("foundation_piles = \"{}\"", word_of(PILES, &self.foundation_piles)),
            format!("foundation_return = \"{}\"", word_of(RETURN, &self.foundation_return)),
        ];
        match self.stock {
            Stock::None => lines.push("stock = \"none\"".into()),
            Stock::RowDeal { when } => {
                lines.push("stock = \"row_deal\"".into());
                lines.push(format!("stock_when = \"{}\"", word_of(WHEN, &when)));
            }
            Stock::Waste { redeals } => {
                lines.push("stock = \"waste\"".into());
                lines.push(format!("stock_redeals = {redeals}"));
            }
        }
        lines.push(format!("deal_first = [{}]", ranks(&self.deal_first)));
        lines
    }

    /// The description as a JSON object with the same keys, in the same order.
    #[cfg(feature = "serde")]
    pub fn to_json(&self) -> serde_json::Value {
        let toml = self.to_toml();
        let entries = toml.lines().filter_map(|line| line.split_once(" = "));
        let entries = entries.map(|(key, value)| {
            let value = literal(value).expect("what is printed reads back");
            (key.to_string(), json_of(&value))
        });
        let digest = ("digest".to_string(), self.digest().into());
        serde_json::Value::Object(entries.chain([digest]).collect())
    }
}

/// A rule's value in JSON: a text, a number, a truth value, or a list of these.
#[cfg(feature = "serde")]
fn json_of(value: &Value) -> serde_json::Value {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Boolean(truth) => (*truth).into(),
        Value::List(list) => list.iter().map(json_of).collect(),
        other => other.to_string().into(),
    }
}

/// A value from the command line: bare words are strings, so that no quotes are needed in a shell.
fn bare(text: &str) -> Value {
    let text = text.trim();
    if let Some(value) = literal(text) {
        return value;
    }
    match text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(inner) => Value::List(inner.split(',').map(bare_item).collect()),
        None => Value::Text(text.to_string()),
    }
}

/// An item of a list of bare words. No rule has lists in lists, so this does not look for them.
fn bare_item(text: &str) -> Value {
    literal(text.trim()).unwrap_or_else(|| Value::Text(text.trim().to_string()))
}

/// A value that is proper TOML.
fn literal(text: &str) -> Option<Value> {
    let mut table = parse(&format!("v = {text}")).ok()?;
    if table.len() == 1 { toml_tree::remove(&mut table, "v") } else { None }
}

/// Ranks below ten as numbers, the rest as their letter.
fn rank_text(rank: Rank) -> String {
    match rank.number() {
        n @ 2..=9 => n.to_string(),
        _ => format!("\"{}\"", rank.letter()),
    }
}

fn parse(text: &str) -> Result<Table, RulesError> {
    toml_tree::parse(text).map_err(|error| {
        let before = text.get(..error.at).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let written = text.lines().nth(line - 1).unwrap_or("").trim();
        let shown: String = written.chars().take(40).collect();
        let dots = if shown.len() < written.len() { "…" } else { "" };
        let problem = format!("line {line}, `{shown}{dots}`, cannot be read: {}", in_plain_words(&error.message));
        RulesError::new("", problem, "`winnable games NAME` prints a description to start from")
    })
}

/// What the parser of TOML found, without its jargon.
fn in_plain_words(message: &str) -> &'static str {
    let message = message.to_ascii_lowercase();
    let about = |words: &[&str]| words.iter().any(|word| message.contains(word));
    match () {
        _ if about(&["duplicate"]) => "a key occurs twice",
        _ if about(&["array", "comma", "]"]) => "a list needs commas between its values and brackets around them",
        _ if about(&["string", "quote", "basic", "literal"]) => "a text needs quotation marks around it",
        _ if about(&["recursion", "depth"]) => "lists are nested too deeply",
        _ if about(&["key", "="]) => "lines are written like cells = 4",
        _ => "a value is missing or not a number, true, false, a list or a text in quotation marks",
    }
}

fn unknown_key(key: &str) -> RulesError {
    let near = KEYS.iter().filter(|k| crate::text::close(k, key)).copied().collect::<Vec<_>>();
    let remedy = match near.is_empty() {
        true => format!("known keys are {}", KEYS.join(", ")),
        false => format!("did you mean {}?", near.join(" or ")),
    };
    RulesError::new(key, "there is no such rule", remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_back() {
        for preset in PRESETS {
            let rules = preset.rules();
            assert_eq!(Rules::from_toml(&rules.to_toml()), Ok(rules.clone()), "{}", preset.name);
            #[cfg(feature = "serde")]
            assert_eq!(rules.to_json()["name"], preset.name);
        }
    }

    #[test]
    fn overrides_take_bare_words_lists_dots_and_tables() {
        let mut rules = preset("fours-up").unwrap();
        for text in ["stock.when=no_moves", "columns=[2,1,1,1,1,1]", "foundation_base = 4", "build=same-suit"] {
            rules.apply_override(text).unwrap();
        }
        assert_eq!(rules.stock, Stock::RowDeal { when: DealWhen::NoMoves });
        assert_eq!(rules.columns[0], 2);
        assert_eq!((rules.build, rules.group_build), (Build::SameSuit, Build::SameSuit));
        rules.apply_override("stock={row_deal={when=\"any\"}}").unwrap();
        assert_eq!(rules.stock, Stock::RowDeal { when: DealWhen::Any });
    }

    #[test]
    fn errors_name_key_and_remedy() {
        let error = |text: &str| preset("freecell").unwrap().apply_override(text).unwrap_err().to_string();
        assert!(error("cels=3").contains("did you mean cells"));
        assert!(error("cells=9999").contains("0 to 20"));
        assert!(error("build=rainbow").contains("alternate_color"));
        assert!(error("cells").contains("key=value"));
        assert!(Rules::from_toml("decks = = 1").unwrap_err().to_string().contains("line 1"));
        assert!(Rules::from_toml("base = 'nonsense'").unwrap_err().to_string().contains("winnable games"));
    }
}
