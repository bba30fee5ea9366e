//! Boards in bulk: one record per board, in input order, written as soon as the input pauses.
//!
//! A program can keep one process running: it writes a board, reads the record, and writes the next board. So no record may
//! wait for more input. One thread reads, every worker has its own solver, and the calling thread puts the records back into
//! order and flushes whenever no further record is ready. A board that cannot be read, or is too long, gives a record with an
//! error and does not end the run.

use super::extras::ExtraSearches;
use super::run::Plan;
use super::summary::Verdicts;
use super::{BatchError, threads};
use crate::deal::DealNumber;
use crate::format::board;
use crate::format::position_record::{error_line, with_id};
use crate::format::record::{Record, RecordVerdict, RulesName, Solutions};
use crate::game::Game;
use crate::layout::Layout;
use crate::search::{SolveError, Solver};
use crate::text::visible;
use crate::verdict::{Reason, Verdict};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Boards that may be read ahead of the first board without a written record.
const READ_AHEAD: usize = 4096;
/// Longest line or board that is read, in bytes.
const MOST_BYTES: usize = 1 << 20;
/// How often a waiting writer checks for an interrupt.
const TICK: Duration = Duration::from_millis(100);

/// How boards are written in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardInput {
    /// One JSON object a line: `{"id":"x","board":"text of a board"}`, or `columns`, `cells`, … instead of `board`, or `deal`.
    Ndjson,
    /// Boards as text, with an empty line between them.
    Text,
}

/// How a run over boards ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct BoardsDone {
    /// Verdicts of the boards that could be read.
    pub verdicts: Verdicts,
    /// Boards that could not be read.
    pub unreadable: u64,
    /// Whether all of the input was answered.
    pub complete: bool,
}

/// Why the answers are not complete.
#[derive(Debug, thiserror::Error)]
pub enum BoardsError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Threads could not be started.
    #[error(transparent)]
    Threads(#[from] BatchError),
}

/// A board as it was read, with its number from 1.
struct Raw {
    number: u64,
    text: Result<String, String>,
}

/// A finished line.
struct Line {
    number: u64,
    text: String,
    /// The verdict; `None` for a board that could not be read.
    verdict: Option<RecordVerdict>,
}

/// Answers every board of the input, in order. If reading fails, the boards read before are answered first.
pub fn run_boards(
    plan: &Plan,
    input: Box<dyn BufRead + Send>,
    form: BoardInput,
    out: &mut dyn Write,
) -> Result<BoardsDone, BoardsError> {
    let (tickets, returned) = sync_channel::<()>(READ_AHEAD);
    // One more for reading.
    let threads = threads::most_with_room(plan.threads_for(u64::MAX) + 1)? - 1;
    let (raw_sender, raws) = sync_channel::<Raw>(2 * threads);
    let (line_sender, lines) = channel::<Line>();
    let failed = Arc::new(Mutex::new(None));
    // The reader may be blocked on input when the run is interrupted, so it is not joined.
    let failure = failed.clone();
    let reader = move || {
        if let Err(error) = read_all(input, form, &raw_sender, &tickets) {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    };
    let none = |error: io::Error| BatchError::Threads { problem: error.to_string() };
    thread::Builder::new().spawn(reader).map_err(none)?;
    let raws = Arc::new(Mutex::new(raws));
    for number in 0..threads {
        let worker = Worker::new(plan, form);
        let (raws, lines) = (raws.clone(), line_sender.clone());
        match thread::Builder::new().spawn(move || worker.work(&raws, &lines)) {
            // The system may allow fewer threads than there are cores.
            Err(_) if number > 0 => break,
            started => drop(started.map_err(none)?),
        }
    }
    drop(line_sender);
    let mut done = BoardsDone::default();
    let mut waiting = BTreeMap::new();
    let mut next = 1;
    loop {
        let line = match lines.try_recv() {
            Ok(line) => line,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                out.flush()?;
                match lines.recv_timeout(TICK) {
                    Ok(line) => line,
                    Err(RecvTimeoutError::Timeout) if plan.cancel.is_cancelled() => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        };
        waiting.insert(line.number, line);
        while let Some(line) = waiting.remove(&next) {
            out.write_all(line.text.as_bytes())?;
            match line.verdict {
                Some(verdict) => done.verdicts.add(&verdict),
                None => done.unreadable += 1,
            }
            next += 1;
            let _ = returned.try_recv();
        }
    }
    out.flush()?;
    if let Some(error) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error.into());
    }
    done.complete = !plan.cancel.is_cancelled() && waiting.is_empty();
    Ok(done)
}

