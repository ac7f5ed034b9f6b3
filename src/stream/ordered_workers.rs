//! Equal workers: each takes the next batch, processes it, waits for its turn, and emits its result. Results stay in order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::batch::{Batch, Cut};
use super::error::SourceError;
use super::progress::Flow;
use super::split::Splitter;

/// Bytes the caller does alone.
const ALONE: u64 = 1024 * 1024;

struct Feed {
    splitter: Splitter,
    number: u64,
    is_over: bool,
}

struct Turn<E> {
    next: u64,
    /// The number of threads that wait for their turn.
    waiting: usize,
    error: Option<SourceError>,
    emit: E,
}

struct Shared<E> {
    feed: Mutex<Feed>,
    turn: Mutex<Turn<E>>,
    /// Not in `turn`, so that a thread can take a batch while another one emits.
    is_stopped: AtomicBool,
    changed: Condvar,
}

/// The worker of a thread, and its batch.
struct ThreadState<W> {
    worker: W,
    batch: Batch,
    /// The next batch is short, because another thread waited for this one.
    ///
    /// Threads that finish a batch at the same time would finish the next one at the same time, too. All but one would sleep,
    /// and waking takes longer than a turn. After a batch of another length, they finish at different times.
    is_next_short: bool,
}

impl<W> ThreadState<W> {
    fn new(worker: W) -> Self {
        Self { worker, batch: Batch::default(), is_next_short: false }
    }
}

/// Runs `work` over the batches of a splitter with up to `threads` workers, and `emit` over their results in order.
///
/// The first megabyte is done by the caller alone, so small inputs start no thread. One worker is `make()`; it keeps its
/// buffers from batch to batch.
///
/// # Errors
/// The source failed. Everything before the failure was emitted.
pub fn run_in_order<W: Send>(
    splitter: Splitter,
    threads: usize,
    make: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch, &Cut) + Sync,
    emit: impl FnMut(&mut W, &Batch, &Cut) -> Flow + Send,
) -> Result<(), SourceError> {
    let shared = Shared {
        feed: Mutex::new(Feed { splitter, number: 0, is_over: false }),
        turn: Mutex::new(Turn { next: 0, waiting: 0, error: None, emit }),
        is_stopped: AtomicBool::new(false),
        changed: Condvar::new(),
    };
    let mut state = ThreadState::new(make());
    let mut flow = Flow::Continue;
    // More threads pay from about a megabyte on.
    while flow == Flow::Continue && state.batch.start.offset < ALONE {
        flow = one_turn(&shared, &mut state, &work);
    }
    if flow == Flow::Continue {
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads.max(1))
                .map(|_| {
                    let (shared, make, work) = (&shared, &make, &work);
                    scope.spawn(move || {
                        let mut state = ThreadState::new(make());
                        while one_turn(shared, &mut state, work) == Flow::Continue {}
                    })
                })
                .collect();
            while one_turn(&shared, &mut state, &work) == Flow::Continue {}
            for other in others {
                if let Err(panic) = other.join() {
                    resume_unwind(panic);
                }
            }
        });
    }
    let turn = shared.turn.into_inner().unwrap_or_else(PoisonError::into_inner);
    turn.error.map_or(Ok(()), Err)
}

/// Wakes everybody if a worker panics: they would wait for its turn forever.
struct Alarm<'s, E>(&'s Shared<E>);

