//! An object around a list of events, usually a database row: `{"run_id":"r1","events":[…],"created_at":"2026-01-01"}`. All
//! but the list stays as it is.

use crate::json::Node;

/// The object, and the events that it gets.
#[derive(Clone, Debug, Default)]
pub struct EventRow {
    /// The text up to the first event, and after the last one; without events up to the bracket and after it.
    around: [String; 2],
    separator: String,
    had_events: bool,
    events: Vec<String>,
}

impl EventRow {
    /// The object without its events.
    #[must_use]
    pub fn new(object: Node<'_, '_>) -> Self {
        let (text, base) = (object.raw(), object.span().start);
        let Some(list) = object.get("events") else {
            return Self { around: [text.to_owned(), String::new()], ..Self::default() };
        };
        let place = |at: usize| at.saturating_sub(base);
        let spans: Vec<_> = list.items().map(|event| event.span()).collect();
        let (start, end) = match (spans.first(), spans.last()) {
            (Some(first), Some(end)) => (first.start, end.end),
            _ => (list.span().start + 1, list.span().end.saturating_sub(1)),
        };
        let between = match spans.as_slice() {
            [first, second, ..] => text.get(place(first.end)..place(second.start)),
            _ => None,
        };
        let part = |range: Option<&str>| range.unwrap_or_default().to_owned();
        Self {
            around: [part(text.get(..place(start))), part(text.get(place(end)..))],
            separator: between.unwrap_or(",").to_owned(),
            had_events: !spans.is_empty(),
            events: Vec::new(),
        }
    }

    /// Adds an event.
    pub fn add(&mut self, event: &str) {
        self.events.push(event.to_owned());
    }

    /// It had events, and has none now.
    #[must_use]
    pub fn is_emptied(&self) -> bool {
        self.had_events && self.events.is_empty()
    }

    /// The object with its new events.
    #[must_use]
    pub fn text(&self) -> String {
        let [before, after] = &self.around;
        if self.events.is_empty() {
            return format!("{}{}", before.trim_end(), after.trim_start());
        }
        format!("{before}{}{after}", self.events.join(&self.separator))
    }
}
