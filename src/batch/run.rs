//! Solves a batch on all cores.
//!
//! Every thread of a rayon pool has its own solver, takes chunks from the [`Queue`], turns them into lines of text and counts
//! them. The calling thread only puts the finished pieces into order and saves them. Threads synchronise once per chunk, about
//! a hundred times a second.

use super::extras::ExtraSearches;
use super::pieces::{RecordPiece, RecordSink};
use super::queue::{Queue, Task};
use super::summary::{Speed, Summary, Verdicts};
use super::work_stealing::WorkStealing;
use super::{BatchError, Job, faults, threads};
use crate::deal::DealNumber;
use crate::format::record::{Record, RulesName, Solutions};
use crate::format::record_file::Format;
use crate::game::Game;
use crate::metric::Metric;
use crate::search::{Answer, Cancel, Limits, SolveError, Solver};
use crate::verdict::{Reason, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Target duration of a chunk: long compared with the cost of handing it out, and short enough to interrupt at once.
const CHUNK_TIME: Duration = Duration::from_millis(10);
/// After this time, the finished records of a chunk are handed over.
const SLOW_CHUNK: Duration = Duration::from_millis(50);
/// Largest chunk in deals.
const CHUNK_DEALS: u64 = 2048;
/// Finished chunks per thread that may wait for a slow disk.
const WAITING: usize = 32;
/// How often the caller hears about progress.
const TICK: Duration = Duration::from_millis(100);
/// What is to be done with every deal.
#[non_exhaustive]
pub struct Plan {
    /// The rules.
    pub rules: Game,
    /// Limits of each deal.
    pub limits: Limits,
    /// Ends the run when it is cancelled. It is also cancelled when the run fails.
    pub cancel: Cancel,
    /// Also search for shortest solutions in this metric.
    pub optimal: Option<Metric>,
    /// Keep the solutions, in this form.
    pub solutions: Solutions,
    /// Also determine the fewest cells.
    pub min_cells: bool,
    /// Also measure how difficult winnable deals are.
    pub difficulty: bool,
    /// Form of the records.
    pub format: Format,
    /// Number of threads; a run uses fewer if there are fewer deals, and at most four for each core.
    pub threads: usize,
    /// How often progress is saved.
    pub save_every: Duration,
}

impl Plan {
    /// Verdicts only, with the default limits of the game, on all cores. The fields can be changed.
    pub fn new(rules: Game) -> Plan {
        Plan {
            limits: Limits::of(&rules),
            cancel: Cancel::new(),
            rules,
            optimal: None,
            solutions: Solutions::None,
            min_cells: false,
            difficulty: false,
            format: Format::Ndjson,
            threads: threads::cores(),
            save_every: Duration::from_secs(2),
        }
    }

    /// The number of threads that a run of this number of deals uses.
    pub fn threads_for(&self, deals: u64) -> usize {
        threads::sensible(self.threads, deals)
    }

    /// The solver of one thread.
    pub(super) fn solver(&self) -> Solver {
        Solver::new(self.rules.clone())
            .with_limits(self.limits)
            .with_metric(self.optimal)
            .with_cancel(self.cancel.clone())
    }

    /// What makes these records.
    pub fn job(&self) -> Job {
        let job = Job::new(&self.rules, &self.limits, self.optimal, self.solutions);
        Job { min_cells: self.min_cells, difficulty: self.difficulty, ..job }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// All deals.
    pub total: u64,
    /// Deals that are finished, those of earlier sessions too.
    pub done: u64,
    /// Deals that this session finished.
    pub fresh: u64,
    /// Verdicts so far.
    pub verdicts: Verdicts,
    /// Time since this session began.
    pub elapsed: Duration,
}

/// A finished or interrupted run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finished {
    /// Everything that is in the output by now.
    pub summary: Summary,
    /// Whether the output is complete.
    pub complete: bool,
    /// Deals that were finished but are not in the output, because the rest of their part of a dataset is missing.
    pub dropped: u64,
    /// How fast it was.
    pub speed: Speed,
}

/// Runs what is left to do of `queue`, in order, into `sink`.
pub fn run<S: RecordSink>(
    plan: &Plan,
    mut queue: Queue,
    mut sink: S,
    tick: &mut dyn FnMut(&Progress),
) -> Result<Finished, BatchError> {
    let started = Instant::now();
    let mut summary = sink.earlier().clone();
    let todo = sink.todo();
    let left: u64 = todo.iter().map(|r| r.end - r.start).sum();
    let earlier = summary.verdicts;
    let (pool, threads) = threads::start(if left > 0 { plan.threads_for(left) } else { 1 })?;
    queue.restrict(todo);
    // Searches check the same flag as for an interrupt, so a failing disk ends long searches too.
    let shared = Shared {
        plan,
        stop: plan.cancel.clone(),
        rules_name: RulesName::new(&plan.rules),
        queue: Mutex::new(queue),
        held: WorkStealing::new(threads),
        threads,
        failed: Mutex::new(None),
        verdicts: Mutex::default(),
        summary: Mutex::new(Summary::default()),
    };
    let progress = || {
        let fresh = *shared.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut verdicts = earlier;
        verdicts.merge(&fresh);
        let (done, fresh) = (verdicts.total(), fresh.total());
        Progress { total: earlier.total() + left, done, fresh, verdicts, elapsed: started.elapsed() }
    };
    if left > 0 {
        let (sender, pieces) = sync_channel(WAITING * threads);
        pool.in_place_scope(|scope| {
            let shared = &shared;
            // The closure owns the only sender besides the workers' clones: when the last worker ends, so does `pieces`.
            scope.spawn_broadcast(move |_, context| {
                let worker = Worker {
                    shared,
                    index: context.index(),
                    solver: plan.solver(),
                    extras: ExtraSearches::new(plan),
                    summary: Summary::default(),
                    sender: &sender,
                    piece: S::Piece::starting_at(0),
                    verdicts: Verdicts::default(),
                };
                worker.work();
            });
            if let Err(error) = collect(&mut sink, &pieces, plan.save_every, &mut || tick(&progress())) {
                shared.fail(error);
            }
            // Workers that still send must not block on a full channel.
            while pieces.recv().is_ok() {}
        });
    }
    tick(&progress());
    let fresh = progress().fresh;
    let failed = shared.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = sink.finish();
    if let Some(error) = failed {
        return Err(error);
    }
    summary.merge(&shared.summary.into_inner().unwrap_or_else(PoisonError::into_inner));
    let seconds = started.elapsed().as_secs_f64();
    let speed = Speed { solved: fresh, seconds, deals_per_second: fresh as f64 / seconds, threads };
    let ending = ending?;
    Ok(Finished { summary, complete: ending.complete, dropped: ending.dropped, speed })
}

/// Writes pieces as they come, until there are no more.
fn collect<S: RecordSink>(
    sink: &mut S,
    pieces: &Receiver<S::Piece>,
    save_every: Duration,
    tick: &mut dyn FnMut(),
) -> Result<(), BatchError> {
    let (mut ticked, mut saved) = (Instant::now(), Instant::now());
    loop {
        match pieces.recv_timeout(TICK.min(save_every)) {
            Ok(piece) => sink.push(piece)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if ticked.elapsed() >= TICK {
            tick();
            ticked = Instant::now();
        }
        if saved.elapsed() >= save_every {
            sink.save()?;
            saved = Instant::now();
        }
    }
}

/// What the threads share.
struct Shared<'a> {
    plan: &'a Plan,
    stop: Cancel,
    rules_name: RulesName,
    queue: Mutex<Queue>,
    held: WorkStealing,
    threads: usize,
    failed: Mutex<Option<BatchError>>,
    /// Verdicts of this session.
    verdicts: Mutex<Verdicts>,
    summary: Mutex<Summary>,
}

impl Shared<'_> {
    /// Ends the run; the first failure is the one that is reported.
    fn fail(&self, error: BatchError) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.cancel();
    }
}

