//! A pass over an input: workers process its batches, and their results are emitted in order.

use std::sync::Mutex;

use super::super::nested::lock;
use crate::stream::{Batch, Cut, Flow, SinkError, SourceError, Splicer, Splitter, run_in_order};

/// Runs over an input. `emit` receives the result of a worker, and returns whether the run continues; with a splicer,
/// the result is inserted into records.
///
/// # Errors
/// The input cannot be read, or `emit` failed: no further batch is processed.
pub(in crate::op) fn run_pass<W: Send, F: From<SourceError> + From<SinkError> + Send>(
    splitter: Splitter,
    jobs: usize,
    splicer: Option<&Mutex<Splicer<'_>>>,
    make: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch, &Cut) + Sync,
    mut emit: impl FnMut(&mut W, &Batch, &Cut) -> Result<Flow, F> + Send,
) -> Result<(), F> {
    let mut result = Ok(());
    let take = |worker: &mut W, batch: &Batch, cut: &Cut| {
        if let Some(splicer) = splicer {
            lock(splicer).begin(batch);
        }
        let flow = emit(worker, batch, cut).unwrap_or_else(|failure| {
            result = Err(failure);
            Flow::Stop
        });
        match splicer.map_or(Ok(()), |splicer| lock(splicer).end(flow)) {
            Err(error) if result.is_ok() => result = Err(error.into()),
            Err(_) | Ok(()) => {}
        }
        if result.is_err() { Flow::Stop } else { flow }
    };
    run_in_order(splitter, jobs, make, work, take)?;
    result
}
