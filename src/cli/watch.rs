//! `winnable report DIR --watch`: the progress of all processes that write a dataset, seen from any machine.
//!
//! Only complete parts are visible. Deals that a process has not yet written as a part do not count, and the rate is that of
//! the parts that appeared since the first look.

use super::interrupt;
use super::progress::Display;
use crate::batch::Progress;
use crate::batch::dataset::{Watch, is_dataset};
use anyhow::bail;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often interrupts are checked.
const MOMENT: Duration = Duration::from_millis(100);

/// Shows progress until the dataset is complete; false if that was interrupted.
pub fn until_complete(path: &Path, every: Duration) -> anyhow::Result<bool> {
    if !is_dataset(path) {
        bail!("{} is not a dataset; --watch looks at the folder of `analyze --format parquet`", path.display());
    }
    let cancel = interrupt::on_signals()?;
    let mut watch = Watch::new(path);
    let mut display = Display::new(false, false);
    let started = Instant::now();
    let mut first = None;
    loop {
        let found = watch.refresh()?;
        let done = found.summary.verdicts.total();
        let fresh = done - *first.get_or_insert(done);
        let (total, verdicts, elapsed) = (found.asked, found.summary.verdicts, started.elapsed());
        display.show(&Progress { total, done, fresh, verdicts, elapsed });
        // A folder without manifest and parts is a dataset that has not been started yet.
        if done == total && total > 0 {
            display.end();
            return Ok(true);
        }
        let due = Instant::now() + every;
        while Instant::now() < due {
            if cancel.is_cancelled() {
                display.end();
                return Ok(false);
            }
            std::thread::sleep(MOMENT.min(every));
        }
    }
}
