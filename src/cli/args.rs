//! Arguments that several commands share: the game, the deal, the limits.

use crate::deal::{DealNumber, DealRange};
use crate::format::board;
use crate::format::start::NamedDeal;
use crate::game::Game;
use crate::rules::{PRESETS, Rules, preset};
use crate::search::Limits;
use crate::text;
use anyhow::{Context, bail};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::time::Duration;

/// The largest files that are read, in bytes: far beyond any real one, so that a wrong file is refused before it fills the
/// memory. Readers of boards and moves keep about a hundred bytes for each byte of text.
pub mod most {
    /// A rule file.
    pub const RULES: u64 = 64 << 10;
    /// A board.
    pub const BOARD: u64 = 1 << 20;
    /// A played game, perhaps with a drawn board after every move.
    pub const MOVES: u64 = 4 << 20;
    /// Weights of a strategy.
    pub const WEIGHTS: u64 = 1 << 20;
    /// A list of deal numbers.
    pub const LIST: u64 = 64 << 20;
}

/// Which game.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// The game: a name from `winnable games`, or a rule file (.toml)
    #[arg(long, short, value_name = "GAME", default_value = "freecell", value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// Change a rule of the game, like cells=3 or foundation_return=none (can be repeated)
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub rules: Vec<String>,
}

impl GameArgs {
    /// The rules that were asked for.
    pub fn rules(&self) -> anyhow::Result<Game> {
        let mut rules = named(&self.game)?;
        let given = || format!("--rule {}", self.rules.join(" --rule "));
        rules.apply_overrides(&self.rules).with_context(given)?;
        Game::new(rules).with_context(|| format!("game {}", self.game))
    }
}

/// Takes any text, since it may be a file, but tells the shells' completions which games there are.
#[derive(Clone, Copy, Debug)]
pub struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(PRESETS.iter().map(|p| PossibleValue::new(p.name).help(p.description))))
    }
}

/// The rules of a preset or file.
pub fn named(name: &str) -> anyhow::Result<Rules> {
    if let Some(rules) = preset(name) {
        return Ok(rules);
    }
    let is_file = name.ends_with(".toml") || name.contains(std::path::MAIN_SEPARATOR);
    if is_file {
        let bytes = read_file(name, most::RULES)?;
        let text = String::from_utf8(bytes).with_context(|| format!("{name} is not a text file"))?;
        return Rules::from_toml(&text).with_context(|| format!("rule file {name}"));
    }
    let near = crate::rules::text::near(name);
    match near.is_empty() {
        true => bail!("there is no game `{name}`; `winnable games` lists them, or give a rule file that ends in .toml"),
        false => bail!("there is no game `{name}`; did you mean {}?", near.join(" or ")),
    }
}

/// Loads a deal: a number (`617`, `ms:617`, `pysol:617`), a board file, or `-` for standard input.
pub fn load_deal(text: &str, rules: &Rules) -> anyhow::Result<NamedDeal> {
    // People write deals with a number sign.
    let number = text.trim().trim_start_matches('#');
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let text = if is_number { number } else { text };
    let numbered =
        text.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with("ms:") || text.starts_with("pysol:");
    if numbered && !std::path::Path::new(text).is_file() || text.bytes().all(|b| b.is_ascii_digit()) {
        return numbered_deal(text, rules);
    }
    let (bytes, source) = match text {
        "-" => (read_stdin(most::BOARD)?, "standard input"),
        path => {
            let read = read_file(path, most::BOARD);
            let hint = || format!("`{path}` is neither a deal number (617, ms:617, pysol:617) nor a board file");
            (read.with_context(hint)?, path)
        }
    };
    let read = board::read_noting(&bytes, rules).with_context(|| source.to_string())?;
    for note in &read.notes {
        let _ = writeln!(std::io::stderr(), "note: {}: {note}", text::visible(source));
    }
    Ok(NamedDeal { name: "board".into(), layout: read.layout })
}

/// The deal of a number (`617`, `ms:617`, `pysol:617`).
pub fn numbered_deal(text: &str, rules: &Rules) -> anyhow::Result<NamedDeal> {
    if text.parse::<DealRange>().is_ok_and(|range| range.len() > 1) {
        bail!("`{text}` is more than one deal; `winnable analyze {text}` takes ranges");
    }
    if let Some(range) = crate::deal::meant_range(text) {
        bail!("`{text}` is not one deal; `winnable analyze {range}` takes ranges");
    }
    let number: DealNumber = text.parse()?;
    Ok(NamedDeal { name: number.to_string(), layout: number.deal(rules) })
}

