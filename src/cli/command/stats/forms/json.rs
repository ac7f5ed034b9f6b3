//! Statistics as one JSON object.

use serde_json::{Map, Value, json};
use turnwise::op::stats::{Addable, Lengths, NamedCounts, PlacedLength};

use super::report::{StatsReport, share, time};
use crate::cli::terminal::clean_json;

/// The object on one line, or indented.
pub(crate) fn object(report: StatsReport<'_>, is_pretty: bool) -> String {
    let value = value(report);
    let json = if is_pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
    json.unwrap_or_default().lines().map(|line| clean_json(line.to_owned()) + "\n").collect()
}

fn value(report: StatsReport<'_>) -> Value {
    let StatsReport { stats, outcome, names, losses } = report;
    let formats: Map<_, _> = outcome.formats.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
    let failed: Map<_, _> =
        outcome.failed.ranked().into_iter().map(|(code, count)| (code.id.to_owned(), json!(count))).collect();
    let unread: Map<_, _> =
        outcome.report.lost().into_iter().map(|(code, count)| (code.id.to_owned(), json!(count))).collect();
    let place = |found: Option<PlacedLength>| {
        found.map(|PlacedLength { length, place }| {
            let (record, line) = (place.record + 1, place.line);
            json!({"length": length, "file": report.input(place), "record": record, "line": line, "message": place.message})
        })
    };
    let lengths = |lengths: &Lengths| {
        json!({
            "count": lengths.count(),
            "total": lengths.total(),
            "median": place(lengths.percentile(50)),
            "p90": place(lengths.percentile(90)),
            "longest": place(lengths.longest()),
        })
    };
    let tools = rows(
        &stats.tools,
        |it| it.calls.max(it.results),
        |name, it| {
            let errors = (it.judged > 0).then_some(it.errors);
            let rate = share(it.errors, it.judged);
            json!({"name": name, "calls": it.calls, "results": it.results, "errors": errors, "error_rate": rate})
        },
    );
    let mut value = json!({
        "files": names.len(),
        "conversations": stats.conversations,
        "messages": stats.messages.total(),
        "characters": stats.characters.total(),
        "bytes": outcome.bytes_in,
        "formats": formats,
        "failed": failed,
        "unread": unread,
        "roles": rows(&stats.roles, |it| it.messages, |name, it| {
            json!({"name": name, "messages": it.messages, "characters": it.characters})
        }),
        "lengths": {
            "conversation_messages": lengths(&stats.messages),
            "conversation_characters": lengths(&stats.characters),
            "message_characters": lengths(&stats.message_characters),
        },
        "tools": tools,
        "tokens": (stats.tokens.conversations > 0).then(|| json!({
            "conversations": stats.tokens.conversations,
            "input": stats.tokens.input,
            "cache_read": stats.tokens.cache_read,
            "cache_write": stats.tokens.cache_write,
            "output": stats.tokens.output,
            "reasoning": stats.tokens.reasoning,
        })),
        "models": rows(&stats.models, |it| *it, |name, count| json!({"name": name, "conversations": count})),
        "media": rows(&stats.media, |it| it.files, |name, it| {
            json!({"type": name, "files": it.files, "embedded": it.embedded, "bytes": it.bytes})
        }),
        "scripts": stats.scripts,
        "time": stats.times.span.map(|(first, last)| json!({
            "first": time(first), "last": time(last), "conversations": stats.times.conversations,
        })),
    });
    if let (Some((target, losses)), Some(object)) = (losses, value.as_object_mut()) {
        let of = |codes: Vec<(&'static turnwise::report::Code, u64)>| -> Vec<Value> {
            codes
                .into_iter()
                .map(|(code, count)| json!({"code": code.id, "name": code.name, "kind": code.kind.name(), "count": count}))
                .collect()
        };
        let expected = json!({
            "target": target, "written": losses.written, "losses": of(losses.report.lost()), "refused": of(losses.refused.ranked()),
        });
        object.insert("losses".to_owned(), expected);
    }
    value
}

/// A row for each name, and one without a name for all names without a separate count.
fn rows<C: Addable>(counts: &NamedCounts<C>, by: fn(&C) -> u64, row: impl Fn(Option<&str>, C) -> Value) -> Vec<Value> {
    let mut rows: Vec<_> = counts.ranked(by).into_iter().map(|(name, counts)| row(Some(name), counts)).collect();
    rows.extend(counts.others().map(|others| row(None, others)));
    rows
}
