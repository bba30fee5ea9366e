//! One JSON object per deal: what `solve --json` and `analyze` write, and what `verify`, `merge` and `report` read.
//!
//! Fields are written in this order and without spaces, so that equal results are equal bytes.

use crate::card::Card;
use crate::metric::{Bounds, Metric};
use crate::moves::{Move, Pile};
use crate::rules::Rules;
use crate::search::Answer;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Version of the record's layout.
pub const SCHEMA: u32 = 1;

/// The record of one deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Version of the layout.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// Digest of the rules.
    pub rules: String,
    /// The deal, like `ms:617`.
    pub deal: String,
    /// `winnable`, `unwinnable` or `undecided`.
    pub verdict: String,
    /// The limit that was hit, if undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Length of the solution in moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Length of the solution in single-card moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<u32>,
    /// Group moves in the solution that the rules grant but that cannot be replayed card by card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granted_groups: Option<u32>,
    /// States expanded.
    pub states: u64,
    /// Bounds on the shortest length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<OptimalRecord>,
    /// Seconds it took; only in `solve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The solution. Stays the last field: [`Record::write`] relies on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<Step>>,
}

/// Bounds on the shortest length.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OptimalRecord {
    /// `moves` or `cards`.
    pub metric: String,
    /// No solution is shorter.
    pub lower: u32,
    /// A solution of this length is known.
    pub upper: Option<u32>,
    /// Whether the shortest length is proven.
    pub proven: bool,
}

/// One move of a solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The deepest card moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Cow<'static, str>>,
    /// How many cards move together.
    #[serde(default = "one")]
    pub count: u8,
    /// Where from.
    pub from: Cow<'static, str>,
    /// Where to.
    pub to: Cow<'static, str>,
}

fn one() -> u8 {
    1
}

impl Record {
    /// The record of an answer, with or without its solution.
    pub fn new(rules: &Rules, deal: &str, answer: &Answer, with_solution: bool) -> Record {
        Record::of(&rules.name, &rules.digest(), deal, answer, with_solution)
    }

    /// The same for many deals: the digest of the rules is made once.
    pub fn of(game: &str, digest: &str, deal: &str, answer: &Answer, with_solution: bool) -> Record {
        let replay = answer.solution.as_ref().map(|s| &s.replay);
        Record {
            schema: SCHEMA,
            game: game.to_string(),
            rules: digest.to_string(),
            deal: deal.to_string(),
            verdict: answer.verdict.word().to_string(),
            reason: match answer.verdict {
                Verdict::Undecided(reason) => Some(reason.word().to_string()),
                _ => None,
            },
            moves: replay.map(|r| r.moves),
            cards: replay.map(|r| r.cards),
            granted_groups: replay.map(|r| r.granted.len() as u32).filter(|&n| n > 0),
            states: answer.states,
            optimal: answer.bounds.map(OptimalRecord::from),
            seconds: None,
            solution: answer
                .solution
                .as_ref()
                .filter(|_| with_solution)
                .map(|s| s.moves.iter().map(Step::from).collect()),
        }
    }

    /// The record as one line, without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("records are plain data")
    }

    /// Appends the same line. A solution is a hundred small objects of names that need no escaping; writing them took
    /// serde more than half as long as finding the solution took the search, so they are written here.
    pub fn write(&mut self, out: &mut Vec<u8>) {
        let solution = self.solution.take();
        serde_json::to_writer(&mut *out, self).expect("records are plain data");
        if let Some(steps) = &solution {
            let brace = out.pop();
            out.extend_from_slice(b",\"solution\":[");
            for (i, step) in steps.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                step.write(out);
            }
            out.push(b']');
            out.extend(brace);
        }
        self.solution = solution;
    }

    /// The verdict, if it is one.
    pub fn verdict(&self) -> Option<Verdict> {
        let reason = match self.reason.as_deref() {
            Some("memory") => Reason::Memory,
            Some("time") => Reason::Time,
            Some("interrupted") => Reason::Interrupted,
            _ => Reason::States,
        };
        [Verdict::Winnable, Verdict::Unwinnable, Verdict::Undecided(reason)]
            .into_iter()
            .find(|v| v.word() == self.verdict)
    }
}

impl From<Bounds> for OptimalRecord {
    fn from(bounds: Bounds) -> OptimalRecord {
        OptimalRecord {
            metric: bounds.metric.word().to_string(),
            lower: bounds.lower,
            upper: bounds.upper,
            proven: bounds.proven,
        }
    }
}

impl OptimalRecord {
    /// The metric, if it is one.
    pub fn metric(&self) -> Option<Metric> {
        [Metric::Moves, Metric::Cards].into_iter().find(|m| m.word() == self.metric)
    }
}

impl Step {
    /// Appends the step as serde would write it.
    fn write(&self, out: &mut Vec<u8>) {
        let plain = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric());
        let Step { card: Some(card), count: count @ 0..10, from, to } = self else { return self.write_any(out) };
        if !(plain(card) && plain(from) && plain(to)) {
            return self.write_any(out);
        }
        out.reserve(64);
        out.extend_from_slice(b"{\"card\":\"");
        out.extend_from_slice(card.as_bytes());
        out.extend_from_slice(b"\",\"count\":");
        out.push(b'0' + count);
        out.extend_from_slice(b",\"from\":\"");
        out.extend_from_slice(from.as_bytes());
        out.extend_from_slice(b"\",\"to\":\"");
        out.extend_from_slice(to.as_bytes());
        out.extend_from_slice(b"\"}");
    }

    fn write_any(&self, out: &mut Vec<u8>) {
        serde_json::to_writer(out, self).expect("steps are plain data");
    }
}

impl From<&Move> for Step {
    fn from(mv: &Move) -> Step {
        let card = mv.card.map(|card| Cow::Borrowed(card.name()));
        Step { card, count: mv.count, from: mv.from.name(), to: mv.to.name() }
    }
}

impl TryFrom<&Step> for Move {
    type Error = String;

    fn try_from(step: &Step) -> Result<Move, String> {
        let card = step.card.as_deref().map(str::parse::<Card>).transpose().map_err(|e| e.to_string())?;
        let from: Pile = step.from.parse()?;
        let to: Pile = step.to.parse()?;
        Ok(Move { card, count: step.count, from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back() {
        let line = r#"{"schema":1,"game":"freecell","rules":"9f3c","deal":"ms:617","verdict":"winnable","moves":87,"cards":103,"states":412,"optimal":{"metric":"moves","lower":81,"upper":81,"proven":true},"solution":[{"card":"7H","count":1,"from":"t7","to":"c1"},{"count":6,"from":"stock","to":"tableau"}]}"#;
        let record: Record = serde_json::from_str(line).unwrap();
        assert_eq!(record.to_line(), line);
        assert_eq!(record.verdict(), Some(Verdict::Winnable));
        let text = r#""},{"card":"7\"H","count":12,"from":"t 7","to":"\u00e4\\"},{"card":"8H","count":10,"from":"t12","to":"f"}]}"#;
        let odd: Record = serde_json::from_str(&line.replace(r#""}]}"#, text)).unwrap();
        for mut record in [record.clone(), Record { solution: None, ..record.clone() }, odd] {
            let mut out = b"before".to_vec();
            record.write(&mut out);
            assert_eq!(String::from_utf8(out).unwrap(), "before".to_string() + &record.to_line());
        }
        for step in record.solution.unwrap() {
            let mv = Move::try_from(&step).unwrap();
            assert_eq!(Step::from(&mv), step);
        }
    }
}
