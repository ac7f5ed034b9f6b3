//! Replays the branches of a tree of runs: each run once, and back to where another run begins.

use super::Replay;

impl Replay {
    /// Makes a mark at the end of a run.
    pub fn mark(&mut self) {
        self.messages.mark();
    }

    /// Drops the last mark.
    pub fn drop_mark(&mut self) {
        self.messages.drop_mark();
    }

    /// Makes the messages those at the last mark, and closes what is open. False: a message of before was changed since, so
    /// the runs up to the mark have to be replayed again. The state stays.
    pub fn rewind(&mut self) -> bool {
        self.open.clear();
        self.messages.rewind()
    }

    /// True if messages were only added at the end since the last mark.
    #[must_use]
    pub fn is_only_longer(&self) -> bool {
        self.messages.is_only_longer()
    }

    /// The messages since the last mark, or all, where earlier ones were changed: a JSON array.
    #[must_use]
    pub fn new_messages(&self) -> String {
        let mut out = Vec::new();
        if self.is_only_longer() {
            super::write_list(self.messages.since_mark(), &mut out);
        } else {
            self.write_messages(&mut out);
        }
        String::from_utf8(out).unwrap_or_default()
    }
}
