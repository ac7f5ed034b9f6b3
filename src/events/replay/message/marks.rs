//! Places to which the messages can go back, where several runs go on from one.

use super::{NONE, ReplayMessage, ReplayMessages};

/// A place to which the messages can go back.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageMark {
    /// The number of messages, and the last one of them.
    count: usize,
    pub(super) last: usize,
    /// The lowest index of a message that was changed since, or after which one was inserted.
    pub(super) lowest: usize,
}

impl ReplayMessages {
    pub(super) fn touch(&mut self, at: usize) {
        if let Some(mark) = self.marks.last_mut() {
            mark.lowest = mark.lowest.min(at);
        }
    }

    /// Makes a mark here.
    pub(in crate::events) fn mark(&mut self) {
        self.marks.push(MessageMark { count: self.entries.len(), last: self.last, lowest: usize::MAX });
    }

    /// True if all that changed since the last mark is that messages were added at the end.
    pub(in crate::events) fn is_only_longer(&self) -> bool {
        self.marks.last().is_none_or(|mark| mark.lowest >= mark.count)
    }

    /// The messages since the last mark.
    pub(in crate::events) fn since_mark(&self) -> impl Iterator<Item = &ReplayMessage> {
        let last = self.marks.last().map_or(NONE, |mark| mark.last);
        self.iter_from(self.entries.get(last).map_or(self.first, |entry| entry.after))
    }

    /// Drops the last mark: what was changed since was changed since the one before.
    pub(in crate::events) fn drop_mark(&mut self) {
        if let Some(dropped) = self.marks.pop() {
            self.touch(dropped.lowest);
        }
    }

    /// Goes back to the last mark. False: that cannot be undone.
    pub(in crate::events) fn rewind(&mut self) -> bool {
        let Some(mark) = self.marks.last().copied().filter(|mark| mark.lowest >= mark.count) else { return false };
        while self.entries.len() > mark.count
            && let Some(entry) = self.entries.pop()
        {
            let at = self.entries.len();
            if let Some(id) = entry.message.id.filter(|id| self.by_id.get(id) == Some(&at)) {
                self.by_id.remove(&id);
            }
            for call in entry.message.calls {
                if let Some(holders) = self.by_call.get_mut(&call.id) {
                    holders.retain(|holder| holder.entry != at);
                }
            }
        }
        if let Some(entry) = self.entries.get_mut(mark.last) {
            entry.after = NONE;
        }
        self.last = mark.last;
        if mark.count == 0 {
            self.first = NONE;
        }
        // The last results of calls may be gone.
        self.generation += 1;
        true
    }
}