/// Cuts the input into boards.
fn read_all(
    mut input: Box<dyn BufRead + Send>,
    form: BoardInput,
    raws: &SyncSender<Raw>,
    tickets: &SyncSender<()>,
) -> io::Result<()> {
    let mut number = 0;
    let mut board = String::new();
    let mut line = Vec::new();
    // Whether the next bytes begin a line, and whether this board is too long to be kept.
    let (mut at_start, mut too_long) = (true, false);
    loop {
        line.clear();
        let end = io::Read::take(&mut input, MOST_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0;
        too_long |= board.len() + line.len() > MOST_BYTES;
        if too_long {
            board.clear();
        } else {
            board += &String::from_utf8_lossy(&line);
        }
        let whole = line.ends_with(b"\n");
        let gap = at_start && whole && line.iter().all(u8::is_ascii_whitespace);
        at_start = whole;
        if !end && (if form == BoardInput::Text { !gap } else { !whole }) {
            continue;
        }
        let says_something = |text: &str| match form {
            BoardInput::Ndjson => !text.trim().is_empty(),
            // A board without cards is a comment or a gap between boards.
            BoardInput::Text => text.lines().any(|line| !line.split('#').next().unwrap_or("").trim().is_empty()),
        };
        let text = std::mem::take(&mut board);
        let text = match std::mem::take(&mut too_long) {
            true => Some(Err(format!("a line or board of more than {MOST_BYTES} bytes"))),
            false => says_something(&text).then_some(Ok(text)),
        };
        if let Some(text) = text {
            number += 1;
            if tickets.send(()).is_err() || raws.send(Raw { number, text }).is_err() {
                return Ok(());
            }
        }
        if end {
            return Ok(());
        }
    }
}

struct Worker {
    game: Game,
    rules_name: RulesName,
    form: BoardInput,
    solutions: Solutions,
    solver: Solver,
    extras: ExtraSearches,
    fresh: Box<dyn Fn() -> Solver + Send>,
}

impl Worker {
    fn new(plan: &Plan, form: BoardInput) -> Worker {
        let (game, limits, metric, cancel) = (plan.rules.clone(), plan.limits, plan.optimal, plan.cancel.clone());
        let fresh = {
            let game = game.clone();
            move || Solver::new(game.clone()).with_limits(limits).with_metric(metric).with_cancel(cancel.clone())
        };
        let (rules_name, solver) = (RulesName::new(&game), fresh());
        Worker {
            game,
            rules_name,
            form,
            solutions: plan.solutions,
            solver,
            extras: ExtraSearches::new(plan),
            fresh: Box::new(fresh),
        }
    }

    fn work(mut self, raws: &Mutex<Receiver<Raw>>, lines: &Sender<Line>) {
        loop {
            let raw = raws.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(raw) = raw else { return };
            let number = raw.number;
            let Some((text, verdict)) = self.answer(raw) else { return };
            if lines.send(Line { number, text: text + "\n", verdict }).is_err() {
                return;
            }
        }
    }

    /// The line of a board; `None` if its search was interrupted.
    fn answer(&mut self, raw: Raw) -> Option<(String, Option<RecordVerdict>)> {
        let (id, layout) = self.read(raw);
        let layout = match layout {
            Ok(layout) => layout,
            Err(problem) => return Some((error_line(&id, &visible(&problem).replace('\n', " ")), None)),
        };
        let (solver, extras) = (&mut self.solver, &mut self.extras);
        let solved = catch_unwind(AssertUnwindSafe(|| {
            let answer = solver.solve(&layout)?;
            let extra = extras.of(&layout, &answer)?;
            Ok::<_, SolveError>((answer, extra))
        }));
        let record = match solved {
            Ok(Ok((answer, extra))) => {
                let extra = extra.filter(|_| answer.verdict != Verdict::Undecided(Reason::Interrupted))?;
                let with_solution = self.solutions != Solutions::None;
                let mut record = Record::of(&self.rules_name, "", &answer, with_solution);
                extra.add_to(&mut record);
                if self.solutions == Solutions::Notation { record.compact(&self.game, &layout) } else { record }
            }
            Ok(Err(error)) => Record::of_error(&self.rules_name, "", error.to_string()),
            Err(_) => {
                self.solver = (self.fresh)();
                Record::of_error(&self.rules_name, "", "the solver panicked".into())
            }
        };
        Some((with_id(&record, &id), Some(record.verdict)))
    }

    /// The id and the layout of a board, or what is wrong with it.
    fn read(&self, raw: Raw) -> (Value, Result<Layout, String>) {
        let mut id = Value::from(raw.number);
        let text = match raw.text {
            Ok(text) => text,
            Err(problem) => return (id, Err(problem)),
        };
        let layout = match self.form {
            BoardInput::Text => board::read(text.as_bytes(), &self.game).map_err(|error| error.to_string()),
            BoardInput::Ndjson => match serde_json::from_str::<Map<String, Value>>(&text) {
                Err(error) => Err(format!("not a JSON object: {error}")),
                Ok(mut fields) => {
                    if let Some(own) = fields.remove("id") {
                        id = own;
                    }
                    self.position(&fields)
                }
            },
        };
        (id, layout)
    }

    fn position(&self, fields: &Map<String, Value>) -> Result<Layout, String> {
        if let Some(deal) = fields.get("deal") {
            let text = deal.as_str().map_or_else(|| deal.to_string(), str::to_string);
            let number: DealNumber = text.parse().map_err(|error| format!("deal: {error}"))?;
            return Ok(self.game.deal(number));
        }
        let text = match fields.get("board") {
            Some(Value::String(text)) => text.clone(),
            Some(_) => return Err("`board` must be a text".into()),
            None => board_text(fields)?,
        };
        board::read(text.as_bytes(), &self.game).map_err(|error| error.to_string())
    }
}

/// A structured position as the text of a board: `columns`, `cells`, `stock` and `waste` are lists of cards (an empty cell is
/// null), `foundations` has the highest card of each suit (`{"H":"5","S":"A"}`), `redeals` is a number.
pub(crate) fn board_text(fields: &Map<String, Value>) -> Result<String, String> {
    let Some(columns) = fields.get("columns") else {
        return Err("a board needs the field `board` (a text), `columns` (lists of cards) or `deal` (a number)".into());
    };
    let list = |name: &str, value: &Value| -> Result<String, String> {
        let cards = value.as_array().ok_or_else(|| format!("`{name}` must be a list of cards"))?;
        let card = |card: &Value| match card {
            Value::Null => Ok("-".to_string()),
            // Cards are single words: anything else could pass for other lines of the board.
            Value::String(card) if !card.contains([':', '#']) && !card.contains(char::is_whitespace) => {
                Ok(card.clone())
            }
            _ => Err(format!("`{name}` must be a list of cards like \"7H\", not {card}")),
        };
        Ok(cards.iter().map(card).collect::<Result<Vec<_>, _>>()?.join(" "))
    };
    let mut text = String::new();
    if let Some(value) = fields.get("foundations") {
        let piles = value.as_object().ok_or("`foundations` must be an object like {\"H\":\"5\"}")?;
        let pile = |(suit, top): (&String, &Value)| format!("{suit}-{}", top.to_string().trim_matches('"'));
        text += &format!("Foundations: {}\n", piles.iter().map(pile).collect::<Vec<_>>().join(" "));
    }
    for (field, label) in [("cells", "Freecells"), ("stock", "Stock"), ("waste", "Waste")] {
        if let Some(value) = fields.get(field).filter(|value| value.as_array().is_none_or(|list| !list.is_empty())) {
            text += &format!("{label}: {}\n", list(field, value)?);
        }
    }
    if let Some(redeals) = fields.get("redeals") {
        text += &format!("Redeals: {redeals}\n");
    }
    for column in columns.as_array().ok_or("`columns` must be a list of lists of cards")? {
        text += &format!(": {}\n", list("columns", column)?);
    }
    Ok(text)
}
