//! The solver for browsers and Node: questions as JSON in, records as JSON out.
//!
//! Every function takes one JSON object ([`request::Request`]) and returns the line that the command line prints for the same
//! question with `--json`; `web/npm/index.js` wraps them for people. Nothing here knows rules or searches: it reads requests,
//! calls the core and lets [`watch`] tell how a search goes. An `Err` is bad input, in words; a bug in the solver panics,
//! which ends this instance of the module.

mod finish;
mod request;
mod table;
mod watch;

use js_sys::Function;
use request::{Named, Request};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;
use winnable::format::record::{Record, RulesName, Solutions};
use winnable::format::{judgement, position_record};
use winnable::rules::PRESETS;
use winnable::verify::certificate::Certificate;
use winnable::{Cancel, CellCounter, DifficultyMeter, Game, Limits, Metric, Oracle, Solver, Verdict, pick};

/// An answer as JSON, or what is wrong with the question.
type Line = Result<String, String>;

/// Numbers that are tried for a winnable deal before the rules are taken for too hard; as many as the command line tries.
const TRIES: usize = 10_000;

/// `winnable solve --json`.
#[wasm_bindgen]
pub fn solve(request: &str, progress: Option<Function>) -> Line {
    let request = Request::read(request)?;
    let Named { game, name } = request.named_game()?;
    let cancel = Cancel::new();
    let start = request.start(&game)?;
    let limits = request.limits(&game);
    let (made_for, solver) = kept_solver(&request, &game)?;
    let mut solver = solver.with_cancel(cancel.clone()).with_progress(watch::start(progress, cancel.clone()));
    let started = Instant::now();
    let answer = solver.solve(&start.deal.layout).map_err(text)?;
    SOLVER.set(Some((made_for, solver)));
    let mut min_cells = None;
    if request.min_cells {
        let mut counter = CellCounter::new(game).with_limits(limits).with_cancel(cancel);
        min_cells = Some(counter.count(&start.deal.layout, Some(&answer)).map_err(text)?.into());
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut record = Record::of(&name, &start.deal.name, &answer, true);
    record.min_cells = min_cells;
    record.seconds = Some((seconds * 1e6).round() / 1e6);
    Ok(start.record_line(&record))
}

/// `winnable moves --json`.
#[wasm_bindgen]
pub fn moves(request: &str, progress: Option<Function>) -> Line {
    let request = Request::read(request)?;
    let Named { game, name } = request.named_game()?;
    let start = request.start(&game)?;
    let judged = with_oracle(&request, &game, progress, |oracle| oracle.moves(&start.deal.layout))?.map_err(text)?;
    let record = Record::of(&name, &start.deal.name, &judged.answer, false);
    Ok(start.record_line_with(&record, position_record::options(&judged.moves, request.optimal)))
}

/// `winnable hint --json`.
#[wasm_bindgen]
pub fn hint(request: &str, progress: Option<Function>) -> Line {
    let request = Request::read(request)?;
    let Named { game, name } = request.named_game()?;
    let start = request.start(&game)?;
    let hint = with_oracle(&request, &game, progress, |oracle| oracle.hint(&start.deal.layout))?.map_err(text)?;
    let record = Record::of(&name, &start.deal.name, &hint.answer, false);
    Ok(start.record_line_with(&record, position_record::next(hint.next.as_ref(), request.optimal)))
}

/// `winnable review --json`; the played game is `request.played`.
#[wasm_bindgen]
pub fn review(request: &str, progress: Option<Function>) -> Line {
    let request = Request::read(request)?;
    let Named { game, name } = request.named_game()?;
    let deal = request.deal(&game)?;
    let played = request.played(&game, &deal)?;
    let review =
        with_oracle(&request, &game, progress, |oracle| oracle.review(&deal.layout, &played))?.map_err(text)?;
    let record = Record::of(&name, &deal.name, &review.answer, false);
    Ok(position_record::with_fields(&record, position_record::review(&review, request.optimal)))
}

/// What `winnable verify` says about `request.solution`: whether it wins, the sentences, and its lengths.
#[wasm_bindgen]
pub fn verify(request: &str) -> Line {
    let request = Request::read(request)?;
    let game = request.game()?;
    let deal = request.deal(&game)?;
    let judged = judgement::of_solution(&request.solution()?, &game, &deal, None).map_err(text)?;
    let lengths = judged.replay.as_ref().map(|replay| (replay.moves, replay.cards));
    Ok(serde_json::json!({
        "holds": judged.holds,
        "message": judged.message,
        "moves": lengths.map(|(moves, _)| moves),
        "cards": lengths.map(|(_, cards)| cards),
    })
    .to_string())
}

/// What `winnable verify` says about a certificate.
#[wasm_bindgen]
pub fn verify_certificate(request: &str, certificate: &[u8]) -> Line {
    let request = Request::read(request)?;
    let game = request.game()?;
    let deal = request.deal(&game)?;
    let certificate = Certificate::read(&mut &certificate[..]).map_err(text)?;
    let judged = judgement::of_certificate(&certificate, &game, &deal);
    Ok(serde_json::json!({"holds": judged.holds, "message": judged.message}).to_string())
}

/// The file of `winnable solve --certificate`, of a deal that cannot be won.
#[wasm_bindgen]
pub fn certificate(request: &str, progress: Option<Function>) -> Result<Vec<u8>, String> {
    let request = Request::read(request)?;
    let (game, cancel) = (request.game()?, Cancel::new());
    let start = request.start(&game)?;
    let mut solver = Solver::new(game.clone())
        .with_limits(request.limits(&game))
        .with_cancel(cancel.clone())
        .with_progress(watch::start(progress, cancel));
    let answer = solver.solve(&start.deal.layout).map_err(text)?;
    match answer.verdict {
        Verdict::Unwinnable => {}
        Verdict::Winnable => return Err("no certificate: the solution is the proof that it can be won".into()),
        Verdict::Undecided(reason) => return Err(format!("no certificate: the deal is undecided ({reason})")),
    }
    let certificate = solver.certificate(&start.deal.name, &start.deal.layout).map_err(text)?;
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).map_err(text)?;
    Ok(bytes)
}

