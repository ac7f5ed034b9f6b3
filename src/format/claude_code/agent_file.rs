//! The files of sub-agents, which are next to the file of the session that called them.
//!
//! ```text
//! 5f0c….jsonl                            the session
//! 5f0c…/subagents/agent-a1b2c3d.jsonl    {"isSidechain":true,"agentId":"a1b2c3d","sessionId":"5f0c…","type":"user",…}
//! ```

use super::lines::LineKind;
use super::read::is_sidechain;
use crate::json::Node;

/// What the lines of a file tell about the session that it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentSession {
    /// The id of the session.
    pub session: Option<String>,
    /// All messages are those of a sub-agent.
    pub is_agent: bool,
    /// The id of the sub-agent.
    pub agent: Option<String>,
}

impl AgentSession {
    /// Of these lines. `None`: none of them is a message.
    pub fn of(lines: &mut dyn Iterator<Item = Node<'_, '_>>) -> Option<Self> {
        let mut found: Option<Self> = None;
        for line in lines.filter(|line| LineKind::of(*line) == LineKind::Message) {
            let text = |key| Some(line.get(key)?.text()?.decode().into_owned());
            let file = found.get_or_insert_with(|| Self {
                session: text("sessionId"),
                is_agent: true,
                agent: text("agentId"),
            });
            if !is_sidechain(line) {
                file.is_agent = false;
                break;
            }
        }
        found
    }
}