/// Reads a whole file of at most so many bytes.
pub fn read_file(path: &str, most: u64) -> anyhow::Result<Vec<u8>> {
    let file = std::fs::File::open(path).with_context(|| format!("cannot open {path}"))?;
    read_limited(file, most).with_context(|| format!("cannot read {path}"))
}

/// Reads standard input to its end, of at most so many bytes.
pub fn read_stdin(most: u64) -> anyhow::Result<Vec<u8>> {
    read_limited(std::io::stdin().lock(), most).context("cannot read standard input")
}

fn read_limited(source: impl Read, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        bail!("it is larger than {} kB, which is far more than a real one has", text::count(most >> 10));
    }
    Ok(bytes)
}

/// Limits of a search.
#[derive(clap::Args, Clone, Debug)]
pub struct LimitArgs {
    /// Most states to expand before a deal is left undecided [default: 100 million for one deck, 20 million for more]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub max_states: Option<u64>,
    /// Most memory of the program for a deal, like 500M or 16G; each thread works on a deal of its own and may take as much.
    /// The limit is kept within 5 %; the smallest is 50M [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Most time for a deal, like 30s or 5m; verdicts then depend on the machine
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
}

impl LimitArgs {
    /// The limits, with the defaults of the library where an option is missing.
    pub fn limits(&self, rules: &Rules) -> Limits {
        let mut limits = Limits::of(rules);
        limits.states = self.max_states.unwrap_or(limits.states);
        limits.memory = self.memory.unwrap_or(limits.memory);
        limits.time = self.time_limit;
        limits
    }
}

/// A count from 1, also like 10M, 500k or 1e6.
pub fn positive(text: &str) -> Result<u64, String> {
    let plain = text.trim().replace(['_', ','], "").to_ascii_lowercase();
    if let Ok(n) = plain.parse::<u64>() {
        return if n > 0 { Ok(n) } else { Err("write a whole number from 1, like 1000000, 10M or 1e6".into()) };
    }
    let digits = plain.trim_end_matches(['k', 'm', 'g', 'b', 't']);
    let scale = match &plain[digits.len()..] {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" | "b" => 1e9,
        "t" => 1e12,
        _ => f64::NAN,
    };
    match digits.parse::<f64>().map(|n| n * scale) {
        Ok(n) if (1.0..1e18).contains(&n) && n.fract() == 0.0 => Ok(n as u64),
        _ => Err("write a whole number from 1, like 1000000, 10M or 1e6".into()),
    }
}

/// A number of threads.
pub fn threads(text: &str) -> Result<std::num::NonZeroUsize, String> {
    text.parse().map_err(|_| "write a whole number from 1, like 4".into())
}

/// Where random numbers start.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number from 0 to 18446744073709551615, like 7".into())
}

/// A number of bytes, like 500M or 4G.
pub fn size(text: &str) -> Result<u64, String> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale: f64 = match &lower[digits.len()..] {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1048576.0,
        "gib" => 1073741824.0,
        _ => return Err("write a number and a unit, like 500M or 4G".into()),
    };
    match digits.parse::<f64>() {
        Ok(n) if n.is_finite() && n * scale >= 1e6 && n * scale < 1e18 => Ok((n * scale) as u64),
        Ok(_) => Err("write at least 1M".into()),
        Err(_) => Err("write a number and a unit, like 500M or 4G".into()),
    }
}

/// A length of time, like 500ms, 30s, 5m or 2h.
pub fn duration(text: &str) -> Result<Duration, String> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale: f64 = match &lower[digits.len()..] {
        "ms" => 1e-3,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a number and a unit, like 500ms, 30s, 5m or 2h".into()),
    };
    match digits.parse::<f64>() {
        Ok(n) if n.is_finite() && n > 0.0 && n * scale < 1e9 => Ok(Duration::from_secs_f64(n * scale)),
        _ => Err("write a number and a unit, like 500ms, 30s, 5m or 2h".into()),
    }
}