/// `winnable deal --json`: a board; with `winnable`, the first deal of `seed` that can be won, of a `level` if one is given.
#[wasm_bindgen]
pub fn deal(request: &str, progress: Option<Function>) -> Line {
    let request = Request::read(request)?;
    let game = request.game()?;
    match request.winnable {
        false => Ok(position_record::deal_line(&game, &request.deal(&game)?)),
        true => winnable_deal(&request, &game, progress),
    }
}

fn winnable_deal(request: &Request, game: &Game, progress: Option<Function>) -> Line {
    let cancel = Cancel::new();
    let limits = request.limits(game);
    let mut solver = Solver::new(game.clone())
        .with_limits(limits.states(limits.states.min(pick::EFFORT)))
        .with_cancel(cancel.clone())
        .with_progress(watch::start(progress, cancel.clone()));
    let mut meter = request.level.map(|level| (level, DifficultyMeter::new(game.clone(), cancel.clone())));
    for number in pick::candidates(request.seed()).take(TRIES) {
        let layout = game.deal(number);
        let answer = solver.solve(&layout).map_err(text)?;
        if cancel.is_cancelled() {
            return Err("interrupted".into());
        }
        let Some(solution) = answer.solution else { continue };
        let difficulty = match &mut meter {
            None => None,
            Some((level, meter)) => match meter.measure(&layout).map_err(text)? {
                Some(difficulty) if difficulty.level == *level => Some(difficulty),
                _ => continue,
            },
        };
        let picked = pick::Picked { number, layout, solution, states: answer.states, difficulty };
        return Ok(position_record::picked_line(game, &RulesName::new(game), &picked, true, Solutions::None));
    }
    Err(format!("none of {TRIES} deals of {} could be solved; are the rules too hard?", game.label()))
}

/// `winnable games --json`, or the rules of `request.game` with its changes as `{"toml": …, "rules": …}`.
#[wasm_bindgen]
pub fn games(request: Option<String>) -> Line {
    let Some(request) = request else {
        return Ok(PRESETS.iter().map(|preset| preset.rules().to_json()).collect::<serde_json::Value>().to_string());
    };
    let game = Request::read(&request)?.game()?;
    Ok(serde_json::json!({"label": game.label(), "toml": game.to_toml(), "rules": game.to_json()}).to_string())
}

/// A position as the page draws and plays it: see [`table`].
#[wasm_bindgen]
pub fn table(request: &str) -> Line {
    table::table(&Request::read(request)?)
}

/// Bytes of memory that this instance has taken from the system.
#[wasm_bindgen]
pub fn memory_held() -> f64 {
    const PAGE: f64 = 65536.0;
    #[cfg(target_arch = "wasm32")]
    let pages = core::arch::wasm32::memory_size(0);
    #[cfg(not(target_arch = "wasm32"))]
    let pages = 0;
    pages as f64 * PAGE
}

thread_local! {
    /// The last solver and what it was made for: deals of one game reuse its tables. Its answers do not depend on earlier deals.
    static SOLVER: RefCell<Option<(Wanted, Solver)>> = const { RefCell::new(None) };
    /// The last oracle that was to be kept, so that the next question about the same game profits from what it knows.
    static ORACLE: RefCell<Option<(Wanted, Oracle)>> = const { RefCell::new(None) };
}

/// What a solver or an oracle is made for.
type Wanted = (Game, Limits, Option<Metric>);

/// The solver for this question, and what it was made for.
fn kept_solver(request: &Request, game: &Game) -> Result<(Wanted, Solver), String> {
    let (limits, metric) = (request.limits(game), request.metric()?);
    let made_for = (game.clone(), limits, metric);
    let kept = SOLVER.take().filter(|(other, _)| *other == made_for);
    let new = || Solver::new(game.clone()).with_limits(limits).with_metric(metric);
    Ok((made_for, kept.map_or_else(new, |(_, solver)| solver)))
}

/// Asks a new oracle, or with `keep` the one of the last question if it was about the same game.
fn with_oracle<T>(
    request: &Request,
    game: &Game,
    progress: Option<Function>,
    ask: impl FnOnce(&mut Oracle) -> T,
) -> Result<T, String> {
    let (limits, metric) = (request.limits(game), request.metric()?);
    let wanted = (game.clone(), limits, metric);
    let kept = ORACLE.take().filter(|(made_for, _)| request.keep && *made_for == wanted);
    let oracle = kept.map(|(_, oracle)| oracle);
    let oracle = oracle.unwrap_or_else(|| Oracle::new(game.clone()).with_limits(limits).with_metric(metric));
    let cancel = Cancel::new();
    let mut oracle = oracle.with_cancel(cancel.clone()).with_progress(watch::start(progress, cancel));
    let answer = ask(&mut oracle);
    if request.keep {
        ORACLE.set(Some((wanted, oracle)));
    }
    Ok(answer)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
