//! Which result answers which call: a message of the tool that a call before it on the same path was sent to.

use crate::json::Text;

/// The maximum number of calls of a path that wait for results.
const OPEN: usize = 8;

/// A call that was made.
#[derive(Clone, Debug)]
pub(super) struct PathCall<'a> {
    /// The id of its node, which is that of the call.
    pub(super) id: Text<'a>,
    /// The name of the tool.
    pub(super) name: Text<'a>,
    /// The node of its result, with further messages of the tool.
    pub(super) result: Option<usize>,
}

/// The calls of a path since somebody spoke.
#[derive(Clone, Debug, Default)]
pub(super) struct PathCalls<'a>(Vec<PathCall<'a>>);

impl<'a> PathCalls<'a> {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, id: Text<'a>, name: Text<'a>) {
        if self.0.len() >= OPEN {
            self.0.remove(0);
        }
        self.0.push(PathCall { id, name, result: None });
    }

    /// The call that a message of this tool answers: one without a result, or else the last one.
    pub(super) fn of_tool(&mut self, tool: &str) -> Option<&mut PathCall<'a>> {
        let is_of = |call: &PathCall<'a>| {
            let name = call.name.decode();
            let family = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
            name == tool || family(&name) == family(tool)
        };
        let open = self.0.iter().position(|call| call.result.is_none() && is_of(call));
        let place = open.or_else(|| self.0.iter().rposition(is_of))?;
        self.0.get_mut(place)
    }
}