struct Worker<'a, P> {
    shared: &'a Shared<'a>,
    index: usize,
    solver: Solver,
    extras: ExtraSearches,
    summary: Summary,
    sender: &'a SyncSender<P>,
    /// Records that are not handed over yet.
    piece: P,
    verdicts: Verdicts,
}

impl<P: RecordPiece> Worker<'_, P> {
    /// The main function of a thread.
    fn work(mut self) {
        if let Err(error) = self.run() {
            self.shared.fail(error);
        }
        self.hand_over();
        self.shared.summary.lock().unwrap_or_else(PoisonError::into_inner).merge(&self.summary);
    }

    fn run(&mut self) -> Result<(), BatchError> {
        let mut size = 1;
        while !self.stopped() && self.refill(size)? {
            let started = Instant::now();
            if !self.chunk(started)? {
                break;
            }
            size = match started.elapsed() {
                took if took < CHUNK_TIME => (size * 2).min(CHUNK_DEALS),
                took if took > CHUNK_TIME * 2 => (size / 2).max(1),
                _ => size,
            };
        }
        Ok(())
    }

    /// Takes tasks from the queue or from other workers; false if nothing is left. The queue stays locked meanwhile, so a
    /// worker that finds it empty sees all tasks that have left it in the lists of the workers.
    fn refill(&self, size: u64) -> Result<bool, BatchError> {
        let Shared { queue, held, threads, .. } = self.shared;
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let chunk = queue.take(size, *threads as u64)?.or_else(|| held.steal());
        Ok(chunk.map(|chunk| held.fill(self.index, chunk)).is_some())
    }

    /// Runs the tasks of this worker; false if that was interrupted.
    fn chunk(&mut self, started: Instant) -> Result<bool, BatchError> {
        let mut handed_over = started;
        while let Some((place, task)) = self.shared.held.pop(self.index) {
            let record = match task {
                Task::Keep(record) => *record,
                // An interrupted search says nothing about its deal.
                Task::Solve(deal) => match self.record(deal) {
                    Some(record) => record,
                    None => return Ok(false),
                },
            };
            if self.piece.count() == 0 {
                self.piece = P::starting_at(place);
            }
            self.piece.add(self.shared.plan, &record);
            self.summary.add(&record);
            self.verdicts.add(&record.verdict);
            if self.piece.is_large() || handed_over.elapsed() >= SLOW_CHUNK {
                self.hand_over();
                handed_over = Instant::now();
            }
        }
        self.hand_over();
        Ok(true)
    }

    /// Sends what is finished to the writer.
    fn hand_over(&mut self) {
        let piece = std::mem::replace(&mut self.piece, P::starting_at(0));
        let verdicts = std::mem::take(&mut self.verdicts);
        self.shared.verdicts.lock().unwrap_or_else(PoisonError::into_inner).merge(&verdicts);
        // The writer ends early only if it has failed, and then all workers are told to stop.
        if piece.count() > 0 {
            let _ = self.sender.send(piece);
        }
    }

    fn stopped(&self) -> bool {
        self.shared.stop.is_cancelled()
    }

    /// The record of a deal; `None` if its search was interrupted. An internal error becomes the record of this deal and does
    /// not end the run: a solution that the verifier refused, or a panic, after which the solver is replaced.
    fn record(&mut self, deal: DealNumber) -> Option<Record> {
        let Shared { plan, rules_name, .. } = self.shared;
        let name = deal.to_string();
        let (solver, extras) = (&mut self.solver, &mut self.extras);
        let solved = catch_unwind(AssertUnwindSafe(|| {
            faults::in_deal(&name);
            let layout = plan.rules.deal(deal);
            let answer = solver.solve(&layout)?;
            let extra = extras.of(&layout, &answer)?;
            Ok::<_, SolveError>((answer, extra, layout))
        }));
        let problem = match solved {
            Ok(Ok((answer, extra, layout))) => {
                let interrupted = extra.is_none()
                    || answer.verdict == Verdict::Undecided(Reason::Interrupted)
                    || self.cut_short(&answer);
                let record = || {
                    let with_solution = plan.solutions != Solutions::None;
                    let mut record = Record::of(rules_name, &name, &answer, with_solution);
                    extra.unwrap_or_default().add_to(&mut record);
                    match plan.solutions {
                        Solutions::Notation => record.compact(&plan.rules, &layout),
                        _ => record,
                    }
                };
                return (!interrupted).then(record);
            }
            Ok(Err(error)) => error.to_string(),
            Err(panic) => {
                self.solver = plan.solver();
                self.extras = ExtraSearches::new(plan);
                let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
                format!("the solver panicked: {}", text.unwrap_or("no message"))
            }
        };
        let problem = crate::text::visible(&problem).replace('\n', " ");
        Some(Record::of_error(rules_name, &name, problem))
    }

    /// Whether the search for a shortest solution was interrupted: then there is a verdict, but the bounds cannot be
    /// reproduced.
    fn cut_short(&self, answer: &Answer) -> bool {
        let open = answer.verdict == Verdict::Winnable && answer.bounds.is_none_or(|b| !b.proven);
        self.shared.plan.optimal.is_some() && self.stopped() && open
    }
}
