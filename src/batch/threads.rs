//! Threads of a batch: as many as make sense, or as few as the system allows.
//!
//! Whoever asks for a hundred thousand threads gets four for each core: more only take turns, and every thread has a solver with
//! its own memory. Where the system allows fewer (`ulimit -u`, a container), a run goes on with those that it gets. Threads are
//! started only where there is room for their first steps, and all of them have begun before any takes memory for its work.
//! All pools are started here; rayon's global pool, which panics where it gets no threads, is not used.

use super::{BatchError, address_space};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Duration;

/// Threads for each core at most.
const PER_CORE: usize = 4;
/// Address space for a thread: its stack, and what the C library and Rust take before it does anything.
const PER_THREAD: usize = (2 << 20) + (128 << 10);
/// What must be left beside all threads that are started.
const SPARE: usize = 2 << 20;
/// Threads of a failed attempt need a moment to end, and count until then.
const PAUSE: Duration = Duration::from_millis(20);
/// Attempts to get a single thread.
const ATTEMPTS: u32 = 25;

/// Cores of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// How many of so many threads make sense for so many tasks.
pub fn sensible(wanted: usize, tasks: u64) -> usize {
    let tasks = usize::try_from(tasks).unwrap_or(usize::MAX);
    wanted.min(tasks).min(PER_CORE * cores()).max(1)
}

/// An error where so many threads could not make their first steps.
pub fn room_for(threads: usize) -> Result<(), BatchError> {
    match address_space::is_left(threads.saturating_mul(PER_THREAD).saturating_add(SPARE)) {
        true => Ok(()),
        false => Err(BatchError::Threads { problem: "there is no memory for their stacks".into() }),
    }
}

/// As many of so many threads as could make their first steps, but at least two.
pub fn most_with_room(wanted: usize) -> Result<usize, BatchError> {
    let mut threads = wanted.max(2);
    loop {
        match room_for(threads) {
            Err(_) if threads > 2 => threads = (threads / 2).max(2),
            room => return room.map(|()| threads),
        }
    }
}

/// Starts so many threads, or fewer where the system does not allow as many; says how many.
pub fn start(wanted: usize) -> Result<(ThreadPool, usize), BatchError> {
    let mut threads = wanted;
    let mut attempts = ATTEMPTS;
    loop {
        let built = room_for(threads).and_then(|()| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.map_err(|error| BatchError::Threads { problem: error.to_string() })
        });
        match built {
            Ok(pool) => {
                // When this returns, every thread has done something.
                pool.broadcast(|_| ());
                return Ok((pool, threads));
            }
            Err(_) if threads > 1 => threads /= 2,
            Err(_) if attempts > 0 => attempts -= 1,
            Err(error) => return Err(error),
        }
        std::thread::sleep(PAUSE);
    }
}

/// Does some work that rayon divides into so many tasks.
pub fn on_all_cores<R: Send>(tasks: usize, work: impl FnOnce() -> R + Send) -> Result<R, BatchError> {
    let (pool, _) = start(sensible(cores(), tasks as u64))?;
    Ok(pool.install(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_than_make_sense() {
        assert_eq!((sensible(100_000, 3), sensible(2, 1 << 40), sensible(7, 0)), (3, 2, 1));
        assert_eq!(sensible(usize::MAX, u64::MAX), 4 * cores());
        let (pool, threads) = start(3).unwrap();
        assert_eq!((pool.current_num_threads(), threads), (3, 3));
    }
}
