//! The runs from the root to the requested one.

use super::{LogReplayOptions, OnDuplicate};
use crate::events::{Issue, Lineage, codes};
use crate::json::{At, Text};
use crate::op::events::EventFailure;
use crate::report::Report;

/// The runs from the root to the requested one.
pub(super) fn chain(
    run: &str,
    options: &LogReplayOptions,
    lineage: &Lineage,
    report: &mut Report,
) -> Result<Vec<usize>, EventFailure> {
    let is = |id: Option<&String>, wanted: &str| id.is_some_and(|id| Text::Token(id).is(wanted));
    let found: Vec<usize> = lineage
        .runs()
        .iter()
        .enumerate()
        .filter(|(_, it)| is(it.id.as_ref(), run))
        .filter(|(_, it)| options.thread.as_ref().is_none_or(|thread| is(it.thread.as_ref(), thread)))
        .map(|(index, _)| index)
        .collect();
    let threads: std::collections::HashSet<_> =
        found.iter().filter_map(|index| lineage.runs().get(*index)).map(|run| run.thread.as_ref()).collect();
    let (Some(first), Some(last)) = (found.first().copied(), found.last().copied()) else {
        let message = format!("no run is called `{run}` (turnwise lineage lists them)");
        return Err(EventFailure::Run { code: None, message });
    };
    if threads.len() > 1 {
        let message = format!("{} threads have a run `{run}`; say which with --thread", threads.len());
        return Err(EventFailure::Run { code: None, message });
    }
    let wanted = if options.on_duplicate == OnDuplicate::Last { last } else { first };
    let Some(chain) = lineage.chain(wanted) else {
        let cycle = lineage.issues().iter().find(|issue| matches!(issue, Issue::Cycle(_)));
        let message = cycle.map(|cycle| cycle.message(lineage)).unwrap_or_default();
        let message = format!("the parents of run `{run}` lead in a circle: {message}");
        return Err(EventFailure::run(&codes::PARENT_CYCLE, message));
    };
    let orphan = chain.first().copied().filter(|root| lineage.is_orphan(*root));
    if let Some(orphan) = orphan {
        let issue = Issue::Missing(orphan);
        if !options.allows_missing {
            let message = issue.message(lineage);
            let message = format!("{message}; --allow-missing-parent goes on without it");
            return Err(EventFailure::run(&codes::MISSING_PARENT, message));
        }
        report.add(&codes::MISSING_PARENT, At::NOWHERE, || issue.message(lineage));
    }
    with_duplicates(chain, options, lineage)
}

/// The chain with the decisions about runs with the same id.
fn with_duplicates(
    chain: Vec<usize>,
    options: &LogReplayOptions,
    lineage: &Lineage,
) -> Result<Vec<usize>, EventFailure> {
    let key = |run: usize| lineage.runs().get(run).map(|run| (run.thread.as_ref(), run.id.as_ref()));
    let mut twins: std::collections::HashMap<_, Vec<usize>> = std::collections::HashMap::new();
    for run in 0..lineage.runs().len() {
        twins.entry(key(run)).or_default().push(run);
    }
    let mut whole = Vec::new();
    for run in chain {
        let same = twins.get(&key(run)).map_or(&[][..], Vec::as_slice);
        let has_name = lineage.runs().get(run).is_some_and(|run| run.id.is_some());
        match options.on_duplicate {
            _ if same.len() < 2 || !has_name => whole.push(run),
            OnDuplicate::Refuse => {
                let name = lineage.runs().get(run).map(crate::events::LineageRun::name).unwrap_or_default();
                let count = same.len();
                let message =
                    format!("run `{name}` is there {count} times; decide with --on-duplicate first, last or all");
                return Err(EventFailure::run(&codes::DUPLICATE_RUN, message));
            }
            OnDuplicate::First => whole.extend(same.first()),
            OnDuplicate::Last => whole.extend(same.last()),
            OnDuplicate::All => whole.extend(same),
        }
    }
    Ok(whole)
}