impl<E> Drop for Alarm<'_, E> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Without the lock, a thread that has just read the flag and is about to wait would not be woken.
            let _turn = lock(&self.0.turn);
            self.0.is_stopped.store(true, Ordering::Release);
            self.0.changed.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn one_turn<W, E: FnMut(&mut W, &Batch, &Cut) -> Flow>(
    shared: &Shared<E>,
    state: &mut ThreadState<W>,
    work: &impl Fn(&mut W, &Batch, &Cut),
) -> Flow {
    let _alarm = Alarm(shared);
    let is_stopped = || shared.is_stopped.load(Ordering::Acquire);
    let ThreadState { worker, batch, is_next_short } = state;
    let (number, cut) = {
        let mut feed = lock(&shared.feed);
        if feed.is_over || is_stopped() {
            return Flow::Stop;
        }
        if *is_next_short {
            feed.splitter.shorten_next();
        }
        let cut = feed.splitter.next(batch);
        feed.is_over = !matches!(cut, Ok(Cut::Batch));
        if matches!(cut, Ok(Cut::End)) {
            return Flow::Stop;
        }
        feed.number += 1;
        (feed.number - 1, cut)
    };
    if let Ok(cut) = &cut {
        batch.enter();
        work(worker, batch, cut);
    }
    let mut turn = lock(&shared.turn);
    while turn.next != number && !is_stopped() {
        turn.waiting += 1;
        turn = shared.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        turn.waiting -= 1;
    }
    if is_stopped() {
        return Flow::Stop;
    }
    let flow = match cut {
        Ok(cut) => (turn.emit)(worker, batch, &cut),
        Err(error) => {
            turn.error = Some(error);
            Flow::Stop
        }
    };
    turn.next += 1;
    if flow == Flow::Stop {
        shared.is_stopped.store(true, Ordering::Release);
    }
    let is_awaited = turn.waiting > 0;
    drop(turn);
    if is_awaited {
        shared.changed.notify_all();
    }
    *is_next_short = is_awaited;
    flow
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Source};
    use super::*;
    use crate::format::Framing;
    use std::io::Cursor;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc;

    fn splitter(lines: usize) -> Splitter {
        let line = |n| format!("{n} {}\n", "x".repeat(100_000));
        let text = (0..lines).map(line).collect::<Vec<_>>().concat();
        let source = Source::from_reader(Cursor::new(text.into_bytes()), "x").unwrap();
        Splitter::new(source, Framing::Lines, Limits::default())
    }

    fn first_number(batch: &Batch) -> usize {
        let digits = batch.bytes().iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&batch.bytes()[..digits]).unwrap().parse().unwrap()
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 8] {
            let mut seen = Vec::new();
            // One batch is done after the next one, where other threads are at work: after the first megabyte.
            let (done, next) = mpsc::channel();
            let (next, is_first) = (Mutex::new(next), AtomicBool::new(threads > 1));
            let slow = |(): &mut (), batch: &Batch, _: &Cut| {
                if first_number(batch) < 20 {
                    return;
                }
                if is_first.swap(false, Ordering::SeqCst) {
                    next.lock().unwrap().recv().unwrap();
                } else {
                    done.send(()).unwrap();
                }
            };
            run_in_order(
                splitter(60),
                threads,
                || (),
                slow,
                |(), batch, _| {
                    seen.push(first_number(batch));
                    Flow::Continue
                },
            )
            .unwrap();
            assert!(seen.len() > 5 && seen.is_sorted(), "{seen:?}");
        }
    }

    #[test]
    fn stopping_ends_promptly_and_workers_do_not_run_ahead() {
        let worked = AtomicUsize::new(0);
        let count = |(): &mut (), _: &Batch, _: &Cut| {
            worked.fetch_add(1, Ordering::SeqCst);
        };
        let mut emitted = 0;
        run_in_order(
            splitter(200),
            4,
            || (),
            count,
            |(), _, _| {
                emitted += 1;
                if emitted == 10 { Flow::Stop } else { Flow::Continue }
            },
        )
        .unwrap();
        assert_eq!(emitted, 10);
        assert!(worked.load(Ordering::SeqCst) <= 14);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let bad = |(): &mut (), batch: &Batch, _: &Cut| assert!(first_number(batch) < 10, "broken worker");
        let run = || run_in_order(splitter(60), 4, || (), bad, |(), _, _| Flow::Continue);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn empty_input_emits_nothing() {
        run_in_order(splitter(0), 4, || (), |(), _, _| {}, |(), _, _| -> Flow { panic!("nothing to emit") }).unwrap();
    }
}
